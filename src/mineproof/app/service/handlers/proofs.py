"""Requests for an engine's own steps: traces, page by page, and derivations."""

from __future__ import annotations

from typing import Any

from mineproof.app.json.cells import Json, position_json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.derivations import (
    DerivationExport,
    DerivationRequest,
    DerivationView,
)
from mineproof.app.service.messages.traces import PositionTrace, TraceRequest

_PROVED = {*DerivationRequest.model_fields}


async def trace_game(desk: Desk, who: Asker, asked: TraceRequest) -> str:
    """Every step of an engine that plays a game from its beginning, one page of them."""
    desk.limits.transcript(asked.code)
    wish = {"code": asked.code, "engine": asked.engine}
    return (await desk.questions.trace(who, "trace_game", **wish)).page(asked.page)


async def trace_position(desk: Desk, who: Asker, asked: PositionTrace) -> str:
    """Every step of an engine that thinks about a position, one page of them."""
    wish = position_json(desk.view(asked)) | {"engine": asked.engine}
    return (await desk.questions.trace(who, "trace_position", **wish)).page(asked.page)


async def show_derivation(desk: Desk, who: Asker, asked: DerivationView) -> Json:
    """Where a certain cell, or a clause of a trace, comes from: a graph, laid out."""
    wish = {"unfolded": asked.unfolded, "lang": asked.lang}
    return await desk.questions.ask_long(who, "show_derivation", of=_proved(desk, asked), **wish)


async def export_derivation(desk: Desk, who: Asker, asked: DerivationExport) -> Json:
    """A derivation as a file for other tools."""
    of = _proved(desk, asked)
    return await desk.questions.ask_long(who, "write_derivation", of=of, form=asked.format)


def _proved(desk: Desk, asked: DerivationRequest) -> dict[str, Any]:
    """Return what is to be derived; raise BadInput if its board is none, or too large."""
    if asked.code is not None:
        desk.limits.transcript(asked.code)
    else:
        desk.limits.check_size(len(asked.board or ()), max(map(len, asked.board or ())))
    of = asked.model_dump(include=_PROVED, exclude_none=True)
    if asked.board is not None:
        of["mines"] = asked.mines
    return of | {"guests": desk.guests.names}
