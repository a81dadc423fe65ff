"""Columns: what a row of a game holds, for those who write rows and those who read them."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from mineproof.play.record import FAULT, REFUSED_AT

COLUMNS: dict[str, type[pl.DataType]] = {
    "entrant": pl.String,
    "level": pl.String,
    "start": pl.String,
    "finish": pl.String,
    "seed": pl.UInt64,
    "outcome": pl.String,
    "moves": pl.UInt32,
    "guesses": pl.UInt32,
    "left": pl.UInt32,
    "luck": pl.Float64,
    "lost_at": pl.UInt32,
    "causes": pl.String,
    "seconds": pl.Float64,
}
"""The columns of every row. Cells are numbers in reading order; `left` counts cells neither open
nor settled at the end; `causes` says why a game is stuck, for example "mine count + sealed"."""


TEXTS = (FAULT, REFUSED_AT)
"""The tallies that are texts; all others are numbers."""

GIVEN = "layout"
"""The `start` of given boards."""

AND = " + "
"""The separator between the causes of a stuck game."""


def schema(tallies: Iterable[str]) -> dict[str, type[pl.DataType]]:
    """Return the columns of the rows of an experiment with these tallies."""
    return COLUMNS | {name: pl.String if name in TEXTS else pl.UInt64 for name in tallies}
