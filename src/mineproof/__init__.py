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

import sys
from types import ModuleType

from mineproof.board.appointed import appoint
from mineproof.version import __version__

TYPE_CHECKING = False  # importing `typing` would take longer than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mineproof.agents import AGENTS
    from mineproof.board.game import Game
    from mineproof.board.grid import Cell, Grid
    from mineproof.board.layout import Layout
    from mineproof.board.rng import Rng
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
    from mineproof.facade.coach import best_moves, explain, generate, hint, review, suppose
    from mineproof.facade.play import PlayedGame, play
else:
    # A command, or a script that needs a view, should not wait for all engines and the coach: each
    # name is loaded when it is first asked for.
    _HOMES = {
        "agents": ("AGENTS",),
        "board.game": ("Game",),
        "board.grid": ("Grid",),
        "board.layout": ("Layout",),
        "board.rules": ("Level", "Start"),
        "board.transcript": ("Transcript",),
        "board.view": ("View",),
        "engines": ("ENGINES",),
        "engines.study": ("study",),
        "errors": (
            *("BadInput", "Contradiction", "IllegalMove"),
            *("LimitReached", "MineproofError", "UnknownName"),
        ),
        "facade.analysis": ("Analysis", "analyse", "analyse_many"),
        "facade.coach": ("best_moves", "explain", "generate", "hint", "review", "suppose"),
        "facade.play": ("PlayedGame", "play"),
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

    def __getattr__(name):
        if name not in _HOME_OF:
            raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f"mineproof.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})

    class _Package(ModuleType):
        """The package: `play` is its function, although importing the room `play` would set it."""

        def __setattr__(self, name, value):
            if name != "play" or not isinstance(value, ModuleType):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Package


def _judge(view: View, cells: Sequence[Cell], layout: Layout, rng: Rng) -> Layout:
    from mineproof.play.judge import judge

    return judge(view, cells, layout, rng)


appoint(_judge)  # a board cannot count layouts; who judges its prove-it games can

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
