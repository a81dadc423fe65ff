"""The chain to a cell: all steps that it rests on, and no others."""

from __future__ import annotations

from hypothesis import given, settings
from tests.boards import mid_game
from tests.coach.steps.test_steps import check_step, tell
from tests.strategies import positions

from mineproof.board.layout import Layout
from mineproof.board.view import View
from mineproof.coach.explanation import explain
from mineproof.coach.steps.chain import chain_to, steps_to
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import StepLevel
from mineproof.logic.checker import has_layout
from mineproof.logic.problem import fact


def test_a_far_cell_is_a_chain_of_small_steps() -> None:
    view = View.from_picture("######## 12121211 00000000")
    steps = list(find_steps(view))
    chain = steps_to(steps[-1].conclusions[0][0], steps)
    assert chain[-1] == steps[-1]
    assert all(len(step.clues) <= 2 for step in chain)
    assert steps_to(view.grid.parse("a2"), steps) == ()


def test_the_chain_to_a_cell_holds_all_that_it_rests_on() -> None:
    for seed in range(20):
        view = mid_game("intermediate", seed)
        steps = list(find_steps(view))
        for step in steps:
            for cell, _ in step.conclusions:
                check_chain(view, steps_to(cell, steps))


def check_chain(view: View, chain: tuple[Step, ...]) -> None:
    """Check that a chain proves its last step by itself, and that it needs every other step."""
    checker = tell(view)
    for i, step in enumerate(chain):
        check_step(checker, step)  # of all facts, it knows only what the steps before concluded
        later = chain[i + 1 :]
        assert not later or any(needs(each, dict(step.conclusions)) for each in later)


def needs(step: Step, facts: dict[int, bool]) -> bool:
    """Tell whether a step rests on some facts: without them it fails, or has another name."""
    used = [is_mine for cell, is_mine in step.facts if facts.get(cell) == is_mine]
    if step.level is not StepLevel.L1 and any(used):
        return True
    bare = Step(
        step.clues,
        step.count,
        tuple(known for known in step.facts if known[0] not in facts),
        step.conclusions,
        step.technique,
    )
    told = [bare.rest(each) for each in (*step.clues, *([step.count] if step.count else []))]
    fails = any(has_layout([*told, fact(c, not is_mine)]) for c, is_mine in step.conclusions)
    return bool(used) and (fails or step.level in (StepLevel.L3, StepLevel.L5))


@settings(max_examples=60)
@given(positions(max_side=5))
def test_chains_of_small_positions(position: tuple[Layout, View]) -> None:
    view = position[1]
    for cell in range(view.grid.size):
        check_chain(view, chain_to(view, cell))


def test_what_a_clue_can_do_without_is_not_told() -> None:
    told = explained("##00## ###### ######", "e1")
    assert told == [["The 0 at d1 touches no mines.", "So e1 and e2 are safe."]]
    told = explained("1#2#", "d1")  # b1 is a mine too, but that is not why d1 is one
    assert told == [["The 2 at c1 touches only two covered cells, b1 and d1.", "So d1 is a mine."]]


def explained(picture: str, name: str) -> list[list[str]]:
    view = View.from_picture(picture)
    told = explain(view, view.grid.parse(name)).told
    return [[str(sentence) for sentence in step] for step in told]
