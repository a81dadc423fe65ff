"""Any cell can be asked about, by mouse, keys and touch: what it is, why not, and what if."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import place_of, said
from tests.app.web.browser.test_access import THEMES, violations

from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.engines.exact import Exact

WALL = "layout/clearing *.*. 1211 0000 a3"  # a1 and c1 are mines, b1 and d1 are safe
GUESS = "layout/clearing *. .. a2 b2"
OPENED = "beginner/opening:d4#7 d4"


def cell(number: Cell) -> str:
    return f"#play-board [data-cell='{number}']"


def signed(page: Page, *signs: str) -> set[Cell]:
    chosen = ", ".join(f"#play-board [data-sign='{sign}']" for sign in signs)
    return {int(each.get_attribute("data-cell") or -1) for each in page.locator(chosen).all()}


def answered(page: Page, title: str) -> None:
    expect(page.locator("#play-explanation h3")).to_contain_text(title)


def test_a_click_with_shift_or_in_the_mode_asks(visit: Visit) -> None:
    page = visit(place_of(WALL))
    page.locator(cell(1)).click(modifiers=["Shift"])
    answered(page, "b1 is safe.")
    assert signed(page, "safe") == {1}
    expect(page.locator("#play-board .asked")).to_have_attribute("data-cell", "1")
    expect(page.locator(cell(1))).to_have_attribute("data-face", "#")  # not opened
    page.locator(".answer .close").click()
    expect(page.locator(".answer, .asked, #play-board [data-sign]")).to_have_count(0)
    page.locator("#ask").click()
    expect(page.locator(cell(0))).to_have_css("cursor", "help")
    page.locator(cell(0)).click()
    answered(page, "a1 is a mine.")
    # The contrary of what is certain is refuted, by the same proof.
    page.get_by_role("button", name="is safe?").click()
    expect(page.locator(".then")).to_contain_text("That cannot be: a1 is a mine.")
    assert page.locator(".then .step .sentence").count() >= 1
    page.locator("#ask").click()
    page.locator(cell(1)).click()
    expect(page.locator(cell(1))).to_have_attribute("data-face", "2")  # opened
    expect(page.locator(".answer, .asked")).to_have_count(0)


def test_keys_ask_and_a_card_shows_the_risk(visit: Visit) -> None:
    page = visit(place_of(GUESS))
    card = page.locator("[role=tooltip]")
    page.locator(cell(0)).focus()
    page.keyboard.press("q")
    assert "Asking" in said(page)
    expect(card).to_contain_text("a1: risk 50%")  # of the cell that has the focus already
    page.keyboard.press("ArrowRight")
    page.evaluate("document.dispatchEvent(new Event('scroll'))")  # as arrows do on a large board
    expect(card).to_contain_text("b1: risk 50%")
    described = page.locator(cell(1)).get_attribute("aria-describedby")
    assert described == card.get_attribute("id")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator(cell(0)).hover()
    expect(card).to_contain_text("a1: risk 50%")
    page.keyboard.press("Enter")
    answered(page, "b1 is a mine with probability 50%.")
    assert "Two layouts that fit" in said(page)
    page.get_by_role("button", name="is a mine?").press("Enter")
    expect(page.locator(".then")).to_contain_text("Then a1 is safe.")
    assert (signed(page, "then_mine"), signed(page, "then_safe")) == ({1}, {0})
    page.keyboard.press("Escape")
    expect(page.locator(".answer")).to_have_count(0)
    page.keyboard.press("q")
    page.locator(cell(1)).hover()
    expect(card).to_be_hidden()
    page.keyboard.press("e")  # without the mode, about the cell with the focus
    answered(page, "b1 is a mine with probability 50%.")


def test_why_not_is_told_by_two_layouts_that_fit(visit: Visit) -> None:
    page = visit(place_of(OPENED))
    view = Transcript.parse(OPENED).end().view
    risks = Exact().look(view).risks
    asked = next(c for c, risk in risks.items() if 0 < risk < 1)
    page.locator(cell(asked)).click(modifiers=["Shift"])
    shown = []
    for name in ("With a mine", "safe"):
        button = page.locator(".layouts button", has_text=name)
        if name == "safe":
            button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".layouts p")).to_contain_text("one layout that fits")
        shown.append(signed(page, "layout_mine", "layout_far"))
        assert fits(view, shown[-1])
    assert asked in shown[0] - shown[1]
    assert signed(page, "layout_free") == (shown[0] - shown[1]) | {asked}
    label = page.locator(cell(asked)).get_attribute("aria-label") or ""
    assert "no mine in this layout" in label
    page.locator(".layouts button", has_text="safe").click()  # once more: nothing is drawn
    assert signed(page, "layout_mine", "layout_free") == set()


def fits(view: View, mines: set[Cell]) -> bool:
    near = view.grid.neighbours
    return len(mines) == view.mines and all(
        len(mines & set(near(clue))) == view.number(clue) for clue in view.open_cells()
    )


@pytest.mark.parametrize(("size", "touch"), [((1280, 800), False), ((360, 740), True)])
def test_what_would_follow_comes_into_sight(
    visit: Visit, size: tuple[int, int], *, touch: bool
) -> None:
    """Below a long answer, too; the board keeps its place, and has a frame on all sides."""
    page = visit(place_of("expert/opening#371 p9"), size=size, touch=touch)
    page.keyboard.press("q")
    page.locator(cell(194)).click()
    answered(page, "o7 is a mine with probability")
    before = page.evaluate("scrollY")
    page.get_by_role("button", name="is a mine?").click()
    expect(page.locator(".then li").first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="is a mine?")).to_be_in_viewport()
    assert page.evaluate("scrollY") == before
    frame = "grid => parseFloat(getComputedStyle(grid).outlineOffset)"
    assert page.locator("#play-board .grid").evaluate(frame) <= -3


def test_a_tap_asks_in_the_mode(visit: Visit) -> None:
    """On a phone the answer stands at the foot of the screen, beside the board."""
    page = visit(place_of(GUESS), touch=True, size=(390, 844))
    page.locator("#ask").tap()
    page.locator(cell(0)).tap()
    answered(page, "a1 is a mine with probability 50%.")
    expect(page.locator(".answer")).to_be_in_viewport()
    page.locator(".layouts button", has_text="safe").tap()
    assert (signed(page, "layout_mine"), signed(page, "layout_free")) == ({1}, {0})
    assert page.evaluate("document.documentElement.scrollWidth <= 390")
    page.locator(".answer .close").tap()
    page.locator("#ask").tap()
    page.locator(cell(1)).tap()
    expect(page.locator("#play")).to_have_attribute("data-status", "won")
    expect(page.locator("#ask")).to_be_hidden()


@pytest.mark.long
def test_axe_finds_nothing_in_answers(visit: Visit) -> None:
    page = visit(place_of(GUESS), system={"reduced_motion": "reduce"})
    page.evaluate(module("axe-core/axe.min.js").read_text())
    page.locator("#live-hints").check()
    expect(page.locator("#live-note")).to_contain_text("Best guess")
    assert violations(page, "light") == []
    page.locator("#ask").click()
    page.locator(cell(0)).click()
    answered(page, "a1")
    page.locator(cell(1)).hover()
    expect(page.locator("[role=tooltip]")).to_be_visible()
    assert violations(page, "light") == []
    page.get_by_role("button", name="is a mine?").click()
    expect(page.locator(".then")).to_contain_text("Then")
    for theme in THEMES:
        assert violations(page, theme, only=["color-contrast"]) == [], theme
    page.set_viewport_size({"width": 412, "height": 915})
    assert violations(page, "light", only=["target-size", "scrollable-region-focusable"]) == []


def test_analyse_says_one_thing_about_a_guess(visit: Visit) -> None:
    """A mine is certain, no cell is safe: both the verdict and the hint say so."""
    page = visit("#analyse/s.1x6.2.01-a1-")
    verdict = page.locator("#analyse-verdict")
    expect(verdict).to_contain_text("No cell is certainly safe")
    page.locator("#analyse-hint button").click()
    hint = page.locator("#analyse-hint .rung").first
    expect(hint).to_contain_text("No cell is safe. One mine is certain; a guess is needed.")
    expect(verdict.locator("tbody tr")).to_have_count(2)
    expect(verdict).to_contain_text("Compared by searching all play to its end")


CANDIDATE = {"risk": 0.085, "win": 0.385, "win_error": 0.0123, "progress": 1.0, "survival": 1.0}
GUESSING = {
    "kind": "guessing",
    "candidates": [
        {"cell": [0, i], "name": "ad16", "is_dead": False, "fifty_fifty": None} | CANDIDATE
        for i in range(3)
    ],
    "words": ["A guess.", "1", "2", "3", "Compared by playouts (deep budget)."],
}


def test_the_table_of_guesses_fits_its_panel(visit: Visit) -> None:
    page = visit(own=True)

    def guess(route: Route) -> None:
        route.fulfill(body=json.dumps(GUESSING), content_type="application/json")

    page.route("**/analyse/guess", guess)
    page.evaluate("location.hash = '#analyse/s.1x6.2.01-a1-'")
    expect(page.locator("#analyse-verdict")).to_contain_text("(deep budget)")
    expect(page.locator("#analyse-verdict td").nth(1)).to_have_text("39%±2.5%")
    wide = "e => [e.scrollWidth, e.querySelector('table').offsetWidth].map(w => w - e.clientWidth)"
    sheet = page.locator("#analyse .sheet", has=page.locator("#analyse-verdict"))
    for width, height in ((1280, 800), (1024, 768), (390, 844), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert max(sheet.evaluate(wide)) <= 0, width


def test_a_fresh_board_is_no_error_in_any_language(visit: Visit) -> None:
    page = visit(place_of("expert/opening#7"), own=True)
    refused: list[str] = []
    page.on("response", lambda r: refused.append(r.url) if r.status >= 400 else None)
    for language, told in (("en", "any first cell is safe"), ("zh-TW", "安全")):
        page.evaluate(SPEAK, language)
        page.reload()
        page.wait_for_selector("[data-ready]")
        page.keyboard.press("h")
        expect(page.locator("#play-hint .rung").first).to_contain_text(told)
        page.keyboard.press("e")
        answered(page, "p9")  # in the middle
        expect(page.locator(".answer .choices")).to_have_count(0)  # nothing to suppose
    assert refused == []


def test_chinese_sentences_follow_each_other_without_a_blank(visit: Visit) -> None:
    page = visit(place_of(GUESS), language="zh-TW")
    page.locator(cell(0)).click(modifiers=["Shift"])
    expect(page.locator("#live")).to_have_text(re.compile(r"^a1 .*。\S+。$"))
    for _ in range(6):
        page.keyboard.press("h")
    expect(page.locator("#live")).to_have_text(re.compile(r"。\S+。$"))


SPEAK = "language => { localStorage['mineproof.settings'] = JSON.stringify({ language }) }"
