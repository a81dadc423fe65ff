"""Dealing: from what a player wishes for to a game that can be played."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from mineproof.app.game.defaults import USUAL_LEVEL, any_seed
from mineproof.app.game.session import Session, new_setting
from mineproof.board.rules import Finish, Level
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.coach.boards.generate import DAILY_LEVEL, daily_seed, no_guess
from mineproof.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A wish for a game; what is left out is as usual, and the seed any.

    `needs_no_guess` asks for a certified board, on which the first cell is open already. `day` asks
    for the board of a day, `code` for a game as a transcript has it.
    """

    level: str | None = None
    start: str | None = None
    finish: Finish | None = None
    seed: int | None = None
    needs_no_guess: bool = False
    day: dt.date | None = None
    code: str | None = None

    def deal(self, is_over: Callable[[], bool] = lambda: False) -> Session:
        """Return the game; raise BadInput if there is none like it, LimitReached if none is found.

        >>> session = NewGame(level="beginner", seed=1, needs_no_guess=True).deal()
        >>> session.game.view.is_open(session.grid.parse("d4")), session.moves
        (True, ())
        """
        if self.code is not None:
            transcript = Transcript.parse(self.code)
            return Session(transcript, is_given=True, assisted=bool(transcript.moves))
        if self.needs_no_guess or self.day is not None:
            return self._certified(is_over)
        level = Level.parse(self._level(USUAL_LEVEL))
        setting = new_setting(level, self.start, self.finish, self.seed)
        return Session(Transcript(setting), is_given=self.seed is not None)

    def _certified(self, is_over: Callable[[], bool]) -> Session:
        """Return a game on a board that needs no guess; its first cell is handed out."""
        if self.finish is Finish.MARKING:
            raise BadInput("a board that needs no guess is cleared; expected the finish clearing")
        level = self._level(USUAL_LEVEL if self.day is None else DAILY_LEVEL)
        seed = self.seed if self.day is None else daily_seed(self.day)
        chosen = any_seed() if seed is None else seed
        board = no_guess(level, chosen, start=start_text(self.start), is_over=is_over)
        given = GivenLayout(board.layout, Finish.CLEARING, (board.first,))
        return Session(Transcript(given), is_given=seed is not None)

    def _level(self, usual: str) -> str:
        return usual if self.level is None else self.level


def start_text(text: str | None) -> str:
    """Return a start as it was typed; a cell stands for an opening there.

    >>> start_text(None), start_text("c5"), start_text("safe:c5")
    ('opening', 'opening:c5', 'safe:c5')
    """
    if text is None:
        return "opening"
    is_cell = re.fullmatch(r"[a-z]{1,3}[0-9]+", text.strip().lower(), re.ASCII)
    return f"opening:{text.strip()}" if is_cell else text


def day(text: str, today: Callable[[], dt.date] = dt.date.today) -> dt.date:
    """Return the date of a text, as 2026-02-01 or `today`; raise BadInput.

    >>> day("2026-02-01")
    datetime.date(2026, 2, 1)
    """
    if text == "today":
        return today()
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is no date; expected 2026-02-01, or today") from None
