"""Seat: a person's game on a screen: the session, whether there was help, and the clock.

Whatever may be told while the game goes on comes from the view. `is_given` says that whoever
created the game knows its seed, or its layout: to them, neither is a secret.

The board of a no-guess game is generated when its first cell is opened. From then on that cell, and
what it opens, is handed out: it is part of the board, which is certified from there, and no move.
"""

from __future__ import annotations

import datetime as dt
import secrets
from dataclasses import dataclass

from mineproof.agents.first_cells import best_first
from mineproof.app.game.session import Session
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level
from mineproof.board.transcript import GivenLayout, Transcript, move_word
from mineproof.board.view import FLAG, MINE, View
from mineproof.coach.boards.generate import DAILY_LEVEL, daily_seed
from mineproof.errors import NotNow

_SEED_BITS = 53
"""So many that nobody tries all seeds, and no more than a number of JavaScript holds."""


@dataclass(frozen=True, slots=True)
class NoGuess:
    """What a board that needs no guess is generated from, and the day whose board it is, if any.

    >>> str(NoGuess.parse("expert/opening#20260201 2026-02-01"))
    'expert/opening#20260201 2026-02-01'
    """

    setting: Setting
    day: dt.date | None = None

    @classmethod
    def of_day(cls, day: dt.date) -> NoGuess:
        """Return the one that is the same for everyone on a day."""
        setting = Setting.make(DAILY_LEVEL, "opening", daily_seed(day), Finish.CLEARING)
        return cls(setting, day)

    @classmethod
    def parse(cls, text: str) -> NoGuess:
        """Return the one that was written like this."""
        setting, _, day = text.partition(" ")
        return cls(Setting.parse(setting), dt.date.fromisoformat(day) if day else None)

    def __str__(self) -> str:
        return str(self.setting) + (f" {self.day}" if self.day else "")


