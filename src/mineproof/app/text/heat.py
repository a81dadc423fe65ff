"""Risks as text: a heat map of the board, and the safest cells by name.

Each covered cell shows its risk in percent, from blue for safe to orange for mined. Colour-blind
people can read the scale, and the numbers say the same without colours. `s` and `m` are certain; 0
and 99 are almost certain. Open cells are dots, for their clues would look like risks.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from rich.text import Text

from mineproof.app.text.board import MINE_MARK, SAFE_MARK, Window, framed
from mineproof.board.drawings.colours import Colour, Scale
from mineproof.board.grid import Cell
from mineproof.board.view import View

_SCALE = Scale(Colour(33, 102, 172), Colour(242, 242, 242), Colour(217, 95, 2))
_OPEN = Style(dim=True)
_PITCH = 3  # characters of a cell


def heat_map(view: View, risks: Mapping[Cell, float], certain: Mapping[Cell, bool]) -> Text:
    """Return the board with the risk of every covered cell.

    >>> print(heat_map(View.from_picture("1## ###", mines=2), {1: 1 / 3, 2: 0.5}, {3: False}).plain)
        a  b  c
     1  . 33 50
     2  s  #  #
    """
    window = Window(range(view.grid.rows), range(view.grid.cols), _PITCH)

    def row(number: int) -> Text:
        cells = (view.grid.at(number, col) for col in window.cols)
        return Text().join(_cell(view, risks, certain, cell) for cell in cells)

    return framed(view.grid, window, row)


def safest(view: View, risks: Mapping[Cell, float], count: int = 3) -> str:
    """Return the cells with the least risk, in words."""
    best = sorted(risks, key=lambda cell: (risks[cell], cell))[:count]
    return ", ".join(f"{view.grid.name(cell)} {risks[cell]:.1%}" for cell in best)


def _cell(
    view: View, risks: Mapping[Cell, float], certain: Mapping[Cell, bool], cell: Cell
) -> Text:
    if cell in certain:
        mark, colour = (MINE_MARK, _SCALE.high) if certain[cell] else (SAFE_MARK, _SCALE.low)
        return Text(f"{mark:>{_PITCH}}", _on(colour))
    if cell in risks:
        return Text(f"{hundredths(risks[cell]):{_PITCH}}", heat(risks[cell]))
    return Text(f"{'.' if view.is_open(cell) else '#':>{_PITCH}}", _OPEN)


def hundredths(risk: float) -> int:
    """Return an uncertain risk in percent, in at most two digits."""
    return min(99, round(100 * risk))


def heat(risk: float) -> Style:
    """Return how a risk is drawn: from blue for safe to orange for mined."""
    return _on(_SCALE.at(risk))


def _on(colour: Colour) -> Style:
    """Return a background with the ink that has more contrast on it."""
    return Style(color="#ffffff" if colour.is_dark else "#000000", bgcolor=str(colour))
