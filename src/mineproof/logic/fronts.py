"""Twin cells and independent fronts: how a problem splits.

Cells mentioned by exactly the same constraints are interchangeable: they form a box. Constraints
that share no cell, directly or through others, influence each other only through the mine count:
each connected group is a front.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.logic.problem import Cell, Constraint, Problem


@dataclass(frozen=True, slots=True)
class Front:
    """Constraints linked by shared cells, and their cells in order."""

    constraints: tuple[Constraint, ...]
    cells: tuple[Cell, ...]


def split(constraints: Iterable[Constraint]) -> list[Front]:
    """Return the independent fronts, ordered by their first constraint.

    >>> from mineproof.logic.problem import Problem
    >>> problem = Problem.of([({0, 1}, 1), ({5}, 1), ({1, 2}, 1)])
    >>> [front.cells for front in split(problem.constraints)]
    [(0, 1, 2), (5,)]
    """
    given = list(constraints)
    touching = _by_cell(given)
    fronts, seen = [], set[int]()
    for first in range(len(given)):
        if first not in seen:
            members = _linked(first, given, touching)
            seen.update(members)
            fronts.append(_front(given[i] for i in sorted(members)))
    return fronts


def boxes(front: Front) -> list[tuple[Cell, ...]]:
    """Return the boxes of a front: the cells that share the same set of constraints."""
    signatures: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
    touching = _by_cell(front.constraints)
    for cell in front.cells:
        signatures[tuple(touching[cell])].append(cell)
    return [tuple(box) for box in signatures.values()]


def floating(problem: Problem) -> tuple[Cell, ...]:
    """Return the cells that no constraint mentions, in order."""
    mentioned: set[Cell] = set().union(*(c.cells for c in problem.constraints))
    return tuple(sorted(problem.cells - mentioned))


def _by_cell(constraints: Sequence[Constraint]) -> dict[Cell, list[int]]:
    touching: dict[Cell, list[int]] = defaultdict(list)
    for i, constraint in enumerate(constraints):
        for cell in constraint.cells:
            touching[cell].append(i)
    return touching


def _linked(
    first: int, constraints: Sequence[Constraint], touching: dict[Cell, list[int]]
) -> set[int]:
    members, stack = {first}, [first]
    while stack:
        for cell in constraints[stack.pop()].cells:
            fresh = [i for i in touching[cell] if i not in members]
            members.update(fresh)
            stack.extend(fresh)
    return members


def _front(constraints: Iterable[Constraint]) -> Front:
    members = tuple(constraints)
    cells = frozenset[Cell]().union(*(constraint.cells for constraint in members))
    return Front(members, tuple(sorted(cells)))
