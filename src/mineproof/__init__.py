"""mineproof: the Minesweeper player that proves every move.

A position is a View, made from a picture: `#` is hidden, a digit is open, `F` is a flag. Cells are
given by number, in reading order from 0, or by name: b3 is the second cell of the third row.

>>> import mineproof
>>> view = mineproof.View.from_picture('''
... ####
... 1221
... 0000''', mines=2)

What is certain, and why:

>>> found = mineproof.analyse(view)
>>> view.names(found.safe), view.names(found.mines)
(['a1', 'd1'], ['b1', 'c1'])
>>> print(mineproof.explain(view, "c1"))
The 2 at b2 needs one more mine than the 1 at a2, and has only one cell of its own, c1.
So c1 is a mine.
>>> print(mineproof.hint(view, rung=0))
There is a certain move.

Where nothing is certain, the odds, and the guess that wins most often:

>>> corner = mineproof.View.from_picture("1## ###", mines=2)
>>> position = mineproof.study(corner)
>>> position.layouts, round(position.chance(mines=["b1"], safe=["c1"]), 3)
(6, 0.167)
>>> best = mineproof.best_moves(corner)[0]
>>> corner.names([best.cell]), best.risk, round(best.win, 3)
(['c1'], 0.5, 0.333)

Play a game yourself, or let an agent play, and look at it afterwards:

>>> game = mineproof.Game.new("beginner", "opening:d4", seed=7)
>>> opened = game.open("d4")
>>> print(game.view.picture())
#########
#########
#2112####
110012###
000001###
000012###
00001####
110012###
#10001###
>>> game.view.number("b3"), mineproof.best_moves(game.view).names
(2, ['g4', 'g7'])
>>> played = mineproof.play("hard", "list:44", seed=7)
>>> played.game, played.outcome.value, played.guesses
('hard/list44#7', 'stuck', 0)
>>> print(mineproof.review("beginner/opening:d4#7 d4 a1"))
The game was not finished.
Verdicts: start 1, missed 1.
One guess; the chance of surviving it was 93%. Luck: +0.07.

A board that needs no guess, and results as JSON, in the shape that the commands print:

>>> board = mineproof.generate("expert", seed=7)
>>> board.game_id
'expert/opening:d4#8399740662962568306'
>>> found.to_json()["safe"]
[[0, 0], [0, 3]]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mineproof.agents import AGENTS
from mineproof.board.game import Game
from mineproof.board.grid import Grid
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
from mineproof.version import __version__

if TYPE_CHECKING:
    from mineproof.facade.coach import best_moves, explain, generate, hint, review
else:

    def __getattr__(name):
        # The coach takes as long to load as all the rest, so it waits until it is asked for.
        if name not in ("best_moves", "explain", "generate", "hint", "review"):
            raise AttributeError(f"module 'mineproof' has no attribute {name!r}")
        from mineproof.facade import coach

        return getattr(coach, name)


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
]
