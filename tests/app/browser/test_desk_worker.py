"""The desk worker: what is kept, what is lent, and what happens when a browser has no room."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from mineproof.app.browser.analyst_worker import do
from mineproof.app.browser.desk_worker import LIMITS, Carrier, open_desk

HOUR, NOW = 3600.0, 1_000_000.0
PATIENCE = 60  # seconds


class Shelf:
    """A store in memory, which may be full or broken."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.now = NOW
        self.is_full = False
        self.is_broken = False

    async def load(self, token: str) -> str | None:
        if self.is_broken:
            raise OSError("the disk is gone")
        return self.rows.get(token)

    async def keep(self, token: str, row: str) -> None:
        if self.is_full:
            raise OSError("quota exceeded")
        self.rows[token] = row

    def row(self, token: str) -> Any:
        return json.loads(self.rows[token])


async def ask(line: str, seconds: float) -> str:
    assert seconds <= LIMITS.review_seconds
    return do(line)


async def never(line: str, seconds: float) -> str:
    """Be ended before the answer."""
    del line, seconds
    return ""


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def carrier(shelf: Shelf) -> Carrier:
    return open_desk(shelf, ask, clock=lambda: shelf.now)


def send(carrier: Carrier, method: str, path: str, body: object = None) -> tuple[int, Any]:
    told = None if body is None else json.dumps(body)
    status, text = asyncio.run(carrier.answer(method, f"/api{path}", told))
    return status, json.loads(text)


def begin(carrier: Carrier, **wish: object) -> str:
    status, game = send(carrier, "POST", "/games", {"level": "beginner", "seed": 3} | wish)
    assert status == 201
    return str(game["token"])


def test_a_game_goes_on_in_another_worker(carrier: Carrier, shelf: Shelf) -> None:
    token = begin(carrier)
    for col in range(3):
        send(carrier, "POST", f"/games/{token}/moves", {"act": "flag", "cell": [0, col]})
    status, before = send(carrier, "GET", f"/games/{token}")
    another = open_desk(shelf, ask, clock=lambda: shelf.now)
    assert send(another, "GET", f"/games/{token}") == (status, before)
    assert (before["moves"], before["version"]) == (3, 4)


def test_what_another_tab_has_played_is_seen(carrier: Carrier, shelf: Shelf) -> None:
    token = begin(carrier)
    another = open_desk(shelf, ask, clock=lambda: shelf.now)
    send(another, "POST", f"/games/{token}/moves", {"act": "flag", "cell": [0, 0]})
    assert send(carrier, "GET", f"/games/{token}")[1]["moves"] == 1


def test_looking_at_a_game_keeps_nothing_until_an_hour_has_passed(
    carrier: Carrier, shelf: Shelf
) -> None:
    token = begin(carrier)
    shelf.is_full = True
    shelf.now += HOUR - 1
    assert send(carrier, "GET", f"/games/{token}")[0] == 200
    shelf.is_full = False
    shelf.now += 2
    assert send(carrier, "GET", f"/games/{token}")[0] == 200
    assert shelf.row(token)["touched"] == shelf.now


def test_an_analyst_who_is_ended_is_overdue_and_the_game_was_still_helped(shelf: Shelf) -> None:
    carrier = open_desk(shelf, never, clock=lambda: shelf.now)
    token = begin(carrier)
    send(carrier, "POST", f"/games/{token}/moves", {"act": "open", "cell": [4, 4]})
    status, told = send(carrier, "GET", f"/games/{token}/risks")
    sentence = "the analysis took longer than 20 seconds and was stopped"
    assert (status, told) == (503, {"error": sentence})
    assert shelf.row(token)["assisted"] is True


