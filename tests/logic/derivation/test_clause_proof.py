"""Exports: other solvers agree, and an independent checker follows every step."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from pysat.formula import CNF
from pysat.solvers import Solver
from tests.boards import some_position
from tests.problems import certain_cells, problems

from mineproof.board.view import View
from mineproof.engines.base import Engine
from mineproof.engines.parts.refutation import refutation
from mineproof.engines.resolution import Resolution
from mineproof.engines.sat import Sat
from mineproof.errors import BadFile, BadInput, BadProof, LimitReached
from mineproof.logic import lrat_checker
from mineproof.logic.derivation.clause_proof import ClauseProof, clause_proof
from mineproof.logic.problem import Constraint, Problem, fact
from mineproof.logic.proof import (
    Clue,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    leaves,
    premises,
)
from mineproof.logic.reader import read

Clauses = dict[int, frozenset[int]]


# Small readers of their own


def parse_dimacs(text: str) -> Clauses:
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    header, *rest = lines
    clauses = {i: frozenset(map(int, line[:-1])) for i, line in enumerate(rest, start=1)}
    used = {abs(lit) for clause in clauses.values() for lit in clause}
    assert header == ["p", "cnf", header[2], str(len(clauses))]
    assert all(line[-1] == "0" for line in rest)
    assert max(used) <= int(header[2])
    return clauses


def parse_steps(text: str) -> Iterator[tuple[int, frozenset[int], list[int]]]:
    """Yield number, clause and hints of each line."""
    for line in text.splitlines():
        number, *rest = map(int, line.split())
        end = rest.index(0)
        assert rest[-1] == 0
        yield number, frozenset(rest[:end]), rest[end + 1 : -1]


def check_lrat(dimacs: str, lrat: str) -> bool:
    """Tell whether the checker, which reads nothing but these texts, accepts them."""
    try:
        return lrat_checker.check_lrat(lrat_checker.parse_dimacs(dimacs), lrat) > 0
    except (BadProof, BadFile):
        return False


def check_trace(dimacs: str, trace: str) -> bool:
    """Tell whether each derived clause is the resolvent of its parents, and one is empty."""
    given, known = parse_dimacs(dimacs), Clauses()
    for number, clause, parents in parse_steps(trace):
        if parents:
            one, two = (known[parent] for parent in parents)
            pivots = [lit for lit in one if -lit in two]
            if len(pivots) != 1 or clause != (one | two) - {pivots[0], -pivots[0]}:
                return False
        elif given.get(number) != clause:
            return False
        known[number] = clause
    return given.items() <= known.items() and frozenset() in known.values()


def is_satisfiable(dimacs: str, solver: str = "cadical195") -> bool:
    with Solver(name=solver, bootstrap_with=CNF(from_string=dimacs)) as other:
        return bool(other.solve())


def assert_sound(listed: ClauseProof) -> None:
    dimacs = listed.dimacs()
    assert not is_satisfiable(dimacs)
    assert check_lrat(dimacs, listed.lrat())
    assert check_trace(dimacs, listed.tracecheck())


# What is exported


@cache
def small_proofs(engine: type[Engine], count: int) -> list[Proof]:
    """Return proofs of real positions, by resolution, except those that need the mine count."""
    found: list[Proof] = []
    for seed in range(count):
        for cell, is_mine, proof in engine().infer(read(some_position(seed))):
            if any(isinstance(leaf, MineCount) for leaf in leaves(proof)):
                continue
            by_counting = isinstance(proof, Counted | Forced)
            found.append(refutation(premises(proof), cell, is_mine) if by_counting else proof)
    return found


@pytest.mark.parametrize("engine", [Sat, Resolution])
def test_thousands_of_deductions_are_confirmed(engine: type[Engine]) -> None:
    proofs = small_proofs(engine, 40)
    assert len(proofs) > 2000
    for proof in proofs:
        assert_sound(clause_proof(proof))


@given(problem=problems())
def test_with_the_mine_count_and_any_sets(problem: Problem) -> None:
    given: list[Constraint | Proof] = list(problem.constraints)
    if problem.mine_count:
        given.append(MineCount(problem.mine_count))
    for cell, is_mine in certain_cells(problem).items():
        listed = clause_proof(refutation(given, cell, is_mine))
        assert_sound(listed)
        opposite = replace(listed, given=listed.given[:-1])
        assert is_satisfiable(opposite.dimacs(), "minisat22")  # the constraints alone


def test_the_text_names_cells_and_constraints() -> None:
    view = View.from_picture("### 1#2")
    listed = clause_proof(refutation(read(view).constraints, 2, True))
    assert listed.dimacs(view.grid.name).splitlines() == [
        "c positive is a mine, negative is safe",
        "c variable 1 is cell a1",
        "c variable 2 is cell b1",
        "c variable 3 is cell c1",
        "c variable 5 is cell b2",
        "c a2: 1 of a1 b1 b2",
        "c c2: 2 of b1 c1 b2",
        "c the last clause is the opposite of what is proved",
        "p cnf 5 9",
        "1 2 5 0",
        "-1 -2 0",
        "-1 -5 0",
        "-2 -5 0",
        "2 3 0",
        "2 5 0",
        "3 5 0",
        "-2 -3 -5 0",
        "-3 0",
    ]


@pytest.mark.parametrize("tool", ["cadical", "lrat-check"])
def test_other_peoples_programs_agree(tool: str, tmp_path: Path) -> None:
    program = shutil.which(tool)
    if program is None:
        pytest.skip(f"{tool} is not installed")
    for proof in small_proofs(Sat, 40)[::100]:
        listed = clause_proof(proof)
        problem, steps = tmp_path / "problem.cnf", tmp_path / "steps.lrat"
        problem.write_text(listed.dimacs())
        steps.write_text(listed.lrat())
        files = [problem, steps] if tool == "lrat-check" else [problem]
        done = subprocess.run([program, *files], capture_output=True, text=True, check=False)
        assert ("UNSATISFIABLE" if tool == "cadical" else "VERIFIED") in done.stdout


# The no


def test_a_step_that_is_wrong_is_noticed() -> None:
    ring = Problem.of([({i, (i + 1) % 5, 5}, 1) for i in range(5)])
    listed = clause_proof(refutation(ring.constraints, 5, True))
    assert_sound(listed)
    dimacs = listed.dimacs()
    for place, step in enumerate(listed.steps):
        for lit in step.clause:
            wrong = replace(step, clause=step.clause - {lit} | {-lit})
            steps = (*listed.steps[:place], wrong, *listed.steps[place + 1 :])
            assert not check_lrat(dimacs, replace(listed, steps=steps).lrat())
            assert not check_trace(dimacs, replace(listed, steps=steps).tracecheck())
    assert not check_lrat(dimacs, replace(listed, steps=listed.steps[:-1]).lrat())
    assert not check_lrat(dimacs, replace(listed, steps=listed.steps[1:]).lrat())


BOTH = Clue(Constraint(frozenset({0, 1}), 2))


def test_only_resolution_can_be_listed() -> None:
    with pytest.raises(BadInput, match=r"^a Counted is not resolution; expected clauses and"):
        clause_proof(Counted(fact(0, True), (BOTH,)))
    with pytest.raises(BadInput, match=r"^a Clue of 2 cells; expected a clause$"):
        clause_proof(BOTH)


def test_a_clause_of_several_literals_can_be_listed() -> None:
    one = Pigeonhole(frozenset({1, 2}), Clue(Constraint(frozenset({0, 1}), 1)))
    two = Pigeonhole(frozenset({-2, -3}), Clue(Constraint(frozenset({1, 2}), 1)))
    listed = clause_proof(Resolvent(frozenset({1, -3}), one, two))
    assert listed.given[-2:] == (frozenset({-1}), frozenset({3}))
    assert "c the last 2 clauses are the opposite of what is proved" in listed.dimacs()
    assert_sound(listed)


def test_sets_cannot_be_taken_from_sets() -> None:
    more = Clue(Constraint(frozenset({0, 1, 2}), 3))
    left = Difference(fact(2, True), more, (BOTH,))
    with pytest.raises(BadInput, match=r"^a difference of two clues is not resolution; expected"):
        clause_proof(Forced(fact(2, True), left))


def test_settled_cells_are_resolved_away() -> None:
    clue = Clue(Constraint(frozenset({0, 1, 2, 3}), 2, clue=4))
    left = Difference(
        fact(3, True), clue, (Known.of(0, True), Known.of(1, False), Known.of(2, False))
    )
    listed = clause_proof(Forced(fact(3, True), left))
    assert [sorted(step.clause) for step in listed.steps] == [[3, 4], [4], []]
    assert_sound(listed)


def test_a_clause_of_no_constraint_is_a_bad_proof() -> None:
    wrong = Pigeonhole(frozenset({1, 2}), BOTH)
    with pytest.raises(BadProof, match=r"^clause 1 2 is not one of its constraint$"):
        clause_proof(Unit(fact(0, True), wrong))


def test_large_constraints_are_refused() -> None:
    many = Clue(Constraint(frozenset(range(40)), 20))
    with pytest.raises(LimitReached, match=r"^20 mines in 40 cells make too many clauses to"):
        clause_proof(Unit(fact(0, True), Pigeonhole(frozenset(range(1, 22)), many)))


def test_a_constraint_that_no_clue_shows_has_no_name() -> None:
    listed = clause_proof(Unit(fact(0, True), Pigeonhole(frozenset({1}), BOTH)))
    assert "c 2 of 0 1" in listed.dimacs().splitlines()
