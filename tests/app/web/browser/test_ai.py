"""The AI at the table: single moves with their reasons, and whole games by itself."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import faces, place_of
from tools.browser import until

from mineproof.agents import agent_named
from mineproof.board.game import Game
from mineproof.board.rules import LEVELS
from mineproof.board.transcript import Transcript
from mineproof.engines import engine_named
from mineproof.play.match import Match

# On a board of each level someone who takes the least risk comes to this end.
ENDS = {
    "easy/list9#1": "won",
    "medium/list16#0": "won",
    "hard/list22#0": "won",
    "beginner/opening:d4#6": "won",
    "intermediate/opening:d4#12": "won",
    "expert/opening:d4#11": "lost",
    "cs50/none#12": "won",
}

LAST = 25


def choose(page: Page, engine: str, agent: str) -> None:
    page.locator("#tab-ai").click()
    page.locator("#ai-engine").select_option(engine)
    page.locator("#ai-agent").select_option(agent)


def test_there_is_a_board_of_each_level() -> None:
    assert [code.partition("/")[0] for code in ENDS] == list(LEVELS)


@pytest.mark.parametrize("code", ENDS)
def test_autoplay_to_the_end(visit: Visit, code: str) -> None:
    """On every level the AI comes to an end by itself, as fast as it can.

    Of a long game it plays the last moves; those before are all alike.
    """
    page = visit(place_of(late(code)), size=(800, 500), system={"reduced_motion": "reduce"})
    choose(page, "cascade", "safest")
    page.locator("#ai-speed").fill("20")
    expect(page.locator("#ai-speed-value")).to_have_text("as fast as possible")
    page.locator("#ai-auto").click()
    expect(page.locator("#play")).to_have_attribute("data-status", ENDS[code], timeout=300_000)
    expect(page.locator("#ai-auto")).to_have_text("Autoplay")
    assert page.evaluate("localStorage['mineproof.records'] ?? null") is None


@pytest.mark.long
def test_cs50_plays_its_own_game(visit: Visit) -> None:
    """Sentences, no mine count, and a game that is won when exactly the mines are flagged."""
    page = visit(place_of(late("cs50/none/flagging#3")), system={"reduced_motion": "reduce"})
    choose(page, "subset", "random")
    page.locator("#ai-blind").check()
    page.locator("#ai-speed").fill("20")
    page.locator("#ai-auto").click()
    expect(page.locator("#play")).to_have_attribute("data-status", "won", timeout=60_000)
    layout = Game.of("cs50/none/flagging#3").layout
    assert {cell for cell, face in enumerate(faces(page)) if face == "F"} == layout.mines


def test_flags_of_cs50s_game_can_be_taken_back(visit: Visit) -> None:
    page = visit(place_of("1x4/2/none/flagging#3"), size=(800, 500))
    mines = Game.of("1x4/2/none/flagging#3").layout.mines
    (wrong, other) = sorted(set(range(4)) - mines)
    cells = [page.locator(f"#play-board [data-cell='{cell}']") for cell in range(4)]
    for cell in (wrong, *mines):
        cells[cell].click(button="right")
        expect(cells[cell]).to_have_attribute("data-face", "F")
    expect(page.locator("#play")).to_have_attribute("data-status", "playing")
    cells[wrong].click(button="right")
    expect(page.locator("#play")).to_have_attribute("data-status", "won")
    expect(cells[other]).to_have_attribute("data-face", "#")


def test_the_ai_may_not_know_the_mine_count(visit: Visit) -> None:
    """Without the count nothing says that d1 is safe: as with CS50's AI."""
    page = visit(place_of("layout/marking:a1 ..*. b1 Fc1"))
    choose(page, "exact", "never-guess")
    page.get_by_label("The AI does not know the mine count").check()
    page.locator("#ai-move").click()
    expect(page.locator("#ai-now")).to_contain_text("Stuck")
    page.reload()
    page.locator("#tab-ai").click()
    expect(page.locator("#ai-blind")).to_be_checked()
    page.locator("#ai-blind").uncheck()
    page.locator("#ai-move").click()
    expect(page.locator("#play")).to_have_attribute("data-status", "won")


def test_options_of_an_engine(visit: Visit) -> None:
    page = visit(place_of("layout/marking:a2,b2,c2,d2 .**. 1221"))
    choose(page, "resolution", "never-guess")
    options = page.get_by_label("Options")
    options.fill("width=1, count_limit=0")
    page.locator("#ai-move").click()
    expect(page.locator("#ai-now")).to_contain_text("Stuck")
    options.fill("depth=2")
    page.locator("#ai-move").click()
    expect(page.locator("body")).to_contain_text("resolution has no option 'depth'")
    options.fill("width=2")
    page.locator("#ai-move").click()
    expect(page.locator("#ai-now h3")).to_have_text("c1 is a mine · Resolution")
    page.locator("#ai-engine").select_option("single")
    expect(options).to_have_value("")


def late(code: str) -> str:
    """Return a game in which no more than the last moves of a careful player are left."""
    match = Match(Game.of(code), agent_named("safest", engine_named("exact")))
    moves = [turn.move for turn in match.turns()]
    return str(Transcript.of(match.game, moves[:-LAST]))


