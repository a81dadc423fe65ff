"""Lessons over HTTP: the list, a lesson, a verdict and a solution; nothing is stored."""

from __future__ import annotations

from pathlib import Path

from jsonschema import Draft202012Validator
from starlette.testclient import TestClient
from tests.app.web.conftest import Inline, Page

from mineproof.app.service.messages.lessons import LessonPage
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Settings

OWN = """\
[board.a]
picture = "## 11"
[en]
title = "<b>Own</b>"
about = "A"
text = '''
![Look](a)

<script>alert(1)</script>
'''
[[exercise]]
kind = "choice"
options = [{ en = "yes", zh-TW = "是" }, { en = "no", zh-TW = "否" }]
right = [1]
question.en = "?"
"""


def test_the_list_and_every_lesson_in_every_language(page: Page) -> None:
    described = Draft202012Validator(LessonPage.model_json_schema())
    for lang, title in (("en", "Resolution"), ("zh-TW", "歸結")):
        lessons = page.get(f"/api/lessons?lang={lang}")["lessons"]
        assert [lesson["number"] for lesson in lessons] == list(range(1, 13))
        assert lessons[6]["title"] == title
        for lesson in lessons:
            found = page.get(f"/api/lessons/{lesson['name']}?lang={lang}")
            described.validate(found)
            assert len(found["exercises"]) == lesson["exercises"] == 5


def test_lessons_are_found_by_number_and_by_name(page: Page) -> None:
    assert page.get("/api/lessons/9?lang=zh-TW") == page.get("/api/lessons/dpll?lang=zh-TW")


def test_claims_know_their_cells(page: Page) -> None:
    blocks = page.get("/api/lessons/7")["blocks"]
    (clauses,) = [block for block in blocks if block["kind"] == "clauses"]
    assert clauses["lines"][0]["text"] == "a1 ∨ c1"
    assert clauses["lines"][0]["cells"] == [[0, 0], [0, 2]]
    spans = [span for block in blocks for span in block.get("spans", ())]
    (claim,) = [span for span in spans if span["text"] == "b1 is safe"]
    assert claim == {"text": "b1 is safe", "style": "claim", "cells": [[0, 1]]}


def test_answers_are_judged_and_shown(page: Page) -> None:
    wrong = page.post("/api/lessons/1/check", {"exercise": 2, "answer": "c1 a2"})
    assert not wrong["is_right"]
    assert wrong["words"][0]["text"] == "a2 could be a mine: here is a layout that fits."
    assert (wrong["lit"], wrong["layout"], wrong["reason"]) == ([[1, 0]], [[1, 0]], None)
    shown = page.post("/api/lessons/1/answer", {"exercise": 2})
    asked = {"exercise": 2, "answer": shown["answer"], "lang": "zh-TW"}
    right = page.post("/api/lessons/one-clue/check", asked)
    assert right["is_right"]
    assert right["words"][0]["text"] == "答對了。"
    assert "找齊" in right["reason"]


def test_what_is_not_there_is_refused(page: Page) -> None:
    check = "/api/lessons/1/check"
    assert page.refused("GET", "/api/lessons/13") == (
        400,
        "lesson '13'; expected 1 to 12, or a name",
    )
    assert page.refused("POST", check, {"exercise": 6, "answer": ""})[0] == 400
    assert page.refused("POST", check, {"exercise": 1, "answer": "z99"})[0] == 400
    assert page.refused("POST", check, {"exercise": 1, "answer": "a" * 5001})[0] == 422
    assert page.refused("POST", check, {"exercise": 1})[0] == 422


def test_lessons_of_a_folder_are_sent_as_text(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    settings = Settings(data=tmp_path / "games", lessons=tmp_path)
    with TestClient(create_app(settings, analyst=Inline()), base_url="http://localhost") as client:
        found = client.get("/api/lessons/13?lang=zh-TW").json()
        right = client.post("/api/lessons/own/check", json={"exercise": 1, "answer": "2"}).json()
    assert (found["lang"], found["title"]) == ("en", "<b>Own</b>")
    assert found["blocks"][1]["spans"] == [{"text": "<script>alert(1)</script>", "style": "plain"}]
    assert found["exercises"][0]["setting"]["options"] == ["yes", "no"]
    assert right["is_right"]
