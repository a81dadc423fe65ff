"""Exercises are made from data, and answers are judged by what they mean."""

from __future__ import annotations

from typing import Any

import pytest

from mineproof.course.exercises.base import Exercise
from mineproof.course.exercises.kinds import exercise_of
from mineproof.course.language import language
from mineproof.errors import BadInput

WORDS = {"en": "Well?", "zh-TW": "如何？"}
COMMON: dict[str, Any] = {"id": "e", "difficulty": 1, "question": WORDS}


def choice(*right: int) -> Exercise:
    data = {"kind": "choice", "options": [WORDS] * 4, "right": list(right)}
    return exercise_of(COMMON | data)


def number(value: object, **more: object) -> Exercise:
    return exercise_of(COMMON | {"kind": "number", "value": value, **more})


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([1, 3], "answers.right"),
        ([3, 1, 3], "answers.right"),
        ([1], "answers.choice_more"),
        ([1, 2], "answers.choice_wrong"),
        ([0, 1, 2, 3], "answers.choice_wrong"),
    ],
)
def test_options_are_a_set(answer: list[int], why: str) -> None:
    verdict = choice(1, 3).check(answer)
    assert (verdict.why, verdict.is_right) == (why, why == "answers.right")


@pytest.mark.parametrize("answer", ["3/8", "6/16", "0.375", " 37.5 %"])
def test_numbers_may_be_written_in_several_ways(answer: str) -> None:
    assert number("3/8").check(answer).is_right
    assert number(3).check(answer).why == "answers.too_small"
    assert number("1/3").check(answer).why == "answers.too_large"


def test_digits_say_how_exact_a_number_must_be() -> None:
    assert number("1/3", digits=2).check("0.33").is_right
    assert not number("1/3", digits=2).check("0.3").is_right
    assert not number("1/3").check("0.33").is_right


@pytest.mark.parametrize("answer", [None, True, "", "three", "1/0", [1], "1e5"])
def test_what_is_no_number_is_refused(answer: object) -> None:
    with pytest.raises(BadInput, match="expected a number"):
        number(3).check(answer)


@pytest.mark.parametrize("answer", [None, 1, [4], ["1"]])
def test_what_is_no_list_of_options_is_refused(answer: object) -> None:
    with pytest.raises(BadInput, match="expected a list of options, 0 to 3"):
        choice(1).check(answer)


def test_solutions_are_right_and_words_are_in_both_languages() -> None:
    for exercise in (choice(0, 2), number("3/8")):
        verdict = exercise.check(exercise.solution())
        assert verdict.is_right
        assert str(exercise.say(verdict, language("en"))) == "Right."
        assert str(exercise.say(verdict, language("zh-TW"))) == "答對了。"


def test_authors_hints_come_rung_by_rung() -> None:
    hinted = number(3, hints=[WORDS, {"en": "Three.", "zh-TW": "三。"}])
    said = [hinted.hint(rung, language("en")).words for rung in range(2)]
    assert list(map(str, said)) == ["Well?", "Three."]
    with pytest.raises(BadInput, match="rung 2 in e; expected 0 to 1"):
        hinted.hint(2, language("en"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"kind": "essay"}, "unknown kind 'essay' of e; expected safe, mines"),
        ({"difficulty": 9}, "difficulty 9 of e; expected 1 to 5"),
        ({"question": {"en": "Well?"}}, "words in en in e; expected"),
        ({"hints": [{}]}, "words in no language in e; expected"),
        ({"vaule": 3}, "field 'vaule' in e; expected .*value"),
        ({"board": "#?!x"}, "x"),
    ],
)
def test_bad_data_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        exercise_of(COMMON | {"kind": "number", "value": 3} | wrong)


def test_missing_fields_are_named() -> None:
    with pytest.raises(BadInput, match=r"e is incomplete: .*'value'"):
        exercise_of(COMMON | {"kind": "number"})
