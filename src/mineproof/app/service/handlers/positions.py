"""Requests about positions, files and boards that belong to no game."""

from __future__ import annotations

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.files import CertifyRequest, FileRequest
from mineproof.app.service.messages.positions import (
    PictureRequest,
    Position,
    PositionCell,
    PositionHint,
    PositionOdds,
    PositionSupposition,
)
from mineproof.board.transcript import Transcript


async def analyse_position(desk: Desk, who: Asker, asked: PositionOdds) -> Json:
    """What is certain in any position and the risk of every cell, or why no layout fits."""
    return await desk.ask_about(who, "analyse_position", asked)


async def hint_in_position(desk: Desk, who: Asker, asked: PositionHint) -> Json:
    """A hint in any position."""
    wish = {"lang": asked.lang, "flags": asked.flags}
    return await desk.questions.hint(who, desk.view(asked), asked.rung, **wish)


async def explain_in_position(desk: Desk, who: Asker, asked: PositionCell) -> Json:
    """What a cell of any position is, and the steps that prove it."""
    return await desk.ask_about(who, "explain_cell", asked)


async def draw_in_position(desk: Desk, who: Asker, asked: PictureRequest) -> Json:
    """Any position, or what one of its cells is, as a picture; a GIF shows one step at a time."""
    wish = {"cell": asked.cell, "form": asked.format, "lang": asked.lang}
    return await desk.questions.about(who, "draw_position", desk.view(asked), **wish)


async def suppose_in_position(desk: Desk, who: Asker, asked: PositionSupposition) -> Json:
    """What would follow if a cell of any position were a mine, or safe."""
    return await desk.ask_about(who, "suppose_cell", asked)


async def compare_guesses(desk: Desk, who: Asker, asked: Position) -> Json:
    """The best guesses in a position that forces one."""
    return await desk.questions.guesses(who, desk.view(asked), lang=asked.lang)


# Files and boards


async def read_file(desk: Desk, who: Asker, asked: FileRequest) -> Json:
    """What a file of any known format holds: a board, a position or a game."""
    found = await desk.questions.ask(who, "read_file", **asked.model_dump(exclude={"lang"}))
    desk.limits.check_size(len(found["board"]), len(found["board"][0]))
    return found


async def certify_board(desk: Desk, who: Asker, asked: CertifyRequest) -> Json:
    """Whether a board needs a guess, and the certificate that proves it."""
    grid = Transcript.parse(asked.code).grid
    desk.limits.check_size(grid.rows, grid.cols)
    return await desk.questions.ask_long(who, "certify_board", code=asked.code, first=asked.first)
