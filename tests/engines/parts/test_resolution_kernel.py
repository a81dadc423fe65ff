"""The kernel's knowledge base: step by step the same as its readable twin, and hard to upset."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import boards
from tests.problems import problems

from mineproof.agents.never_guess import NeverGuess
from mineproof.counting.kernel import Kernel
from mineproof.engines.inference import Deduction, Status
from mineproof.engines.parts.resolution_kernel import NativeResolutionReasoner
from mineproof.engines.resolution import Resolution, ResolutionReasoner
from mineproof.errors import Contradiction
from mineproof.logic.checker import Checker, check
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof_words import proof_sentences
from mineproof.logic.reader import Reader
from mineproof.play.match import Match

Pair: TypeAlias = tuple[ResolutionReasoner, NativeResolutionReasoner]


pytestmark = pytest.mark.usefixtures("native")


def twins(cells: range | frozenset[Cell], total: int | None, engine: Resolution) -> Pair:
    native = engine.begin(cells, total)
    assert isinstance(native, NativeResolutionReasoner)
    return ResolutionReasoner(cells, total, engine), native


def answer(reasoner: ResolutionReasoner | NativeResolutionReasoner) -> list[object]:
    """Return what one call of `deduce` gives, the state after it, or the contradiction."""
    try:
        found = reasoner.deduce()
    except Contradiction as clash:
        return [str(clash), clash.with_count]
    state = (reasoner.kb, reasoner.kb0, dict(reasoner.counters), reasoner.status)
    return [found, state, reasoner.ledger.known, reasoner.ledger.mines_left]


engines = st.builds(
    Resolution,
    width=st.sampled_from([2, 2, 3, None]),
    count_limit=st.integers(0, 12),
    max_clauses=st.sampled_from([5, 30, 50_000]),
)


@given(problem=problems(), engine=engines, data=st.data())
def test_every_answer_is_that_of_the_twin(
    problem: Problem, engine: Resolution, data: st.DataObject
) -> None:
    """Constraints in any order, true or not, facts and questions in between."""
    pair = twins(problem.cells, problem.total, engine)
    lies = data.draw(st.booleans())
    for constraint in data.draw(st.permutations(problem.constraints)):
        lie = data.draw(st.integers(-1, 1)) if lies else 0
        for reasoner in pair:
            reasoner.tell(Constraint(constraint.cells, constraint.mines + lie))
        if data.draw(st.booleans()) and not same_answer(pair):
            return
    while same_answer(pair):
        pass


def same_answer(pair: Pair) -> bool:
    """Compare what the twins deduce, and tell whether they may be asked again."""
    python, native = answer(pair[0]), answer(pair[1])
    assert native == python
    return bool(isinstance(native[0], tuple) and native[0])


@given(problem=problems(), engine=engines)
def test_proofs_are_those_of_the_twin_and_accepted(problem: Problem, engine: Resolution) -> None:
    found: list[list[Deduction]] = [[], []]
    for reasoner, deductions in zip(
        twins(problem.cells, problem.total, engine), found, strict=True
    ):
        for constraint in problem.constraints:
            reasoner.tell(constraint)
        while news := reasoner.deduce():
            deductions.extend(news)
    check(problem, ((d.cell, d.is_mine, d.proof) for d in found[1]))
    python, native = ([proof_sentences(d.proof, str) for d in deductions] for deductions in found)
    assert native == python


def test_a_proof_is_built_once() -> None:
    (deduction, *_) = Resolution().infer(Problem.of([({0, 1}, 1), ({0, 1, 2}, 2)])).deductions
    assert deduction.proof is deduction.proof


@given(problem=problems(), seed=st.integers(0, 1000))
def test_cells_may_have_any_names(problem: Problem, seed: int) -> None:
    names = sorted(random.Random(seed).sample(range(2**40 - 1), len(problem.cells)))
    new = dict(zip(sorted(problem.cells), names, strict=True))
    constraints = ([new[c] for c in sorted(told.cells)] for told in problem.constraints)
    counts = [told.mines for told in problem.constraints]
    renamed = Problem.of(zip(constraints, counts, strict=True), problem.total, names)
    here, there = Resolution().infer(problem), Resolution().infer(renamed)
    assert [(new[d.cell], d.is_mine) for d in here.deductions] == [
        (d.cell, d.is_mine) for d in there.deductions
    ]
    check(renamed, there)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_whole_games_are_the_same_move_by_move(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    for board in boards(level, 20):
        games = []
        for choice in ("python", "native"):
            monkeypatch.setenv("MINEPROOF_KERNEL", choice)
            match = Match(board.game(), NeverGuess(Resolution()))
            games.append(([turn.move for turn in match.turns()], match.record.counters))
        assert games[0] == games[1]


def test_proofs_may_be_asked_for_when_the_game_is_over() -> None:
    for board in boards("hard", 3):
        match = Match(board.game(), NeverGuess(Resolution()))
        cells, reader = range(match.game.grid.size), Reader(match.game.grid)
        checker, turns = Checker(cells, match.game.mines), list(match.turns())
        for sights in (match.game.handed_out, *(turn.sights for turn in turns)):
            for constraint in reader.read(sights):
                checker.tell(constraint)
        for cell in board.safe:
            checker.learn(cell, False)
        for turn in turns:
            assert turn.choice
            assert turn.choice.deduction
            deduction = turn.choice.deduction
            checker.check(deduction.cell, deduction.is_mine, deduction.proof)


def test_counters_live_in_the_kernel() -> None:
    reasoner = Resolution().begin(range(3), None)
    counters = reasoner.counters
    reasoner.tell(Constraint(frozenset({0, 1, 2}), 1))
    reasoner.deduce()
    assert counters["kb"] == 4
    with pytest.raises(TypeError, match="are read-only"):
        counters["kb"] = 5
    with pytest.raises(TypeError, match="are read-only"):
        del counters["kb"]


# What the caller passes


@pytest.mark.parametrize(
    ("cells", "total", "message"),
    [
        ([-1], -1, "cell -1; expected 0 or more"),
        ([2**70], -1, "cell 1099511627776 or more; expected less"),
        ([0, 1], 3, "3 mines; expected -1 to 2"),
        ([0, 1], -2, "-2 mines; expected -1 to 2"),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    native: Kernel, cells: list[int], total: int, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.KnowledgeBase(cells, total, 2, 15, 1000)


def test_strangers_are_refused(native: Kernel) -> None:
    base = native.KnowledgeBase([3, 5], -1, 2, 15, 1000)
    for stranger in (-1, 0, 4, 6, 2**62):
        with pytest.raises(ValueError, match="is not in this game"):
            base.learn(stranger, True)
        with pytest.raises(ValueError, match="is not in this game"):
            base.tell([3, stranger], 1)
        with pytest.raises(ValueError, match="is not in this game"):
            base.derivation(stranger)
    with pytest.raises(TypeError):
        base.tell(["a"], 1)  # type: ignore[list-item]
    with pytest.raises(IndexError):
        base.hint(0)
    assert base.derivation(3) == []
    assert base.kb0(2**60) == []
    assert base.deduce() == 0


@pytest.mark.parametrize("mines", [-1, 3, -(10**30), 10**30])
def test_counts_beyond_all_meaning_cannot_be_met(mines: int) -> None:
    reasoner = Resolution(max_clauses=10**30, count_limit=10**30).begin(range(2), None)
    reasoner.tell(Constraint(frozenset({0, 1}), mines))
    for _ in range(2):
        with pytest.raises(Contradiction, match="a hint cannot be met"):
            reasoner.deduce()


def test_a_game_without_cells_is_over() -> None:
    reasoner = Resolution().begin((), 0)
    assert reasoner.deduce() == ()
    assert reasoner.status is Status.COMPLETE


# Long work


def row(length: int) -> NativeResolutionReasoner:
    """Return a reasoner for two mines among any five cells in a row, matched at any width."""
    reasoner = Resolution(width=None).begin(range(length), None)
    assert isinstance(reasoner, NativeResolutionReasoner)
    for i in range(length - 4):
        reasoner.tell(Constraint(frozenset(range(i, i + 5)), 2))
    return reasoner


class Alarm(Exception):
    """It is time."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_long_work_can_be_broken_off_and_taken_up() -> None:
    reasoner, checker = row(18), Checker(range(18), None)
    for i in range(14):
        checker.tell(Constraint(frozenset(range(i, i + 5)), 2))
    with pytest.raises(Alarm), alarm(0.05):
        reasoner.deduce()
    for cell in range(4):
        reasoner.learn(cell, cell < 2)
        checker.learn(cell, cell < 2)
    while news := reasoner.deduce():
        for deduction in news:
            checker.check(deduction.cell, deduction.is_mine, deduction.proof)
    assert reasoner.ledger.known == {cell: cell % 5 < 2 for cell in range(18)}


def test_one_thread_at_a_time_and_the_others_go_on() -> None:
    reasoner, refused = row(14), False
    thread = threading.Thread(target=reasoner.deduce)
    thread.start()
    while thread.is_alive() and not refused:
        try:
            reasoner.learn(0, True)
        except RuntimeError as error:
            refused = "another thread" in str(error)
    thread.join()
    assert refused
