"""Boards drawn cell by cell, with the names of rows and columns, marks and risks.

Nothing depends on colour alone: numbers are written, everything else has a sign of its own.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mineproof.board.drawings import colours
from mineproof.board.drawings.shapes import Canvas, Disc, Label, Line, Point, Polygon, Shape
from mineproof.errors import BadInput, UnknownName

MARKS = {
    "safe": "certainly safe",
    "mine": "certainly a mine",
    "guess": "a guess",
    "best": "the best guess",
    "clue": "a clue that matters",
    "clash": "a clue that clashes",
    "wrong": "a wrong flag",
    "lost": "the mine that lost the game",
}
"""What can be said about a cell, and how it is put into words."""

_PITCH = 28.0
_GAP = 0.75  # from the edge of a cell to where its neighbour begins
_ROUNDING = 2.5
_PAD = 4.0  # between the cells and the edge of the well they lie in
_EDGE = 6.0

_FACES = {"0": colours.EMPTY, "#": colours.HIDDEN, "F": colours.HIDDEN}
_CERTAIN = {"safe": colours.SAFE, "mine": colours.MINED}
_FILLS = {**_CERTAIN, "clue": colours.CLUE_FILL, "lost": colours.EXPLODED}
_RINGS = {
    "clue": colours.CLUE,
    "clash": colours.WRONG,
    "guess": colours.GUESS,
    "best": colours.GUESS,
    "lost": colours.FLAG,
}


@dataclass(frozen=True, slots=True)
class Board:
    """What is drawn: the characters of a picture, and what is said about cells, by number.

    `columns` are the names of the columns; `shape` is square, torus or hex. A risk of a cell that
    is open, or of which something is certain, is not shown.
    """

    rows: int
    columns: Sequence[str]
    shape: str
    faces: str
    mines: int | None = None
    marks: Mapping[int, str] = field(default_factory=dict)
    risks: Mapping[int, float] = field(default_factory=dict)
    lit: Collection[int] = ()
    title: str = ""

    def __post_init__(self) -> None:
        for mark in self.marks.values():
            if mark not in MARKS:
                raise UnknownName(f"unknown mark {mark!r}; expected {', '.join(MARKS)}")
        for cell, risk in self.risks.items():
            if not 0 <= risk <= 1:
                raise BadInput(f"a risk of {risk} at {self.name(cell)}; expected 0 to 1")

    @property
    def cells(self) -> range:
        """The cells, in reading order."""
        return range(len(self.faces))

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        row, col = divmod(cell, len(self.columns))
        return f"{self.columns[col]}{row + 1}"

    def risk(self, cell: int) -> float | None:
        """Return the risk that is shown on a cell."""
        is_shown = self.faces[cell] in "#F" and self.marks.get(cell) not in _CERTAIN
        return self.risks.get(cell) if is_shown else None


def draw(board: Board) -> Canvas:
    """Return the shapes of a board."""
    place = _Places(board)
    shapes = (*_ground(place), *_names(place), *_cells(board, place), *_signs(board, place))
    title = board.title or _title(board)
    return Canvas(place.width, place.height, title, _description(board), shapes)


def percent(risk: float) -> str:
    """Return a risk in percent as it stands in a cell; only what is certain is 0 or 100.

    >>> [percent(risk) for risk in (0, 0.001, 1 / 3, 0.996, 1)]
    ['0%', '<1%', '33%', '>99%', '100%']
    """
    if 0 < risk < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= risk < 1 else f"{int(100 * risk + 0.5)}%"


# Where things are


class _Places:
    """Where the cells of a board are on the canvas."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.is_hex = board.shape == "hex"
        self.step = _PITCH * math.sqrt(0.75) if self.is_hex else _PITCH  # from row to row
        digits = len(str(board.rows))
        self.left, self.top = _EDGE + 6.5 * digits + 3 + _PAD, _EDGE + 12.0 + _PAD
        self.right = self.left + _PITCH * (
            len(board.columns) + 0.5 * (self.is_hex and board.rows > 1)
        )
        self.bottom = self.top + self.step * (board.rows - 1) + self.tall
        self.width, self.height = self.right + _PAD + _EDGE, self.bottom + _PAD + _EDGE

    @property
    def tall(self) -> float:
        """The height of a cell."""
        return 2 * _PITCH / math.sqrt(3) if self.is_hex else _PITCH

    def centre(self, cell: int) -> Point:
        row, col = divmod(cell, len(self.board.columns))
        shift = 0.5 * (self.is_hex and row % 2)
        return self.left + (col + 0.5 + shift) * _PITCH, self.top + self.tall / 2 + row * self.step

    def outline(self, cell: int, inset: float) -> tuple[Point, ...]:
        """Return the corners of a cell, all of its edges moved inwards by `inset`."""
        x, y = self.centre(cell)
        half = _PITCH / 2 - inset
        if not self.is_hex:
            left, right, top, bottom = x - half, x + half, y - half, y + half
            return (left, top), (right, top), (right, bottom), (left, bottom)
        far = 2 * half / math.sqrt(3)
        corners = [(0, -far), (half, -far / 2), (half, far / 2)]
        return tuple((x + a, y + b) for a, b in (*corners, *((-a, -b) for a, b in corners)))


