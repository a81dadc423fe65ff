"""The kernel counts what its Python twin counts, answers more questions, refuses nonsense."""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.boards import half_open
from tests.problems import layouts
from tests.strategies import positions

from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.view import HIDDEN, View
from mineproof.counting.count import (
    Counts,
    Tally,
    combine,
    combine_freely,
    conclude,
    count,
    fixed,
    propagate,
)
from mineproof.counting.kernel import Kernel
from mineproof.counting.odds import AnyCount, Density
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.reader import read

Clues = list[tuple[list[int], int]]


# --- what is asked --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prior:
    """What is thought about an unknown number of mines, as the kernel and its twin are told it."""

    options: dict[str, Any]
    weights: Callable[[int], list[int] | None]


EVEN = Prior({}, lambda _: None)


@st.composite
def priors(draw: st.DrawFn, cells: int) -> Prior:
    density = draw(st.floats(0.01, 0.99))
    weigh = Density(density).weights
    return draw(
        st.sampled_from(
            [EVEN, Prior({"density": density}, weigh), Prior({"over": cells}, AnyCount().weights)]
        )
    )


def dense(problem: Problem) -> tuple[list[Cell], Clues]:
    """Return the cells, and the clues over them numbered from 0."""
    cells = sorted(problem.cells)
    number = {cell: i for i, cell in enumerate(cells)}
    return cells, [([number[c] for c in clue.cells], clue.mines) for clue in problem.constraints]


def count_view(native: Kernel, view: View, **options: Any) -> Kernel.Counted:
    grid = view.grid
    return native.count_view(
        grid.rows, grid.cols, grid.shape.value, view.cells, view.mines, **options
    )


def check(counted: Kernel.Counted, counts: Counts, names: Iterable[int]) -> None:
    """Compare with the twin; `names` are the cells of `counts` as the kernel knows them."""
    certain = counts.certain()
    for cell, name in zip(counts.mined_weight, names, strict=True):
        assert counted.risks[name] == pytest.approx(float(counts.risk(cell)), rel=1e-12, abs=0)
        assert counted.certain[name] == (1 + certain[cell] if cell in certain else 0)


def check_problem(native: Kernel, problem: Problem, prior: Prior) -> Counts | Contradiction:
    """Compare kernel and twin on a problem, and return what the twin finds, or how it clashes."""
    cells, clues = dense(problem)
    counts = by_twin(problem, prior)
    if isinstance(counts, Contradiction):
        with pytest.raises(Contradiction) as found:
            native.count_problem(len(cells), clues, problem.total, **prior.options)
        assert found.value.with_count == counts.with_count
    else:
        counted = native.count_problem(len(cells), clues, problem.total, **prior.options)
        check(counted, counts, range(len(cells)))
    return counts


def by_twin(problem: Problem, prior: Prior = EVEN) -> Counts | Contradiction:
    try:
        return count(problem, weights=prior.weights(len(problem.cells)))
    except Contradiction as clash:
        return clash


# --- against the twin -----------------------------------------------------------------------------


@st.composite
def any_problems(draw: st.DrawFn, max_cells: int = 14, max_size: int = 8) -> Problem:
    """Draw a problem of any shape, whether something fits it or not."""
    size = draw(st.integers(1, max_cells))
    truth = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    slips = st.sampled_from([0] * 15 + [-1, 1])  # mostly true, so that most problems have layouts
    sets = draw(st.lists(st.frozensets(st.integers(0, size - 1), max_size=max_size), max_size=9))
    told = tuple(Constraint(each, sum(truth[c] for c in each) + draw(slips)) for each in sets)
    total = draw(st.sampled_from([None, sum(truth) + draw(slips)]))
    return Problem(told, frozenset(range(size)), total)


@settings(max_examples=400)
@given(st.data())
def test_any_problem(native: Kernel, data: st.DataObject) -> None:
    problem = data.draw(any_problems())
    check_problem(native, problem, data.draw(priors(len(problem.cells))))


