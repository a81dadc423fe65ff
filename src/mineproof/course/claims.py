"""Claims: what a lesson says about a board, in a form that the engines can check.

a1 b2               points at cells, and claims nothing
b1 safe             is certain; also `a1 c1 mines`
a1 b1 uncertain     some layouts have a mine there, some have none
a1 1/3              the risk
4 layouts           fit the board
a1 ∨ ¬b1            the clause follows
1 of a1 b1          exactly; also `at least 1 of a1 b1`, `at most 1 of a1 b1`
3 + 1 clauses of b2 say what the clue says: 3 positive ones and 1 negative
single finds b1     settles these cells and no others; also `subset finds nothing`
b1 wins 5/12        the share of games won if b1 is opened next, and play is perfect then
not CLAIM           is not so
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.course.layouts import Mines, exception, is_met, layouts, risks, wins
from mineproof.course.notation import parse_cells, parse_clause
from mineproof.engines import ENGINES, engine_named
from mineproof.errors import BadInput
from mineproof.logic.clause import in_order
from mineproof.logic.cnf import clause_counts
from mineproof.logic.proof import Clause, cell_of
from mineproof.logic.reader import read

Groups = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Claim(ABC):
    """Something that a board makes true or false, and the cells that it is about."""

    pattern: ClassVar[str]

    cells: tuple[Cell, ...]

    @classmethod
    @abstractmethod
    def of(cls, found: Groups, grid: Grid) -> Claim:
        """Return the claim of a text that the pattern matches."""

    @abstractmethod
    def holds(self, view: View) -> bool:
        """Tell whether it is true."""

    def exception(self, view: View) -> Mines | None:
        """Return a layout that refutes it, if one layout can."""
        del view
        return None


@dataclass(frozen=True, slots=True)
class Pointer(Claim):
    """No claim: cells to look at."""

    pattern: ClassVar[str] = r"(?P<cells>.+)"

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Pointer:
        """Return the pointer to the cells."""
        return cls(parse_cells(found["cells"], grid))

    def holds(self, view: View) -> bool:
        """Pointing is never wrong."""
        del view
        return True


@dataclass(frozen=True, slots=True)
class InLayouts(Claim):
    """A claim that is true if it is true in every layout."""

    @abstractmethod
    def is_met(self, mines: Mines) -> bool:
        """Tell whether it is true in one layout."""

    def holds(self, view: View) -> bool:
        """Tell whether no layout refutes it."""
        return self.exception(view) is None

    def exception(self, view: View) -> Mines | None:
        """Return a layout in which it is false."""
        return exception(view, self.is_met)


@dataclass(frozen=True, slots=True)
class Certain(InLayouts):
    """All cells are safe, or all are mines."""

    pattern: ClassVar[str] = r"(?P<cells>.+) (?P<what>safe|mines?)"

    is_mine: bool

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Certain:
        """Return the claim about these cells."""
        return cls(parse_cells(found["cells"], grid), found["what"] != "safe")

    def is_met(self, mines: Mines) -> bool:
        """Compare each cell."""
        return all((cell in mines) is self.is_mine for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Follows(InLayouts):
    """A clause is true in every layout."""

    pattern: ClassVar[str] = r"(?P<clause>.*[∨¬].*)"

    clause: Clause

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Follows:
        """Return the claim that a clause follows."""
        clause = parse_clause(found["clause"], grid)
        return cls(tuple(cell_of(lit) for lit in in_order(clause)), clause)

    def is_met(self, mines: Mines) -> bool:
        """Evaluate the clause."""
        return is_met(self.clause, mines)


@dataclass(frozen=True, slots=True)
class Among(InLayouts):
    """So many of these cells are mines."""

    pattern: ClassVar[str] = r"(?P<how>at least |at most )?(?P<number>\d+) of (?P<cells>.+)"

    how: str
    number: int

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Among:
        """Return the claim about a number of cells."""
        how = (found["how"] or "exactly").strip()
        return cls(parse_cells(found["cells"], grid), how, int(found["number"]))

    def is_met(self, mines: Mines) -> bool:
        """Count the mines among the cells."""
        found = len(mines.intersection(self.cells))
        ways = {"at least": found >= self.number, "at most": found <= self.number}
        return ways.get(self.how, found == self.number)


@dataclass(frozen=True, slots=True)
class Uncertain(Claim):
    """Each of the cells is a mine in some layout, and safe in another."""

    pattern: ClassVar[str] = r"(?P<cells>.+) uncertain"

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Uncertain:
        """Return the claim about these cells."""
        return cls(parse_cells(found["cells"], grid))

    def holds(self, view: View) -> bool:
        """Tell whether no cell is certain."""
        odds = risks(view)
        return all(0 < odds[cell] < 1 for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Share(Claim):
    """A cell has this risk, or wins this often."""

    pattern: ClassVar[str] = r"(?P<cells>\S+) (?P<what>wins )?(?P<share>\d+/\d+)"

    what: str
    share: Fraction

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Share:
        """Return the claim about a share of the layouts."""
        numbers = [int(number) for number in found["share"].split("/")]
        if numbers[1] == 0:
            raise BadInput(f"share {found['share']}; expected one such as 1/3")
        share = Fraction(*numbers)
        return cls(parse_cells(found["cells"], grid), (found["what"] or "risk").strip(), share)

    def holds(self, view: View) -> bool:
        """Compare exactly."""
        shares = risks(view) if self.what == "risk" else wins(view)
        return all(shares.get(cell) == self.share for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Fitting(Claim):
    """So many layouts fit."""

    pattern: ClassVar[str] = r"(?P<number>\d+) layouts?"

    number: int

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Fitting:
        """Return the claim about the number of layouts."""
        del grid
        return cls((), int(found["number"]))

    def holds(self, view: View) -> bool:
        """Count them."""
        return len(layouts(view)) == self.number


@dataclass(frozen=True, slots=True)
class ClauseNumbers(Claim):
    """A clue gives so many positive clauses, and so many negative ones."""

    pattern: ClassVar[str] = r"(?P<least>\d+) \+ (?P<most>\d+) clauses of (?P<cells>\S+)"

    numbers: tuple[int, int]

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> ClauseNumbers:
        """Return the claim about a clue."""
        return cls(parse_cells(found["cells"], grid), (int(found["least"]), int(found["most"])))

    def holds(self, view: View) -> bool:
        """Count them without writing them."""
        clues = [clue for clue in read(view).constraints if clue.clue in self.cells]
        return [clause_counts(clue) for clue in clues] == [self.numbers]


@dataclass(frozen=True, slots=True)
class Finds(Claim):
    """An engine settles these cells and no others."""

    pattern: ClassVar[str] = rf"(?P<engine>{'|'.join(ENGINES)}) finds (?P<cells>.+)"

    engine: str

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Finds:
        """Return the claim about an engine."""
        nothing = found["cells"] == "nothing"
        cells = () if nothing else parse_cells(found["cells"], grid)
        return cls(cells, found["engine"])

    def holds(self, view: View) -> bool:
        """Ask the engine."""
        found = engine_named(self.engine).infer(read(view))
        return tuple(sorted((*found.safe, *found.mines))) == self.cells


@dataclass(frozen=True, slots=True)
class Not(Claim):
    """The opposite of another claim."""

    pattern: ClassVar[str] = r"not (?P<claim>.+)"

    opposite: Claim

    @classmethod
    def of(cls, found: Groups, grid: Grid) -> Not:
        """Return the opposite of a claim."""
        opposite = parse_claim(found["claim"], grid)
        return cls(opposite.cells, opposite)

    def holds(self, view: View) -> bool:
        """Tell whether the claim is false."""
        return not self.opposite.holds(view)


_ALL: tuple[type[Claim], ...] = (  # the first that matches; a pointer matches anything
    Not,
    Fitting,
    ClauseNumbers,
    Finds,
    Among,
    Follows,
    Certain,
    Uncertain,
    Share,
    Pointer,
)


def parse_claim(text: str, grid: Grid) -> Claim:
    """Return the claim that a text makes about a board of this grid; raise BadInput.

    >>> parse_claim("b1 safe", Grid(1, 3)).holds(View.from_picture("0##"))
    True
    """
    for kind in _ALL:
        found = re.fullmatch(kind.pattern, text.strip())
        if found is not None:
            return kind.of(found.groupdict(), grid)
    raise BadInput(f"claim {text!r}; expected one such as 'b1 safe'")
