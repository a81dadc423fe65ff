"""features: what the learned value sees of a guess, as plain numbers.

Nothing here depends on where the cell lies or on the shape of the board: what counts is what is
known of the cell, of its neighbours and of their neighbours. `native/strategist/features.hpp` finds
the same numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from mineproof.board.grid import Cell
from mineproof.board.view import View

COUNT = 51
"""Features: 7 of the position, 14 of the guess, 15 of each ring of cells around it."""

EXPERT_CELLS = 480
HALF = 1e-6


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may come after a cell, if it is safe."""

    clear: float
    """How likely no unsettled neighbour is a mine."""

    certain: float
    """How likely the next move is certain."""

    danger: float
    """The risk of the next move."""

    entropy: float
    """What the number tells, in bits."""


@dataclass(frozen=True)
class Position:
    """A view with the risks of its covered cells, none of which is certainly safe."""

    view: View
    risks: Mapping[Cell, float]

    @cached_property
    def unsettled(self) -> Mapping[Cell, float]:
        """The cells about which nothing is certain, with their risks."""
        return {cell: risk for cell, risk in self.risks.items() if 0 < risk < 1}

    @cached_property
    def floating(self) -> frozenset[Cell]:
        """The unsettled cells that no open cell touches."""
        return frozenset(
            cell for cell in self.unsettled if not any(map(self.view.is_open, self.near(cell)))
        )

    @cached_property
    def safest(self) -> float:
        """The safety of the safest cell."""
        return 1 - min(self.unsettled.values())

    def near(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours of a cell."""
        return self.view.grid.neighbours(cell)

    def mines_around(self, cell: Cell) -> int:
        """Return how many neighbours are certainly mines."""
        return sum(self.risks.get(near) == 1 for near in self.near(cell))

    def features(self, best: float, second: float) -> Iterator[float]:
        """Yield what all guesses share, among them the two best survivals of two moves."""
        left = (self.view.mines or 0) - sum(risk == 1 for risk in self.risks.values())
        yield len(self.unsettled) / EXPERT_CELLS
        yield left / len(self.unsettled)
        yield len(self.floating) / len(self.unsettled)
        yield next((self.unsettled[cell] for cell in self.floating), 1.0)
        yield self.safest
        yield best
        yield second / best

    def features_of(
        self, cell: Cell, survival: float, outlook: Outlook, best: float
    ) -> Iterator[float]:
        """Yield what belongs to one guess."""
        near = self.near(cell)
        mines = self.mines_around(cell)
        safety = 1 - self.unsettled[cell]
        yield safety
        yield safety / self.safest
        yield survival
        yield survival / best
        yield outlook.entropy
        yield outlook.certain
        yield outlook.danger
        yield outlook.clear if mines == 0 else 0
        yield sum(not self.view.is_open(other) for other in near)
        yield sum(other in self.unsettled for other in near)
        yield sum(other in self.floating for other in near)
        yield cell in self.floating
        yield len(near)
        yield mines
        beyond = dict.fromkeys(other for each in near for other in self.near(each))
        yield from self._ring(near)
        yield from self._ring(other for other in beyond if other != cell and other not in near)

    def _ring(self, cells: Iterable[Cell]) -> Iterator[float]:
        """Yield what is known of the cells at one distance from a guess."""
        ring = list(cells)
        clues = [clue for cell in ring if self.view.is_open(cell) and (clue := self._clue(cell))[1]]
        risks = [self.unsettled[cell] for cell in ring if cell in self.unsettled]
        densities = [missing / cells for missing, cells in clues]
        yield len(clues)
        yield sum(cells == 2 for _, cells in clues)
        yield sum(cells == 3 for _, cells in clues)
        yield sum(missing == cells - 1 for missing, cells in clues)
        yield sum(missing == 1 for missing, _ in clues)
        yield sum(densities)
        yield max(densities, default=0.0)
        yield min((cells for _, cells in clues), default=9)
        yield sum(risks)
        yield sum(abs(risk - 0.5) < HALF for risk in risks)
        yield max(risks, default=0.0)
        yield min(risks, default=1.0)
        yield sum(risk < 0.12 for risk in risks)
        yield sum(risk > 0.8 for risk in risks)
        yield sum(cell in self.floating for cell in ring)

    def _clue(self, cell: Cell) -> tuple[int, int]:
        """Return how many mines an open cell misses, and among how many unsettled cells."""
        missing = self.view.number(cell) - self.mines_around(cell)
        return missing, sum(near in self.unsettled for near in self.near(cell))
