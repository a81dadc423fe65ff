"""A browser that keeps nothing, or nonsense: it is said once, and the game goes on."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import wait_for_faces

FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
NONSENSE: dict[str, object] = {
    "wish": [],
    "game": 7,
    "records": {"kind": 1},
    "finished": [None, {"token": "x", "when": "never"}],
    "settings": {"cell": "wide", "hold": None, "chord": True},
    "training": [1],
    "ratings": {"player": "strong", "classes": 3},
    "puzzles.rated": {"puzzle": 5, "technique": [], "isFaulted": "no"},
    "learn": {"one-clue": 5},
    "daily": "yesterday",
    "speed": "fast",
    "position": {},
    "resolve.solved": 3,
}
VIEWS = {
    "#puzzles": "#puzzle-board .cell",
    "#learn": ".lessons a",
    "#analyse": "#analyse-board .cell",
    "#review": "#review-none",
    "#statistics": "#statistics-table",
    "#resolve": "#resolve .line",
}


def test_a_full_store_is_told_once_and_the_game_counts_until_the_page_is_closed(
    visit: Visit,
) -> None:
    page = visit(own=True)
    page.add_init_script(FULL)
    page.reload()
    expect(page.locator("#notice")).to_contain_text("This browser stores nothing more")
    page.locator("#level").select_option("own")
    page.locator("#setup-mines").fill("0")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#mines-left")).to_have_text("0")
    page.evaluate("document.querySelector('#notice').hidden = true")
    page.locator("#play-board [data-cell='40']").click()
    expect(page.locator("#play")).to_have_attribute("data-status", "won")
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("#statistics-table tbody tr")).to_have_count(1)
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("kept", [NONSENSE, {"wish": {"level": "lunatic"}}], ids=["all", "wish"])
def test_nonsense_is_ignored(visit: Visit, kept: dict[str, object]) -> None:
    page = visit(own=True)
    keep(page, kept)
    page.reload()
    page.wait_for_selector("[data-ready]")
    wait_for_faces(page, "#" * 81)
    if kept is not NONSENSE:
        return
    expect(page.locator("#notice")).to_contain_text("unreadable")
    for place, sign in VIEWS.items():
        page.evaluate("place => { location.hash = place }", place)
        page.locator(sign).first.wait_for()
    page.evaluate("location.hash = '#learn/1'")
    page.locator("#exercise-1").wait_for()


def keep(page: Page, kept: dict[str, object]) -> None:
    """Put these into the browser's store, and nothing else."""
    texts = {f"mineproof.{name}": json.dumps(value) for name, value in kept.items()}
    page.evaluate("kept => { localStorage.clear(); Object.assign(localStorage, kept); }", texts)
