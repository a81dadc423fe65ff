"""Every step follows from its own clues and earlier facts, needs them all, and none is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.boards import mid_game
from tests.strategies import positions

from mineproof import analyse
from mineproof.board.layout import Layout
from mineproof.board.view import MINE, View
from mineproof.coach.steps import fewest
from mineproof.coach.steps.steps import Step, distance, find_steps
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.engines.exact import Exact
from mineproof.engines.parts.pairs import settle_pairs
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.checker import Checker, has_layout
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.reader import read


def check_steps(view: View) -> list[Step]:
    """Check all that is promised of the steps of a view, and return them."""
    steps = list(find_steps(view))
    inference = analyse(view, "exact")
    found = [conclusion for step in steps for conclusion in step.conclusions]
    seen = [cell for cell, code in enumerate(view.cells) if code == MINE]
    assert len(dict(found)) == len(found)
    mines = [(cell, True) for cell in inference.mines if cell not in seen]
    assert sorted(found) == sorted([(cell, False) for cell in inference.safe] + mines)
    checker = tell(view)
    for step in steps:
        check_step(checker, step)
    return steps


def tell(view: View) -> Checker:
    problem = read(view)
    checker = Checker(problem.cells, problem.total)
    for constraint in problem.constraints:
        checker.tell(constraint)
    for cell, code in enumerate(view.cells):
        if code == MINE:
            checker.learn(cell, True)
    return checker


def check_step(checker: Checker, step: Step) -> None:
    """Check that a step follows from its clues and known facts, and that it needs each clue."""
    assert step.conclusions
    assert list(step.facts) == sorted(step.facts)
    assert [clue.clue for clue in step.clues] == sorted(clue.clue or 0 for clue in step.clues)
    proofs = [(cell, is_mine, step.proof(cell)) for cell, is_mine in step.conclusions]
    for cell, is_mine, proof in proofs:
        checker.check(cell, is_mine, proof)
    said = [proof.claim for proof in step.premises if isinstance(proof.claim, Constraint)]
    assert len(said) == len(step.clues) + (step.count is not None)
    for i in range(len(said)):
        for cell, is_mine in step.conclusions:
            assert has_layout([*said[:i], *said[i + 1 :], fact(cell, not is_mine)])
    check_level(step)


def check_level(step: Step) -> None:
    level = step.level
    assert (level is StepLevel.L5) == (step.count is not None)
    if step.count is None:
        assert len(step.clues) == {StepLevel.L1: 1, StepLevel.L2: 2}.get(level, len(step.clues))
        assert level in (StepLevel.L1, StepLevel.L2) or len(step.clues) > 2


@settings(max_examples=300)
@given(positions(max_side=6))
def test_small_positions_of_every_shape(position: tuple[Layout, View]) -> None:
    check_steps(position[1])


@pytest.mark.parametrize("level", ["easy", "beginner", "intermediate", "medium", "hard", "expert"])
def test_positions_of_real_games(level: str) -> None:
    for seed in range(40):
        check_steps(mid_game(level, seed))


def test_positions_without_the_mine_count() -> None:
    for seed in range(30):
        view = mid_game("expert", seed)
        steps = check_steps(View(view.grid, view.cells))
        assert all(step.count is None for step in steps)


def test_nothing_easier_is_passed_over() -> None:
    """Before a pair no single clue settles anything, before more no pair, before the count none."""
    for seed in range(60):
        view = mid_game("expert", seed)
        rest = reduce(read(view).constraints, {})
        for step in find_steps(view):
            if step.level is not StepLevel.L1:
                assert all(0 < clue.mines < len(clue.cells) for clue in rest)
            if step.level not in (StepLevel.L1, StepLevel.L2):
                assert settle_pairs(rest) == {}
            if step.level is StepLevel.L5:
                assert fewest.certain(rest) == {}
            rest = reduce(rest, dict(step.conclusions))


def reduce(clues: Iterable[Constraint], known: Mapping[int, bool]) -> list[Constraint]:
    """Return what clues say about the cells that are not known."""
    rest = [
        Constraint(c.cells - known.keys(), c.mines - sum(known.get(x, False) for x in c.cells))
        for c in clues
    ]
    return [clue for clue in rest if clue.cells]


@pytest.mark.parametrize(
    ("picture", "mines", "expected"),
    [
        ("1# 11", None, [(Technique.FULL, "b1=*")]),
        ("*1#", None, [(Technique.SATISFIED, "c1")]),
    ],
)
def test_single_clues(
    picture: str, mines: int | None, expected: list[tuple[Technique, str]]
) -> None:
    view = View.from_picture(picture, mines)
    assert [(step.technique, words(view, step)) for step in find_steps(view)] == expected


def words(view: View, step: Step) -> str:
    return " ".join(view.grid.name(c) + "=*" * is_mine for c, is_mine in step.conclusions)


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(Contradiction):
        list(find_steps(View.from_picture("1#1 0#0")))


def test_beyond_the_limit_is_refused_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mineproof.coach.steps.steps.Exact", lambda: Exact(max_states=1))
    steps = find_steps(View.from_picture("##1####1# ######### #########", mines=5))
    with pytest.raises(LimitReached, match="too many states"):
        next(steps)


@given(st.data())
def test_bounds_settle_only_what_is_certain(data: st.DataObject) -> None:
    _, view = data.draw(positions())
    told = [c for c in read(view).constraints if c.cells]
    settled = fewest.settled_by_bounds(told)
    certain = fewest.certain(told)
    assert settled.items() <= certain.items()


def test_of_equally_small_sets_with_the_mine_count_a_close_one_is_taken() -> None:
    """Five clues from k15 to ab2 prove the same; CPMpy's `ocus` found closer ones."""
    view = View.from_picture(
        """
        #1000002#31100012#101#2#######
        11000002#4#20123#210235#3##3##
        1110112223#202##21001###2112#3
        2#101#2#123312#43110123221112#
        #331213232##212#2#1000123#1011
        3#3#212#3#4#20112110012##33110
        4#54#22#31211123321112#55#3#20
        ###4#211100001####22#22##34#20
        24#311000000012333##21123#3220
        011111100001221012##3210123#21
        00001#101111##223#33##1001#3#1
        011123311#22433##3#33210011211
        01#11##2222#2#22223#2122100122
        12212332#2213342214#42##2111##
        2#212#113#312###2#3##3222#1122
        #22#21102###2##32123#200111000
        """,
        mines=99,
    )
    step = next(step for step in find_steps(view) if step.count is not None)
    assert (len(step.clues), distance(view.grid, step.clues)) == (5, 15)
