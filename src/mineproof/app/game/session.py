"""Session: a person's game, at the terminal and on the page. Moves are made, written down, undone.

It holds no rule of the game: `Game` says what is allowed, and the engine, which sees only the
view, what is certain. At the terminal typed words come in, and an answer in words goes out.
"""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.app.text.words import sentences
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.board.view import Sight
from mineproof.engines import engine_named
from mineproof.errors import BadInput, IllegalMove
from mineproof.logic.reader import read

_MARKING_HELP = "open b3 (it is safe), flag b3 (it is a mine), hint, quit"
_CLEARING_HELP = "open b3, flag b3 (again to take it off), chord b3, hint, quit"
_ACTS = {"open": Act.OPEN, "flag": Act.FLAG, "chord": Act.CHORD}
_WORDS = (*_ACTS, "mark", "hint", "help", "quit")


class Session:
    """One game that a person plays.

    >>> from mineproof.board.game import Game
    >>> session = Session(Game.of("easy/opening#1"))
    >>> session.answer("open d4")
    'd4 shows 0, and 58 cells opened with it.'
    >>> session.undo()
    >>> session.game.view.open_cells(), session.moves
    ([], ())
    """

    def __init__(self, game: Game, engine: str = "cascade", moves: Iterable[Move] = ()) -> None:
        """Sit down at `game`, in which these moves have been made.

        Raises UnknownName if there is no such engine for the hints.
        """
        self.game = game
        self.has_quit = False
        self._moves = list(moves)
        self._engine = engine_named(engine)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to say."""
        return self.has_quit or self.game.status is not GameStatus.PLAYING

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were made, and not taken back."""
        return tuple(self._moves)

    @property
    def transcript(self) -> Transcript:
        """The game so far."""
        return Transcript.of(self.game, self._moves)

    def play(self, move: Move) -> tuple[Sight, ...]:
        """Make a move, write it down, and return what it opened; raise IllegalMove."""
        sights = self.game.play(move)
        self._moves.append(move)
        return sights

    def mark(self, cell: Cell, *, mined: bool) -> tuple[Sight, ...]:
        """Mark a cell in the marking game, and write it down as the move that it is."""
        sights = self.game.mark(cell, mined=mined)
        self._moves.append(Move(Act.FLAG if mined else Act.OPEN, cell))
        return sights

    def undo(self) -> None:
        """Take the last move back, be the game over or not; raise IllegalMove if there is none."""
        if not self._moves:
            raise IllegalMove("no move has been made; expected one to take back")
        self._go_back_to(self._moves[:-1])

    def restart(self) -> None:
        """Go back to the start of the same board.

        Where the first opening has laid the mines it stays made: another would lay them anew.
        """
        setting = self.game.setting
        is_laid_by_move = setting is not None and setting.first_cell is not None
        openings = [move for move in self._moves if move.act is Act.OPEN]
        self._go_back_to(openings[:1] if is_laid_by_move else [])

    def _go_back_to(self, moves: list[Move]) -> None:
        self.game = Transcript.of(self.game, moves).end()
        self._moves = moves

    # At the terminal

    @property
    def help(self) -> str:
        """The words that this game understands."""
        return _MARKING_HELP if self.game.finish is Finish.MARKING else _CLEARING_HELP

    def answer(self, line: str) -> str:
        """Do what a line says, and return what came of it or what is wrong with it."""
        words = line.lower().split()
        try:
            return self._obey(words) if words else self.help
        except BadInput as error:
            return f"{error}."

    def _obey(self, words: list[str]) -> str:
        match _in_full(words[0]), *words[1:]:
            case ["quit"]:
                self.has_quit = True
                return "Until next time."
            case ["help"]:
                return self.help
            case ["hint"]:
                return self.hint()
            case ["mark", name, ("safe" | "mined" | "mine") as what]:
                sights = self.mark(self.game.grid.parse(name), mined=what != "safe")
                return self._outcome(len(sights))
            case [("open" | "flag" | "chord") as act, name]:
                sights = self.play(Move(_ACTS[act], self.game.grid.parse(name)))
                return self._outcome(len(sights))
            case _:
                raise BadInput(f"unexpected {' '.join(words)!r}; expected {self.help}")

    def hint(self) -> str:
        """Return a certain move with its proof, or say that there is none."""
        view, name = self.game.view, self.game.grid.name
        for deduction in self._engine.infer(read(view)).deductions:
            if not (deduction.is_mine and view.is_flagged(deduction.cell)):
                return " ".join(sentences(deduction, name))
        return f"The {self._engine.name} engine finds no certain move."

    def _outcome(self, opened: int) -> str:
        """Say what came of the last move."""
        move, view, lost_at = self._moves[-1], self.game.view, self.game.lost_at
        name = self.game.grid.name(move.cell)
        if self.game.status is GameStatus.LOST:
            wrong = name if lost_at is None else self.game.grid.name(lost_at)
            return f"{wrong}: wrong, the game is lost."
        if self.game.status is GameStatus.WON:
            return "The game is won."
        if move.act is Act.FLAG:
            return f"{name} is {'' if view.is_flagged(move.cell) else 'no longer '}flagged."
        if move.act is Act.CHORD:
            return f"{opened} cells opened around {name}."
        more = f", and {opened - 1} cells opened with it" if opened > 1 else ""
        return f"{name} shows {view.number(move.cell)}{more}."


def _in_full(word: str) -> str:
    """Return the one word that begins like this; short forms are as good as long ones."""
    fits = [full for full in _WORDS if full.startswith(word)]
    return fits[0] if fits else word
