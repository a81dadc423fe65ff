"""`mineproof train`: answers, hints and the score, typed or from a pipe."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from rich.console import Console
from tests.app.conftest import Shell

from mineproof.app.cli.train import Course, run_course
from mineproof.coach.boards.exercises import Exercise, Worth, exercises
from mineproof.coach.boards.puzzles import PuzzleId, make_puzzle
from mineproof.coach.boards.wishes import step_level
from mineproof.coach.hints import hint
from mineproof.coach.steps.techniques import StepLevel, Technique

Complains = Callable[..., str]
WORDS = ("train", "--technique", "1-2", "--level", "intermediate", "--seed", "0")


@pytest.fixture(scope="module")
def lesson() -> list[Exercise]:
    return list(islice(exercises(Technique.ONE_TWO, 0, "intermediate"), 3))


def word(exercise: Exercise, wanted: Worth) -> str:
    """Return an answer that is worth so much."""
    grid = exercise.view.grid
    for cell in range(grid.size):
        for is_mine in (False, True):
            if exercise.judge(cell, is_mine) is wanted:
                return ("F" if is_mine else "") + grid.name(cell)
    raise AssertionError(f"no answer is {wanted.value}")


def test_right_answers_are_explained_and_counted(run: Shell, lesson: list[Exercise]) -> None:
    answers = "\n".join(word(exercise, Worth.RIGHT) for exercise in lesson)
    result = run(*WORDS, "--count", "3", text=answers + "\n")
    assert result.code == 0
    assert result.out.count("Right: ") == 3
    for exercise in lesson:
        assert str(exercise.explanation()[-1]) in result.out
    assert result.out.endswith(
        "3 of 3 solved on your own, 0 with hints or after a wrong answer, 0 shown.\n"
    )


@pytest.mark.parametrize(
    ("worth", "told"),
    [
        (Worth.WRONG, "Wrong: {cell} is "),
        (
            Worth.UNCERTAIN,
            "{cell} is not certain: a guess is no answer, even if it is right.\nSome ",
        ),
        (Worth.KNOWN, "{cell} is already known."),
    ],
)
def test_other_answers_may_be_tried_again(
    run: Shell, lesson: list[Exercise], worth: Worth, told: str
) -> None:
    answer = word(lesson[0], worth)
    result = run(*WORDS, "--count", "1", text=f"{answer}\n{word(lesson[0], Worth.RIGHT)}\n")
    assert told.format(cell=answer.removeprefix("F")) in result.out
    assert "0 of 1 solved on your own, 1 with hints or after a wrong answer" in result.out


def test_what_is_certain_by_another_step_counts(run: Shell, lesson: list[Exercise]) -> None:
    result = run(*WORDS, "--count", "1", text=word(lesson[0], Worth.ELSEWHERE) + "\n")
    assert ". That was another step: " in result.out
    assert "1 of 1 solved on your own" in result.out


def test_hints_climb_the_ladder(run: Shell, lesson: list[Exercise]) -> None:
    result = run(*WORDS, "--count", "1", text="hint\n" * 8)
    ladder = [str(each) for rung in hint(lesson[0].view, 6, flags=True).words for each in rung]
    said = result.out[result.out.index(ladder[0]) :].splitlines()
    assert said[: len(ladder)] == ladder
    assert said[len(ladder)] == "There are no more hints."
    assert said[-1].startswith("0 of 0 solved on your own")


def test_the_answer_can_be_shown_and_the_player_may_leave(run: Shell) -> None:
    result = run(*WORDS, text="show\nquit\nnever read\n")
    assert "Answer: " in result.out
    assert "2 of 5: find what 1-2" in result.out
    assert result.out.endswith(
        "0 of 1 solved on your own, 0 with hints or after a wrong answer, 1 shown.\n"
    )


def test_what_is_no_answer(run: Shell) -> None:
    said = run(*WORDS, text="\nzz99\nfrog\nb1 b2\n").out
    assert "no cell 'zz99' on 16x16; the last is p16" in said
    assert "'frog' is not a cell name" in said
    assert "'b1 b2' has more than one word; expected b3 or Fb3" in said


def test_a_level_does_not_tell_the_technique(run: Shell) -> None:
    said = run(
        *["train", "--technique-level", "L2", "--level", "intermediate", "--seed", "1"],
        *["--count", "1"],
        text="",
    ).out
    assert "1 of 1: find a cell that is certainly safe or certainly a mine." in said
    assert "There are 40 mines in total." in said


def test_level_and_board_mean_what_they_meant(run: Shell) -> None:
    rest = ("--seed", "1", "--count", "1")
    old = run("train", "--level", "L3", "--board", "beginner", *rest)
    new = run("train", "--technique-level", "L3", "--level", "beginner", *rest)
    assert old == new
    assert "There are 10 mines in total." in new.out


def test_in_another_language(run: Shell) -> None:
    said = run(*WORDS, "--lang", "zh-TW", text="hint\nshow\n").out
    assert "用「1-2" in said
    assert "有一步是確定的。" in said
    assert "看答案 1 題。" in said


def test_a_wrong_answer_is_refuted(run: Shell, lesson: list[Exercise]) -> None:
    answer = word(lesson[0], Worth.WRONG)
    cell, is_mine = answer.removeprefix("F"), answer.startswith("F")
    said = run(*WORDS, "--count", "1", text=f"{answer}\n").out
    assert f"So {cell} is {'safe' if is_mine else 'a mine'}." in said


def test_a_streak_ends_with_the_first_fault(run: Shell, lesson: list[Exercise]) -> None:
    answers = [word(lesson[0], Worth.RIGHT), word(lesson[1], Worth.WRONG)]
    answers += [word(each, Worth.RIGHT) for each in lesson[1:]]
    said = run(*WORDS, "--streak", text="\n".join(answers) + "\n").out
    assert "Puzzle 2: find what 1-2" in said
    assert said.endswith("Streak: 1.\n")
    assert "Puzzle 3" not in said


def test_the_puzzle_of_a_day(run: Shell) -> None:
    """A Monday's is about two clues, and the same wherever it is made."""
    exercise = make_puzzle(PuzzleId.of_day(dt.date(2026, 2, 2))).exercise
    said = run("train", "--daily", "2026-02-02", text=word(exercise, Worth.RIGHT) + "\n").out
    assert exercise.technique.level is StepLevel.L2
    assert "1 of 1 solved on your own" in said


def test_ctrl_c_tells_the_score(lesson: list[Exercise]) -> None:
    def lines() -> Iterator[str]:
        yield word(lesson[0], Worth.RIGHT)
        raise KeyboardInterrupt

    console = Console(record=True, width=100)
    course = Course(iter(lesson), 3, "en", names_technique=False)
    assert run_course(console, course, lines()) == 130
    assert "1 of 1 solved on your own" in console.export_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--technique 1-3", "unknown technique '1-3'"),
        ("--technique-level G", "unknown step level 'G'"),
        ("--level L9", "unknown step level 'L9'"),
        ("--level L2 --technique 1-2", "--technique and --technique-level cannot be combined"),
        ("--level easy --board hard", "--level and --board cannot be combined"),
        ("--daily 2026-02-30", "'2026-02-30' is not a date"),
        ("--daily today --seed 3", "--daily and --seed cannot be combined"),
        ("--count 0", "0 exercises; expected 1 or more"),
        ("--lang xx", "unknown language 'xx'"),
        ("--board huge", "unknown level 'huge'"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_code_2(
    complains: Complains, words: str, told: str
) -> None:
    assert told in complains("train", *words.split())


def test_step_levels_by_name() -> None:
    assert step_level("l5").name == "L5"
