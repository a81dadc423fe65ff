"""Lessons on the page: read, ask, answer wrongly and rightly, keep the progress."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import said
from tools.browser import until

from mineproof.course.answers import solution_text
from mineproof.course.library import library

FACES = "grid => [...grid.querySelectorAll('.cell')].map(cell => cell.dataset.face).join('')"


def card(page: Page, number: int) -> Locator:
    return page.locator(f"#exercise-{number}")


def cell(place: Locator, at: int) -> Locator:
    return place.locator(f"[data-cell='{at}']").first


def check(place: Locator) -> None:
    place.locator("[type=submit]").click()


def test_a_lesson_is_read_and_answered_and_progress_is_kept(visit: Visit) -> None:
    page = visit("#learn")
    page.locator(".lessons a").first.click()
    expect(page.locator("#lesson-title")).to_be_focused()
    expect(page).to_have_title("Learn · mineproof")
    second = card(page, 2)
    cell(second, 3).click()
    check(second)
    expect(second.locator(".bad")).to_have_text("a2 could be a mine: here is a layout that fits.")
    assert second.locator(".told .grid").evaluate(FACES) == "11#*1#11#"
    cell(second, 3).click()
    for at in (2, 5, 8):
        cell(second, at).click()
    check(second)
    expect(second.locator(".right")).to_have_text("Right.")
    expect(page.locator("#lesson-progress")).to_have_text("1 of 5 exercises solved")
    page.reload()
    expect(second.locator(".chip")).to_be_visible()
    expect(card(page, 1).locator(".chip")).to_be_hidden()
    page.locator(".crumbs a").click()
    expect(page.locator(".lessons a").first).to_contain_text("●○○○○")


def test_progress_is_reset_and_that_is_taken_back(visit: Visit) -> None:
    page = visit("#play")
    page.evaluate("() => { localStorage['mineproof.learn'] = '{\"dpll\": [1, 2, 3, 4, 5]}' }")
    page.evaluate("() => { location.hash = '#learn' }")
    done = page.locator(".lessons .done")
    expect(done).to_have_count(1)
    page.locator("#learn-reset").click()
    expect(done).to_have_count(0)
    page.locator("#notice button").click()
    expect(done).to_contain_text("DPLL")


def test_boards_in_the_text_answer_and_claims_light_up(visit: Visit) -> None:
    page = visit("#learn/1")
    board = page.locator(".lesson-board").first
    cell(board, 0).click()
    expect(board.locator(".told h3")).to_have_text("a1 is a mine.")
    cell(board, 0).click(button="right")
    expect(cell(board, 0)).to_have_attribute("data-face", "F")
    page.locator(".claim", has_text="the 1 at b2").hover()
    expect(cell(board, 4)).to_have_class("cell lit")


def test_an_exercise_by_keyboard_only(visit: Visit) -> None:
    page = visit("#learn/7")
    page.locator("#exercise-1-answer").focus()
    page.keyboard.type("a1 b1")
    page.keyboard.press("Enter")
    expect(card(page, 1).locator(".bad")).to_have_text("b1 does not belong there.")
    assert said(page) == "b1 does not belong there."
    page.keyboard.press("Control+A")
    page.keyboard.type("c1 a1")
    page.keyboard.press("Enter")
    expect(card(page, 1).locator(".right")).to_be_visible()
    page.evaluate("() => { location.hash = '#learn/1' }")
    expect(page.locator("#lesson-title")).to_have_text("One clue")
    cell(card(page, 1), 0).focus()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(card(page, 1).locator(".right")).to_be_visible()


def test_clauses_are_typed_by_clicks(visit: Visit) -> None:
    page = visit("#learn/4")
    first = card(page, 1)
    check(first)
    expect(first.locator(".bad")).to_have_text("Give an answer first.")
    for button in ("left", "right"):
        for at in (0, 1):
            cell(first, at).click(button=button)
        first.locator("textarea").press("Enter")
    expect(first.locator("textarea")).to_have_value("a1 b1\n¬a1 ¬b1\n")
    check(first)
    expect(first.locator(".right")).to_be_visible()
    first.locator("button:not([type=submit])", has_text="Show").click()
    expect(first.locator(".answer")).to_have_text("The answer: a1 ∨ b1\n¬a1 ∨ ¬b1")


def test_every_way_to_answer_takes_the_solution(visit: Visit) -> None:
    page = visit("#learn/9")
    step = card(page, 2)
    step.locator("[type=text]").fill("¬c1")
    check(step)
    expect(step.locator(".right")).to_be_visible()
    step = card(page, 3)
    step.get_by_text("Decide").click()
    check(step)
    expect(step.locator(".bad")).to_contain_text("look at the lit cells")
    expect(step.locator(".lit")).to_have_count(2)
    step.get_by_text("Conflict").click()
    check(step)
    expect(step.locator(".right")).to_be_visible()
    for place, number in (("#learn/6", 1), ("#learn/12", 4)):
        page.evaluate("place => { location.hash = place }", place)
        lesson = library().find(place.rpartition("/")[2])
        expect(page.locator("#lesson-title")).to_have_text(lesson.texts["en"].title)
        listed = card(page, number)
        for chosen in solution_text(lesson.exercises[number - 1]).split():
            listed.locator(f"[value='{chosen}']").check()
        check(listed)
        expect(listed.locator(".right")).to_be_visible()


def test_chinese_on_a_phone_with_a_link_to_a_name(visit: Visit) -> None:
    page = visit("#learn/mine-count", size=(360, 740), language="zh-TW")
    expect(page.locator("#lesson-title")).to_have_text("地雷總數")
    until(page, "() => document.documentElement.scrollWidth <= 360")
    page.keyboard.press("n")
    expect(page.locator("#lesson-title")).to_have_text("DPLL：假設與搜尋")
    assert page.evaluate("location.hash") == "#learn/9"
    page.locator("#learn-previous").click()
    expect(page.locator("#lesson-title")).to_have_text("地雷總數")
    until(page, "() => document.documentElement.scrollWidth <= 360")


def test_the_language_changes_where_the_reader_is(visit: Visit) -> None:
    page = visit("#learn/7")
    expect(page.locator("#lesson-title")).to_have_text("Resolution")
    page.locator("#open-settings").click()
    page.locator("#setting-language").select_option("zh-TW")
    expect(page.locator("#lesson-title")).to_have_text("歸結")


def test_an_unknown_lesson_leads_to_the_list(visit: Visit) -> None:
    page = visit("#learn/99")
    expect(page.locator(".lessons a").first).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("lesson '99'; expected 1 to 12, or a name")
