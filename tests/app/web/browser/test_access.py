"""For everyone: axe finds nothing, the keyboard reaches all, wishes of the system are honoured."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import cycle, product
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.npm import module
from tests.app.web.browser.player import Player, place_of, said
from tests.app.web.browser.puzzles.pupil import Pupil
from tests.app.web.browser.review.test_review import played
from tools.browser import until

from mineproof.coach.boards.exercises import Worth

BEGINNER = "beginner/opening:d4#8 d4"
WALL = "layout/clearing *.*. 1211 0000 a3 Fb1"
GUESS = "layout/clearing *. .. a2 b2"
CORNER = WALL.replace("Fb1", "Fa1")
WON = "layout/clearing *. .. a2 b2 b1"
PLAYED = str(played("beginner/opening:d4#8"))
LOST = "6x7/7/opening:c3/clearing#2 c3 Fa1"
RISKY = "6x7/7/opening:c3/clearing#4 c3"


def go(place: str, wait: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.evaluate("place => { location.hash = place }", place)
        page.locator(wait).first.wait_for()

    return prepare


def game(code: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.evaluate("place => { location.hash = place }", place_of(code))
        until(page, "() => location.hash === '#play'")

    return prepare


def press(name: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"#{name}").click()


def dialog(name: str, opener: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.locator(f"#{opener}").click()
        expect(page.locator(f"#{name}")).to_be_visible()

    return prepare


def at_step(place: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.evaluate("place => { location.hash = place }", place)
        step = place.rpartition("%3D")[2]
        until(page, "step => document.querySelector('#logic-slider').value === step", step)

    return prepare


def choose_cell(page: Page) -> None:
    page.locator("#logic-board .cell").first.click()
    page.locator("#logic-only-cell").check()


def close(page: Page) -> None:
    page.keyboard.press("Escape")


def climb(page: Page) -> None:
    for rung in range(6):
        page.keyboard.press("h")
        until(page, "n => document.querySelectorAll('#play-hint .rung').length === n", rung + 1)


def lose(page: Page) -> None:
    player = Player(page, LOST)
    player.cell(player.mines[0]).click()
    expect(page.locator("#play")).to_have_attribute("data-status", "lost")


def resolve(page: Page) -> None:
    page.locator("#ai-engine").select_option("resolution")
    page.locator("#ai-move").click()
    page.locator("#ai-now .watch").wait_for()


def tree(page: Page) -> None:
    page.locator(".to-tree").click()
    page.locator(".derivation .node").first.wait_for()


def setup(page: Page) -> None:
    page.locator("#level").select_option("own")
    expect(page.locator("#setup")).to_be_visible()


def records(page: Page) -> None:
    record = {"kind": "beginner safe clearing", "won": True, "seconds": 12.3, "bbbv": 12}
    kept = json.dumps([record | {"guesses": 1, "luck": 0.2, "when": "2026-01-01T00:00:00Z"}])
    page.evaluate("kept => { localStorage['mineproof.records'] = kept }", kept)
    go("#statistics", "#statistics-table table")(page)


def last_step(page: Page) -> None:
    for _ in range(2):
        page.locator("#tour-next").click()
    page.locator("#tour-stage [data-cell='0']").click()
    page.locator("#tour-stage [data-sign=mine]").wait_for()


def check_flags(page: Page) -> None:
    page.locator("#check-flags").click()
    page.locator("#play-board [data-sign=wrong]").wait_for()


def explain(page: Page) -> None:
    page.locator("#play-board [data-cell='2']").focus()
    page.locator("#explain").click()
    page.locator("#play-explanation .step").first.wait_for()


def show_risks(page: Page) -> None:
    page.locator("#risks").click()
    page.locator("#play-board [data-risk]").first.wait_for()


def guess(page: Page) -> None:
    page.locator("#ai-engine").select_option("exact")
    page.locator("#ai-agent").select_option("safest")
    page.locator("#ai-move").click()
    page.locator("#ai-now tbody tr").first.wait_for()


def ladder(page: Page) -> None:
    page.locator("#puzzle-hint").click()
    page.locator("#puzzle-ladder .rung").first.wait_for()


def mistake(page: Page) -> None:
    pupil = Pupil(page)
    pupil.click(pupil.answer(Worth.WRONG))
    page.locator("#puzzle-told .bad").wait_for()


def ratings(page: Page) -> None:
    page.locator("#puzzle-ratings summary").click()
    page.locator("#puzzle-classes td").first.wait_for()


def shared(page: Page) -> None:
    page.locator("#puzzle-told .day button").wait_for()


def daily(page: Page) -> None:
    page.locator("#daily").click()
    expect(page.locator("#of-day")).to_be_visible()


def ask_lesson(page: Page) -> None:
    page.locator("#lesson-title", has_text="One clue").wait_for()
    page.locator(".lesson-board [data-cell='0']").first.click()
    page.locator(".lesson-board .explanation").wait_for()


def answer_wrongly(page: Page) -> None:
    page.locator("#exercise-2 [data-cell='3']").click()
    page.locator("#exercise-2 [type=submit]").click()
    page.locator("#exercise-2 .told .grid").wait_for()


def prove(page: Page) -> None:
    page.locator("#resolve [data-tool=hint]").click()
    page.locator("#resolve .explanation .sentence").wait_for()
    page.locator("#resolve [data-tool=review]").click()
    page.locator("#resolve .figures").wait_for()


Steps = list[Callable[[Page], None]]
GROUPS: dict[str, dict[str, Steps]] = {
    "play": {
        "start": [go("#play", "#play-board .cell")],
        "playing": [game(LOST)],
        "hint": [game(WALL), climb],
        "explained": [game(WALL), explain],
        "wrong flag": [game(WALL), check_flags],
        "risks": [game(RISKY), show_risks],
        "hex": [game("hex:5x6/6/opening:c3#1 c3")],
        "lost": [game(LOST), lose],
        "won": [game(WON)],
    },
    "puzzles": {
        "asked": [go("#puzzles/1-1", "#puzzle-board .cell"), ladder],
        "wrong": [mistake],
        "explained": [press("puzzle-show"), go("#puzzles/1-1", "#puzzle-told .step"), ratings],
        "storm": [go("#puzzles/storm", "#puzzle-next")],
        "day": [go("#puzzles/daily", "#puzzle-board .cell"), press("puzzle-show"), shared],
        "resolve": [go("#resolve/resolve-2-1", "#resolve .line")],
        "proved": [prove],
        "daily": [go("#play", "#play-board .cell"), daily],
    },
    "ai and review": {
        "nothing to review": [go("#review", "#review-none a")],
        "watchable": [game("easy/list9#1"), press("tab-ai"), resolve],
        "guess": [game(GUESS), guess],
        "review": [game(PLAYED), go("#review", "#review-bar [role=option]")],
        "no statistics": [go("#statistics", "#statistics-table p")],
        "statistics": [go("#play", "#play-board .cell"), records],
    },
    "learn": {
        "list": [go("#learn", ".lessons a")],
        "asked": [go("#learn/1", "#exercise-1"), ask_lesson, answer_wrongly],
        "clauses": [go("#learn/4", "#exercise-1 textarea")],
        "steps": [go("#learn/9", "#exercise-2 ol")],
        "models": [go("#learn/10", ".models .cell")],
        "rates": [go("#learn/12", "#exercise-4 .boxes")],
    },
    "logic": {
        "begin": [go("#logic/3x3%2F2%2Flist2%2363", "#logic-sentence p")],
        "resolved": [at_step("#logic/3x3%2F2%2Flist2%2363%3Fstep%3D38")],
        "left": [at_step("#logic/4x4%2F3%2Flist3%2398%3Fstep%3D199"), choose_cell],
        "search tree": [at_step("#logic/s.3x4.4.-d23-a1a-%3Fengine%3Ddpll%26step%3D38")],
        "steps": [press("tab-steps")],
        "settings": [press("tab-compare")],
        "open": [dialog("open-file", "logic-file")],
    },
    "analyse and dialogs": {
        "more games": [dialog("games", "open-games")],
        "about": [close, dialog("about", "open-about")],
        "help": [close, dialog("help", "open-help")],
        "tour": [press("start-tour"), last_step],
        "settings": [close, dialog("settings", "open-settings")],
        "setup": [close, setup],
        "analyse": [close, go("#analyse/s.3x4.u.-c12a10c", "#analyse-verdict p")],
        "tree": [press("analyse-explain"), tree],
        "guesses": [go("#analyse/s.3x3.3.-10-31-b", "#analyse-verdict tbody tr")],
        "impossible": [go("#analyse/s.2x2.u.-a13", "#analyse-verdict .bad")],
    },
}  # fmt: skip

AXE = "async options => (await axe.run(document, options)).violations"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
DRESS = "theme => { document.documentElement.dataset.theme = theme }"
THEMES: dict[str, tuple[str, Literal["light", "dark"]]] = {
    "light": ("light", "light"),
    "dark": ("dark", "dark"),
    "contrast": ("contrast", "light"),
    "dark contrast": ("contrast", "dark"),
    "classic": ("classic", "light"),
}
OTHERS = [theme for theme in THEMES if theme != "light"]


DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=412, height=915)
# Of all rules of axe, those that ask where things are, and not only what they are. Contrast is the
# same on a phone, and takes as long as all others.
PLACES = ["scrollable-region-focusable", "target-size", "link-in-text-block"]


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS)
def test_axe_finds_nothing_in_any_view_and_state(visit: Visit, group: str) -> None:
    """By all rules in the light theme; on a phone by those on places, else by that on colours.

    The other themes take turns: test_palette.py has every pair of colours in each of them.
    """
    page = visit(system={"reduced_motion": "reduce"})
    page.evaluate(module("axe-core/axe.min.js").read_text())
    for (state, steps), theme in zip(GROUPS[group].items(), cycle(OTHERS), strict=False):
        for step in steps:
            step(page)
        assert violations(page, "light") == [], state
        assert violations(page, theme, only=["color-contrast"]) == [], f"{state}, {theme}"
        page.set_viewport_size(PHONE)
        page.evaluate(TWO_FRAMES)  # in which boards and panels are fitted again
        assert violations(page, "light", only=PLACES) == [], f"{state}, phone"
        page.set_viewport_size(DESKTOP)


def violations(
    page: Page, theme: str, *, only: list[str] | None = None
) -> list[tuple[str, list[str]]]:
    """Return what axe finds in a theme, by these rules or by all."""
    name, scheme = THEMES[theme]
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(DRESS, name)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if only is not None:
        options |= {"runOnly": only, "preload": False}
    found = page.evaluate(AXE, options)
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


def test_the_grid_is_one_tab_stop(visit: Visit) -> None:
    page = visit(place_of(BEGINNER))
    stops = "document.querySelectorAll('#play-board [tabindex=\"0\"]').length"
    assert page.evaluate(stops) == 1
    page.locator("#play-board [data-cell='30']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(stops) == 1
    expect(page.locator("#play-board [data-cell='31']")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") != "gridcell"
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#play-board [data-cell='31']")).to_be_focused()


def test_labels_of_cells(visit: Visit) -> None:
    page = visit(place_of(WALL))
    labels = page.locator("#play-board .cell")
    expect(labels.nth(5)).to_have_attribute("aria-label", "row 2 column 2, 2, one flag nearby")
    expect(labels.nth(1)).to_have_attribute("aria-label", "row 1 column 2, flag")
    expect(labels.nth(0)).to_have_attribute("aria-label", "row 1 column 1, hidden")
    expect(labels.nth(9)).to_have_attribute("aria-label", "row 3 column 2, empty")
    labels.nth(0).click(button="right")
    expect(labels.nth(5)).to_have_attribute("aria-label", "row 2 column 2, 2, 2 flags nearby")
    page.locator("#open-settings").click()
    page.locator("#setting-speech").select_option("short")
    expect(labels.nth(5)).to_have_attribute("aria-label", "b2, 2, 2 flags nearby")


def test_the_live_region_tells_what_happens(visit: Visit) -> None:
    page = visit(place_of(WALL))
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    page.locator("#play-board [data-cell='2']").press("f")
    expect(live).to_have_text("row 1 column 3, flag. 0 mines left.")
    page.keyboard.press("f")
    expect(live).to_have_text("row 1 column 3, hidden. One mine left.")
    page.keyboard.press("d")
    told = said(page)
    assert "3 rows, 4 columns, 2 mines." in told
    assert "You are at row 1 column 3: hidden." in told
    page.locator("#play-board [data-cell='2']").press("Space")
    expect(live).to_contain_text("Lost")


def test_an_assistive_program_may_click(visit: Visit) -> None:
    page = visit(place_of(WALL))
    page.locator("#play-board [data-cell='3']").evaluate("cell => cell.click()")
    expect(page.locator("#play-board [data-cell='3']")).to_have_attribute("data-face", "1")


def test_the_head_can_be_skipped(visit: Visit) -> None:
    page = visit("#statistics")
    page.locator("#skip").press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("#statistics")).to_be_visible()


def test_help_by_its_key(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).not_to_be_visible()


def test_keys_are_left_alone_in_fields(visit: Visit) -> None:
    page = visit(place_of(WALL))
    page.locator("#level").focus()
    page.keyboard.press("u")
    page.locator("#level").select_option("own")
    page.locator("#setup-rows").press("n")
    expect(page.locator("#setup")).to_be_visible()
    assert page.locator("#play-board .cell").count() == 12


MOVING = """() => [...document.querySelectorAll("*")].filter(element => {
    const style = getComputedStyle(element);
    return parseFloat(style.transitionDuration) > 0 || style.animationName !== "none";
}).length"""


def test_motion_only_where_it_is_welcome(visit: Visit) -> None:
    page = visit(system={"reduced_motion": "reduce"})
    assert page.evaluate(MOVING) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING) > 0


def test_forced_colours_are_used(visit: Visit) -> None:
    """Every digit has the system's colour; flags and marks differ by shape, not by colour."""
    page = visit(place_of(CORNER), system={"forced_colors": "active"})
    colours = page.evaluate(
        """() => [...document.querySelectorAll("#play-board .cell")]
            .filter(cell => /[1-8]/.test(cell.dataset.face))
            .map(cell => getComputedStyle(cell).color)"""
    )
    system = page.evaluate(
        """() => {
          const probe = document.body.appendChild(document.createElement("p"));
          probe.className = "probe";
          probe.style.color = "CanvasText";
          return getComputedStyle(probe).color;
        }"""
    )
    assert set(colours) == {system}
    climb(page)
    drawn = page.evaluate(DRAWN)
    assert all(sign["ink"] != sign["ground"] for sign in drawn)
    shapes = {sign["sign"]: sign["shape"] for sign in drawn}
    assert len(set(shapes.values())) == len(shapes) == 2  # a flag, and what is proved
    assert "none" not in shapes.values()


