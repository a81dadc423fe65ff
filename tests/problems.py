"""Random problems with a known truth, and the slowest possible solver: shared by the tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from mineproof.logic.problem import Cell, Constraint, Problem


@st.composite
def problems(draw: st.DrawFn, max_cells: int = 9, max_constraints: int = 8) -> Problem:
    """Draw a problem of any shape that at least one layout fits."""
    size = draw(st.integers(1, max_cells))
    truth = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    sets = draw(
        st.lists(
            st.frozensets(st.integers(0, size - 1), min_size=1, max_size=6),
            max_size=max_constraints,
        )
    )
    constraints = tuple(
        Constraint(cells, sum(truth[cell] for cell in cells), clue=100 + i)
        for i, cells in enumerate(sets)
    )
    total = sum(truth) if draw(st.booleans()) else None
    return Problem(constraints, frozenset(range(size)), total)


def layouts(problem: Problem) -> Iterator[dict[Cell, bool]]:
    """Yield every layout that fits, by trying them all."""
    cells = sorted(problem.cells)
    for values in product((False, True), repeat=len(cells)):
        layout = dict(zip(cells, values, strict=True))
        if problem.total in (None, sum(values)) and all(
            sum(layout[cell] for cell in c.cells) == c.mines for c in problem.constraints
        ):
            yield layout


def certain_cells(problem: Problem) -> dict[Cell, bool]:
    """Return the cells that are the same in every layout that fits."""
    fitting = list(layouts(problem))
    return {
        cell: fitting[0][cell]
        for cell in sorted(problem.cells)
        if len({layout[cell] for layout in fitting}) == 1
    }
