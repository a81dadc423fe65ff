"""Painter: the board as coloured characters, one line at a time.

A cell takes two or three characters: first the fence it shares with the previous cell, then what it
shows. `>` and `<` surround the cursor, brackets surround clues. A third character is the fence
again, or the second digit of a risk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style

from mineproof.app.text.board import MINE_MARK, SAFE_MARK, Marks, character
from mineproof.app.text.heat import heat, hundredths
from mineproof.app.tui.palette import Palette
from mineproof.board.grid import Cell, Grid, Shape, name_place
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.coach.steps.regions import Region

NARROW, WIDE = 2, 3
"""How many characters a cell takes."""

WRONG_FLAG, EXPLODED = "X", "!"
_CURSOR, _CLUE, _NOTHING = (">", "<"), ("[", "]"), (" ", " ")
_SHIFT = 1
"""How far every other row of hexagons is shifted."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything drawn on a board: the view, and what is on top of it.

    `wrong` are flags that are known to be wrong; `region` is where a hint says to look.
    """

    view: View
    marks: Marks = field(default_factory=Marks)
    risks: Mapping[Cell, float] = field(default_factory=dict)
    wrong: Collection[Cell] = ()
    region: Region | None = None


@dataclass(frozen=True, slots=True)
class Painter:
    """Draws one scene with its cursor, in a given size and colours."""

    scene: Scene
    cursor: Cell | None
    pitch: int
    palette: Palette

    @property
    def grid(self) -> Grid:
        """The grid of the scene."""
        return self.scene.view.grid

    def head(self, line: int, cols: range) -> list[Segment]:
        """Return a line of column names, which are written downwards."""
        height, region = head_height(self.grid), self.scene.region
        segments = list[Segment]()
        for col in cols:
            letter = name_place((0, col))[:-1].rjust(height)[line]
            is_there = region is not None and region.cols[0] <= col <= region.cols[1]
            style = self.palette.region if is_there else self.palette.label
            segments.append(Segment(f" {letter}".ljust(self.pitch), style))
        end = shift_of(self.grid) + (self.pitch == NARROW)
        return [*segments, Segment(" " * end, self.palette.label)]

    def label(self, row: int) -> Segment:
        """Return the name of a row."""
        region = self.scene.region
        is_there = region is not None and region.rows[0] <= row <= region.rows[1]
        style = self.palette.region if is_there else self.palette.label
        return Segment(str(row + 1).rjust(label_width(self.grid)), style)

    def row(self, row: int, cols: range) -> list[Segment]:
        """Return a range of cells in a row, and the fence after them."""
        shift = " " * (shift_of(self.grid) if row % 2 else 0)
        segments = [Segment(shift, self.palette.label)]
        before: Cell | None = None
        for cell in (self.grid.at(row, col) for col in cols):
            segments += self._cell(before, cell)
            before = cell
        if self.pitch == NARROW and before is not None:
            segments.append(self._post(before, None))
        return segments

    def _cell(self, before: Cell | None, cell: Cell) -> Iterator[Segment]:
        text, style = self._text(cell), self._style(cell)
        if cell == self.cursor:
            style += Style(reverse=True)
        if self.pitch == NARROW:
            yield self._post(before, cell)
            yield Segment(text, style)
            return
        left, right = self._fence(cell)
        yield Segment(f"{left}{text}{right}"[:WIDE], style)

    def _post(self, left: Cell | None, right: Cell | None) -> Segment:
        """Return the one character between two cells: the cursor's, else that of a clue."""
        ends = self._fence(left)[1], self._fence(right)[0]
        is_left = ends[0] == _CURSOR[1] or (ends[0] != " " and ends[1] != _CURSOR[0])
        owner = left if right is None or is_left else right
        assert owner is not None, "there is a cell on at least one side"
        sign = "|" if ends == (_CLUE[1], _CLUE[0]) else ends[owner == right]
        return Segment(sign, self._style(owner) + Style(reverse=owner == self.cursor))

    def _fence(self, cell: Cell | None) -> tuple[str, str]:
        if cell is None:
            return _NOTHING
        if cell == self.cursor:
            return _CURSOR
        return _CLUE if cell in self.scene.marks.clues else _NOTHING

    def _text(self, cell: Cell) -> str:
        view, marks, risks = self.scene.view, self.scene.marks, self.scene.risks
        if cell in self.scene.wrong:
            return WRONG_FLAG
        is_told = cell in marks.certain or cell in marks.guesses
        if cell in risks and not is_told and not view.is_flagged(cell):
            return _risk_text(risks[cell])
        if view.cells[cell] == MINE and cell == marks.last:
            return EXPLODED
        sign = character(view, marks, cell)
        return " " if sign == "0" else sign

    def _style(self, cell: Cell) -> Style:
        scene, palette = self.scene, self.palette
        code, marks = scene.view.cells[cell], scene.marks
        if cell in scene.wrong:
            return palette.danger
        if cell in marks.certain:
            return palette.danger if marks.certain[cell] else palette.safe
        if cell in marks.guesses:
            return palette.lit if cell in marks.bright else palette.guess
        if cell in marks.clues:
            return palette.clue
        if cell in scene.risks:
            return heat(scene.risks[cell])
        if cell == marks.last:
            return palette.exploded if code == MINE else palette.lit
        covered = {HIDDEN: palette.hidden, FLAG: palette.flag, MINE: palette.mine}
        return palette.digits[code] if code < HIDDEN else covered[code]


def _risk_text(risk: float) -> str:
    if 0 < risk < 1:
        return f"{hundredths(risk):2}"
    return MINE_MARK if risk else SAFE_MARK


# Sizes


def head_height(grid: Grid) -> int:
    """Return how many lines the column names take."""
    return len(name_place((0, grid.cols - 1))) - 1


def label_width(grid: Grid) -> int:
    """Return how many characters the row names take."""
    return max(2, len(str(grid.rows)))


def shift_of(grid: Grid) -> int:
    """Return how far every other row is shifted."""
    return _SHIFT if grid.shape is Shape.HEX else 0


def whole_size(grid: Grid, pitch: int) -> tuple[int, int]:
    """Return how many columns and lines the whole board takes, names included.

    >>> whole_size(Grid(16, 30), NARROW), whole_size(Grid(16, 30), WIDE)
    ((63, 18), (92, 18))
    """
    fence = 1 if pitch == NARROW else 0
    width = label_width(grid) + shift_of(grid) + pitch * grid.cols + fence
    return width, head_height(grid) + grid.rows
