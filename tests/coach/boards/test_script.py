"""Scripts are accepted as they are written, and no other way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.board.layout import Layout
from mineproof.coach.boards.generate import Method, no_guess
from mineproof.coach.boards.script import Script, ScriptStep, check_script, write_script
from mineproof.coach.boards.wishes import Wishes
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.errors import BadInput, BadProof

BOARD = Layout.from_picture("...*. ..... .....")
SCRIPT = write_script(BOARD, 0)


def changed(number: int, **parts: object) -> Script:
    steps = list(SCRIPT.steps)
    steps[number] = replace(steps[number], **parts)  # type: ignore[arg-type]
    return replace(SCRIPT, steps=tuple(steps))


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 2**64 - 1),
    st.sampled_from(["8x8/12", "torus:7x7/9", "hex:8x8/14", "9x9/25"]),
    st.sampled_from(Method),
    st.booleans(),
)
def test_the_script_of_a_generated_board_is_accepted(
    seed: int, level: str, method: Method, with_count: bool
) -> None:
    wishes = Wishes(with_count=with_count)
    board = no_guess(level, seed, method=method, wishes=wishes, tries=20_000)
    check_script(board.layout, board.script, with_count=with_count)


def test_a_script_in_words() -> None:
    assert list(SCRIPT.lines(BOARD.grid)) == ["open a1", "c1: Fd1", "d2: e1"]
    ending = no_guess("expert", 1, wishes=Wishes(min_level=StepLevel.L5))
    assert any("count:" in line for line in ending.script.lines(ending.layout.grid))


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (changed(0, conclusions=((3, False),)), "step 1 does not show that d1 is safe"),
        (changed(0, conclusions=((4, True),)), "step 1 does not show that e1 is a mine"),
        (changed(0, clues=()), "step 1 does not show that d1 is a mine"),
        (changed(0, clues=(4,)), "step 1 uses e1, which is not open"),
        (changed(1, conclusions=()), "1 safe cells are still covered at the end, e1 first"),
        (replace(SCRIPT, steps=SCRIPT.steps[1:]), "step 1 does not show that e1 is safe"),
        (replace(SCRIPT, first=3), "d1 is opened and is a mine"),
        (replace(SCRIPT, first=14, steps=()), "1 safe cells are still covered"),
    ],
)
def test_a_wrong_script_is_refused(script: Script, told: str) -> None:
    with pytest.raises(BadProof, match=told):
        check_script(BOARD, script)


def test_the_script_of_another_board_is_refused() -> None:
    with pytest.raises(BadProof):
        check_script(Layout.from_picture("..... ...*. ....."), SCRIPT)


def test_the_mine_count_is_used_only_where_it_is_told() -> None:
    board = Layout.from_picture("..... ....* ....* ....*")
    step = ScriptStep((), True, ((9, True), (14, True), (19, True)), Technique.TOO_MANY)
    check = Script(0, (step,))
    with pytest.raises(BadProof, match="step 1 does not show that e2 is a mine"):
        check_script(board, check)
    with pytest.raises(BadProof, match="step 1 uses the mine count, which is not known"):
        check_script(board, check, with_count=False)


def test_no_script_for_a_board_that_needs_more() -> None:
    with pytest.raises(BadInput, match="this board needs guesses \\(1\\); expected none"):
        write_script(Layout.from_picture("..*.. ....."), 0)
    ending = no_guess("expert", 1, wishes=Wishes(min_level=StepLevel.L5))
    with pytest.raises(BadInput, match="this board needs the mine count"):
        write_script(ending.layout, ending.first, with_count=False)
