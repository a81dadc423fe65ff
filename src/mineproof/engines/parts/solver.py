"""The SAT solver: the only file that imports python-sat, which is optional.

It uses two solvers. MiniCARD (Liffiton and Maglalang, "A cardinality solver: more expressive
constraints for free", SAT 2012) supports "at most k of these literals" directly: a clue needs no
clauses, and the mine count no auxiliary variables. Glucose logs the clauses that it learns, from
which `refutation.py` builds a proof.

Both are imported on first use: many games need neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Protocol, cast

from mineproof.errors import BadInput, LimitReached


class Solver(Protocol):
    """The part of MiniCARD used here. Variables are 1, 2, ..., literals are signed numbers."""

    def add_clause(self, clause: list[int]) -> None:
        """Require that one of these literals holds."""

    def add_atmost(self, lits: list[int], k: int) -> None:
        """Require that at most `k` of these literals hold; duplicates count twice."""

    def conf_budget(self, budget: int) -> None:
        """Allow `budget` conflicts from now on, over all calls of `solve_limited`."""

    def solve_limited(self, assumptions: list[int]) -> bool | None:
        """Tell whether a solution has these literals; None if it gave up."""

    def get_model(self) -> list[int]:
        """Return the literals that hold in the solution, by variable."""

    def get_core(self) -> list[int] | None:
        """Return the assumptions that ruled out a solution."""

    def delete(self) -> None:
        """Free the memory."""


@cache  # every cascade asks, and to look through the folders of packages takes 200 µs
def is_installed() -> bool:
    """Tell whether python-sat is installed."""
    return find_spec("pysolvers") is not None  # its compiled part: another package is called pysat


def require(who: str) -> None:
    """Raise BadInput if python-sat is missing."""
    if not is_installed():
        raise BadInput(f"{who} needs python-sat: pip install 'mineproof[sat]'")


def new_solver() -> Solver:
    """Return an empty solver; raise BadInput if python-sat is missing."""
    require("entailment")
    from pysat.solvers import Minicard

    return cast(Solver, Minicard())


def learnt_clauses(clauses: Iterable[Iterable[int]], max_conflicts: int) -> list[list[int]] | None:
    """Return clauses that lead to a contradiction, in the order they were learnt.

    Each follows by unit propagation from the given ones and its predecessors, and the empty clause
    from all of them. None if `clauses` is satisfiable. Raises LimitReached after `max_conflicts`,
    BadInput if python-sat is missing.
    """
    require("a refutation")
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        solver.conf_budget(max_conflicts)
        answer = solver.solve_limited()
        lines = [] if answer else [line.split() for line in solver.get_proof() or []]
    learnt = [[int(word) for word in line[:-1]] for line in lines if line[0] != "d"]
    if answer is None or len(learnt) > max_conflicts:  # it may overrun its budget
        raise LimitReached(f"the SAT solver met more than {max_conflicts} conflicts")
    return None if answer else learnt
