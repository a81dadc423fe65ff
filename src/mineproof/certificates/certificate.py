"""Certificate: a board, its first cells, and a proof for every step; or where a guess is forced."""

from __future__ import annotations

from dataclasses import dataclass

from mineproof.board.grid import Cell
from mineproof.board.layout import Layout

VERSION = 1
"""The version of the format."""

TITLE = "mineproof certificate"
"""How a certificate begins, as text, and what its JSON calls itself."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a cell is, and the words of the proof; see `words`."""

    cell: Cell
    is_mine: bool
    proof: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CertifiedStep:
    """Conclusions, each of which may use those before it; then the safe cells are opened.

    The note is for people, and nobody checks it.
    """

    conclusions: tuple[Conclusion, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The steps that clear a board, or that lead to a position in which a guess is forced.

    In the second case `layouts` are the mines of layouts that fit the position: together they show
    that every covered cell may be a mine. `with_count` says whether the mine count is known.
    """

    layout: Layout
    first: tuple[Cell, ...]
    with_count: bool
    steps: tuple[CertifiedStep, ...]
    needs_guess: bool = False
    layouts: tuple[frozenset[Cell], ...] = ()
    note: str = ""
