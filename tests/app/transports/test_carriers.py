"""HTTP and the browser's worker answer every request in the same words, byte for byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.browser.carried import Shelf
from tests.app.transports.stories import STORIES, Step, compared
from tests.app.web.conftest import page_on

from mineproof.app.browser.analyst_worker import do
from mineproof.app.browser.desk_worker import open_desk
from mineproof.app.service.limits import Limits
from mineproof.app.service.refusals.refusal import Refusal
from mineproof.app.service.routes import ROUTES, find_route

Answer: TypeAlias = tuple[int, str]
Send: TypeAlias = Callable[[Step], Answer]

NOW = 1_000_000.0


async def ask(line: str, seconds: float) -> str:
    del seconds
    return do(line)


def in_browser() -> Send:
    carrier = open_desk(Shelf(), ask, limits=Limits(), clock=lambda: NOW)
    return lambda step: asyncio.run(
        carrier.answer(step.method, step.address, step.body, step.accepts)
    )


@contextmanager
def over_http(folder: Path) -> Iterator[Send]:
    with page_on(folder / "games") as page:

        def send(step: Step) -> Answer:
            headers = {"Prefer": "quiet-refusals"}  # as the page does
            if step.body:
                headers["Content-Type"] = "application/json"
            if step.accepts:
                headers["Accept-Language"] = step.accepts
            told = page.client.request(
                step.method, step.address, content=step.body, headers=headers
            )
            return int(told.headers.get("Refusal", told.status_code)), told.text

        yield send


@pytest.fixture
def carriers(tmp_path: Path) -> Iterator[list[Send]]:
    with over_http(tmp_path) as send:
        yield [send, in_browser()]


def answered(send: Send, steps: list[Step]) -> Iterator[tuple[Step, Answer]]:
    """Yield each request and its answer, ids and times aside."""
    tokens: dict[str, str] = {}
    for step in steps:
        status, text = send(step.with_tokens(tokens))
        if step.keeps is not None and status == 201:
            tokens[step.keeps] = json.loads(text)["token"]
        yield step, (status, compared(step, text, tokens))


@pytest.mark.parametrize("name", STORIES)
def test_all_carriers_answer_in_the_same_words(carriers: list[Send], name: str) -> None:
    told = [answered(send, STORIES[name]) for send in carriers]
    for (step, over_http), (_, in_browser) in zip(*told, strict=True):
        assert in_browser == over_http, step


def test_every_route_is_in_a_story_and_answered() -> None:
    send, seen = in_browser(), set[str]()
    for steps in STORIES.values():
        for step, (status, _) in answered(send, steps):
            found = find_route(step.method, step.address.partition("?")[0])
            if status < 300:
                assert not isinstance(found, Refusal), step
                seen.add(found[0].handler)
    assert {route.handler for route in ROUTES} - seen == set()


def test_stories_are_json_as_they_stand() -> None:
    plain = {name: [step._asdict() for step in steps] for name, steps in STORIES.items()}
    assert json.loads(json.dumps(plain)) == plain


# --- requests that nobody has thought of ----------------------------------------------------------

ODD: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["a1", "zh-TW", "open", "easy", "###", "hex"]),
    st.lists(st.integers(-1, 5), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@st.composite
def mutated(draw: st.DrawFn) -> Step:
    """Return a step of a story with one thing changed: its path, its query or its body."""
    step = draw(st.sampled_from(LIGHT))
    path, _, query = step.address.partition("?")
    match draw(st.sampled_from(("path", "query", "body", "text", "method"))):
        case "path":
            parts = path.split("/")
            at = draw(st.integers(2, max(2, len(parts) - 1)))  # one story asks for /api alone
            parts[at : at + 1] = [draw(st.text("ab1%/{}", max_size=4))]
            return step._replace(address="/".join(parts))
        case "query":
            more = draw(st.sampled_from(("lang", "cell", "move", "brief")))
            value = quote(draw(st.text(max_size=6)), safe="")
            return step._replace(address=f"{path}?{query}&{more}={value}")
        case "body" if told := fields(step):
            name = draw(st.sampled_from([*told, "frog"]))
            return step._replace(body=json.dumps(told | {name: draw(ODD)}))
        case "text" if step.body:
            cut = draw(st.integers(0, len(step.body)))
            return step._replace(body=step.body[:cut] + draw(st.text('{}[]",:0e', max_size=3)))
        case _:
            return step._replace(method=draw(st.sampled_from(("GET", "POST", "PUT"))))


def fields(step: Step) -> dict[str, object]:
    """Return the fields of a body, none if it has none or makes no sense."""
    try:
        told = json.loads(step.body or "null")
    except (ValueError, RecursionError):  # as some stories want it
        return {}
    return told if isinstance(told, dict) else {}


def is_light(step: Step) -> bool:
    """Tell whether a request, changed a little, asks for no whole board or review."""
    heavy = ("/puzzles", "/exercises", "/games", "/trace", "/certify", "/chances", "/ai")
    return not step.address.endswith(heavy) and step.body != "1" * 5000


LIGHT = [step for name in ("clearing", "refused") for step in STORIES[name] if is_light(step)]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Send, str]]]:
    """Both carriers, and a game on each."""
    with over_http(tmp_path_factory.mktemp("both")) as send:
        carriers = [send, in_browser()]
        begun = STORIES["clearing"][0]
        yield [(each, json.loads(each(begun)[1])["token"]) for each in carriers]


@given(mutated())
@settings(deadline=None, max_examples=150)
def test_what_nobody_has_thought_of_is_answered_in_the_same_words(
    both: list[tuple[Send, str]], step: Step
) -> None:
    told = []
    for send, token in both:
        tokens = {"game": token, "again": token}
        status, text = send(step.with_tokens(tokens))
        told.append((status, compared(step, text, tokens)))
    assert told[0] == told[1]
    assert told[0][0] < 500