# Ground and names


def _ground(place: _Places) -> Iterator[Shape]:
    corner = (place.width, place.height)
    yield _box((0, 0), corner, colours.PAPER, 6)
    well = (place.left - _PAD, place.top - _PAD), (place.right + _PAD, place.bottom + _PAD)
    yield _box(*well, colours.WELL, 5)
    if place.board.shape == "torus":
        yield from _open_edges(place)


def _box(start: Point, end: Point, fill: str, rounding: float) -> Polygon:
    (a, b), (c, d) = start, end
    a, b, c, d = a + rounding, b + rounding, c - rounding, d - rounding
    return Polygon(((a, b), (c, b), (c, d), (a, d)), fill, rounding)


def _open_edges(place: _Places) -> Iterator[Line]:
    """Yield a dashed frame: a torus goes on at the opposite edge."""
    out = _PAD - 1
    ys, xs = (place.top - out, place.bottom + out), (place.left - out, place.right + out)
    for col in range(len(place.board.columns)):
        x, _ = place.centre(col)
        yield from (_dash((x - 6, y), (x + 6, y)) for y in ys)
    for row in range(place.board.rows):
        _, y = place.centre(row * len(place.board.columns))
        yield from (_dash((x, y - 6), (x, y + 6)) for x in xs)


def _dash(start: Point, end: Point) -> Line:
    return Line((start, end), 2, colours.SAFE)


def _names(place: _Places) -> Iterator[Label]:
    for col, name in enumerate(place.board.columns):
        x = place.left + (col + 0.5) * _PITCH
        yield Label((x, _EDGE + 5), name, 10, colours.SOFT_INK)
    middle = (_EDGE + place.left - _PAD) / 2
    for row in range(place.board.rows):
        _, y = place.centre(row * len(place.board.columns))
        yield Label((middle, y), f"{row + 1}", 10, colours.SOFT_INK)


# Cells


def _cells(board: Board, place: _Places) -> list[Polygon]:
    """Return one polygon for each cell, those of one colour together."""
    cells = [
        Polygon(
            place.outline(cell, _GAP + _ROUNDING), _fill(board, cell), _ROUNDING, _tip(board, cell)
        )
        for cell in board.cells
    ]
    return sorted(cells, key=lambda each: each.fill)


def _fill(board: Board, cell: int) -> str:
    if (risk := board.risk(cell)) is not None:
        return str(colours.RISKS.at(risk))
    mark = board.marks.get(cell, "")
    return _FILLS.get(mark) or _FACES.get(board.faces[cell], colours.OPEN)


def _tip(board: Board, cell: int) -> str:
    """Return what is known about a cell, to be shown under the mouse; nothing if nothing is."""
    parts = [MARKS[board.marks[cell]]] if cell in board.marks else []
    if (risk := board.risk(cell)) is not None:
        parts.append(f"risk {risk:.1%}")
    return f"{board.name(cell)}: {', '.join(parts)}" if parts else ""


# Signs on cells


def _signs(board: Board, place: _Places) -> list[Shape]:
    """Return what stands on the cells; signs that look alike together, rings behind letters."""
    rings = [ring for cell in board.cells for ring in _rings(board, place, cell)]
    signs = [sign for cell in board.cells for sign in _sign(board, place.centre(cell), cell)]
    return [*rings, *sorted(signs, key=_layer)]


def _layer(shape: Shape) -> tuple[object, ...]:
    match shape:
        case Polygon(_, fill) | Disc(_, _, fill):
            return (isinstance(shape, Disc), fill, 0.0)
        case Line(_, width, colour):
            return (2, width, colour)
        case Label(_, _, size, colour):
            return (3, size, colour)


