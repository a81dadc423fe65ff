"""What every engine must keep, whatever its method: one suite for all that are registered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from tests.problems import certain_cells, layouts, problems

from mineproof.board.game import Game
from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.base import Engine
from mineproof.engines.inference import Inference, Status
from mineproof.errors import Contradiction
from mineproof.logic.checker import check
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof_words import proof_sentences
from mineproof.logic.reader import read


def over(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("engine", [engine_named(name) for name in names], ids=names)


each_engine = over(*ENGINES)


def verdicts(inference: Inference) -> dict[Cell, bool]:
    return {d.cell: d.is_mine for d in inference.deductions}


def all_engines() -> Iterator[Engine]:
    """Yield every engine, for to draw a problem takes longer than to solve it.

    Where one fails, the last name that hypothesis tells is its own.
    """
    for name in ENGINES:
        note(name)
        yield engine_named(name)


@given(problem=problems())
def test_sound_and_complete_if_it_says_so(problem: Problem) -> None:
    certain = certain_cells(problem)
    for engine in all_engines():
        inference = engine.infer(problem)
        found = verdicts(inference)
        assert found.items() <= certain.items()
        if engine.is_complete or inference.status is Status.COMPLETE:
            assert found == certain


@given(problem=problems())
def test_every_proof_is_accepted_and_no_cell_is_deduced_twice(problem: Problem) -> None:
    for engine in all_engines():
        inference = engine.infer(problem)
        check(problem, inference)
        cells = [d.cell for d in inference.deductions]
        assert len(cells) == len(set(cells))
        assert set(cells) <= problem.cells


@given(problem=problems())
def test_same_answer_twice(problem: Problem) -> None:
    for engine in all_engines():
        first, second = engine.infer(problem), engine.infer(problem)
        assert first == second
        assert [proof_sentences(d.proof, str) for d in first.deductions] == [
            proof_sentences(d.proof, str) for d in second.deductions
        ]


@given(problem=problems(), seed=st.integers(0, 1000))
def test_names_of_cells_do_not_matter(problem: Problem, seed: int) -> None:
    names = random.Random(seed).sample(range(1000), len(problem.cells))
    new = dict(zip(sorted(problem.cells), names, strict=True))
    renamed = Problem(
        tuple(
            Constraint(frozenset(new[cell] for cell in c.cells), c.mines, c.clue)
            for c in problem.constraints
        ),
        frozenset(names),
        problem.total,
    )
    for engine in all_engines():
        found = verdicts(engine.infer(problem))
        assert verdicts(engine.infer(renamed)) == {new[c]: is_mine for c, is_mine in found.items()}


@given(problem=problems(), data=st.data())
def test_one_more_clue_loses_nothing(problem: Problem, data: st.DataObject) -> None:
    truth = next(layouts(problem))
    cells = data.draw(st.frozensets(st.sampled_from(sorted(problem.cells)), min_size=1, max_size=6))
    clue = Constraint(cells, sum(truth[cell] for cell in cells))
    more = replace(problem, constraints=(*problem.constraints, clue))
    for engine in all_engines():
        before, after = engine.infer(problem), engine.infer(more)
        assert verdicts(before).items() <= verdicts(after).items()


@given(problem=problems(), data=st.data())
def test_telling_one_by_one_is_the_same(problem: Problem, data: st.DataObject) -> None:
    """Constraints in any order, deductions asked for in between, facts seen on the way."""
    order = data.draw(st.permutations(problem.constraints))
    asks = [data.draw(st.booleans()) for _ in order]
    truth = next(layouts(problem))
    seen = data.draw(st.sets(st.sampled_from(sorted(problem.cells)), max_size=3))
    facts = {cell: truth[cell] for cell in sorted(seen)} if len(order) > 1 else {}
    told = tuple(fact(cell, is_mine) for cell, is_mine in facts.items())
    for engine in all_engines():
        reasoner = engine.begin(problem.cells, problem.total)
        found: dict[Cell, bool] = {}
        for i, constraint in enumerate(order):
            reasoner.tell(constraint)
            if i == 1:
                for cell, is_mine in facts.items():
                    reasoner.learn(cell, is_mine)
            if asks[i]:
                found |= {d.cell: d.is_mine for d in reasoner.deduce()}
        while news := reasoner.deduce():
            found |= {d.cell: d.is_mine for d in news}
        at_once = engine.infer(replace(problem, constraints=(*problem.constraints, *told)))
        assert found | facts == verdicts(at_once)


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
        check_contradiction(engine, wrong)


def check_contradiction(engine: Engine, wrong: Problem) -> None:
    try:
        engine.infer(wrong)
    except Contradiction as clash:
        named = [c for c in wrong.constraints if c.clue in clash.clues]
        total = wrong.total if clash.with_count else None
        blamed = Problem(tuple(named), wrong.cells, total)
        assert not any(layouts(blamed))
        assert named or total is not None
        for dropped in named:
            fewer = replace(blamed, constraints=tuple(c for c in named if c is not dropped))
            engine.infer(fewer)  # raises no Contradiction
    else:
        assert not engine.is_complete or any(layouts(wrong))


@each_engine
@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("seed", range(6))
def test_true_on_real_boards_of_any_shape(engine: Engine, shape: Shape, seed: int) -> None:
    game = Game.new(f"{shape.value}:6x7/8", "opening:a1", seed=seed)
    game.open(0)
    view, truth = game.view, game.layout
    inference = engine.infer(read(view))
    assert all(d.is_mine == truth.is_mine(d.cell) for d in inference.deductions)
    check(read(view), inference)


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
