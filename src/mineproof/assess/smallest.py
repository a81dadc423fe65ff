"""The smallest position that still shows something: all that it does not need is taken away."""

from __future__ import annotations

from collections.abc import Callable

from mineproof.assess.positions import Position, smaller

_MOST_TRIES = 600
"""How many simpler positions are tried in all; a board of 6x6 takes about 200."""


def smallest(whole: Position, shows: Callable[[Position], bool]) -> Position:
    """Return a position that shows the same, and of which nothing more can be taken away.

    Beyond a number of tries it may be a larger one.
    """
    tries = 0
    is_smallest = False
    while not is_smallest and tries < _MOST_TRIES:
        is_smallest = True
        for each in smaller(whole):
            tries += 1
            if shows(each):
                whole, is_smallest = each, False
                break
    return whole
