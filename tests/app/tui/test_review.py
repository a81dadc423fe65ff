"""A finished game, gone through move by move."""

from __future__ import annotations

from tests.app.tui.pilot import acted, on_stage
from textual.widgets import OptionList

from mineproof.app.tui.play import PlayScreen
from mineproof.app.tui.review import ReviewScreen
from mineproof.board.game import GameStatus
from mineproof.coach.review import review
from mineproof.coach.words.review_words import summary_words

LOST = "layout/clearing .*. ... a1 a2 b1"


@acted
async def test_every_move_has_its_verdict() -> None:
    async with on_stage(LOST) as stage:
        found = review(stage.session.transcript)
        await stage.press("v")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        moves = screen.query_one(OptionList)
        await stage.until(lambda: moves.option_count == len(found.remarks) + 1)
        assert all(line in stage.panel for line in summary_words(found, stage.table.words.coach))
        for remark in reversed(found.remarks):
            await stage.press("left")
            assert f"Move {remark.number} of 3" in stage.panel
            assert remark.verdict.value in stage.panel
            assert stage.board.cursor == remark.move.cell
        assert "1" not in "".join(stage.lines[1:]).replace(" 1", "", 1)  # nothing is open yet


@acted
async def test_what_could_be_known_is_marked_and_can_be_sought() -> None:
    async with on_stage(LOST) as stage:
        await stage.press("v")
        moves = stage.app.screen.query_one(OptionList)
        await stage.until(lambda: moves.option_count > 0)
        await stage.press("left_square_bracket")
        assert "missed" in stage.panel
        assert "c1 was certainly safe" in stage.panel
        assert " s" in stage.lines[1]


@acted
async def test_a_move_is_tried_again() -> None:
    async with on_stage(LOST) as stage:
        await stage.press("v")
        moves = stage.app.screen.query_one(OptionList)
        await stage.until(lambda: moves.option_count > 0)
        await stage.press("up", "enter")
        assert isinstance(stage.app.screen, PlayScreen)
        assert stage.session.game.status is GameStatus.PLAYING
        assert len(stage.session.moves) == 2
        assert "assisted" in stage.status


@acted
async def test_a_game_that_goes_on_has_no_review() -> None:
    async with on_stage("easy/opening#1 d4") as stage:
        await stage.press("v")
        assert isinstance(stage.app.screen, PlayScreen)
        assert "Finish a game" in stage.panel
