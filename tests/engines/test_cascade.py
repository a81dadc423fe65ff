"""Cascade: the cheapest engine that finds a move, and only that, is asked."""

from __future__ import annotations

from collections.abc import Collection
from pickle import dumps

import pytest
from tests.boards import some_position

from mineproof.board.grid import Grid
from mineproof.board.view import HIDDEN, View
from mineproof.counting.kernel import kernel
from mineproof.engines import engine_named
from mineproof.engines.base import Engine, Reasoner
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.engines.resolution import Resolution
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import Contradiction, UnknownName
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Problem
from mineproof.logic.reader import read

# 0 falls to a single clue, 3 to a subset, 4 only to two clues that overlap, then 7 to a subset.
MIXED = Problem.of(
    [({0}, 1), ({1, 2}, 1), ({1, 2, 3}, 1), ({4, 5, 6}, 1), ({5, 6, 7}, 2)], others=range(9)
)


def test_each_deduction_names_the_engine_that_it_needed() -> None:
    inference = Cascade().infer(MIXED)
    needed = {d.cell: d.engine for d in inference.deductions}
    assert needed == {0: "single", 3: "subset", 4: "cutting-planes", 7: "cutting-planes"}
    check(MIXED, inference)


def test_a_cascade_of_ones_own() -> None:
    engine = engine_named("single+subset")
    assert engine.name == "single+subset"
    assert not engine.is_complete
    assert {d.cell for d in engine.infer(MIXED).deductions} == {0, 3}


def test_what_one_engine_finds_the_others_know() -> None:
    chain = Problem.of([({0, 1}, 1), ({0, 1, 2}, 2), ({2, 3}, 1), ({3, 4}, 1)])
    found = Cascade([Single(), Subset()]).infer(chain)
    assert {d.cell: d.engine for d in found.deductions} == {2: "subset", 3: "single", 4: "single"}


def test_nobody_is_asked_after_an_engine_that_has_found_all() -> None:
    counters = Cascade().infer(MIXED).counters
    assert counters["fronts"] > 0
    assert counters["counts"] == 0
    assert Cascade([Single(), Exact()]).infer(MIXED).counters["counts"] > 0


def test_the_last_engine_knows_the_risks_all_the_same() -> None:
    reasoner = Cascade().begin(MIXED.cells, None)
    for constraint in MIXED.constraints:
        reasoner.tell(constraint)
    while reasoner.deduce():
        pass
    assert reasoner.risks() == {1: 0.5, 2: 0.5, 5: 0.5, 6: 0.5, 8: 0.5}


def test_counters_of_all_engines_are_shown() -> None:
    counters = Cascade().infer(MIXED).counters
    assert counters["sentences"] > 0
    assert counters["kb0"] > 0


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(UnknownName, match="'guess'"):
        engine_named("single+guess")


def test_the_usual_cascade_finds_all_and_knows_risks() -> None:
    engine = Cascade()
    assert (engine.name, engine.is_complete, engine.knows_risks) == ("cascade", True, True)
    odds = engine.odds(MIXED)
    assert odds is not None
    assert odds.risks[8] == 0.5


def test_risks_are_those_of_the_last_engine() -> None:
    engine = Cascade([Exact(), Single(), Subset()])
    assert engine.is_complete
    assert not engine.knows_risks
    assert engine.odds(MIXED) is None
    last = Cascade([Single(), Subset(), Exact()])
    assert last.knows_risks
    assert last.odds(MIXED) is not None


def test_where_nobody_has_found_all_the_last_engine_says_how_it_ended() -> None:
    hints = Problem.of([({0, 1, 2}, 1), ({3, 4, 5}, 1)])
    limited = Resolution(max_clauses=4)
    assert Cascade([Single(), limited]).infer(hints).status is Status.LIMIT
    assert Cascade([limited, Single()]).infer(hints).status is Status.STALLED
    assert Cascade([Single()]).begin(range(2), None).deduce() == ()


# A look: one count, and the engines when a deduction is read


class _Asked(Cascade):
    """The usual cascade, which keeps how often its engines were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        self.times += 1
        return super().begin(cells, total)


needs_kernel = pytest.mark.skipif(kernel() is None, reason="the native kernel is not built")


@needs_kernel
def test_what_is_certain_is_seen_without_the_engines_and_they_are_asked_once() -> None:
    engine, view = _Asked(), some_position(33)
    seen = engine.look(view)
    assert (seen.status, len(seen.safe) > 0, len(seen.risks) > 0) == (Status.COMPLETE, True, True)
    assert engine.times == 0
    assert {d.engine for d in seen.deductions} > {"single"}
    assert {d.cell for d in seen.deductions} == {*seen.safe, *seen.mines}
    assert seen.counters is seen.counters
    assert engine.times == 1


@pytest.mark.parametrize("part", range(2))
def test_a_look_finds_what_the_engines_find_in_turn(part: int) -> None:
    """Thirty in each part; ten thousand were compared when looks began to count."""
    for seed in range(part * 30, part * 30 + 30):
        engine, view = Cascade(), some_position(seed)
        seen, found = engine.look(view), engine.infer(read(view))
        assert (seen.status, seen.counters) == (found.status, found.counters)
        assert (seen.safe, seen.mines) == (found.safe, found.mines)
        assert seen.deductions == found.deductions
        assert dumps(list(seen)) == dumps(list(found))  # the proofs, which compare as objects
        assert seen.risks == found.risks


def test_a_look_at_what_cannot_be_names_the_clash_as_the_engines_do() -> None:
    view = View.from_picture("3# 1#")
    with pytest.raises(Contradiction) as asked:
        Engine.look(Cascade(), view)
    with pytest.raises(Contradiction, match="at a1") as seen:
        Cascade().look(view)
    assert str(seen.value) == str(asked.value)


@needs_kernel
def test_what_is_too_much_to_count_is_left_to_the_engines() -> None:
    """A lattice of 4s, which settles nothing and has a million states, beside a column of 0s."""
    grid = Grid(15, 17)
    lattice = {grid.at(row, col) for row in range(1, 15, 2) for col in range(1, 13, 2)}
    zeros = {grid.at(row, 16) for row in range(15)}
    cells = bytes(4 if c in lattice else 0 if c in zeros else HIDDEN for c in range(grid.size))
    engine = _Asked()
    seen = engine.look(View(grid, cells))
    assert engine.times == 1
    assert seen.safe == tuple(zero - 1 for zero in sorted(zeros))
    assert seen.risks[0] > 0  # there is more time for them, if somebody asks


def test_the_engines_of_a_custom_cascade_are_asked_at_once() -> None:
    asked: list[int] = []

    class Mine(Single):
        name = "mine"

        def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
            asked.append(1)
            return super().begin(cells, total)

    Cascade([Mine(), Exact()]).look(View.from_picture("1#"))
    assert asked == [1]
