"""Programs that play: any command that speaks the protocol, in any language.

    exec:node my.js --fast
    exec(seconds=2, depth=3):./my_player

`seconds` and `nodes` limit each move; all other options are the program's own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from weakref import finalize

from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.partner import Command, Partner, engage, release, seat
from mineproof.agents.own_moves.process import Bounds
from mineproof.agents.own_moves.protocol import (
    Hello,
    Limits,
    news_line,
    over_line,
    read_answer,
    view_line,
)
from mineproof.agents.own_moves.table import Answer, Mover, Table, Testimony
from mineproof.board.grid import Grid
from mineproof.board.view import Sight, View
from mineproof.engines.base import Engine
from mineproof.errors import BadInput, Fault
from mineproof.plugins.spec import Value

_SECONDS = 10.0  # for a move, if nobody says how long
_JUDGED = 5.0  # seconds for what comes besides the program
_BYTES = 1 << 20  # of an answer, and some more for each cell, for the map of risks
_BYTES_PER_CELL = 32


class Program(OwnMoves):
    """Plays what a program answers; the program is started with its first game."""

    name = "exec"
    argument = "COMMAND"

    def __init__(
        self,
        engine: Engine | None,
        argument: str,
        seconds: float | None = None,
        nodes: int | None = None,
        **options: Value,
    ) -> None:
        """Raise BadInput if there is no such command, or a limit is none."""
        super().__init__(engine)
        if seconds is not None and not 0 < seconds < math.inf:
            raise BadInput(f"{seconds:g} seconds for a move; expected more than 0")
        if nodes is not None and nodes < 1:
            raise BadInput(f"{nodes} nodes for a move; expected 1 or more")
        self._seconds, self._nodes = seconds, nodes
        self._command = Command.parse(argument, tuple(options.items()))

    def introduce(self) -> Hello:
        """Return what the program says about itself; raise Fault if it cannot, or BadInput."""
        partner = engage(self._command)
        release(partner)
        return partner.hello

    @property
    def about(self) -> str:
        """The program's own name and version."""
        try:
            hello = self.introduce()
        except (Fault, BadInput):
            return super().about
        return f"{hello.name} {hello.version}".strip()

    def seconds_allowed(self, usual: float) -> float:
        # Its own limit is kept here. The referee, who also waits for the engine, comes later.
        return (self._seconds or usual) + _JUDGED

    def check_ready(self) -> None:
        try:
            self.introduce()
        except Fault as fault:
            raise BadInput(f"cannot play with {' '.join(self._command.words)!r}: {fault}") from None

    def sit_down(self, table: Table) -> Mover:
        limits = Limits(self._seconds or table.seconds or _SECONDS, self._nodes)
        try:
            partner = seat(self._command, table, limits)
        except (BadInput, OSError) as error:  # in a game, a wrong option is a fault like any other
            raise Fault(str(error)) from None
        return _ProgramMover(partner, table.grid, limits.seconds)


class _ProgramMover(Mover):
    """A program in one game."""

    def __init__(self, partner: Partner, grid: Grid, seconds: float) -> None:
        self._partner = partner
        self._bounds = Bounds(seconds, _BYTES + _BYTES_PER_CELL * grid.size, "move")
        self._read = partial(read_answer, grid=grid)
        self._is_first = True
        self._testimony = Testimony()
        # A position that is only asked about has no end, and a game may be left.
        self._leave = finalize(self, _leave, partner, "left")

    def move(self, view: View, news: Sequence[Sight]) -> Answer:
        if self._partner.hello.sees_view:
            turn = view_line(view)
        else:
            turn = news_line(view, news, is_first=self._is_first)
        self._is_first = False
        answer = self._partner.process.ask(turn, self._read, self._bounds)
        self._testimony = answer.testimony
        return answer

    def testify(self) -> Testimony:
        return self._testimony

    @property
    def is_gone(self) -> bool:
        return not self._partner.process.is_alive

    def seconds_elsewhere(self) -> float:
        return self._partner.process.cpu_seconds()

    def leave(self, outcome: str) -> None:
        if self._leave.detach():
            _leave(self._partner, outcome)


def _leave(partner: Partner, outcome: str) -> None:
    partner.process.tell(over_line(outcome))
    release(partner)
