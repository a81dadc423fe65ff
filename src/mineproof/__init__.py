"""mineproof: the Minesweeper player that proves every move.

>>> analyse(View.from_picture("### 121 000")).mines
(0, 2)
>>> position = study(View.from_picture("1## ###", mines=2))
>>> round(position.chance(mines=[1], safe=[2]), 3), round(position.prospect(2), 3)
(0.167, 1.333)
"""

from __future__ import annotations

from mineproof.agents import AGENTS, agent_named
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.rules import Level, Start
from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.inference import Inference
from mineproof.engines.study import study
from mineproof.play.match import Match
from mineproof.play.record import Record
from mineproof.version import __version__

__all__ = [
    "AGENTS",
    "ENGINES",
    "Game",
    "Level",
    "Start",
    "View",
    "__version__",
    "analyse",
    "play",
    "study",
]


def analyse(view: View, engine: str = "cascade") -> Inference:
    """Return what is certain in a position: `.safe`, `.mines`, and `.deductions` with their proofs.

    Raises Contradiction, with the clashing clues by name, when no layout fits what the view shows.

    >>> found = analyse(View.from_picture("##1# ####", mines=3))
    >>> found.mines, found.layouts, found.risks[1]
    ((0, 4), 5, 0.2)
    """
    return engine_named(engine).look(view)


def play(
    level: Level | str = "easy",
    start: Start | str | None = None,
    *,
    seed: int = 0,
    engine: str = "cascade",
    agent: str = "never-guess",
) -> Record:
    """Let an agent play one game, and return its record.

    >>> play("easy", seed=1).outcome.value
    'won'
    """
    game = Game.of(Setting.make(level, start, seed))
    return Match(game, agent_named(agent, engine_named(engine))).play()
