"""The graph of a conclusion is what the checker accepts, step by step, and nothing else."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.boards import scattered, some_position
from tests.problems import problems

from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.inference import Inference
from mineproof.engines.parts.refutation import by_resolution
from mineproof.errors import BadInput, BadProof, LimitReached
from mineproof.logic.checker import Checker
from mineproof.logic.derivation.clause_proof import clause_proof
from mineproof.logic.derivation.graph import RULES, Derivation
from mineproof.logic.derivation.whole import whole
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
    leaves,
    premises,
    steps,
)
from mineproof.logic.reader import read

PROVERS = [name for name in ENGINES if name != "brute"]


def derivation_to(inference: Inference, cell: int) -> Derivation:
    return Derivation.of(each.proof for each in inference.chain(cell))


def assert_is_the_checkers(derivation: Derivation, problem: Problem) -> None:
    """Assert that the checker accepts it from the clues alone, and that nodes are its steps."""
    checker = Checker(problem.cells, problem.total)
    for constraint in problem.constraints:
        checker.tell(constraint)
    claim = derivation.proof.claim
    assert isinstance(claim, Constraint)
    (cell,) = claim.cells
    checker.check(cell, claim.mines == 1, derivation.proof)
    assert not any(isinstance(leaf, Known) for leaf in leaves(derivation.proof))
    assert_shows_every_step(derivation)


def assert_shows_every_step(derivation: Derivation) -> None:
    every = {id(step) for step in steps(derivation.proof)}
    listed = [step for node in derivation.nodes for step in node.steps]
    assert {id(step) for step in listed} == every
    told = [step for step in listed if not isinstance(step, Clue | MineCount)]
    assert len({id(step) for step in told}) == len(told), "a step is in two nodes"
    place = {
        id(step): node.number
        for node in derivation.nodes
        for step in node.steps
        if node.rule != "clause" or not isinstance(step, Clue | MineCount)
    }
    for node in derivation.nodes:
        first = node.steps[0]
        assert node.rule == RULES[type(first)]
        assert node.claim in {step.claim for step in node.steps}
        if node.premises:
            assert node.premises == tuple(place[id(below)] for below in premises(first))
            assert max(node.premises) < node.number
        else:
            assert node.source or isinstance(first, Known)


@pytest.mark.parametrize("engine", PROVERS)
@settings(max_examples=25)
@given(problem=problems())
def test_each_conclusion_is_the_checkers_derivation(engine: str, problem: Problem) -> None:
    inference = engine_named(engine).infer(problem)
    for deduction in inference.deductions:
        assert_is_the_checkers(derivation_to(inference, deduction.cell), problem)


@pytest.mark.parametrize("engine", ["resolution", "dpll", "cascade"])
def test_real_positions(engine: str) -> None:
    view = some_position(3)
    inference, problem = engine_named(engine).look(view), read(view)
    for deduction in inference.deductions[::9]:
        assert_is_the_checkers(derivation_to(inference, deduction.cell), problem)


@settings(max_examples=50)
@given(problem=problems(), engine=st.sampled_from(PROVERS))
def test_every_proof_becomes_resolution_from_the_clues(problem: Problem, engine: str) -> None:
    inference = engine_named(engine).infer(problem)
    for deduction in inference.deductions:
        chain = inference.chain(deduction.cell)
        derivation = Derivation.of(by_resolution(each.proof) for each in chain)
        assert_is_the_checkers(derivation, problem)
        told = {*problem.constraints, *([problem.mine_count] if problem.mine_count else [])}
        assert set(clause_proof(derivation.proof).constraints) <= told


def test_a_wrong_step_is_still_rejected() -> None:
    problem = Problem.of([({0}, 1), ({0, 1}, 1)])
    first, second = (Clue(constraint) for constraint in problem.constraints)
    mined = Forced(fact(0, True), first)
    wrong = Forced(fact(1, True), Difference(fact(1, True), second, (Known.of(0, True),)))
    with pytest.raises(BadProof):
        assert_is_the_checkers(Derivation.of([mined, wrong]), problem)


# What a node is


def chained() -> Derivation:
    """Return that c1 of 1#1#1# and so on is a mine: each cell settles the next."""
    view = View.from_picture("01#1#1#")
    return derivation_to(engine_named("subset").look(view), view.grid.parse("g1"))


def test_what_is_known_is_replaced_by_its_own_proof() -> None:
    derivation = chained()
    assert [(node.rule, node.premises) for node in derivation.nodes] == [
        ("clue", ()),
        ("clue", ()),
        ("clue", ()),
        ("forced", (3,)),
        ("difference", (2, 4)),
        ("difference", (1, 5)),
    ]
    assert [node.is_fact for node in derivation.nodes] == [False] * 2 + [True] * 4
    assert (derivation.step_count, derivation.leaf_count) == (3, 3)
    assert [source.claim.clue for source in derivation.sources] == [1, 3, 5]
    assert derivation.below(5) == {2, 3, 4}


