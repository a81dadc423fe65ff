"""Proofs with changed steps: what the checker still accepts must be true in all layouts.

A proof as the engine made it must be accepted. Resolution proofs are exported as DIMACS, LRAT and
TraceCheck, read back, and followed step by step to the empty clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fuzz.layouts import Layouts
from fuzz.positions import from_json, position
from fuzz.positions import smaller as smaller_positions
from fuzz.proof_changes import Argued, Changes
from fuzz.target import Json, Target
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.parts.refutation import refutation
from mineproof.errors import BadProof, Contradiction, LimitReached
from mineproof.logic.checker import Checker, check
from mineproof.logic.derivation.clause_proof import ClauseProof, clause_proof
from mineproof.logic.problem import Constraint, Problem
from mineproof.logic.proof import Clause, Counted, Proof, Unit, steps
from mineproof.logic.reader import read

_ENGINES = {name: engine_named(name) for name in ENGINES}
_VARIANTS = 32  # of the proofs of each position: one in thousands shows a checker that is too kind


def _make(seed: int) -> Json:
    dice = Random(seed)
    engine = dice.choice(list(ENGINES))
    return {"position": position(seed), "engine": engine, "dice": dice.getrandbits(32)}


def _smaller(value: Json) -> Iterator[Json]:
    for less in smaller_positions(value["position"]):
        yield {**value, "position": less}


def _check(value: Json) -> None:
    view, dice = from_json(value["position"]), Random(value["dice"])
    layouts, problem = Layouts(view), read(view)
    try:
        argued = list(_ENGINES[value["engine"]].look(view))
    except Contradiction:
        return
    if not layouts.count or not argued:
        return
    check(problem, argued)
    for _, _, proof in argued:
        _export(proof)
    for _ in range(_VARIANTS):
        changed, changes = argued, Changes(dice, sorted(problem.cells))
        for _ in range(dice.randint(1, 3)):
            changed = changes.change(changed) or argued
        _judge(problem, changed, layouts)


def _judge(problem: Problem, argued: list[Argued], layouts: Layouts) -> None:
    """Offer each deduction to the checker; each step of those that it accepts must hold."""
    checker = Checker(problem.cells, problem.total)
    for constraint in problem.constraints:
        checker.tell(constraint)
    for cell, is_mine, proof in argued:
        TARGET.tally["proofs"] += 1
        try:
            checker.check(cell, is_mine, proof)
        except (BadProof, LimitReached):
            continue
        TARGET.tally["accepted"] += 1
        for step in steps(proof):
            assert layouts.entail(step.claim), f"accepted, but not true: {step.claim}"


# Exports


def _export(proof: Proof) -> None:
    """Follow the exported texts of a resolution proof, and of one that counts."""
    if isinstance(proof, Counted):
        (cell,) = proof.claim.cells
        try:
            proof = refutation(proof.premises, cell, proof.claim.mines == 1)
        except LimitReached:
            return
    if isinstance(proof, Unit) and not isinstance(proof.of.claim, Constraint):
        TARGET.tally["exports"] += 1
        _follow(clause_proof(proof))


def _follow(exported: ClauseProof) -> None:
    given = _dimacs(exported.dimacs())
    assert tuple(given) == exported.given, "DIMACS differs"
    known = dict(enumerate(given, start=1))
    for number, clause, parents in _lines(exported.lrat()):
        assert number == len(known) + 1, f"LRAT skips to {number}"
        assert _is_resolvent(clause, *(known[parent] for parent in parents)), f"LRAT: {clause}"
        known[number] = clause
    assert known[len(known)] == frozenset(), "LRAT does not end with the empty clause"
    trace = {number: clause for number, clause, _ in _lines(exported.tracecheck())}
    assert trace == known, "TraceCheck differs from LRAT"


def _dimacs(text: str) -> list[Clause]:
    rows = [line.split() for line in text.splitlines() if not line.startswith("c")]
    header, *clauses = rows
    assert header[:2] == ["p", "cnf"]
    assert int(header[3]) == len(clauses)
    assert all(row[-1] == "0" for row in clauses)
    found = [frozenset(map(int, row[:-1])) for row in clauses]
    assert all(abs(lit) <= int(header[2]) for clause in found for lit in clause)
    return found


def _lines(text: str) -> Iterator[tuple[int, Clause, list[int]]]:
    """Yield number, clause and parents of each line."""
    for line in text.splitlines():
        number, *rest = map(int, line.split())
        end = rest.index(0)
        assert rest[-1] == 0
        yield number, frozenset(rest[:end]), rest[end + 1 : -1]


def _is_resolvent(clause: Clause, one: Clause, other: Clause) -> bool:
    pivots = [lit for lit in one if -lit in other]
    return len(pivots) == 1 and clause == (one | other) - {pivots[0], -pivots[0]}


TARGET = Target(inputs=_make, check=_check, smaller=_smaller)
