"""Nothing that a server says before the end depends on where the mines are, beyond what is seen.

The strongest test: the layout of a game is swapped for another one that fits the same view, and
everything that is then said about the game must be the same, byte for byte.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.app.web.conftest import GameHandle, Page, page_on

from mineproof import study
from mineproof.app.game.session import Session
from mineproof.app.web.games import Games
from mineproof.board.grid import Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import FLAG, MINE, View

LEVELS = ["easy", "beginner", "hex:6x6/6", "torus:6x6/6", "5x5/4"]
STARTS = ["list", "safe", "opening", "none"]
NO_GUESS: dict[str, object] = {"no_guess": True, "finish": "clearing"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Games]]:
    """A page, and the games behind it."""
    opened: list[Games] = []
    original = Games.open

    def keep(*args: Any) -> Games:
        opened.append(original(*args))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Games, "open", keep)
        with page_on(tmp_path_factory.mktemp("house") / "games") as page:
            yield page, opened[0]


def something(dice: random.Random, game: dict[str, Any]) -> tuple[str, str, object]:
    """Return a request that may come in the middle of a game, sensible or not."""
    cell = [dice.randrange(game["rows"]), dice.randrange(game["cols"])]
    name = f"{'abcdefghi'[cell[1]]}{cell[0] + 1}"
    acts = ["open", "open", "flag", "chord"]
    engine = dice.choice(["cascade", "single", "exact", "resolution"])
    requests: list[tuple[str, str, object]] = [
        ("POST", "/moves", {"act": dice.choice(acts), "cell": cell}),
        ("POST", "/moves", {"act": "mark", "cell": cell, "mined": dice.random() < 0.5}),
        ("POST", "/hint", {"rung": dice.randrange(7), "lang": "zh-TW"}),
        ("POST", "/ai", {"engine": engine, "agent": "random"}),
        ("GET", "/risks", None),
        ("GET", "/flags", None),
        ("GET", f"/explain?cell={name}", None),
        ("GET", "/code", None),
        ("GET", "/review", None),
        ("GET", "/chances", None),
        ("POST", "/again", {"move": 1}),
        ("POST", "/undo", None),
        ("POST", "/restart", None),
        ("GET", "", None),
    ]
    weights = [8, 1, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1, 0.3, 1]
    return dice.choices(requests, weights)[0]


@pytest.mark.parametrize("seed", range(10))
def test_no_answer_before_the_end_holds_a_mine_or_the_seed(
    house: tuple[Page, Games], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, games = house
    dice = drawn_from(monkeypatch, seed)
    finish = dice.choice([{}, {"finish": "marking"}, {"finish": "clearing"}])
    wish = {"start": dice.choice(STARTS)} | finish if seed % 3 else NO_GUESS
    game = page.begin(LEVELS[seed % 5], **wish)
    token = game.begun["token"]
    secret = games.session(token).board.partition("#")[2]
    assert len(secret) > 8
    for _ in range(40):
        page.bodies.clear()
        was_over = games.session(token).is_over
        method, what, body = something(dice, game.begun)
        page.send(method, game.path + what, body)
        if not (was_over or games.session(token).is_over):
            assert not any("*" in text or secret in text for text in page.bodies)
            assert_tells_nothing(page.bodies[-1])


def drawn_from(monkeypatch: pytest.MonkeyPatch, seed: int) -> random.Random:
    """Return dice from which the secret seeds of games are drawn as well."""
    dice = random.Random(seed)
    monkeypatch.setattr("secrets.randbits", dice.getrandbits)
    return dice


def assert_tells_nothing(text: str) -> None:
    told = json.loads(text)
    shown = told.get("game", told)
    if "token" in shown:
        for name in ("seed", "figures", "wrong_flags", "lost_at"):
            assert shown[name] is None


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_depends_on_the_view_alone(
    house: tuple[Page, Games], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, games = house
    dice = drawn_from(monkeypatch, seed)
    wish: dict[str, object] = {"start": STARTS[seed % 4]} if seed % 3 else NO_GUESS
    game = played(page, dice, LEVELS[seed % 5], wish)
    session = games.session(game.begun["token"])
    if session.awaits_first or session.is_over:
        pytest.skip("there is no layout to swap")
    truth = session.game.layout
    everything(game)  # from now on the game is assisted, whoever asks
    said = everything(game)
    for number in range(3):
        swap(session, another_layout(session, number))
        assert everything(game) == said
        swap(session, truth)
    assert_programs_decide_by_the_view(game, session, truth)


def played(page: Page, dice: random.Random, level: str, wish: dict[str, object]) -> GameHandle:
    """Return a game after some moves, of which none has lost."""
    finish = dice.choice(["marking", "clearing"])
    game = page.begin(level, **({"finish": finish} | wish))
    for _ in range(dice.randrange(2, 14)):
        method, what, body = something(dice, game.begun)
        if what in ("/moves", "/ai"):
            page.send(method, game.path + what, body)
            if game.get()["status"] == "lost":
                game.post("/undo")
    return game


def another_layout(session: Session, number: int) -> Layout:
    """Return another layout that fits what is seen, the marks of the marking game included.

    Where there is no other, it is the same.
    """
    view = session.game.view
    if session.game.finish is Finish.MARKING:
        view = View(view.grid, view.cells.replace(bytes([FLAG]), bytes([MINE])), view.mines)
    position = study(view)
    drawn = [position.sample(seed) for seed in range(20 * number, 20 * number + 20)]
    assert all(len(mines) == session.game.mines for mines in drawn)
    others = [mines for mines in drawn if mines != session.game.layout.mines]
    return Layout(view.grid, (others or drawn)[0])


def swap(session: Session, layout: Layout) -> None:
    session.game._take(layout)


def everything(game: GameHandle) -> list[bytes]:
    """Return all that can be asked about a game without a move."""
    cells = ("a1", "b2", "c4", "e5")
    asked: list[tuple[str, str, object]] = [("GET", "", None), ("GET", "/risks", None)]
    asked += [("GET", "/flags", None), ("GET", "/code", None), ("GET", "/review", None)]
    asked += [("GET", "/chances", None)]
    asked += [("GET", f"/explain?cell={cell}", None) for cell in cells]
    asked += [("POST", "/hint", {"rung": rung}) for rung in (0, 3, 6)]
    return [game.page.send(how, game.path + what, body).content for how, what, body in asked]


def assert_programs_decide_by_the_view(game: GameHandle, session: Session, truth: Layout) -> None:
    """What comes of a move depends on the truth; which move it is, and why, must not."""
    for engine, agent in (("exact", "safest"), ("single", "random"), ("resolution", "never-guess")):
        decided = []
        for layout in (truth, another_layout(session, 0), another_layout(session, 1)):
            swap(session, layout)
            made = game.post("/ai", {"engine": engine, "agent": agent})
            del made["game"]
            decided.append(made)
            swap(session, truth)
            if made["move"] is not None:
                game.post("/undo")
        assert all(each == decided[0] for each in decided)


def test_an_analyst_is_never_told_the_truth(house: tuple[Page, Games]) -> None:
    """What is asked of other processes holds a picture of the view, and no layout."""
    page, games = house
    game = page.begin("beginner", start="opening")
    game.move("open", 4, 4)
    page.analyst.asked.clear()
    view = games.session(game.begun["token"]).game.view
    everything(game)
    game.post("/ai", {"engine": "resolution"})
    tasks = {task for task, _ in page.analyst.asked}
    assert tasks == {"count_risks", "find_wrong_flags", "explain_cell", "give_hint", "choose_move"}
    for _, asked in page.analyst.asked:
        assert asked["board"] == view.picture().split("\n")
        extra = asked.keys() - {"board", "mines", "shape", "rung", "lang", "cell", "before"}
        assert extra <= {"engine", "agent", "flags"}


def test_shapes_are_told_as_they_are(house: tuple[Page, Games]) -> None:
    page, _ = house
    for shape in Shape:
        level = f"{shape.value}:6x6/5"
        game = page.begin(level)
        game.get("/risks")
        assert page.analyst.asked[-1][1]["shape"] == shape.value
