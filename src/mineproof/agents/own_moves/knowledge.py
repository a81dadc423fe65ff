"""`kb:FILE` plays a knowledge-base player: a file with a function `play(game)`.

The function gets the game as the student projects of docs/seeds.md draw it: a size, a mine count, a
list of safe cells, `query` for a hint, and `mark` for what has been proved. It plays until it has
nothing to mark any more, and returns. Cells are (row, column), counted from 0.

    def play(game):
        for cell in game.safe_cells:
            mines, unmarked = game.query(cell)
            if mines == 0:
                for other in unmarked:
                    game.mark(other, False)

A mark is a claim: the player says that it is certain. The same seed plays the same game: Python's
`random` is seeded before each.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from mineproof.agents.base import FILE
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.table import Answer, Mover, Table, cell_at
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Place
from mineproof.board.view import HIDDEN, Sight, View
from mineproof.engines.base import Engine
from mineproof.errors import BadInput, Fault
from mineproof.plugins.source import Source, load_file, told

FUNCTION = "play"
"""The function that such a file has."""


class KnowledgeFile(OwnMoves):
    """Plays a file with a function `play(game)`; raises BadInput if it has none."""

    name = "kb"
    argument = FILE

    def __init__(self, engine: Engine | None, file: Source) -> None:
        super().__init__(engine)
        self._play: Any = getattr(load_file(file), FUNCTION, None)
        if not callable(self._play):
            raise BadInput(f"{file.place} has no {FUNCTION!r}; expected a function of a game")

    def sit_down(self, table: Table) -> Mover:
        if not table.finish.checks_flags:
            raise Fault(f"a {table.finish.value} game; expected a marking game, such as easy/list")
        random.seed(table.seed)
        return _Mover(self._play, table)


class GameOver(BaseException):
    """Ends a player whose game is over; no `except Exception` of its catches it."""


class Control:
    """The game as a knowledge-base player sees it.

    `mines` is None if the mine count is not told. `safe_cells` are those that were handed out.
    """

    def __init__(self, table: Table, view: View, ask: Callable[[Answer], View]) -> None:
        self.height, self.width = table.grid.rows, table.grid.cols
        self.mines = table.mines
        self._grid, self._view, self._ask = table.grid, view, ask
        self.safe_cells = [self._grid.place(cell) for cell in view.open_cells()]

    def query(self, cell: Place) -> tuple[int, list[Place]]:
        """Return the hint of a cell that is marked safe: mines left, and unmarked neighbours."""
        asked, view = self._cell(cell, "query"), self._view
        if not view.is_open(asked):
            raise Fault(f"query of {cell}; expected a cell that is marked safe")
        near = self._grid.neighbours(asked)
        unmarked = [each for each in near if view.cells[each] == HIDDEN]
        mined = sum(not view.is_open(each) for each in near) - len(unmarked)
        return view.number(asked) - mined, [self._grid.place(each) for each in unmarked]

    def mark(self, cell: Place, mined: bool) -> None:
        """Mark a cell, for certain, as mined or as safe."""
        self._do(cell, "mark", Act.FLAG if mined else Act.OPEN, is_certain=True)

    def guess(self, cell: Place) -> None:
        """Open a cell without saying that it is certain."""
        self._do(cell, "guess", Act.OPEN, is_certain=False)

    def unmarked(self) -> list[Place]:
        """Return the cells that are not marked yet, in reading order."""
        cells = self._view.cells
        return [self._grid.place(c) for c in range(self._grid.size) if cells[c] == HIDDEN]

    def _do(self, cell: Place, what: str, act: Act, *, is_certain: bool) -> None:
        move = Move(act, self._cell(cell, what))
        if self._view.cells[move.cell] != HIDDEN:
            raise Fault(f"{what} of {cell}; expected a cell that is not marked yet")
        self._view = self._ask(Answer(move, is_certain=is_certain))

    def _cell(self, place: object, what: str) -> Cell:
        return cell_at(self._grid, place, f"{what} of")


class _Mover(Mover):
    """One game. The player runs in a thread of its own, which waits while the game goes on."""

    def __init__(self, play: Callable[[Control], object], table: Table) -> None:
        self._play, self._table = play, table
        self._answers: SimpleQueue[Answer | Fault] = SimpleQueue()
        self._views: SimpleQueue[View | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def move(self, view: View, _: Sequence[Sight]) -> Answer:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, args=(view,), daemon=True)
            self._thread.start()
        else:
            self._views.put(view)
        answer = self._answers.get()
        if isinstance(answer, Fault):
            raise answer
        return answer

    def leave(self, _: str) -> None:
        self._views.put(None)

    def _run(self, view: View) -> None:
        try:
            self._play(Control(self._table, view, self._exchange))
            self._answers.put(Answer(None, reason="it has nothing more to mark"))
        except GameOver:
            pass
        except Fault as fault:
            self._answers.put(fault)
        except BaseException as error:  # also one that wants to leave
            self._answers.put(Fault(told(error)))

    def _exchange(self, answer: Answer) -> View:
        """Hand over a move, and return what it leads to."""
        self._answers.put(answer)
        view = self._views.get()
        if view is None:
            raise GameOver
        return view
