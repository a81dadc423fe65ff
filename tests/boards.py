"""The marking-game boards of tests/data, with what complete logic can mark on each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Board:
    """A layout, its handed-out safe cells, and what must stay unmarked."""

    layout: Layout
    safe: tuple[Cell, ...]
    undecidable: frozenset[Cell]
    single_leaves: int

    def game(self) -> Game:
        return Game.on(self.layout, Finish.MARKING, safe=self.safe)


def boards(level: str, count: int) -> list[Board]:
    """Return the first boards of a level."""
    data = json.loads((DATA / f"marking_{level}.json").read_text())
    grid = Grid(data["rows"], data["cols"])

    def cells(places: list[list[int]]) -> list[Cell]:
        return [grid.at(row, col) for row, col in places]

    return [
        Board(
            Layout(grid, frozenset(cells(board["mines"]))),
            tuple(cells(board["safe"])),
            frozenset(cells(board["complete_unmarked_cells"])),
            board["single_point_unmarked"],
        )
        for board in data["boards"][:count]
    ]
