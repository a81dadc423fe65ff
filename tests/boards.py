"""Boards of the marking game with what complete logic can mark on each, and views of games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from mineproof.agents import agent_named
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.rules import LEVELS, Finish
from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.engines import engine_named
from mineproof.engines.exact import Exact
from mineproof.play.match import Match

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
    """Return the first boards of a level, of which there are two hundred."""
    return _boards(level)[:count]


@cache
def _boards(level: str) -> list[Board]:
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
        for board in data["boards"]
    ]


@cache
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
    return in_play(level, seed) if seed // len(LEVELS) % 2 else half_open(level, seed)


def in_play(level: str, seed: int) -> View:
    """Return what is seen after a random number of moves of the player `random`, or before a loss.

    It opens before it flags what it has proved, so there is mostly something left to prove.
    """
    game = Game.new(level, seed=seed)
    turns = Match(game, agent_named("random", Exact())).turns()
    moves = Rng(seed).below(game.grid.size)
    seen = [game.view, *(game.view for _ in islice(turns, moves))]
    return seen[-1] if game.status is not GameStatus.LOST else seen[-2]


def half_open(level: str, seed: int) -> View:
    """Return a view of a layout in which a random part of the safe cells is open."""
    layout, rng = Game.new(level, "none", seed=seed).layout, Rng(seed)
    safe = layout.safe_cells()
    opened = set(rng.choose(safe, rng.below(len(safe))))
    numbers = layout.numbers()
    codes = [numbers[c] if c in opened else HIDDEN for c in range(layout.grid.size)]
    return View(layout.grid, bytes(codes), len(layout.mines))


def moments(level: str, seed: int, count: int = 8) -> list[View]:
    """Return views of a game, some with flags as a person may set them: right, or anywhere.

    The player knows single clues only and guesses where they are not enough, so that what is
    certain may take any technique.
    """
    game = Game.new(level, "opening", seed=seed)
    match = Match(game, agent_named("random", engine_named("single")))
    seen = [game.view for _ in match.turns()]
    dice = random.Random(seed)
    views = seen[:-1] if game.status is GameStatus.LOST else seen
    return [_flagged(view, dice) for view in dice.sample(views, min(count, len(views)))]


def _flagged(view: View, dice: random.Random) -> View:
    habit = dice.choice(["none", "every mine", "some mines", "anything"])
    if habit == "none":
        return view
    pool = Exact().look(view).mines if "mine" in habit else tuple(view.covered_cells())
    most = len(pool) if habit == "every mine" else min(3, len(pool))
    return flagged(view, dice.sample(pool, most))


def flagged(view: View, cells: Iterable[Cell]) -> View:
    """Return the view with flags on some covered cells."""
    codes = bytearray(view.cells)
    for cell in cells:
        codes[cell] = FLAG
    return View(view.grid, bytes(codes), view.mines)


def scattered(seed: int, shape: Shape | None = None) -> View:
    """Return a true view in which open cells lie anywhere: it takes the rarest techniques."""
    dice = random.Random(seed)
    grid = Grid(dice.randint(4, 9), dice.randint(4, 9), shape or dice.choice(list(Shape)))
    layout = Layout(grid, frozenset(c for c in range(grid.size) if dice.random() < 0.25))
    share = dice.choice([0.25, 0.4, 0.55, 0.7])
    codes = [
        HIDDEN if layout.is_mine(cell) or dice.random() > share else layout.number(cell)
        for cell in range(grid.size)
    ]
    return View(grid, bytes(codes), dice.choice([None, len(layout.mines)]))


def metrics() -> list[dict[str, Any]]:
    """Expert boards with their figures."""
    boards: list[dict[str, Any]] = json.loads((DATA / "board_metrics.json").read_text())["boards"]
    return boards


def layout_of(board: dict[str, Any]) -> Layout:
    """The layout of a board that is given by its size and the places of its mines."""
    grid = Grid(board["rows"], board["cols"])
    return Layout(grid, frozenset(grid.at(row, col) for row, col in board["mines"]))
