"""Sequences of requests, valid and mangled, against the whole server in this process.

Whatever is sent: no answer is a server error, every answer fits the OpenAPI description, no answer
about a running game holds a mine or its seed, and each game is as its last acknowledged change left
it. Workers are replaced by the same tasks, done at once.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from starlette.types import ASGIApp, Message

from fuzz.target import Json, Target
from mineproof.app.service.analysis.jobs import do_job
from mineproof.app.service.analyst import Asker, read_answer, write_job
from mineproof.app.service.limits import Limits
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Bounds, Settings

_ALLOWED = {200, 201, 304, 400, 403, 404, 405, 408, 409, 413, 415, 422, 429, 431, 503}


# Inputs: each step is [name, a game by number, arguments, and what is mangled]

_numbers = st.integers(-1, 9)
_cells = st.tuples(_numbers, _numbers).map(list)
_langs = st.sampled_from(["en", "zh-TW"])
_wishes = st.fixed_dictionaries(
    {
        "level": st.sampled_from(
            ["easy", "3x3/1", "hex:4x5/4", "torus:5x5/4", "1x2/1", "3x3/0", "x"]
        )
    },
    optional={
        "start": st.sampled_from(["none", "safe", "opening", "list", "list3", "?"]),
        "finish": st.sampled_from(["clearing", "marking"]),
        "no_guess": st.booleans(),
    },
)
_codes = st.sampled_from(
    [
        "easy/opening#1 d4",
        "hex:layout/marking:b1 *1. 1..",
        "layout/clearing *1 11 b1 a1",
        "cs50#",
        "",
    ]
)
_boards = st.lists(st.text("#F0123*?x", min_size=1, max_size=4), min_size=1, max_size=4)
_positions = st.fixed_dictionaries(
    {"board": _boards, "mines": st.none() | st.integers(0, 8), "lang": _langs}
)
_names = st.text(max_size=8) | st.sampled_from(["level", "code", "cell", "act", "board"])
_junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names, inner, max_size=3),
    max_leaves=6,
)
_nothing: st.SearchStrategy[Json] = st.just({})
_manglings = st.none() | st.sampled_from(["junk", "bytes", "type", "origin", "host", "long"])


def _step(name: str, body: st.SearchStrategy[Json] = _nothing) -> st.SearchStrategy[Json]:
    return st.tuples(st.just(name), st.integers(0, 3), body, _manglings, _junk).map(list)


_moves = st.fixed_dictionaries(
    {"act": st.sampled_from(["open", "flag", "chord", "mark"]), "cell": _cells},
    optional={"mined": st.booleans()},
)
_ai = st.fixed_dictionaries(
    {"engine": st.sampled_from(["cascade", "single", "exact", "resolution", "x"]), "lang": _langs},
    optional={"agent": st.sampled_from(["safest", "never-guess"]), "flags": st.booleans()},
)
_hints = st.fixed_dictionaries({"rung": st.integers(-1, 7), "lang": _langs})
_steps = st.one_of(
    _step("POST /games", _wishes),
    _step("POST /games", st.fixed_dictionaries({"code": _codes})),
    *[_step("POST /games/{}/moves", _moves)] * 4,
    _step("POST /games/{}/ai", _ai),
    _step("POST /games/{}/hint", _hints),
    _step("POST /games/{}/undo"),
    _step("POST /games/{}/restart"),
    _step("POST /games/{}/again", st.fixed_dictionaries({"move": st.integers(-1, 5)})),
    *map(_step, ("GET /games/{}/risks", "GET /games/{}/flags", "GET /games/{}/explain?cell=b2")),
    *map(_step, ("GET /games/{}/review", "GET /games/{}/chances", "GET /games/{}/code")),
    _step("GET /games/{}/explain?cell=%00&lang=xx"),
    *[_step(f"POST /analyse{what}", _positions) for what in ("", "/guess")],
    _step("POST /exercises/answer", _positions),
    *map(_step, ("GET /info", "GET /techniques", "DELETE /games/{}", "GET /games/none")),
)


# The server, and what is said to it


class _Inline:
    """An analyst who does tasks at once, as a worker would."""

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        del seconds, asker
        job = write_job(task, asked)
        return read_answer(do_job(job))


@dataclass(frozen=True)
class _House:
    """A server, its file of games, and the description of its answers."""

    app: ASGIApp
    base: sqlite3.Connection
    described: dict[str, Any]
    folder: tempfile.TemporaryDirectory[str]


@cache
def _house() -> _House:
    folder = tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True)
    file = Path(folder.name, "games")
    limits, bounds = Limits(games_per_client=10**9), Bounds(games=10**9)
    app = create_app(Settings(data=file, limits=limits, bounds=bounds), analyst=_Inline())
    base = sqlite3.connect(file, isolation_level=None)
    _, text = asyncio.run(_send(app, "GET", "/api/openapi.json", b"", {}))
    return _House(app, base, json.loads(text), folder)


async def _send(
    app: ASGIApp, method: str, target: str, body: bytes, headers: Mapping[str, str]
) -> tuple[int, bytes]:
    """Return status and body of an answer."""
    path, _, query = target.partition("?")
    fields = {"host": "localhost", "content-type": "application/json"} | dict(headers)
    scope: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1"}
    scope |= {"method": method, "path": path, "raw_path": path.encode(), "scheme": "http"}
    scope |= {"query_string": query.encode(), "root_path": "", "client": ("192.0.2.1", 1)}
    scope["headers"] = [(name.encode(), value.encode("latin-1")) for name, value in fields.items()]
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Message] = []
    answered = asyncio.Event()

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            answered.set()

    await app(scope, receive, send)
    content = b"".join(each.get("body", b"") for each in sent[1:])
    return int(sent[0]["status"]), content


# What must hold


@dataclass
class _Model:
    """The games that have been begun, each as it was last acknowledged."""

    house: _House
    games: dict[str, dict[str, Any]] = field(default_factory=dict)

    async def take(self, step: Json) -> None:
        """Make one request, and judge its answer."""
        name, number, body, mangled, junk = step
        method, _, template = name.partition(" ")
        tokens = [*self.games] or ["none"]
        token = tokens[number % len(tokens)]
        data, headers = _mangled(body, mangled, junk, has_body=method == "POST")
        target = f"/api{template.format(token)}"
        status, content = await _send(self.house.app, method, target, data, headers)
        assert status in _ALLOWED, f"{status}: {content[:200]!r}"
        answer = json.loads(content)
        self._judge(method, template, status, answer)
        self._note(answer.get("game", answer) if status in (200, 201) else {}, status)
        if self.games:
            await self._compare()
        TARGET.tally["requests"] += 1

    def _judge(self, method: str, template: str, status: int, answer: Any) -> None:
        if status >= 400:
            assert list(answer) == ["error"], answer
            assert answer["error"], "a refusal without a sentence"
        path = f"/api{template.partition('?')[0]}".replace("{}", "{token}")
        entry = self.house.described["paths"].get(path, {}).get(method.lower())
        if entry is not None:
            assert str(status) in entry["responses"], f"{status} is not described: {answer}"
            _validator(path, method.lower(), str(status)).validate(answer)

    def _note(self, answer: dict[str, Any], status: int) -> None:
        if "token" in answer:
            assert status == 201 or answer["token"] in self.games
            self.games[answer["token"]] = answer

    async def _compare(self) -> None:
        """See that every game is as it was left, and tells no more than it may."""
        for token, known in self.games.items():
            status, content = await _send(self.house.app, "GET", f"/api/games/{token}", b"", {})
            found = json.loads(content)
            assert status == 200, content
            for name in ("board", "moves", "status", "mines_left", "lost_at"):
                assert found[name] == known[name], f"{name}: {found[name]}, not {known[name]}"
            self._tells_nothing(token, found, content)

    def _tells_nothing(self, token: str, found: dict[str, Any], content: bytes) -> None:
        query = "SELECT board, is_given FROM games WHERE token = ?"
        board, is_given = self.house.base.execute(query, (token,)).fetchone()
        if found["status"] != "playing" or is_given:
            return
        assert not any("*" in row for row in found["board"]), "a mine in a running game"
        assert all(found[name] is None for name in ("seed", "figures", "wrong_flags", "lost_at"))
        seed = board.partition("#")[2]
        assert len(seed) < 8 or seed.encode() not in content, "the seed of a running game"


def _mangled(
    body: Json, how: str | None, junk: Json, *, has_body: bool
) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a request, perhaps spoilt."""
    data = json.dumps(junk if how == "junk" else body).encode() if has_body else b""
    headers = {
        "type": {"content-type": "text/plain"},
        "origin": {"origin": "http://evil.example"},
        "host": {"host": "evil.example"},
        "long": {"x": "y" * 40_000},
    }
    return (data[::-1] if how == "bytes" else data), headers.get(how or "", {})


@cache
def _validator(path: str, method: str, status: str) -> Any:
    described = _house().described
    content = described["paths"][path][method]["responses"][status]["content"]
    schema = content["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": described["components"]})


def _check(value: Json) -> None:
    house = _house()
    house.base.execute("DELETE FROM games")
    asyncio.run(_play(_Model(house), value))


async def _play(model: _Model, steps: Json) -> None:
    for step in steps:
        await model.take(step)


TARGET = Target(inputs=st.lists(_steps, min_size=1, max_size=12), check=_check)