class Turn:
    """A turn at a game, which a lock gives."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock = lock

    async def begin(self) -> None:
        await self._lock.acquire()

    def end(self) -> None:
        self._lock.release()


def during(
    shelf: Shelf, slow: tuple[str, str, object], quick: tuple[str, str, object]
) -> tuple[tuple[int, str], tuple[int, str], str]:
    """Return the answers to a request, and to one that comes while the analyst works for it."""
    has_begun, may_end = asyncio.Event(), asyncio.Event()

    async def slowly(line: str, seconds: float) -> str:
        del seconds
        has_begun.set()
        await may_end.wait()
        return do(line)

    carrier = open_desk(shelf, slowly, clock=lambda: shelf.now)
    token = begin(carrier)
    send(carrier, "POST", f"/games/{token}/moves", {"act": "open", "cell": [4, 4]})

    async def ask_both() -> tuple[tuple[int, str], tuple[int, str], str]:
        lock = asyncio.Lock()

        async def one(method: str, path: str, body: object) -> tuple[int, str]:
            turn, told = Turn(lock), None if body is None else json.dumps(body)
            await turn.begin()
            try:
                path = f"/api/games/{token}{path}"
                return await carrier.answer(method, path, told, turn=turn)
            finally:
                turn.end()

        waiting = asyncio.create_task(one(*slow))
        await has_begun.wait()
        answer = await one(*quick)
        may_end.set()
        return await waiting, answer, token

    return asyncio.run(asyncio.wait_for(ask_both(), PATIENCE))


FLAG = ("POST", "/moves", {"act": "flag", "cell": [0, 0]})


def test_a_move_does_not_wait_for_a_hint(shelf: Shelf) -> None:
    hint, move, token = during(shelf, ("POST", "/hint", {"rung": 6}), FLAG)
    assert (hint[0], move[0]) == (200, 200)
    assert json.loads(move[1])["moves"] == 2
    assert shelf.row(token)["assisted"] is True
    assert shelf.row(token)["version"] == json.loads(move[1])["version"]


def test_what_a_program_has_found_is_not_played_in_a_game_that_has_gone_on(shelf: Shelf) -> None:
    found, _, token = during(shelf, ("POST", "/ai", {"agent": "safest"}), FLAG)
    assert found[0] == 409
    assert "changed while the program was thinking" in found[1]
    assert len(shelf.row(token)["moves"].split()) == 2


def test_a_game_that_cannot_be_read_after_a_wait_is_refused(shelf: Shelf) -> None:
    class Gone(Turn):
        async def begin(self) -> None:
            await super().begin()
            shelf.is_broken = shelf.rows != {}

    carrier = open_desk(shelf, ask, clock=lambda: shelf.now)
    token = begin(carrier)
    send(carrier, "POST", f"/games/{token}/moves", {"act": "open", "cell": [4, 4]})

    async def asked() -> tuple[int, str]:
        turn = Gone(asyncio.Lock())
        await Turn.begin(turn)
        return await carrier.answer("GET", f"/api/games/{token}/risks", turn=turn)

    status, text = asyncio.run(asked())
    assert (status, "the disk is gone" in text) == (503, True)


def test_without_room_a_move_is_refused_and_not_made(carrier: Carrier, shelf: Shelf) -> None:
    token = begin(carrier)
    shelf.is_full = True
    flag = {"act": "flag", "cell": [0, 0]}
    status, told = send(carrier, "POST", f"/games/{token}/moves", flag)
    assert (status, told["error"]) == (503, "the game could not be saved: quota exceeded")
    assert send(carrier, "GET", f"/games/{token}")[1]["moves"] == 0
    shelf.is_full = False
    assert send(carrier, "POST", f"/games/{token}/moves", flag)[1]["moves"] == 1


def test_a_store_that_fails_is_no_unknown_game(carrier: Carrier, shelf: Shelf) -> None:
    token = begin(carrier)
    shelf.is_broken = True
    status, told = send(carrier, "GET", f"/games/{token}?lang=zh-TW")
    assert (status, told["error"]) == (503, "棋局無法讀取：the disk is gone")


@pytest.mark.parametrize("row", ["{", "[]", "{}", '{"board": 7}', '"frog"', "nonsense"])
def test_a_row_that_makes_no_sense_is_said_to_be_damaged(
    carrier: Carrier, shelf: Shelf, row: str
) -> None:
    token = begin(carrier)
    shelf.rows[token] = row if row != "nonsense" else shelf.rows[token].replace("beginner", "frog")
    fresh = open_desk(shelf, ask, clock=lambda: shelf.now)
    status, told = send(fresh, "GET", f"/games/{token}")
    assert status == 503
    assert told["error"].startswith("the stored game makes no sense: ")


def test_a_bug_is_answered_in_one_sentence_and_logged(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(line: str, seconds: float) -> str:
        return str(1 / 0) + line + str(seconds)

    carrier = open_desk(shelf, broken, clock=lambda: shelf.now)
    status, told = send(carrier, "POST", "/analyse", {"board": ["#1"]})
    assert (status, told["error"]) == (500, "internal error; see the browser's console")
    assert "ZeroDivisionError" in caplog.text


def test_info_says_that_this_is_a_browser_without_guests(carrier: Carrier) -> None:
    told = send(carrier, "GET", "/info")[1]
    assert told["place"] == "browser"
    assert (told["limits"]["games_per_client"], told["limits"]["game_days"]) == (None, None)


def test_the_seed_of_a_game_is_kept_and_not_told(carrier: Carrier, shelf: Shelf) -> None:
    """It is the store's, which JavaScript encrypts; no answer before the end has it."""
    status, game = send(carrier, "POST", "/games", {"level": "easy"})
    assert (status, game["seed"]) == (201, None)
    secret = shelf.row(game["token"])["board"].partition("#")[2]
    assert secret
    for path in ("", "/risks", "/code", "/flags"):
        assert secret not in json.dumps(send(carrier, "GET", f"/games/{game['token']}{path}")[1])


LIGHT = """
import sys, mineproof
before = set(sys.modules)
import mineproof.app.browser.desk_worker
import mineproof.app.service.handlers.games
print(*sorted(set(sys.modules) - before))
"""
HEAVY = ("agents", "engines", "counting", "coach.hints", "coach.boards.generate", "coach.steps")
"""What a game needs only when somebody asks for help."""


def test_the_first_move_waits_for_no_coach() -> None:
    command = [sys.executable, "-c", LIGHT]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "mineproof.app.service.handlers.games" in told
    rooms = tuple(f"mineproof.{each}" for each in HEAVY)
    assert not [name for name in told if name.startswith((*rooms, "rich", "typer", "fastapi"))]


def test_rows_are_plain_json(carrier: Carrier, shelf: Shelf) -> None:
    token = begin(carrier)
    row: Mapping[str, object] = shelf.row(token)
    assert row["board"] == "beginner/safe#3"
    assert set(row) >= {"moves", "assisted", "version", "touched", "verdicts"}
