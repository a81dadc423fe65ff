"""Refutations: the checker accepts them as they are, and nothing that has been tampered with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from tests.boards import some_position
from tests.problems import certain_cells, problems

from mineproof.board.view import View
from mineproof.engines.parts import refutation as module
from mineproof.engines.parts.entailment import Entailment, backbone
from mineproof.engines.parts.refutation import _Propagation, refutation
from mineproof.engines.parts.solver import learnt_clauses
from mineproof.engines.sat import Sat
from mineproof.errors import BadInput, BadProof, Contradiction, LimitReached
from mineproof.logic.checker import Checker, check
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import (
    Clue,
    Counted,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    leaves,
    steps,
)
from mineproof.logic.proof_words import proof_sentences
from mineproof.logic.reader import read

# In a ring of seven cells any two neighbours cannot hold one mine each. So it is in cell 7, which
# belongs to every pair. Unit propagation alone gets nowhere.
RING = Problem.of([({i, (i + 1) % 7, 7}, 1) for i in range(7)])
LATTICE = "1#2#2#0# ######## 2#3#3#0# ######## 3#3#1#0# ######## 2#4#1#0# ########"


def resolvents(proof: Proof) -> int:
    return sum(isinstance(step, Resolvent) for step in steps(proof))


@given(problem=problems())
def test_every_certain_cell_has_a_refutation_that_is_accepted(problem: Problem) -> None:
    premises: list[Constraint | Proof] = list(problem.constraints)
    if problem.mine_count:
        premises.append(MineCount(problem.mine_count))
    for cell, is_mine in certain_cells(problem).items():
        check(problem, [(cell, is_mine, refutation(premises, cell, is_mine))])


@pytest.mark.parametrize("seed", range(30))
def test_proofs_of_real_positions_become_refutations(seed: int) -> None:
    """What `sat` proves by counting can be proved by resolution from the same premises."""
    problem = read(some_position(seed))
    checker = Checker(problem.cells, problem.total)
    for constraint in problem.constraints:
        checker.tell(constraint)
    for deduction in Sat().infer(problem).deductions:
        proof = deduction.proof
        if isinstance(proof, Counted) and is_small(proof):
            proof = refutation(proof.premises, deduction.cell, deduction.is_mine)
            assert {type(step) for step in steps(proof)} & {Counted} == set()
        checker.check(deduction.cell, deduction.is_mine, proof)


def is_small(proof: Proof) -> bool:
    return not any(isinstance(leaf, MineCount) for leaf in leaves(proof))


def test_where_propagation_is_not_enough_the_solver_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[list[int]] = []

    def listen(clauses: Sequence[Sequence[int]], max_conflicts: int) -> list[list[int]] | None:
        found = learnt_clauses(clauses, max_conflicts)
        learnt.extend(found or [])
        return found

    monkeypatch.setattr(module, "learnt_clauses", listen)
    proof = refutation(RING.constraints, 7, True)
    assert len(learnt) > 1
    check(RING, [(7, True, proof)])


def test_a_learnt_clause_loses_what_is_known_to_be_false() -> None:
    hint = Clue(fact(0, True))
    known = [Pigeonhole(frozenset(clause), hint) for clause in ({1}, {-1, 2, 3}, {-1, 2, -3})]
    propagation = _Propagation(known, 9)
    assert propagation.run() is None
    assert propagation._derive([-1, 2]).claim == {2}  # 1 keeps its reason


def test_a_short_proof_in_words() -> None:
    view = View.from_picture("### 1#2")
    proof = refutation(read(view).constraints, 2, True)
    assert resolvents(proof) == 2
    assert proof_sentences(proof, view.grid.name)[-1].endswith("c1 is a mine.")


@pytest.mark.parametrize("problem", [RING, read(some_position(7))], ids=["ring", "position"])
def test_same_constraints_same_proof(problem: Problem) -> None:
    def sentences() -> list[tuple[str, ...]]:
        found = backbone(problem.constraints)
        assert found
        return [
            proof_sentences(refutation(problem.constraints, cell, is_mine), str)
            for cell, is_mine in found.items()
        ]

    assert sentences() == sentences()


# Tampering


def test_no_step_of_a_refutation_can_be_changed() -> None:
    proof = refutation(RING.constraints, 7, True)
    check(RING, [(7, True, proof)])
    changed = 0
    for wrong in tampered(proof):
        changed += 1
        with pytest.raises(BadProof):
            check(RING, [(7, True, wrong)])
    assert changed >= 3 * resolvents(proof)


def tampered(proof: Proof) -> Iterator[Proof]:
    """Yield the proof with one clause changed: a literal dropped, flipped, or added."""
    nodes = [step for step in steps(proof) if isinstance(step, Pigeonhole | Resolvent)]
    for node in nodes:
        yield from (_with(proof, node, node.claim - {lit}) for lit in node.claim)
        yield from (_with(proof, node, node.claim - {lit} | {-lit}) for lit in node.claim)
        yield _with(proof, node, node.claim | {99})


def _with(proof: Proof, place: Proof, claim: frozenset[int]) -> Proof:
    """Return the proof with another claim in one place."""
    new: dict[int, Proof] = {}
    for node in steps(proof):
        copy: Proof = node
        if isinstance(node, Resolvent):
            copy = replace(node, left=new[id(node.left)], right=new[id(node.right)])
        elif isinstance(node, Unit):
            copy = replace(node, of=new[id(node.of)])
        if node is place and isinstance(copy, Pigeonhole | Resolvent):
            copy = replace(copy, claim=claim)
        new[id(node)] = copy
    return new[id(proof)]


def test_a_flipped_claim_is_rejected() -> None:
    proof = refutation(RING.constraints, 7, True)
    assert isinstance(proof, Unit)
    with pytest.raises(BadProof):
        check(RING, [(7, False, replace(proof, claim=fact(7, False)))])


def test_constraints_that_were_never_told_are_rejected() -> None:
    proof = refutation(RING.constraints, 7, True)
    with pytest.raises(BadProof, match=r"^Clue does not give"):
        check(replace(RING, constraints=RING.constraints[1:]), [(7, True, proof)])


# The no


def test_what_does_not_follow_has_no_refutation() -> None:
    with pytest.raises(BadInput, match=r"^the constraints do not entail that cell 7 is safe$"):
        refutation(RING.constraints, 7, False)
    with pytest.raises(BadInput, match=r"^the constraints do not entail that cell 50 is a mine$"):
        refutation(RING.constraints, 50, True)


@pytest.mark.parametrize(
    "told", [[({0, 1}, 3)], [({0, 1}, 1), ({0, 1}, 2)], [({0, 1}, 1), ({1, 2}, 1), ({0, 2}, 1)]]
)
def test_a_contradiction_proves_nothing(told: list[tuple[set[Cell], int]]) -> None:
    with pytest.raises(Contradiction):
        refutation(Problem.of([*told, ({5, 6}, 1)]).constraints, 5, True)


def test_large_constraints_are_refused() -> None:
    message = r"^more than 20000 clauses, the last of them from 20 mines in 60 cells; a refutation"
    with pytest.raises(LimitReached, match=message):
        refutation([Constraint(frozenset(range(60)), 20)], 0, True)


def test_a_search_that_is_too_long_is_given_up() -> None:
    lattice = read(View.from_picture(LATTICE)).constraints
    mine = next(cell for cell, is_mine in backbone(lattice).items() if is_mine)
    refutation(lattice, mine, True)
    with pytest.raises(LimitReached, match=r"^the SAT solver met more than 1 conflicts$"):
        refutation(lattice, mine, True, max_conflicts=1)


def test_only_what_is_needed_is_in_the_proof() -> None:
    told = Problem.of([({10, 11}, 1), ({0, 1, 2}, 1), ({1, 2, 3}, 2), ({11, 12}, 1)])
    with Entailment(told.constraints) as entailed:
        needed = entailed.minimal_clues(3, True)
    used = {leaf.claim for leaf in leaves(refutation(told.constraints, 3, True))}
    assert used == {told.constraints[i] for i in needed}
