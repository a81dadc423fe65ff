"""Games to look at: each has the cause that it is shown for."""

from __future__ import annotations

import polars as pl

from mineproof.board.game import Game
from mineproof.coach.diagnosis import Cause
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.stuck import examples
from mineproof.lab.run.rows import play_chunk
from mineproof.play.guests import match_of
from mineproof.play.record import Outcome

MINE = Experiment.of(
    "mine", ["single", "resolution(width=1)"], ["6x6/7/list6", "easy/list"], games=40
)


def test_an_example_of_each_cause_with_its_picture() -> None:
    rows = pl.concat(map(play_chunk, MINE.chunks()))
    found = examples(MINE, rows)
    assert len({game.cause for game in found}) == len(found) >= 2
    for game in found:
        row = rows.filter(
            entrant=game.entrant.name,
            level=str(game.setting.level),
            start=str(game.setting.start),
            seed=game.setting.seed,
        )
        assert row["causes"].to_list() == [game.cause.value]
        record = match_of(Game.of(game.setting), game.entrant).play()
        assert record.outcome is Outcome.STUCK
        assert record.unmarked == game.left
        picture = game.picture()
        assert str(game.setting) in picture


def test_a_caption_shows_the_game_with_its_mines() -> None:
    (game, *_) = examples(MINE, pl.concat(map(play_chunk, MINE.chunks())))
    assert game.cause in Cause
    again = f"mineproof play --game {game.setting} --engine {game.entrant.full_engine} --answer"
    assert again in game.caption.replace("'", "")
