"""People play whole games: by mouse, by keyboard alone, by touch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, faces, place_of, said, wait_for_faces
from tools.browser import until

from mineproof.board.game import Act
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.engines.exact import Exact

BEGINNER = "beginner/opening:d4#8 d4"
SMALL = "6x7/7/opening:c3/clearing#2 c3"


def test_a_whole_game_by_mouse(visit: Visit) -> None:
    """Right flags every mine, left opens, and left on a number with its flags opens the rest."""
    page = visit(place_of(BEGINNER))
    player = Player(page, BEGINNER)
    for mine in player.mines:
        player.cell(mine).click(button="right")
        player.made(Act.FLAG, mine)
    chords = 0
    while not player.is_over:
        number = next(filter(player.can_chord, range(player.game.grid.size)), None)
        chords += number is not None
        cell = player.safe[0] if number is None else number
        player.cell(cell).click()
        player.made(Act.OPEN if number is None else Act.CHORD, cell)
    assert chords > 3
    expect(page.locator("#game-status")).to_contain_text("Won")
    expect(page.locator("#mines-left")).to_have_text("0")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit(place_of(SMALL))
    player = Player(page, SMALL)
    _tab_into_grid(page)
    for mine in player.mines:
        _walk(page, player, mine)
        page.keyboard.press("f")
        player.made(Act.FLAG, mine)
    number = next(filter(player.can_chord, range(player.game.grid.size)))
    _walk(page, player, number)
    page.keyboard.press("c")
    player.made(Act.CHORD, number)
    keys = ["Space", "Enter"]
    while not player.is_over:
        cell = player.safe[-1]
        _walk(page, player, cell)
        page.keyboard.press(keys[cell % 2])
        player.made(Act.OPEN, cell)
    expect(page.locator("#game-status")).to_contain_text("Won")
    page.keyboard.press("n")
    expect(page.locator("#game-status")).to_have_text("Open any cell to start.")


def _tab_into_grid(page: Page) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role') === 'gridcell'"):
            return
    pytest.fail("no way into the grid by the Tab key")


def _walk(page: Page, player: Player, cell: Cell) -> None:
    """Go to a cell by the arrow keys."""
    at = int(page.evaluate("document.activeElement.dataset.cell"))
    (row, col), (to_row, to_col) = player.game.grid.place(at), player.game.grid.place(cell)
    for key, times in (("ArrowDown", to_row - row), ("ArrowRight", to_col - col)):
        opposite = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
        for _ in range(abs(times)):
            page.keyboard.press(key if times > 0 else opposite)
    assert int(page.evaluate("document.activeElement.dataset.cell")) == cell


def test_keys_that_jump(visit: Visit) -> None:
    page = visit(place_of(SMALL))
    player = Player(page, SMALL)
    player.named("c3").focus()
    for key, name in {
        "Home": "a3",
        "End": "g3",
        "PageUp": "g1",
        "PageDown": "g6",
        "Control+Home": "a1",
        "Control+End": "g6",
    }.items():
        page.keyboard.press(key)
        expect(player.named(name)).to_be_focused()


@pytest.mark.long
def test_a_whole_game_by_touch(visit: Visit) -> None:
    """A tap opens, a long press flags; in flag mode it is the other way round."""
    page = visit(place_of(SMALL), size=(412, 915), touch=True, hold=150)
    player = Player(page, SMALL)
    *by_press, by_tap = player.mines
    for mine in by_press:
        _long_press(page, player.cell(mine))
        player.made(Act.FLAG, mine)
    page.locator("#flag-mode").tap()
    player.cell(by_tap).tap()
    player.made(Act.FLAG, by_tap)
    _long_press(page, player.cell(player.safe[0]))
    player.made(Act.OPEN, player.safe[0])
    page.locator("#flag-mode").tap()
    while not player.is_over:
        cell = player.safe[0]
        player.cell(cell).tap()
        player.made(Act.OPEN, cell)
    expect(page.locator("#game-status")).to_contain_text("Won")


def _long_press(page: Page, cell: Locator) -> None:
    """Rest a finger on a cell; a ring must show how long it takes."""
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    before = faces(page)
    cell.evaluate(_WATCH_RING)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    until(page, "() => window.ring === 'gone'")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, f"before => ({_FACES_NOW}) !== before", before)


_WATCH_RING = """cell => {
    window.ring = "none";
    new MutationObserver(() => {
        const has = getComputedStyle(cell, "::after").animationName === "hold";
        if (has && window.ring === "none") window.ring = "there";
        if (!has && window.ring === "there") window.ring = "gone";
    }).observe(cell, { attributes: true, attributeFilter: ["class"] });
}"""

_FACES_NOW = """[...document.querySelectorAll("#play-board .grid .cell")]
    .sort((a, b) => a.dataset.cell - b.dataset.cell).map(cell => cell.dataset.face).join("")"""


def test_a_finger_that_slips_does_nothing(visit: Visit) -> None:
    page = visit(place_of(SMALL), size=(412, 915), touch=True, hold=800)
    before = faces(page)
    box = page.locator("#play-board [data-cell='0']").bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    start = {"x": box["x"] + 5, "y": box["y"] + 5}
    end = {"x": box["x"] + 5, "y": box["y"] + 60}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [end]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(900)
    assert faces(page) == before


def test_a_click_on_a_number_chords_only_if_that_is_wanted(visit: Visit) -> None:
    page = visit(place_of(BEGINNER), chord=False)
    player = Player(page, BEGINNER)
    for mine in player.mines:
        player.cell(mine).click(button="right")
        player.made(Act.FLAG, mine)
    number = next(filter(player.can_chord, range(player.game.grid.size)))
    before = faces(page)
    player.cell(number).click()
    player.cell(number).press("c")
    player.made(Act.CHORD, number)
    assert faces(page) != before


def test_undo_after_a_mine(visit: Visit) -> None:
    page = visit(place_of(SMALL))
    player = Player(page, SMALL)
    before, mine = faces(page), player.mines[0]
    player.cell(mine).click()
    player.made(Act.OPEN, mine)
    expect(page.locator("#game-status")).to_have_text("Lost.")
    assert said(page).startswith("Lost.")
    page.keyboard.press("u")
    wait_for_faces(page, before)
    expect(page.locator("#game-status")).to_have_text("Your move.")
    expect(page.locator("#assisted")).to_be_visible()
    player.game = Transcript.parse(SMALL).end()
    player.cell(player.safe[0]).click()
    player.made(Act.OPEN, player.safe[0])


def test_restart_is_the_same_board_from_its_start(visit: Visit) -> None:
    page = visit(place_of(SMALL))
    player = Player(page, SMALL)
    before = faces(page)
    for cell in (player.safe[0], player.mines[0]):
        player.cell(cell).click()
        player.made(Act.OPEN, cell)
    page.locator("#restart").click()
    wait_for_faces(page, before)  # the first opened cell has laid the mines, and stays open
    expect(page.locator("#game-time")).to_have_text("0:00")
    player.game = Transcript.parse(SMALL).end()
    player.cell(player.mines[0]).click()
    player.made(Act.OPEN, player.mines[0])


@pytest.mark.long
def test_the_clock_runs_from_the_first_move_to_the_last(visit: Visit) -> None:
    page = visit()
    clock = page.locator("#game-time")
    expect(clock).to_have_text("0:00")
    page.locator("#play-board [data-cell='40']").click()
    expect(clock).not_to_have_text("0:00")  # a second later
    _play_on(page)
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d\.\d$"))
    stopped = clock.inner_text()
    page.wait_for_timeout(500)
    assert clock.inner_text() == stopped
    page.reload()
    page.wait_for_selector("[data-ready]")
    expect(clock).to_have_text(stopped)
    page.keyboard.press("n")
    expect(clock).to_have_text("0:00")


def test_the_game_goes_on_after_a_reload(visit: Visit) -> None:
    page = visit()
    page.locator("#play-board [data-cell='40']").click()
    until(page, "() => document.querySelector('#game-status').textContent === 'Your move.'")
    before = faces(page)
    page.reload()
    wait_for_faces(page, before)


def test_a_game_that_is_left_can_be_gone_back_to(visit: Visit) -> None:
    page = visit()
    page.locator("#play-board [data-cell='40']").click()
    until(page, "() => document.querySelector('#game-status').textContent === 'Your move.'")
    page.locator("#play-board [data-face='#']").first.click(button="right")
    expect(page.locator("#mines-left")).to_have_text("9")
    before = faces(page)
    page.keyboard.press("n")
    wait_for_faces(page, "#" * 81)
    page.get_by_role("button", name="Back to the previous game").click()
    wait_for_faces(page, before)


@pytest.mark.long
def test_only_games_without_help_are_recorded(visit: Visit) -> None:
    """One game is won by what the board shows, one lost on purpose with an AI move in it."""
    page = visit(place_of(""))
    page.locator("#play-board [data-cell='40']").click()
    _play_on(page)
    until(page, "() => (localStorage['mineproof.records'] ?? '[]').includes('beginner no-guess')")
    until(page, "() => JSON.parse(localStorage['mineproof.records'])[0].luck !== null")
    page.keyboard.press("n")
    wait_for_faces(page, "#" * 81)
    page.keyboard.press("a")
    expect(page.locator("#assisted")).to_be_visible()
    _play_on(page, to=max)
    page.get_by_role("link", name="Statistics").click()
    row = page.locator("#statistics-table tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator("td").first).to_have_text("1")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#statistics-table")).to_contain_text("Nothing here yet.")
    page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    records = json.loads(Path(download.value.path()).read_text())
    assert [record["kind"] for record in records] == ["beginner no-guess clearing"]


def _play_on(page: Page, to: Callable[..., int] = min) -> None:
    """Play to the end by exact risks: to the least, as a very careful person would, or the most."""
    while not page.evaluate("document.querySelector('#to-review').checkVisibility()"):
        shown = faces(page)
        if "*" in shown or "!" in shown:
            break
        rows = [shown[i : i + 9] for i in range(0, 81, 9)]
        risks = Exact().look(View.from_rows(rows, mines=10)).risks
        hidden = [cell for cell in risks if shown[cell] == "#"]
        page.locator(f"#play-board [data-cell='{to(hidden, key=lambda c: risks[c])}']").click()
        until(page, f"before => ({_FACES_NOW}) !== before", shown)


def test_a_board_of_your_own(visit: Visit) -> None:
    page = visit()
    page.get_by_label("Level", exact=True).select_option("Custom …")
    page.get_by_label("Rows").and_(page.locator("#setup-rows")).fill("5")
    page.locator("#setup-cols").fill("6")
    page.locator("#setup-mines").fill("31")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#setup")).to_be_visible()  # 31 mines on 30 cells: refused at once
    page.locator("#setup-mines").fill("4")
    page.locator("#setup-shape").select_option("hex")
    page.get_by_role("button", name="Start game").click()
    wait_for_faces(page, "#" * 30)
    expect(page.locator(".board.hex .row")).to_have_count(5)
    assert page.locator("#level").input_value() == "hex:5x6/4"


def test_a_start_rule_added_later_appears_by_itself(visit: Visit) -> None:
    page = visit(own=True)

    def add(route: Route) -> None:
        info = route.fetch().json()
        info["starts"].append("island")
        route.fulfill(body=json.dumps(info), content_type="application/json")

    page.route("**/api/info", add)
    page.reload()
    page.wait_for_selector("[data-ready]")
    page.locator("#level").select_option("own")
    page.locator("#setup-start").select_option("island")


def test_a_game_by_its_code(visit: Visit) -> None:
    page = visit()
    page.locator("#level").select_option("own")
    page.locator("#setup summary").click()
    page.locator("#setup-code").fill("easy/opening#1 d4 D5")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#notice")).to_contain_text("move 2 is 'D5'")
    page.locator("#level").select_option("own")
    page.locator("#setup-code").fill(SMALL)
    page.get_by_role("button", name="Start game").click()
    Player(page, SMALL)


def test_both_languages(visit: Visit) -> None:
    page = visit(place_of(SMALL))
    page.locator("#open-settings").click()
    page.locator("#setting-language").select_option("zh-TW")
    expect(page.locator("html")).to_have_attribute("lang", "zh-TW")
    expect(page.locator("#play-board [data-cell='0']")).to_have_attribute(
        "aria-label", "第 1 列第 1 行，未開"
    )
    page.reload()
    expect(page.locator("#new-game")).to_have_text("新遊戲")
