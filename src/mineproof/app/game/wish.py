"""Wish: who is to play, as the command line puts it."""

from __future__ import annotations

from dataclasses import dataclass

from mineproof.agents import agent_named
from mineproof.agents.base import Agent
from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE
from mineproof.board.game import Game
from mineproof.engines import engine_named
from mineproof.engines.resolution import Resolution, Watcher
from mineproof.play.match import Match


@dataclass(frozen=True, slots=True)
class Wish:
    """An agent and an engine by their names, and whether they are told the mine count."""

    engine: str = USUAL_ENGINE
    agent: str = USUAL_AGENT
    tell_total: bool = True

    def hire(self, watch: Watcher | None = None) -> Agent:
        """Return the agent, its resolution engine watched; raise BadInput if there is none."""
        engine = engine_named(self.engine)
        for part in engine.parts:
            if isinstance(part, Resolution):
                part.watch = watch
        return agent_named(self.agent, engine)

    def match(self, game: Game, agent: Agent | None = None) -> Match:
        """Return the match of this agent in `game`."""
        return Match(game, agent or self.hire(), tell_total=self.tell_total)

    def __str__(self) -> str:
        hidden = "" if self.tell_total else ", mine count hidden"
        return f"{self.agent} with {self.engine}{hidden}"

    @property
    def options(self) -> str:
        """The options that say this on a command line, nothing for what is usual."""
        engine = "" if self.engine == USUAL_ENGINE else f" --engine {self.engine}"
        agent = "" if self.agent == USUAL_AGENT else f" --agent {self.agent}"
        return engine + agent + ("" if self.tell_total else " --hide-total")
