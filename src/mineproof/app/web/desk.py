"""Desk: what the routes work with, and how a request reaches a game: find it, act, save, answer."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mineproof.app.as_json import Json
from mineproof.app.seat import Seat, new_transcript
from mineproof.app.web.analysis import Analyst
from mineproof.app.web.answers import game_json
from mineproof.app.web.games import Games
from mineproof.app.web.models import NewGame
from mineproof.app.web.settings import Limits
from mineproof.app.web.tasks import position_json
from mineproof.board.game import Act, Move
from mineproof.board.rules import Finish, Level
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.errors import BadInput, BadSetting, IllegalMove, NotNow

_SIZE = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Desk:
    """Games, those who analyse them, and the limits of both."""

    games: Games
    analysts: Analyst
    limits: Limits
    clock: Callable[[], float] = time.time

    # New games

    def new_seat(self, asked: NewGame) -> Seat:
        """Set up the game that is asked for; raise BadInput if there is none like that."""
        if asked.code is not None:
            return _seat_at(self.transcript(asked.code), is_given=True, assisted=True)
        assert asked.level is not None, "a request has a level or a code"
        finish = None if asked.finish is None else Finish(asked.finish)
        transcript = new_transcript(self.level(asked.level), asked.start, finish, asked.seed)
        return _seat_at(transcript, is_given=asked.seed is not None)

    def seat_again(self, token: str, move: int) -> Seat:
        """Set up a finished game as it was before some move; raise NotNow if it is not over."""
        seat = self.finished(token, "to go back in it")
        before = seat.session.transcript.before(move)
        return _seat_at(before, is_given=seat.is_given, assisted=True)

    def begin(self, seat: Seat, client: str) -> Json:
        """Take in a new game, and return it."""
        return game_json(self.games.add(seat, client), seat, self.clock())

    # Games that are there

    def show(self, token: str) -> Json:
        """Return a game as it stands."""
        return game_json(token, self.games.seat(token), self.clock())

    def act(self, token: str, deed: Callable[[Seat, float], None]) -> Json:
        """Do something in a game, save it, and return it with what has changed."""
        seat, now = self.games.seat(token), self.clock()
        before = seat.game.view
        deed(seat, now)
        if len(seat.session.moves) > self.limits.max_moves:
            self.games.forget(token)
            raise NotNow(f"{self.limits.max_moves} moves were made, and no game may have more")
        self.games.save(token, seat)
        return game_json(token, seat, now, before)

    def follow(self, token: str, version: int, found: dict[str, Any] | None) -> Json:
        """Make the move that a program has found, unless the game has moved on meanwhile."""
        if self.games.seat(token).version != version:
            raise NotNow("the game has changed while the program was thinking; ask again")
        if found is None:
            return self.show(token)
        act, (row, col) = Act(found["act"]), found["cell"]
        return self.act(token, lambda seat, now: seat.play(Move(act, seat.grid.at(row, col)), now))

    def assisted(self, token: str, by: str) -> Seat:
        """Return a game that is helped from now on; raise NotNow if it is over."""
        seat = self.games.seat(token)
        had_help = seat.assisted
        seat.assist(by=by)
        if not had_help:
            self.games.save(token, seat)
        return seat

    def finished(self, token: str, what: str) -> Seat:
        """Return a game that is over; raise NotNow if it is not."""
        seat = self.games.seat(token)
        if not seat.is_over:
            raise NotNow(f"the game is not over, and {what} is for a game that is")
        return seat

    def open_book(self, token: str) -> Seat:
        """Return a game of which all may be told; raise NotNow if it may not."""
        seat = self.games.seat(token)
        return seat if seat.is_given else self.finished(token, "its code, which names the seed,")

    # Analysis

    async def ask(self, task: str, view: View, **asked: object) -> dict[str, Any]:
        """Return what an analyst says of a position."""
        question = position_json(view) | asked
        return await self.analysts.ask(task, question, self.limits.analysis_seconds)

    async def review(self, transcript: Transcript, lang: str) -> Json:
        """Return the review of a game, with its boards if they are not too many."""
        cells = len(transcript.moves) * transcript.grid.size
        asked = {
            "transcript": str(transcript),
            "lang": lang,
            "pictured": cells <= self.limits.pictured_cells,
        }
        return await self.analysts.ask("review_game", asked, self.limits.review_seconds)

    async def chances(self, transcript: Transcript) -> Json:
        """Return how likely a game was to be won, move by move."""
        asked = {"transcript": str(transcript)}
        return await self.analysts.ask("count_chances", asked, self.limits.review_seconds)

    # Sizes, which are looked at before anything is made of that size

    def level(self, text: str) -> Level:
        """Return the level of a text; raise BadInput if there is none, or if it is too large."""
        level = Level.parse(text)
        self.check_size(level.grid.rows, level.grid.cols)
        return level

    def transcript(self, code: str) -> Transcript:
        """Return the transcript that a code is; raise BadInput if it cannot be played here."""
        for rows, cols in _SIZE.findall(code.partition("#")[0]):
            self.check_size(int(rows), int(cols))
        transcript = Transcript.parse(code)
        self.check_size(transcript.grid.rows, transcript.grid.cols)
        if len(transcript.moves) > self.limits.max_moves:
            most = self.limits.max_moves
            raise BadInput(f"a game of {len(transcript.moves)} moves; want at most {most}")
        return transcript

    def check_size(self, rows: int, cols: int) -> None:
        """Raise BadSetting if a board is too large for this server."""
        side, cells = self.limits.max_side, self.limits.max_cells
        if max(rows, cols) > side or rows * cols > cells:
            raise BadSetting(
                f"a board of {rows} rows and {cols} columns; want at most {side} of each, and"
                f" {cells} cells"
            )


def _seat_at(transcript: Transcript, *, is_given: bool, assisted: bool = False) -> Seat:
    """Sit down where a transcript ends; raise BadInput, for one that breaks the rules too."""
    try:
        return Seat.at(transcript, is_given=is_given, assisted=assisted)
    except IllegalMove as error:
        raise BadInput(str(error)) from None
