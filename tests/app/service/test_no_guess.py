"""No-guess games over HTTP: the player's own first cell decides the board, and it is certified."""

from __future__ import annotations

import asyncio
import datetime as dt
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from tests.app.web.conftest import GameHandle, Inline, MakePage, Page
from tests.app.web.test_games import Slow

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.limits import Limits
from mineproof.app.web.games import StoredGames
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Settings
from mineproof.board.game import Game, GameStatus
from mineproof.board.layout import Layout
from mineproof.board.rules import LEVELS, Finish
from mineproof.board.transcript import Transcript
from mineproof.coach.boards.generate import daily, no_guess
from mineproof.engines.exact import Exact
from mineproof.errors import Overdue


def finished(game: GameHandle, agent: str = "never-guess") -> dict[str, Any]:
    """Return a game that a program has played to its end, by certain moves if it never guesses."""
    while True:
        made = game.post("/ai", {"engine": "cascade", "agent": agent, "flags": False})
        assert made["move"] is not None, made["game"]["board"]
        assert made["by"] != "guess"
        if made["game"]["status"] != "playing":
            end: dict[str, Any] = made["game"]
            return end


def is_cleared(layout: Layout, first: int) -> bool:
    """Tell whether someone who opens nothing but what is certain clears a board from a cell."""
    game = Game.on(layout, Finish.CLEARING, safe=[first])
    while game.status is GameStatus.PLAYING:
        safe = Exact().look(game.view).safe
        if not safe:
            return False
        for cell in safe:
            if not game.view.is_open(cell):
                game.open(cell)
    return True


LEVELS_AND_MORE = [*LEVELS, "hex:9x11/20", "torus:8x8/14", "12x20/80"]


@pytest.mark.parametrize("level", LEVELS_AND_MORE)
def test_a_board_is_made_for_the_first_cell(page: Page, level: str) -> None:
    game = page.begin(level, no_guess=True, seed=5)
    begun = game.begun
    assert [begun[name] for name in ("no_guess", "start", "finish", "opened")] == [
        True, "opening", "clearing", 0,
    ]  # fmt: skip
    shown = game.move("open", 4, 5)
    assert shown["board"][4][5] == "0"
    assert [4, 5] in shown["handed_out"]
    assert [shown[name] for name in ("level", "moves", "can_undo")] == [level, 0, False]
    transcript = Transcript.parse(game.get("/code")["code"])
    layout = transcript.begin().layout
    first = layout.grid.at(4, 5)
    assert is_cleared(layout, first)
    assert layout == no_guess(level, 5, start=f"opening:{layout.grid.name(first)}").layout


def test_it_is_won_by_proofs_alone_and_nothing_was_left_to_chance(page: Page) -> None:
    game = page.begin("intermediate", no_guess=True)
    game.move("open", 10, 10)
    end = finished(game)
    assert (end["status"], end["no_guess"]) == ("won", True)
    assert end["seed"] is not None
    review = game.get("/review")
    assert (review["guesses"], review["luck"]) == (0, 0)


def test_a_program_may_open_the_first_cell(page: Page) -> None:
    game = page.begin("beginner", no_guess=True)
    made = game.post("/ai", {})
    assert (made["by"], made["move"]["name"]) == ("rules", "c3")
    assert made["game"]["board"][2][2] == "0"
    assert finished(game)["status"] == "won"


def test_safe_is_a_start_too(page: Page) -> None:
    game = page.begin("beginner", no_guess=True, start="safe", seed=3)
    game.move("open", 0, 0)
    layout = Transcript.parse(game.get("/code")["code"]).begin().layout
    assert layout == no_guess("beginner", 3, start="safe:a1").layout


def test_flags_may_come_first_and_stay_where_nothing_opens(page: Page) -> None:
    game = page.begin("beginner", no_guess=True, seed=1)
    plain = page.begin("beginner", no_guess=True, seed=1).move("open", 4, 4)["board"]
    covered = next((r, c) for r in range(9) for c in range(9) if plain[r][c] == "#")
    for place in ((4, 5), covered):
        assert game.move("flag", *place)["moves"] in (1, 2)
    shown = game.move("open", 4, 4)
    assert shown["board"][covered[0]][covered[1]] == "F"
    assert shown["board"][4][5] == plain[4][5]
    assert shown["moves"] == 1


def test_the_clock_begins_with_the_first_cell(page: Page) -> None:
    game = page.begin("beginner", no_guess=True)
    page.clock.now += 100
    assert game.move("open", 4, 4)["elapsed"] == 0
    page.clock.now += 7
    assert game.get()["elapsed"] == 7


