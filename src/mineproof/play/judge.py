"""The judge of prove-it games: lays the mines while a game is played, cruel but fair.

docs/fair.md has the rules. Whatever happens, the layout fits all that is seen; it is changed only
where the rules ask for it, and then drawn among all layouts that fit, each equally likely. So a
game shows the numbers that any other game would show.

The judge has three answers, and a reason for each. The cells are proved safe: the layout stays as
it is. They are not, and some safe cell is: there is a mine, and a layout that fits with a mine
there is the evidence. Nothing is proved safe: there is none, unless every layout has one there.

A position with too many layouts to count is judged by what weaker logic proves and by layouts
that differ from the present one only near the cells. Then the player has the benefit of the doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of, odds_of_view
from mineproof.counting.draw import draw
from mineproof.engines.subset import Subset
from mineproof.errors import Contradiction, LimitReached, Undecided
from mineproof.logic.problem import Constraint, Problem, fact
from mineproof.logic.reader import read

MOST_COUNTED = 2_000_000
"""The most states of a count: some 0.3 s in the kernel; an expert position has about 100."""

MOST_DRAWN = 100_000
"""The most states when a layout is drawn, which Python does: some 2 s."""

QUICK = 1000
"""The most states of either for a quick judge: some 0.02 s."""

_REACHES = (32, 16, 8, 4, 2)


def judge(view: View, cells: Sequence[Cell], layout: Layout, rng: Rng) -> Layout:
    """Return the layout on which the cells are opened, all at once.

    It fits the view, as `layout` must. If it mines one of the cells, the opening loses: either
    some safe cell is provable in the view and that cell is not, or that cell is a mine in every
    layout in which the cells before it are safe. Raises LimitReached if it cannot tell.
    """
    return _layout(cells, certainty(view), _Bench(view, layout, rng, MOST_DRAWN))


def judge_quickly(view: View, cells: Sequence[Cell], layout: Layout, rng: Rng) -> Layout:
    """Return the same within some hundredths of a second, or raise Undecided."""
    try:
        return _layout(cells, _counted(view, QUICK), _QuickBench(view, layout, rng, QUICK))
    except (LimitReached, Undecided):
        raise Undecided(cells) from None


def _layout(cells: Sequence[Cell], certain: Mapping[Cell, bool], bench: _Bench) -> Layout:
    unproved = [cell for cell in cells if certain.get(cell) is not False]
    if not unproved:
        return bench.layout
    is_avoidable = False in certain.values()
    return (bench.mined(unproved) if is_avoidable else None) or bench.safe(cells, certain)


def certainty(view: View) -> Mapping[Cell, bool]:
    """Return the cells that are certain, and whether they are mines.

    That is every cell that is the same in all layouts; beyond the limit of counting, what `subset`
    proves.
    """
    try:
        return _counted(view, MOST_COUNTED)
    except LimitReached:
        found = Subset().look(view)
        return dict.fromkeys(found.safe, False) | dict.fromkeys(found.mines, True)


def _counted(view: View, most: int) -> Mapping[Cell, bool]:
    counted = odds_of_view(view, max_states=most)
    return (odds_of(read(view), max_states=most) if counted is None else counted).certain


class _Bench:
    """One position on which the judge sits: draws layouts that fit it."""

    def __init__(self, view: View, layout: Layout, rng: Rng, most: int) -> None:
        self.layout, self._grid, self._rng = layout, view.grid, rng
        self._view, self._most = view, most

    @cached_property
    def _problem(self) -> Problem:
        return read(self._view)

    def mined(self, cells: Iterable[Cell]) -> Layout | None:
        """Return a layout with a mine in one of the cells; None if none is found."""
        if not self.layout.mines.isdisjoint(cells):
            return self.layout
        for cell in cells:
            with suppress(LimitReached):
                if (found := self._drawn([fact(cell, True)])) is not None:
                    return found
        return None

    def safe(self, cells: Sequence[Cell], certain: Mapping[Cell, bool]) -> Layout:
        """Return a layout in which as many of the cells are safe as can be, from the first on."""
        first = list(takewhile(lambda cell: not certain.get(cell), cells))
        while not self.layout.mines.isdisjoint(first):
            if (found := self._drawn([fact(cell, False) for cell in first])) is not None:
                return found
            first.pop()
        return self.layout

    def _drawn(self, facts: Sequence[Constraint]) -> Layout | None:
        """Draw a layout that also meets the facts; None if there is none; raise LimitReached."""
        try:
            return self._draw(facts)
        except Contradiction:
            return None
        except LimitReached:
            return self._drawn_near(facts)

    def _drawn_near(self, facts: Sequence[Constraint]) -> Layout:
        """Draw a layout that differs from the present one only near the facts."""
        cells = frozenset[Cell]().union(*(each.cells for each in facts))
        for reach in _REACHES:
            far = self._problem.cells - near(self._grid, cells, reach)
            kept = [fact(cell, self.layout.is_mine(cell)) for cell in sorted(far)]
            with suppress(Contradiction, LimitReached):
                return self._draw([*facts, *kept])
        names = ", ".join(map(self._grid.name, sorted(cells)))
        raise LimitReached(f"{names} cannot be judged; there are too many layouts to count")

    def _draw(self, facts: Iterable[Constraint]) -> Layout:
        told = replace(self._problem, constraints=(*self._problem.constraints, *facts))
        return Layout(self._grid, draw(told, self._rng, max_states=self._most))


class _QuickBench(_Bench):
    """The same for a judge who does not take the time to look for a layout nearby."""

    def _drawn_near(self, facts: Sequence[Constraint]) -> Layout:
        raise Undecided(tuple(cell for each in facts for cell in each.cells))


def near(grid: Grid, cells: Iterable[Cell], reach: int) -> set[Cell]:
    """Return the cells that are at most `reach` steps from some of these, and these themselves."""
    found = rim = set(cells)
    for _ in range(reach):
        rim = {other for cell in rim for other in grid.neighbours(cell)} - found
        found = found | rim
    return found
