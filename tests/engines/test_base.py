"""What engines share: the ledger of facts, the watcher of a board, how an engine is asked."""

from __future__ import annotations

import pytest

from mineproof.board.grid import Grid
from mineproof.board.view import Sight, View
from mineproof.engines.base import Engine, Ledger, Reasoner, ReasoningWatcher
from mineproof.engines.guess import Budget
from mineproof.engines.inference import Status
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import BadInput, Contradiction
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Clue, MineCount, leaves

# The ledger


def test_a_fact_is_new_once_and_its_opposite_is_a_contradiction() -> None:
    ledger = Ledger(range(4), 2)
    assert ledger.add(1, True)
    assert not ledger.add(1, True)
    assert (ledger.unmarked, ledger.mines_left) == (3, 1)
    assert ledger.add(2, False)
    assert (ledger.unmarked, ledger.mines_left) == (2, 1)
    with pytest.raises(Contradiction, match="cell 1 would have to be both safe and mined"):
        ledger.add(1, False)
    with pytest.raises(Contradiction, match="cell 2 would have to be both safe and mined"):
        ledger.add(2, True)
    assert ledger.known == {1: True, 2: False}


@pytest.mark.parametrize("total", [-1, 4])
def test_a_count_that_no_layout_meets_is_refused_at_once(total: int) -> None:
    with pytest.raises(Contradiction, match="the mine count cannot be met") as clash:
        Ledger(range(3), total)
    assert clash.value.with_count
    Ledger(range(3), 0)
    Ledger(range(3), 3)


@pytest.mark.parametrize(("total", "is_mine"), [(0, True), (3, False)])
def test_a_fact_beyond_the_count_is_the_counts_fault(total: int, is_mine: bool) -> None:
    ledger = Ledger(range(3), total)
    with pytest.raises(Contradiction, match="the mine count cannot be met") as clash:
        ledger.add(0, is_mine)
    assert clash.value.with_count


def test_the_count_settles_all_when_no_mines_or_only_mines_are_left() -> None:
    assert Ledger(range(2), 0).count_settles_all
    assert Ledger(range(2), 2).count_settles_all
    assert not Ledger(range(2), 1).count_settles_all
    assert not Ledger((), 0).count_settles_all  # nothing is left to settle
    assert not Ledger(range(2), None).count_settles_all


def test_an_unknown_count_only_counts_cells() -> None:
    ledger = Ledger(range(2), None)
    assert ledger.add(0, True)
    assert (ledger.unmarked, ledger.mines_left, ledger.total) == (1, None, None)


def test_what_is_known_reduces_a_clue_and_the_count() -> None:
    ledger = Ledger(range(5), 3)
    ledger.add(0, True)
    ledger.add(1, False)
    assert ledger.reduce(Clue(Constraint(frozenset({0, 1, 2}), 2))).claim == fact(2, True)
    rest = ledger.rest()
    assert rest.claim == Constraint(frozenset({2, 3, 4}), 2)
    (count,) = [leaf for leaf in leaves(rest) if isinstance(leaf, MineCount)]
    assert count.claim == Constraint(frozenset(range(5)), 3)


# Reasoners


def test_the_status_says_why_a_reasoner_stopped() -> None:
    reasoner = Single().begin(range(2), 1)
    statuses = [reasoner.status]
    reasoner.hit_limit = True
    statuses.append(reasoner.status)
    reasoner.learn(0, True)
    reasoner.learn(1, False)
    statuses.append(reasoner.status)
    assert statuses == [Status.STALLED, Status.LIMIT, Status.COMPLETE]


def test_without_a_count_of_layouts_risks_are_refused() -> None:
    with pytest.raises(BadInput, match="knows no risks; expected exact"):
        Single().begin(range(2), 1).risks()
    with pytest.raises(BadInput, match="knows no risks; expected exact"):
        Single().watch(Grid(2, 1), 1).risks()


def test_counters_and_limits_start_at_nothing() -> None:
    reasoner = Single().begin(range(2), 1)
    assert reasoner.counters == {}
    assert not reasoner.hit_limit


# Watchers


def watched() -> ReasoningWatcher:
    """Return a watcher of 1x4 that has seen `1` next to a hidden cell, and a mine at the end."""
    watcher = Subset().watch(Grid(4, 1), 2)
    watcher.see([Sight(0, 1)])
    watcher.learn(3)
    assert isinstance(watcher, ReasoningWatcher)
    return watcher


def test_a_watcher_shows_what_it_saw() -> None:
    watcher = watched()
    assert watcher.view == View(Grid(4, 1), View.from_picture("1##*").cells, 2)
    watcher.see([Sight(2, 2)])
    assert watcher.view == View(Grid(4, 1), View.from_picture("1#2*").cells, 2)


def test_a_watcher_passes_on_what_it_sees() -> None:
    watcher = watched()
    assert watcher.known == {0: False, 3: True}
    found: dict[Cell, bool] = {}
    while news := watcher.deduce():
        found |= {d.cell: d.is_mine for d in news}
    assert found == {1: True, 2: False}
    assert watcher.known == {0: False, 1: True, 2: False, 3: True}
    assert watcher.status is Status.COMPLETE
    assert watcher.counters == watcher.reasoner.counters
    assert watcher.counters["sentences"] > 0
    assert watcher.total == 2


def test_most_watchers_compare_no_guesses() -> None:
    assert watched().guesses(Budget.FAST, most=1, excluded=()) is None


# Engines


class Silent(Engine):
    """An engine that deduces nothing."""

    name = "silent"

    def begin(self, cells: object, total: object) -> Reasoner:  # noqa: ARG002
        raise Contradiction


def test_an_engine_promises_nothing_unless_it_says_so() -> None:
    engine = Silent()
    assert not engine.is_complete
    assert not engine.knows_risks
    assert not engine.kernel_plays
    assert engine.counter_names == ()
    assert engine.parts == (engine,)
    assert engine.odds(Problem.of([])) is None


def test_looking_at_a_view_names_the_clashing_clues_by_cell() -> None:
    with pytest.raises(Contradiction, match="the clue at b1 cannot be met") as clash:
        Single().look(View.from_picture("#2 20"))
    assert clash.value.clues == (1,)


def test_everything_is_inferred_not_only_what_is_found_first() -> None:
    problem = Problem.of([({0, 1}, 1), ({0, 1, 2}, 1), ({2, 3}, 1)], total=2)
    inference = Subset().infer(problem)
    assert (inference.safe, inference.mines) == ((2,), (3,))
    assert inference.status is Status.STALLED
    assert inference.counters["differences"] > 0
    assert inference.odds is None
