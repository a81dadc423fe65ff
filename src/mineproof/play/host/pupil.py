"""The inside of a fenced process: one player answers over the protocol, and is judged elsewhere.

`python -m mineproof.play.host.pupil PLAYER MEMORY FILE_SIZE` loads an agent that makes its own
moves, such as `cs50:FILE` or `kb:FILE`, and speaks the protocol of docs/protocol.md. Nothing that
the player does to this process changes what is thought of its moves.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TypeAlias

from mineproof.agents import agent_named
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.protocol import PROTOCOL
from mineproof.agents.own_moves.table import Answer, Mover, Table, Testimony
from mineproof.board.game import Act
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.rules import Finish
from mineproof.board.view import FLAG, HIDDEN, MINE, Sight, View
from mineproof.engines.single import Single
from mineproof.errors import BadInput, Fault
from mineproof.plugins.fence import Fence
from mineproof.plugins.launch import end_with_parent
from mineproof.plugins.source import told

_Message: TypeAlias = dict[str, Any]


def main(player: str, *limits: str) -> None:
    """Answer until the questions end."""
    end_with_parent()
    with _kept_streams() as (questions, answers):
        Fence.read(list(limits)).enter()
        pupil = _Pupil(player)
        for line in questions:
            answer = pupil.answer(json.loads(line))
            if answer is not None:
                answers.write(json.dumps(answer).encode() + b"\n")


@contextmanager
def _kept_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Keep standard input and output for the protocol; what the player prints goes nowhere."""
    with os.fdopen(os.dup(0), "rb") as questions, os.fdopen(os.dup(1), "wb", 0) as answers:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1):
            os.dup2(nowhere, stream)
        os.close(nowhere)
        yield questions, answers


class _Pupil:
    """A player, and the game that it plays."""

    def __init__(self, player: str) -> None:
        self._name = player
        self._agent: OwnMoves | None = None
        self._game: _Game | None = None

    def answer(self, message: _Message) -> _Message | None:
        """Return the answer to a message, None if it needs none."""
        ways: dict[str, Callable[[_Message], _Message | None]] = {
            "hello": self._hello,
            "game": self._begin,
            "turn": self._turn,
            "over": self._over,
        }
        way = ways.get(message["type"])
        try:
            return way(message) if way else None
        except (Fault, BadInput) as error:
            return {"type": "error", "message": str(error)}
        except Exception as error:
            return {"type": "error", "message": told(error)}

    def _hello(self, _: _Message) -> _Message:
        agent = agent_named(self._name, Single())
        assert isinstance(agent, OwnMoves), f"{self._name} has no moves of its own"
        self._agent = agent
        return {"type": "hello", "protocol": PROTOCOL, "name": self._name}

    def _begin(self, message: _Message) -> _Message:
        assert self._agent is not None, "no hello before the game"
        table = _table(message)
        self._game = _Game(self._agent.sit_down(table), table)
        return {"type": "ready"}

    def _turn(self, message: _Message) -> _Message:
        assert self._game is not None, "no game before the turn"
        return self._game.turn(message)

    def _over(self, message: _Message) -> None:
        if self._game is not None:
            self._game.mover.leave(message["outcome"])


class _Game:
    """One game: what the player has seen so far."""

    def __init__(self, mover: Mover, table: Table) -> None:
        self.mover = mover
        self._table = table
        self._cells = bytearray([HIDDEN]) * table.grid.size

    def turn(self, message: _Message) -> _Message:
        """Return the player's answer to what has been opened."""
        grid = self._table.grid
        news = [Sight(grid.at(row, col), number) for row, col, number in message["opened"]]
        for cell, number in news:
            self._cells[cell] = number
        for name, code in (("flagged", FLAG), ("mined", MINE)):
            for row, col in message.get(name, ()):
                self._cells[grid.at(row, col)] = code
        answer = self.mover.move(View(grid, bytes(self._cells), self._table.mines), news)
        self._note(answer)
        return {**self._told(answer), **self._testimony(self.mover.testify())}

    def _note(self, answer: Answer) -> None:
        """Remember a flag, which in the clearing game is taken back by a second one."""
        if answer.move is not None and answer.move.act is Act.FLAG:
            was_flag = self._cells[answer.move.cell] == FLAG
            self._cells[answer.move.cell] = HIDDEN if was_flag else FLAG

    def _told(self, answer: Answer) -> _Message:
        if answer.move is None:
            return {"type": "stuck", "reason": answer.reason}
        act, cell = answer.move
        place = self._place(cell)
        return {"type": "move", "act": act.value, "cell": place, "certain": answer.is_certain}

    def _testimony(self, testimony: Testimony) -> _Message:
        known, slips = testimony
        if known is None:
            return {"slips": slips}
        mines = [self._place(cell) for cell, is_mine in known.items() if is_mine]
        safe = [self._place(cell) for cell, is_mine in known.items() if not is_mine]
        return {"safe": safe, "mines": mines, "slips": slips}

    def _place(self, cell: Cell) -> tuple[int, int]:
        return self._table.grid.place(cell)


def _table(message: _Message) -> Table:
    grid = Grid(message["rows"], message["cols"], Shape(message["shape"]))
    finish = Finish(message["finish"])
    seconds = message["limits"]["seconds"]
    return Table(grid, message["mines"], message["seed"], finish, message["start"], seconds)


if __name__ == "__main__":
    main(*sys.argv[1:])
