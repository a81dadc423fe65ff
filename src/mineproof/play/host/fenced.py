"""Fenced: a player behind a fence, seen from outside, where its moves are judged."""

from __future__ import annotations

import shlex
import sys

from mineproof.agents.own_moves.program import Program
from mineproof.engines.base import Engine
from mineproof.plugins.fence import Fence

_INSIDE = "mineproof.play.host.pupil"


class Fenced(Program):
    """Plays what an agent that makes its own moves answers in a fenced process.

    `player` names the agent, such as `cs50:/home/me/minesweeper.py`; a path must be absolute.
    """

    name = "fenced"

    def __init__(self, engine: Engine | None, player: str, fence: Fence) -> None:
        words = [sys.executable, "-m", _INSIDE, player, *fence.words]
        super().__init__(engine, shlex.join(words))
        self._command = self._command._replace(has_folder=True)
