"""You resolve: an exercise solved by keyboard alone, by mouse and by touch, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import said

from mineproof.course.exercises.ready import exercise_named
from mineproof.course.exercises.resolution.resolve import Resolve
from mineproof.course.exercises.resolution.sheet import Refused
from mineproof.course.language import language
from mineproof.logic.proof import cell_of

EXERCISE = "resolve-2-1"


class Student:
    """Someone who knows the exercise that the page shows."""

    def __init__(self, page: Page, name: str = EXERCISE) -> None:
        found = exercise_named(name)
        assert isinstance(found, Resolve)
        self.page, self.exercise = page, found
        self.given = len(found.given())
        expect(self.lines).to_have_count(self.given)

    @property
    def lines(self) -> Locator:
        return self.page.locator("#resolve [role=option]")

    @property
    def verdict(self) -> Locator:
        return self.page.locator("#resolve .verdict")

    @property
    def result(self) -> Locator:
        return self.page.locator("#resolve .figures")

    def step(self, pair: list[int]) -> None:
        for line in pair:
            self.lines.nth(line).click()

    def said_of(self, answer: list[list[int]], tag: str = "en") -> str:
        return str(self.exercise.say(self.exercise.check(answer), language(tag)))

    def refused(self) -> list[int]:
        """Return a pair of lines that do not resolve."""
        sheet, numbers = self.exercise.sheet(), range(self.given)
        pairs = ([one, other] for one in numbers for other in numbers if one != other)
        return next(p for p in pairs if isinstance(sheet.attempt((p[0], p[1])), Refused))


def test_by_keyboard_alone(visit: Visit) -> None:
    """Tab reaches the lines, arrows move, Space chooses; U, H and N are for all else."""
    page = visit(f"#resolve/{EXERCISE}")
    student, at = Student(page), 0
    page.locator("#resolve-next").focus()
    while page.evaluate("document.activeElement.getAttribute('role')") != "option":
        page.keyboard.press("Tab")
    steps = student.exercise.solution()
    for made, pair in enumerate(steps, 1):
        for line in pair:
            key = "ArrowDown" if line > at else "ArrowUp"
            for _ in range(abs(line - at)):
                page.keyboard.press(key)
            expect(student.lines.nth(line)).to_be_focused()
            page.keyboard.press("Space")
            at = line
        expect(student.lines).to_have_count(student.given + made)
        expect(student.verdict).to_have_text(student.said_of(steps[:made]))
        assert said(page) == student.said_of(steps[:made])
        expect(student.lines.nth(at)).to_be_focused()
    expect(student.result).to_contain_text("all shorter ones were tried")
    expect(page.locator(f"#resolve-menu option[value={EXERCISE}]")).to_contain_text("✓ 3")
    page.keyboard.press("u")
    expect(student.lines).to_have_count(student.given + len(steps) - 1)
    expect(student.result).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#resolve .explanation .sentences")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("#resolve-menu")).to_have_value("resolve-2-2")


def test_a_refusal_says_why_and_changes_nothing(visit: Visit) -> None:
    student = Student(visit(f"#resolve/{EXERCISE}"))
    pair = student.refused()
    student.step(pair)
    expect(student.verdict.locator(".bad")).to_have_text(student.said_of([pair]))
    expect(student.lines).to_have_count(student.given)
    line = student.lines.nth(0)
    line.click()
    expect(line).to_have_attribute("aria-selected", "true")
    line.click()
    expect(line).to_have_attribute("aria-selected", "false")


def test_chosen_clauses_light_up_their_cells_and_clues(visit: Visit) -> None:
    student = Student(visit(f"#resolve/{EXERCISE}"))
    clause, clues = next(iter(student.exercise.given().items()))
    page, goal = student.page, cell_of(student.exercise.literal)
    student.lines.nth(0).click()
    page.mouse.move(0, 0)
    expect(page.locator("#resolve .cell.lit")).to_have_count(len(clause))
    for lit in clause:
        cell = page.locator(f"#resolve [data-cell='{cell_of(lit)}'].lit")
        expect(cell).to_have_count(1)
    expect(page.locator("#resolve [data-sign=clue]")).to_have_count(len(clues))
    expect(page.locator("#resolve [data-sign=goal]")).to_have_attribute("data-cell", str(goal))


def test_hints_lead_rung_by_rung_to_the_pair(visit: Visit) -> None:
    student = Student(visit(f"#resolve/{EXERCISE}"))
    page, words = student.page, language("en")
    button = page.locator("#resolve [data-tool=hint]")
    for rung in range(4):
        button.click()
        told = page.locator("#resolve .explanation .sentences")
        expect(told.nth(rung)).to_have_text(str(student.exercise.hint(rung, words, []).words))
    expect(button).to_be_disabled()
    expect(page.locator("#resolve .hinted")).to_have_count(2)
    student.step(student.exercise.solution()[0])
    expect(page.locator("#resolve .explanation .sentences")).to_have_count(0)
    expect(button).to_be_enabled()


def test_the_solution_is_shown_but_counts_for_nothing(visit: Visit) -> None:
    student = Student(visit(f"#resolve/{EXERCISE}"))
    student.page.locator("#resolve [data-tool=review]").click()
    steps = student.exercise.solution()
    expect(student.lines).to_have_count(student.given + len(steps))
    expect(student.result).to_contain_text(str(len(steps)))
    expect(student.page.locator("#resolve-menu option", has_text="✓")).to_have_count(0)
    student.page.locator("#resolve [data-tool=restart]").click()
    expect(student.lines).to_have_count(student.given)


def test_everything_follows_the_language(visit: Visit) -> None:
    student = Student(visit(f"#resolve/{EXERCISE}"))
    page, steps = student.page, student.exercise.solution()
    student.step(steps[0])
    expect(student.lines).to_have_count(student.given + 1)
    page.locator("#open-settings").click()
    page.locator("#setting-language").select_option("zh-TW")
    page.keyboard.press("Escape")
    expect(student.verdict).to_have_text(student.said_of(steps[:1], "zh-TW"))
    expect(page.locator("#resolve .task")).to_contain_text("證明")
    for pair in steps[1:]:
        student.step(pair)
        expect(student.lines.nth(student.given)).to_be_visible()
    expect(student.result).to_contain_text("更短的都試過了")


@pytest.mark.long
def test_by_touch_on_a_narrow_phone(visit: Visit) -> None:
    """Nothing is wider than the screen, and the board stays in sight above the clauses."""
    page = visit("#resolve/resolve-5-1", size=(360, 740), touch=True)
    student = Student(page, "resolve-5-1")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for made, pair in enumerate(student.exercise.solution(), 1):
        for line in pair:
            student.lines.nth(line).tap()
        expect(student.lines).to_have_count(student.given + made)
    student.lines.last.scroll_into_view_if_needed()
    expect(page.locator("#resolve .grid")).to_be_in_viewport()
    expect(student.result).to_have_count(1)


def test_lessons_lead_there_and_the_last_exercise_is_kept(visit: Visit) -> None:
    page = visit("#learn")
    page.locator("#learn a[href='#resolve']").click()
    Student(page, "resolve-1-1")
    page.locator("#resolve-menu").select_option("resolve-3-2")
    Student(page, "resolve-3-2")
    page.evaluate("location.hash = '#resolve'")
    page.reload()
    expect(page.locator("#resolve-menu")).to_have_value("resolve-3-2")


def test_a_textbooks_questions_are_answered_on_the_board_or_in_writing(visit: Visit) -> None:
    page = visit("#resolve/textbook-without-count")
    card = page.locator("#resolve-card")
    for name in ("c1", "d1"):
        card.locator(f"[data-cell='{'abcde'.index(name[0])}']").first.click()
    card.locator("[type=submit]").click()
    expect(card.locator(".told")).to_contain_text("it is not the kind of layout")
    for cell in (3, 4):
        card.locator(f"[data-cell='{cell}']").first.click()
    card.locator("[type=submit]").click()
    expect(card.locator(".told .right")).to_have_text("Right.")
    expect(page.locator("#resolve-menu option:checked")).to_contain_text("✓")
    page.evaluate("location.hash = '#resolve/textbook-two-of-four'")
    clauses = "a1 b1 c1\na1 b1 c2\na1 c1 c2\nb1 c1 c2"
    field = card.locator("textarea")
    field.fill(clauses)
    card.locator("[type=submit]").click()
    expect(card.locator(".told .bad")).to_contain_text("Not enough")
    negative = clauses.replace("a1", "-a1").replace("b1", "-b1").replace("c", "-c")
    field.fill(f"{clauses}\n{negative}")
    card.locator("[type=submit]").click()
    expect(card.locator(".told .right")).to_have_text("Right.")
    page.evaluate("location.hash = '#resolve/textbook-row'")
    Student(page, "textbook-row")
    expect(card).to_be_hidden()
