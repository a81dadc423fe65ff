"""Cells, moves and positions as JSON, the basis of all other shapes. Cells are [row, column]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from mineproof.board.game import Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View

Json: TypeAlias = dict[str, object]


def places(grid: Grid, cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as [row, column] pairs."""
    return [list(grid.place(cell)) for cell in cells]


def cell_json(cell: Cell, grid: Grid) -> Json:
    """Return a cell by its place and its name."""
    return {"cell": list(grid.place(cell)), "name": grid.name(cell)}


def cells_json(cells: Iterable[Cell], grid: Grid) -> list[Json]:
    """Return cells by their places and names."""
    return [cell_json(cell, grid) for cell in cells]


def position_json(view: View) -> Json:
    """Return a view as tasks take it."""
    return {
        "board": view.picture().split("\n"),
        "mines": view.mines,
        "shape": view.grid.shape.value,
    }


def move_json(move: Move, grid: Grid) -> Json:
    """Return a move by its act and its cell."""
    return {"act": move.act.value, **cell_json(move.cell, grid)}
