"""Palette: the colours of the board, for dark and for light screens.

They are the page's colours. Each cell sets its own background, so text has a contrast of 4.5:1 or
more whatever the terminal's colours are; a test computes it. Blue means safe and orange mined,
never green and red, and characters say the same without colours.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style


@dataclass(frozen=True, slots=True)
class Palette:
    """How each kind of cell is drawn; `digits` are for 0 to 8."""

    label: Style
    region: Style
    digits: tuple[Style, ...]
    hidden: Style
    flag: Style
    mine: Style
    exploded: Style
    clue: Style
    safe: Style
    danger: Style
    guess: Style
    lit: Style


def _on(ground: str, *inks: str, bold: bool = False) -> tuple[Style, ...]:
    return tuple(Style(color=ink, bgcolor=ground, bold=bold) for ink in inks)


_LIGHT_DIGITS = (
    *_on("#eef2f6", "#4c5969"),
    *_on("#f8fafc", "#1d5fd0", "#17722f", "#c0232b", "#6a32b5", bold=True),
    *_on("#f8fafc", "#91460a", "#006b78", "#1b2430", "#5a6574", bold=True),
)
_DARK_DIGITS = (
    *_on("#171d25", "#a9b5c4"),
    *_on("#1c232d", "#82b5ff", "#72d290", "#ff958c", "#cba8ff", bold=True),
    *_on("#1c232d", "#f2b76f", "#62d5e0", "#eef2f7", "#b0bbc9", bold=True),
)

LIGHT = Palette(
    label=Style(color="#4c5969", bgcolor="#e9edf2"),
    region=Style(color="#ffffff", bgcolor="#1c5bb8", bold=True),
    digits=_LIGHT_DIGITS,
    hidden=Style(color="#34465c", bgcolor="#b4c5da"),
    flag=Style(color="#7a2900", bgcolor="#b4c5da", bold=True),
    mine=Style(color="#1b2430", bgcolor="#d3d5da", bold=True),
    exploded=Style(color="#1b2430", bgcolor="#ffb27a", bold=True),
    clue=Style(color="#0a4fb0", bgcolor="#dce9fb", bold=True),
    safe=Style(color="#ffffff", bgcolor="#1c5bb8", bold=True),
    danger=Style(color="#ffffff", bgcolor="#b04a00", bold=True),
    guess=Style(color="#ffffff", bgcolor="#6a32b5", bold=True),
    lit=Style(color="#1b2430", bgcolor="#ffd24a", bold=True),
)

DARK = Palette(
    label=Style(color="#a9b5c4", bgcolor="#0c1015"),
    region=Style(color="#0b1a2e", bgcolor="#86b6ff", bold=True),
    digits=_DARK_DIGITS,
    hidden=Style(color="#c3cfdd", bgcolor="#3d4d63"),
    flag=Style(color="#ffb27a", bgcolor="#3d4d63", bold=True),
    mine=Style(color="#e7ecf3", bgcolor="#4a3a30", bold=True),
    exploded=Style(color="#ffffff", bgcolor="#a34a08", bold=True),
    clue=Style(color="#9cc4ff", bgcolor="#22385a", bold=True),
    safe=Style(color="#0b1a2e", bgcolor="#86b6ff", bold=True),
    danger=Style(color="#2a1400", bgcolor="#ff9d4d", bold=True),
    guess=Style(color="#1d0b33", bgcolor="#cba8ff", bold=True),
    lit=Style(color="#1b2430", bgcolor="#ffd24a", bold=True),
)
