"""Subset: its sentences, its limits, and what it cannot see."""

from __future__ import annotations

from mineproof.engines.inference import Status
from mineproof.engines.subset import Subset
from mineproof.logic.problem import Constraint, Problem


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
