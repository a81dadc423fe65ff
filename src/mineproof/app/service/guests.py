"""Guests of a server: players that are not ours, which it offers because its owner named them.

Clients choose from what is offered. They never say where code is, so a name with a colon is allowed
only if it is, letter for letter, one of the names with which the server was started.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mineproof.agents import agent_named
from mineproof.agents.entrant import Entrant
from mineproof.app.game.guests import Registered, registered_agents, registered_engines
from mineproof.app.json.cells import Json
from mineproof.app.service.limits import Guests
from mineproof.engines import engine_named
from mineproof.errors import UnknownName


def guests_named(agents: Iterable[str], engines: Iterable[str]) -> Guests:
    """Return the guests of these names; raise BadInput if one of them cannot play."""
    found = Guests(tuple(dict.fromkeys(agents)), tuple(dict.fromkeys(engines)))
    for agent in found.agents:
        Entrant(agent).pinned()
    for engine in found.engines:
        Entrant(engine=engine).pinned()
    return found


def agents_json(guests: Guests) -> list[Json]:
    """Return the agents of packages, and those with which the server was started."""
    ready = [each for each in registered_agents() if each.kind and not each.argument]
    named = {name: agent_named(name) for name in guests.agents}
    return [_agent(each.name, _about(each), each.kind) for each in ready] + [
        _agent(name, agent.about, agent) for name, agent in named.items()
    ]


def engines_json(guests: Guests) -> list[Json]:
    """Return the engines of packages, and those with which the server was started."""
    ready = [each for each in registered_engines() if each.kind]
    engines = {name: engine_named(name) for name in guests.engines}
    return [_engine(each.name, _about(each), each.kind) for each in ready] + [
        _engine(name, _first_line(engine), engine) for name, engine in engines.items()
    ]


def offered(agent: str, engine: str, guests: Collection[str]) -> Entrant:
    """Return a player that a client may have; raise UnknownName if it says where its code is."""
    for name in (agent, engine):
        if ":" in name and name not in guests:
            raise UnknownName(f"unknown player {name!r}; expected one that this server offers")
    return Entrant(agent, engine).pinned()


def _agent(name: str, about: str, kind: object) -> Json:
    return {"name": name, "about": about, "needs_risks": getattr(kind, "needs_risks", False)}


def _engine(name: str, about: str, kind: object) -> Json:
    return {"name": name, "about": about, "knows_risks": bool(getattr(kind, "knows_risks", False))}


def _about(guest: Registered) -> str:
    return f"{guest.about} ({guest.package})".strip()


def _first_line(kind: object) -> str:
    return (kind.__doc__ or "").split("\n")[0]
