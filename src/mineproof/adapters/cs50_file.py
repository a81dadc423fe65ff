"""`cs50:FILE` plays a student's `minesweeper.py` through the interface of CS50's project.

The file's `MinesweeperAI(height, width)` is told each opened cell by `add_knowledge`, in the order
in which the cells were opened. What `make_safe_move` returns counts as certain, and so do the cells
in `mines`, which are flagged in the marking game. `make_random_move` is a guess; if both return
None, the player is stuck. The mine count is not told, as in the course.

All of `mines` and `safes` is what the player holds certain. What it does to its sets is watched:
`cs50_sets` says what is wrong.

The same seed plays the same game: Python's `random` is seeded before each, and a class that takes a
`seed`, as `adapters.cs50.MinesweeperAI` does, gets one.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterable, Sequence
from typing import Any

from mineproof.adapters.cs50_sets import Sets, learning_slips, moving_slips, sentence_slips
from mineproof.agents.base import FILE
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.table import Answer, Mover, Table, Testimony, cell_at
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Shape
from mineproof.board.view import HIDDEN, Sight, View
from mineproof.engines.base import Engine
from mineproof.errors import BadInput, Fault
from mineproof.plugins.source import Source, load_file

_CLASS, _SENTENCE = "MinesweeperAI", "Sentence"


class Cs50File(OwnMoves):
    """Plays a file that follows CS50's interface; raises BadInput if it has no MinesweeperAI."""

    name = "cs50"
    argument = FILE

    def __init__(self, engine: Engine | None, file: Source) -> None:
        super().__init__(engine)
        module = load_file(file)
        self._kind: Any = getattr(module, _CLASS, None)
        if not isinstance(self._kind, type):
            raise BadInput(f"{file.place} has no class {_CLASS}; expected CS50's minesweeper.py")
        self._sentence = getattr(module, _SENTENCE, None)

    def sit_down(self, table: Table) -> Mover:
        grid = table.grid
        if grid.shape is not Shape.SQUARE:
            raise Fault(f"{grid} is a {grid.shape.value} grid; expected a square one")
        random.seed(table.seed)
        takes_seed = "seed" in inspect.signature(self._kind).parameters
        seed = {"seed": table.seed} if takes_seed else {}
        ai = self._kind(height=grid.rows, width=grid.cols, **seed)
        return _Mover(ai, table, sentence_slips(self._sentence))


class _Mover(Mover):
    """One student's AI in one game."""

    def __init__(self, ai: Any, table: Table, slips: Iterable[str]) -> None:
        self._ai = ai
        self._slips = [*slips]
        self._grid = table.grid
        self._marks_mines = table.marks_mines

    def move(self, view: View, news: Sequence[Sight]) -> Answer:
        for cell, number in news:
            place, before = self._grid.place(cell), Sets.of(self._ai)
            self._ai.add_knowledge(place, number)
            self._slips += learning_slips(before, Sets.of(self._ai), place, number)
        if move := self._open("make_safe_move", view):
            return Answer(move, is_certain=True)
        if move := self._flag(view):
            return Answer(move, is_certain=True)
        return Answer(self._open("make_random_move", view))

    def testify(self) -> Testimony:
        slips, self._slips = tuple(self._slips), []
        return Testimony(self._cells("safes", False) | self._cells("mines", True), slips)

    def _cells(self, name: str, is_mine: bool) -> dict[Cell, bool]:
        places = getattr(self._ai, name, ())
        return {cell_at(self._grid, place, f"{name} holds"): is_mine for place in places}

    def _open(self, method: str, view: View) -> Move | None:
        """Return what a method of the AI wants to open; raise Fault if it cannot be opened."""
        before = Sets.of(self._ai)
        place = getattr(self._ai, method)()
        self._slips += moving_slips(before, Sets.of(self._ai), method)
        if place is None:
            return None
        cell = cell_at(self._grid, place, f"{method} returned")
        if view.is_open(cell):
            raise Fault(f"{method} returned {place}, which is already open")
        return Move(Act.OPEN, cell)

    def _flag(self, view: View) -> Move | None:
        """Return the first known mine, in reading order, that is not flagged yet."""
        if not self._marks_mines:
            return None
        known = [cell_at(self._grid, place, "mines holds") for place in self._ai.mines]
        cell = min((cell for cell in known if view.cells[cell] == HIDDEN), default=None)
        return None if cell is None else Move(Act.FLAG, cell)
