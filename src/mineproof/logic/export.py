"""Resolution proofs for third-party tools: DIMACS, LRAT and TraceCheck.

Other tools can check what a proof claims. Its constraints become clauses, followed by the opposite
of the claim: a problem that any SAT solver must find unsatisfiable. The steps of the proof lead to
the empty clause, in formats for small checkers, some of them formally verified: LRAT (Cruz-Filipe,
Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification", CADE 2017) and
TraceCheck (Biere, "PicoSAT essentials", JSAT 4, 2008).

Clauses are numbered from 1: first those of the DIMACS text in order, then one for each step.
Variable v is cell v - 1, and positive is a mine, as in `cnf.py`; comments in the DIMACS text name
the cells and the constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.errors import BadInput, BadProof, LimitReached
from mineproof.logic.cnf import MAX_CLAUSES, clause_count, clauses
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import Clause, Pigeonhole, Proof, Resolvent, Unit, literal, steps


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """A resolvent, and the numbers of its two parents."""

    clause: Clause
    parents: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Derivation:
    """A resolution proof as a list of steps from the `given` clauses to the empty clause.

    The given clauses are those of `constraints`, followed by the opposite of the claim.
    """

    constraints: tuple[Constraint, ...]
    given: tuple[Clause, ...]
    steps: tuple[ResolutionStep, ...]

    def dimacs(self, name: Namer = str) -> str:
        """Return the given clauses as DIMACS CNF; `name` names the cells in comments."""
        cells = sorted(frozenset[Cell]().union(*(c.cells for c in self.constraints)))
        comments = [
            "positive is a mine, negative is safe",
            *(f"variable {cell + 1} is cell {name(cell)}" for cell in cells),
            *(_said(constraint, name) for constraint in self.constraints),
            "the last clause is the opposite of what is proved",
        ]
        header = f"p cnf {max(cells, default=-1) + 1} {len(self.given)}"
        return _text([*(f"c {c}" for c in comments), header, *map(_listed, self.given)])

    def lrat(self) -> str:
        """Return the steps in LRAT.

        With all literals of a resolvent false, each parent is a unit, and the two contradict each
        other. So the parents may stand in any order.
        """
        first = len(self.given) + 1
        return _text(
            f"{number} {_listed(step.clause)} {step.parents[0]} {step.parents[1]} 0"
            for number, step in enumerate(self.steps, start=first)
        )

    def tracecheck(self) -> str:
        """Return the given clauses, which have no parents, and the steps in TraceCheck."""
        given = [f"{number} {_listed(clause)} 0" for number, clause in enumerate(self.given, 1)]
        return _text(given) + self.lrat()


def derivation(proof: Proof) -> Derivation:
    """Return the steps of a resolution proof, as `refutation` and `resolution` build them.

    Raises BadInput for any other proof, LimitReached if its constraints have more than MAX_CLAUSES
    clauses.

    >>> from mineproof.logic.problem import fact
    >>> from mineproof.logic.proof import Clue
    >>> both = Clue(Constraint(frozenset({0, 1}), 2, clue=2))
    >>> mined = Pigeonhole(frozenset({1}), both)
    >>> listed = derivation(Unit(fact(0, True), mined))
    >>> print(listed.dimacs("abc".__getitem__) + listed.lrat(), end="")
    c positive is a mine, negative is safe
    c variable 1 is cell a
    c variable 2 is cell b
    c c: 2 of a b
    c the last clause is the opposite of what is proved
    p cnf 2 3
    1 0
    2 0
    -1 0
    4 0 1 3 0
    """
    if not isinstance(proof, Unit):
        raise BadInput(f"a {type(proof).__name__} is not a resolution proof; expected a Unit")
    nodes = [node for node in steps(proof) if isinstance(node, Pigeonhole | Resolvent)]
    constraints = _constraints(nodes)
    (cell,) = proof.claim.cells
    opposite = frozenset((literal(cell, proof.claim.mines == 0),))
    given = (*dict.fromkeys(c for each in constraints for c in clauses(each)), opposite)
    return Derivation(constraints, given, _numbered(nodes, given))


def _constraints(nodes: Iterable[Proof]) -> tuple[Constraint, ...]:
    """Return the constraints whose clauses the nodes use."""
    used = [node.of.claim for node in nodes if isinstance(node, Pigeonhole)]
    distinct = tuple(dict.fromkeys(claim for claim in used if isinstance(claim, Constraint)))
    if sum(map(clause_count, distinct)) > MAX_CLAUSES:
        raise LimitReached(f"more than {MAX_CLAUSES} clauses to export")
    return distinct


def _numbered(
    nodes: Sequence[Pigeonhole | Resolvent], given: Sequence[Clause]
) -> tuple[ResolutionStep, ...]:
    """Return the resolvents with the numbers of their parents, and the empty clause."""
    places = {clause: number for number, clause in enumerate(given, start=1)}
    number: dict[int, int] = {}
    found: list[ResolutionStep] = []
    for node in nodes:
        if isinstance(node, Pigeonhole):
            if node.claim not in places:
                raise BadProof(f"clause {_listed(node.claim)[:-2]} is not one of its constraint")
            number[id(node)] = places[node.claim]
        else:
            found.append(
                ResolutionStep(node.claim, (number[id(node.left)], number[id(node.right)]))
            )
            number[id(node)] = len(given) + len(found)
    return (*found, ResolutionStep(frozenset(), (number[id(nodes[-1])], len(given))))


def _said(constraint: Constraint, name: Namer) -> str:
    who = "" if constraint.clue is None else f"{name(constraint.clue)}: "
    return f"{who}{constraint.mines} of {' '.join(map(name, sorted(constraint.cells)))}"


def _listed(clause: Clause) -> str:
    return " ".join(map(str, [*sorted(clause, key=abs), 0]))


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
