"""Proofs as data: literals, and walking a proof."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.logic.problem import Cell, Constraint, fact
from mineproof.logic.proof import (
    Bound,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
    leaves,
    literal,
    premises,
    steps,
    without,
)

A = Clue(Constraint(frozenset({0, 1, 2}), 2, clue=9))
B = Clue(Constraint(frozenset({0, 1}), 1, clue=8))
K = Known.of(0, True)
N = MineCount(Constraint(frozenset(range(5)), 3))
PAIR = Pigeonhole(frozenset({1, 2}), B)
OTHER = Pigeonhole(frozenset({-1, -2}), B)

# Every kind of proof, and what it builds on.
KINDS: list[tuple[Proof, tuple[Proof, ...]]] = [
    (A, ()),
    (N, ()),
    (K, ()),
    (Difference(fact(2, True), A, (B,)), (A, B)),
    (Difference(fact(2, True), A, (B, K)), (A, B, K)),
    (Forced(fact(0, True), A), (A,)),
    (PAIR, (B,)),
    (Resolvent(frozenset({1}), PAIR, OTHER), (PAIR, OTHER)),
    (Unit(fact(0, True), PAIR), (PAIR,)),
    (Counted(fact(2, True), (A, B, N)), (A, B, N)),
    (Counted(fact(2, True), ()), ()),
    (Combination(Bound.at_least(1, [2]), (A, B), (1, -1)), (A, B)),
]


@given(st.integers(0, 10**6), st.booleans())
def test_literals_round_trip(cell: Cell, is_mine: bool) -> None:
    lit = literal(cell, is_mine)
    assert cell_of(lit) == cell_of(-lit) == cell
    assert (lit > 0) == is_mine
    assert literal(cell, not is_mine) == -lit


def test_cell_zero_has_two_literals() -> None:
    assert (literal(0, True), literal(0, False)) == (1, -1)


def test_known_of_a_cell() -> None:
    assert Known.of(3, False).claim == fact(3, False)


@pytest.mark.parametrize(("proof", "below"), KINDS)
def test_premises_of_every_kind_of_proof(proof: Proof, below: tuple[Proof, ...]) -> None:
    assert premises(proof) == below


def test_no_kind_of_proof_is_missing_from_this_file() -> None:
    assert {type(proof) for proof, _ in KINDS} == set(get_args(Proof))


@pytest.mark.parametrize(("proof", "below"), KINDS)
def test_steps_come_after_their_premises(proof: Proof, below: tuple[Proof, ...]) -> None:
    order = list(steps(proof))
    assert order[-1] is proof
    assert all(premise in order[:-1] for premise in below)


def test_a_step_that_is_used_twice_comes_once() -> None:
    left = Resolvent(frozenset({1}), PAIR, OTHER)
    top = Resolvent(frozenset(), left, PAIR)
    assert list(steps(top)) == [B, PAIR, OTHER, left, top]


def test_steps_walk_a_shared_proof_without_repeating_it() -> None:
    # As a tree this proof has 2**200 leaves.
    proof: Proof = A
    for _ in range(200):
        proof = Counted(fact(0, True), (proof, proof))
    assert len(list(steps(proof))) == 201


def test_steps_walk_a_deep_proof_without_recursion() -> None:
    proof: Proof = A
    for _ in range(20_000):
        proof = Difference(fact(0, True), proof, ())
    order = list(steps(proof))
    assert order[0] is A
    assert all(premises(above) == (below,) for below, above in pairwise(order))


def test_leaves_in_the_order_in_which_they_are_met() -> None:
    proof = Counted(fact(2, True), (N, Difference(fact(2, True), A, (B, K)), Clue(B.claim), B))
    second = premises(proof)[2]
    assert list(leaves(proof)) == [N, A, B, K, second]
    assert list(leaves(K)) == [K]


def test_known_cells_are_taken_off_in_order() -> None:
    clue = Clue(Constraint(frozenset({1, 5, 8}), 2))
    rest = without(clue, {8: True, 1: False, 3: True})
    assert isinstance(rest, Difference)
    assert (rest.claim, rest.whole) == (Constraint(frozenset({5}), 1), clue)
    assert [part.claim for part in rest.parts] == [fact(1, False), fact(8, True)]
    assert without(clue, {3: True}) is clue
