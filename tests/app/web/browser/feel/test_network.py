"""What the player does is shown at once, and reaches a server that is slow, or gone for a while."""

from __future__ import annotations

import pytest
from benchmarks.service.flags import FLAG, slow_down
from playwright.sync_api import Page, Route, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, faces, place_of, wait_for_faces
from tools.browser import Server, until

from mineproof.board.game import Act

pytestmark = pytest.mark.long

BEGINNER = "beginner/opening:d4#8 d4"
LATENCY = 300  # milliseconds that every request takes longer


def test_ten_flags_take_hardly_longer_than_one(visit: Visit) -> None:
    """`make bench-flags` has the figures."""
    page = visit(place_of(BEGINNER), own=True)
    player = Player(page, BEGINNER)
    slow_down(page, LATENCY)
    one = page.evaluate(FLAG, player.mines[:1])
    player.made(Act.FLAG, player.mines[0])
    ten = page.evaluate(FLAG, player.mines)
    assert (one["seen"], one["left"]) == (["F"], "9")
    assert (ten["seen"], ten["left"]) == (["#", *"F" * 9], "1")  # all before any answer
    assert ten["requests"] <= 6
    assert ten["took"] < 2 * one["took"] + 200
    for mine in player.mines:
        player.game.flag(mine)
    player.check()
    page.reload()
    player.check()


CLICK_QUICKLY = """() => {
    const cell = number => document.querySelector(`#play-board [data-cell="${number}"]`);
    for (const number of [40, 41, 40]) cell(number).click();
    for (let i = 0; i < 3; i++)
        cell(0).dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    return [document.querySelectorAll("#play-board .cell.pending").length, cell(0).dataset.face];
}"""


def test_quick_clicks_are_made_in_their_order(visit: Visit) -> None:
    """Openings look pressed at once, flags are toggled, and what comes too late is dropped."""
    page = visit(place_of("beginner/opening#0"), own=True)
    slow_down(page, LATENCY)
    page.locator("#play-board [data-cell='0']").focus()
    assert page.evaluate(CLICK_QUICKLY) == [2, "F"]
    until(page, "() => !document.querySelector('#play-board .cell.pending')")
    assert faces(page)[0] == "F"
    assert faces(page)[40] in "0123456789"
    expect(page.locator("#notice")).not_to_be_visible()
    page.keyboard.press("u")
    page.keyboard.press("n")
    wait_for_faces(page, "#" * 81)


def test_what_is_refused_is_taken_back(visit: Visit) -> None:
    """A second tab with the same game follows the first one; if it cannot, it is told."""
    page = visit(place_of(BEGINNER), own=True)
    player = Player(page, BEGINNER)
    other = page.context.new_page()
    other.goto(page.url.partition("#")[0])
    other.wait_for_selector("[data-ready]")
    player.cell(player.mines[0]).click(button="right")
    player.made(Act.FLAG, player.mines[0])
    wait_for_faces(other, faces(page))

    page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    player.cell(player.mines[1]).click(button="right")
    player.made(Act.FLAG, player.mines[1])
    other.locator(f"#play-board [data-cell='{player.mines[2]}']").click(button="right")
    expect(other.locator("#notice")).to_contain_text("gone on elsewhere")
    wait_for_faces(other, faces(page))
    other.close()


HURRY = """() => {
    const real = window.setTimeout;
    window.setTimeout = (work, wait) => real(work, wait >= 7000 ? 50 : wait);
}"""


def test_a_dead_server_loses_no_click(visit: Visit, server: Server) -> None:
    """The notice stays as long as it is true, in every view; then what was done is sent, once."""
    page = visit(place_of(BEGINNER), own=True)
    player = Player(page, BEGINNER)
    page.evaluate(HURRY)  # other notices leave soon
    server.stop()
    try:
        _play_in_vain(page, player)
    finally:
        server.start()
    player.game.open(player.safe[0])
    player.made(Act.FLAG, player.mines[0])
    expect(page.locator("#notice")).not_to_be_visible()
    page.evaluate("location.hash = '#statistics'")
    expect(page.locator("#statistics-table")).to_contain_text("Nothing here yet")


def _play_in_vain(page: Page, player: Player) -> None:
    """Open a safe cell and flag a mine at a server that is gone, and look around meanwhile."""
    opened, flag = player.safe[0], player.mines[0]
    player.cell(opened).click()
    player.cell(flag).click(button="right")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("is not responding")
    with page.expect_event("requestfailed", lambda request: "statistics" in request.url):
        page.evaluate("location.hash = '#statistics'")  # which was not loaded yet
    expect(notice).to_contain_text("is not responding")
    page.evaluate("location.hash = '#play'")
    expect(player.cell(opened)).to_have_class("cell pending")
    expect(notice).to_contain_text("is not responding")


def test_an_undo_without_an_answer_is_sent_again(visit: Visit) -> None:
    """Only if it was not done: the second time, the answer is lost on its way back."""
    page = visit(place_of(BEGINNER), own=True, fails="/undo")
    player = Player(page, BEGINNER)
    for mine in player.mines[:3]:
        player.cell(mine).click(button="right")
        player.made(Act.FLAG, mine)
    for mine, lose in zip(player.mines[2:0:-1], (_lose, _answer_and_lose), strict=True):
        page.route("**/undo", lose, times=1)
        page.keyboard.press("u")
        expect(page.locator("#notice")).to_contain_text("Nothing was lost")
        player.game.flag(mine)
        player.check()
    page.reload()
    player.check()


def _lose(route: Route) -> None:
    route.abort()


def _answer_and_lose(route: Route) -> None:
    route.fetch()
    route.abort()
