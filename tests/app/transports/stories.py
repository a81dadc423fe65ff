"""Stories: requests in their order, which every carrier must answer in the same words.

They are plain data, and JSON as they stand: a test in a browser may send them as well. `$game` in a
path stands for the token of a game that an earlier step has kept under that name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

from mineproof.agents import AGENTS
from mineproof.app.service.messages.values import Request
from mineproof.app.service.routes import PREFIX, ROUTES, Route
from mineproof.engines import ENGINES


class Step(NamedTuple):
    """A request: its method, its address, and its body as text; what it keeps under which name."""

    method: str
    address: str
    body: str | None = None
    keeps: str | None = None
    accepts: str | None = None

    def with_tokens(self, tokens: Mapping[str, str]) -> Step:
        """Return the request about the games that were kept; about none for other names."""
        address = re.sub(r"\$(\w+)", lambda name: tokens.get(name[1], "nobody"), self.address)
        return self._replace(address=address)


def get(path: str, **more: Any) -> Step:
    return Step("GET", PREFIX + path, **more)


def post(path: str, body: object = None, **more: Any) -> Step:
    return Step("POST", PREFIX + path, None if body is None else json.dumps(body), **more)


def begin(name: str, **wish: object) -> Step:
    return post("/games", wish, keeps=name)


def moved(act: str, *cell: int, game: str = "$game", **more: object) -> Step:
    return post(f"/games/{game}/moves", {"act": act, "cell": cell, **more})


def helped(game: str = "$game") -> Iterator[Step]:
    """Yield every kind of help in a game, in both languages."""
    for lang in ("en", "zh-TW"):
        for rung in range(7):
            yield post(f"/games/{game}/hint", {"rung": rung, "lang": lang})
        for cell in ("a1", "b2", "c3", "d4", "z9", "a99", "?"):
            yield get(f"/games/{game}/explain?cell={cell}&lang={lang}")
            yield post(f"/games/{game}/suppose", {"cell": cell, "mined": True, "lang": lang})
    yield post(f"/games/{game}/hint", {"rung": 6, "flags": True})
    yield get(f"/games/{game}/risks")
    yield get(f"/games/{game}/risks?brief=true")
    yield get(f"/games/{game}/flags")
    yield post(f"/games/{game}/flags", {})
    yield post(f"/games/{game}/flags")


def told_at_the_end(game: str = "$game") -> Iterator[Step]:
    """Yield what is answered once a game is over; before that, it is refused."""
    yield get(f"/games/{game}")
    yield get(f"/games/{game}/code")
    yield get(f"/games/{game}/chances")
    yield get(f"/games/{game}/missed?lang=zh-TW")
    for lang in ("en", "zh-TW"):
        yield get(f"/games/{game}/review?lang={lang}")
        yield get(f"/games/{game}/remark?lang={lang}")
    yield get(f"/games/{game}/remark?move=1&cell=d4")
    yield get(f"/games/{game}/remark?move=0")
    yield get(f"/games/{game}/remark?move=x")
    yield post(f"/games/{game}/again", {"move": 1}, keeps="again")
    yield post(f"/games/{game}/again", {"move": 99})


def played(level: str, finish: str, start: str, seed: int) -> list[Step]:
    """Return a game from its beginning to its end, with all that may be asked about it."""
    steps = [
        begin("game", level=level, finish=finish, start=start, seed=seed),
        *helped(),
        moved("open", 1, 1),
        moved("open", 1, 1),
        moved("flag", 0, 0, since=2),
        moved("chord", 1, 1),
        moved("mark", 0, 3, mined=False),
        moved("open", 99, 0),
        post("/games/$game/undo", {"since": 3}),
        post("/games/$game/undo"),
        moved("open", 2, 2),
        *told_at_the_end(),
        *helped(),
        post("/games/$game/restart"),
    ]
    steps += [
        post("/games/$game/batch", {"after": 0, "moves": [{"act": "open", "cell": [1, 1]}] * 2}),
        post("/games/$game/batch", {"after": 0, "moves": [{"act": "open", "cell": [1, 1]}]}),
        post("/games/$game/batch", {"after": 7, "moves": [{"act": "flag", "cell": [0, 1]}]}),
        post("/games/$game/ai", {"engine": "single", "agent": "never-guess", "lang": "zh-TW"}),
        post("/games/$game/ai", {"engine": "frog"}),
        post("/games/$game/ai", {"engine": "my.py:Engine"}),
    ]
    steps += [post("/games/$game/ai", {"agent": "safest"})] * 16
    steps += [moved("open", row, col) for row in range(4) for col in range(4)]
    return [*steps, *told_at_the_end(), get("/games/$again"), *helped("$again")]


def lost_by_guess() -> list[Step]:
    """Return a prove-it game that is lost by a guess where a cell was proved."""
    opened = [moved("open", row, col) for row in range(5) for col in range(5)]
    return [begin("game", level="5x5/6", finish="fair", seed=4), *opened, *told_at_the_end()]


def without_guess() -> list[Step]:
    begun = begin("game", level="9x9/10", no_guess=True, seed=11)
    asked = [post("/games/$game/hint", {"rung": 6}), get("/games/$game/risks?brief=1")]
    day = begin("daily", daily="2026-02-01")
    full = begin("full", level="6x6/20", no_guess=True, start="opening", seed=1)
    none = [full, moved("open", 1, 1, game="$full"), begin("late", daily="yesterday")]
    return [begun, *asked, get("/games/$game/code"), moved("open", 4, 4), *asked, *none, day]


def positions() -> list[Step]:
    walls: list[dict[str, Any]] = [
        {"board": ["####", "1221", "0000"], "mines": 2},
        {"board": ["###", "121", "000"], "lang": "zh-TW"},
        {"board": ["1##", "###"], "mines": 2},
        {"board": ["0#1#0##1"]},
        {"board": ["3#", "##"], "mines": 1, "lang": "zh-TW"},
        {"board": ["F##", "12F"], "shape": "torus"},
        {"board": ["#1", "?"]},
        {"board": ["#" * 201]},
    ]
    steps = []
    for wall in walls:
        steps.append(post("/analyse", wall))
        steps.append(post("/analyse", wall | {"brief": True}))
        steps += [post("/analyse/hint", wall | {"rung": rung}) for rung in (0, 3, 6)]
        steps.append(post("/analyse/hint", wall | {"rung": 6, "flags": True}))
        for path, rest in (
            ("/analyse/explain", {"cell": "b1"}),
            ("/analyse/suppose", {"cell": "b1", "mined": False}),
            ("/analyse/guess", {}),
            ("/analyse/picture", {"cell": "b1", "format": "svg"}),
            ("/analyse/picture", {"format": "svg"}),
            ("/derivation", {"cell": "b1", "engine": "subset"}),
            ("/derivation/file", {"cell": "b1", "format": "text"}),
            ("/puzzles/judge", {"cell": [0, 1], "mined": True}),
            ("/puzzles/answer", {}),
            ("/exercises/answer", {}),
        ):
            steps.append(post(path, wall | rest))
    return steps


def proofs() -> list[Step]:
    walls = {"board": ["####", "1221", "0000"], "mines": 2}
    game: dict[str, object] = {"code": "3x3/2/list2#63", "engine": "resolution"}
    forms = ("dot", "svg", "latex", "dimacs", "lrat", "opb", "veripb", "json")
    return [
        post("/analyse/trace", walls | {"engine": "subset"}),
        post("/analyse/trace", walls | {"page": 1}),
        post("/analyse/trace", walls | {"engine": "frog"}),
        post("/trace", {"code": "3x3/2/list2#63"}),
        post("/trace", {"code": "3x3/2/list2"}),
        post("/derivation", game | {"step": 9, "clause": [-2], "lang": "zh-TW"}),
        post("/derivation", game | {"step": 9, "clause": [-2], "unfolded": []}),
        post("/derivation", game),
        *(post("/derivation/file", walls | {"cell": "a1", "format": form}) for form in forms),
        post("/certify", {"code": "layout/clearing *.. ... ...", "first": "c3"}),
        post("/certify", {"code": "layout/clearing *.. ... ..."}),
        post("/certify", {"code": "layout/clearing ***"}),
        post("/certify", {"code": "frog", "lang": "zh-TW"}),
        post("/files", {"name": "board.mine", "base64": "MngyeDEKMUgKMTEK"}),
        post("/files", {"base64": "IzEKIzE=", "mines": 1}),
        post("/files", {"base64": "frog", "lang": "zh-TW"}),
        post("/files", {"name": "x" * 256, "base64": ""}),
    ]


def exercises() -> list[Step]:
    task, attempt = "/course/exercises", {"puzzle_class": "1-2+", "solved": True}
    both = ("en", "zh-TW")
    standing = {"rating": 1600.0, "deviation": 80.0, "volatility": 0.06, "day": "2026-01-05"}
    return [
        *(get(f"/techniques?lang={lang}") for lang in both),
        *(get(f"{task}?lang={lang}") for lang in both),
        *(get(f"{task}/{name}?lang=zh-TW") for name in ("resolve-1-1", "textbook-count", "frog")),
        post("/puzzles", {"technique": "1-2-1", "seed": 17}),
        post("/puzzles", {"id": "L2#7"}),
        post("/exercises", {"id": "L2#7"}),
        post("/puzzles", {"id": "frog"}),
        post("/puzzles/rate", attempt | {"day": "2026-02-01"}),
        post("/puzzles/rate", attempt | {"day": "2026-02-01", "player": standing}),
        post("/puzzles/rate", attempt | {"day": "soon"}),
        post(f"{task}/resolve-1-1/check", {"answer": [[0, 1]]}),
        post(f"{task}/resolve-1-1/check", {"answer": [], "lang": "zh-TW"}),
        post(f"{task}/resolve-1-1/check", {"answer": 7}),
        post(f"{task}/resolve-1-1/hint", {"rung": 3, "answer": []}),
        post(f"{task}/resolve-1-1/hint", {"rung": 9}),
        get(f"{task}/resolve-1-1/solution"),
        get(f"{task}/frog/solution"),
        *(get(f"/lessons?lang={lang}") for lang in both),
        *(get(f"/lessons/{name}?lang=zh-TW") for name in ("1", "one-clue", "7", "99")),
        post("/lessons/1/check", {"exercise": 1, "answer": "a1 c1"}),
        post("/lessons/1/check", {"exercise": 99, "answer": "a1"}),
        post("/lessons/1/answer", {"exercise": 1, "lang": "zh-TW"}),
        post("/lessons/frog/answer", {"exercise": 1}),
        get("/info"),
    ]


def refused() -> list[Step]:
    """Return requests that no carrier takes: unknown, malformed, too long, not allowed."""
    begun = begin("game", level="4x4/3", start="opening", finish="clearing", seed=1)
    bodies = ('{"act": "open"', "", "null", "[]", "7", '"frog"', "{}", "[" * 5000, "1" * 5000)
    moves = "/games/$game/moves"
    raw = [Step("POST", PREFIX + path, text) for path in ("/games", moves) for text in bodies]
    token, long = "x" * 101, {"code": "easy/list#1 " + "a1 " * 40_000}
    unknown = [
        Step("GET", "/api"),
        Step("GET", "/api/"),
        get("/"),
        get("/frog"),
        get("/info/"),
        get("/games//code"),
        get("/games/a%2Fb"),
        get("/games/%E2%9B%B3/code"),
        get("/lessons/1/check"),
        get("/frog?lang=zh-TW"),
        get("/frog", accepts="zh-Hant,en;q=0.5"),
        get("/info/more", accepts="fr, de"),
        get(f"/games/{token}?lang=zh-TW"),
        get("/games/frog"),
        post("/games", long),
        post("/games", {"code": long["code"] * 3}),
        post("/games", {"level": "999x999/3"}),
        post("/games", {"level": "60x60/500", "finish": "fair"}),
        post("/games", {"level": "easy", "seed": -1}),
        post("/games", {"level": "easy", "frog": 1}, accepts="zh-TW"),
        post("/games", {"level": "easy", "daily": "today"}),
        post("/games", {"code": "easy/opening#1 zz"}),
        post("/games", {"code": "easy/opening#1 d4", "seconds": 12.5}, keeps="old"),
        get("/games/$game/risks?brief=perhaps"),
        get("/games/$game/explain"),
        get("/games/$game/explain?cell=a1&cell=b2&lang="),
        *(Step(how, f"{PREFIX}/info") for how in ("PUT", "DELETE", "PATCH")),
    ]
    return [begun, *raw, *unknown, *wrong_messages()]


def wrong_messages() -> Iterator[Step]:
    """Yield, for each route and each of its fields, messages that it refuses."""
    for route in ROUTES:
        path = route.path.replace("{token}", "$game").replace("{exercise}", "resolve-1-1")
        path = path.replace("{lesson}", "1")
        yield Step("DELETE", PREFIX + path)
        yield Step(route.method, PREFIX + route.path.replace("{token}", "nobody"))
        if route.method == "GET":
            yield Step("GET", f"{PREFIX}{path}?lang=xx")
        for model in models_of(route):
            for body in wrong_bodies(model):
                yield post(path, body)


def models_of(route: Route) -> list[type[Any]]:
    kinds = get_args(route.message) or (route.message,)
    return [each for each in kinds if issubclass(each, Request)]


def wrong_bodies(model: type[Any]) -> Iterator[object]:
    extra: Any = model.model_config.get("json_schema_extra") or {"examples": [{"rung": 0}]}
    good = dict(extra["examples"][0])
    yield []
    yield good | {"frog": 1}
    for name in model.model_fields:
        values: tuple[object, ...] = ({}, -1, "x" * 600)
        for value in values:
            yield good | {name: value}


STORIES: dict[str, list[Step]] = {
    "marking": played("4x4/3", "marking", "list", 1),
    "clearing": played("4x4/3", "clearing", "opening", 2),
    "flagging on a torus": played("torus:4x4/3", "flagging", "safe", 3),
    "proving on a hex board": played("hex:4x4/3", "fair", "none", 4),
    "lost by a guess": lost_by_guess(),
    "no guess": without_guess(),
    "positions": positions(),
    "proofs": proofs(),
    "exercises": exercises(),
    "refused": refused(),
}

_TIMES = re.compile(r'("(?:elapsed|bbbv_per_second|seconds)": ?)[0-9.e-]+')
_ABOUT_CARRIER = ("place", "kernel", "limits")
_ALWAYS_THERE = {**AGENTS, **ENGINES}.keys() - {"sat"}
"""Other players depend on what is installed: a SAT solver, or a package with agents."""


def compared(step: Step, text: str, tokens: Mapping[str, str]) -> str:
    """Return an answer without what two carriers need not share: tokens, times, what they are."""
    if step.address.partition("?")[0] == f"{PREFIX}/info":
        told = json.loads(text)
        for kind in told.keys() & {"agents", "engines"}:
            told[kind] = [each for each in told[kind] if each["name"] in _ALWAYS_THERE]
        return json.dumps({name: told[name] for name in told if name not in _ABOUT_CARRIER})
    for name, token in tokens.items():
        text = text.replace(token, f"${name}")
    return _TIMES.sub(r"\1_", text)
