"""Sample: which games a candidate plays: fixed boards first, then seeded ones of several kinds."""

from __future__ import annotations

from dataclasses import dataclass

from mineproof.agents.base import Agent
from mineproof.assess.clauses import Kind
from mineproof.assess.homework import fixed_boards
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.rng import Rng
from mineproof.play.given_boards import GivenBoard
from mineproof.play.match import Match
from mineproof.play.referee import Referee

_OF_AGENTS = (
    "cs50/none",
    "4x4/3/safe",
    "5x5/5/list",
    "torus:5x6/5/opening",
    "6x6/6/opening",
    "hex:6x6/7/safe",
    "4x7/5/safe",
    "beginner/safe",
    "easy/list",
    "intermediate/opening",
)
_OF_CS50 = (
    "cs50/none",
    "4x4/3/safe",
    "5x5/5/list",
    "6x6/6/opening",
    "4x7/5/safe",
    "beginner/safe",
    "easy/list",
)
_OF_KNOWLEDGE = ("4x4/4/list", "5x5/5/list", "6x6/8/list", "4x7/6/list", "8x8/10/list", "easy/list")
_SETTINGS = {
    Kind.AGENT: _OF_AGENTS,
    Kind.CS50: _OF_CS50,
    Kind.ENGINE: _OF_KNOWLEDGE,
    Kind.KNOWLEDGE: _OF_KNOWLEDGE,
}
_STREAM = 0x67616D6573


@dataclass(frozen=True, slots=True)
class Sample:
    """Games by number: `boards`, and then `settings` in turn, each with another seed."""

    settings: tuple[str, ...]
    boards: tuple[GivenBoard, ...] = ()
    seed: int = 0

    @classmethod
    def usual(cls, kind: Kind, seed: int = 0) -> Sample:
        """Return the games for one kind of candidate; files play the fixed boards as well."""
        is_file = kind in (Kind.CS50, Kind.KNOWLEDGE)
        return cls(_SETTINGS[kind], fixed_boards() if is_file else (), seed)

    def match(self, number: int, agent: Agent, referee: Referee, *, tell_total: bool) -> Match:
        """Return one game, not yet played; the same numbers give the same game."""
        if number < len(self.boards):
            given, finish = self.boards[number]
            return given.match(agent, finish, tell_total=tell_total, referee=referee)
        game = Game.of(self._setting(number - len(self.boards)))
        return Match(game, agent, tell_total=tell_total, referee=referee)

    def _setting(self, number: int) -> Setting:
        kind = self.settings[number % len(self.settings)]
        return Setting.parse(f"{kind}#{Rng(Rng(self.seed ^ _STREAM).next() ^ number).next()}")


def is_told(kind: Kind, number: int) -> bool:
    """Tell whether the mine count of a game is told: to agents, not in every third game."""
    return kind is not Kind.AGENT or number % 3 != 2
