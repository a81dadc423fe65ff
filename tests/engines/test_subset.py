"""Subset: its sentences, its limits, and what it cannot see."""

from __future__ import annotations

from typing import Any

import pytest

from mineproof.engines.inference import Status
from mineproof.engines.subset import Subset, SubsetReasoner
from mineproof.errors import Contradiction
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import steps


def test_differences_are_kept_as_sentences() -> None:
    reasoner = Subset().begin(range(6), None)
    reasoner.tell(Constraint(frozenset({0, 1}), 1))
    reasoner.tell(Constraint(frozenset({0, 1, 2, 3}), 2))
    assert reasoner.deduce() == ()
    assert Constraint(frozenset({2, 3}), 1) in reasoner.sentences()


def test_a_later_sentence_meets_those_inside_and_around_it() -> None:
    for first, second in [({0, 1}, {0, 1, 2}), ({0, 1, 2}, {0, 1})]:
        reasoner = Subset().begin(range(3), None)
        reasoner.tell(Constraint(frozenset(first), 1))
        assert reasoner.deduce() == ()
        reasoner.tell(Constraint(frozenset(second), 1))
        assert {d.cell: d.is_mine for d in reasoner.deduce()} == {2: False}


def test_sentences_shrink_with_what_is_learned() -> None:
    reasoner = Subset().begin(range(3), None)
    reasoner.tell(Constraint(frozenset({0, 1, 2}), 2))
    reasoner.learn(0, True)
    assert reasoner.sentences() == [Constraint(frozenset({1, 2}), 1)]


def test_the_mine_count_joins_late() -> None:
    problem = Problem.of([({0, 1}, 1), ({2, 3}, 1)], total=2, others=range(6))
    assert Subset(count_limit=6).infer(problem).safe == (4, 5)
    assert Subset(count_limit=5).infer(problem).deductions == ()


def test_a_cap_on_sentences_is_a_limit_not_an_error() -> None:
    pairs = [({2 * i, 2 * i + 1}, 1) for i in range(8)]
    problem = Problem.of([*pairs, (range(17), 8)])
    assert Subset(max_sentences=20).infer(problem).status is Status.LIMIT
    assert Subset().infer(problem).safe == (16,)


def test_overlapping_clues_are_beyond_it() -> None:
    problem = Problem.of([({0, 1, 2}, 1), ({1, 2, 3}, 2)])
    assert Subset().infer(problem).deductions == ()


def sentences(reasoner: SubsetReasoner) -> list[tuple[list[Cell], int]]:
    return [(sorted(sentence.cells), sentence.mines) for sentence in reasoner.sentences()]


def told(*clues: tuple[set[Cell], int], size: int = 20, **options: Any) -> SubsetReasoner:
    reasoner = Subset(**options).begin(range(size), None)
    for cells, mines in clues:
        reasoner.tell(Constraint(frozenset(cells), mines))
    return reasoner


def test_one_sentence_is_settled_at_a_time_its_cells_in_reading_order() -> None:
    reasoner = told(({16, 8, 1}, 0), ({2, 17, 9}, 3), ({3}, 0))
    rounds = [[(d.cell, d.is_mine) for d in reasoner.deduce()] for _ in range(4)]
    assert rounds[0] == [(1, False), (8, False), (16, False)]
    assert rounds[1] == [(2, True), (9, True), (17, True)]
    assert rounds[2] == [(3, False)]
    assert rounds[3] == []


def test_oldest_sentences_are_matched_first() -> None:
    reasoner = told(({0, 1, 2, 3}, 2), ({0, 1}, 1), ({2, 4, 5}, 1), ({4, 5}, 1))
    assert [(d.cell, d.is_mine) for d in reasoner.deduce()] == [(2, False)]
    assert sentences(reasoner) == [
        ([0, 1], 1),
        ([4, 5], 1),
        ([0, 1, 3], 2),
        ([3], 1),
    ]


def test_sentences_are_met_in_the_order_of_their_cells() -> None:
    reasoner = told(({33, 34, 5, 6, 10, 11}, 3), ({33, 34}, 1), ({5, 6}, 1), size=40)
    assert reasoner.deduce() == ()
    assert sentences(reasoner)[3:5] == [([10, 11, 33, 34], 2), ([5, 6, 10, 11], 2)]


def test_a_sentence_known_already_is_not_derived_again() -> None:
    reasoner = told(({0, 1}, 1), ({2, 3}, 1), ({0, 1, 2, 3}, 2), ({2, 3}, 1))
    assert reasoner.deduce() == ()
    assert sentences(reasoner) == [([0, 1], 1), ([2, 3], 1), ([0, 1, 2, 3], 2)]
    assert reasoner.counters == {"sentences": 3, "differences": 0}


def test_counters_tell_sentences_and_differences() -> None:
    reasoner = told(({0, 1}, 1), ({0, 1, 2, 3}, 2), ({0, 1, 2, 3, 4, 5}, 3))
    assert reasoner.deduce() == ()
    derived = [([2, 3], 1), ([2, 3, 4, 5], 2), ([4, 5], 1), ([0, 1, 4, 5], 2)]
    assert sentences(reasoner)[3:] == derived
    assert reasoner.counters == {"sentences": 7, "differences": 4}


@pytest.mark.parametrize(
    "clues",
    [
        [({0, 1}, 1), ({0, 1}, 2)],
        [({0, 1}, 3)],
        [({0}, -1)],
        [({0, 1}, 2), ({0, 1, 2}, 1)],
        [({0, 1}, 1), ({2, 3}, 2), ({0, 1, 2, 3}, 2)],
        [({0, 1}, 1), ({2, 3, 4}, 1), ({0, 1, 2, 3, 4}, 3)],
    ],
)
def test_sentences_that_clash_are_a_contradiction(clues: list[tuple[set[Cell], int]]) -> None:
    def deduce_all() -> None:
        reasoner = told(*clues)
        while reasoner.deduce():
            pass

    with pytest.raises(Contradiction, match="two sentences clash"):
        deduce_all()


def test_the_mine_count_joins_at_sixteen_cells() -> None:
    def safe(size: int) -> tuple[Cell, ...]:
        pairs = [({0, 1}, 1), ({2, 3}, 1)]
        return Subset().infer(Problem.of(pairs, total=2, others=range(size))).safe

    assert safe(16) == tuple(range(4, 16))
    assert safe(17) == ()


def test_the_cap_counts_sentences_kept() -> None:
    clues: list[tuple[set[Cell], int]] = [({0, 1}, 1), ({0, 1, 2, 3}, 2)]
    for most, is_limit in ((2, True), (3, False)):
        reasoner = told(*clues, max_sentences=most)
        assert reasoner.deduce() == ()
        assert reasoner.hit_limit == is_limit
        assert (reasoner.status is Status.LIMIT) == is_limit
    reasoner = told(*clues, max_sentences=2)
    assert reasoner.deduce() == ()
    reasoner.learn(0, True)
    assert [d.cell for d in reasoner.deduce()] == [1]
    assert not reasoner.hit_limit  # there is room again


def test_a_sentence_shrinks_by_what_is_settled_and_its_proof_stays_short() -> None:
    clues = [({0, 1}, 1), ({0, 1, 2, 3, 4}, 3), ({2}, 1), ({3}, 0)]
    problem = Problem.of(clues)
    inference = Subset().infer(problem)
    assert [(d.cell, d.is_mine) for d in inference.deductions] == [(2, True), (3, False), (4, True)]
    check(problem, inference)
    assert len(list(steps(inference.deductions[-1].proof))) == 7
