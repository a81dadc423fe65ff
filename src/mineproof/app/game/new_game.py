"""New games: from what a player asks for to a session, on every screen."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from mineproof.app.game.defaults import USUAL_LEVEL, secret_seed
from mineproof.app.game.session import NoGuess, Session
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, StartRule
from mineproof.board.transcript import Transcript
from mineproof.coach.boards.days import DAILY_LEVEL, daily_seed
from mineproof.errors import BadInput, BadSetting


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A request for a game; what is left out has its default, and the seed is then secret.

    `needs_no_guess` asks for a certified board, `day` for the certified board of a day, `code` for
    the game of a transcript.
    """

    level: str | None = None
    start: str | None = None
    finish: Finish | None = None
    seed: int | None = None
    needs_no_guess: bool = False
    day: dt.date | None = None
    code: str | None = None

    def begin(self) -> Session:
        """Return the game, a certified one before its board is generated; raise BadInput."""
        if self.code is not None:
            transcript = Transcript.parse(self.code)
            return Session(transcript, is_given=True, assisted=bool(transcript.moves))
        certified = self.needs_no_guess or self.day is not None
        setting = self._certified() if certified else self._setting(USUAL_LEVEL, self.start)
        wanted = NoGuess(setting, self.day) if certified else None
        return Session(Transcript(setting), is_given=self.seed is not None, no_guess=wanted)

    def deal(self, is_over: Callable[[], bool] = lambda: False) -> Session:
        """Return the game, a certified one with its first cell open.

        Raises BadInput if there is no such game, LimitReached if no board is found.

        >>> session = NewGame(level="beginner", seed=1, needs_no_guess=True).deal()
        >>> session.game.view.is_open(session.grid.parse("d4")), session.moves
        (True, ())
        """
        session = self.begin()
        if session.no_guess is not None:
            from mineproof.coach.boards.generate import no_guess  # most games are not generated

            wanted = session.no_guess.setting
            board = no_guess(wanted.level, wanted.seed, start=wanted.start, is_over=is_over)
            session.lay(board.first, board.layout)
        return session

    def _certified(self) -> Setting:
        """Return the setting of a board that needs no guess; raise BadSetting if there is none."""
        usual_level = USUAL_LEVEL if self.day is None else DAILY_LEVEL
        setting = self._setting(usual_level, start_text(self.start))
        if setting.start.rule not in (StartRule.OPENING, StartRule.SAFE):
            raise BadSetting(f"no guess with start {setting.start}; expected opening or safe")
        if setting.finish is not Finish.CLEARING:
            raise BadSetting(f"no guess with finish {setting.finish.value}; expected clearing")
        return setting

    def _setting(self, usual_level: str, start: str | None) -> Setting:
        seed = self.seed if self.day is None else daily_seed(self.day)
        level = usual_level if self.level is None else self.level
        return Setting.make(level, start, secret_seed() if seed is None else seed, self.finish)


def start_text(text: str | None) -> str:
    """Return a start in full; a cell alone means an opening there.

    >>> start_text(None), start_text("c5"), start_text("safe:c5")
    ('opening', 'opening:c5', 'safe:c5')
    """
    if text is None:
        return "opening"
    is_cell = re.fullmatch(r"[a-z]{1,3}[0-9]+", text.strip().lower(), re.ASCII)
    return f"opening:{text.strip()}" if is_cell else text


def day(text: str, today: Callable[[], dt.date] = dt.date.today) -> dt.date:
    """Return the date in a text, such as 2026-02-01 or `today`; raise BadInput.

    >>> day("2026-02-01")
    datetime.date(2026, 2, 1)
    """
    if text == "today":
        return today()
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date; expected 2026-02-01, or today") from None
