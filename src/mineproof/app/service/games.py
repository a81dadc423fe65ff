"""Games: where sessions are kept under their tokens, and what is stored of each.

A game is stored as its board, seed included, and its moves; a prove-it game with all verdicts, for
to judge it again would take long. It is replayed on request.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple, Protocol

from mineproof.app.game.session import NoGuess, Session
from mineproof.app.service.latest import Latest
from mineproof.board.judge import Court
from mineproof.board.transcript import Transcript
from mineproof.errors import NotNow, UnknownGame

_TOKEN_BYTES = 24
DAY, HOUR = 86_400.0, 3_600.0


class Games(Protocol):
    """All games that requests may reach."""

    def add(self, session: Session, client: str) -> str:
        """Add a new game of this client, and return its token; raise TooMany."""

    def session(self, token: str) -> Session:
        """Return the game of a token; raise UnknownGame if there is none any more."""

    def save(self, token: str, session: Session) -> None:
        """Save the changes to a game; raise NotNow if another request was faster."""

    def forget(self, token: str) -> None:
        """Discard what was done in a game since it was saved."""


class Row(NamedTuple):
    """What is stored of a game."""

    board: str
    is_given: bool
    moves: str
    assisted: bool
    started: float | None
    ended: float | None
    touched: float
    version: int
    no_guess: str | None
    verdicts: str | None

    @classmethod
    def of(cls, session: Session, touched: float) -> Row:
        """Return the row of a session, last used at some time."""
        return cls(
            board=session.board,
            is_given=session.is_given,
            moves=session.words,
            assisted=session.assisted,
            started=session.started,
            ended=session.ended,
            touched=touched,
            version=session.version,
            no_guess=None if session.no_guess is None else str(session.no_guess),
            verdicts=session.game.court.text or None,
        )

    def session(self) -> Session:
        """Replay the game; raise BadInput if the row makes no sense."""
        transcript = Transcript.parse(f"{self.board}\n{self.moves}")
        return Session(
            transcript,
            is_given=bool(self.is_given),
            assisted=bool(self.assisted),
            started=self.started,
            ended=self.ended,
            version=self.version,
            no_guess=None if self.no_guess is None else NoGuess.parse(self.no_guess),
            court=Court.read(self.verdicts or "", transcript.grid),
        )


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


class Sessions:
    """The sessions used last: not every request has to replay its game."""

    def __init__(self, most_cells: int) -> None:
        """Keep sessions of so many cells and moves in all."""
        self._latest = Latest[Session](lambda it: it.grid.size + len(it.moves), most_cells)

    def of(self, token: str, row: Row) -> Session:
        """Return the session of a row, replayed unless that was done; raise BadInput."""
        session = self._latest.get(token)
        if session is None or session.version != row.version:
            session = row.session()
        self.keep(token, session)
        return session

    def keep(self, token: str, session: Session) -> None:
        """Keep a session that is as it is stored."""
        self._latest.keep(token, session)

    def forget(self, token: str) -> None:
        """Forget a session, which may not be as it is stored."""
        self._latest.forget(token)


def no_such_game() -> UnknownGame:
    """Return what is raised for a token without a game."""
    return UnknownGame("no such game; unused games are removed after some days")


def changed_meanwhile() -> NotNow:
    """Return what is raised when a game is saved that is no longer as it was read."""
    return NotNow("another request changed the game in the meantime; ask again")