@settings(max_examples=60)
@given(any_problems(max_cells=60, max_size=60))
def test_clues_of_any_size(native: Kernel, problem: Problem) -> None:
    check_problem(native, problem, EVEN)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Draw a view of any shape, now and then with a number that is one too high."""
    _, view = draw(positions(max_side=8))
    wrong = draw(st.sampled_from([None, None, None, 0, view.grid.size // 2]))
    codes = bytearray(view.cells)
    if wrong is not None and codes[wrong] < HIDDEN - 1:
        codes[wrong] += 1
    return View(view.grid, bytes(codes), view.mines)


@settings(max_examples=400)
@given(st.data())
def test_any_view(native: Kernel, data: st.DataObject) -> None:
    view = data.draw(views())
    problem = read(view)
    prior = data.draw(priors(len(problem.cells)))
    counts = check_problem(native, problem, prior)
    if isinstance(counts, Contradiction):
        with pytest.raises(Contradiction):
            count_view(native, view, **prior.options)
        return
    counted = count_view(native, view, **prior.options)
    check(counted, counts, counts.mined_weight)
    by_cell = counted.risk_by_cell()
    assert list(by_cell) == [cell for cell, code in enumerate(view.cells) if code >= HIDDEN]
    assert all(risk == counted.risks[cell] for cell, risk in by_cell.items())
    for cell in view.open_cells():
        assert isnan(counted.risks[cell])
        assert counted.certain[cell] == 0


def long_front(mines: int | None) -> View:
    """Return one front of a thousand cells, three rows high: more than plain doubles can count."""
    grid = Grid(3, 400)
    shown = {grid.at(1, col) for col in range(0, 400, 2)}
    codes = [2 + cell % 3 if cell in shown else HIDDEN for cell in range(grid.size)]
    return View(grid, bytes(codes), mines)


@pytest.mark.parametrize("mines", [None, 301, 302, 380, 465, 466])  # 301 to 466 fit
def test_a_front_beyond_plain_numbers(native: Kernel, mines: int | None) -> None:
    view = long_front(mines)
    counts = count(read(view))
    check(count_view(native, view), counts, counts.mined_weight)
    with pytest.raises(OverflowError):
        native.study_view(3, 400, "square", view.cells, mines).fronts()


def test_cells_beyond_the_covered_ones_make_mines_less_likely(native: Kernel) -> None:
    # One of two cells is a mine; the third floats. Laplace: (1 + 1) of (cells not floating + 2).
    clues = [([0, 1], 1)]
    assert native.count_problem(3, clues, over=3).floating_risk == pytest.approx(2 / 4)
    assert native.count_problem(3, clues, over=11).floating_risk == pytest.approx(2 / 12)


# --- positions that other solvers have counted ----------------------------------------------------


def counted_positions() -> list[dict[str, Any]]:
    path = Path(__file__).parents[1] / "data" / "counted_positions.json"
    return list(json.loads(path.read_text())["positions"])


@pytest.mark.parametrize("case", counted_positions(), ids=lambda case: case["name"])
def test_risks_are_what_other_solvers_found(native: Kernel, case: dict[str, Any]) -> None:
    view = View.from_rows(case["board"], case["mines"])
    if case["layouts"] == "0":
        with pytest.raises(Contradiction):
            count_view(native, view)
        return
    counted = count_view(native, view)
    for cell, risk in zip(view.covered_cells(), case["risks"] or [], strict=True):
        if risk is not None:
            assert counted.risks[cell] == pytest.approx(risk, abs=case.get("tolerance", 1e-9))
    assert sum(counted.risks[cell] for cell in view.covered_cells()) == pytest.approx(view.mines)


# --- closed forms ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mines", [0, 1, 7, 200_000, 999_999, 1_000_000])
def test_a_million_hidden_cells(native: Kernel, mines: int) -> None:
    counted = native.count_view(1000, 1000, "square", bytes([HIDDEN]) * 10**6, mines)
    assert counted.floating == 10**6
    assert counted.floating_risk == pytest.approx(mines / 10**6, rel=1e-15)
    assert set(counted.certain) == {{0: 1, 10**6: 2}.get(mines, 0)}


def test_many_fronts_share_the_mines(native: Kernel) -> None:
    # Of k triples with 1 or 2 mines each, and one cell that floats.
    clues = [([3 * i + j, 3 * i + 1], 1) for i in range(3000) for j in (0, 2)]
    counted = native.count_problem(9001, clues, 4501)
    assert sum(counted.risks) == pytest.approx(4501, rel=1e-12)
    assert counted.risks[0] == pytest.approx(counted.risks[8999], rel=1e-12)
    with pytest.raises(Contradiction) as clash:
        native.count_problem(9001, clues, 2999)
    assert clash.value.with_count


def test_only_the_mine_count_settles_a_chain(native: Kernel) -> None:
    # Its two layouts have 1000 and 1001 mines.
    clues = [([i, i + 1], 1) for i in range(2000)]
    assert set(native.count_problem(2001, clues).certain) == {0}
    assert native.count_problem(2001, clues, 1000).certain == bytes([1, 2] * 1000 + [1])
    assert native.count_problem(2001, clues, 1001).certain == bytes([2, 1] * 1000 + [2])


def test_nothing_is_asked(native: Kernel) -> None:
    counted = native.count_problem(0, [])
    assert (counted.certain, counted.floating, counted.floating_risk) == (b"", 0, None)
    with pytest.raises(Contradiction):
        native.count_problem(0, [], 1)


# --- further questions ----------------------------------------------------------------------------


@given(any_problems())
def test_fronts_make_the_counts_of_the_twin(native: Kernel, problem: Problem) -> None:
    counts = by_twin(problem)
    if isinstance(counts, Contradiction):
        return
    cells, clues = dense(problem)
    study = native.study_problem(len(cells), clues, problem.total)
    known, constraints = propagate(problem.constraints)
    floating = problem.cells.difference(known, *(c.cells for c in constraints))
    tallies = [
        Tally([tuple(cells[c] for c in box) for box in boxes], ways, mined)
        for boxes, ways, mined in study.fronts()
    ]
    all_ways = [tally.ways for tally in tallies]
    sums = combine_freely(all_ways, len(floating))
    if problem.total is not None:
        left = problem.total - sum(known.values())
        sums = combine(all_ways, len(floating), fixed(left))
    assert conclude(known, tallies, floating, sums) == counts


@pytest.mark.parametrize(
    "case",
    [case for case in counted_positions() if case["layouts"] not in (None, "0")],
    ids=lambda case: case["name"],
)
def test_fronts_make_the_layouts_that_other_solvers_found(
    native: Kernel, case: dict[str, Any]
) -> None:
    view = View.from_rows(case["board"], case["mines"])
    grid, (known, _) = view.grid, propagate(read(view).constraints)
    study = native.study_view(grid.rows, grid.cols, grid.shape.value, view.cells, view.mines)
    rest = fixed(case["mines"] - sum(known.values()))
    sums = combine([ways for _, ways, _ in study.fronts()], study.floating, rest)
    assert sums.layouts == int(case["layouts"])


@given(positions(max_side=3), st.data())
def test_numbers_and_chances_are_shares_of_the_layouts(
    native: Kernel, position: tuple[Layout, View], data: st.DataObject
) -> None:
    _, view = position
    grid, problem = view.grid, read(view)
    fitting = [{c for c, mined in each.items() if mined} for each in layouts(problem)]
    study = native.study_view(
        grid.rows, grid.cols, grid.shape.value, view.cells, view.mines, density=0.5
    )
    for cell in problem.cells:
        shown = Counter(
            len(mines.intersection(grid.neighbours(cell))) for mines in fitting if cell not in mines
        )
        wanted = [shown[number] / len(fitting) for number in range(9)]
        assert study.numbers(cell) == pytest.approx(wanted, rel=1e-12)
    asked = data.draw(st.lists(st.sampled_from(range(grid.size)), unique=True, max_size=4))
    split = data.draw(st.integers(0, len(asked)))
    mined, safe = set(asked[:split]), set(asked[split:])
    agreeing = sum(mined <= mines and not safe & mines for mines in fitting)
    assert study.chance(asked[:split], asked[split:]) == pytest.approx(agreeing / len(fitting))


@given(positions(max_side=5), st.integers(0, 2**64 - 1))
def test_samples_fit(native: Kernel, position: tuple[Layout, View], seed: int) -> None:
    _, view = position
    grid, problem = view.grid, read(view)
    study = native.study_view(grid.rows, grid.cols, grid.shape.value, view.cells, view.mines)
    mines = study.sample(seed)
    assert mines == study.sample(seed)
    assert set(mines) <= problem.cells
    assert problem.total in (None, len(mines))
    assert all(len(clue.cells.intersection(mines)) == clue.mines for clue in problem.constraints)


def test_every_layout_is_drawn_as_often(native: Kernel) -> None:
    study = native.study_problem(6, [([0, 1, 2], 1), ([2, 3], 1)], 3)
    drawn = Counter(tuple(study.sample(seed)) for seed in range(3000))
    # 2 is the mine and the floating two are mines as well; or 0 or 1, then 3 and one of the two.
    assert sorted(drawn) == [(0, 3, 4), (0, 3, 5), (1, 3, 4), (1, 3, 5), (2, 4, 5)]
    assert all(abs(times - 600) < 4 * 600**0.5 for times in drawn.values())


# --- limits ---------------------------------------------------------------------------------------


def lattice(rows: int, cols: int) -> View:
    """Return one giant front: half of the cells around every second cell of every second row."""
    grid = Grid(rows, cols)
    shown = {grid.at(row, col) for row in range(0, rows, 2) for col in range(0, cols, 2)}
    codes = [len(grid.neighbours(c)) // 2 if c in shown else HIDDEN for c in range(grid.size)]
    return View(grid, bytes(codes))


def test_limits(native: Kernel) -> None:
    view = lattice(24, 30)
    with pytest.raises(LimitReached, match=r"^counting would take more states or memory than"):
        count_view(native, view, max_states=100_000)
    with pytest.raises(LimitReached):
        count_view(native, view, max_bytes=10_000_000)


def test_weights_beyond_the_range_of_doubles_are_the_twins(native: Kernel) -> None:
    # What the shared cells hold varies by more than doubles can.
    halves: Clues = [(list(range(5000)), 2500), (list(range(2500, 7500)), 2500)]
    with pytest.raises(OverflowError, match=r"^beyond the range of the kernel's numbers$"):
        native.count_problem(7500, halves)


def test_integers_beyond_128_bits_are_the_twins(native: Kernel) -> None:
    study = native.study_problem(200, [(range(200), 100)], 100)
    assert study.risks[0] == pytest.approx(0.5)
    with pytest.raises(OverflowError):
        study.fronts()


class Rang(Exception):
    """The alarm."""


def alarmed(seconds: float, work: Callable[[], object]) -> None:
    """Work until an alarm rings; fail if it ends otherwise."""

    def ring(*_: object) -> None:
        raise Rang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with pytest.raises(Rang):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer to interrupt with")
def test_long_work_can_be_interrupted(built: Kernel) -> None:
    started = time.process_time()
    alarmed(0.05, lambda: count_view(built, lattice(24, 30)))
    assert time.process_time() - started < 5


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer to interrupt with")
def test_long_questions_can_be_interrupted(built: Kernel) -> None:
    study = built.study_view(16, 16, "square", lattice(16, 16).cells)

    def seconds(work: Callable[[], object]) -> float:
        started = time.process_time()
        work()
        return time.process_time() - started

    cut_short = seconds(lambda: alarmed(0.01, lambda: study.prospect(1)))
    assert cut_short < seconds(lambda: study.prospect(1)) / 2


def test_threads_do_not_disturb_each_other(native: Kernel) -> None:
    views = [View.from_rows(c["board"], c["mines"]) for c in counted_positions()[:12]]

    def risks(view: View) -> list[str]:
        return [str(risk) for risk in count_view(native, view).risks]

    alone = [risks(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(risks, views * 10)) == alone * 10


# --- nonsense -------------------------------------------------------------------------------------

ONE = bytes([HIDDEN])


@pytest.mark.parametrize(
    ("args", "options", "message"),
    [
        ((0, 1, "square", b""), {}, "rows 0 is out of range; expected 1 to 1000"),
        ((1, 1001, "square", b""), {}, "cols 1001 is out of range"),
        ((1, 1, "cube", ONE), {}, "unknown shape 'cube'; expected one of square, torus, hex"),
        ((1, 2, "square", ONE), {}, "1 cells; expected rows . cols = 2"),
        ((1, 1, "square", b"\x0c"), {}, "cell 0 has the code 12; expected 0 to 11"),
        (
            (1, 1, "square", ONE),
            {"density": 0.0},
            "density 0.0; expected more than 0 and less than 1",
        ),
        ((1, 1, "square", ONE), {"density": float("nan")}, "density nan; expected more than 0"),
        ((1, 1, "square", ONE), {"over": 0}, "over 0 is out of range; expected 1 to 16777216"),
        ((1, 1, "square", ONE), {"max_states": 0}, "max_states 0 is out of range"),
        ((1, 1, "square", ONE), {"max_bytes": -5}, "max_bytes -5 is out of range"),
    ],
)
def test_bad_views(
    native: Kernel, args: tuple[int, int, str, bytes], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.count_view(*args, **options)


@pytest.mark.parametrize(
    ("cells", "clues", "message"),
    [
        (-1, [], "cells -1 is out of range; expected 0 to 16777216"),
        (2, [([2], 1)], "cell 2 is out of range; expected 0 to 1"),
        (2, [([-1], 1)], "cell -1 is out of range"),
        (0, [([0], 1)], "cell 0 in a problem without cells"),
        (2, [([0, 0], 1)], "cell 0 twice in one clue; expected different cells"),
        (2, [5], "a clue that is not a pair; expected .cells, mines."),
        (2, [([0], 1, 2)], "a clue that is not a pair"),
        (2, [([0], "one")], "the mines of a clue; expected an integer"),
        (2, [(7, 1)], "'int' object is not iterable"),
    ],
)
def test_bad_problems(native: Kernel, cells: int, clues: Any, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=f"^{message}"):
        native.count_problem(cells, clues)


@pytest.mark.parametrize("mines", [-1, 3, 10**30, -(10**30)])
def test_impossible_numbers_are_contradictions(native: Kernel, mines: int) -> None:
    with pytest.raises(Contradiction) as clash:
        native.count_problem(2, [([0, 1], mines)])
    assert not clash.value.with_count
    with pytest.raises(Contradiction) as clash:
        native.count_problem(2, [], mines)
    assert clash.value.with_count


def test_bad_questions(native: Kernel) -> None:
    study = native.study_view(2, 2, "square", bytes([1, HIDDEN, HIDDEN, HIDDEN]), 1)
    for ask in (
        lambda: study.numbers(4),
        lambda: study.prospect(-1),
        lambda: study.chance([4], []),
        lambda: study.sample(-1),
    ):
        with pytest.raises(ValueError, match="is out of range"):
            ask()
    with pytest.raises(ValueError, match="cell 1 twice in one question; expected different cells"):
        study.chance([1], [1])
    no_board = native.study_problem(2, [])
    for ask_board in (no_board.numbers, no_board.prospect):
        with pytest.raises(ValueError, match="expected the study of a view"):
            ask_board(0)
    assert study.chance([0], []) == 0
    assert study.chance([1], [0]) == pytest.approx(1 / 3)


# --- many views at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_many_views_are_counted_as_each_alone(native: Kernel, threads: int) -> None:
    views = [half_open("expert", seed) for seed in range(40)]
    views += [View(view.grid, view.cells, None) for view in views[::5]]
    views.insert(7, View(views[0].grid, bytes([8]) * 480, 99))  # no layout fits
    cells, totals = [view.cells for view in views], [view.mines for view in views]
    found = native.count_views(16, 30, "square", cells, totals, threads=threads)
    for view, counted in zip(views[:7] + views[8:], found[:7] + found[8:], strict=True):
        alone = count_view(native, view)
        assert counted is not None
        assert bytes(counted.risks) == bytes(alone.risks)  # type: ignore[arg-type] # a memoryview
        assert counted.certain == alone.certain
        assert counted.risk_by_cell() == alone.risk_by_cell()
        assert (counted.floating, counted.floating_risk) == (alone.floating, alone.floating_risk)
    assert found[7] is None


def test_a_view_of_many_that_is_too_hard_has_no_result(native: Kernel) -> None:
    hard, easy = lattice(9, 9), bytes([HIDDEN]) * 81
    found = native.count_views(9, 9, "square", [hard.cells, easy], [None, 10], max_states=5)
    assert found[0] is None
    assert found[1] is not None
    assert native.count_views(9, 9, "square", [], []) == []


@pytest.mark.parametrize(
    ("cells", "totals", "options", "message"),
    [
        ([ONE], [], {}, "1 views and 0 totals; expected the same number of each"),
        ([ONE, b"\x09\x09"], [1, 1], {}, "2 cells; expected rows . cols = 1"),
        ([ONE, b"\x0c"], [1, 1], {}, "cell 0 has the code 12; expected 0 to 11"),
        (["9"], [1], {}, "an entry of cells is of type str; expected bytes"),
        ([ONE], ["1"], {}, "an entry of totals is of type str; expected an integer or None"),
        ([ONE], [None], {"density": 0.0}, "density 0.0; expected more than 0 and less than 1"),
        ([ONE], [1], {"threads": 0}, "threads 0 is out of range; expected 1 to 256"),
        ([ONE], [1], {"max_states": 0}, "max_states 0 is out of range"),
    ],
)
def test_bad_lists_of_views(
    native: Kernel, cells: Any, totals: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((ValueError, TypeError), match=f"^{message}"):
        native.count_views(1, 1, "square", cells, totals, **options)
