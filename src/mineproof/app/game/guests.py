"""Guests that installed packages register, for the lists of every screen."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint

from mineproof.agents import GROUP as AGENTS
from mineproof.engines import GROUP as ENGINES
from mineproof.errors import BadInput
from mineproof.plugins.source import load, registered


@dataclass(frozen=True, slots=True)
class Registered:
    """A name, what it does, and the package that registers it; `kind` is None if it is broken."""

    name: str
    about: str
    package: str
    kind: object = None

    @property
    def argument(self) -> str:
        """What its name has to be followed by, if anything: COMMAND, as in `exec:COMMAND`."""
        return str(getattr(self.kind, "argument", ""))


def registered_agents() -> list[Registered]:
    """Return the agents that installed packages register, our own adapters included."""
    return _registered(AGENTS)


def registered_engines() -> list[Registered]:
    """Return the engines that installed packages register."""
    return _registered(ENGINES)


def _registered(group: str) -> list[Registered]:
    return [_described(name, entry, group) for name, entry in registered(group).items()]


def _described(name: str, entry: EntryPoint, group: str) -> Registered:
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "?"
    try:
        kind = load(name, group)
    except BadInput as error:
        return Registered(name, str(error), package)
    return Registered(name, (kind.__doc__ or "").split("\n")[0], package, kind)
