"""Every key in the overlay does something, and no other does."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, faces, place_of, wait_for_faces
from tools.browser import until

from mineproof.board.game import Act

BEGINNER = "beginner/opening:d4#8 d4"
LISTED = """() => [...document.querySelectorAll("#help-keys kbd")].map(key => key.textContent)"""


def test_keys_for_everything_in_a_game(visit: Visit) -> None:
    page = visit(place_of(BEGINNER))
    player = Player(page, BEGINNER)
    fresh = faces(page)
    page.keyboard.press("m")
    expect(page.locator("#flag-mode")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    page.keyboard.press("k")
    expect(page.locator("#risks")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("k")
    player.cell(player.mines[0]).focus()
    page.keyboard.press("f")
    player.made(Act.FLAG, player.mines[0])
    page.keyboard.press("Control+z")
    player.made(Act.FLAG, player.mines[0])
    page.keyboard.press("p")
    expect(page.locator("#ai-auto")).to_be_visible()
    expect(page.locator("#game-status")).to_contain_text(re.compile("Won|Lost"))
    page.keyboard.press("r")
    wait_for_faces(page, fresh)
    expect(page.locator("#game-status")).to_have_text("Your move.")
    page.keyboard.press("n")  # a game that is left can be gone back to
    wait_for_faces(page, "#" * 81)


def test_the_overlay_lists_the_keys_of_the_view(visit: Visit, static: Path) -> None:
    """It is made of the table by which keys are handled; buttons name the same keys."""
    page = visit(place_of(BEGINNER))
    lists = {}
    for view in ("play", "logic", "analyse"):
        page.evaluate("view => { location.hash = view }", view)
        until(page, "view => !document.getElementById(view).hidden", view)
        lists[view] = _listed(page)
    assert {"F", "M", "K", "R", "P", "?"} <= set(lists["play"])
    assert {"T", "→"} <= set(lists["logic"])
    assert "Ctrl+Shift+Z" in lists["analyse"]
    table = (static / "js" / "page" / "keys.js").read_text()
    for button, keys in re.findall(
        r'<\w+ [^>]*id="([\w-]+)"[^>]* aria-keyshortcuts="([^"]+)"',
        (static / "index.html").read_text(),
    ):
        if keys == "O":  # several buttons open a file, in every view
            continue
        assert f'button: "{button}"' in table, button
        expect(page.locator(f"#{button}")).to_have_attribute(
            "aria-keyshortcuts", re.compile(re.escape(keys))
        )


def _listed(page: Page) -> list[str]:
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    found: list[str] = page.evaluate(LISTED)
    page.keyboard.press("Escape")
    return found
