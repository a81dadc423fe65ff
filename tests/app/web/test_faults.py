"""Whatever statement of the database fails: a game is stored as it was before or after it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.faulty_files import Fault, Faults, faults_at_every_step

from mineproof.app.game.session import Session
from mineproof.app.service.limits import Limits
from mineproof.app.web.games import StoredGames
from mineproof.board.game import Act, Move
from mineproof.board.transcript import Transcript


class Faulty(sqlite3.Connection):
    """A connection whose n-th statement fails, the end of a transaction included."""

    faults: Faults | None = None

    def execute(self, *args: Any) -> sqlite3.Cursor:
        if self.faults and (error := self.faults.next(args[0])):
            raise error
        return super().execute(*args)

    def __exit__(self, *raised: Any) -> Any:
        error = self.faults and raised[0] is None and self.faults.next("COMMIT")
        if error:
            self.rollback()  # as Python does where a commit fails
            raise error
        return super().__exit__(*raised)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StoredGames:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Faulty))
    return StoredGames.open(tmp_path / "games", Limits())


def new_session() -> Session:
    return Session(Transcript.parse("easy/list#1"), is_given=True)


def stored(file: Path) -> list[tuple[str, str, int]]:
    """Return what another process finds in the file."""
    with sqlite3.connect(file) as base:
        return base.execute("SELECT token, moves, version FROM games").fetchall()


def at_every_statement(games: StoredGames, operation: Callable[[], object]) -> int:
    """Let an operation fail at each statement until it succeeds; return how often it failed."""
    for number, faults in enumerate(faults_at_every_step(Fault(sqlite3.OperationalError))):
        games._base.faults = faults  # type: ignore[attr-defined]
        try:
            operation()
        except sqlite3.OperationalError:
            continue
        return number
    raise AssertionError


def test_a_game_is_added_or_not(games: StoredGames, tmp_path: Path) -> None:
    there: list[int] = []

    def add() -> None:
        there.append(len(stored(tmp_path / "games")))
        games.add(new_session(), client="ada")

    assert at_every_statement(games, add) == len(there) - 1 >= 4
    assert {*there} == {0}
    assert len(stored(tmp_path / "games")) == 1


def test_a_move_is_saved_or_not(games: StoredGames, tmp_path: Path) -> None:
    token = games.add(new_session(), client="ada")
    (before,) = stored(tmp_path / "games")

    def move() -> None:
        assert stored(tmp_path / "games") == [before]
        session = games.session(token)
        assert not session.moves, "a move that was not saved is still there"
        session.play(Move(Act.OPEN, session.grid.parse("d4")), now=0)
        games.save(token, session)

    assert at_every_statement(games, move) >= 2
    ((_, moves, version),) = stored(tmp_path / "games")
    assert (moves, version) == ("d4", before[2] + 1)
