"""The exercise: verdicts in words and in data, hints that lead on, and what it is compared with."""

from __future__ import annotations

from typing import Any

import pytest

from mineproof.course.exercises.kinds import exercise_of
from mineproof.course.exercises.resolution.resolve import MOST_STEPS, Resolve
from mineproof.course.language import language
from mineproof.errors import BadInput

EN, ZH = language("en"), language("zh-TW")

WALL: dict[str, Any] = {  # a1 + b1 = 1 and a1 + b1 + c1 = 2, so c1 is a mine
    "kind": "resolve",
    "id": "wall",
    "difficulty": 1,
    "board": "### 121 000",
    "mines": 2,
    "goal": "c1",
    "clues": ["a2", "b2"],
    "shortest": [[1, 2], [3, 4]],
    "is_exhaustive": True,
}
LINES = [[1, 2], [-1, -2], [1, 3], [2, 3]]


def wall(**more: object) -> Resolve:
    exercise = exercise_of(WALL | more)
    assert isinstance(exercise, Resolve)
    return exercise


def said(answer: object, **more: object) -> str:
    exercise = wall(**more)
    return str(exercise.say(exercise.check(answer), EN))


def test_the_question_names_the_goal() -> None:
    asked = wall().ask(EN)
    assert (asked.text, asked.cells) == ("Prove that c1 is a mine: derive the clause c1.", (2,))
    assert str(wall(goal="¬a1").ask(ZH)) == "證明 a1 安全：推導出子句 ¬a1。"
    own = {"en": "Well?", "zh-TW": "如何？"}
    assert str(wall(question=own).ask(EN)) == "Well?"


def test_the_clauses_of_the_clues_are_given_once() -> None:
    setting = wall().setting()
    assert [line["clause"] for line in setting["lines"]] == LINES
    assert [line["clues"] for line in setting["lines"]] == [[3, 4], [3], [4], [4]]
    assert (setting["goal"], setting["width"]) == (3, None)


def test_the_mine_count_may_be_given_too() -> None:
    exercise = wall(board="### 12# 00#", with_count=True)
    clues = [clues for clues in exercise.given().values() if None in clues]
    assert clues
    assert len(exercise.given()) > len(LINES)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([], "Choose two clauses."),
        ([[1, 2]], "They resolve on a1: ¬b1 ∨ c1 joins the list."),
        ([[2, 2]], "A clause does not resolve with itself: choose another one."),
        ([[0, 2]], "They do not resolve: no cell is a mine in one of them and safe in the other."),
        (
            [[0, 1]],
            (
                "They disagree on a1 and b1. "
                "Whichever is removed, the other pair stays, and the result is always true."
            ),
        ),
        ([[1, 2], [2, 1]], "They resolve on a1, but ¬b1 ∨ c1 is line 5 already."),
        ([[1, 2], [3, 4]], "Proved: c1, in 2 steps."),
        (
            [[1, 2], [4, 3], [1, 3]],
            "They resolve on b1 to ¬a1 ∨ c1, but line 6, c1, says more: it subsumes the result.",
        ),
    ],
)
def test_a_verdict_is_about_the_last_step_or_the_first_that_is_refused(
    answer: object, words: str
) -> None:
    assert said(answer) == words


def test_a_refusal_keeps_the_lines_before_it() -> None:
    verdict = wall().check([[1, 2], [0, 1], [3, 4]])
    assert (verdict.is_right, verdict.why) == (False, "resolve.two_pairs")
    assert [line["clause"] for line in verdict.more["lines"]] == [*LINES, [-2, 3]]
    assert "compared" not in verdict.more


def test_the_limit_is_named() -> None:
    assert said([[1, 2]], width=1) == (
        "Both have more than 1 literals. In this exercise, one of the two must not."
    )
    assert said([[1, 2]], width=2) == said([[1, 2]])


def test_the_result_is_compared() -> None:
    assert wall().check([[1, 3], [1, 2], [2, 4]]).more["compared"] == {
        "made": 3,
        "needed": 2,
        "shortest": 2,
        "is_exhaustive": True,
        "engine": 2,
    }


def test_a_new_line_says_what_it_is_made_of_and_what_it_makes_idle() -> None:
    *_, first, last = wall().check([[1, 2], [3, 4]]).more["lines"]
    assert first == {
        "clause": [-2, 3],
        "clues": [],
        "parents": [1, 2],
        "pivot": -1,
        "subsumed_by": 5,
    }
    assert (last["clause"], last["pivot"], last["subsumed_by"]) == ([3], 2, None)


def test_hints_reveal_a_cell_the_clues_a_clause_and_the_pair() -> None:
    hints = [wall().hint(rung, EN, []) for rung in range(4)]
    assert [str(hint.words) for hint in hints] == [
        "Look at a1: it is a mine in one of the two clauses, and safe in the other.",
        "Look at the clues at a2 and b2: together they give the next step.",
        "Use line 2: ¬a1 ∨ ¬b1.",
        "Resolve line 2, ¬a1 ∨ ¬b1, with line 3, a1 ∨ c1.",
    ]
    assert [hint.lines for hint in hints] == [(), (), (1,), (1, 2)]
    assert hints[0].words.cells == (0,)
    assert str(wall().hint(3, ZH, [[1, 2]]).words).startswith("把第 4 行 b1 ∨ c1 與第 5 行")
    assert str(wall().hint(0, EN, [[1, 2], [3, 4]]).words) == (
        "Nothing is left to do: the goal is proved."
    )


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "answer None; expected a list of at most"),
        ([[0, 1]] * (MOST_STEPS + 1), "expected a list of at most"),
        ([[0, 4]], "step .*0, 4.*; expected two lines, 0 to 3"),
        ([[0, -1]], "expected two lines"),
        ([[0]], "expected two lines"),
        (["01"], "expected two lines"),
        ([[True, 2]], "expected two lines"),
    ],
)
def test_what_is_no_answer_is_refused(answer: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        wall().check(answer)


def test_bad_data_is_refused() -> None:
    with pytest.raises(BadInput, match="no clue at a1 in wall; expected one with unknown cells"):
        wall(clues=["a1"])
    with pytest.raises(BadInput, match="no board in wall; expected one"):
        exercise_of({key: value for key, value in WALL.items() if key != "board"})
    with pytest.raises(BadInput, match="rung 4 in wall; expected 0 to 3"):
        wall().hint(4, EN)
