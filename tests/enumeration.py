"""All layouts of a few cells, listed one by one: the oracle of small problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from mineproof.logic.problem import Cell, Constraint
from mineproof.logic.proof import Bound, Claim, cell_of


def subsets(cells: Iterable[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield every set of mines among `cells`."""
    pool = sorted(cells)
    for size in range(len(pool) + 1):
        yield from map(frozenset, combinations(pool, size))


def meets(mines: frozenset[Cell], claim: Claim) -> bool:
    """Tell whether a layout agrees with a claim."""
    if isinstance(claim, Constraint):
        return len(claim.cells & mines) == claim.mines
    bound = claim if isinstance(claim, Bound) else Bound(claim, 1)
    return sum((cell_of(lit) in mines) == (lit > 0) for lit in bound.literals) >= bound.least


def models(cells: Iterable[Cell], claims: Iterable[Claim]) -> set[frozenset[Cell]]:
    """Return the layouts of `cells` that agree with all claims."""
    claims = list(claims)
    return {mines for mines in subsets(cells) if all(meets(mines, claim) for claim in claims)}
