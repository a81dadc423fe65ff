"""Live hints: what is certain is marked after each move, and never in the way of one."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect
from tests.app.web.browser.coach.test_ask import GUESS, WALL, cell, signed
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import place_of


def expect_signs(page: Page, sign: str, cells: set[int]) -> None:
    expect(page.locator(f"#play-board [data-sign={sign}]")).to_have_count(len(cells))
    assert signed(page, sign) == cells


def test_certain_cells_are_marked_after_each_move(visit: Visit) -> None:
    page = visit()
    page.locator(cell(40)).click()
    page.locator("#play-board [data-face='0']").first.wait_for()
    expect(page.locator("#assisted")).to_be_hidden()
    page.locator("#live-hints").check()
    expect(page.locator("#assisted")).to_be_visible()
    page.evaluate("place => { location.hash = place }", place_of(WALL))
    expect_signs(page, "safe", {1, 3})
    expect_signs(page, "mine", {0, 2})
    expect(page.locator("#live-note")).to_have_text("Safe: 2. Mines: 2.")
    page.locator(cell(1)).click()
    expect_signs(page, "safe", {3})
    page.reload()  # the setting is kept
    page.wait_for_selector("[data-ready]")
    expect_signs(page, "safe", {3})
    page.locator("#live-hints").uncheck()
    expect(page.locator("#play-board [data-sign]")).to_have_count(0)


def test_a_guess_is_marked_otherwise_with_its_risk(visit: Visit) -> None:
    page = visit(place_of(GUESS), live=True)
    best = page.locator("#play-board [data-sign=best]")
    expect(best).to_have_text("50")
    assert "best guess" in (best.get_attribute("aria-label") or "")
    expect(page.locator("#live-note")).to_contain_text("No cell is safe. Best guess:")


def test_an_answer_that_comes_too_late_is_dropped_and_stops_no_move(visit: Visit) -> None:
    page = visit(place_of(WALL), own=True)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if waiting:
            route.continue_()
        else:
            waiting.append(route)

    page.route("**/risks?*", hold)
    with page.expect_request("**/risks?*"):
        page.locator("#live-hints").check()
    page.locator(cell(1)).click()  # while the first question is not answered
    expect(page.locator(cell(1))).to_have_attribute("data-face", "2")
    expect_signs(page, "safe", {3})
    stale = {"frontier": [], "layouts": None, "safe": [[0, 1], [0, 3]], "mines": []}
    with page.expect_response("**/risks?*"):
        waiting[0].fulfill(body=json.dumps(stale), content_type="application/json")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect_signs(page, "safe", {3})
    expect_signs(page, "mine", {0, 2})
