"""`mineproof train` and `learn`: puzzles, and the lessons of the course."""

from __future__ import annotations

import sys

import typer

from mineproof.app.cli import options
from mineproof.app.game.defaults import any_seed, usual_language
from mineproof.board.rules import Level
from mineproof.coach.language import language


def train(
    *,
    technique: options.TechniqueName = None,
    technique_level: options.TechniqueLevel = None,
    level: options.BoardLevel = None,
    board: options.OldBoardLevel = None,
    seed: options.TrainSeed = None,
    count: options.Exercises = 5,
    streak: options.Streak = False,
    daily: options.DailyPuzzle = None,
    lang: options.Lang = None,
) -> None:
    """Solve puzzles: find the certain cells in positions from real games.

    Type `b3` if b3 is safe, `Fb3` if it is a mine; or `hint`, `show` or `quit`.
    """
    from mineproof.app.cli.train import Course
    from mineproof.app.cli.train import train as teach
    from mineproof.app.game.new_game import day
    from mineproof.app.text.console import screen
    from mineproof.coach.boards.exercises import exercises, technique_named
    from mineproof.coach.boards.puzzles import PuzzleId, make_puzzle
    from mineproof.coach.boards.wishes import step_level

    step, size = options.train_levels(technique_level, level, board)
    options.refuse_both(technique=technique, technique_level=step)
    tag = language(lang or usual_language()).tag
    if daily is not None:
        others = {"technique": technique, "technique_level": step, "level": size, "seed": seed}
        for name, given in others.items():
            options.refuse_both(daily=daily, **{name: given})
        of_day = make_puzzle(PuzzleId.of_day(day(daily))).exercise
        raise typer.Exit(teach(screen(), Course(iter([of_day]), 1, tag, names_technique=False)))
    wanted = technique_named(technique) if technique else step_level(step or "L2")
    found = exercises(wanted, any_seed() if seed is None else seed, Level.parse(size or "expert"))
    course = Course(
        found,
        sys.maxsize if streak else count,
        tag,
        names_technique=technique is not None,
        is_streak=streak,
    )
    raise typer.Exit(teach(screen(), course))


def learn(
    lesson: options.LessonKey = None,
    *,
    lang: options.Lang = None,
    lessons: options.Lessons = None,
) -> None:
    """List the lessons of the course, or read one and do its exercises; or do one exercise.

    Answers are typed: cells such as `a1 c1`, clauses such as `a1 -b1`, numbers; or `show`, `next`
    or `quit`.
    """
    from mineproof.app.cli.learn import list_lessons, teach
    from mineproof.app.text.console import screen
    from mineproof.course.library import library

    tag = language(lang or usual_language()).tag
    if lesson is None:
        list_lessons(screen(), library(lessons), tag)
        return
    raise typer.Exit(teach(screen(), library(lessons), lesson, tag))
