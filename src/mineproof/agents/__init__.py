"""Agents: who plays, and the registry of them.

An agent opens what its engine proves and decides what to do when nothing is certain. Nothing here
sees a layout or runs a game; `play` does that.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeAlias

from mineproof.agents.base import FILE, Agent
from mineproof.agents.never_guess import NeverGuess
from mineproof.agents.own_moves.function import Function
from mineproof.agents.own_moves.knowledge import KnowledgeFile
from mineproof.agents.own_moves.program import Program
from mineproof.agents.random import RandomGuess
from mineproof.agents.safest import Safest, SafestCorner
from mineproof.agents.strategist.agent import Strategist, StrategistDeep, StrategistFast
from mineproof.board.view import View
from mineproof.engines.base import Engine
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget
from mineproof.errors import BadInput, UnknownName
from mineproof.plugins.source import Source, find_file, is_reference, load, registered
from mineproof.plugins.spec import Spec, checked

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
"""Every agent of ours by its name. Contract tests, lab and command line read this list."""

GROUP = "mineproof.agents"
"""The entry points by which installed packages register agents of their own."""

AgentLike: TypeAlias = str | Agent | type[Agent] | Callable[[View], object]
"""What stands for an agent: its name, an agent, its class, or a function from a view to a move."""

_WITH_ARGUMENT: dict[str, type[Agent]] = {agent.name: agent for agent in (Program, KnowledgeFile)}


def agent_named(name: str, engine: Engine | None = None, sources: Collection[Source] = ()) -> Agent:
    """Return a new agent of this name with this engine; raise UnknownName or BadInput.

    A name is one of `AGENTS`, one that an installed package registers, a plug-in such as
    `my_agent.py:Careful(limit=0.2)`, whose code is in `sources` or looked for, a program:
    `exec:node my.js`, or a knowledge-base player: `kb:my.py`. A plug-in is an Agent, or a function
    from a view to a move.
    """
    if name in AGENTS:
        return AGENTS[name](engine)
    spec = parse_agent(name)
    agent = _hired(agent_kind(spec.name, sources), spec, engine, sources)
    agent.name = str(spec)
    return agent


def agent_of(player: AgentLike, engine: Engine | None = None) -> Agent:
    """Return an agent with this engine, whatever stands for it; an Agent has its own already.

    >>> agent_of(Safest, Exact()).name, agent_of(lambda view: view.hidden_cells()[0]).name
    ('safest', '<lambda>')
    """
    if isinstance(player, Agent):
        return player
    if isinstance(player, str):
        return agent_named(player, engine)
    name = getattr(player, "__name__", type(player).__name__)
    agent = _hired(player, Spec(name), engine, ())
    agent.name = getattr(agent, "name", name) if isinstance(player, type) else name
    return agent


def parse_agent(name: str) -> Spec:
    """Return the parts of an agent's name."""
    return Spec.parse(name, _may_take_argument)


def takes_argument(name: str) -> bool:
    """Tell whether a name is one such as `exec:COMMAND`."""
    head = name.strip().partition(":")[0].partition("(")[0]
    return ":" in name and _may_take_argument(head)


def _may_take_argument(name: str) -> bool:
    return name in _WITH_ARGUMENT or name in registered(GROUP)


def agent_kind(name: str, sources: Collection[Source] = ()) -> Any:
    """Return the agent class of a name without options, or what somebody's code has for it.

    That may be an engine class or a function. Raises UnknownName or BadInput.
    """
    if name in AGENTS or name in _WITH_ARGUMENT:
        return AGENTS.get(name) or _WITH_ARGUMENT[name]
    if not is_reference(name) and name not in registered(GROUP):
        known = ", ".join([*AGENTS, *registered(GROUP)])
        raise UnknownName(f"unknown agent {name!r}; expected {known}, FILE.py:NAME or exec:COMMAND")
    return load(name, GROUP, sources)


def _hired(kind: Any, spec: Spec, engine: Engine | None, sources: Collection[Source]) -> Agent:
    if isinstance(kind, type) and issubclass(kind, Agent):
        return _agent(kind, spec, engine, sources)
    if isinstance(kind, type) or not callable(kind):
        raise BadInput(f"{spec.name} is no agent; expected an Agent class or a function of a view")
    return Function(_bound(kind, spec.name, dict(spec.options)), engine)


def _agent(
    kind: type[Agent], spec: Spec, engine: Engine | None, sources: Collection[Source]
) -> Agent:
    if inspect.isabstract(kind):
        raise BadInput(f"{spec.name} lacks {', '.join(sorted(kind.__abstractmethods__))}")
    if bool(kind.argument) != bool(spec.argument):
        wish = f"{spec.name}:{kind.argument}" if kind.argument else spec.name
        raise BadInput(f"{str(spec)!r} as an agent; expected {wish}")
    given = checked(spec.name, kind, dict(spec.options), skip=("engine", "argument"))
    if not kind.argument:
        return kind(engine, **given)
    argument: Source | str = spec.argument
    if kind.argument == FILE:
        pinned = [source for source in sources if source.place == argument]
        argument = pinned[0] if pinned else find_file(spec.argument)
    return kind(engine, argument, **given)  # type: ignore[call-arg]


def _bound(
    function: Callable[..., object], name: str, options: dict[str, Any]
) -> Callable[..., object]:
    """Return a function of the view alone, its other parameters set; raise BadInput."""
    view = next(iter(inspect.signature(function).parameters), None)
    if view is None:
        raise BadInput(f"{name} takes no view; expected a function of a view")
    return partial(function, **checked(name, function, options, skip=(view,)))


def strategist_named(name: str) -> Strategist:
    """Return the strategist of this name; raise BadInput if it is another agent."""
    agent = agent_named(name, Exact())
    if not isinstance(agent, Strategist):
        raise BadInput(f"agent {name!r} does not rank moves; expected strategist")
    return agent


def strategist_with(budget: Budget) -> Strategist:
    """Return the strategist whose decisions may cost this much.

    >>> strategist_with(Budget.DEEP).name
    'strategist-deep'
    """
    kinds = (Strategist, StrategistFast, StrategistDeep)
    return next(kind for kind in kinds if kind.budget is budget)(Exact())
