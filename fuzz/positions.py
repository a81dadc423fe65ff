"""Positions: small random views of every kind, and smaller variants of a view.

Square, torus and hex, lines too; 1 to 60 % mines; with and without the mine count; flags right and
wrong; mines seen. One in eight has a wrong number or a wrong mine count, and mostly no layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fuzz.target import Json
from mineproof.board.grid import Grid, Shape
from mineproof.board.view import FLAG, HIDDEN, MINE, View

_MOST_COVERED = 12
_SHAPES = list(Shape)
_DENSITIES = (0.01, 0.1, 0.2, 0.2, 0.3, 0.4, 0.6)


def position(seed: int) -> Json:
    """Return the position of a seed as JSON."""
    dice = Random(seed)
    grid = _grid(dice)
    density = dice.choice(_DENSITIES)
    mines = {cell for cell in range(grid.size) if dice.random() < density}
    codes = _codes(dice, grid, mines)
    total = dice.choice([None, len(mines), len(mines)])
    if dice.random() < 1 / 8:
        total = _lie(dice, codes, total)
    return to_json(View(grid, bytes(codes), total))


def to_json(view: View) -> Json:
    """Return a view as JSON."""
    return {
        "shape": view.grid.shape.value,
        "mines": view.mines,
        "rows": view.picture().split("\n"),
    }


def from_json(value: Json) -> View:
    """Return the view again."""
    return View.from_rows(value["rows"], value["mines"], Shape(value["shape"]))


def smaller(value: Json) -> Iterator[Json]:
    """Yield variants without a row or column, with a cell closed, a flag gone, or no mine count."""
    rows, total = value["rows"], value["mines"]
    cuts = [rows[:i] + rows[i + 1 :] for i in range(len(rows))] if len(rows) > 1 else []
    if len(rows[0]) > 1:
        cuts += [[row[:i] + row[i + 1 :] for row in rows] for i in range(len(rows[0]))]
    totals = [None] if total is None else range(total, max(-1, total - 4), -1)
    for left in cuts:
        yield from ({**value, "rows": left, "mines": mines} for mines in totals)
    if total is not None:
        yield {**value, "mines": None}
    if value["shape"] != "square":
        yield {**value, "shape": "square"}
    covered = sum(row.count(sign) for row in rows for sign in "#F")
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign == "F" or (sign != "#" and covered < _MOST_COVERED):
                yield {**value, "rows": [*rows[:r], f"{row[:c]}#{row[c + 1 :]}", *rows[r + 1 :]]}


def _grid(dice: Random) -> Grid:
    if dice.random() < 1 / 8:
        length = dice.randint(1, 16)
        rows, cols = dice.choice([(1, length), (length, 1)])
    else:
        more = dice.random() < 1 / 8
        rows, cols = dice.randint(2, 4 + more), dice.randint(2, 5 + more)
    return Grid(rows, cols, dice.choice(_SHAPES))


def _codes(dice: Random, grid: Grid, mines: set[int]) -> list[int]:
    """Return the codes of a true view in which few enough cells are covered to try all layouts."""
    near = grid.table
    codes = [MINE if c in mines else len(mines.intersection(near[c])) for c in range(grid.size)]
    hidden = dice.sample(sorted(mines), min(len(mines), _MOST_COVERED - dice.randint(0, 1)))
    safe = [cell for cell in range(grid.size) if cell not in mines]
    most = min(len(safe), _MOST_COVERED - len(hidden))
    hidden += dice.sample(safe, dice.randint(0, most))
    flags = dice.choice((0, 0, 0.1, 0.5))
    for cell in hidden:
        codes[cell] = FLAG if dice.random() < flags else HIDDEN
    return codes


def _lie(dice: Random, codes: list[int], total: int | None) -> int | None:
    """Change one number or the mine count; return the latter."""
    opened = [cell for cell, code in enumerate(codes) if code < HIDDEN]
    if opened and dice.random() < 3 / 4:
        codes[dice.choice(opened)] = dice.randint(0, 8)
        return total
    return dice.randint(0, len(codes) + 1)
