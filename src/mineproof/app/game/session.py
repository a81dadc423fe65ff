"""A person's game on any screen: moves, undo and restart, the clock, and whether there was help.

It holds no rule of the game: `Game` says what is allowed. While the game goes on, all help is
computed from the view. `is_given` means that the creator of the game knows its seed or its layout,
so neither is secret.

The board of a no-guess game is generated when its first cell is opened. That cell, and
what opens with it, then belongs to the board, which is certified from there; it is not a move.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.judge import Court
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import effort
from mineproof.board.metrics.zini import zini
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript, move_word
from mineproof.board.view import FLAG, MINE, Sight, View
from mineproof.errors import BadInput, IllegalMove, NotNow

MOST_FOR_ZINI = 4000
"""Finding the ZiNi of so many cells takes a tenth of a second, and a server cannot wait longer."""


@dataclass(frozen=True, slots=True)
class NoGuess:
    """What a board that needs no guess is generated from, and the day whose board it is, if any.

    >>> str(NoGuess.parse("expert/opening#20260201 2026-02-01"))
    'expert/opening#20260201 2026-02-01'
    """

    setting: Setting
    day: dt.date | None = None

    @classmethod
    def parse(cls, text: str) -> NoGuess:
        """Return the one that `str` wrote."""
        setting, _, day = text.partition(" ")
        return cls(Setting.parse(setting), dt.date.fromisoformat(day) if day else None)

    def __str__(self) -> str:
        return str(self.setting) + (f" {self.day}" if self.day else "")


@dataclass(frozen=True, slots=True)
class GameScore:
    """The figures of a finished game: 3BV of its board and of what was opened, clicks, time.

    `zini` is None for a board of more than MOST_FOR_ZINI cells.
    """

    bbbv: int
    openings: int
    solved: int
    clicks: int
    seconds: float
    zini: int | None = None

    @property
    def efficiency(self) -> float | None:
        """Solved 3BV per click; None without a click."""
        return self.solved / self.clicks if self.clicks else None

    @property
    def speed(self) -> float | None:
        """Solved 3BV per second; None if no time has passed."""
        return self.solved / self.seconds if self.seconds else None


class Session:
    """One person's game.

    >>> session = Session(Transcript.parse("easy/opening#1"), is_given=True)
    >>> len(session.play(Move(Act.OPEN, 30), now=100.0))
    59
    >>> session.elapsed(now=103.5), session.assisted, len(session.moves)
    (3.5, False, 1)
    """

    def __init__(
        self,
        transcript: Transcript,
        *,
        is_given: bool,
        assisted: bool = False,
        started: float | None = None,
        ended: float | None = None,
        version: int = 1,
        no_guess: NoGuess | None = None,
        court: Court | None = None,
    ) -> None:
        """Continue where a transcript ends; raise BadInput if its moves break the rules.

        `version` counts how often the session has been saved. `no_guess` is what its board is
        generated from, if it must need no guess. `court` knows the verdicts of a prove-it game.
        """
        self.is_given, self.assisted = is_given, assisted
        self.started, self.ended = started, ended
        self.version, self.no_guess = version, no_guess
        self._take(transcript, court)
        self._worded: tuple[tuple[Move, ...], str] = ((), "")

    def _take(self, transcript: Transcript, court: Court | None = None) -> None:
        try:
            self.game = transcript.end(court)
        except IllegalMove as error:  # not a player's mistake: the text is wrong
            raise BadInput(str(error)) from None
        self.moves = transcript.moves
        self.board = str(transcript.board)

    # What is seen

    @property
    def grid(self) -> Grid:
        """The grid of the game."""
        return self.game.grid

    @property
    def transcript(self) -> Transcript:
        """The game so far."""
        return Transcript.of(self.game, self.moves)

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost."""
        return self.game.status is not GameStatus.PLAYING

    @property
    def is_open_book(self) -> bool:
        """Whether seed and layout may be shown."""
        return self.is_over or self.is_given

    @property
    def awaits_first(self) -> bool:
        """Whether the start rule makes a promise about the next cell to be opened."""
        setting = self.game.setting
        promises = setting is not None and setting.first_cell is not None
        return promises and not self.game.view.open_cells()

    @property
    def awaits_board(self) -> bool:
        """Whether the next cell to be opened decides the no-guess board."""
        return self.no_guess is not None and self.game.setting is not None

    @property
    def setting(self) -> Setting | None:
        """Level, start and seed of the game; None if its board comes from no seed."""
        return self.no_guess.setting if self.no_guess else self.game.setting

    @property
    def clicks(self) -> int:
        """How often the player has clicked; the first cell of a no-guess game is not a move."""
        is_own = self.no_guess is not None and self.no_guess.day is None
        return len(self.moves) + (is_own and not self.awaits_board)

    @property
    def known(self) -> View:
        """What is known: the view; in the marking game, which checks flags, with flags as mines."""
        return _known(self.game)

    @property
    def words(self) -> str:
        """The moves as in a transcript, in one line; only new ones are formatted."""
        moves, (worded, text) = self.moves, self._worded
        if moves == worded[:-1]:  # the last one was undone
            text, fresh = text[: max(text.rfind(" "), 0)], []
        else:
            if moves[: len(worded)] != worded:
                worded, text = (), ""
            fresh = [move_word(self.grid, move) for move in moves[len(worded) :]]
        text = " ".join([text, *fresh] if text else fresh)
        self._worded = moves, text
        return text

    @property
    def wrong_flags(self) -> list[Cell]:
        """The flags on safe cells, once the game is over; raise NotNow before."""
        view, layout = self.game.view, self._truth("its wrong flags are")
        return [c for c in view.covered_cells() if view.is_flagged(c) and not layout.is_mine(c)]

    @property
    def first_move(self) -> Move:
        """The best first move, where it `awaits_first`."""
        from mineproof.agents.first_cells import best_first  # with all agents: no move needs them

        setting = self.game.setting
        cell = best_first(setting) if setting else None
        assert cell is not None, "only a rule with a first cell awaits one"
        return Move(Act.OPEN, cell)

    def yet_to_make(self, after: int, moves: Sequence[Move]) -> Sequence[Move]:
        """Return those of some moves that follow the first `after` ones and are still to be made.

        The same moves may be sent twice, with more at their end. Raise NotNow if others were made.

        >>> session = Session(Transcript.parse("easy/opening#1 d4 Fb2"), is_given=True)
        >>> moves = [Move(Act.FLAG, session.grid.parse(name)) for name in ("b2", "b3")]
        >>> [session.grid.name(move.cell) for move in session.yet_to_make(1, moves)]
        ['b3']
        """
        rest, known = list(moves), after <= len(self.moves)
        for made in self.moves[after:]:
            while rest and rest[0] != made and self.is_moot(rest[0]):
                del rest[0]
            known = known and rest[:1] in ([], [made])  # a late request may have fewer moves
            del rest[:1]
        if not known:
            raise NotNow("the game has gone on elsewhere; read it again")
        return rest

    def is_moot(self, move: Move) -> bool:
        """Tell whether a move has come too late: the game is over, or its cell is open."""
        is_open = self.game.view.is_open(move.cell)
        return self.is_over or (is_open and move.act is not Act.CHORD)

    def elapsed(self, now: float) -> float:
        """Return the seconds since the first move, up to the end if the game is over."""
        if self.started is None:
            return 0.0
        return max(0.0, (now if self.ended is None else self.ended) - self.started)

    def set_clock(self, seconds: float, now: float) -> None:
        """Take it that so many seconds have passed since the first move.

        >>> session = Session(Transcript.parse("layout/clearing *1 a1"), is_given=True)
        >>> session.set_clock(2.5, now=100.0)
        >>> session.elapsed(now=200.0)
        2.5
        """
        self.started = now - seconds
        self.ended = now if self.is_over else None

    def score(self, now: float) -> GameScore:
        """Return the figures of the game, once it is over; raise NotNow before."""
        layout = self._truth("its figures are")
        whole, solved = effort(layout), effort(layout, within=self.game.view.open_cells())
        seconds = self.elapsed(now)
        route = zini(layout) if layout.grid.size <= MOST_FOR_ZINI else None
        fewest = None if route is None else len(route)
        return GameScore(whole.bbbv, whole.openings, solved.bbbv, self.clicks, seconds, fewest)

    def _truth(self, what: str) -> Layout:
        if not self.is_over:
            raise NotNow(f"the game is not over; {what} available once it is")
        return self.game.layout

    # What is done

    def play(self, move: Move, now: float) -> tuple[Sight, ...]:
        """Make a move and return what it opened; raise IllegalMove if the rules forbid it."""
        sights = self.game.play(move)
        self._note(move, now)
        return sights

    def flag_all(self, cells: Iterable[Cell], now: float) -> None:
        """Flag these cells, each by a move of its own."""
        for cell in cells:
            self.play(Move(Act.FLAG, cell), now)

    def mark(self, cell: Cell, *, mined: bool, now: float) -> tuple[Sight, ...]:
        """Mark a cell in the marking game; raise IllegalMove in the clearing game."""
        sights = self.game.mark(cell, mined=mined)
        self._note(Move(Act.FLAG if mined else Act.OPEN, cell), now)
        return sights

    def open_first(self, cell: Cell, layout: Layout, now: float) -> None:
        """Open the first cell of a no-guess game, on the board that was generated for it."""
        self.lay(cell, layout)
        self.started = self.started or now
        self._tick(now)

    def lay(self, cell: Cell, layout: Layout) -> None:
        """Take a board, and begin with this cell open; flags on cells that open with it go."""
        board = GivenLayout(layout, Finish.CLEARING, (cell,))
        covered = set(Transcript(board).begin().view.covered_cells())
        self._take(Transcript(board, tuple(m for m in self.moves if m.cell in covered)))

    def undo(self, now: float) -> None:
        """Undo the last move, even after the end; raise IllegalMove if there is none."""
        if not self.moves:
            raise IllegalMove("there is no move to undo")
        self._go_back_to(self.moves[:-1])
        self.assisted = True
        self._tick(now)

    def restart(self) -> None:
        """Go back to the start of the same board, and of the clock.

        If the first opening has laid the mines, it stays: another would lay other mines.
        """
        self.assisted |= any(map(self._tells_something, self.moves))
        setting = self.game.setting
        is_laid_by_move = setting is not None and setting.first_cell is not None
        openings = tuple(move for move in self.moves if move.act is Act.OPEN)
        self._go_back_to(openings[:1] if is_laid_by_move else ())
        self.started = self.ended = None

    def assist(self, *, by: str, moves: bool = False) -> None:
        """Record that the player is helped; raise NotNow if the game is over.

        Before a cell is open nothing is known, so only help that `moves` is of any use.
        """
        if self.is_over:
            status = self.game.status.value
            raise NotNow(f"the game is {status}; {by} is available only during a game")
        self.assisted |= moves or bool(self.game.view.open_cells())

    def _note(self, move: Move, now: float) -> None:
        self.moves = (*self.moves, move)
        self._tick(now)

    def _go_back_to(self, moves: tuple[Move, ...]) -> None:
        self.game = Transcript.of(self.game, moves).end(self.game.court.again())
        self.moves = moves

    def _tells_something(self, move: Move) -> bool:
        """Tell whether a move revealed anything: a flag that nobody checks is only a note."""
        return move.act is not Act.FLAG or self.game.finish.checks_flags

    def _tick(self, now: float) -> None:
        if self.started is None and self.moves:
            self.started = now
        self.ended = (self.ended or now) if self.is_over else None


def _known(game: Game) -> View:
    view = game.view
    if not game.finish.checks_flags:
        return view
    return View(view.grid, view.cells.replace(bytes([FLAG]), bytes([MINE])), view.mines)
