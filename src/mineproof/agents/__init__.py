"""Agents: who plays, and the registry of them.

An agent opens what its engine proves and decides what to do when nothing is certain. Nothing here
sees a layout or runs a game; `play` does that.
"""

from __future__ import annotations

from mineproof.agents.base import Agent
from mineproof.agents.never_guess import NeverGuess
from mineproof.agents.random import RandomGuess
from mineproof.agents.safest import Safest, SafestCorner
from mineproof.agents.strategist.agent import Strategist, StrategistDeep, StrategistFast
from mineproof.engines.base import Engine
from mineproof.engines.exact import Exact
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
    """Return a new agent of this name with this engine; raise UnknownName."""
    if name not in AGENTS:
        raise UnknownName(f"unknown agent {name!r}; expected {', '.join(AGENTS)}")
    return AGENTS[name](engine)


def strategist_named(name: str) -> Strategist:
    """Return the strategist of this name; raise BadInput if it is another agent."""
    agent = agent_named(name, Exact())
    if not isinstance(agent, Strategist):
        raise BadInput(f"agent {name!r} does not rank moves; expected strategist")
    return agent
