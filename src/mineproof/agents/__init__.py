"""Agents: who plays, and the registry of them.

An agent opens what its engine proves and decides what to do when nothing is certain. Nothing here
sees a layout or runs a game; `play` does that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from mineproof.agents.base import Agent
from mineproof.agents.never_guess import NeverGuess
from mineproof.agents.random import RandomGuess
from mineproof.agents.safest import Safest, SafestCorner
from mineproof.agents.strategist.agent import Strategist, StrategistDeep, StrategistFast
from mineproof.engines import engine_named
from mineproof.engines.base import Engine
from mineproof.engines.exact import Exact
from mineproof.engines.resolution import Listener, Resolution
from mineproof.errors import BadInput, UnknownName

_ALL: tuple[type[Agent], ...] = (
    NeverGuess,
    RandomGuess,
    Safest,
    SafestCorner,
    Strategist,
    StrategistFast,
    StrategistDeep,
)

AGENTS: dict[str, type[Agent]] = {agent.name: agent for agent in _ALL}
"""Every agent by its name. Contract tests, lab and command line read this list."""


def agent_named(name: str, engine: Engine | None = None) -> Agent:
    """Return a new agent of this name with this engine; raise UnknownName if there is none."""
    if name not in AGENTS:
        raise UnknownName(f"unknown agent {name!r}; expected {', '.join(AGENTS)}")
    return AGENTS[name](engine)


def strategist_named(name: str) -> Strategist:
    """Return the strategist of this name; raise BadInput if it is another agent."""
    agent = agent_named(name, Exact())
    if not isinstance(agent, Strategist):
        raise BadInput(f"agent {name!r} does not rank moves; expected strategist")
    return agent


Option: TypeAlias = tuple[str, int | None]

USUAL_AGENT, USUAL_ENGINE = "never-guess", "exact"
"""The defaults if an experiment names only one of the two; the commands have other defaults."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent and its engine by name, the engine's options, and whether it knows the mine count.

    `name` is its name in tables; by default the shortest text that identifies it. Raises BadInput
    for an unknown agent or engine, or if they cannot be combined.

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
        """Return the entrant that `text` names: an agent, an engine, or both.

        An agent alone gets the engine `exact`; an engine alone never guesses.

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
