"""Fleets: many games side by side, one move in each at a time, in the kernel or in Python.

Both write observations into the caller's arrays: a row of cells for each game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from mineproof.adapters.gymnasium.boards import UNSEEN, Observation, board_of
from mineproof.board.game import Game, GameStatus
from mineproof.board.notation import Setting
from mineproof.board.view import HIDDEN
from mineproof.counting.kernel import Kernel, kernel
from mineproof.errors import BadInput

MAX_GAMES = 1 << 20

PLAYING, WON, LOST = 0, 1, 2
_STATUS = {GameStatus.PLAYING: PLAYING, GameStatus.WON: WON, GameStatus.LOST: LOST}

Seeds: TypeAlias = npt.NDArray[np.uint64]
Which: TypeAlias = npt.NDArray[np.bool_]


def fleet_of(setting: Setting, games: int) -> Kernel.Fleet | Fleet:
    """Return a fleet of games in this setting, whatever its seed; raise BadInput."""
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"{games} environments; expected 1 to {MAX_GAMES}")
    native, grid = kernel("Fleet"), setting.level.grid
    if native is None:
        return Fleet(setting, games)
    return native.Fleet(
        rows=grid.rows,
        cols=grid.cols,
        shape=grid.shape.value,
        mines=setting.level.mines,
        start=setting.start.rule.value,
        safe_cells=setting.start.safe_cells(setting.level),
        games=games,
    )


class Fleet:
    """The twin in Python: games of `board.game`."""

    def __init__(self, setting: Setting, games: int) -> None:
        self._setting = setting
        self._games = [Game.of(setting) for _ in range(games)]

    def begin(self, seeds: Seeds, which: Which, shown: Observation) -> None:
        """Restart some games, and show what is open."""
        for game in np.flatnonzero(which):
            self._games[game] = Game.of(replace(self._setting, seed=int(seeds[game])))
            shown[game] = board_of(self._games[game].view).ravel()

    def open(
        self,
        cells: npt.NDArray[np.int64],
        which: Which,
        shown: Observation,
        opened: npt.NDArray[np.int32],
        status: npt.NDArray[np.int8],
    ) -> None:
        """Open a cell in some games, and show what opens; `status` gets PLAYING, WON or LOST."""
        for number in np.flatnonzero(which):
            game, cell = self._games[number], int(cells[number])
            is_hidden = game.view.cells[cell] == HIDDEN and shown[number, cell] == UNSEEN
            can_open = is_hidden and game.status is GameStatus.PLAYING
            sights = game.open(cell) if can_open else ()
            for sight in sights:
                shown[number, sight.cell] = sight.number
            opened[number], status[number] = len(sights), _STATUS[game.status]
