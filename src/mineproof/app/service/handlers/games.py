"""Requests that begin, show or change a game."""

from __future__ import annotations

from mineproof.app.game.session import Session
from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.games import (
    AgainRequest,
    BatchRequest,
    GameRequest,
    KnownBoard,
    MoveRequest,
)
from mineproof.board.game import Act


async def create_game(desk: Desk, who: Asker, asked: GameRequest) -> Json:
    """Begin a game of a level, begin the board of a day, or open a transcript."""
    return desk.begin(await desk.new_session(asked, who.address), who.address)


async def get_game(desk: Desk, who: Asker, _asked: None) -> Json:
    """The current state of a game."""
    return desk.show(who.topic)


async def make_move(desk: Desk, who: Asker, asked: MoveRequest) -> Json:
    """Open, flag, chord or mark a cell."""
    if asked.act != "mark":
        return await desk.play(who, Act(asked.act), asked.cell, asked.since)
    place, mined = asked.cell, asked.mined is True

    def mark(session: Session, now: float) -> None:
        session.mark(session.grid.at(*place), mined=mined, now=now)

    return desk.act(who.topic, mark, asked.since)


async def make_moves(desk: Desk, who: Asker, asked: BatchRequest) -> Json:
    """Make several moves in their order, those that are not made already."""
    moves = [(Act(each.act), each.cell) for each in asked.moves]
    return await desk.play_on(who, asked.after, moves, asked.since)


async def undo_move(desk: Desk, who: Asker, asked: KnownBoard | None) -> Json:
    """Undo the last move, even if it hit a mine; the game then counts as assisted."""
    return desk.undo(who.topic, asked.since if asked else None)


async def restart_game(desk: Desk, who: Asker, _asked: None) -> Json:
    """Restart the same board; if the first opening has laid the mines, it stays open."""
    return desk.act(who.topic, lambda session, _: session.restart())


async def get_code(desk: Desk, who: Asker, _asked: None) -> Json:
    """The game as a transcript, once it is over: until then its seed is a secret."""
    return {"code": str(desk.open_book(who.topic).transcript)}


async def play_again(desk: Desk, who: Asker, asked: AgainRequest) -> Json:
    """A new game that continues a finished one from before a given move."""
    return desk.begin(desk.session_again(who.topic, asked.move), who.address)
