"""Puzzles over HTTP: what is asked, what an answer is worth, and nothing told before its time."""

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
    made = page.post("/api/puzzles", {"technique": technique.value, "seed": 2})
    exercise = next(exercises(technique, 2, "intermediate"))
    assert (view_of(made), made["technique"]) == (exercise.view, technique.value)
    answer = page.post("/api/puzzles/answer", position(made))
    grid = exercise.view.grid
    told = [(grid.at(*fact["cell"]), fact["is_mine"]) for fact in answer["targets"]]
    assert told == list(exercise.targets)
    said = [each["text"] for step in answer["steps"] for each in step["sentences"]]
    assert said == [str(sentence) for sentence in exercise.explanation()]


def test_nothing_is_told_before_there_was_an_answer(page: Page) -> None:
    """Only the picture: not the targets, nor, if none was asked for, the technique."""
    made = page.post("/api/puzzles", {"seed": 5})
    assert set(made) == {"id", "board", "mines", "shape", "technique", "crop"}
    assert (made["id"], made["technique"]) == ("mixed#5", None)
    assert set("".join(made["board"])) <= set("#F012345678")
    page.bodies.clear()
    view = view_of(made)
    for cell, mined in wrong_answers(view):
        body = {**position(made), "cell": view.grid.place(cell), "mined": mined}
        judged = page.post("/api/puzzles/judge", body)
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
        ([0, 2], True, "elsewhere", "Right: c1 is a mine. That was another step: 1-2."),
        ([0, 1], True, "wrong", "Wrong: b1 is safe."),
        ([1, 1], False, "known", "b2 is already known."),
        (
            [0, 4],
            True,
            "uncertain",
            "e1 is not certain: a guess is no answer, even if it is right.",
        ),
    ],
)
def test_what_an_answer_is_worth(
    page: Page, cell: list[int], mined: bool, worth: str, words: str
) -> None:
    """The easiest step settles c3; what c1 is takes a look at the whole line."""
    board = ["#####", "121##", "00###"]
    judged = page.post("/api/puzzles/judge", {"board": board, "cell": cell, "mined": mined})
    assert (judged["worth"], judged["words"]) == (worth, words)
    assert (judged["answer"] is not None) == (worth in ("right", "elsewhere"))
    assert (judged["explanation"] is not None) == (worth in ("wrong", "uncertain"))


def test_what_was_found_counts_as_what_it_was(page: Page) -> None:
    """c1 takes two clues although the puzzle is about one; its steps are those that are told."""
    body = {"board": ["#####", "121##", "00###"], "cell": [0, 2], "mined": True}
    answer = page.post("/api/puzzles/judge", body)["answer"]
    assert (answer["puzzle_class"], answer["technique"]) == ("1-2", "1-2")
    assert {"cell": [0, 2], "name": "c1", "is_mine": True} in answer["targets"]
    asked = page.post("/api/puzzles/answer", {"board": body["board"]})
    assert asked["puzzle_class"] == "satisfied clue"


def test_a_wrong_answer_gets_the_proof_and_a_guess_the_doubt(page: Page) -> None:
    board = ["#####", "121##", "00###"]
    wrong, guess = (
        page.post("/api/puzzles/judge", {"board": board, "cell": cell, "mined": True})
        for cell in ([0, 1], [0, 4])
    )
    assert wrong["explanation"]["verdict"] == "safe"
    assert wrong["explanation"]["steps"]
    assert guess["explanation"]["verdict"] == "uncertain"
    assert 0 < guess["explanation"]["risk"] < 1


def test_only_what_is_shown_counts(page: Page) -> None:
    """b1 proves a mine at c1, and so e1 safe; where b1 is not shown, nobody can know."""
    body = {"board": ["01#1#1#"], "cell": [0, 4], "mined": False}
    crop = {"rows": [0, 1], "cols": [3, 4]}
    assert page.post("/api/puzzles/judge", body)["worth"] == "elsewhere"
    assert page.post("/api/puzzles/judge", body | {"crop": crop})["worth"] == "uncertain"


def test_a_puzzle_is_made_again_from_its_id_and_its_day(page: Page) -> None:
    made = page.post("/api/puzzles", {"level": "L2"})
    assert page.post("/api/puzzles", {"id": made["id"]}) == made
    today = page.post("/api/puzzles", {"daily": "2026-02-02"})
    assert today == page.post("/api/puzzles", {"id": "L2#20260202"})
    assert today["crop"] is not None


def test_the_old_path_answers_as_the_new_one(page: Page) -> None:
    wish = {"technique": "1-1", "seed": 2}
    assert page.post("/api/exercises", wish) == page.post("/api/puzzles", wish)


def test_an_attempt_moves_both_ratings(page: Page) -> None:
    wish = {"puzzle_class": "1-2+", "solved": True, "day": "2026-02-01"}
    first = page.post("/api/puzzles/rate", wish)
    seed = {each["name"]: each for each in page.get("/api/techniques")["classes"]}["1-2+"]["seed"]
    assert first["player"]["rating"] > 1500
    assert first["puzzle"]["rating"] < seed["rating"]
    assert first["expected"] > 0.5
    kept = {"player": first["player"], "puzzle": first["puzzle"]}
    lost = page.post("/api/puzzles/rate", wish | kept | {"solved": False, "day": "2026-03-01"})
    assert lost["player"]["rating"] < first["player"]["rating"]
    assert lost["puzzle"]["day"] == lost["player"]["day"] == "2026-03-01"


def test_sentences_come_in_the_language_asked_for(page: Page) -> None:
    body = {"board": ["###", "121", "000"], "cell": [0, 2], "mined": True, "lang": "zh-TW"}
    judged = page.post("/api/puzzles/judge", body)
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
        ("", {"id": "luck#1"}, "'luck#1' is no puzzle; expected an id like 1-2-1#17 or mixed#5"),
        ("", {"technique": "1-1", "shape": "hex"}, "no puzzle on 1-1 on a hex board; expected"),
        ("", {"daily": "yesterday"}, "'yesterday' is not a date; expected 2026-02-01, or today"),
        (
            "/rate",
            {"puzzle_class": "luck", "solved": True, "day": "2026-02-01"},
            "unknown class of puzzles 'luck'; expected one like 1-2 or 1-2+",
        ),
        (
            "/judge",
            {
                "board": ["#10"],
                "cell": [0, 0],
                "mined": True,
                "crop": {"rows": [0, 2], "cols": [0, 1]},
            },
            "2 lines from 0 of 1; expected a part of the board",
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
    status, said = page.refused("POST", f"/api/puzzles{path}", body)
    assert status == 400
    assert said.startswith(sentence)
