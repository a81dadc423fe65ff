"""Observations: the visible board as an array, -1 for a hidden cell, otherwise its number."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from mineproof.board.grid import Grid
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level, Start
from mineproof.board.view import HIDDEN, MINE, View
from mineproof.errors import BadSetting

UNSEEN = -1

Observation: TypeAlias = npt.NDArray[np.int8]
"""The cells of one board, row by row, or of several."""

_SHOWN = np.where(np.arange(MINE + 1) < HIDDEN, np.arange(MINE + 1), UNSEEN).astype(np.int8)


def setting_of(level: Level | str, start: Start | str | None) -> Setting:
    """Return the clearing game of a level, whatever its seed; any cell may be opened first.

    Raises BadInput if there is no such level or start, or no room for the mines around some cell.
    """
    setting = Setting.make(level, start, 0, Finish.CLEARING)
    grid, mines = setting.level.grid, setting.level.mines
    clear = max(len(setting.start.clear_cells(grid, cell)) for cell in range(grid.size))
    if mines > grid.size - clear:
        raise BadSetting(
            f"{mines} mines leave no room for the start {setting.start} at every cell of {grid};"
            f" expected at most {grid.size - clear}"
        )
    return setting


def board_of(view: View) -> Observation:
    """Return the cells of a view; flags and visible mines count as hidden."""
    cells: Observation = _SHOWN[np.frombuffer(view.cells, np.uint8)]
    return cells.reshape(view.grid.rows, view.grid.cols)


def view_of(board: Observation, grid: Grid, mines: int | None) -> View:
    """Return the view that an observation shows.

    >>> print(view_of(np.array([[-1, 2], [-1, -1]], np.int8), Grid(2, 2), 2).picture())
    #2
    ##
    """
    return View(grid, np.where(board < 0, HIDDEN, board).astype(np.uint8).tobytes(), mines)


def mask_of(board: Observation) -> Observation:
    """Return 1 for each cell that may be opened and 0 for the others, flattened."""
    return (board < 0).astype(np.int8).reshape(*board.shape[:-2], -1)