DRAWN = """() => [...document.querySelectorAll(
        "#play-board :is([data-face=F], [data-sign=safe], [data-sign=mine])")].map(cell => {
    const drawing = getComputedStyle(cell, "::before");
    return { sign: cell.dataset.face === "F" ? "F" : cell.dataset.sign, shape: drawing.maskImage,
             ink: drawing.backgroundColor, ground: getComputedStyle(cell).backgroundColor };
})"""


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CONTRASTS: tuple[Literal["no-preference", "more"], ...] = ("no-preference", "more")


# The page hears of a change of the system's wishes with the next frame.
GROUND = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
    () => done(getComputedStyle(document.body).backgroundColor))))"""


def test_the_system_chooses_the_theme(visit: Visit) -> None:
    page, found = visit(theme="auto"), set()
    for scheme, contrast in product(SCHEMES, CONTRASTS):
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        found.add(page.evaluate(GROUND))
    assert len(found) == 4


@pytest.mark.parametrize("code", ["8x9/10/opening:d4#5 d4", "easy/list4#4", BEGINNER])
def test_small_boards_fit_on_a_phone(visit: Visit, code: str) -> None:
    page = visit(place_of(code), size=(412, 915), touch=True)
    sizes = page.evaluate(
        """() => {
          const frame = document.querySelector("#play-board");
          const cell = frame.querySelector(".cell").getBoundingClientRect();
          return [cell.width, cell.height, frame.scrollWidth - frame.clientWidth,
                  document.documentElement.scrollWidth - innerWidth];
        }"""
    )
    assert min(sizes[:2]) >= 24
    assert max(sizes[2:]) <= 0