def test_autoplay_stops_when_it_is_told_to(visit: Visit) -> None:
    page = visit(place_of("hard/list22#4"))
    choose(page, "cascade", "never-guess")
    page.locator("#ai-speed").fill("14")
    page.locator("#ai-auto").click()
    expect(page.locator("#ai-auto")).to_have_text("Stop")
    until(page, "() => document.querySelectorAll('#ai-log li').length > 2")
    page.keyboard.press("Escape")
    expect(page.locator("#ai-auto")).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(200)
    before = faces(page)
    page.wait_for_timeout(300)
    assert faces(page) == before


@pytest.mark.long
def test_the_speed_can_be_changed_while_it_runs(visit: Visit) -> None:
    """At the slowest two moves are two seconds apart: this game would take minutes."""
    page = visit(place_of("easy/list9#1"), system={"reduced_motion": "reduce"})
    choose(page, "cascade", "safest")
    page.locator("#ai-speed").fill("0")
    expect(page.locator("#ai-speed-value")).to_have_text("0.5 moves per second")
    page.locator("#ai-auto").click()
    page.locator("#ai-now h3").wait_for()
    page.locator("#ai-speed").fill("20")
    expect(page.locator("#play")).to_have_attribute("data-status", "won", timeout=60_000)


def test_a_move_comes_with_its_proof_and_lights_up(visit: Visit) -> None:
    page = visit(place_of("easy/list9#1"))
    choose(page, "single", "never-guess")
    page.keyboard.press("a")
    told = page.locator("#ai-now li").first
    expect(told.locator("h3")).to_contain_text("Single clues")
    sentence = told.locator(".sentence").first
    sentence.focus()
    assert page.locator("#play-board .lit").count() > 0
    names = sentence.locator("b").all_inner_texts()
    assert names


def test_a_guess_is_compared_with_others(visit: Visit) -> None:
    """a1 and b1 of this board are a 50/50."""
    page = visit(place_of("layout/clearing *. .. a2 b2"))
    choose(page, "exact", "safest")
    page.locator("#ai-move").click()
    rows = page.locator("#ai-now tbody tr")
    expect(rows).to_have_count(2)
    expect(page.locator("#ai-now h3")).to_contain_text("guess")
    heads = page.locator("#ai-now thead th")
    expect(heads).to_have_text(["Cell", "Risk", "Win", "2 moves", "Progress"])
    expect(rows.nth(0).locator("td")).to_have_text(["50%", "50%", "50%", "50%"])
    rows.nth(1).hover()
    expect(page.locator("#play-board .lit")).to_have_count(1)


def test_who_does_not_guess_gets_stuck_and_says_so(visit: Visit) -> None:
    page = visit(place_of("layout/clearing *. .. a2 b2"))
    choose(page, "exact", "never-guess")
    page.locator("#ai-auto").click()
    expect(page.locator("#ai-now h3")).to_have_text("Stuck")
    expect(page.locator("#ai-auto")).to_have_text("Autoplay")


def test_a_move_can_be_watched_step_by_step(visit: Visit) -> None:
    """The link leads to the position before the move, as the player saw it, and to the engine."""
    page = visit(place_of("5x5/4/list#60"))
    shown = faces(page)
    choose(page, "resolution", "never-guess")
    page.locator("#ai-move").click()
    move = page.locator("#ai-now h3").inner_text()
    page.locator("#ai-now .watch").click()
    expect(page.locator("#logic-sentence")).to_contain_text("This is the position")
    assert faces(page, "logic-board") == shown
    page.keyboard.press("m")
    cell = page.locator("#logic-sentence p").inner_text().split("proves that ")[1].split(" ")[0]
    assert cell in move


def test_marks_of_the_marking_game_are_facts(visit: Visit) -> None:
    page = visit(place_of("layout/marking:a1 ..*. .... a2 b1 b2 Fc1"))
    choose(page, "exact", "never-guess")
    page.locator("#ai-move").click()
    page.locator("#ai-now .watch").click()
    expect(page.locator("#logic-board [data-face='*']")).to_have_count(1)


def test_an_engine_without_risks_gets_an_agent_that_needs_none(visit: Visit) -> None:
    page = visit()
    choose(page, "cascade", "safest")
    page.locator("#ai-engine").select_option("single")
    expect(page.locator("#ai-agent")).to_have_value("never-guess")
    assert page.locator("#ai-agent option[value=safest]").is_disabled()


def test_a_player_added_later_appears_by_itself(visit: Visit) -> None:
    page = visit(own=True)

    def add(route: Route) -> None:
        info = route.fetch().json()
        info["agents"].append({"name": "oracle", "about": "Thinks ahead.", "needs_risks": True})
        route.fulfill(body=json.dumps(info), content_type="application/json")

    page.route("**/api/info", add)
    page.reload()
    page.locator("#tab-ai").click()
    page.locator("#ai-agent").select_option("oracle")
    expect(page.locator("#ai-agent-about")).to_have_text("Thinks ahead.")
