"""Refusals are translated: every form in the source has an entry, and so has what is answered."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest
from tests.app.web.conftest import Page

import mineproof
from mineproof import errors
from mineproof.app.service.messages.values import Request
from mineproof.app.service.refusals.phrasebook import language_of, phrasebook
from mineproof.app.service.routes import ROUTES, Route
from mineproof.coach.language import LANGUAGES

SOURCE = Path(mineproof.__file__).parent
OTHERS = LANGUAGES[1:]
MESSAGES = "app/service/messages/"

ROOMS = (
    "board",
    "app/service",
    "app/web",
    "app/browser",
    "app/game",
    "coach",
    "course",
    "agents",
    "engines",
    "counting",
    "logic",
    "play",
)
"""Where a request may lead."""

AWAY = (
    "board/arrays.py",
    "board/formats/__init__.py",
    "board/formats/fields.py",
    "board/formats/values.py",
    "board/drawings/",
    "app/game/checks.py",
    "app/game/grounds.py",
    "app/game/json_proofs.py",
    "app/web/proxy.py",
    "app/web/serve.py",
    "app/web/settings.py",
    "coach/boards/script.py",
    "coach/boards/wishes.py",
    "course/lesson.py",
    "course/lesson_file.py",
    "course/markup.py",
    "agents/__init__.py",
    "agents/checked.py",
    "agents/own_moves/",
    "counting/kernel.py",
    "logic/derivation/stored.py",
    "logic/lrat_checker.py",
    "logic/pb_checker.py",
    "play/bulk.py",
    "play/given_boards.py",
)
"""Where no request leads: files, proofs to check, lessons being written, starting the server,
wishes of a command, other people's code."""

UNSEEN = (
    "{} is too large for mbf; expected sides of {} at most",
    "mine needs the mine count, which this view does not have",
    "the format {} holds a layout, in which nothing is hidden; expected a view or a game",
    "shape {} and the format {} cannot be combined; expected a picture",
    "cannot keep games in {}: {}",
    "{} is another program's database; expected mineproof's",
    "{} was made by a newer mineproof; expected another file",
    "no lesson in {}; expected files such as my-lesson.toml",
    "unknown version {} of VeriPB; expected {}",
    "no proofs to write; expected at least one",
    "a cell called {}; expected a letter, then letters or digits, like b3",
    "the proof of a set or of several clauses; expected facts or one clause",
)
"""What is said before the server answers anybody, or by writers and commands."""

KINDS = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
KINDS = KINDS - {"BadProof", "BadPlay", "BadPart"} | {"Refusal"}


def is_away(path: str) -> bool:
    return any(path.startswith(each) for each in AWAY)


def is_for_authors(path: str, form: str) -> bool:
    """Tell whether a form is about an exercise that somebody writes, not about an answer."""
    is_of_exercise = form.startswith("rung") or "answer" in form or "step" in form
    return path.startswith("course/exercises/") and not is_of_exercise


