"""Every stored exercise can be solved, and what is stored about it is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from tools import exercises as tool

from mineproof.course.exercises.base import Exercise, Verdict
from mineproof.course.exercises.ready import exercise_named, ready_exercises
from mineproof.course.exercises.resolution.games import goals
from mineproof.course.exercises.resolution.resolve import Resolve
from mineproof.course.exercises.resolution.sheet import Sheet
from mineproof.course.exercises.resolution.shortest import shortest
from mineproof.course.language import language
from mineproof.errors import BadInput, UnknownName
from mineproof.logic.checker import Checker
from mineproof.logic.cnf import clauses
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import Clue, MineCount, Pigeonhole, Proof, Resolvent, Unit, cell_of

READY = ready_exercises()
RESOLVE = [each for each in READY.values() if isinstance(each, Resolve)]
QUICK = 4
"""How many steps a derivation may have for the search to be repeated here."""

every = pytest.mark.parametrize("exercise", READY.values(), ids=READY)
each_resolve = pytest.mark.parametrize("exercise", RESOLVE, ids=lambda each: each.id)


@every
def test_the_solution_is_right_and_everything_can_be_said(exercise: Exercise) -> None:
    verdict = exercise.check(exercise.solution())
    assert verdict.is_right
    for tag in ("en", "zh-TW"):
        words = language(tag)
        assert str(exercise.ask(words))
        assert str(exercise.say(verdict, words))
        assert all(str(exercise.hint(rung, words).words) for rung in range(exercise.rungs))


@every
def test_some_other_answer_is_wrong_and_told_so(exercise: Exercise) -> None:
    refused = [verdict for verdict in attempts(exercise) if not verdict.is_right]
    assert refused
    for verdict, tag in product(refused, ("en", "zh-TW")):
        assert str(exercise.say(verdict, language(tag)))


def attempts(exercise: Exercise) -> Iterator[Verdict]:
    for answer in ([], [[0, 1]], [0, 3], "none", "a1", "a1 ∨ b1", "0", "9", "yes", "no"):
        try:
            yield exercise.check(answer)
        except BadInput:
            continue


def proof_of(sheet: Sheet, constraints: tuple[Constraint, ...]) -> Proof:
    """Return what is on a sheet as a proof for the checker, whose conclusion is the last line."""
    proofs: list[Proof] = []
    for line in sheet.lines:
        if line.parents is None:
            proofs.append(leaf(line.clause, constraints))
        else:
            proofs.append(Resolvent(line.clause, *(proofs[parent] for parent in line.parents)))
    (lit,) = sheet.lines[-1].clause
    return Unit(fact(cell_of(lit), lit > 0), proofs[-1])


def leaf(clause: frozenset[int], constraints: tuple[Constraint, ...]) -> Proof:
    told = next(each for each in constraints if clause in set(clauses(each)))
    return Pigeonhole(clause, MineCount(told) if told.clue is None else Clue(told))


@each_resolve
def test_the_checker_accepts_the_stored_derivation(exercise: Resolve) -> None:
    constraints = exercise.constraints()
    counts = [each for each in constraints if each.clue is None]
    cells = counts[0].cells if counts else ()
    checker = Checker(cells, counts[0].mines if counts else None)
    for constraint in constraints:
        checker.tell(constraint)
    proof = proof_of(exercise.sheet(exercise.solution()), constraints)
    checker.check(cell_of(exercise.literal), exercise.literal > 0, proof)


@each_resolve
def test_all_steps_are_needed_and_the_engine_makes_no_fewer(exercise: Resolve) -> None:
    more = exercise.check(exercise.solution()).more["compared"]
    assert more["made"] == more["needed"] == more["shortest"]
    if exercise.is_exhaustive:
        assert more["engine"] >= more["shortest"]
    assert exercise.engine_steps() > 0


@each_resolve
def test_nothing_shorter_is_left_to_find(exercise: Resolve) -> None:
    length, unit = len(exercise.shortest), frozenset((exercise.literal,))
    if exercise.is_exhaustive and length <= QUICK:
        shorter = shortest(
            list(exercise.given()), unit, width=exercise.width, most_steps=length - 1
        )
        assert shorter.steps is None


@each_resolve
def test_hints_alone_solve_it(exercise: Resolve) -> None:
    answer: list[list[int]] = []
    while not exercise.check(answer).is_right:
        answer.append(list(exercise.hint(3, language("en"), answer).lines))
    assert len(answer) == len(exercise.shortest)


@each_resolve
def test_the_position_is_what_its_game_came_to(exercise: Resolve) -> None:
    if exercise.source and "#" in exercise.source:
        views = {goal.view.cells for goal in goals(exercise.source)}
        assert exercise.position.cells in views


def test_ids_and_difficulties_agree() -> None:
    for exercise in RESOLVE:
        found = re.fullmatch(r"resolve-(\d)-\d+", exercise.id)
        if found:
            assert exercise.difficulty == int(found[1]) == min(len(exercise.shortest) - 1, 5)


def test_there_are_enough_of_each_difficulty() -> None:
    from_games = [each for each in RESOLVE if each.id.startswith("resolve-")]
    counts = [sum(each.difficulty == level for each in from_games) for level in range(1, 6)]
    assert counts == [tool.EACH] * 5
    assert sum(each.width is not None for each in from_games) >= 3


def test_the_tool_finds_the_same_exercises_again() -> None:
    first = next(tool.select())
    stored = tool.FILE.read_text(encoding="utf-8")
    assert tool.text([first]).splitlines()[1] in stored


def test_an_unknown_exercise_is_named() -> None:
    with pytest.raises(UnknownName, match="unknown exercise 'resolve-9'; expected one such as"):
        exercise_named("resolve-9")
