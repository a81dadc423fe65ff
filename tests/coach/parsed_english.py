"""A parser of the coach's English: what each sentence claims, from its text alone.

Tests use it to check that the sentences are true; it shares no code with the coach.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View

NAME = re.compile(r"(?<![A-Za-z0-9])[a-z]{1,3}[1-9][0-9]{0,3}(?![A-Za-z0-9])")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

_WORD = r"(\w+)"
_SET = r"(\{[^}]*\}|[a-z]+\d+)"
_CELLS = r"((?:[a-z]+\d+(?:, | and )?)+)"
_LEAST = re.compile(rf"at least {_WORD} of {_SET} (?:is a mine|are mines)")
_MOST = re.compile(rf"at most {_WORD} of {_SET} (?:is a mine|are mines)")
_JUST = re.compile(rf"(?:exactly {_WORD} mines? in|that leaves {_WORD} mines? for) {_SET}")
_MINES = re.compile(rf"{_CELLS} (?:is a mine|are mines)")
_SAFE = re.compile(rf"{_CELLS} (?:is|are) safe")
_LEAST_THERE = re.compile(
    rf"[Aa]t least {_WORD} of the mines that the \d at [a-z]+\d+ needs (?:is|are) in {_SET}"
)
_MOST_THERE = re.compile(
    rf"[Aa]t most {_WORD} of the mines that the \d at [a-z]+\d+ needs (?:is|are) in {_SET}"
)
_ALL_THERE = re.compile(
    rf"(?<!of )[Tt]he (?:{_WORD} )?mines? that the \d at [a-z]+\d+ needs (?:is|are) in {_SET}"
)
_FITS = re.compile(
    rf"Only {_WORD} of the \w+ mines that the \d at [a-z]+\d+ needs fits? into {_SET}"
)
_NONE = re.compile(rf"(?:none is left for|has no mine in) {_SET}")
_CLUE = re.compile(r"[Tt]he (\d) at ([a-z]+\d+)")


def names(text: str) -> list[str]:
    """Return the names of cells in a text, each once, in order."""
    return list(dict.fromkeys(NAME.findall(text)))


def number(word: str) -> int:
    return NUMBERS.index(word) if word in NUMBERS else int(word)


@dataclass(frozen=True)
class Claim:
    """So many mines, from `least` to `most`, are in these cells."""

    cells: frozenset[Cell]
    least: int
    most: int

    def holds(self, mines: Iterable[Cell]) -> bool:
        return self.least <= len(self.cells.intersection(mines)) <= self.most


def claims(text: str, grid: Grid) -> list[Claim]:
    """Return what a sentence claims about how many mines are in some cells."""

    def cells(listed: str) -> frozenset[Cell]:
        return frozenset(map(grid.parse, names(listed)))

    def claim(listed: str, least: int | None, most: int | None) -> Claim:
        those = cells(listed)
        return Claim(those, least or 0, len(those) if most is None else most)

    found = [claim(those, number(n), None) for n, those in _LEAST.findall(text)]
    found += [claim(those, None, number(n)) for n, those in _MOST.findall(text)]
    found += [claim(those, number(n), None) for n, those in _LEAST_THERE.findall(text)]
    found += [claim(those, None, number(n)) for n, those in _MOST_THERE.findall(text)]
    found += [claim(those, number(n or "one"), None) for n, those in _ALL_THERE.findall(text)]
    found += [claim(those, None, number(n)) for n, those in _FITS.findall(text)]
    found += [claim(those, None, 0) for those in _NONE.findall(text)]
    found += [claim(those, number(a or b), number(a or b)) for a, b, those in _JUST.findall(text)]
    found += [claim(those, len(cells(those)), None) for those in _MINES.findall(text)]
    found += [claim(those, None, 0) for those in _SAFE.findall(text)]
    return found


def clue_of(text: str, view: View) -> Cell:
    """Return the one clue of a sentence; its number must be the one that the board shows."""
    ((shown, name),) = set(_CLUE.findall(text))
    cell = view.grid.parse(name)
    assert view.number(cell) == int(shown)
    return cell
