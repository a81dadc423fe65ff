"""`play --human`: a person types moves and gets answers in words, with the board in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from mineproof.app.cli.play.report import describe_game, name_game
from mineproof.app.game.assist import Climb, flags_are_moves, hint_to_begin
from mineproof.app.game.session import Session
from mineproof.app.text.board import Marks, Window, board
from mineproof.app.text.console import keyboard, prompted
from mineproof.app.text.marks import missed_marks
from mineproof.app.text.saved_game import hand_over, keep_game, may_be_printed
from mineproof.app.text.words import counted, move_words
from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.rules import Finish
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.hints import Hint, hint
from mineproof.coach.missed import Missed, missed
from mineproof.coach.rungs import RUNGS
from mineproof.errors import BadInput, IllegalMove, LimitReached
from mineproof.files import check_new

_WORDS = ("open", "flag", "chord", "mark", "hint", "undo", "redo", "save", "help", "quit")
_ACTS = {"open": Act.OPEN, "flag": Act.FLAG, "chord": Act.CHORD}
_HELP = {
    Finish.MARKING: "open b3 (it is safe), flag b3 (it is a mine)",
    Finish.CLEARING: "open b3, flag b3 (again to remove it), chord b3",
    Finish.FLAGGING: "open b3, flag b3 (again to remove it)",
    Finish.FAIR: "open b3 (prove it first), flag b3 (again to remove it), chord b3",
}
_MORE_HELP = "hint, undo, redo, save FILE, quit"


def play_human(
    console: Console, session: Session, *, keep: str | None = None, flags: bool | None = None
) -> int:
    """Let a person play until the game is won or they leave; return the exit code.

    `keep` is the file to save the transcript in; without one it is printed, if it may be. `flags`
    says whether hints flag mines; by default where that is needed.
    """
    conversation, typed = Conversation(session, flags=flags), keyboard()
    head = Text(_called(session), "bold").append(f"  {describe_game(session.game)}", "not bold")
    console.print(head)
    try:
        converse(console, conversation, prompted() if typed.isatty() else typed)
        code = 0
    except KeyboardInterrupt:
        code = 130
    if keep is not None or not conversation.is_saved:
        hand_over(console, session.transcript, keep)
        if keep is None and session.moves and not may_be_printed(session.transcript):
            console.print("not saved: to continue a game later, type `save FILE` before you leave")
    return code


def check_unfinished(session: Session, file: str) -> None:
    """Raise BadInput if a game that is to be continued is over."""
    if session.is_over:
        raise BadInput(
            f"the game of {file!r} is {session.game.status.value}; expected one that is still"
            f" played, as `mineproof review {file} --again N` prints it"
        )


def _called(session: Session) -> str:
    """Return the name of a game: its id, or what its board was made for."""
    wanted = session.no_guess
    if wanted is None:
        return name_game(session.game)
    return f"no-guess {wanted.setting}" if wanted.day is None else f"daily board of {wanted.day}"


def converse(console: Console, conversation: Conversation, lines: Iterable[str]) -> None:
    """Answer each line, and show the board whenever it has changed."""
    session = conversation.session
    window = Window.whole(session.grid, console.width if console.is_terminal else None)
    console.print(board(session.game.view, window=window), soft_wrap=True)
    console.print(conversation.help)
    for line in lines:
        before = session.game.view
        answer = conversation.answer(line)
        game = session.game  # another one after undo
        if game.view != before:
            console.print(board(game.view, conversation.marks, window), soft_wrap=True)
        console.print(answer)
        if conversation.is_over:
            return


class Conversation:
    """Answers what a person types about their game.

    >>> conversation = Conversation(Session(Transcript.parse("easy/opening#1"), is_given=True))
    >>> conversation.answer("open d4")
    'd4 shows 0, and 58 cells opened with it.'
    """

    def __init__(
        self,
        session: Session,
        clock: Callable[[], float] = time.monotonic,
        *,
        flags: bool | None = None,
    ) -> None:
        self.session = session
        self.has_quit = False
        self._clock = clock
        self._flags = flags
        self._undone: tuple[Move, ...] = ()
        self._saved: Transcript | None = None
        self._hinted: View | None = None
        self._climb: Climb | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to say; the move that lost a game can be undone."""
        return self.has_quit or self.session.game.status is GameStatus.WON

    @property
    def marks(self) -> Marks:
        """What is drawn on the board: nothing, or what lost the game."""
        found = self._missed()
        return missed_marks(found) if found else Marks(self.session.game.lost_at)

    def _missed(self) -> Missed | None:
        moves = self.session.moves
        return missed(self.session.game, moves[-1]) if moves else None

    @property
    def is_saved(self) -> bool:
        """Whether the player has saved the game as it is now."""
        return self._saved == self.session.transcript

    @property
    def help(self) -> str:
        """The words that this game understands."""
        return f"{_HELP[self.session.game.finish]}, {_MORE_HELP}"

    def answer(self, line: str) -> str:
        """Do what a line says, and return the outcome, or what is wrong with the line."""
        words = line.split()
        try:
            return self._obey(words) if words else self.help
        except (BadInput, LimitReached) as error:
            return f"{error}."

    def _obey(self, words: list[str]) -> str:
        first, *rest = words
        if _in_full(first.lower()) == "save" and len(rest) == 1:
            return self._save(rest[0])
        match _in_full(first.lower()), *(word.lower() for word in rest):
            case ["quit"]:
                self.has_quit = True
                return "Until next time."
            case ["help"]:
                return self.help
            case ["hint"]:
                return self._hint()
            case ["undo"]:
                return self._undo()
            case ["redo"]:
                return self._redo()
            case ["mark", name, ("safe" | "mined" | "mine") as what]:
                return self._mark(name, mined=what != "safe")
            case [("open" | "flag" | "chord") as act, name]:
                return self._play(Move(_ACTS[act], self.session.grid.parse(name)))
            case _:
                raise BadInput(f"unexpected {' '.join(words)!r}; expected {self.help}")

    def _play(self, move: Move) -> str:
        opened = self.session.play(move, self._clock())
        self._undone = ()
        return self._outcome(len(opened))

    def _mark(self, name: str, *, mined: bool) -> str:
        cell = self.session.grid.parse(name)
        opened = self.session.mark(cell, mined=mined, now=self._clock())
        self._undone = ()
        return self._outcome(len(opened))

    def _undo(self) -> str:
        undone = self.session.moves[-1:]
        self.session.undo(self._clock())
        self._undone += undone
        return f"{self._worded(undone[0])} is undone."

    def _redo(self) -> str:
        if not self._undone:
            raise IllegalMove("there is no move to redo")
        *rest, move = self._undone
        told = self._play(move)
        self._undone = tuple(rest)
        return told

    def _worded(self, move: Move) -> str:
        return move_words(move, self.session.game.finish, self.session.grid.name)

    def _save(self, file: str) -> str:
        check_new(file)
        transcript = self.session.transcript
        told = keep_game(file, transcript)
        self._saved = transcript
        return told

    def _hint(self) -> str:
        """Climb the ladder of hints by one rung; a new position begins a new ladder."""
        self.session.assist(by="a hint")
        view = self.session.known
        if self._climb is None or view != self._hinted:
            self._hinted, self._climb = view, Climb.begin(self._whole_hint(view))
        else:
            self._climb = self._climb.up()
        return "\n".join(map(str, self._climb.news))

    def _whole_hint(self, view: View) -> Hint:
        if self.session.awaits_first:
            return hint_to_begin(self.session)
        return hint(view, RUNGS[-1], flags=flags_are_moves(self.session, self._flags))

    def _outcome(self, opened: int) -> str:
        move, game = self.session.moves[-1], self.session.game
        name = game.grid.name(move.cell)
        if game.status is GameStatus.LOST:
            wrong = name if game.lost_at is None else game.grid.name(game.lost_at)
            lost = f"{wrong}: wrong, the game is lost. `undo` takes the move back."
            found = self._missed()
            return lost if found is None else "\n".join([*found.lines, lost])
        if game.status is GameStatus.WON:
            return "The game is won."
        if move.act is Act.FLAG:
            return f"{name} is {'' if game.view.is_flagged(move.cell) else 'no longer '}flagged."
        if move.act is Act.CHORD:
            return f"{counted(opened, 'cell')} opened around {name}."
        more = f", and {counted(opened - 1, 'cell')} opened with it" if opened > 1 else ""
        return f"{name} shows {game.view.number(move.cell)}{more}."


def _in_full(word: str) -> str:
    """Return the first word with this prefix; any short form will do."""
    return next((full for full in _WORDS if full.startswith(word)), word)
