"""Nothing that a carrier says before the end depends on where the mines are, beyond what is seen.

The strongest test: the layout of a game is swapped for another one that fits the same view, and
everything that is then said about the game must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from tests.app.browser.carried import carried
from tests.app.web.conftest import GameHandle, Inline, Page, page_on

from mineproof import study
from mineproof.app.game.session import Session
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.games import Games
from mineproof.app.service.limits import Limits
from mineproof.app.web.games import StoredGames
from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.board.view import FLAG, MINE, View
from mineproof.errors import BadInput

LEVELS = ["easy", "beginner", "hex:6x6/6", "torus:6x6/6", "5x5/4"]
STARTS = ["list", "safe", "opening", "none"]
NO_GUESS: dict[str, object] = {"no_guess": True, "finish": "clearing"}


@pytest.fixture(scope="module", params=["http", "browser"])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Page, Games]]:
    """A page, and the games behind it, with a server and without one."""
    if request.param == "browser":
        yield carried()
        return
    opened: list[StoredGames] = []
    original = StoredGames.open

    def keep(*args: Any) -> StoredGames:
        opened.append(original(*args))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StoredGames, "open", keep)
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
        ("GET", f"/remark?cell={name}", None),
        ("GET", "/missed", None),
        ("POST", "/again", {"move": 1}),
        ("POST", "/undo", None),
        ("POST", "/restart", None),
        ("GET", "", None),
    ]
    weights = [8, 1, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.3, 1]
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
    finish = dice.choice(["marking", "clearing", "fair"])
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
        extra = asked.keys() - {"board", "mines", "shape", "rung", "lang", "cell"}
        assert extra <= {"engine", "agent", "flags", "guests", "hide_total", "budget", "brief"}


def test_shapes_are_told_as_they_are(house: tuple[Page, Games]) -> None:
    page, _ = house
    for shape in Shape:
        level = f"{shape.value}:6x6/5"
        game = page.begin(level)
        game.get("/risks")
        assert page.analyst.asked[-1][1]["shape"] == shape.value


# --- two games that look the same -----------------------------------------------------------------


def two_games(games: Games, dice: random.Random, finish: Finish) -> tuple[str, str]:
    """Return the tokens of two new games of one size whose layouts differ in some cells."""
    grid = Grid(6, 6, dice.choice(list(Shape)))
    cells = dice.sample(range(grid.size), 8)
    one, two = (Layout(grid, frozenset(each)) for each in (cells[:5], [*cells[:3], *cells[6:]]))
    boards = [GivenLayout(layout, finish) for layout in (one, two)]
    sessions = [Session(Transcript(board, ()), is_given=False) for board in boards]
    return games.add(sessions[0], "ada"), games.add(sessions[1], "ada")


def look_the_same(sessions: list[Session], move: Move) -> bool:
    """Tell whether a move would leave both games in play, with one view."""
    played = [deepcopy(session.game) for session in sessions]
    for game in played:
        with suppress(BadInput):
            game.play(move)
    views = [game.view for game in played]
    return views[0] == views[1] and all(game.status is GameStatus.PLAYING for game in played)


@pytest.mark.parametrize("seed", range(12))
def test_games_that_look_the_same_are_told_the_same(house: tuple[Page, Games], seed: int) -> None:
    """Byte for byte over all routes, in a sequence of moves whose outcome does not differ."""
    page, games = house
    dice = random.Random(seed)
    finishes = [finish for finish in Finish if not finish.is_judged]
    tokens = two_games(games, dice, finishes[seed % len(finishes)])
    shape, moved = {"rows": 6, "cols": 6}, 0
    for _ in range(60):
        method, what, body = something(dice, shape)
        sessions = [games.session(token) for token in tokens]
        if what == "/ai" or (isinstance(body, dict) and body.get("act") == "mark"):
            continue  # their outcome is the truth's
        if what == "/moves":
            move = Move(Act(body["act"]), sessions[0].grid.at(*body["cell"]))  # type: ignore[index]
            if not look_the_same(sessions, move):
                continue
            moved += 1
        one, two = (page.send(method, f"/api/games/{token}{what}", body) for token in tokens)
        assert one.status_code == two.status_code
        assert one.headers == two.headers
        assert one.content == two.content.replace(tokens[1].encode(), tokens[0].encode())
    assert moved > 3


PAIRS = 1000


@pytest.mark.long
@pytest.mark.parametrize("act", [Act.FLAG, Act.OPEN])
def test_the_time_of_an_answer_tells_nothing(tmp_path: Path, act: Act) -> None:
    """A thousand pairs of games that look the same: in one a cell is a mine, in the other not.

    The cell is flagged, or its neighbour is opened, which shows the same number in both. The times
    must not differ by more than chance explains, in a rank test that errs once in a million times.
    """
    games = StoredGames.open(tmp_path / "games", Limits(games_per_client=10 * PAIRS))
    desk, dice = Desk(games, Inline(), Limits()), random.Random(1)
    grid = Grid(9, 9)
    secret, neighbour = 40, 41
    times: dict[bool, list[int]] = {True: [], False: []}
    for _ in range(PAIRS):
        others = dice.sample([cell for cell in range(81) if abs(cell // 9 - 4) > 2], 9)
        for is_mine in dice.sample([True, False], 2):
            layout = Layout(grid, frozenset([*others, secret if is_mine else 32]))
            board = GivenLayout(layout, Finish.CLEARING)
            token = games.add(Session(Transcript(board, ()), is_given=False), "ada")
            cell = secret if act is Act.FLAG else neighbour
            began = time.thread_time_ns()
            told = asyncio.run(desk.play(Asker("ada", token), act, grid.place(cell)))
            times[is_mine].append(time.thread_time_ns() - began)
            assert told["status"] == "playing"
    assert abs(rank_deviation(times[True], times[False])) < 5


def rank_deviation(ones: list[int], others: list[int]) -> float:
    """Return by how many standard deviations the ranks of two samples differ (Mann and Whitney)."""
    ranked = sorted([(each, True) for each in ones] + [(each, False) for each in others])
    total = sum(rank for rank, (_, is_one) in enumerate(ranked, 1) if is_one)
    count, size = len(ones), len(ranked)
    return (total - count * (size + 1) / 2) / sqrt(count * (size - count) * (size + 1) / 12)
