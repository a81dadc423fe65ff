"""Session: a person's game. Typed words in, an answer in words out.

It holds no rule of the game: `Game` says what is allowed, and the engine, which sees only the
view, what is certain.
"""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.app.words import sentences
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.engines import engine_named
from mineproof.errors import BadInput
from mineproof.logic.reading import read

_MARKING_HELP = "open b3 (it is safe), flag b3 (it is a mine), hint, quit"
_CLEARING_HELP = "open b3, flag b3 (again to take it off), chord b3, hint, quit"
_ACTS = {"open": Act.OPEN, "flag": Act.FLAG, "chord": Act.CHORD}
_WORDS = (*_ACTS, "mark", "hint", "help", "quit")


class Session:
    """One game that a person plays.

    >>> from mineproof.board.game import Game
    >>> Session(Game.of("easy/opening#1")).answer("open d4")
    'd4 shows 0, and 58 cells opened with it.'
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
    def transcript(self) -> Transcript:
        """The game so far."""
        return Transcript.of(self.game, self._moves)

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
                return self._mark(name, is_mined=what != "safe")
            case [("open" | "flag" | "chord") as act, name]:
                return self._move(Move(_ACTS[act], self.game.grid.parse(name)))
            case _:
                raise BadInput(f"unexpected {' '.join(words)!r}; want {self.help}")

    def hint(self) -> str:
        """Return a certain move with its proof, or say that there is none."""
        view, name = self.game.view, self.game.grid.name
        for deduction in self._engine.infer(read(view)).deductions:
            if not (deduction.is_mine and view.is_flagged(deduction.cell)):
                return " ".join(sentences(deduction, name))
        return f"The {self._engine.name} engine finds no certain move."

    def _mark(self, name: str, *, is_mined: bool) -> str:
        cell = self.game.grid.parse(name)
        sights = self.game.mark(cell, mined=is_mined)
        return self._outcome(Move(Act.FLAG if is_mined else Act.OPEN, cell), len(sights))

    def _move(self, move: Move) -> str:
        return self._outcome(move, len(self.game.play(move)))

    def _outcome(self, move: Move, opened: int) -> str:
        """Write down a move that was made, and say what came of it."""
        self._moves.append(move)
        name, view, lost_at = self.game.grid.name(move.cell), self.game.view, self.game.lost_at
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
