"""Statistics are computed from records that the browser keeps."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect
from tests.app.web.browser.conftest import Visit


def record(kind: str, *, won: bool, seconds: float, bbbv: int, guesses: int, luck: float) -> object:
    return {
        "kind": kind, "won": won, "seconds": seconds, "bbbv": bbbv, "guesses": guesses,
        "luck": luck, "when": "2026-01-01T00:00:00Z",
    }  # fmt: skip


RECORDS = [
    record("beginner safe clearing", won=True, seconds=20, bbbv=30, guesses=0, luck=0.5),
    record("beginner safe clearing", won=True, seconds=10, bbbv=12, guesses=2, luck=-0.25),
    record("beginner safe clearing", won=False, seconds=1, bbbv=60, guesses=1, luck=-0.5),
    record("hard list marking", won=False, seconds=5, bbbv=100, guesses=3, luck=0),
]


def rows(page: Page) -> dict[str, list[str]]:
    found = page.locator("#statistics-table tbody tr").all()
    return {row.locator("th b").inner_text(): row.locator("td").all_inner_texts() for row in found}


def test_each_level_has_its_figures(visit: Visit) -> None:
    """A lost game counts as a game, with its 3BV and its luck; its time and its speed never do."""
    page = visit()
    page.evaluate("kept => { localStorage['mineproof.records'] = kept }", json.dumps(RECORDS))
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("#statistics-table table")).to_be_visible()
    assert rows(page) == {
        "Beginner": ["3", "2 (67%)", "0:10.0", "0:15.0", "34.0", "1.50", "1.0", "−0.25"],
        "Hard": ["1", "0 (0%)", "–", "–", "100.0", "–", "3.0", "+0.00"],
    }
