"""Board: the widget that shows a scene, follows its cursor, and handles keys and the mouse.

Row and column names stay in place when the rest scrolls. The board knows no rule of the game: it
reports which cell was chosen, and which act.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mineproof.app.tui.arrangement import Arrangement
from mineproof.app.tui.painter import (
    NARROW,
    Painter,
    Scene,
    head_height,
    label_width,
    shift_of,
    whole_size,
)
from mineproof.app.tui.palette import DARK, LIGHT, Palette
from mineproof.board.game import Act
from mineproof.board.grid import Cell, Grid

_FAR = 1_000_000
_BUTTONS = {1: Act.OPEN, 2: Act.FLAG, 3: Act.FLAG}


def _go(keys: str, rows: int, cols: int) -> Binding:
    return Binding(keys, f"go({rows}, {cols})", show=False)


class Board(ScrollView, can_focus=True):
    """A scene with a cursor."""

    DEFAULT_CSS = "Board { scrollbar-size: 1 1; background: $background; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        _go("up,k", -1, 0),
        _go("down,j", 1, 0),
        _go("left,h", 0, -1),
        _go("right,l", 0, 1),
        _go("home", 0, -_FAR),
        _go("end", 0, _FAR),
        _go("pageup", -_FAR, 0),
        _go("pagedown", _FAR, 0),
        Binding("space,enter", "act('open')", show=False),
        Binding("f,F", "act('flag')", show=False),
        Binding("c,C", "act('chord')", show=False),
    ]

    class Acted(Message):
        """A cell was chosen, by key or mouse."""

        def __init__(self, act: Act, cell: Cell) -> None:
            self.act = act
            self.cell = cell
            super().__init__()

    def __init__(self, scene: Scene, cursor: Cell = 0) -> None:
        super().__init__()
        self._scene = scene
        self._cursor = cursor
        self._pitch = NARROW

    # What is shown

    @property
    def grid(self) -> Grid:
        """The grid of the scene."""
        return self._scene.view.grid

    @property
    def scene(self) -> Scene:
        """What is drawn."""
        return self._scene

    @property
    def cursor(self) -> Cell:
        """The cell that keys act on."""
        return self._cursor

    @property
    def pitch(self) -> int:
        """The width of a cell in characters."""
        return self._pitch

    def draw(self, scene: Scene, cursor: Cell | None = None) -> None:
        """Show another scene; the cursor stays unless `cursor` says otherwise."""
        is_other = scene.view.grid != self.grid
        self._scene = scene
        if is_other:
            self._measure()
            cursor = cursor or 0
        if cursor is not None:
            self.go_to(cursor)
        self.refresh()

    def fit(self, room: Arrangement) -> None:
        """Take the space and the cell width that an arrangement gives."""
        self.styles.width, self.styles.height = room.width, room.height
        if room.pitch != self._pitch:
            self._pitch = room.pitch
            self._measure()
        self.call_after_refresh(self._follow)

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell, and scroll it into view."""
        self._cursor = cell
        self._follow()
        self.refresh()

    def on_mount(self) -> None:
        self._measure()

    def on_resize(self) -> None:
        self._follow()

    def _measure(self) -> None:
        self.virtual_size = Size(*whole_size(self.grid, self._pitch))
        self.refresh(layout=True)

    def _follow(self) -> None:
        """Scroll the cursor and the cells around it into view, if there is room."""
        row, col = self.grid.place(self._cursor)
        left, top = label_width(self.grid), head_height(self.grid)
        region = Region(left + col * self._pitch, top + row, self._pitch + 1, 1)
        margin = Spacing(top + 1, self._pitch, 1, left + self._pitch)
        self.scroll_to_region(region, spacing=margin, animate=False, force=True, immediate=True)

    # Drawing

    @property
    def palette(self) -> Palette:
        """The colours that go with the theme."""
        return DARK if self.app.current_theme.dark else LIGHT

    def render_line(self, y: int) -> Strip:
        painter = Painter(self._scene, self._cursor, self._pitch, self.palette)
        heads, left = head_height(self.grid), label_width(self.grid)
        x, row = self.scroll_offset.x, y - heads + self.scroll_offset.y
        if y >= heads and row >= self.grid.rows:
            return Strip.blank(self.size.width, self.rich_style)
        cols = self._columns(x)
        if y < heads:
            label, cells = Strip.blank(left, painter.palette.label), painter.head(y, cols)
        else:
            label, cells = Strip([painter.label(row)]), painter.row(row, cols)
        start = x - cols.start * self._pitch
        seen = Strip(cells).crop(start, start + self.size.width - left)
        return Strip.join([label, seen]).extend_cell_length(self.size.width, self.rich_style)

    def _columns(self, x: int) -> range:
        """Return the columns in view when the board is scrolled by `x`."""
        first = x // self._pitch
        count = self.size.width // self._pitch + 2
        return range(first, min(self.grid.cols, first + count))

    # Keys and the mouse

    def action_go(self, rows: int, cols: int) -> None:
        """Move the cursor; the edge stops it."""
        row, col = self.grid.place(self._cursor)
        row = min(max(row + rows, 0), self.grid.rows - 1)
        col = min(max(col + cols, 0), self.grid.cols - 1)
        self.go_to(self.grid.at(row, col))

    def action_act(self, act: str) -> None:
        """Report an act at the cursor."""
        self.post_message(self.Acted(Act(act), self._cursor))

    def on_click(self, event: events.Click) -> None:
        """Report an act at the cell under the mouse."""
        cell = self.cell_at(event.x, event.y)
        if cell is None or event.button not in _BUTTONS:
            return
        self.go_to(cell)
        self.post_message(self.Acted(_BUTTONS[event.button], cell))

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell drawn at a point of the widget, if any."""
        row = y - head_height(self.grid) + self.scroll_offset.y
        shift = shift_of(self.grid) if row % 2 else 0
        col = (x - label_width(self.grid) - shift + self.scroll_offset.x) // self._pitch
        is_cell = y >= head_height(self.grid) and x >= label_width(self.grid)
        if is_cell and 0 <= row < self.grid.rows and 0 <= col < self.grid.cols:
            return self.grid.at(row, col)
        return None
