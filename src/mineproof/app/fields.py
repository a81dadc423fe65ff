"""Fields: a JSON object that is read with care. Whatever is not as wished raises BadInput."""

from __future__ import annotations

from mineproof.board.grid import Cell, Grid
from mineproof.errors import BadInput


class Fields:
    """The fields of one JSON object.

    >>> fields = Fields({"rows": 2, "mines": [[0, 1]]})
    >>> fields.integer("rows"), fields.cells("mines", Grid(2, 2))
    (2, [1])
    """

    def __init__(self, value: object) -> None:
        """Take an object apart; raise BadInput if `value` is none."""
        if not isinstance(value, dict):
            raise BadInput(f"{_kind(value)}; want a JSON object")
        self._fields: dict[str, object] = value

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def get(self, name: str) -> object:
        """Return a field as it is, None if it is missing."""
        return self._fields.get(name)

    def integer(self, name: str) -> int:
        """Return a whole number."""
        return _integer(self._need(name), name)

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        return [_text(item, name) for item in _items(self._need(name), name)]

    def cell(self, name: str, grid: Grid) -> Cell:
        """Return the cell of `grid` that a field gives as [row, column]."""
        return _cell(self._need(name), name, grid)

    def cells(self, name: str, grid: Grid, *, distinct: bool = False) -> list[Cell]:
        """Return the cells of a list of [row, column]; no cell twice if they are to be distinct."""
        cells = [_cell(item, name, grid) for item in _items(self._need(name), name)]
        if distinct and len(set(cells)) < len(cells):
            twice = next(cell for cell in cells if cells.count(cell) > 1)
            raise BadInput(f"{name!r} has {list(grid.place(twice))} twice; want each cell once")
        return cells

    def _need(self, name: str) -> object:
        if name not in self._fields:
            raise BadInput(f"{name!r} is missing")
        return self._fields[name]


def _integer(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{name!r} holds {_kind(value)}; want a whole number")
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{name!r} holds {_kind(value)}; want a text")
    return value


def _items(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise BadInput(f"{name!r} holds {_kind(value)}; want a list")
    return value


def _cell(value: object, name: str, grid: Grid) -> Cell:
    place = _items(value, name)
    if len(place) != 2:
        raise BadInput(f"{name!r} holds {len(place)} numbers for a cell; want [row, column]")
    row, col = _integer(place[0], name), _integer(place[1], name)
    try:
        return grid.at(row, col)
    except BadInput as error:
        raise BadInput(f"{name!r}: {error}") from None


_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    str: "a text",
    list: "a list",
    dict: "an object",
}


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "null")
