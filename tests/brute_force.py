"""Brute force on small views: all layouts, what each guess leads to, and optimal play."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from hypothesis import assume
from hypothesis import strategies as st
from tests.enumeration import subsets
from tests.strategies import grids

from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import MINE, View
from mineproof.engines.exact import Exact

_LAYOUTS: dict[View, list[frozenset[Cell]]] = {}


def fitting(view: View) -> list[frozenset[Cell]]:
    """Return the mines of every layout that fits."""
    if view not in _LAYOUTS:
        seen = {cell for cell, code in enumerate(view.cells) if code == MINE}
        every = (mines | seen for mines in subsets(view.covered_cells()))
        _LAYOUTS[view] = [mines for mines in every if _fits(view, mines)]
    return _LAYOUTS[view]


def _fits(view: View, mines: frozenset[Cell]) -> bool:
    near = view.grid.neighbours
    return view.mines in (None, len(mines)) and all(
        len(mines.intersection(near(cell))) == view.number(cell) for cell in view.open_cells()
    )


def risk(view: View, cell: Cell) -> float:
    layouts = fitting(view)
    return sum(cell in mines for mines in layouts) / len(layouts)


def safe_cells(view: View) -> list[Cell]:
    return [cell for cell in view.covered_cells() if risk(view, cell) == 0]


def is_won(view: View) -> bool:
    return all(risk(view, cell) == 1 for cell in view.covered_cells())


def futures(view: View, cell: Cell) -> dict[View, float]:
    """Return what may be seen once `cell` is open, and how likely each is."""
    near, layouts = view.grid.neighbours(cell), fitting(view)
    found = {}
    for number in range(9):
        agreeing = [m for m in layouts if cell not in m and len(m.intersection(near)) == number]
        if agreeing:
            cells = bytearray(view.cells)
            cells[cell] = number
            then = View(view.grid, bytes(cells), view.mines)
            _LAYOUTS[then] = agreeing
            found[then] = len(agreeing) / len(layouts)
    return found


def progress(view: View, cell: Cell) -> float:
    after = futures(view, cell).items()
    return sum(chance for then, chance in after if safe_cells(then) or is_won(then))


def survival(view: View, cell: Cell) -> float:
    def best(then: View) -> float:
        return 1 if is_won(then) else 1 - min(risk(then, other) for other in then.covered_cells())

    return sum(chance * best(then) for then, chance in futures(view, cell).items())


def fifty_fifties(view: View) -> list[tuple[Cell, Cell]]:
    """Return the pairs that no layout tells apart, whatever else is opened: by their definition."""
    return [pair for pair in combinations(view.covered_cells(), 2) if _is_sealed(view, *pair)]


def _is_sealed(view: View, a: Cell, b: Cell) -> bool:
    layouts = fitting(view)
    between = {*view.grid.neighbours(a)} ^ {*view.grid.neighbours(b)}
    is_one = all((a in mines) != (b in mines) for mines in layouts)
    return is_one and all(between - {a, b} <= mines for mines in layouts)


@cache
def value(view: View) -> float:
    """Return the chance to win the clearing game, played as well as can be."""
    if is_won(view):
        return 1
    free = safe_cells(view)  # to open a safe cell never does harm
    return max(value_of(view, cell) for cell in free[:1] or view.covered_cells())


def value_of(view: View, cell: Cell) -> float:
    """Return the same if `cell` is opened first."""
    return sum(chance * value(then) for then, chance in futures(view, cell).items())


def forced(layout: Layout, first: Cell, mines: int | None = None) -> View | None:
    """Open `first`, which is safe, and all that is certainly safe then; None if that wins."""
    game = Game.on(layout, Finish.CLEARING)
    game.open(first)
    while game.status is GameStatus.PLAYING:
        view = View(game.grid, game.view.cells, mines)
        safe = Exact().look(view).safe
        if not safe:
            return view
        game.open(safe[0])
    return None


@st.composite
def forced_guesses(draw: st.DrawFn, max_side: int = 4, max_covered: int = 10) -> View:
    """A small view in which no cell is certainly safe, as it comes about in a game."""
    grid = draw(grids(max_side))
    cells = st.sampled_from(range(grid.size))
    layout = Layout(grid, draw(st.frozensets(cells, min_size=1, max_size=max(1, grid.size // 2))))
    first = draw(cells)
    assume(first not in layout.mines)
    view = forced(layout, first, len(layout.mines) if draw(st.booleans()) else None)
    assume(view is not None and len(view.covered_cells()) <= max_covered)
    assert view is not None
    return view