def test_a_game_that_one_cell_wins(page: Page) -> None:
    game = page.begin("9x9/0", no_guess=True)
    page.clock.now += 5
    end = game.move("open", 4, 4)
    assert (end["status"], end["moves"], end["elapsed"]) == ("won", 0, 0)
    assert end["figures"]["efficiency"] == 1
    assert game.get("/review")["moves"] == []
    assert game.get("/chances")["win"] == [1.0]
    assert game.refused("/again", {"move": 1})[0] == 400


# --- undo, restart, again, codes, restarts of the server ------------------------------------------


def test_no_way_back_leads_to_a_board_that_needs_a_guess(page: Page) -> None:
    """After undo and restart the first cell is open still: another one would be another board."""
    game = page.begin("beginner", no_guess=True)
    opened = game.move("open", 4, 4)["board"]
    game.post("/ai", {})
    assert game.post("/undo")["board"] == opened
    assert game.refused("/undo") == (409, "there is no move to undo")
    game.post("/ai", {})
    game.post("/ai", {})
    again = game.post("/restart")
    assert (again["board"], again["no_guess"], again["elapsed"]) == (opened, True, 0)
    assert finished(game)["status"] == "won"


def test_a_finished_game_goes_on_before_a_move_and_opens_by_its_code(page: Page) -> None:
    game = page.begin("beginner", no_guess=True)
    opened = game.move("open", 4, 4)["board"]
    end = finished(game)
    again = GameHandle(page, page.post(f"{game.path}/again", {"move": 2}))
    assert (again.begun["no_guess"], again.begun["level"]) == (True, "beginner")
    assert again.post("/undo")["board"] == opened
    assert finished(again)["status"] == "won"
    code = game.get("/code")["code"]
    assert code.startswith("layout/clearing:e5\n")
    assert page.opened(code).begun["board"] == end["board"]


def test_it_comes_back_after_a_restart_of_the_server(make_page: MakePage, tmp_path: Path) -> None:
    first, second = (make_page(tmp_path / "games") for _ in range(2))
    game = first.begin("beginner", no_guess=True)
    waiting = GameHandle(second, game.begun)
    assert waiting.get() == game.get()
    shown = game.move("open", 2, 2)
    same = GameHandle(make_page(tmp_path / "games"), game.begun)
    assert same.get() == shown | {"changed": []}
    assert finished(same)["status"] == "won"


def test_files_of_before_are_read_and_written(tmp_path: Path) -> None:
    file = tmp_path / "games"
    games = StoredGames.open(file, Limits())
    games.close()
    with sqlite3.connect(file) as base:
        for column in ("no_guess", "verdicts"):
            base.execute(f"ALTER TABLE games DROP COLUMN {column}")
        row = ("old", "ada", "easy/opening#1", 0, "d4", 0, 1.0, None, 4e9, 3)
        base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        base.execute("PRAGMA user_version = 1")
    base.close()
    games = StoredGames.open(file, Limits())
    session = games.session("old")
    assert (session.board, session.words, session.version, session.no_guess) == (
        "easy/opening#1",
        "d4",
        3,
        None,
    )
    games.save("old", session)
    games.close()


# --- the board of a day ---------------------------------------------------------------------------


@pytest.mark.long
def test_the_board_of_a_day_is_the_same_for_everyone(page: Page) -> None:
    one, other = (GameHandle(page, page.post("/api/games", {"daily": "2026-02-01"})) for _ in "ab")
    begun = one.begun
    assert begun["board"] == other.begun["board"]
    assert begun["token"] != other.begun["token"]
    told = [begun[name] for name in ("daily", "level", "no_guess", "seed", "moves", "assisted")]
    assert told == ["2026-02-01", "expert", True, None, 0, False]
    assert page.post("/api/games", {"daily": "2026-02-02"})["board"] != begun["board"]
    page.clock.now += 60
    assert one.get()["elapsed"] == 0  # the clock waits for the first move
    assert finished(one)["seed"] == 20260201
    end = Transcript.parse(one.get("/code")["code"])
    assert end.begin().layout == daily(dt.date(2026, 2, 1)).layout


def test_the_board_of_a_day_comes_back_and_begins_anew(make_page: MakePage) -> None:
    game = GameHandle(make_page(), make_page().post("/api/games", {"daily": "today"}))
    kept = game.get()
    assert kept == game.begun
    assert kept["daily"] == str(dt.date.today())
    game.post("/ai", {})
    assert game.post("/restart")["board"] == kept["board"]
    game.post("/ai", {})
    assert game.post("/undo")["board"] == kept["board"]
    assert game.refused("/undo")[0] == 409


@pytest.mark.parametrize(
    ("wish", "status", "sentence"),
    [
        ({"daily": "soon"}, 400, "'soon' is not a date; expected 2026-02-01, or today"),
        ({"daily": "2026-02-30"}, 400, "'2026-02-30' is not a date; expected 2026-02-01, or today"),
        ({"daily": "today", "level": "easy"}, 422, "expected a level, a code or a day"),
    ],
)
def test_days_that_are_none(page: Page, wish: Json, status: int, sentence: str) -> None:
    assert page.refused("POST", "/api/games", wish) == (status, sentence)


