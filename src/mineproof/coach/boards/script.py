"""Scripts: how a board is cleared without a guess, step by step, for anyone to check.

A step names the clues it uses, whether it uses the mine count, and its conclusions: which cells are
safe and which are mines. The safe cells of all earlier steps are open by then. There is nothing
else to trust: `check_script` opens the board and reads the numbers itself, and tests for each
conclusion whether the opposite is possible. It needs the board and the logic checker, no engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.coach.boards.grade import grade
from mineproof.coach.steps.steps import Step
from mineproof.coach.steps.techniques import Technique
from mineproof.errors import BadInput, BadProof
from mineproof.logic.checker import has_layout
from mineproof.logic.problem import Constraint, Fact, fact


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """What follows from some clues, and from the mine count if that is needed."""

    clues: tuple[Cell, ...]
    with_count: bool
    conclusions: tuple[Fact, ...]
    technique: Technique


@dataclass(frozen=True, slots=True)
class Script:
    """The first cell to open, and the steps after it in order."""

    first: Cell
    steps: tuple[ScriptStep, ...]

    def lines(self, grid: Grid) -> Iterator[str]:
        """Yield the script as text, one line per step.

        >>> board = Layout.from_picture("...*. ..... .....")
        >>> list(write_script(board, 0).lines(board.grid))
        ['open a1', 'c1: Fd1', 'd2: e1']
        """
        yield f"open {grid.name(self.first)}"
        for step in self.steps:
            clues = [grid.name(clue) for clue in step.clues] + ["count"] * step.with_count
            found = [("F" if is_mine else "") + grid.name(c) for c, is_mine in step.conclusions]
            yield f"{' '.join(clues)}: {' '.join(found)}"


def write_script(layout: Layout, first: Cell, *, with_count: bool = True) -> Script:
    """Return the script of a board.

    Raises BadInput if it needs a guess or, if not allowed, the mine count; LimitReached if a
    count exceeds its limit.
    """
    found = grade(Game.on(layout, Finish.CLEARING), first)
    steps = tuple(map(_script_step, found.steps))
    if found.guesses:
        raise BadInput(f"this board needs guesses ({len(found.guesses)}); expected none")
    if not with_count and any(step.with_count for step in steps):
        raise BadInput("this board needs the mine count")
    return Script(first, steps)


def _script_step(step: Step) -> ScriptStep:
    clues = tuple(clue.clue for clue in step.clues if clue.clue is not None)
    return ScriptStep(clues, step.count is not None, step.conclusions, step.technique)


def check_script(layout: Layout, script: Script, *, with_count: bool = True) -> None:
    """Raise BadProof unless each step follows from what is open before it, and all is cleared."""
    check = _Check(layout, with_count)
    check.open(script.first)
    for number, step in enumerate(script.steps, start=1):
        check.take(number, step)
    if check.left:
        cells = ", ".join(map(layout.grid.name, check.left[:3]))
        raise BadProof(f"{len(check.left)} safe cells are still covered at the end, {cells} first")


class _Check:
    """A board as far as a script has opened it, with the mines found so far."""

    def __init__(self, layout: Layout, with_count: bool) -> None:
        self._layout, self._grid = layout, layout.grid
        self._with_count = with_count
        self._open: set[Cell] = set()
        self._mines: set[Cell] = set()

    @property
    def left(self) -> list[Cell]:
        """The safe cells that are not open."""
        return [cell for cell in self._layout.safe_cells() if cell not in self._open]

    def open(self, cell: Cell) -> None:
        """Open a cell, and the neighbours of a zero."""
        if self._layout.is_mine(cell):
            raise BadProof(f"{self._grid.name(cell)} is opened and is a mine")
        waiting = [cell]
        while waiting:
            each = waiting.pop()
            if each not in self._open:
                self._open.add(each)
                if self._layout.number(each) == 0:
                    waiting += self._grid.neighbours(each)

    def take(self, number: int, step: ScriptStep) -> None:
        """Check a step, and open the cells it concludes to be safe."""
        told = [self._clue(number, clue) for clue in step.clues]
        if step.with_count:
            told.append(self._count(number))
        for cell, is_mine in step.conclusions:
            is_known = cell in (self._mines if is_mine else self._open)
            if not is_known and has_layout([*told, fact(cell, not is_mine)]):
                what = "a mine" if is_mine else "safe"
                raise BadProof(
                    f"step {number} does not show that {self._grid.name(cell)} is {what}"
                )
        for cell, is_mine in step.conclusions:
            self._mines.add(cell) if is_mine else self.open(cell)

    def _clue(self, number: int, clue: Cell) -> Constraint:
        if clue not in self._open:
            raise BadProof(f"step {number} uses {self._grid.name(clue)}, which is not open")
        return self._rest(frozenset(self._grid.neighbours(clue)), self._layout.number(clue))

    def _count(self, number: int) -> Constraint:
        if not self._with_count:
            raise BadProof(f"step {number} uses the mine count, which is not known")
        return self._rest(frozenset(range(self._grid.size)), len(self._layout.mines))

    def _rest(self, cells: frozenset[Cell], mines: int) -> Constraint:
        """Return a constraint without open cells and known mines."""
        known = cells & self._mines
        return Constraint(cells - self._open - known, mines - len(known))
