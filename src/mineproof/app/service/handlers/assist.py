"""Requests for help in a game; once a cell is open, it then counts as assisted."""

from __future__ import annotations

from typing import Any

from mineproof.app.game.assist import first_move, flags_are_moves, hint_to_begin
from mineproof.app.json.cells import Json
from mineproof.app.json.coach import explanation_json, hint_json
from mineproof.app.json.values import risks_json
from mineproof.app.service.analysis.assistance import assistance_json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.games import (
    AiRequest,
    CellQuery,
    HintRequest,
    KnownBoard,
    RisksQuery,
    SupposeRequest,
)
from mineproof.board.grid import Grid
from mineproof.coach.explanation import explain_first
from mineproof.coach.language import language
from mineproof.errors import NotNow


async def give_hint(desk: Desk, who: Asker, asked: HintRequest) -> Json:
    """A hint that reveals what its rung allows, and no more."""
    session = desk.assisted(who.topic, "a hint")
    if session.awaits_first:
        return hint_json(hint_to_begin(session, asked.lang).down_to(asked.rung), session.grid)
    wish = {"lang": asked.lang, "flags": flags_are_moves(session, asked.flags)}
    return await desk.questions.hint(who, session.known, asked.rung, **wish)


async def make_ai_move(desk: Desk, who: Asker, asked: AiRequest) -> Json:
    """Let a program make one move, certain if it finds one, else a guess, and say why."""
    session = desk.assisted(who.topic, "a program's move", moves=True)
    version = session.version
    if session.awaits_first:
        first = first_move(session, language(asked.lang))
        found: dict[str, Any] = assistance_json(first, session.game.view, asked.lang)
    else:
        own = {"flags": flags_are_moves(session, asked.flags), "guests": desk.guests.names}
        wish = asked.model_dump(exclude={"since"}) | own
        found = await desk.questions.about(who, "choose_move", session.known, **wish)
    game = await desk.follow(who, version, found["move"], asked.since)
    return {"game": game, **found}


async def get_risks(desk: Desk, who: Asker, asked: RisksQuery) -> Json:
    """The probability of a mine in each covered cell, and which cells are certain."""
    session = desk.assisted(who.topic, "the risk of each cell")
    if session.awaits_first:
        return _no_risks(session.grid, brief=asked.brief)
    return await desk.questions.about(who, "count_risks", session.known, brief=asked.brief)


def _no_risks(grid: Grid, *, brief: bool) -> Json:
    nothing: Json = {"layouts": None, "safe": [], "mines": []}
    if brief:
        return {"risks": None, "frontier": [], "elsewhere": 0.0, **nothing}
    return {"risks": risks_json(dict.fromkeys(range(grid.size), 0.0), grid), **nothing}


async def get_wrong_flags(desk: Desk, who: Asker, _asked: None) -> Json:
    """The flags that the numbers prove wrong; nothing about the others."""
    session = desk.assisted(who.topic, "the flag check")
    return await desk.questions.about(who, "find_wrong_flags", session.known)


async def flag_proved_mines(desk: Desk, who: Asker, asked: KnownBoard | None) -> Json:
    """Flag every mine that the numbers prove; the game then counts as assisted."""
    return await desk.flag_proved(who, asked.since if asked else None)


async def explain_cell(desk: Desk, who: Asker, asked: CellQuery) -> Json:
    """What a cell is, and the steps that prove it."""
    session = desk.assisted(who.topic, "an explanation")
    if session.awaits_first:
        cell = session.grid.parse(asked.cell)
        return explanation_json(
            explain_first(session.known, cell, language=asked.lang), session.grid
        )
    return await desk.questions.about(who, "explain_cell", session.known, **asked.model_dump())


async def suppose_cell(desk: Desk, who: Asker, asked: SupposeRequest) -> Json:
    """What would follow if a cell were a mine, or safe; or why it cannot be."""
    session = desk.assisted(who.topic, "a supposition")
    if session.awaits_first:
        raise NotNow("nothing is open yet, and any first cell is safe; expected an open cell")
    return await desk.questions.about(who, "suppose_cell", session.known, **asked.model_dump())