def _rings(board: Board, place: _Places, cell: int) -> Iterator[Line]:
    if cell in board.lit:
        yield Line(place.outline(cell, _GAP + 2), 4, colours.LIT, is_closed=True)
        yield Line(place.outline(cell, _GAP + 0.5), 1, colours.INK, is_closed=True)
    if ring := _RINGS.get(board.marks.get(cell, "")):
        yield Line(place.outline(cell, _GAP + 1.25), 2.5, ring, is_closed=True)


def _sign(board: Board, at: Point, cell: int) -> Iterator[Shape]:
    face, mark = board.faces[cell], board.marks.get(cell, "")
    ink = colours.WHITE if mark in _CERTAIN else None  # on a dark ground
    if face in colours.DIGITS:
        yield Label(at, face, 17, ink or colours.DIGITS[face], is_bold=True)
    elif face == "*":
        yield from _mine(at, ink or colours.MINE)
    elif face == "F":
        yield from _flag(at, ink or colours.FLAG)
    elif face == "#":
        yield from _covered(board, at, cell)
    if mark == "wrong" or (face == "F" and mark == "safe"):
        yield from _cross(at, colours.LIT if ink else colours.MINE)


def _covered(board: Board, at: Point, cell: int) -> Iterable[Shape]:
    mark, risk = board.marks.get(cell, ""), board.risk(cell)
    if risk is not None:
        text = percent(risk)
        return [Label(at, text, 9.5 if len(text) < 4 else 7.5, colours.INK)]
    match mark:
        case "safe":
            return [Line(_scaled(at, 0.62, _TICK), 3, colours.WHITE)]
        case "mine" | "lost":
            return _mine(at, colours.WHITE if mark == "mine" else colours.MINE)
        case "best":
            return [Polygon(_scaled(at, 0.7, _STAR), colours.GUESS)]
        case "guess":
            return [Label(at, "?", 17, colours.GUESS, is_bold=True)]
        case _:
            return ()


# Signs are described in a square of 24 x 24, as in the page's style sheet.

_TICK = ((3, 13), (9, 19), (21, 5))
_STAR = (
    (12, 1),
    (15, 8.5),
    (22.5, 9.2),
    (16.8, 14.4),
    (18.6, 22),
    (12, 18),
    (5.4, 22),
    (7.2, 14.4),
    (1.5, 9.2),
    (9, 8.5),
)
_SPIKES = (((12, 2), (12, 22)), ((2, 12), (22, 12)), ((5, 5), (19, 19)), ((19, 5), (5, 19)))


def _scaled(at: Point, scale: float, points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple((at[0] + scale * (x - 12), at[1] + scale * (y - 12)) for x, y in points)


def _mine(at: Point, colour: str) -> Iterator[Shape]:
    yield Disc(at, 5.2, colour)
    for spike in _SPIKES:
        yield Line(_scaled(at, 0.8, spike), 1.6, colour)


def _flag(at: Point, colour: str) -> Iterator[Shape]:
    yield Polygon(_scaled(at, 0.8, ((9, 3.5), (20.5, 9), (9, 14.5))), colour)
    yield Line(_scaled(at, 0.8, ((7, 3.5), (7, 21))), 1.6, colour)


def _cross(at: Point, colour: str) -> Iterator[Shape]:
    for ends in (((3, 3), (21, 21)), ((21, 3), (3, 21))):
        yield Line(_scaled(at, 0.85, ends), 2.4, colour)


# Words


def _title(board: Board) -> str:
    shape = "" if board.shape == "square" else f" {board.shape}"
    size = f"Minesweeper{shape} board, {board.rows} x {len(board.columns)}"
    return size if board.mines is None else f"{size}, {board.mines} mines"


def _description(board: Board) -> str:
    """Return in words what the drawing shows, for people who do not see it."""
    counts = {
        "open": sum(map(board.faces.count, "012345678")),
        "hidden": board.faces.count("#"),
        "flagged": board.faces.count("F"),
        "mined": board.faces.count("*"),
    }
    parts = [f"{what} {number}" for what, number in counts.items() if number]
    said = [f"Cells: {', '.join(parts)}."]
    said += [_listed(board, mark) for mark in MARKS if mark in board.marks.values()]
    return " ".join([*said, *_least_risk(board)])


def _listed(board: Board, mark: str) -> str:
    cells = sorted(cell for cell, its in board.marks.items() if its == mark)
    return f"{MARKS[mark].capitalize()}: {', '.join(map(board.name, cells))}."


def _least_risk(board: Board) -> Iterator[str]:
    risks = {cell: risk for cell in board.cells if (risk := board.risk(cell)) is not None}
    if risks:
        least = min(risks, key=lambda cell: (risks[cell], cell))
        yield f"Least risk: {board.name(least)} with {risks[least]:.1%}."