# --- what cannot be had ---------------------------------------------------------------------------


def test_a_board_that_is_not_found_is_never_replaced_by_another(page: Page) -> None:
    """From the corner of this one there is none; and the excuse does not tell the seed."""
    game = page.begin("2x8/5", no_guess=True)
    status, sentence = game.refused("/moves", {"act": "open", "cell": [0, 0]})
    assert status == 409
    assert sentence == (
        "no board of 2x8/5 without a guess from a1 was found;"
        " expected another first cell, or fewer mines"
    )
    assert game.get() == game.begun


class Late(Inline):
    """An analyst who never comes to an end."""

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        del task, asked, asker
        raise Overdue(f"the analysis took longer than {seconds:g} seconds and was stopped")


def test_a_board_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    async def scene() -> tuple[int, str]:
        app = create_app(Settings(data=tmp_path / "games"), analyst=Late())
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as page:
            wish = {"level": "beginner", "no_guess": True}
            path = f"/api/games/{(await page.post('/api/games', json=wish)).json()['token']}"
            body = {"act": "open", "cell": [4, 4]}
            refusal = await page.post(f"{path}/moves", json=body)
            return refusal.status_code, refusal.json()["error"]

    status, sentence = asyncio.run(scene())
    assert (status, sentence.partition(";")[0]) == (
        409, "no board of beginner without a guess from e5 was found",
    )  # fmt: skip


def test_two_first_cells_at_once_make_one_board(tmp_path: Path) -> None:
    async def scene() -> tuple[list[int], dict[str, Any]]:
        analyst = Slow()
        app = create_app(Settings(data=tmp_path / "games"), analyst=analyst)
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as page:
            wish = {"level": "beginner", "no_guess": True}
            path = f"/api/games/{(await page.post('/api/games', json=wish)).json()['token']}"
            bodies = [{"act": "open", "cell": [row, 4]} for row in (1, 7)]
            posts = [asyncio.create_task(page.post(f"{path}/moves", json=b)) for b in bodies]
            await asyncio.sleep(0.05)
            analyst.go_on.set()
            answers = await asyncio.gather(*posts)
            return [each.status_code for each in answers], (await page.get(path)).json()

    statuses, left = asyncio.run(scene())
    assert sorted(statuses) == [200, 409]
    assert left["board"][1 if statuses[0] == 200 else 7][4] == "0"


@pytest.mark.parametrize(
    ("wish", "status", "sentence"),
    [
        ({"start": "list"}, 400, "no guess with start list; expected opening or safe"),
        ({"start": "none"}, 400, "no guess with start none; expected opening or safe"),
        ({"finish": "marking"}, 400, "no guess with finish marking; expected clearing"),
        ({"level": "3x3/5"}, 400, "opening at b2 leaves room for 0 mines on 3x3; the level has 5"),
        ({"no_guess": 1}, 422, "no_guess: Input should be a valid boolean"),
    ],
)
def test_wishes_that_cannot_be(page: Page, wish: Json, status: int, sentence: str) -> None:
    asked = {"level": "beginner", "no_guess": True} | wish
    assert page.refused("POST", "/api/games", asked) == (status, sentence)


def test_a_code_is_a_game_of_its_own(page: Page) -> None:
    asked = {"code": "easy/opening#1", "no_guess": True}
    status, sentence = page.refused("POST", "/api/games", asked)
    assert (status, sentence) == (
        422, "a code or a day defines the whole game; expected no other field",
    )  # fmt: skip


def test_first_cells_that_cannot_be(page: Page) -> None:
    game = page.begin("4x4/9", no_guess=True, start="opening:a1")
    status, sentence = game.refused("/moves", {"act": "open", "cell": [1, 1]})
    assert (status, sentence.partition(":")[0]) == (409, "no opening fits at b2")
    game.move("flag", 0, 0)
    status, sentence = game.refused("/moves", {"act": "open", "cell": [0, 0]})
    assert (status, sentence) == (409, "a1 is flagged; expected a hidden cell to open")
    assert game.refused("/moves", {"act": "open", "cell": [9, 0]})[0] == 400
    assert game.refused("/moves", {"act": "chord", "cell": [2, 2]})[0] == 409
    assert game.get()["opened"] == 0


def test_before_its_first_cell_there_is_no_code(page: Page) -> None:
    game = page.begin("beginner", no_guess=True, seed=4)
    status, sentence = game.refused("/code", method="GET")
    assert status == 409
    assert sentence.startswith("a no-guess game has no board")
    assert game.begun["seed"] == 4
