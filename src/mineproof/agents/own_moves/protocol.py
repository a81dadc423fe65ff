"""Protocol: the messages between mineproof and a program that plays, one JSON object per line.

docs/protocol.md describes them for authors of programs. What a program writes is never trusted:
everything is checked, and what does not fit is a Fault.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from mineproof.agents.own_moves.table import Answer, Table, Testimony
from mineproof.agents.own_moves.words import plain, quoted
from mineproof.board.formats.fields import Fields, shown
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import FLAG, MINE, Sight, View
from mineproof.errors import BadInput, Fault, Reported
from mineproof.plugins.spec import Value
from mineproof.version import __version__

PROTOCOL = 1
"""The version of the protocol."""

_ENCODER = json.JSONEncoder(separators=(",", ":"))
_SEED_BITS = 32  # JavaScript's numbers hold 53


class Limits(NamedTuple):
    """What a program may use for one move: seconds, which are enforced, and nodes, which are not.

    A node is whatever the program counts.
    """

    seconds: float
    nodes: int | None = None


class Declared(NamedTuple):
    """An option that a program says it has."""

    name: str
    kind: str
    default: Value = None
    least: float | None = None
    most: float | None = None


class Hello(NamedTuple):
    """What a program says about itself."""

    name: str
    version: str = ""
    sees_view: bool = False
    options: tuple[Declared, ...] = ()


# What mineproof writes


def hello_line() -> bytes:
    """Return the first message."""
    return _line("hello", protocol=PROTOCOL, by=f"mineproof {__version__}")


def options_line(values: Mapping[str, Value]) -> bytes:
    """Return the message that sets options; `check_options` has seen them."""
    return _line("options", values=dict(values))


def game_line(number: int, table: Table, limits: Limits) -> bytes:
    """Return the message that begins a game."""
    return _line(
        "game",
        number=number,
        rows=table.grid.rows,
        cols=table.grid.cols,
        mines=table.mines,
        shape=table.grid.shape.value,
        start=table.start,
        finish=table.finish.value,
        seed=table.seed % (1 << _SEED_BITS),
        limits=limits._asdict(),
    )


def view_line(view: View) -> bytes:
    """Return a turn for a program that wants to see the whole view."""
    return _line("turn", view=view.picture().split("\n"))


def news_line(view: View, news: Sequence[Sight], *, is_first: bool) -> bytes:
    """Return a turn with the newly opened cells.

    The first turn also shows the flags and mines of a game that a program joins in the middle.
    """
    cols = view.grid.cols
    opened = [[*divmod(cell, cols), number] for cell, number in news]
    if not is_first:
        return _line("turn", opened=opened)
    seen = {"flagged": _places(view, FLAG), "mined": _places(view, MINE)}
    return _line("turn", opened=opened, **{name: cells for name, cells in seen.items() if cells})


def over_line(outcome: str) -> bytes:
    """Return the message that ends a game."""
    return _line("over", outcome=outcome)


def bye_line() -> bytes:
    """Return the last message."""
    return _line("bye")


def _line(kind: str, **fields: object) -> bytes:
    return _ENCODER.encode({"type": kind, **fields}).encode() + b"\n"


def _places(view: View, code: int) -> list[list[int]]:
    cols = view.grid.cols
    return [[*divmod(cell, cols)] for cell, each in enumerate(view.cells) if each == code]


# What a program writes


def read_hello(line: bytes) -> Hello:
    """Return a program's hello; raise Fault if the line holds none."""
    with _faults_of(line):
        fields = _message(line, "hello")
        if (spoken := fields.integer("protocol")) != PROTOCOL:
            raise BadInput(f"protocol {spoken}; expected {PROTOCOL}")
        sees = _one_of(fields, "sees", ("news", "view"), usual="news")
        declared = fields.items("options") if "options" in fields else []
        options = tuple(_declared(Fields(each)) for each in declared)
        name, version = fields.text("name"), fields.text("version", "")
        return Hello(plain(name), plain(version), sees == "view", options)


def read_ready(line: bytes) -> None:
    """Take in that a program has accepted its options; raise Fault if it has not."""
    with _faults_of(line):
        _message(line, "ready")


def read_answer(line: bytes, grid: Grid) -> Answer:
    """Return a program's answer to a turn; raise Fault if the line holds none."""
    with _faults_of(line):
        fields = _message(line, "move", "stuck")
        reason = plain(fields.text("reason", ""))
        if fields.text("type") == "stuck":
            return Answer(None, reason=reason, testimony=_testimony(fields, grid))
        act = Act(_one_of(fields, "act", (Act.OPEN.value, Act.FLAG.value)))
        return Answer(
            Move(act, fields.cell("cell", grid)),
            is_certain=fields.flag("certain"),
            risk=_chance(fields.get("risk"), "risk"),
            reason=reason,
            risks=_risks(fields, grid),
            testimony=_testimony(fields, grid),
        )


