"""Stuck games to look at: one of each cause, with a picture.

A picture is drawn from the game, played again as it was: the end of a game is the same every time.
"""

from __future__ import annotations

from shlex import quote
from typing import NamedTuple

import polars as pl

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.coach.diagnosis import Cause
from mineproof.lab.columns import AND
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.results import Line, Rows, grouped, stuck_rows
from mineproof.play.guests import match_of


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


def examples(experiment: Experiment, rows: Rows) -> list[StuckGame]:
    """Return a game for each cause: on the smallest board, with the fewest cells left.

    Players that are not ours are left out; their code is not run to draw a picture.
    """
    ours = {entrant.name: entrant for entrant in experiment.entrants if not entrant.is_guest}
    games = grouped(stuck_rows(rows), ("causes", "left"), pl.col("seed").min())
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
