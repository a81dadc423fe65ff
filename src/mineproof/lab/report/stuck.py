"""Stuck games to look at: which games have each cause, and a picture of one of each.

A picture is drawn from the game, played again as it was: the end of a game is the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shlex import quote
from typing import NamedTuple

import polars as pl

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.coach.diagnosis import Cause
from mineproof.lab.columns import AND, GIVEN
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.results import KEYS, Line, Rows, checked, grouped
from mineproof.play.guests import match_of
from mineproof.play.record import Outcome

MOST = 3
"""How many games are named for each cause, setting and entrant."""


class StuckGame(NamedTuple):
    """A stuck game with one cause only, and who played it."""

    cause: Cause
    setting: Setting
    entrant: Entrant
    left: int

    @property
    def caption(self) -> str:
        """Its cause, who played it, and the command that shows it with its mines."""
        hidden = "" if self.entrant.tell_total else " --hide-total"
        engine = f"--engine {quote(self.entrant.full_engine)}{hidden}"
        again = f"mineproof play --game {self.setting} {engine} --answer"
        return f"Stuck, cause: {self.cause.value}. Played by {self.entrant.name}: `{again}`"

    def picture(self) -> str:
        """Return the board at the end as SVG; the cells that are left have a bright frame."""
        match = match_of(Game.of(self.setting), self.entrant)
        record = match.play()
        return match.game.view.svg(lit=record.unmarked_cells, title=str(self.setting))


def stuck_table(rows: Rows) -> pl.DataFrame:
    """Return the `seeds` of the first stuck games with each cause, by setting and entrant."""
    seeds = pl.col("seed").sort().head(MOST)
    groups = grouped(_stuck(rows), ("causes",), seeds.alias("seeds"))
    parts = groups.partition_by(KEYS, maintain_order=True)
    lines = [line for part in parts for line in _by_cause(part.to_dicts())]
    return pl.DataFrame(lines, schema=dict.fromkeys((*KEYS, "cause", "seeds"), pl.String))


def _stuck(rows: Rows) -> pl.LazyFrame:
    """Return the stuck games that have a number: given boards have none."""
    is_stuck = pl.col("outcome") == Outcome.STUCK.value
    return checked(rows).filter(is_stuck, pl.col("start") != GIVEN)


def _by_cause(lines: Sequence[Line]) -> Iterator[Line]:
    for cause in Cause:
        having = [line for line in lines if cause.value in line["causes"].split(AND)]
        seeds = sorted(seed for line in having for seed in line["seeds"])
        if seeds:
            named = ", ".join(f"#{seed}" for seed in seeds[:MOST])
            yield {**{key: lines[0][key] for key in KEYS}, "cause": cause.value, "seeds": named}


def examples(experiment: Experiment, rows: Rows) -> list[StuckGame]:
    """Return a game for each cause: on the smallest board, with the fewest cells left.

    Players that are not ours are left out; their code is not run to draw a picture.
    """
    ours = {entrant.name: entrant for entrant in experiment.entrants if not entrant.is_guest}
    games = grouped(_stuck(rows), ("causes", "left"), pl.col("seed").min())
    found = [
        _game(line, ours[line["entrant"]])
        for line in games.to_dicts()
        if line["entrant"] in ours and AND not in line["causes"]
    ]
    best = [min((g for g in found if g.cause is cause), key=_size, default=None) for cause in Cause]
    return [game for game in best if game]


def _game(line: Line, entrant: Entrant) -> StuckGame:
    setting = Setting.parse(f"{line['level']}/{line['start']}/{line['finish']}#{line['seed']}")
    return StuckGame(Cause(line["causes"]), setting, entrant, line["left"])


def _size(game: StuckGame) -> tuple[int, int, int]:
    return game.setting.level.grid.size, game.left, game.setting.seed
