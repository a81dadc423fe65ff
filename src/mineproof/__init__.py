"""mineproof: the Minesweeper player that proves every move.

A position is a View, made from a picture: `#` is hidden, a digit is open, `F` is a flag. Cells are
given by number, in reading order from 0, or by name: b3 is the second cell of the third row.

>>> import mineproof
>>> view = View.from_picture("#### 1221 0000", mines=2)
>>> found = analyse(view)
>>> view.names(found.safe), view.names(found.mines)
(['a1', 'd1'], ['b1', 'c1'])
>>> best = mineproof.best_moves(View.from_picture("1## ###", mines=2))
>>> best.names[0], best[0].risk, round(best[0].win, 3)
('c1', 0.5, 0.333)
>>> game = Game.new("beginner", "opening:d4", seed=7)
>>> opened = game.open("d4")
>>> game.view.number("b3"), mineproof.best_moves(game.view).names
(2, ['g4', 'g7'])

Results have `to_json()`, in the shape that the commands print. README.md has a longer session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mineproof.agents import AGENTS
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.judge import appoint
from mineproof.board.layout import Layout
from mineproof.board.rules import Level, Start
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.engines import ENGINES
from mineproof.engines.study import study
from mineproof.errors import (
    BadInput,
    Contradiction,
    IllegalMove,
    LimitReached,
    MineproofError,
    UnknownName,
)
from mineproof.facade.analysis import Analysis, analyse, analyse_many
from mineproof.facade.play import PlayedGame, play
from mineproof.play.judge import judge
from mineproof.version import __version__

if TYPE_CHECKING:
    from mineproof.facade.coach import best_moves, explain, generate, hint, review, suppose
else:

    def __getattr__(name):
        # The coach takes as long to load as all the rest, so it waits until it is asked for.
        if name not in ("best_moves", "explain", "generate", "hint", "review", "suppose"):
            raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
        from mineproof.facade import coach

        return getattr(coach, name)


appoint(judge)  # a board cannot count layouts; who judges its prove-it games can

__all__ = [
    "AGENTS",
    "ENGINES",
    "Analysis",
    "BadInput",
    "Contradiction",
    "Game",
    "Grid",
    "IllegalMove",
    "Layout",
    "Level",
    "LimitReached",
    "MineproofError",
    "PlayedGame",
    "Start",
    "Transcript",
    "UnknownName",
    "View",
    "__version__",
    "analyse",
    "analyse_many",
    "best_moves",
    "explain",
    "generate",
    "hint",
    "play",
    "review",
    "study",
    "suppose",
]
