"""What every engine must keep, whatever its method: one suite for all that are registered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from tests.problems import certain_cells, layouts, problems

from mineproof.assess.engine_contract import (
    Case,
    Check,
    clashes,
    complete,
    monotone,
    names,
    proofs,
    repeats,
    risks,
    sound,
    stepwise,
    verdicts,
    watching,
)
from mineproof.assess.positions import Position
from mineproof.assess.truth import case_of
from mineproof.board.game import Game
from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.base import Engine
from mineproof.errors import Contradiction
from mineproof.logic.problem import Problem
from mineproof.logic.reader import read


def over(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("engine", [engine_named(name) for name in names], ids=names)


each_engine = over(*ENGINES)


def all_engines() -> Iterator[Engine]:
    """Yield every engine, for to draw a problem takes longer than to solve it.

    Where one fails, the last name that hypothesis tells is its own.
    """
    for name in ENGINES:
        note(name)
        yield engine_named(name)


def fits(problem: Problem) -> bool:
    return any(layouts(problem))


def case(problem: Problem, seed: int) -> Case:
    """Return a problem with its truth, found by trying all layouts."""
    fitting = list(layouts(problem))
    chances = {c: sum(layout[c] for layout in fitting) / len(fitting) for c in problem.cells}
    return Case(problem, certain_cells(problem), fitting[0], seed, chances)


@pytest.mark.parametrize(
    "checks",
    [(sound, complete, risks), (proofs,), (repeats,), (names,), (monotone,), (stepwise,)],
    ids=lambda checks: " and ".join(check.__name__ for check in checks),
)
@given(problem=problems(), seed=st.integers(0, 1000))
def test_contract(checks: tuple[Check, ...], problem: Problem, seed: int) -> None:
    """`mineproof assess` has the same checks."""
    asked = case(problem, seed)
    for engine in all_engines():
        for check in checks:
            assert check(engine, asked) is None


@given(problem=problems(max_cells=6), data=st.data())
def test_contradictions_are_real_and_named_minimally(problem: Problem, data: st.DataObject) -> None:
    lies = data.draw(
        st.lists(
            st.integers(0, 3), min_size=len(problem.constraints), max_size=len(problem.constraints)
        )
    )
    constraints = tuple(
        replace(c, mines=max(0, c.mines + lie - 1))
        for c, lie in zip(problem.constraints, lies, strict=True)
    )
    wrong = replace(problem, constraints=constraints)
    for engine in all_engines():
        assert clashes(engine, wrong, fits) is None


@each_engine
@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("seed", range(6))
def test_true_on_real_boards_of_any_shape(engine: Engine, shape: Shape, seed: int) -> None:
    game = Game.new(f"{shape.value}:6x7/8", "opening:a1", seed=seed)
    game.open(0)
    asked = case_of(Position(game.layout, frozenset(game.view.open_cells())), seed)
    for check in (sound, proofs, watching):
        assert check(engine, asked) is None


# Positions that every method but `single` knows


@over(*(name for name in ENGINES if name != "single"))
def test_one_two_one_wall(engine: Engine) -> None:
    view = View.from_picture("??? 121 000", mines=2)
    assert verdicts(engine.infer(read(view))) == {0: True, 1: False, 2: True}


@each_engine
def test_the_mine_count_settles_what_floats(engine: Engine) -> None:
    problem = Problem.of([({0}, 1)], total=1, others=range(4))
    assert verdicts(engine.infer(problem)) == {0: True, 1: False, 2: False, 3: False}


@each_engine
def test_impossible_number_is_named(engine: Engine) -> None:
    view = View.from_picture("8# ##")
    with pytest.raises(Contradiction) as clash:
        engine.infer(read(view))
    assert clash.value.clues == (0,)


@each_engine
def test_more_mines_than_cells_is_the_counts_fault(engine: Engine) -> None:
    with pytest.raises(Contradiction) as clash:
        engine.infer(Problem.of([({0, 1}, 1)], total=3))
    assert clash.value.with_count
    assert clash.value.clues == ()


@each_engine
def test_nothing_known_ends_at_once(engine: Engine) -> None:
    inference = engine.infer(Problem.of([], total=2, others=range(9)))
    assert inference.deductions == ()
