"""The classic theme, motion and sound where they are welcome, question marks, proved flags."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import Player, faces, place_of, wait_for_faces
from tools.browser import until

from mineproof.board.game import Act
from mineproof.engines.cascade import Cascade

BEGINNER = "beginner/opening:d4#8 d4"


def test_the_classic_theme_has_counters_and_a_smiley(visit: Visit) -> None:
    page = visit(place_of(BEGINNER), theme="classic")
    player = Player(page, BEGINNER)
    expect(page.locator("#mines-led")).to_have_attribute("data-shown", "010")
    expect(page.locator("#time-led")).to_have_attribute("data-shown", "000")
    player.cell(player.mines[0]).click(button="right")
    expect(page.locator("#mines-led")).to_have_attribute("data-shown", "009")
    smiley = page.get_by_role("button", name="New game").and_(page.locator("#smiley"))
    face = "getComputedStyle(document.querySelector('#smiley')).backgroundImage"
    calm = page.evaluate(face)
    player.cell(player.mines[1]).click()
    expect(page.locator("#game-status")).to_have_text("Lost.")
    assert page.evaluate(face) != calm
    smiley.click()
    wait_for_faces(page, "#" * 81)
    page.locator("#open-settings").click()
    page.locator("#setting-theme").select_option("light")
    expect(page.locator("#smiley")).not_to_be_visible()


HEAR = """() => {
    window.notes = 0;
    const real = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (at) { notes += 1; real.call(this, at); };
    window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
}"""


def test_sound_and_motion_where_they_are_welcome(visit: Visit) -> None:
    wishes = {"reduced_motion": "no-preference"}
    page = visit(system=wishes, motion=True, sound=True, own=True)
    page.evaluate(HEAR)
    page.locator("#play-board [data-cell='40']").click()
    until(page, "() => notes > 0 && moved > 1")  # a note at least, and every cell that has opened
    page.emulate_media(reduced_motion="reduce")
    before = page.evaluate("moved")
    for _ in range(2):  # when the second is heard, the first would have been seen to move
        heard = page.evaluate("notes")
        page.keyboard.press("a")
        until(page, "heard => notes > heard", heard)
    assert page.evaluate("moved") == before


def test_question_marks_survive_a_reload(visit: Visit) -> None:
    page = visit(place_of(BEGINNER), marks=True)
    player = Player(page, BEGINNER)
    mine = player.mines[0]
    player.cell(mine).click(button="right")
    player.made(Act.FLAG, mine)
    player.cell(mine).click(button="right")
    player.made(Act.FLAG, mine)
    marked = page.locator("#play-board .cell.question")
    expect(marked).to_have_attribute("aria-label", re.compile(", question mark$"))
    expect(page.locator("#live")).to_have_text(re.compile(", question mark. 10 mines left.$"))
    page.reload()
    player.check()
    expect(marked).to_have_attribute("aria-label", re.compile(", question mark$"))
    player.cell(mine).click(button="right")
    expect(marked).to_have_count(0)
    expect(player.cell(mine)).to_have_attribute("aria-label", re.compile(", hidden$"))
    player.check()


def test_proved_mines_are_flagged_if_that_is_wanted(visit: Visit) -> None:
    page = visit(place_of(BEGINNER), autoflag=True)
    player = Player(page, BEGINNER)
    player.cell(player.safe[0]).click()
    player.game.open(player.safe[0])
    proved = Cascade().look(player.game.view).mines
    for mine in proved:
        player.game.flag(mine)
    player.check()
    assert "F" in faces(page)
    expect(page.locator("#notice")).to_contain_text(player.game.grid.name(proved[0]))
    expect(page.locator("#assisted")).to_be_visible()


def test_a_view_is_seen_when_its_style_has_come(visit: Visit) -> None:
    """What is in the page from the start would else be seen without any style for a moment."""
    page = visit(own=True)
    held: list[Route] = []
    page.route("**/css/logic.css", lambda route: held.append(route))  # noqa: PLW0108 - no builtin
    page.evaluate("location.hash = '#logic'")
    while not held:
        page.wait_for_timeout(15)
    expect(page.locator("#logic")).to_have_css("visibility", "hidden")
    held[0].continue_()
    expect(page.locator("#logic-step")).to_be_visible()
