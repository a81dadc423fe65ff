"""Statistics are computed from records that the browser keeps."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import FilePayload, Page, expect
from tests.app.web.browser.conftest import Visit


def record(
    kind: str, *, won: bool, seconds: float, bbbv: int, guesses: int, luck: float
) -> dict[str, object]:
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
    found = page.locator("#statistics-table tbody tr:has(td)").all()
    return {row.locator("th b").inner_text(): row.locator("td").all_inner_texts() for row in found}


def test_each_level_has_its_figures(visit: Visit) -> None:
    """A lost game counts as a game, with its 3BV and its luck; its time and its speed never do."""
    page = visit()
    page.evaluate("kept => { localStorage['mineproof.records'] = kept }", json.dumps(RECORDS))
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("#statistics-table table")).to_be_visible()
    assert rows(page) == {
        "Beginner": ["3", "2 (67%)", "0:10.0", "0:15.0", "34.0", "1.50", "–", "1.0", "−0.25"],
        "Hard": ["1", "0 (0%)", "–", "–", "100.0", "–", "–", "3.0", "+0.00"],
    }


def seen(page: Page, kept: object) -> None:
    """Go to the statistics of a browser that has kept this."""
    page.evaluate("kept => { localStorage['mineproof.records'] = kept }", json.dumps(kept))
    page.evaluate("() => { location.hash = '#play' }")
    page.evaluate("() => { location.hash = '#statistics' }")
    expect(page.locator("#statistics")).to_be_visible()


def daily(day: str, *, won: bool = True) -> object:
    return {"kind": "daily no-guess clearing", "won": won, "seconds": 60, "bbbv": 120,
            "clicks": 150, "zini": 90, "efficiency": 0.8, "day": day,
            "when": f"{day}T23:30:00.000Z"}  # fmt: skip


def test_history_streaks_and_the_best(visit: Visit) -> None:
    today = date.today()
    days = [str(today - timedelta(days=back)) for back in (9, 8, 7, 2, 1)]
    page = visit()
    seen(page, [*RECORDS, *map(daily, days)])
    expect(page.locator("#history-streaks")).to_contain_text("Wins in a row: 5. Best: 5.")
    expect(page.locator("#history-streaks")).to_contain_text("Daily boards in a row: 2. Best: 3.")
    groups = page.locator("#statistics-table .group")
    assert groups.all_inner_texts() == ["May need a guess", "Marking", "No guess"]
    page.locator("#history-kind").select_option("beginner safe clearing")
    expect(page.locator("#history-streaks")).to_have_text("Wins in a row: 0. Best: 2.")
    plot = page.locator("#history-plot svg")
    expect(plot).to_have_attribute("aria-label", "Won of the last 20 games: 67%")
    page.locator("#history-figure").select_option("time")
    expect(plot).to_have_attribute("aria-label", "Time of the last win: 0:10")
    best = page.locator("#history-best tbody tr")
    assert best.all_inner_texts() == [
        "0:10.0\t12\t1.20\t–\t–\tJan 1, 2026",
        "0:20.0\t30\t1.50\t–\t–\tJan 1, 2026",
    ]
    page.locator("#history-kind").select_option("daily no-guess clearing")
    expect(best.first).to_contain_text("80%")
    expect(best.first).to_contain_text("60%")  # 90 clicks of ZiNi, 150 of the player
    page.locator("#history-figure").select_option("efficiency")
    expect(plot).to_have_attribute("aria-label", "Efficiency of the last win: 80%")


MALFORMED = [
    ("{", "The file is not JSON"),
    ("{}", "The file holds no list of records"),
    ("[1]", "Record 1 has no valid “kind”"),
    (json.dumps([RECORDS[0], {**RECORDS[1], "won": 1}]), "Record 2 has no valid “won”"),
    (json.dumps([{**RECORDS[0], "seconds": -1}]), "Record 1 has no valid “seconds”"),
    (json.dumps([{**RECORDS[0], "when": "soon"}]), "Record 1 has no valid “when”"),
    (json.dumps([{**RECORDS[0], "luck": "<b>"}]), "Record 1 has no valid “luck”"),
    (json.dumps([{**RECORDS[0], "kind": "<img src=x>"}]), "Record 1 has no valid “kind”"),
]


def test_records_are_exported_and_imported(visit: Visit) -> None:
    """What comes back is merged without doubles; a malformed file changes nothing."""
    page = visit()
    seen(page, RECORDS)
    expect(page.locator("#export-records")).to_be_enabled()  # a key does not wait for that
    with page.expect_download() as saved:
        page.locator("#export-records").press("Enter")
    written = saved.value.path().read_bytes()
    assert json.loads(written) == RECORDS
    seen(page, [*RECORDS[2:], daily("2026-02-01")])
    upload(page, written)
    expect(page.locator("#notice")).to_contain_text("2 new records of 4 imported.")
    kept = json.loads(page.evaluate("localStorage['mineproof.records']"))
    assert sorted(map(json.dumps, kept)) == sorted(map(json.dumps, [*RECORDS, daily("2026-02-01")]))
    assert len(rows(page)) == 3
    for text, sentence in MALFORMED:
        upload(page, text.encode())
        expect(page.locator("#notice")).to_contain_text(sentence)
    assert json.loads(page.evaluate("localStorage['mineproof.records']")) == kept


def upload(page: Page, content: bytes) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator("#import-records").press("Enter")
    file: FilePayload = {"name": "r.json", "mimeType": "application/json", "buffer": content}
    chooser.value.set_files(file)


def test_malformed_storage_is_no_obstacle(visit: Visit) -> None:
    page = visit()
    shapes: list[object] = [{}, 5, [None, {"kind": 3}]]
    for kept in shapes:
        seen(page, kept)
        expect(page.locator("#statistics-table")).to_contain_text("Nothing here yet.")
        expect(page.locator("#statistics-table caption")).to_have_text("Example")


def test_an_example_stands_in_for_records_until_there_are_any(visit: Visit) -> None:
    """Nothing of it is kept, and nothing of it is mixed with a person's own."""
    page = visit("#statistics")
    marks = page.locator("#statistics .chip")
    expect(marks).to_have_text(["Example", "Example"])
    expect(page.locator("#statistics-table tbody tr:has(td)")).to_have_count(3)
    expect(page.locator("#history-plot svg")).to_be_visible()
    expect(page.locator("#history-best tbody tr")).to_have_count(8)
    expect(page.locator("#export-records")).to_be_disabled()
    assert page.evaluate("localStorage['mineproof.records'] ?? null") is None
    seen(page, RECORDS)
    expect(page.locator("#statistics-table tbody tr:has(td)")).to_have_count(2)
    expect(marks.locator("visible=true")).to_have_count(0)
    page.locator("#clear-records").click()
    expect(marks.locator("visible=true")).to_have_count(2)


