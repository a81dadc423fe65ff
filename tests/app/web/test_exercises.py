"""Exercises over HTTP: what is asked, what an answer is worth, and nothing told before its time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.app.web.conftest import Page

from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.coach.boards.exercises import exercises
from mineproof.coach.language import LANGUAGES
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.engines.exact import Exact

QUICK = [Technique.SATISFIED, Technique.ONE_ONE, Technique.ONE_TWO_ONE, Technique.CHAIN]


def position(exercise: dict[str, Any]) -> dict[str, Any]:
    return {name: exercise[name] for name in ("board", "mines", "shape")}


def view_of(exercise: dict[str, Any]) -> View:
    return View.from_rows(exercise["board"], exercise["mines"], Shape(exercise["shape"]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_techniques_are_listed(page: Page, lang: str) -> None:
    found = page.get(f"/api/techniques?lang={lang}")["techniques"]
    assert [each["name"] for each in found] == [each.value for each in Technique]
    assert {each["level"] for each in found} == {level.name for level in StepLevel} - {"G"}
    assert all(each["title"] and each["idea"] and each["level_title"] for each in found)


@pytest.mark.parametrize("technique", QUICK)
def test_an_exercise_is_that_of_the_library(page: Page, technique: Technique) -> None:
    made = page.post("/api/exercises", {"technique": technique.value, "seed": 2})
    exercise = next(exercises(technique, 2, "intermediate"))
    assert (view_of(made), made["technique"]) == (exercise.view, technique.value)
    answer = page.post("/api/exercises/answer", position(made))
    grid = exercise.view.grid
    told = [(grid.at(*fact["cell"]), fact["is_mine"]) for fact in answer["targets"]]
    assert told == list(exercise.targets)
    said = [each["text"] for step in answer["steps"] for each in step["sentences"]]
    assert said == [str(sentence) for sentence in exercise.explanation()]


def test_nothing_is_told_before_there_was_an_answer(page: Page) -> None:
    """Only the picture: not the targets, nor, if none was asked for, the technique."""
    made = page.post("/api/exercises", {"seed": 5})
    assert set(made) == {"board", "mines", "shape", "technique"}
    assert made["technique"] is None
    assert set("".join(made["board"])) <= set("#F012345678")
    page.bodies.clear()
    view = view_of(made)
    for cell, mined in wrong_answers(view):
        body = {**position(made), "cell": view.grid.place(cell), "mined": mined}
        judged = page.post("/api/exercises/judge", body)
        assert judged["answer"] is None
        assert view.grid.name(cell) in judged["words"]
    assert page.bodies


def wrong_answers(view: View) -> list[tuple[int, bool]]:
    """Return a few answers that are wrong, or that nothing tells."""
    risks = sorted(Exact().look(view).risks.items())
    unsettled = [(cell, True) for cell, risk in risks if 0 < risk < 1]
    opposite = [(cell, risk == 0) for cell, risk in risks if risk in (0, 1)]
    return [each for each in unsettled[:3] + opposite[:3] if not view.is_flagged(each[0])]


@pytest.mark.parametrize(
    ("cell", "mined", "worth", "words"),
    [
        ([2, 2], False, "right", "Right: c3 is safe."),
        ([0, 2], True, "elsewhere", "Right, c1 is a mine, but there is something easier to find."),
        ([0, 1], True, "wrong", "Wrong: b1 is safe. Try again."),
        ([1, 1], False, "known", "b2 is already known. Try again."),
        ([0, 4], True, "uncertain", "e1 is not certain. Try again."),
    ],
)
def test_what_an_answer_is_worth(
    page: Page, cell: list[int], mined: bool, worth: str, words: str
) -> None:
    """The easiest step settles c3; what c1 is takes a look at the whole line."""
    board = ["#####", "121##", "00###"]
    judged = page.post("/api/exercises/judge", {"board": board, "cell": cell, "mined": mined})
    assert (judged["worth"], judged["words"]) == (worth, words)
    assert (judged["answer"] is not None) == (worth in ("right", "elsewhere"))


def test_sentences_come_in_the_language_asked_for(page: Page) -> None:
    body = {"board": ["###", "121", "000"], "cell": [0, 2], "mined": True, "lang": "zh-TW"}
    judged = page.post("/api/exercises/judge", body)
    assert judged["words"] == "答對了：c1 是地雷。"
    assert judged["answer"]["steps"][0]["technique"] == "1-2-1"
    assert "a mine" not in json.dumps(judged)


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        (
            "",
            {"technique": "luck"},
            "unknown technique 'luck'; expected satisfied clue, full clue,",
        ),
        ("/judge", {"board": ["#1", "#1"], "cell": [0, 0], "mined": True}, "no exercise in this"),
        (
            "/answer",
            {"board": ["#3", "##"], "mines": 1},
            "no layout fits: the clue at b1 and the mine count clash",
        ),
        ("/judge", {"board": ["#1", "##"], "mines": 3, "cell": [5, 0], "mined": True}, ""),
    ],
)
def test_what_cannot_be_asked(page: Page, path: str, body: object, sentence: str) -> None:
    status, said = page.refused("POST", f"/api/exercises{path}", body)
    assert status == 400
    assert said.startswith(sentence)
