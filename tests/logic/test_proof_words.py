"""What proofs say in words: exact sentences for each rule, and promises for all of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from tests.problems import problems

from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.logic.problem import Constraint, Problem, fact
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
)
from mineproof.logic.proof_words import proof_sentences
from mineproof.logic.reader import read

NAMES = "abcdefgh".__getitem__
TWO = Clue(Constraint(frozenset({0, 1, 2}), 2, clue=7))
ONE = Clue(Constraint(frozenset({0, 1}), 1, clue=6))
RING = (ONE, *(Clue(Constraint(frozenset(pair), 1)) for pair in ((1, 2), (0, 2))))
ODD = Combination(Bound.at_least(2, range(3)), RING, (1, 1, 1), divisor=2)


def less(whole: Proof, *parts: Proof) -> Difference:
    claims = [part.claim for part in (whole, *parts)]
    first, *rest = [claim for claim in claims if isinstance(claim, Constraint)]
    cells = first.cells.difference(*(claim.cells for claim in rest))
    return Difference(Constraint(cells, first.mines - sum(c.mines for c in rest)), whole, parts)


@pytest.mark.parametrize(
    ("proof", "sentences"),
    [
        (
            Forced(fact(2, True), less(TWO, ONE)),
            (
                "(1) The 2 at h says that exactly two of {a, b, c} are mines.",
                "(2) The 1 at g says that exactly one of {a, b} is a mine.",
                "Take (2) away from (1): c is a mine.",
            ),
        ),
        (
            Forced(fact(1, False), less(ONE, Known.of(0, True))),
            ("The 1 at g touches one known mine (a), so b is safe.",),
        ),
        (
            Forced(fact(2, True), less(TWO, Known.of(0, True), Known.of(1, False))),
            ("The 2 at h touches one known mine (a) and b, known to be safe, so c is a mine.",),
        ),
        (
            Forced(fact(1, True), less(ONE, Known.of(0, False))),
            ("The 1 at g touches a, known to be safe, so b is a mine.",),
        ),
        (
            Forced(
                fact(3, False), less(MineCount(Constraint(frozenset({2, 3}), 1)), Known.of(2, True))
            ),
            ("The mine count of 1 includes one known mine (c), so d is safe.",),
        ),
        (
            Counted(fact(2, True), (TWO, ONE)),
            (
                "(1) The 2 at h says that exactly two of {a, b, c} are mines.",
                "(2) The 1 at g says that exactly one of {a, b} is a mine.",
                "In every layout that fits (1), (2), c is a mine.",
            ),
        ),
        (
            Forced(fact(2, True), Combination(Bound.at_least(1, [2]), (TWO, ONE), (1, -1))),
            (
                "(1) The 2 at h says that exactly two of {a, b, c} are mines.",
                "(2) The 1 at g says that exactly one of {a, b} is a mine.",
                "Take (2) away from (1): c is a mine.",
            ),
        ),
        (
            Forced(fact(2, True), Combination(Bound.at_least(1, [2]), (ODD, ONE), (1, -1))),
            (
                "(1) The 1 at g says that exactly one of {a, b} is a mine.",
                "(2) The constraint on {b, c} says that exactly one of {b, c} is a mine.",
                "(3) The constraint on {a, c} says that exactly one of {a, c} is a mine.",
                (
                    "(4) Add (1), (2) and (3), halve and round up: "
                    "at least two of {a, b, c} are mines."
                ),
                "Take (1) away from (4): c is a mine.",
            ),
        ),
        (
            Unit(
                fact(1, True),
                Resolvent(
                    frozenset({2}),
                    Pigeonhole(frozenset({1, 2}), ONE),
                    Pigeonhole(frozenset({-1}), Known.of(0, False)),
                ),
            ),
            (
                "(1) The 1 at g says that exactly one of {a, b} is a mine.",
                "(2) By (1), at least one of {a, b} is a mine.",
                "From (2) and “a is safe”: b is a mine.",
            ),
        ),
    ],
)
def test_each_rule_has_its_sentence(proof: Proof, sentences: tuple[str, ...]) -> None:
    assert proof_sentences(proof, NAMES) == sentences


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Bound.at_most(1, [0, 1, 2]), "at most one of {a, b, c} is a mine"),
        (Bound.at_most(0, [0, 1]), "none of {a, b} is a mine"),
        (Bound.at_least(2, [0, 1]), "both of {a, b} are mines"),
        (Bound(frozenset({1, -2}), 1), "a is a mine or b is safe"),
        (Bound(frozenset({1, -2}), 2), "a is a mine, and b is safe"),
        (
            Bound(frozenset({1, -2, 3}), 2),
            "at least two of these hold: a is a mine, b is safe, c is a mine",
        ),
    ],
)
def test_each_bound_has_its_words(claim: Bound, words: str) -> None:
    proof = Forced(fact(0, True), Combination(claim, (TWO, ONE), (-2, 3), divisor=3))
    said = f"(3) Take twice (1) away from three times (2), divide by 3 and round up: {words}."
    assert proof_sentences(proof, NAMES)[2] == said


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_clue_says_by_itself_is_said_once(engine: str) -> None:
    (found,) = engine_named(engine).look(View.from_picture("1#")).deductions
    assert proof_sentences(found.proof, NAMES) in [
        ("The 1 at a says that b is a mine.",),
        ("The 1 at a says that b is a mine.", "In every layout that fits (1), b is a mine."),
    ]


def test_a_resolution_proof_refers_to_its_steps_by_number() -> None:
    view = View.from_picture("### 121 000")
    first = engine_named("resolution").infer(read(view)).deductions[0]
    sentences = proof_sentences(first.proof, view.grid.name)
    assert sentences[-1] == "From (5) and (6): c1 is a mine."
    assert sentences[4] == "(5) From (2) and (4): b1 is safe or c1 is a mine."


def test_a_large_set_is_counted_not_listed() -> None:
    proof = Forced(fact(0, False), Clue(Constraint(frozenset(range(100)), 0)))
    assert (
        proof_sentences(proof, str)[0]
        == "The constraint on {100 cells} says that none of {100 cells} is a mine."
    )


@pytest.mark.parametrize("engine", ENGINES)
@given(problem=problems(max_cells=7))
def test_every_proof_ends_with_its_claim_and_refers_only_back(
    engine: str, problem: Problem
) -> None:
    for deduction in engine_named(engine).infer(problem).deductions:
        sentences = proof_sentences(deduction.proof, lambda cell: f"<{cell}>")
        verdict = "a mine" if deduction.is_mine else "safe"
        assert sentences[-1].endswith(f"<{deduction.cell}> is {verdict}.")
        for number, sentence in enumerate(sentences, start=1):
            body = re.sub(r"^\(\d+\) ", "", sentence)
            assert all(int(n) < number for n in re.findall(r"\((\d+)\)", body))
