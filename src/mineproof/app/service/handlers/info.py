"""What there is to choose from: levels, rules, engines, agents, languages and limits."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

from mineproof.agents import AGENTS
from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.guests import agents_json, engines_json
from mineproof.app.service.limits import Guests, Limits
from mineproof.board.grid import Shape
from mineproof.board.rules import LEVELS, Finish, Level, StartRule
from mineproof.coach.language import LANGUAGES
from mineproof.counting.kernel import describe
from mineproof.engines import ENGINES, engine_named
from mineproof.errors import BadInput
from mineproof.version import __version__


async def get_info(desk: Desk, _who: Asker, _asked: None) -> Json:
    """Levels, start rules, engines, agents, languages and limits."""
    return info_json(desk.limits, desk.guests, desk.place, desk.public_url)


@cache
def info_json(limits: Limits, guests: Guests, place: str, public_url: str | None) -> Json:
    """Return everything the page lets players choose from."""
    return {
        "version": __version__,
        "place": place,
        "public_url": public_url,
        "kernel": describe(),
        "levels": [_level(level) for level in LEVELS.values()],
        "starts": [rule.value for rule in StartRule],
        "finishes": [finish.value for finish in Finish],
        "shapes": [shape.value for shape in Shape],
        "engines": [_engine(name) for name in ENGINES if _is_there(name)] + engines_json(guests),
        "agents": [
            {"name": name, "about": _about(agent), "needs_risks": agent.needs_risks}
            for name, agent in AGENTS.items()
        ]
        + agents_json(guests),
        "languages": list(LANGUAGES),
        "limits": asdict(limits),
    }


def _level(level: Level) -> Json:
    return {
        "name": level.name,
        "rows": level.grid.rows,
        "cols": level.grid.cols,
        "mines": level.mines,
        "shape": level.grid.shape.value,
        "start": str(level.usual_start),
        "finish": level.usual_start.finish.value,
    }


def _engine(name: str) -> Json:
    engine = engine_named(name)
    return {"name": name, "about": _about(type(engine)), "knows_risks": engine.knows_risks}


def _is_there(name: str) -> bool:
    """Tell whether an engine can be used: some need an optional package."""
    try:
        engine_named(name)
    except BadInput:
        return False
    return True


def _about(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]
