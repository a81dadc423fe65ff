"""What hypothesis draws from: grids, layouts, positions, settings and constraints."""

from __future__ import annotations

from hypothesis import strategies as st

from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rng import MAX_SEED
from mineproof.board.rules import LEVELS, Finish, Level, Start, StartRule
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.logic.problem import Constraint

shapes = st.sampled_from(Shape)
seeds = st.integers(0, MAX_SEED)
layout_finishes = st.sampled_from([finish for finish in Finish if not finish.is_judged])
"""How a game on a given layout can be won."""


@st.composite
def grids(draw: st.DrawFn, max_side: int = 6) -> Grid:
    sides = st.integers(1, max_side)
    return Grid(draw(sides), draw(sides), draw(shapes))


def cells_of(grid: Grid) -> st.SearchStrategy[Cell]:
    return st.integers(0, grid.size - 1)


@st.composite
def layouts(draw: st.DrawFn, max_side: int = 6) -> Layout:
    grid = draw(grids(max_side))
    return Layout(grid, draw(st.frozensets(cells_of(grid))))


@st.composite
def positions(draw: st.DrawFn, max_side: int = 5) -> tuple[Layout, View]:
    """A layout, and a true view of it: some safe cells open, flags right or wrong, mines seen."""
    layout = draw(layouts(max_side))
    codes = [
        draw(st.sampled_from([HIDDEN, FLAG, MINE]))
        if layout.is_mine(cell)
        else draw(st.sampled_from([HIDDEN, FLAG, layout.number(cell), layout.number(cell)]))
        for cell in range(layout.grid.size)
    ]
    mines = draw(st.sampled_from([None, len(layout.mines)]))
    return layout, View(layout.grid, bytes(codes), mines)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """A named or custom level, with at least nine cells free where there are as many."""
    if draw(st.booleans()):
        return draw(st.sampled_from(sorted(LEVELS.values(), key=str)))
    grid = draw(grids(max_side=40))
    return Level(grid, draw(st.integers(0, max(0, grid.size - 9))))


@st.composite
def starts(draw: st.DrawFn, level: Level) -> Start:
    rule = draw(st.sampled_from(StartRule))
    if draw(st.booleans()) or rule is StartRule.NONE:
        return Start(rule)
    if rule is StartRule.LIST:
        return Start(rule, count=draw(st.integers(1, level.grid.size - level.mines)))
    return Start(rule, first=level.grid.place(draw(cells_of(level.grid))))


@st.composite
def settings_of_games(draw: st.DrawFn) -> Setting:
    level = draw(levels())
    return Setting(level, draw(starts(level)), draw(seeds), draw(st.sampled_from(Finish)))


@st.composite
def constraints(
    draw: st.DrawFn, max_cell: int = 6, *, max_size: int | None = None, possible: bool = True
) -> Constraint:
    cells = draw(st.frozensets(st.integers(0, max_cell), max_size=max_size))
    low, high = (0, len(cells)) if possible else (-2, len(cells) + 2)
    return Constraint(cells, draw(st.integers(low, high)))
