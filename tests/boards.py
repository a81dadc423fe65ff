"""Boards of the marking game with what complete logic can mark on each, and views of games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mineproof.agents import agent_named
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.rules import LEVELS, Finish
from mineproof.board.view import HIDDEN, View
from mineproof.engines.exact import Exact
from mineproof.lab.match import Match

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


def mid_game(level: str, seed: int, start: str = "opening") -> View:
    """Return what is seen before the first, second or third guess of the player `random`.

    Or before the last move, if there are fewer.
    """
    game = Game.new(level, start, seed=seed)
    seen, guesses = [game.view], 0
    for turn in Match(game, agent_named("random", Exact())).turns():
        guesses += turn.choice is not None and turn.choice.deduction is None
        if guesses == 1 + seed % 3:
            break
        seen.append(game.view)
    return seen[-1] if game.status is GameStatus.PLAYING else seen[-2]


def some_position(seed: int) -> View:
    """Return a position of any level: after some moves of a game, or with any safe cells open."""
    level = sorted(LEVELS)[seed % len(LEVELS)]
    return in_play(level, seed) if seed // len(LEVELS) % 2 else scattered(level, seed)


def in_play(level: str, seed: int) -> View:
    """Return what is seen after a random number of moves of the player `random`, or before a loss.

    It opens before it flags what it has proved, so there is mostly something left to prove.
    """
    game = Game.new(level, seed=seed)
    turns = Match(game, agent_named("random", Exact())).turns()
    moves = Rng(seed).below(game.grid.size)
    seen = [game.view, *(game.view for _ in islice(turns, moves))]
    return seen[-1] if game.status is not GameStatus.LOST else seen[-2]


def scattered(level: str, seed: int) -> View:
    """Return a view of a layout in which a random part of the safe cells is open."""
    layout, rng = Game.new(level, "none", seed=seed).layout, Rng(seed)
    safe = layout.safe_cells()
    opened = set(rng.choose(safe, rng.below(len(safe))))
    numbers = layout.numbers()
    codes = [numbers[c] if c in opened else HIDDEN for c in range(layout.grid.size)]
    return View(layout.grid, bytes(codes), len(layout.mines))
