"""A finished game is looked at again, move by move."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import expected_faces, place_of, wait_for_faces

from mineproof.agents import agent_named
from mineproof.board.game import Game
from mineproof.board.transcript import Transcript
from mineproof.coach.review import Verdict, review
from mineproof.engines import engine_named
from mineproof.play.match import Match

BOARD = "review-board"
MISTAKES = (Verdict.BLUNDER, Verdict.MISSED, Verdict.LUCKY, Verdict.POOR_GUESS)
# The room between the last line of a long remark and the caption of the plot below it.
GAP = """() => {
    const last = document.querySelector("#review-remark > :last-child");
    last.textContent = last.textContent.repeat(8);
    return document.querySelector("#review-plot-title").getBoundingClientRect().top
        - last.getBoundingClientRect().bottom;
}"""


def played(setting: str = "intermediate/opening:d4#28") -> Transcript:
    """A game, lost unless told otherwise, of someone who reads single clues, and else guesses."""
    match = Match(Game.of(setting), agent_named("random", engine_named("single")))
    return Transcript.of(match.game, [turn.move for turn in match.turns()])


def test_a_game_reviewed(visit: Visit) -> None:
    transcript = played()
    found = review(transcript)
    page = visit(place_of(str(transcript)), size=(1280, 640))
    page.locator("#to-review").click()
    moves = page.locator("#review-bar [role=option]")
    expect(moves).to_have_count(len(found.remarks))
    verdicts = [each.get_attribute("data-verdict") for each in moves.all()]
    assert verdicts == [remark.verdict.value for remark in found.remarks]
    assert found.losing is not None
    expect(page.locator("#review-remark h2")).to_contain_text(f"Move {found.losing.number} of")
    assert page.evaluate(GAP) > 0

    moves.nth(3).click()
    expect(moves.nth(3)).to_have_attribute("aria-selected", "true")
    wait_for_faces(page, expected_faces(transcript.before(4).end()), BOARD)
    moves.nth(3).press("ArrowRight")
    expect(moves.nth(4)).to_be_focused()
    wait_for_faces(page, expected_faces(transcript.before(5).end()), BOARD)
    page.locator("#review-first").click()
    wait_for_faces(page, "#" * 256, BOARD)
    page.locator("#review-last").click()
    wait_for_faces(page, expected_faces(transcript.end()), BOARD)
    expect(page.locator("#review-plot-title")).to_have_text("Chance of winning: 0%")


def test_what_was_missed_is_marked(visit: Visit) -> None:
    transcript = played()
    page = visit(place_of(str(transcript)))
    page.locator("#to-review").click()
    mistakes = [each.number for each in review(transcript).remarks if each.verdict in MISTAKES]
    heading = page.locator("#review-remark h2")
    expect(heading).to_contain_text(f"Move {mistakes[-1]} of")
    expect(page.locator("#review-mistake-next")).to_be_disabled()
    for number in reversed(mistakes[:-1]):
        page.keyboard.press("b")
        expect(heading).to_contain_text(f"Move {number} of")
    expect(page.locator("#review-mistake-back")).to_be_disabled()
    for number in mistakes[1:]:
        page.locator("#review-mistake-next").click()
        expect(heading).to_contain_text(f"Move {number} of")
    page.locator("#review-bar [data-verdict=missed]").last.click()
    expect(page.locator(f"#{BOARD} [data-sign]")).to_have_count(1)
    page.locator("#review-show").click()
    expect(page.locator(f"#{BOARD} [data-sign=safe]")).to_have_count(1)
    expect(page.locator(f"#{BOARD} [data-sign=move]")).to_have_count(1)
    assert page.locator(f"#{BOARD} [data-sign=clue]").count() > 0


def test_trying_again_from_a_move(visit: Visit) -> None:
    transcript = played()
    page = visit(place_of(str(transcript)))
    page.locator("#to-review").click()
    page.locator("#review-bar [role=option]").nth(9).click()
    page.locator("#review-again").click()
    wait_for_faces(page, expected_faces(transcript.before(10).end()))
    expect(page.locator("#play")).to_have_attribute("data-status", "playing")
    expect(page.locator("#assisted")).to_be_visible()


def test_a_reviewed_game_is_shared(visit: Visit) -> None:
    transcript = played()
    page = visit(place_of(str(transcript)))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#to-review").click()
    page.locator("#review-share").click()
    expect(page.locator("#notice")).to_be_visible()
    place = page.evaluate("navigator.clipboard.readText()").partition("/#")[2]
    other = visit(f"#{place}")
    wait_for_faces(other, expected_faces(transcript.end()))
    other.locator("#to-review").click()
    expect(other.locator("#review-bar [role=option]")).to_have_count(len(transcript.moves))


def test_the_plot_is_a_way_to_move(visit: Visit) -> None:
    page = visit(place_of(str(played())))
    page.locator("#to-review").click()
    plot = page.locator("#review-plot svg")
    plot.click()  # in its middle
    first = page.locator("#review-remark h2").inner_text()
    number = int(first.split()[1])
    assert 20 < number < 36
    expect(plot).to_have_attribute("role", "img")


def test_before_any_game_there_is_a_way_to_one(visit: Visit) -> None:
    page = visit("#review")
    expect(page.locator("#review-example")).to_have_text("Example")
    expect(page.locator("#review-bar [role=option]")).to_have_count(8)
    page.locator("#review-none").get_by_role("link", name="Play").click()
    expect(page.locator("#play-board .grid")).to_be_visible()


def test_the_move_is_in_sight_on_a_phone(visit: Visit) -> None:
    """From one corner of a large board to the others."""
    transcript = Transcript.parse("expert/opening:p9#11 p9 Fad16 Fa1 Fad1 a14")
    page = visit(place_of(str(transcript)), size=(360, 740))
    page.evaluate("() => { location.hash = '#review' }")
    page.locator("#review-first").click()
    for move in transcript.moves[1:]:
        page.locator("#review-next").click()
        played = page.locator(f"#{BOARD} [data-cell='{move.cell}']")
        expect(played).to_have_attribute("data-sign", re.compile("move|wrong"))
        expect(played).to_be_in_viewport(ratio=0.9)
