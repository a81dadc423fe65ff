"""A page without a server: requests go to the browser's worker, in this process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from httpx2 import Response
from tests.app.web.conftest import Clock, Inline, Page

from mineproof.app.browser.analyst_worker import do
from mineproof.app.browser.desk_worker import open_desk
from mineproof.app.browser.games import LentGames
from mineproof.app.game.session import Session
from mineproof.app.service.limits import Limits


class Shelf:
    """A store in memory."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    async def load(self, token: str) -> str | None:
        return self.rows.get(token)

    async def keep(self, token: str, row: str) -> None:
        self.rows[token] = row


class Client:
    """Sends requests to a carrier as a client of a server sends them to it."""

    def __init__(self, clock: Clock, analyst: Inline) -> None:
        async def ask(line: str, seconds: float) -> str:
            del seconds
            job = json.loads(line)
            analyst.asked.append((job["task"], job["asked"]))
            return do(line)

        self.shelf = Shelf()
        self.carrier = open_desk(self.shelf, ask, limits=Limits(), clock=clock)

    def request(self, method: str, path: str, json: object = None, **_: Any) -> Response:
        body = None if json is None else _text(json)
        status, text = asyncio.run(self.carrier.answer(method, path, body))
        return Response(status, text=text)


class Shelved:
    """The games of a client, as those who test the truth reach them."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    def save(self, token: str, session: Session) -> None:
        raise NotImplementedError

    def forget(self, token: str) -> None:
        raise NotImplementedError

    def _lent(self) -> LentGames:
        return LentGames(self._client.carrier._sessions, self._clock)

    def session(self, token: str) -> Session:
        """Return the session that the next request will find."""
        games = self._lent()
        games.lend(token, self._client.shelf.rows[token])
        return games.session(token)

    def add(self, session: Session, client: str) -> str:
        games = self._lent()
        token = games.add(session, client)
        [row] = games.changed.values()
        self._client.shelf.rows[token] = _text(row._asdict())
        return token


def carried() -> tuple[Page, Shelved]:
    """Return a page, and the games behind it."""
    clock, analyst = Clock(), Inline()
    client = Client(clock, analyst)
    return Page(client, analyst, clock), Shelved(client, clock)  # type: ignore[arg-type]


def _text(value: object) -> str:
    return json.dumps(value)
