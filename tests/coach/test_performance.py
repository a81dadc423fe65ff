"""A played game in figures."""

from __future__ import annotations

import pytest

from mineproof.board.formats.values import Clicks, Replay
from mineproof.board.game import GameStatus
from mineproof.board.transcript import Transcript
from mineproof.coach.performance import Performance, performance
from mineproof.coach.review import review

GAME = Transcript.parse("layout/clearing *1.. 11.. .... *.*. d1 Fa1 Cb2")


def test_what_is_open_counts_and_clicks_count_all() -> None:
    found = performance(Replay(GAME, (0.0, 1.0, 2.0), 2.0, Clicks(3, 4, 1)))
    assert found == Performance(GameStatus.PLAYING, 3, 8, review(GAME).luck, 2.0)
    assert (found.speed, found.efficiency) == (1.5, 3 / 8)


def test_a_transcript_has_a_click_a_move_and_no_time() -> None:
    found = performance(Replay(GAME))
    assert (found.clicks, found.efficiency, found.speed) == (3, 1.0, None)


def test_a_lost_game_counts_what_was_open_before() -> None:
    lost = Transcript.parse("layout/clearing *1.. 11.. d1 a1")
    found = performance(Replay(lost, (0.0, 0.5), 0.0, Clicks(2, 0, 0)))
    assert (found.status, found.bbbv, found.speed) == (GameStatus.LOST, 1, None)
    assert found.luck == pytest.approx(review(lost).luck)


def test_nothing_played_is_no_performance() -> None:
    found = performance(Replay(Transcript(GAME.board), (), None, Clicks(0, 0, 0)))
    assert (found.bbbv, found.efficiency, found.speed) == (0, None, None)
