"""Colours: the palette of drawn boards, and scales from safe to mined.

A drawing brings its own light background, so it looks the same in a dark notebook. The colours are
those of the page's light theme; digits have a contrast of 4.5:1 or more on their cells.
"""

from __future__ import annotations

from typing import NamedTuple

PAPER, WELL = "#ffffff", "#e3e8ee"
INK, SOFT_INK, WHITE = "#101820", "#4c5969", "#ffffff"

HIDDEN, OPEN, EMPTY, EXPLODED = "#b4c5da", "#f8fafc", "#eef2f6", "#ffb27a"
FLAG, MINE, WRONG = "#8c2f00", "#1b2430", "#b04a00"
SAFE, MINED, CLUE, CLUE_FILL, GUESS, LIT = (
    "#1c5bb8",
    "#b04a00",
    "#0a4fb0",
    "#dce9fb",
    "#6a32b5",
    "#ffd24a",
)

DIGITS = {
    "1": "#1d5fd0",
    "2": "#17722f",
    "3": "#c0232b",
    "4": "#6a32b5",
    "5": "#91460a",
    "6": "#006b78",
    "7": "#1b2430",
    "8": "#5a6574",
}

_MIDDLE = 0.179
"""The luminance at which black and white have the same contrast, 4.6:1."""


class Colour(NamedTuple):
    """A colour by its shares of red, green and blue, each from 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def is_dark(self) -> bool:
        """Whether white has more contrast on it than black."""
        return self.luminance < _MIDDLE

    @property
    def luminance(self) -> float:
        """How light it is, from 0 to 1, as WCAG defines it."""
        parts = [part / 255 for part in self]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Scale(NamedTuple):
    """Colours from safe to mined. Colour-blind people can read blue to orange.

    >>> str(RISKS.at(0)), str(RISKS.at(0.25)), str(RISKS.at(1))
    ('#8fb8ee', '#b1c6e4', '#f4b077')
    """

    low: Colour
    middle: Colour
    high: Colour

    def at(self, risk: float) -> Colour:
        """Return the colour of a risk from 0 to 1."""
        if risk < 0.5:
            return _mixed(self.low, self.middle, 2 * risk)
        return _mixed(self.middle, self.high, 2 * risk - 1)


RISKS = Scale(Colour(0x8F, 0xB8, 0xEE), Colour(0xD3, 0xD5, 0xDA), Colour(0xF4, 0xB0, 0x77))


def _mixed(a: Colour, b: Colour, share: float) -> Colour:
    return Colour(*(round(x + (y - x) * share) for x, y in zip(a, b, strict=True)))
