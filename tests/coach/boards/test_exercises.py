"""Exercises: nothing easier is left, the targets are certain, and answers are judged."""

from __future__ import annotations

from itertools import islice

import pytest

from mineproof.board.layout import Layout
from mineproof.coach.boards.exercises import Worth, exercises, technique_named
from mineproof.coach.boards.wishes import STEP_LEVELS
from mineproof.coach.hints import hint
from mineproof.coach.steps.leads import Lead, find_lead
from mineproof.coach.steps.steps import find_steps
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, LimitReached, UnknownName

OFTEN = [Technique.SATISFIED, Technique.FULL, Technique.ONE_ONE, Technique.ONE_TWO, Technique.CHAIN]


@pytest.mark.parametrize("technique", OFTEN, ids=lambda each: each.value)
def test_the_technique_is_what_comes_next(technique: Technique) -> None:
    for exercise in islice(exercises(technique, 3, "intermediate"), 3):
        assert exercise.technique is technique
        ladder = hint(exercise.view, 6, flags=True)
        assert ladder.techniques == (technique,)
        assert ladder.targets == exercise.targets
        assert exercise.explanation() == ladder.words[5]


@pytest.mark.parametrize("level", STEP_LEVELS, ids=lambda each: each.name)
def test_nothing_easier_is_left(level: StepLevel) -> None:
    for exercise in islice(exercises(level, 5, "intermediate"), 2):
        assert exercise.technique.level is level
        for step in find_steps(exercise.view):
            if any(not exercise.view.is_flagged(cell) for cell, _ in step.conclusions):
                assert step.level is level
                break


def test_a_rare_technique_is_told_apart_at_a_glance() -> None:
    """Flags that are trusted lead to the same step: the games that are passed over had others."""
    for exercise in islice(exercises(StepLevel.L5, 5, "intermediate"), 8):
        glance = find_lead(exercise.view, flags=True, trusts_flags=True)
        assert isinstance(glance, Lead)
        assert glance.steps[-1].technique is exercise.technique
        assert glance.news(exercise.view) == exercise.targets
    rare = next(exercises(Technique.TOO_FEW, 1002, "intermediate"))
    assert hint(rare.view, 6, flags=True).techniques == (Technique.TOO_FEW,)
    assert rare.explanation() == hint(rare.view, 6, flags=True).words[5]


def test_flags_and_numbers_are_true_to_the_board() -> None:
    for exercise in islice(exercises(StepLevel.L2, 1), 3):
        layout: Layout = exercise.board.layout
        for cell in range(layout.grid.size):
            if exercise.view.is_open(cell):
                assert exercise.view.number(cell) == layout.number(cell)
                assert not layout.is_mine(cell)
            elif exercise.view.is_flagged(cell):
                assert layout.is_mine(cell)


def test_answers_are_judged_by_logic() -> None:
    exercise = next(exercises(Technique.ONE_TWO, 2, "intermediate"))
    view, found = exercise.view, Exact().look(exercise.view)
    certain = dict.fromkeys(found.safe, False) | dict.fromkeys(found.mines, True)
    worths = set()
    for cell in range(view.grid.size):
        for is_mine in (False, True):
            worth = exercise.judge(cell, is_mine)
            worths.add(worth)
            if worth in (Worth.RIGHT, Worth.ELSEWHERE):
                assert certain[cell] == is_mine
                assert (worth is Worth.RIGHT) == ((cell, is_mine) in exercise.targets)
            elif worth is Worth.WRONG:
                assert certain[cell] != is_mine
            elif worth is Worth.UNCERTAIN:
                assert cell not in certain
            else:
                assert view.is_open(cell) or view.is_flagged(cell)
    assert worths >= {Worth.RIGHT, Worth.WRONG, Worth.UNCERTAIN, Worth.KNOWN}


def test_the_same_seed_gives_the_same_exercises() -> None:
    first, again, other = (
        [each.view for each in islice(exercises(StepLevel.L2, seed, "beginner"), 4)]
        for seed in (1, 1, 2)
    )
    assert first == again != other


def test_what_no_board_has() -> None:
    with pytest.raises(LimitReached, match="no exercise on 1-2-1 in 300 games of hex:5x5/4"):
        next(exercises(Technique.ONE_TWO_ONE, 1, "hex:5x5/4"))
    with pytest.raises(BadInput, match="no exercise is about a guess"):
        next(exercises(StepLevel.G, 1))
    with pytest.raises(UnknownName, match="unknown technique '1-3'; expected satisfied clue, full"):
        technique_named("1-3")
