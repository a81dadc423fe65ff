"""The desk worker: requests by method, address and body, answered as a server would answer them."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Protocol, TypeAlias
from urllib.parse import unquote

from mineproof.app.browser.games import LentGames, Store, row_text
from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker, overdue, read_answer, write_job
from mineproof.app.service.desk import Desk
from mineproof.app.service.exchange import Sent, answer
from mineproof.app.service.games import Sessions
from mineproof.app.service.limits import Limits
from mineproof.app.service.memory import Memory
from mineproof.app.service.refusals.phrasebook import language_of
from mineproof.app.service.refusals.refusal import Refusal, refusal_of, too_long, unsaved
from mineproof.app.service.routes import Route, find_route
from mineproof.errors import MineproofError

Ask: TypeAlias = Callable[[str, float], Awaitable[str | None]]
"""Has a line done by the analyst worker; returns nothing if that takes more seconds than these."""

LIMITS = Limits(games_per_client=None, game_days=None, analysis_seconds=20.0, review_seconds=120.0)
"""Those of a server, with more time: in a browser, Python takes some five times as long. The store
alone decides how many games there are, and for how long."""

_CLIENT = "this browser"
_CELLS_IN_MEMORY = 200_000
_LOG = logging.getLogger(__name__)


def open_desk(
    store: Store, ask: Ask, *, limits: Limits = LIMITS, clock: Callable[[], float] = time.time
) -> Carrier:
    """Return who carries requests to the games of a store, and tasks to whoever does `ask`."""
    return Carrier(store, ask, limits, clock)


class Turn(Protocol):
    """A request's turn at its game: meanwhile no other request has that game, in any tab."""

    async def begin(self) -> None:
        """Wait until it is this request's turn."""

    def end(self) -> None:
        """Let the next request have the game."""


class AnalystWorker:
    """The analyst in another worker, as one request asks it; `meanwhile` surrounds the wait."""

    def __init__(
        self, ask: Ask, meanwhile: Callable[[], AbstractAsyncContextManager[object]]
    ) -> None:
        self._ask = ask
        self._meanwhile = meanwhile

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        """Return the answer; raise Overdue after this many seconds, or what the task raises."""
        del asker
        async with self._meanwhile():
            line = await self._ask(write_job(task, asked), seconds)
        if not line:
            raise overdue(seconds)
        return read_answer(line)


class _Unreadable(Exception):
    """A game cannot be read any more, in the middle of a request."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


class Carrier:
    """Carries requests to the service, and its answers back."""

    def __init__(self, store: Store, ask: Ask, limits: Limits, clock: Callable[[], float]) -> None:
        self._store = store
        self._ask = ask
        self._limits = limits
        self._clock = clock
        self._sessions = Sessions(_CELLS_IN_MEMORY)
        self._memory = Memory()

    async def answer(
        self,
        method: str,
        address: str,
        body: str | None = None,
        accepted: str | None = None,
        turn: Turn | None = None,
    ) -> tuple[int, str]:
        """Return the status and the body with which a server would answer a request.

        `address` is the path with its query, `accepted` what `Accept-Language` would say. The
        request's turn at its game has begun. It is interrupted while the analyst works; without
        one, no other request about the same game may run until this is answered.
        """
        path, _, query = address.partition("?")
        told = body or ""
        try:
            found = await self._answered(method, unquote(path), query, told, turn)
        except Exception:  # a bug: the page gets an answer, and the console the traceback
            _LOG.exception("%s %s", method, path)
            found = Refusal(500, "internal error; see the browser's console")
        if isinstance(found, Refusal):
            return found.status, found.text(language_of(query, told, accepted or ""))
        return found

    async def _answered(
        self, method: str, path: str, query: str, body: str, turn: Turn | None
    ) -> tuple[int, str] | Refusal:
        most = self._limits.body_bytes(path)
        if len(body.encode()) > most:
            return too_long(most)
        found = find_route(method, path)
        if isinstance(found, Refusal):
            return found
        route, named = found
        games = LentGames(self._sessions, self._clock)
        token = named.get("token")
        refused = await self._lend(games, token)
        sent = Sent(_CLIENT, named, query, body)
        done = refused or await self._handled(games, route, sent, turn if token else None)
        return await self._keep(games) or done

    async def _handled(
        self, games: LentGames, route: Route, sent: Sent, turn: Turn | None
    ) -> tuple[int, str] | Refusal:
        def meanwhile() -> AbstractAsyncContextManager[object]:
            return self._interrupted(games, sent.named["token"], turn) if turn else nullcontext()

        memory, analyst = self._memory, AnalystWorker(self._ask, meanwhile)
        desk = Desk(games, analyst, self._limits, self._clock, memory=memory, place="browser")
        try:
            return route.status, await answer(desk, route, sent)
        except MineproofError as error:
            return refusal_of(error)
        except _Unreadable as error:
            return error.refusal

    @asynccontextmanager
    async def _interrupted(self, games: LentGames, token: str, turn: Turn) -> AsyncIterator[None]:
        """Let other requests have the game meanwhile, then have it again as it is by then."""
        if await self._keep(games):  # the turn's end tells of it
            yield
            return
        turn.end()
        try:
            yield
        finally:
            await turn.begin()
        if refused := await self._lend(games, token):
            raise _Unreadable(refused)

    async def _lend(self, games: LentGames, token: str | None) -> Refusal | None:
        """Let the store lend the game of a token, if it has it; return why it cannot."""
        try:
            text = token and await self._store.load(token)
        except Exception as error:  # whatever a browser has to say of its storage
            return Refusal(503, f"the game could not be read: {error}")
        if token and text:
            try:
                games.lend(token, text)
            except (TypeError, ValueError) as error:
                return Refusal(503, f"the stored game makes no sense: {error}")
        return None

    async def _keep(self, games: LentGames) -> Refusal | None:
        """Keep what has changed, even if the request was refused; return why that failed."""
        for token, row in list(games.changed.items()):
            try:
                await self._store.keep(token, row_text(row))
            except Exception as error:  # as above: it may be full
                games.forget(token)
                return unsaved(error)
            del games.changed[token]
        return None
