"""The smallest position that still shows something: all that it does not need is taken away."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from mineproof.assess.positions import Position, smaller

_MOST_SECONDS = 20.0
"""How long that may take; a slow player gets a larger picture."""

_MOST_TRIES = 600
"""How many simpler positions are tried in all; a board of 6x6 takes about 200."""


def smallest(whole: Position, shows: Callable[[Position], bool]) -> Position:
    """Return a position that shows the same, and of which nothing more can be taken away.

    Beyond a number of tries, or a time, it may be a larger one.
    """
    tries, until = 0, monotonic() + _MOST_SECONDS
    is_smallest = False
    while not is_smallest and tries < _MOST_TRIES and monotonic() < until:
        is_smallest = True
        for each in smaller(whole):
            tries += 1
            if monotonic() > until:
                break
            if shows(each):
                whole, is_smallest = each, False
                break
    return whole
