"""The description of the API is true, and whatever is sent, it is answered as described.

schemathesis makes requests of the description, right and wrong ones, for a server that runs as
users run it. What is for a game goes to one that is there, and is soon in any state.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from tests.app.web.conftest import Page
from tests.app.web.running_server import Running, serving

from mineproof.app.json.cells import Json
from mineproof.app.service.messages.values import Lang
from mineproof.coach.language import LANGUAGES

EXAMPLES = [2, pytest.param(12, marks=pytest.mark.long)]
"""How many requests are made of each entry, right ones and wrong ones each."""

WALL = ["###", "121", "000"]
LEVELS = ["easy", "beginner", "hex:4x5/4", "1x2/1", "3x3/0"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("described") / "games") as running:
        yield running


@pytest.fixture(scope="module")
def description(server: Running) -> Any:
    return server.ask("/api/openapi.json")


def paths(description: Any) -> list[tuple[str, str]]:
    return [(path, method) for path, entry in description["paths"].items() for method in entry]


def test_everything_is_described(description: Any) -> None:
    assert description["openapi"].startswith("3.1")
    assert len(paths(description)) >= 24
    names = set()
    for path, method in paths(description):
        entry = description["paths"][path][method]
        names.add(entry["operationId"])
        assert entry["description"].endswith("."), path
        assert "HTTPValidationError" not in json.dumps(entry), path
        assert "422" in entry["responses"] or path == "/api/info", path
    assert len(names) == len(paths(description))


def test_every_field_that_does_not_speak_for_itself_is_described(description: Any) -> None:
    for name, model in description["components"]["schemas"].items():
        if not name.startswith("Coach"):
            assert model["description"].endswith("."), name


def test_examples_are_what_is_described(description: Any) -> None:
    schemas = description["components"]["schemas"]
    tried = 0
    for name, model in schemas.items():
        for example in model.get("examples", ()):
            whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
            Draft202012Validator(whole).validate(example)
            tried += 1
    assert tried >= 6


def test_the_description_knows_all_languages() -> None:
    assert set(Lang.__origin__.__args__) == set(LANGUAGES)  # type: ignore[attr-defined]


def test_examples_are_answered(page: Page, description: Any) -> None:
    schemas = description["components"]["schemas"]
    for example in schemas["GameRequest"]["examples"]:
        page.post("/api/games", example)
    for example in schemas["Position"]["examples"]:
        page.post("/api/analyse", example)
    for example in schemas["PositionAnswer"]["examples"]:
        page.post("/api/puzzles/judge", example)


# --- anything at all ------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("examples", EXAMPLES)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_whatever_is_sent_is_answered_as_described(
    server: Running, description: Any, mode: GenerationMode, examples: int
) -> None:
    wishes: list[Json] = [{"level": level} for level in LEVELS]
    wishes += [{"level": "easy", "no_guess": True}, {"daily": "2026-02-01"}]
    games = [server.ask("/api/games", wish)["token"] for wish in wishes]
    for result in schemathesis.openapi.from_dict(description).get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if operation.path == "/api/info":
            continue  # there is nothing to get wrong

        @given(operation.as_strategy(generation_mode=mode), st.sampled_from(games))
        @settings(
            max_examples=examples,
            phases=[Phase.generate],
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def answers(case: Case[Any], token: str) -> None:
            if "token" in (case.path_parameters or {}):
                case.path_parameters["token"] = token
            if "exercise" in (case.path_parameters or {}):
                case.path_parameters["exercise"] = "resolve-1-1"
            response = case.call(base_url=server.address, timeout=30)
            entry = description["paths"][case.path][case.method.lower()]
            check_answer(description, entry, response.status_code, response.content)

        answers()


def check_answer(description: Any, entry: Any, status: int, body: bytes) -> None:
    """See that an answer is one of those that are described; our own mistakes are not."""
    assert str(status) in entry["responses"], (entry["operationId"], status, body)
    schema = entry["responses"][str(status)]["content"]["application/json"]["schema"]
    whole = {**schema, "components": description["components"]}
    Draft202012Validator(whole).validate(json.loads(body))


def test_every_answer_is_as_described(page: Page, description: Any) -> None:
    """A game from its beginning to its review: each good answer there is."""
    game = page.opened("easy/opening#1 d4").path
    ended = page.opened("layout/clearing *. a1").path
    missed = page.opened("beginner/opening/fair#1 d4 a1").path
    asked: list[tuple[str, str, object]] = [
        ("get", "/api/info", None),
        ("post", "/api/games", {"level": "hard"}),
        ("get", game, None),
        ("post", f"{game}/moves", {"act": "flag", "cell": [1, 1]}),
        ("post", f"{game}/batch", {"after": 2, "moves": [{"act": "flag", "cell": [1, 1]}]}),
        ("post", f"{game}/flags", None),
        *(("post", f"{game}/hint", {"rung": rung}) for rung in range(7)),
        ("get", f"{game}/risks", None),
        ("get", f"{game}/flags", None),
        ("get", f"{game}/explain?cell=a1", None),
        ("post", f"{game}/suppose", {"cell": "a1", "mined": False}),
        ("post", f"{game}/ai", {}),
        ("post", f"{game}/ai", {"engine": "resolution"}),
        ("post", f"{game}/undo", None),
        ("post", f"{game}/restart", None),
        ("get", ended, None),
        ("get", f"{ended}/code", None),
        ("get", f"{ended}/review", None),
        ("get", f"{ended}/chances", None),
        ("get", f"{ended}/remark", None),
        ("get", f"{missed}/missed?lang=zh-TW", None),
        ("get", f"{ended}/remark?move=1&cell=a1&lang=zh-TW", None),
        ("post", f"{ended}/again", {"move": 1}),
        ("post", "/api/analyse", {"board": ["#1", "#1"]}),
        ("post", "/api/analyse", {"board": ["#3"]}),
        ("post", "/api/analyse/hint", {"board": ["#1", "#1"], "rung": 6}),
        ("post", "/api/analyse/explain", {"board": ["#1", "#1"], "cell": "a1"}),
        ("post", "/api/analyse/explain", {"board": ["##", "11"], "cell": "a1"}),
        ("post", "/api/analyse/suppose", {"board": ["##", "11"], "cell": "a1", "mined": True}),
        ("post", "/api/analyse/guess", {"board": ["#1", "#1"]}),
        ("post", "/api/games", {"daily": "2026-02-01"}),
        ("get", "/api/techniques?lang=zh-TW", None),
        ("post", "/api/analyse/trace", {"board": WALL}),
        ("post", "/api/trace", {"code": "4x4/3/list3#98"}),
        ("post", "/api/derivation", {"board": WALL, "cell": "b1"}),
        ("post", "/api/derivation/file", {"board": WALL, "cell": "b1", "format": "png"}),
        ("get", "/api/course/exercises", None),
        ("get", "/api/course/exercises/resolve-1-1?lang=zh-TW", None),
        ("get", "/api/course/exercises/resolve-1-1/solution", None),
        ("post", "/api/course/exercises/resolve-1-1/check", {"answer": [[0, 0]]}),
        ("post", "/api/course/exercises/resolve-1-1/hint", {"rung": 3}),
        ("get", "/api/lessons?lang=zh-TW", None),
        ("get", "/api/lessons/7", None),
        ("post", "/api/lessons/1/check", {"exercise": 2, "answer": "a2"}),
        ("post", "/api/lessons/1/answer", {"exercise": 2}),
        ("post", "/api/files", {"name": "wall.txt", "base64": "IyMjIDEyMSAwMDA="}),
        ("post", "/api/certify", {"code": "layout/clearing *.. ... ..."}),
        ("post", "/api/analyse/picture", {"board": ["###", "121", "000"], "cell": "b1"}),
        ("post", "/api/puzzles", {"technique": "chain", "seed": 1}),
        ("post", "/api/puzzles/answer", {"board": WALL}),
        ("post", "/api/puzzles/rate", {"puzzle_class": "1-2", "solved": True, "day": "today"}),
        ("post", "/api/puzzles/judge", {"board": WALL, "cell": [0, 1], "mined": False}),
        ("post", "/api/puzzles/judge", {"board": WALL, "cell": [0, 1], "mined": True}),
    ]
    seen = set()
    for method, path, body in asked:
        entry = described(description, method, path)
        response = page.send(method, path, body)
        assert response.status_code in (200, 201), response.text
        check_answer(description, entry, response.status_code, response.content)
        seen.add(entry["operationId"])
    assert len(seen) == len(paths(description))


def described(description: Any, method: str, path: str) -> Any:
    """Return the entry of a path with a token in it, or the id of an exercise."""
    form = re.sub(r"(/api/games/)[^/?]+", r"\1{token}", path.partition("?")[0])
    form = re.sub(r"(/api/course/exercises/)[^/?]+", r"\1{exercise}", form)
    form = re.sub(r"(/api/lessons/)[^/?]+", r"\1{lesson}", form)
    return description["paths"][form][method]