@dataclass(slots=True)
class Seat:
    """One person's game.

    >>> seat = Seat.at(Transcript.parse("easy/opening#1"), is_given=True)
    >>> seat.play(Move(Act.OPEN, 30), now=100.0)
    >>> seat.elapsed(now=103.5), seat.assisted, len(seat.session.moves)
    (3.5, False, 1)
    """

    session: Session
    is_given: bool
    assisted: bool = False
    started: float | None = None
    ended: float | None = None
    version: int = 1
    """How often it has been saved."""

    board: str = ""
    """The board as a transcript has it."""

    no_guess: NoGuess | None = None
    """What its board is generated from, if it is to need no guess."""

    _worded: tuple[tuple[Move, ...], str] = ((), "")

    @classmethod
    def at(
        cls,
        transcript: Transcript,
        *,
        is_given: bool,
        assisted: bool = False,
        started: float | None = None,
        ended: float | None = None,
        version: int = 1,
        no_guess: NoGuess | None = None,
    ) -> Seat:
        """Sit down where a transcript ends; raise BadInput if that cannot be."""
        session = Session(transcript.end(), moves=transcript.moves)
        board = str(transcript.board)
        return cls(session, is_given, assisted, started, ended, version, board, no_guess)

    # What is seen

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    @property
    def grid(self) -> Grid:
        """Its grid."""
        return self.game.grid

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost."""
        return self.game.status is not GameStatus.PLAYING

    @property
    def is_open_book(self) -> bool:
        """Whether seed and layout may be told."""
        return self.is_over or self.is_given

    @property
    def awaits_first(self) -> bool:
        """Whether the start rule promises something of the next cell that is opened."""
        setting = self.game.setting
        promises = setting is not None and setting.first_cell is not None
        return promises and not self.game.view.open_cells()

    @property
    def awaits_board(self) -> bool:
        """Whether the next cell that is opened decides which no-guess board it is."""
        return self.no_guess is not None and self.game.setting is not None

    @property
    def setting(self) -> Setting | None:
        """Level, start and seed of the game; None if its board comes from no seed."""
        return self.no_guess.setting if self.no_guess else self.game.setting

    @property
    def clicks(self) -> int:
        """How often the player has clicked: the first cell of a no-guess game is no move."""
        is_own = self.no_guess is not None and self.no_guess.day is None
        return len(self.session.moves) + (is_own and not self.awaits_board)

    @property
    def known(self) -> View:
        """What is known: the view, its flags as mines in the marking game, which checks them."""
        return _known(self.game)

    @property
    def known_before(self) -> View:
        """What was known before the last move; nothing if there was none."""
        if not self.session.moves:
            return View.hidden(self.grid, self.game.mines)
        return _known(Transcript.of(self.game, self.session.moves[:-1]).end())

    @property
    def words(self) -> str:
        """The moves as a transcript has them, in one line; only new ones are put into words."""
        moves, (worded, text) = self.session.moves, self._worded
        if moves[: len(worded)] != worded:
            worded, text = (), ""
        fresh = [move_word(self.grid, move) for move in moves[len(worded) :]]
        text = " ".join([text, *fresh] if text else fresh)
        self._worded = moves, text
        return text

    @property
    def wrong_flags(self) -> list[Cell]:
        """The flags on safe cells, which may be told once the game is over; raise NotNow before."""
        if not self.is_over:
            raise NotNow("the game is not over, and which flags are wrong is for a game that is")
        view, layout = self.game.view, self.game.layout
        return [c for c in view.covered_cells() if view.is_flagged(c) and not layout.is_mine(c)]

    @property
    def first_move(self) -> Move:
        """The best first move, where it `awaits_first`."""
        setting = self.game.setting
        cell = best_first(setting) if setting else None
        assert cell is not None, "only a rule with a first cell is waited for"
        return Move(Act.OPEN, cell)

    def elapsed(self, now: float) -> float:
        """Return the seconds since the first move, up to the end if the game is over."""
        if self.started is None:
            return 0.0
        return max(0.0, (now if self.ended is None else self.ended) - self.started)

    # What is done

    def play(self, move: Move, now: float) -> None:
        """Make a move; raise IllegalMove if the rules forbid it."""
        self.session.play(move)
        self._tick(now)

    def open_first(self, cell: Cell, layout: Layout, now: float) -> None:
        """Open the first cell of a no-guess game, on the board that was generated for it."""
        self.lay(cell, layout)
        self.started = self.started or now
        self._tick(now)

    def lay(self, cell: Cell, layout: Layout) -> None:
        """Take a board, and begin where this cell is open; flags on cells that open with it go."""
        board = GivenLayout(layout, Finish.CLEARING, (cell,))
        covered = set(Transcript(board).begin().view.covered_cells())
        flags = tuple(move for move in self.session.moves if move.cell in covered)
        self.session = Session(Transcript(board, flags).end(), moves=flags)
        self.board = str(board)

    def mark(self, cell: Cell, *, mined: bool, now: float) -> None:
        """Mark a cell in the marking game; raise IllegalMove in the other one."""
        self.session.mark(cell, mined=mined)
        self._tick(now)

    def undo(self, now: float) -> None:
        """Take the last move back; raise IllegalMove if there is none."""
        self.session.undo()
        self.assisted = True
        self._tick(now)

    def restart(self) -> None:
        """Go back to the start of the same board, and of the clock."""
        self.assisted |= any(map(self._tells_something, self.session.moves))
        self.session.restart()
        self.started = None
        self.ended = None

    def assist(self, *, by: str) -> None:
        """Note that there is help; raise NotNow if the game is over."""
        if self.is_over:
            status = self.game.status.value
            raise NotNow(f"the game is {status}; {by} is for a game that is still played")
        self.assisted = True

    def _tells_something(self, move: Move) -> bool:
        """Tell whether a move has shown anything: a flag of the clearing game is only a note."""
        return move.act is not Act.FLAG or self.game.finish is Finish.MARKING

    def _tick(self, now: float) -> None:
        if self.started is None and self.session.moves:
            self.started = now
        self.ended = (self.ended or now) if self.is_over else None


def _known(game: Game) -> View:
    view = game.view
    if game.finish is Finish.CLEARING:
        return view
    return View(view.grid, view.cells.replace(bytes([FLAG]), bytes([MINE])), view.mines)


def new_setting(
    level: Level, start: str | None, finish: Finish | None, seed: int | None
) -> Setting:
    """Return a game of this kind, on any seed if none is given."""
    return Setting.make(level, start, secret_seed() if seed is None else seed, finish)


def secret_seed() -> int:
    """Return a seed that nobody knows."""
    return secrets.randbits(_SEED_BITS)