def test_a_daily_board_is_shared_without_spoilers(visit: Visit) -> None:
    """By touch on a phone, as text and as PNG; the board of the day is lost at once."""
    page = visit(touch=True, size=(360, 740))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#daily").tap()
    expect(page.locator("#of-day")).to_be_visible()
    expect(page.locator("#share-day")).to_be_hidden()
    token = page.evaluate("JSON.parse(localStorage['mineproof.game'])")
    ended = lost(page, token)
    page.locator("#share-day").tap()
    expect(page.locator("#day-card img")).to_be_visible()
    assert page.locator("#day-card img").evaluate("picture => picture.decode().then(() => true)")
    page.locator("#day-card-copy").tap()
    expect(page.locator("#notice")).to_contain_text("Text copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(f"mineproof · daily board {ended['daily']}\nLost at ")
    assert text.count("🟧") == 1
    with page.expect_download() as saved:
        page.locator("#day-card-save").tap()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def lost(page: Page, token: str) -> dict[str, Any]:
    """Open cells until one is a mine, and return the game."""
    game: dict[str, Any] = page.evaluate(LOSE, token)
    page.reload()
    expect(page.locator("#play")).to_have_attribute("data-status", "lost")
    return game


LOSE = """async token => {
    let game = await (await fetch(`api/games/${token}`)).json();
    while (game.status === "playing") {
        const row = game.board.findIndex(line => line.includes("#"));
        const cell = [row, game.board[row].indexOf("#")];
        const body = JSON.stringify({ act: "open", cell });
        const headers = { "Content-Type": "application/json" };
        const sent = { method: "POST", headers, body };
        game = await (await fetch(`api/games/${token}/moves`, sent)).json();
    }
    return game;
}"""
