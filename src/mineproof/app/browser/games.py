"""The games of a browser: for a request, the store lends one, and gets back what has changed.

Handlers reach games at once, and a browser's store answers later. So the game that a path names is
loaded before its request is handled, and what was changed or added is kept before it is answered.
Meanwhile nobody else has that game: JavaScript holds a lock on it, in all tabs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Protocol

from mineproof.app.game.session import Session
from mineproof.app.service.games import (
    HOUR,
    Row,
    Sessions,
    changed_meanwhile,
    new_token,
    no_such_game,
)


class Store(Protocol):
    """Where a browser keeps games: one text for each token. It removes the oldest by itself."""

    async def load(self, token: str) -> str | None:
        """Return what was kept under a token; nothing if there is none any more."""

    async def keep(self, token: str, row: str) -> None:
        """Keep a text under a token, whatever was there before."""


class LentGames:
    """The games of one request: that which its path names, if there is one, and new ones."""

    def __init__(self, sessions: Sessions, clock: Callable[[], float]) -> None:
        self._sessions = sessions
        self._clock = clock
        self._rows: dict[str, Row] = {}
        self.changed: dict[str, Row] = {}
        """What is to be kept."""

    def lend(self, token: str, text: str) -> None:
        """Add a game as it was kept; raise ValueError or TypeError if the text makes no sense.

        One that was not used for an hour is kept again: the store removes the oldest.
        """
        row, now = Row(**json.loads(text)), self._clock()
        self._sessions.of(token, row)
        self._rows[token] = row
        if row.touched < now - HOUR:
            self.changed[token] = row._replace(touched=now)

    def add(self, session: Session, client: str) -> str:
        """Add a new game, and return its token."""
        del client
        token = new_token()
        self._keep(token, session)
        return token

    def session(self, token: str) -> Session:
        """Return the game of a token; raise UnknownGame if there is none any more."""
        if token not in self._rows:
            raise no_such_game()
        return self._sessions.of(token, self._rows[token])

    def save(self, token: str, session: Session) -> None:
        """Save the changes to a game; raise NotNow if another request was faster."""
        self.forget(token)  # not trustworthy until saved
        if self._rows[token].version != session.version:
            raise changed_meanwhile()
        session.version += 1
        self._keep(token, session)

    def forget(self, token: str) -> None:
        """Discard what was done in a game since it was saved."""
        self._sessions.forget(token)

    def _keep(self, token: str, session: Session) -> None:
        self._rows[token] = self.changed[token] = Row.of(session, self._clock())
        self._sessions.keep(token, session)


def row_text(row: Row) -> str:
    """Return a row as a store keeps it.

    >>> row = Row("easy/list#1", True, "", False, None, None, 0.0, 1, None, None)
    >>> row_text(row)[:40]
    '{"board":"easy/list#1","is_given":true,"'
    """
    return json.dumps(row._asdict(), ensure_ascii=False, separators=(",", ":"))
