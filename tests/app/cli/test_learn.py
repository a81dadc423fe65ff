"""`mineproof learn`: lessons in the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from mineproof.app.cli.learn import ask_all, ask_one, list_lessons, read_out
from mineproof.app.main import main
from mineproof.course.exercises.ready import exercise_named, ready_exercises
from mineproof.course.library import library


def plain() -> Console:
    return Console(file=io.StringIO(), width=200, markup=False, highlight=False, emoji=False)


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("tag", ["en", "zh-TW"])
def test_every_lesson_can_be_read_and_done(tag: str) -> None:
    for lesson in library():
        console = plain()
        read_out(console, lesson, tag)
        solutions = [str(each.solution()).replace("\n", ";") for each in lesson.exercises]
        assert ask_all(console, lesson, tag, iter(solutions)) == 0
        said = printed(console)
        assert lesson.texts[tag].title in said
        assert said.rstrip().endswith("Solved: 5 of 5." if tag == "en" else "答對 5 題，共 5 題。")


def test_wrong_answers_are_refuted_and_answers_shown() -> None:
    console, lesson = plain(), library().find("1")
    ask_all(console, lesson, "en", iter(["z9", "", "a1", "show", "c1 a2", "next", "quit"]))
    said = printed(console)
    for sentence in (
        "Right so far, but one more cell is certain.",
        "The answer: a1 c1",
        "a2 could be a mine: here is a layout that fits.",
        "A layout: a2",
        "Solved: 0 of 5.",
    ):
        assert sentence in said


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    console = plain()
    list_lessons(console, library(), "en")
    assert "  7  Resolution: One rule" in printed(console)
    assert main(["learn", "--lang", "zh-TW"]) == 0
    assert "歸結" in capsys.readouterr().out


def test_unknown_lessons_and_bad_folders_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["learn", "99"]) == 2
    assert "lesson '99'; expected 1 to 12, or a name" in capsys.readouterr().err
    assert main(["learn", "--lessons", str(tmp_path)]) == 2
    assert "no lesson in" in capsys.readouterr().err
    assert main(["serve", "--lessons", str(tmp_path), "--no-open"]) == 2
    assert "no lesson in" in capsys.readouterr().err


# --- one exercise ---------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["en", "zh-TW"])
def test_every_ready_proof_can_be_made(tag: str) -> None:
    for exercise in ready_exercises().values():
        if exercise.kind == "resolve":
            console = plain()
            typed = [f"{one + 1} {other + 1}" for one, other in exercise.solution()]
            assert ask_one(console, exercise, tag, iter(typed)) == 0
            end = f"{'Shortest: ' if tag == 'en' else '最短：'}{len(typed)}"
            assert end in printed(console).splitlines()[-1]


def test_steps_hints_and_undo() -> None:
    console, typed = plain(), ["1 2", "", "1+3", "hint", "undo", "9 9", "1 x", "1", "show", "1 2"]
    ask_one(console, exercise_named("resolve-1-1"), "en", iter(typed))
    said = printed(console)
    for text in (
        "They disagree on a1 and b1.",
        "They resolve on a1: b1 ∨ ¬c1 joins the list.\n   5  b1 ∨ ¬c1                  1 + 3\n",
        "Look at b1: it is a mine in one of the two clauses, and safe in the other.",
        "'9 9'; expected two lines from 1 to 4, such as 1 4",
        "'1 x'; expected two lines",
        "'1'; expected two lines",
    ):
        assert text in said
    assert said.endswith("   6  ¬c1                       4 + 5\n")  # shown, so not compared


def test_other_exercises_are_answered_as_in_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    console = plain()
    assert ask_one(console, exercise_named("textbook-two-of-eight"), "en", iter(["64"])) == 0
    assert "Right." in printed(console)
    assert main(["learn", "resolve-9"]) == 2
    assert "lesson 'resolve-9'; expected 1 to 12" in capsys.readouterr().err


def test_the_limit_and_the_mine_count_are_named() -> None:
    for name, text in (("resolve-5-1", "at most 2 literals"), ("textbook-count", "mine count")):
        console = plain()
        ask_one(console, exercise_named(name), "en", iter(["quit"]))
        assert text in printed(console)
