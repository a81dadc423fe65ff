"""Entrant: who plays, as commands, experiments and tables name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from mineproof.agents import AGENTS, agent_named
from mineproof.agents.base import Agent
from mineproof.engines import engine_named
from mineproof.engines.resolution import Listener, Resolution

Option: TypeAlias = tuple[str, int | None]

USUAL_AGENT, USUAL_ENGINE = "never-guess", "exact"
"""What an experiment means where it names only one of the two; the commands have other defaults."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent and its engine by name, the engine's options, and whether it is told the mine count.

    `name` is what tables call it; by default the shortest text that identifies it. Raises BadInput
    if there is no such agent or engine, or if they do not go together.

    >>> Entrant("safest").name, Entrant(engine="resolution", options=(("width", 3),)).name
    ('safest', 'resolution (width 3)')
    """

    agent: str = USUAL_AGENT
    engine: str = USUAL_ENGINE
    options: tuple[Option, ...] = ()
    tell_total: bool = True
    name: str = ""

    def __post_init__(self) -> None:
        self.hire()
        if not self.name:
            object.__setattr__(self, "name", self._usual_name())

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Return the entrant that this text names: an agent, an engine, or both.

        An agent alone has the engine `exact`; an engine alone never guesses.

        >>> Entrant.parse("subset").agent, Entrant.parse("safest").engine
        ('never-guess', 'exact')
        >>> Entrant.parse("random/subset").name
        'random/subset'
        """
        agent, slash, engine = text.strip().partition("/")
        if slash:
            return cls(agent, engine)
        return cls(agent=agent) if agent in AGENTS else cls(engine=agent)

    def hire(self, listener: Listener | None = None) -> Agent:
        """Return a new agent; `listener` is called with each event of its resolution engine."""
        engine = engine_named(self.engine, dict(self.options))
        for part in engine.parts:
            if isinstance(part, Resolution):
                part.listener = listener
        return agent_named(self.agent, engine)

    def _usual_name(self) -> str:
        details = [f"{name} {'any' if value is None else value}" for name, value in self.options]
        details += [] if self.tell_total else ["mine count hidden"]
        return self._who() + (f" ({', '.join(details)})" if details else "")

    def _who(self) -> str:
        if self.agent == USUAL_AGENT:
            return self.engine
        return self.agent if self.engine == USUAL_ENGINE else f"{self.agent}/{self.engine}"
