"""Notation: cells, literals and clauses as students and authors write them.

A cell stands for "it is a mine", `¬b1` for "b1 is safe". For keyboards without these signs, `-`,
`!` and `~` also mean ¬, and `|` or a blank means ∨.
"""

from __future__ import annotations

import re

from mineproof.board.grid import Grid
from mineproof.course.layouts import Mines
from mineproof.errors import BadInput
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Clause, Literal

MOST_SIGNS = 5000
"""How long an answer may be."""

NOTHING = frozenset({"", "-", "none", "無", "沒有"})
"""How to write that there is nothing."""

_BETWEEN = re.compile(r"(?:[\s,;，、；]|\band\b)+")
_OR = re.compile(r"(?:[\s∨|]|\bor\b)+")
_NOT = re.compile(r"^[¬\-!~−–]\s*")
_NOT_AND_SPACE = re.compile(r"([¬\-!~−–])\s+")


def written(answer: object) -> str:
    """Return an answer that is a text of a sensible length, stripped; raise BadInput."""
    if not isinstance(answer, str):
        raise BadInput(f"answer {answer!r:.40}; expected a text")
    if len(answer) > MOST_SIGNS:
        raise BadInput(f"an answer of {len(answer)} characters; expected at most {MOST_SIGNS}")
    return answer.strip()


def parse_cells(text: str, grid: Grid) -> tuple[Cell, ...]:
    """Return the cells that a text lists, each once, in reading order; raise BadInput.

    >>> parse_cells("b1, a2 and a1", Grid(2, 2)), parse_cells("none", Grid(2, 2))
    ((0, 1, 2), ())
    """
    if text.strip().lower() in NOTHING:
        return ()
    names = [name for name in _BETWEEN.split(text.strip().lower()) if name]
    return tuple(sorted({grid.parse(name) for name in names}))


def parse_literal(text: str, grid: Grid) -> Literal:
    """Return the literal that a text names; raise BadInput.

    >>> parse_literal("¬b1", Grid(2, 2)), parse_literal("- b1", Grid(2, 2))
    (-2, -2)
    """
    name = _NOT.sub("", text.strip())
    sign = 1 if name == text.strip() else -1
    return sign * (grid.parse(name.lower()) + 1)


def parse_literals(text: str, grid: Grid) -> frozenset[Literal]:
    """Return the literals that a text lists, or none; raise BadInput."""
    if text.strip().lower() in NOTHING:
        return frozenset()
    names = [name for name in _BETWEEN.split(_NOT_AND_SPACE.sub(r"\1", text.strip())) if name]
    return frozenset(parse_literal(name, grid) for name in names)


def parse_clause(text: str, grid: Grid) -> Clause:
    """Return the clause that a text writes; raise BadInput.

    >>> sorted(parse_clause("a1 ∨ ¬b1", Grid(2, 2))), sorted(parse_clause("-b1 | a1", Grid(2, 2)))
    ([-2, 1], [-2, 1])
    """
    names = [name for name in _OR.split(_NOT_AND_SPACE.sub(r"\1", text.strip())) if name]
    if not names:
        raise BadInput(f"clause {text!r}; expected literals such as a1 ∨ ¬b1")
    return frozenset(parse_literal(name, grid) for name in names)


def parse_clauses(text: str, grid: Grid) -> tuple[Clause, ...]:
    """Return the clauses of a text, one per line or separated by semicolons; raise BadInput."""
    lines = [line for line in re.split(r"[\n;；]", text) if line.strip(" \t,，")]
    return tuple(parse_clause(line.strip(" \t,，"), grid) for line in lines)


def places(mines: Mines, grid: Grid) -> list[list[int]]:
    """Return cells as rows and columns, for JSON."""
    return [list(grid.place(cell)) for cell in sorted(mines)]


def parse_numbers(text: str, most: int) -> set[int]:
    """Return the numbers that a text lists, each from 1 to `most`, or none; raise BadInput.

    >>> sorted(parse_numbers("3, 1", 4)), parse_numbers("none", 4)
    ([1, 3], set())
    """
    if text.strip().lower() in NOTHING:
        return set()
    known = {str(number): number for number in range(1, most + 1)}
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    if strange := [word for word in words if word not in known]:
        raise BadInput(f"number {strange[0]!r:.20}; expected 1 to {most}, or none")
    return {known[word] for word in words}