def test_equal_steps_are_one_node() -> None:
    def clause() -> Pigeonhole:
        return Pigeonhole(frozenset({1, 2}), Clue(Constraint(frozenset({0, 1}), 1, clue=5)))

    first, second = clause(), clause()
    joined = whole([first, second])
    assert len(list(steps(joined))) == 2
    assert whole([second]) is not joined


def test_many_settled_cells_are_taken_off_a_few_at_a_time() -> None:
    problem = Problem.of([({cell}, cell == 1) for cell in range(30)], total=1, others=[30])
    known = [Forced(fact(cell, cell == 1), Clue(fact(cell, cell == 1))) for cell in range(30)]
    assert problem.mine_count
    rest = Difference(fact(30, False), MineCount(problem.mine_count), tuple(known))
    derivation = Derivation.of([rest])
    assert_is_the_checkers(derivation, problem)
    assert max(len(node.premises) for node in derivation.nodes) == 9
    listed = clause_proof(Derivation.of([Forced(fact(30, False), rest)]).proof)
    assert listed.steps[-1].clause == frozenset()


def test_nothing_cannot_be_joined() -> None:
    with pytest.raises(BadInput, match=r"^no proofs to join; expected at least one$"):
        whole([])


def test_a_clause_is_a_leaf_with_its_clue() -> None:
    view = View.from_picture("#### #23# #11#")
    derivation = derivation_to(engine_named("dpll").look(view), 3)
    given = [node for node in derivation.nodes if not node.premises]
    assert {node.rule for node in given} == {"clause"}
    assert {node.source.claim.clue for node in given if node.source} == {5, 6, 9, 10}
    assert derivation.conclusion.pivot == 1
    assert given[0].pivot is None


# Folding


@cache
def two_thousand_nodes() -> Derivation:
    """Return a chain of 1,000 cells, each of which settles the next."""
    proofs: list[Proof] = []
    known: list[Proof] = []
    for i in range(1000):
        clue = Clue(Constraint(frozenset({i - 1, i} if i else {0}), 1, clue=2000 + i))
        left = fact(i, i % 2 == 0)
        proof = Difference(left, clue, tuple(known[-1:])) if i else clue
        proofs.append(Forced(left, proof))
        known = [Known.of(i, i % 2 == 0)]
    return Derivation.of(proofs)


def test_a_small_derivation_is_shown_whole() -> None:
    derivation = chained()
    assert derivation.shown(derivation.unfolded(40)) == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("most", [1, 10, 60])
def test_a_large_one_is_folded(most: int) -> None:
    derivation = two_thousand_nodes()
    shown = derivation.shown(derivation.unfolded(most))
    assert derivation.conclusion.number in shown
    assert min(most, 3) <= len(shown) <= max(most, 3)


def test_unfolding_everything_shows_everything() -> None:
    derivation = two_thousand_nodes()
    every = {node.number for node in derivation.nodes}
    assert set(derivation.shown(every)) == every
    assert derivation.shown(()) == (derivation.conclusion.number,)


def test_other_fronts_stay_folded_longest() -> None:
    def clue(cells: set[int], mines: int) -> Clue:
        return Clue(Constraint(frozenset(cells), mines))

    def left(cells: set[int], *sets: Proof) -> Difference:
        return Difference(Constraint(frozenset(cells), 1), sets[0], sets[1:])

    elsewhere = left({1}, clue({1, 7, 8}, 2), clue({7, 8}, 1))
    deep = left({5, 6}, clue({5, 6, 10, 11}, 2), clue({10, 11}, 1))
    here = left({3, 4}, clue({3, 4, 5, 6}, 2), deep)
    reduced = left({2, 3}, clue({1, 2, 3}, 2), Known.of(1, True))
    derivation = Derivation.of([elsewhere, Counted(fact(4, True), (here, reduced))])
    assert len(derivation.nodes) == 11
    *_, own = derivation.fronts
    shown = derivation.shown(derivation.unfolded(9))
    assert [derivation[n].cells for n in shown if derivation.fronts[n - 1] != own] == [(1,)]
    assert len(shown) == 9


def test_too_many_clauses_are_a_limit() -> None:
    view = View.from_picture("1" + "#" * 29 + " " + "#" * 30, mines=57)
    chain = engine_named("exact").look(view).chain(20)
    with pytest.raises(LimitReached, match="57 mines in 59 cells"):
        by_resolution(chain[-1].proof)


@pytest.mark.parametrize("engine", ENGINES)
def test_all_conclusions_are_in_one_graph(engine: str) -> None:
    for view in map(scattered, range(6)):
        found = engine_named(engine).look(view)
        if not found.deductions:
            continue
        every = Derivation.of_all(each.proof for each in found.deductions)
        assert every.certain == {each.cell for each in found.deductions}
        assert set(every.tops) <= set(every.shown(every.unfolded(0)))
        assert every.shown(every.unfolded(len(every.nodes))) == tuple(
            range(1, len(every.nodes) + 1)
        )
        alone = [derivation_to(found, cell) for cell in every.certain]
        assert len(every.nodes) <= sum(len(each.nodes) for each in alone)
