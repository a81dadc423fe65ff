"""`play --human`: a person types moves and gets answers in words, with the board in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from mineproof.app.cli.play.report import describe_game, name_game
from mineproof.app.game.assist import Climb, check_begun
from mineproof.app.game.session import Session
from mineproof.app.text.board import Marks, Window, board
from mineproof.app.text.console import keyboard, prompted, read_text
from mineproof.app.text.saved_game import hand_over
from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.hints import RUNGS, hint
from mineproof.errors import BadInput, LimitReached

_MARKING_HELP = "open b3 (it is safe), flag b3 (it is a mine), hint, quit"
_CLEARING_HELP = "open b3, flag b3 (again to remove it), chord b3, hint, quit"
_ACTS = {"open": Act.OPEN, "flag": Act.FLAG, "chord": Act.CHORD}
_WORDS = (*_ACTS, "mark", "hint", "help", "quit")


def play_human(console: Console, session: Session, *, keep: str | None = None) -> int:
    """Let a person play until the game is over or they leave; return the exit code.

    `keep` is the file to save the transcript in; without one it is printed.
    """
    game, typed = session.game, keyboard()
    console.print(Text(name_game(game), "bold").append(f"  {describe_game(game)}", "not bold"))
    try:
        converse(console, Conversation(session), prompted() if typed.isatty() else typed)
        code = 0
    except KeyboardInterrupt:
        code = 130
    hand_over(console, session.transcript, keep)
    return code


def resumed(file: str) -> Session:
    """Return the session that continues where a transcript ends; raise BadInput if none can."""
    session = Session(Transcript.parse(read_text(file)), is_given=True)
    if session.is_over:
        raise BadInput(
            f"the game of {file!r} is {session.game.status.value}; expected one that is still"
            f" played, as `mineproof review {file} --again N` prints it"
        )
    return session


def converse(console: Console, conversation: Conversation, lines: Iterable[str]) -> None:
    """Answer each line, and show the board whenever it has changed."""
    game = conversation.session.game  # the same to the end: there is no undo here
    window = Window.whole(game.grid, console.width if console.is_terminal else None)
    console.print(board(game.view, window=window), soft_wrap=True)
    console.print(conversation.help)
    for line in lines:
        before = game.view
        answer = conversation.answer(line)
        if game.view != before:
            console.print(board(game.view, Marks(game.lost_at), window), soft_wrap=True)
        console.print(answer)
        if conversation.is_over:
            return


class Conversation:
    """Answers what a person types about their game.

    >>> conversation = Conversation(Session(Transcript.parse("easy/opening#1"), is_given=True))
    >>> conversation.answer("open d4")
    'd4 shows 0, and 58 cells opened with it.'
    """

    def __init__(self, session: Session, clock: Callable[[], float] = time.monotonic) -> None:
        self.session = session
        self.has_quit = False
        self._clock = clock
        self._hinted: View | None = None
        self._climb: Climb | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to say."""
        return self.has_quit or self.session.is_over

    @property
    def help(self) -> str:
        """The words that this game understands."""
        is_marking = self.session.game.finish is Finish.MARKING
        return _MARKING_HELP if is_marking else _CLEARING_HELP

    def answer(self, line: str) -> str:
        """Do what a line says, and return the outcome, or what is wrong with the line."""
        words = line.lower().split()
        try:
            return self._obey(words) if words else self.help
        except (BadInput, LimitReached) as error:
            return f"{error}."

    def _obey(self, words: list[str]) -> str:
        session, now = self.session, self._clock()
        match _in_full(words[0]), *words[1:]:
            case ["quit"]:
                self.has_quit = True
                return "Until next time."
            case ["help"]:
                return self.help
            case ["hint"]:
                return self._hint()
            case ["mark", name, ("safe" | "mined" | "mine") as what]:
                cell = session.grid.parse(name)
                return self._outcome(len(session.mark(cell, mined=what != "safe", now=now)))
            case [("open" | "flag" | "chord") as act, name]:
                move = Move(_ACTS[act], session.grid.parse(name))
                return self._outcome(len(session.play(move, now)))
            case _:
                raise BadInput(f"unexpected {' '.join(words)!r}; expected {self.help}")

    def _hint(self) -> str:
        """Climb the ladder of hints by one rung; a new position begins a new ladder."""
        self.session.assist(by="a hint")
        check_begun(self.session)
        view = self.session.known
        if self._climb is None or view != self._hinted:
            self._hinted, self._climb = view, Climb.begin(hint(view, RUNGS[-1]))
        else:
            self._climb = self._climb.up()
        return " ".join(map(str, self._climb.news))

    def _outcome(self, opened: int) -> str:
        move, game = self.session.moves[-1], self.session.game
        name = game.grid.name(move.cell)
        if game.status is GameStatus.LOST:
            wrong = name if game.lost_at is None else game.grid.name(game.lost_at)
            return f"{wrong}: wrong, the game is lost."
        if game.status is GameStatus.WON:
            return "The game is won."
        if move.act is Act.FLAG:
            return f"{name} is {'' if game.view.is_flagged(move.cell) else 'no longer '}flagged."
        if move.act is Act.CHORD:
            return f"{opened} cells opened around {name}."
        more = f", and {opened - 1} cells opened with it" if opened > 1 else ""
        return f"{name} shows {game.view.number(move.cell)}{more}."


def _in_full(word: str) -> str:
    """Return the first word with this prefix; any short form will do."""
    return next((full for full in _WORDS if full.startswith(word)), word)
