"""The routes of the course: exercises, verdicts and hints, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from tests.app.web.conftest import Page

from mineproof.course.exercises.ready import ready_exercises

ROOT = "/api/course/exercises"
EASY = f"{ROOT}/resolve-1-1"


def test_all_exercises_are_listed_without_their_solutions(page: Page) -> None:
    listed = page.get(ROOT)["exercises"]
    assert [entry["id"] for entry in listed] == list(ready_exercises())
    assert all({"solution", "shortest", "setting"}.isdisjoint(entry) for entry in listed)
    one = page.get(f"{EASY}?lang=zh-TW")
    assert one["question"]["text"].startswith("證明")
    assert set(one["setting"]) == {"input", "goal", "width", "lines"}


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_an_exercise_is_solved_step_by_step(page: Page, lang: str) -> None:
    answer: list[list[int]] = []
    verdict: Any = {"right": False}
    while not verdict["right"]:
        hint = page.post(f"{EASY}/hint", {"rung": 3, "answer": answer, "lang": lang})
        answer.append(hint["lines"])
        verdict = page.post(f"{EASY}/check", {"answer": answer, "lang": lang})
    assert verdict["why"] == "resolve.proved"
    compared = verdict["more"]["compared"]
    assert compared["made"] == compared["shortest"] == len(answer)
    assert page.get(f"{EASY}/solution")["answer"] == answer


def test_a_textbook_question_is_answered_in_writing(page: Page) -> None:
    path = f"{ROOT}/textbook-monotone"
    asked = page.get(f"{path}?lang=zh-TW")
    assert (asked["position"], asked["setting"]["options"][0]) == (None, "某格確定安全")
    assert not page.post(f"{path}/check", {"answer": "1"})["right"]
    solution = page.get(f"{path}/solution")
    assert (solution["answer"], solution["text"]) == ([1, 2], "2 3")
    for answer in (solution["answer"], solution["text"]):
        verdict = page.post(f"{path}/check", {"answer": answer})
        assert verdict["right"]
        assert verdict["reason"] == solution["reason"]


def test_bad_requests_are_refused_in_one_line(page: Page) -> None:
    for path, body, words in [
        ("resolve-9/check", {"answer": []}, "unknown exercise 'resolve-9'"),
        ("resolve-1-1/check", {"answer": 7}, "answer 7; expected a list of at most"),
        ("resolve-1-1/check", {"answer": [[0, 99]]}, "expected two lines"),
        ("resolve-1-1/hint", {"rung": 4}, "rung 4 in resolve-1-1; expected 0 to 3"),
    ]:
        response = page.send("post", f"{ROOT}/{path}", body)
        assert response.status_code == 400
        assert words in response.json()["error"]
