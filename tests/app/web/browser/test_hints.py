"""The ladder of hints: climbed rung by rung, telling no more than each rung may."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, place_of, said
from tools.browser import until

from mineproof.board.transcript import Transcript
from mineproof.engines.exact import Exact

# The 1 and the 2 of a 1-2-1 wall lead to the mine at c1.
WALL = "layout/clearing *.*. 1211 0000 a3"
GUESS = "layout/clearing *. .. a2 b2"
MARKED = "#play-board :is([data-risk], [data-sign])"


def signs(page: Page) -> dict[str, list[str]]:
    """Return which cells are marked how, by their names."""
    found: dict[str, list[str]] = page.evaluate(
        """() => {
          const found = {};
          for (const cell of document.querySelectorAll("#play-board [data-sign]")) {
            const [row, col] = [Math.floor(cell.dataset.cell / 4), cell.dataset.cell % 4];
            (found[cell.dataset.sign] ??= []).push(`${"abcd"[col]}${row + 1}`);
          }
          return found;
        }"""
    )
    return found


def climb(page: Page, rungs: int) -> None:
    for rung in range(rungs):
        page.keyboard.press("h")
        until(page, "n => document.querySelectorAll('#play-hint .rung').length === n", rung + 1)


def test_a_hint_climbed_to_its_proof(visit: Visit) -> None:
    page = visit(place_of(WALL))
    climb(page, 1)
    assert "There is a safe cell" in said(page)
    assert signs(page) == {}
    expect(page.locator("#play-hint [data-picture]")).to_have_count(0)  # before the proof
    climb_on = {3: {}, 4: {"clue": ["a2", "b2", "c2"]}}
    for rungs, want in climb_on.items():
        page.reload()
        page.wait_for_selector("[data-ready]")
        climb(page, rungs)
        assert signs(page) == want
    page.reload()
    page.wait_for_selector("[data-ready]")
    climb(page, 6)
    assert signs(page)["safe"] == ["b1", "d1"]
    proof = page.locator("#play-hint .rung").last.locator("ol.sentences > li")
    assert proof.count() >= 2
    expect(page.locator("#assisted")).to_be_visible()
    picture = page.locator("#play-hint [data-picture]").first
    with page.expect_download() as saved:
        picture.click()
    assert saved.value.suggested_filename == f"b1.{picture.get_attribute('data-picture')}"


def test_the_cells_of_a_sentence_light_up(visit: Visit) -> None:
    page = visit(place_of(WALL))
    climb(page, 6)
    sentence = page.locator("#play-hint .rung").last.locator(".sentence").first
    sentence.hover()
    by_hover = page.locator("#play-board .lit").count()
    page.mouse.move(0, 0)
    assert page.locator("#play-board .lit").count() == 0
    sentence.focus()
    assert page.locator("#play-board .lit").count() == by_hover > 0


def test_the_last_rung_plays_the_move(visit: Visit) -> None:
    page = visit(place_of(WALL))
    climb(page, 7)
    before = faces(page)
    page.get_by_role("button", name="Play it").click()
    until(
        page, "() => document.querySelector('#play-board [data-cell=\"1\"]').dataset.face === '2'"
    )
    assert before[1] == "#"
    assert signs(page) == {}
    expect(page.locator("#play-hint .rung")).to_have_count(0)


def test_a_move_of_ones_own_ends_the_hint(visit: Visit) -> None:
    page = visit(place_of(WALL))
    climb(page, 5)
    page.locator("#play-board [data-cell='3']").click()
    expect(page.locator("#play-hint .rung")).to_have_count(0)
    assert signs(page) == {}


def test_a_forced_guess_is_told_as_one(visit: Visit) -> None:
    page = visit(place_of(GUESS))
    rungs = page.locator("#play-hint .rung")
    while page.locator("#play-hint table").count() == 0:
        before = rungs.count()
        page.locator("#hint").click()
        expect(rungs).to_have_count(before + 1)
    assert page.locator("#play-hint tbody tr").count() >= 2
    assert page.locator("#play-board [data-sign=best]").count() == 1


def test_a_game_won_by_flags_is_asked_for_anything_certain(visit: Visit) -> None:
    page = visit(place_of("easy/list#4"))
    more = page.locator("#play-hint .more")
    expect(more).to_have_text("Is anything certain?")
    climb(page, 1)
    assert "There is a certain move" in said(page)


def test_on_a_fresh_board_a_hint_is_friendly(visit: Visit) -> None:
    page = visit(place_of("expert/opening#7"))
    climb(page, 3)
    rungs = page.locator("#play-hint .rung")
    expect(rungs.first).to_contain_text("any first cell is safe")
    expect(rungs.last).to_contain_text("Open ")
    assert page.locator("#play-board [data-sign=best]").count() == 1


def test_where_no_cell_is_safe_the_first_rung_says_so(visit: Visit) -> None:
    page = visit(place_of("expert/opening#371 p9"))
    climb(page, 1)
    assert "No cell is safe. One mine is certain; a guess is needed." in said(page)


def test_risks_are_numbers_on_a_scale(visit: Visit) -> None:
    page = visit(place_of(GUESS))
    assert page.locator("[data-risk]").count() == 0  # off unless asked for
    page.locator("#risks").click()
    until(page, "() => document.querySelectorAll('#play-board [data-risk]').length > 0")
    first = page.locator("#play-board [data-cell='0']")
    assert first.inner_text() == "50"
    assert "risk 50%" in (first.get_attribute("aria-label") or "")
    page.locator("#risks").click()
    expect(page.locator("#play-board [data-risk]")).to_have_count(0)


def test_risks_of_another_position_do_not_stay(visit: Visit) -> None:
    """They go with their game, and when those of the next position are refused."""
    page = visit(place_of(GUESS), own=True, fails="/risks?")
    page.locator("#risks").click()
    page.locator(MARKED).first.wait_for()
    page.route("**/risks?*", lambda route: route.fulfill(status=503, json={"error": "too many"}))
    page.locator("#play-board [data-cell='0']").press("f")
    expect(page.locator(MARKED)).to_have_count(0)
    page.unroute_all()
    page.keyboard.press("f")
    page.locator(MARKED).first.wait_for()
    page.route("**/risks?*", lambda _: None)  # no answer comes
    page.evaluate("place => { location.hash = place }", place_of(GUESS))
    expect(page.locator(MARKED)).to_have_count(0)


def test_risks_are_exact(visit: Visit) -> None:
    """Cells beside a clue have theirs, and what is certain has a sign wherever it is."""
    page = visit()
    page.locator("#risks").click()
    for code in ("beginner/opening:d4#7 d4", "6x7/7/opening:c3/clearing#2 c3"):
        view = Transcript.parse(code).end().view
        beside = {near for cell in view.open_cells() for near in view.grid.neighbours(cell)}
        risks = Exact().look(view).risks.items()
        page.evaluate("place => { location.hash = place }", place_of(code))
        want = {c: look(risk) for c, risk in risks if c in beside or risk in (0, 1)}
        expect(page.locator(MARKED)).to_have_count(len(want))
        assert weighed(page) == want


def look(risk: float) -> list[str | None]:
    """Return the sign of a cell, its tenth on the scale, and its text."""
    if risk in (0, 1):
        return ["mine" if risk else "safe", None, ""]
    return [None, f"{round(risk * 10)}", f"{round(risk * 100)}"]


def weighed(page: Page) -> dict[int, list[str | None]]:
    """Return how each marked cell looks."""
    found = page.locator(MARKED).evaluate_all(
        """cells => cells.map(({ dataset, textContent }) =>
            [Number(dataset.cell), [dataset.sign ?? null, dataset.risk ?? null, textContent]])"""
    )
    return dict(found)


def test_wrong_flags_are_found_by_logic(visit: Visit) -> None:
    page = visit(place_of(WALL + " Fb1 Fa1"))
    page.locator("#check-flags").click()
    expect(page.locator("#notice")).to_contain_text("b1")
    assert signs(page) == {"wrong": ["b1"]}


def test_any_cell_is_explained(visit: Visit) -> None:
    page = visit(place_of(WALL))
    page.locator("#play-board [data-cell='2']").focus()
    page.locator("#explain").click()
    expect(page.locator("#play-explanation h3")).to_have_text("c1 is a mine.")
    assert page.locator("#play-explanation .sentence").count() >= 2
    assert signs(page)["mine"] == ["c1"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "told"), [("en", "The server is busy."), ("zh-TW", "伺服器忙碌中")]
)
def test_a_busy_server_is_asked_once_more(visit: Visit, lang: str, told: str) -> None:
    """It refuses twice, which is told, and after the next wish once, which nobody notices."""
    page = visit(place_of(WALL), own=True, fails="/hint", language=lang)
    refusals = [1, 1, 1]

    def refuse(route: Route) -> None:
        if not refusals:
            route.continue_()
            return
        headers = {"Retry-After": str(refusals.pop()), "Content-Type": "application/json"}
        route.fulfill(status=503, headers=headers, body='{"error": "too many wait"}')

    page.route("**/hint", refuse)
    page.keyboard.press("h")
    expect(page.locator("body")).to_contain_text(told)
    assert refusals == [1]
    page.keyboard.press("h")
    until(page, "n => document.querySelectorAll('#play-hint .rung').length === n", 1)
    assert refusals == []
