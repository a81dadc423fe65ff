"""Positions to ask about: a sample from games and layouts of all shapes, by seed and number.

A position keeps its layout, so that a smaller one can be made from it which is possible, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from mineproof.agents.random import RandomGuess
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.rules import Level
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.engines.single import Single
from mineproof.play.match import Match

_SMALL = (
    "4x4/4",
    "3x7/5",
    "5x5/6",
    "torus:4x5/4",
    "5x6/6",
    "hex:4x5/4",
    "6x6/8",
    "torus:6x6/7",
    "hex:6x6/8",
)
_SMALL_SIZE = 40
_STANDARD = ("cs50", "easy", "intermediate", "expert")
_STREAM = 0x617373657373


@dataclass(frozen=True, slots=True)
class Position:
    """What is open of a layout, with the flags of a player.

    `are_checked` says that the flags are known to be right, as in the marking game. `lie` is a cell
    that shows one mine too many, or too few where that cannot be.
    """

    layout: Layout
    opened: frozenset[Cell]
    tells_total: bool = True
    flags: frozenset[Cell] = frozenset()
    are_checked: bool = False
    lie: Cell | None = None

    @property
    def grid(self) -> Grid:
        """The grid of the layout."""
        return self.layout.grid

    @property
    def view(self) -> View:
        """What a player sees."""
        return self._view(FLAG)

    @property
    def known(self) -> View:
        """What a player knows: a flag is a mine if it was checked, and nothing if not."""
        return self._view(MINE if self.are_checked else HIDDEN)

    @property
    def size(self) -> tuple[int, int, int]:
        """How large it is; of two that show the same, the smaller is the better picture."""
        return self.grid.size, len(self.opened) + len(self.flags), len(self.layout.mines)

    def _view(self, flag: int) -> View:
        cells = bytearray([HIDDEN]) * self.grid.size
        for cell in self.opened:
            cells[cell] = self._number(cell)
        for cell in self.flags:
            cells[cell] = flag
        return View(self.grid, bytes(cells), len(self.layout.mines) if self.tells_total else None)

    def _number(self, cell: Cell) -> int:
        true = self.layout.number(cell)
        if cell != self.lie:
            return true
        return true + 1 if true < len(self.grid.neighbours(cell)) else true - 1


def position(number: int, seed: int) -> Position:
    """Return one position of a sample; the same numbers give the same position.

    Three of four are on small boards. Some come from games, in others the open cells lie anywhere,
    which takes the rarest techniques. Every third hides the mine count.
    """
    rng = Rng(Rng(seed ^ _STREAM).next() ^ number)
    pool = _STANDARD if number % 4 == 3 else _SMALL
    level = Level.parse(pool[rng.below(len(pool))])
    found = _played(level, rng) if number % 2 else _scattered(level, rng)
    return replace(found, tells_total=number % 3 != 0)


def _played(level: Level, rng: Rng) -> Position:
    """Return a moment in a game of a player who knows single clues and guesses."""
    start = ("safe", "opening")[level.grid.size > 30 and rng.below(2)]
    game = Game.new(level, start, seed=rng.next())
    moves = 1 + rng.below(max(2, level.grid.size // 2))
    turns = Match(game, RandomGuess(Single())).turns()
    seen = [
        frozenset(game.view.open_cells())
        for _ in islice(turns, moves)
        if game.status is GameStatus.PLAYING
    ]
    return Position(game.layout, seen[-1] if seen else frozenset())


def _scattered(level: Level, rng: Rng) -> Position:
    """Return a layout with some share of its safe cells open."""
    layout = Layout.random(level.grid, level.mines, rng)
    safe = layout.safe_cells()
    share = 25 + rng.below(50)
    return Position(layout, frozenset(rng.choose(safe, len(safe) * share // 100)))


def with_lie(honest: Position, number: int) -> Iterator[Position]:
    """Yield a small position with one of its numbers wrong.

    On a large board the search for the clues that clash may take minutes.
    """
    cells = sorted(honest.opened)
    if cells and honest.grid.size <= _SMALL_SIZE:
        yield replace(honest, lie=cells[number * 7 % len(cells)])


# Smaller ones


def smaller(whole: Position) -> Iterator[Position]:
    """Yield positions that are a little simpler, the boldest steps first; all are possible."""
    if whole.grid.shape is not Shape.SQUARE:
        yield replace(whole, layout=replace(whole.layout, grid=_square(whole.grid)))
    yield from _with_fewer_lines(whole)
    for flag in sorted(whole.flags):
        yield replace(whole, flags=whole.flags - {flag})
    for mine in sorted(whole.layout.mines - whole.flags):
        yield replace(whole, layout=replace(whole.layout, mines=whole.layout.mines - {mine}))
    for cell in sorted(whole.opened):
        yield replace(whole, opened=whole.opened - {cell})
    if whole.tells_total:
        yield replace(whole, tells_total=False)


def _square(grid: Grid) -> Grid:
    return replace(grid, shape=Shape.SQUARE)


def _with_fewer_lines(whole: Position) -> Iterator[Position]:
    grid = whole.grid
    if grid.rows > 1:
        yield _cut(whole, replace(grid, rows=grid.rows - 1), lambda row, col: (row - 1, col))
        yield _cut(whole, replace(grid, rows=grid.rows - 1), lambda row, col: (row, col))
    if grid.cols > 1:
        yield _cut(whole, replace(grid, cols=grid.cols - 1), lambda row, col: (row, col - 1))
        yield _cut(whole, replace(grid, cols=grid.cols - 1), lambda row, col: (row, col))


def _cut(whole: Position, grid: Grid, move: Callable[[int, int], tuple[int, int]]) -> Position:
    """Return what is left on a smaller grid once each cell has moved."""
    places = {cell: move(*whole.grid.place(cell)) for cell in range(whole.grid.size)}
    kept = {
        cell: grid.at(row, col)
        for cell, (row, col) in places.items()
        if 0 <= row < grid.rows and 0 <= col < grid.cols
    }

    def there(cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(kept[cell] for cell in cells if cell in kept)

    return replace(
        whole,
        layout=Layout(grid, there(whole.layout.mines)),
        opened=there(whole.opened),
        flags=there(whole.flags),
        lie=None if whole.lie is None else kept.get(whole.lie),
    )