@contextmanager
def _faults_of(line: bytes) -> Iterator[None]:
    try:
        yield
    except BadInput as error:
        raise Fault(f"it wrote {quoted(line)}: {plain(str(error))}") from None


def _message(line: bytes, *kinds: str) -> Fields:
    """Return the fields of a message of one of these types."""
    fields = Fields.parse(line)
    kind = fields.text("type")
    if kind == "error":
        raise Reported(f"it reports an error: {plain(fields.text('message', 'no message'))}")
    if kind not in kinds:
        raise BadInput(f"type {shown(kind)}; expected {' or '.join(kinds)}")
    return fields


def _one_of(fields: Fields, name: str, words: Sequence[str], usual: str | None = None) -> str:
    word = fields.text(name, usual)
    if word not in words:
        raise BadInput(f"{name!r} is {shown(word)}; expected {' or '.join(words)}")
    return word


def _chance(value: object, name: str) -> float | None:
    """Return a number from 0 to 1, or None."""
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (is_number and 0 <= value <= 1):  # type: ignore[operator]
        raise BadInput(f"{name!r} holds {shown(value)}; expected a number from 0 to 1")
    return float(value)  # type: ignore[arg-type]


def _risks(fields: Fields, grid: Grid) -> Mapping[Cell, float] | None:
    """Return the risks of a map of all cells, without those that are null."""
    if fields.get("risks") is None:
        return None
    rows = fields.items("risks")
    if len(rows) != grid.rows:
        raise BadInput(f"'risks' has {len(rows)} rows; expected {grid.rows}")
    if any(not isinstance(row, list) or len(row) != grid.cols for row in rows):
        raise BadInput(f"'risks' has a row of another length; expected {grid.cols} numbers")
    values = [_chance(value, "risks") for row in rows for value in row]  # type: ignore[attr-defined]
    return {cell: value for cell, value in enumerate(values) if value is not None}


def _testimony(fields: Fields, grid: Grid) -> Testimony:
    slips = fields.items("slips") if "slips" in fields else []
    if not all(isinstance(each, str) for each in slips):
        raise BadInput("'slips' holds something else than texts")
    words = tuple(plain(str(each)) for each in slips)
    if "safe" not in fields and "mines" not in fields:
        return Testimony(None, words)
    safe, mines = (fields.cells(name, grid) if name in fields else () for name in ("safe", "mines"))
    return Testimony(dict.fromkeys(safe, False) | dict.fromkeys(mines, True), words)


# Options of a program

_IS_OF: Mapping[str, Callable[[object], bool]] = {
    "int": lambda value: type(value) is int,
    "float": lambda value: type(value) in (int, float),
    "bool": lambda value: type(value) is bool,
    "text": lambda value: type(value) is str,
}
_WISHES = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "text": "a text",
}


def check_options(hello: Hello, given: Mapping[str, Value]) -> None:
    """Raise BadInput unless a program has declared these options, and allows their values."""
    known = {each.name: each for each in hello.options}
    for name, value in given.items():
        if name not in known:
            raise BadInput(
                f"{hello.name} has no option {name!r}; expected {', '.join(known) or 'none'}"
            )
        if not _fits(known[name], value):
            wish = _WISHES[known[name].kind] + _range(known[name])
            raise BadInput(f"option {name} of {hello.name} is {shown(value)}; expected {wish}")


def _declared(fields: Fields) -> Declared:
    """Return a declared option; raise BadInput if it is none."""
    declared = Declared(
        plain(fields.text("name")),
        _one_of(fields, "type", [*_IS_OF]),
        _plain_value(fields.get("default")),
        _bound(fields, "min"),
        _bound(fields, "max"),
    )
    if declared.default is not None and not _fits(declared, declared.default):
        raise BadInput(f"option {declared.name} does not allow its own default")
    return declared


def _plain_value(value: object) -> Value:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise BadInput(f"'default' holds {shown(value)}; expected a plain value")


def _bound(fields: Fields, name: str) -> float | None:
    return None if fields.get(name) is None else fields.number(name, 0)


def _fits(declared: Declared, value: Value) -> bool:
    if not _IS_OF[declared.kind](value):
        return False
    if not isinstance(value, int | float):
        return True
    is_enough = declared.least is None or value >= declared.least
    return is_enough and (declared.most is None or value <= declared.most)


def _range(declared: Declared) -> str:
    """Return the bounds of an option in words."""
    least, most = declared.least, declared.most
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    if least is not None:
        return f", {least:g} or more"
    return "" if most is None else f", {most:g} or less"