def form_of(node: ast.expr) -> str | None:
    """Return a text with {} for each value that is filled in; None if it is not a plain text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    values = [each.value if isinstance(each, ast.Constant) else "{}" for each in node.values]
    return "".join(map(str, values))


def forms_in_source() -> Iterator[tuple[str, str]]:
    """Yield each form of an error that a request may meet, and where it is."""
    for room in ROOMS:
        for file in sorted((SOURCE / room).rglob("*.py")):
            path = file.relative_to(SOURCE).as_posix()
            if is_away(path):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    wanted = KINDS | ({"ValueError"} if path.startswith(MESSAGES) else set())
                    told = filter(None, map(form_of, node.args))
                    form = next(told, None)
                    if node.func.id in wanted and form and not is_for_authors(path, form):
                        yield f"{path}:{node.lineno}", form


def filled(form: str) -> str:
    """Return a form with values that stand for what people may send."""
    values = iter(["'x'", "b3", "7", "hex:9x9", "c4", "12", "a1", "5"] * 3)
    return re.sub(r"\{\w*\}", lambda _: next(values), form)


def has_words(text: str) -> bool:
    return bool(re.search("[\u4e00-\u9fff]", text))


@pytest.mark.parametrize("tag", OTHERS)
def test_every_form_in_the_source_has_a_translation(tag: str) -> None:
    book = phrasebook(tag)
    forms = {form: where for where, form in forms_in_source() if form not in UNSEEN}
    assert len(forms) > 120
    missing = {
        where: form for form, where in forms.items() if not has_words(book.translate(filled(form)))
    }
    assert missing == {}


@pytest.mark.parametrize("tag", OTHERS)
def test_every_translation_uses_only_values_of_its_form(tag: str) -> None:
    text = (SOURCE / "app" / "service" / "refusals" / f"{tag}.toml").read_text(encoding="utf-8")
    for form, translation in tomllib.loads(text)["refusals"].items():
        given, used = (
            {name for _, name, *_ in Formatter().parse(each) if name}
            for each in (form, translation)
        )
        assert used <= given, form
        sentence = filled(form.replace("{error}", "there is no move to undo"))
        assert has_words(phrasebook(tag).translate(sentence)), form


def test_english_is_left_as_it_is() -> None:
    assert phrasebook("en").translate("there is no move to undo") == "there is no move to undo"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "move 3, b2: b2 is already open; expected a hidden cell to open",
            "第 3 步 b2：b2 已經打開",
        ),
        ("cell.0: Field required", "cell.0：必須提供"),
        ("the game is won; a hint is available only during a game", "「提示」只在棋局進行中提供"),
        (
            "'a: b; expected c' is not a game id; expected LEVEL/START#SEED, like medium/list16#42",
            "'a: b; expected c' 不是棋局編號",
        ),
        (
            "no layout fits: the clues at a1, b2 and the mine count clash",
            "a1, b2 的線索和地雷數矛盾",
        ),
        (
            "unknown finish 'won'; expected marking, clearing, flagging or fair",
            "應為 marking, clearing, flagging 或 fair",
        ),
        ("no opening fits at a1: nobody knows", "a1 放不下一片空白：nobody knows"),
    ],
)
def test_sentences_within_sentences_and_words_as_values(sentence: str, told: str) -> None:
    assert told in phrasebook("zh-TW").translate(sentence)


# --- what the server answers ----------------------------------------------------------------------


def good_body(model: type[Any]) -> dict[str, Any]:
    extra: Any = model.model_config.get("json_schema_extra") or {"examples": [{"rung": 0}]}
    return dict(extra["examples"][0])


def wrong_bodies(model: type[Any]) -> Iterator[Any]:
    """Yield bodies that a model refuses: the wrong kind, a field too many, each field wrong."""
    yield []
    yield good_body(model) | {"frog": 1}
    for name in model.model_fields:
        values: tuple[object, ...] = ({}, -1, "x" * 300)
        for value in values:
            yield good_body(model) | {name: value}


def models_of(route: Route) -> list[type[Any]]:
    kinds = get_args(route.message) or (route.message,)
    return [each for each in kinds if issubclass(each, Request)]


def refusals(page: Page) -> Iterator[tuple[str, str, Any]]:
    """Yield a method, a path and a body for each kind of refusal of each route."""
    game, nobody = page.begin("8x8/10", start="opening", seed=1).path, "/api/games/nobody"
    for route in ROUTES:
        path, gone = (
            f"/api{route.path}".replace("/api/games/{token}", each) for each in (game, nobody)
        )
        yield "DELETE", path, None
        if route.method == "GET":
            yield route.method, gone, None
            yield route.method, f"{path}?lang=xx", None
            yield route.method, path, None
        for model in models_of(route):
            yield route.method, gone, good_body(model)
            for body in wrong_bodies(model):
                yield route.method, path, body


def test_every_route_refuses_in_the_language_of_the_request(page: Page) -> None:
    seen = set[int]()
    for method, path, body in refusals(page):
        response = page.send(method, path, body, headers={"Accept-Language": "zh-TW,en;q=0.5"})
        if response.status_code >= 400:
            seen.add(response.status_code)
            told = response.json()["error"]
            assert has_words(told) or told.endswith("…"), (method, path, body, told)
    assert seen >= {400, 404, 405, 409, 422}


def test_the_language_is_asked_for_in_the_address_the_body_or_a_header(page: Page) -> None:
    lost = "/api/games/nobody"
    english = page.refused("GET", lost)[1]
    assert english == "no such game; unused games are removed after some days"
    chinese = page.refused("GET", f"{lost}?lang=zh-TW")[1]
    assert chinese == "沒有這一局；久未使用的棋局幾天後會移除"
    assert page.refused("POST", f"{lost}/hint", {"rung": 0, "lang": "zh-TW"})[1] == chinese
    for name, told in (("zh-Hant,en", chinese), ("fr, zh-TW;q=0.5", chinese), ("fr", english)):
        answer = page.send("GET", lost, headers={"Accept-Language": name})
        assert answer.json()["error"] == told
    both = page.send("GET", f"{lost}?lang=en", headers={"Accept-Language": "zh-TW"})
    assert both.json()["error"] == english


def test_a_body_that_is_no_json_has_no_language() -> None:
    for body in (b"", b"[" * 100_000, b'{"lang": 7}', b'"zh-TW"', b"\xff"):
        assert language_of("", body, "") == "en"
