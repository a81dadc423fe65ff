"""Entrant: an agent and its engine by name, ready to be hired, here or on another machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from mineproof.agents import (
    AGENTS,
    agent_kind,
    agent_named,
    parse_agent,
    takes_argument,
)
from mineproof.agents import GROUP as AGENT_GROUP
from mineproof.agents.base import FILE, Agent
from mineproof.engines import BUILT_IN, engine_named, parse_engine, without_blanks
from mineproof.engines import GROUP as ENGINE_GROUP
from mineproof.engines.base import Engine
from mineproof.engines.event import Listener
from mineproof.plugins.source import (
    Source,
    find,
    find_file,
    is_ours,
    is_reference,
    loading,
    registered,
)
from mineproof.plugins.spec import Option, Spec

USUAL_AGENT, USUAL_ENGINE = "never-guess", "exact"
"""The defaults if an experiment names only one of the two; the commands have other defaults."""

# `AGENT/ENGINE`; the folders of a path in front of `.py:` belong to the agent's name.
_PAIR = re.compile(r"((?:.*?\.py:)?[^/]*)(?:/(.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent and its engine by name, the engine's options, and whether it knows the mine count.

    `name` is its name in tables; by default the shortest text that identifies it. `sources` is the
    code of its plug-ins, once `pinned` has found it. Names are not checked before that, so what an
    entrant has played can be read where its code cannot be loaded. With `checks_proofs`, a move
    counts as certain only after the checker has seen its proof.

    >>> Entrant("safest").name, Entrant(engine="resolution(width=3)").name
    ('safest', 'resolution (width 3)')
    """

    agent: str = USUAL_AGENT
    engine: str = USUAL_ENGINE
    options: tuple[Option, ...] = ()
    tell_total: bool = True
    name: str = ""
    sources: tuple[Source, ...] = ()
    checks_proofs: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "engine", without_blanks(self.engine))
        if self.engine.endswith(")") and not self.options and "+" not in self.engine:
            spec = Spec.parse(self.engine)
            object.__setattr__(self, "engine", spec.name)
            object.__setattr__(self, "options", spec.options)
        if not self.name:
            object.__setattr__(self, "name", self._usual_name())

    @classmethod
    def parse(cls, text: str, folder: Path | None = None) -> Entrant:
        """Return the entrant that `text` names: an agent, an engine, or both; pinned.

        An agent alone gets the engine `exact`; an engine alone never guesses.

        >>> Entrant.parse("subset").agent, Entrant.parse("safest").engine
        ('never-guess', 'exact')
        >>> Entrant.parse("random/subset").name
        'random/subset'
        """
        text = text.strip()
        agent, engine = (text, None) if takes_argument(text) else _pair(text)
        if engine or takes_argument(text):
            return cls(agent, engine or USUAL_ENGINE).pinned(folder)
        alone = cls(engine=text) if _names_engine(text, folder) else cls(agent=text)
        return alone.pinned(folder)

    def pinned(self, folder: Path | None = None) -> Entrant:
        """Return the same with the present code of its plug-ins; raise BadInput if it cannot play.

        That is an unknown agent or engine, or two that cannot be combined. Paths are relative to
        `folder`, by default the current one.
        """
        with loading(self.name) if self.is_guest else nullcontext():
            pinned = replace(self, sources=tuple(dict.fromkeys(_sources(self, folder))))
            pinned.hire().check_ready()
        return pinned

    @property
    def full_engine(self) -> str:
        """The engine with its options."""
        return str(Spec(self.engine, self.options)) if self.options else self.engine

    @property
    def is_guest(self) -> bool:
        """Whether code that is not ours makes its moves or finds its proofs; it may fail."""
        agent = parse_agent(self.agent)
        parts = parse_engine(self.engine)
        return agent.name not in AGENTS or any(part.name not in BUILT_IN for part in parts)

    @property
    def needs_host(self) -> bool:
        """Whether such code would run in the process that plays."""
        if self.sources:
            return True
        return bool(agent_kind(parse_agent(self.agent).name).needs_host)

    def hire(self, listener: Listener | None = None) -> Agent:
        """Return a new agent; `listener` is called with each event of its engine.

        Raises BadInput if the names are unknown or do not match.
        """
        engine = engine_named(self.engine, dict(self.options), self.sources)
        if listener:
            engine.speak_to(listener)
        agent = agent_named(self.agent, engine, self.sources)
        agent.checks_proofs = self.checks_proofs
        return agent

    def _usual_name(self) -> str:
        details = [f"{name} {'any' if value is None else value}" for name, value in self.options]
        details += [] if self.tell_total else ["mine count hidden"]
        return self._who() + (f" ({', '.join(details)})" if details else "")

    def _who(self) -> str:
        if self.agent == USUAL_AGENT:
            return self.engine
        return self.agent if self.engine == USUAL_ENGINE else f"{self.agent}/{self.engine}"


def _pair(text: str) -> tuple[str, str | None]:
    """Return the agent and the engine of `AGENT/ENGINE`, or all of it and None."""
    first, _, rest = text.partition("/")
    if rest and first.partition("(")[0] in AGENTS:
        return first, rest
    found = _PAIR.fullmatch(text)
    return (found[1], found[2]) if found else (text, None)


def _sources(entrant: Entrant, folder: Path | None) -> Iterator[Source]:
    """Find the code of an entrant's plug-ins."""
    spec = parse_agent(entrant.agent)
    yield from _plugin(spec.name, AGENT_GROUP, folder)
    if spec.argument and agent_kind(spec.name).argument == FILE:
        yield find_file(spec.argument, folder)
    for part in parse_engine(entrant.engine):
        yield from _plugin(part.name, ENGINE_GROUP, folder)


def _plugin(name: str, group: str, folder: Path | None) -> Iterator[Source]:
    """Find the code that a name stands for, unless it is ours, or unknown."""
    if is_reference(name) or name in registered(group):
        source = find(name, group, folder)
        if not is_ours(source):
            yield source


def _names_engine(text: str, folder: Path | None) -> bool:
    """Tell whether a text without a slash names an engine; an unknown word is taken for one."""
    (spec, *others) = parse_engine(text)
    if others or spec.name in BUILT_IN:
        return True
    is_agent = spec.name in AGENTS or spec.name in registered(AGENT_GROUP)
    if is_agent or not is_reference(spec.name):
        return not is_agent
    kind = agent_kind(spec.name, [find(spec.name, AGENT_GROUP, folder)])
    return isinstance(kind, type) and issubclass(kind, Engine)
