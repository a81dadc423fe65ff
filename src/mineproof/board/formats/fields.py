"""Fields: checked reading of a JSON object; anything unexpected raises BadInput."""

from __future__ import annotations

import json

from mineproof.board.grid import Cell, Grid
from mineproof.errors import BadInput

_MOST_BITS = 64


class Fields:
    """The fields of one JSON object.

    >>> fields = Fields({"rows": 2, "mines": [[0, 1]]})
    >>> fields.integer("rows"), fields.cells("mines", Grid(2, 2))
    (2, [1])
    """

    def __init__(self, value: object) -> None:
        """Raise BadInput unless `value` is a JSON object."""
        if not isinstance(value, dict):
            raise BadInput(f"{_kind(value)}; expected a JSON object")
        self._fields: dict[str, object] = value

    @classmethod
    def parse(cls, line: bytes | str) -> Fields:
        """Return the fields of the object in a line; raise BadInput if there is none."""
        try:
            text = line if isinstance(line, str) else line.decode("utf-8-sig")
            value = json.loads(text, parse_constant=_refuse)
        except UnicodeDecodeError:
            raise BadInput("a line that is not UTF-8") from None
        except ValueError as error:
            raise BadInput(f"a line that is not JSON: {error}") from None
        except RecursionError:
            raise BadInput("a line that is nested too deeply") from None
        return cls(value)

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def get(self, name: str) -> object:
        """Return a field unchecked, None if it is missing."""
        return self._fields.get(name)

    def only(self, *names: str) -> None:
        """Raise BadInput if there is any other field."""
        for name in self._fields:
            if name not in names:
                raise BadInput(f"unknown {name!r}; expected {', '.join(names)}")

    def integer(self, name: str, usual: int | None = None) -> int:
        """Return a whole number; `usual`, if given, when the field is missing."""
        if usual is not None and name not in self:
            return usual
        return _integer(self._need(name), name)

    def number(self, name: str, usual: float) -> float:
        """Return a number; `usual` when the field is missing."""
        value = self._fields.get(name, usual)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadInput(f"{name!r} holds {_kind(value)}; expected a number")
        return _integer(value, name) if isinstance(value, int) else value

    def flag(self, name: str) -> bool:
        """Return true or false; false if the field is missing."""
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{name!r} holds {_kind(value)}; expected true or false")
        return value

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a text; `usual`, if given, when the field is missing."""
        if usual is not None and name not in self:
            return usual
        return _text(self._need(name), name)

    def path(self, name: str) -> str:
        """Return the name of a file, which may hold bytes that are not text."""
        value = self._need(name)
        return value if isinstance(value, str) else _text(value, name)

    def items(self, name: str) -> list[object]:
        """Return a list of anything."""
        return _items(self._need(name), name)

    def pairs(self, name: str) -> list[tuple[str, object]]:
        """Return the fields of a nested object; none if it is missing."""
        return list(Fields(self._fields.get(name, {}))._fields.items())

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        return [_text(item, name) for item in _items(self._need(name), name)]

    def cell(self, name: str, grid: Grid) -> Cell:
        """Return the cell of `grid` that a field gives as [row, column]."""
        return _cell(self._need(name), name, grid)

    def cells(self, name: str, grid: Grid, *, distinct: bool = False) -> list[Cell]:
        """Return the cells of a list of [row, column]; `distinct` rejects duplicates."""
        cells = [_cell(item, name, grid) for item in _items(self._need(name), name)]
        if distinct and len(set(cells)) < len(cells):
            twice = next(cell for cell in cells if cells.count(cell) > 1)
            raise BadInput(f"{name!r} has {list(grid.place(twice))} twice; expected each cell once")
        return cells

    def _need(self, name: str) -> object:
        if name not in self._fields:
            raise BadInput(f"{name!r} is missing")
        return self._fields[name]


def _refuse(constant: str) -> None:
    raise BadInput(f"unexpected {constant}; expected plain JSON")


def _integer(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{name!r} holds {_kind(value)}; expected a whole number")
    if value.bit_length() > _MOST_BITS:
        size = f"a whole number of {value.bit_length()} bits"
        raise BadInput(f"{name!r} holds {size}; expected at most {_MOST_BITS}")
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{name!r} holds {_kind(value)}; expected a text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        half = value[error.start]
        raise BadInput(f"{name!r} holds half a character, {half!r}; expected a text") from None
    return value


def _items(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise BadInput(f"{name!r} holds {_kind(value)}; expected a list")
    return value


def _cell(value: object, name: str, grid: Grid) -> Cell:
    place = _items(value, name)
    if len(place) != 2:
        raise BadInput(f"{name!r} holds {len(place)} numbers for a cell; expected [row, column]")
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


def shown(value: object) -> str:
    """Return a value of JSON for a message: itself if it is plain and short, else its kind.

    >>> shown("a"), shown(7), shown([1, 2]), shown(10**5000)
    ("'a'", '7', 'a list', 'a whole number')
    """
    is_plain = isinstance(value, str | float | bool)
    is_small = isinstance(value, int) and value.bit_length() <= _MOST_BITS
    return repr(value) if is_plain or is_small else _kind(value)
