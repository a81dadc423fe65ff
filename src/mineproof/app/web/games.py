"""The games of a server: sessions under unguessable tokens, stored in one SQLite file.

A game is replayed on request, even after a restart of the server; recently used sessions also stay
in memory. Each session knows the version of its row: if another
process has changed the row, the session is read again, and changes made to the old one are refused.

Every change is written before the request is answered. Games that nobody has looked at for some
days are removed.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from mineproof.app.game.session import Session
from mineproof.app.service.games import (
    DAY,
    HOUR,
    Row,
    Sessions,
    changed_meanwhile,
    new_token,
    no_such_game,
)
from mineproof.app.service.limits import Limits
from mineproof.app.web.settings import Bounds
from mineproof.errors import BadInput, TooMany

_OURS = 0x6D696E65
"""The application id in the header of our files: "mine"."""

_VERSION = 3
_WAIT = 0.5
"""How many seconds to wait while another process writes to the same file."""

_PAGES = 4000
"""How many pages of 4 kB are written between checkpoints, each of which waits for the disk."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    token TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    board TEXT NOT NULL,
    is_given INTEGER NOT NULL,
    moves TEXT NOT NULL,
    assisted INTEGER NOT NULL,
    started REAL,
    ended REAL,
    touched REAL NOT NULL,
    version INTEGER NOT NULL,
    no_guess TEXT,
    verdicts TEXT
);
CREATE INDEX IF NOT EXISTS games_by_age ON games (touched);
CREATE INDEX IF NOT EXISTS games_by_client ON games (client, touched);
"""
_UPGRADES = {1: "no_guess", 2: "verdicts"}
"""The column that the version after each one has in addition."""


class StoredGames:
    """All games of a server.

    >>> from tempfile import mkdtemp
    >>> from mineproof.board.transcript import Transcript
    >>> games = StoredGames.open(Path(mkdtemp(), "games"), Limits())
    >>> token = games.add(Session(Transcript.parse("easy/list#1"), is_given=True), client="ada")
    >>> len(token), games.session(token).game.status.value
    (32, 'playing')
    """

    def __init__(
        self,
        base: sqlite3.Connection,
        limits: Limits,
        clock: Callable[[], float] = time.time,
        bounds: Bounds | None = None,
    ) -> None:
        self._base = base
        self._limits = limits
        self._bounds = bounds or Bounds()
        self._clock = clock
        self._sessions = Sessions(self._bounds.cells_in_memory)

    @classmethod
    def open(
        cls,
        file: Path,
        limits: Limits,
        clock: Callable[[], float] = time.time,
        bounds: Bounds | None = None,
    ) -> StoredGames:
        """Open the games in a file, created if missing; raise BadInput."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file.touch(mode=0o600)  # it holds the seeds: for the owner only
            return cls(_connect(file), limits, clock, bounds)
        except OSError as error:
            raise BadInput(f"cannot keep games in {str(file)!r}: {_reason(file, error)}") from None
        except sqlite3.Error as error:
            raise BadInput(f"cannot keep games in {str(file)!r}: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def add(self, session: Session, client: str) -> str:
        """Add a new game of this client, and return its token; raise TooMany."""
        token, now = new_token(), self._clock()
        row = Row.of(session, now)
        with self._base:
            self._base.execute("BEGIN IMMEDIATE")
            self._expire(now)
            self._make_room(client, now)
            self._make_space(now)
            columns = ", ".join(("token", "client", *row._fields))
            places = ", ".join("?" * (2 + len(row)))
            self._base.execute(
                f"INSERT INTO games ({columns}) VALUES ({places})", (token, client, *row)
            )
        self._sessions.keep(token, session)
        return token

    def session(self, token: str) -> Session:
        """Return the game of a token; raise UnknownGame if there is none any more."""
        row = self._row(token)
        try:
            return self._sessions.of(token, row)
        except BadInput as error:  # ours to explain, not the caller's mistake
            raise sqlite3.DatabaseError(f"a stored game makes no sense: {error}") from None

    def save(self, token: str, session: Session) -> None:
        """Save the changes to a game; raise NotNow if another request was faster."""
        self.forget(token)  # not trustworthy until saved
        self._make_space(self._clock())
        row = Row.of(session, self._clock())
        changed = self._base.execute(
            "UPDATE games SET board = :board, moves = :moves, assisted = :assisted,"
            " started = :started, ended = :ended, verdicts = :verdicts, version = :version + 1"
            " WHERE token = :token AND version = :version",
            {**row._asdict(), "token": token},
        )
        if changed.rowcount == 0:
            raise changed_meanwhile()
        session.version += 1
        self._sessions.keep(token, session)

    def forget(self, token: str) -> None:
        """Discard what was done in a game since it was saved."""
        self._sessions.forget(token)

    def _row(self, token: str) -> Row:
        columns, now = ", ".join(Row._fields), self._clock()
        found = self._base.execute(f"SELECT {columns} FROM games WHERE token = ?", (token,))
        fields = found.fetchone()
        row = fields and Row(*fields)
        if row is None or row.touched < self._oldest(now):
            raise no_such_game()
        if row.touched < now - HOUR:  # hourly: each time would cost as much as saving
            with suppress(sqlite3.OperationalError):  # read-only or full: it can still be read
                self._base.execute("UPDATE games SET touched = ? WHERE token = ?", (now, token))
        return row

    def _oldest(self, now: float) -> float:
        days = self._limits.game_days
        return 0.0 if days is None else now - days * DAY

    def _expire(self, now: float) -> None:
        self._base.execute("DELETE FROM games WHERE touched < ?", (self._oldest(now),))

    def _make_room(self, client: str, now: float) -> None:
        """Remove the oldest games if there are too many, unless they are in use; raise TooMany."""
        most = self._limits.games_per_client
        if most is not None and not self._has_room(most, now, "WHERE client = ?", client):
            raise TooMany(f"you have {most} games in play, the most allowed")
        if not self._has_room(self._bounds.games, now):
            raise TooMany(f"{self._bounds.games} games are in play, the most allowed")

    def _make_space(self, now: float) -> None:
        """Remove the oldest games while all take too much of the disk; raise TooMany."""
        while self._used() > self._bounds.stored_bytes:
            oldest = "SELECT token FROM games WHERE touched <= ? ORDER BY touched LIMIT 1"
            found = self._base.execute(oldest, (now - HOUR,)).fetchone()
            if found is None:
                most = self._bounds.stored_bytes // 1_000_000
                raise TooMany(f"the games in play take {most} MB of the disk, the most allowed")
            self._base.execute("DELETE FROM games WHERE token = ?", found)

    def _used(self) -> int:
        """Return how many bytes the stored games take; what was freed is used again."""
        pages = [_number(self._base, f"PRAGMA {each}") for each in ("page_count", "freelist_count")]
        return (pages[0] - pages[1]) * _number(self._base, "PRAGMA page_size")

    def _has_room(self, most: int, now: float, which: str = "", *who: str) -> bool:
        """Remove unused games until there are fewer than `most`; tell whether that has worked."""
        [count] = self._base.execute(f"SELECT count(*) FROM games {which}", who).fetchone()
        oldest = f"SELECT token, touched FROM games {which} ORDER BY touched LIMIT ?"
        for token, touched in self._base.execute(
            oldest, (*who, max(0, count + 1 - most))
        ).fetchall():
            if touched > now - HOUR:
                return False
            self._base.execute("DELETE FROM games WHERE token = ?", (token,))
        return True


# The file


def _reason(file: Path, error: OSError) -> str:
    """Say why a file cannot be made; the system's words do not name a file that is in the way."""
    if isinstance(error, FileExistsError | NotADirectoryError):
        blocking = (each for each in file.parents if each.exists() and not each.is_dir())
        return f"{str(next(blocking, file.parent))!r} is not a folder"
    return str(error.strerror)


def _connect(file: Path) -> sqlite3.Connection:
    """Open the file of games; raise sqlite3.Error, or BadInput if it is not ours."""
    base = sqlite3.connect(file, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    try:
        _prepare(base, file)
    except BaseException:
        base.close()
        raise
    return base


def _prepare(base: sqlite3.Connection, file: Path) -> None:
    base.execute("PRAGMA synchronous = NORMAL")  # a system crash may lose the last moves
    if _number(base, "SELECT count(*) FROM sqlite_master") == 0:
        base.execute("PRAGMA journal_mode = WAL")
        ours = f"PRAGMA application_id = {_OURS}; PRAGMA user_version = {_VERSION};"
        base.executescript(f"BEGIN IMMEDIATE; {ours} {_SCHEMA} COMMIT;")
    if _number(base, "PRAGMA application_id") != _OURS:
        raise BadInput(f"{str(file)!r} is another program's database; expected mineproof's")
    while column := _UPGRADES.get(version := _number(base, "PRAGMA user_version")):
        add = f"ALTER TABLE games ADD COLUMN {column} TEXT; PRAGMA user_version = {version + 1};"
        base.executescript(f"BEGIN IMMEDIATE; {add} COMMIT;")
    if _number(base, "PRAGMA user_version") != _VERSION:
        raise BadInput(f"{str(file)!r} was made by a newer mineproof; expected another file")
    base.execute(f"PRAGMA wal_autocheckpoint = {_PAGES}")
    base.execute("UPDATE games SET version = version WHERE token = ''")  # can it be written to?


def _number(base: sqlite3.Connection, query: str) -> int:
    with closing(base.execute(query)) as answer:
        return int(answer.fetchone()[0])
