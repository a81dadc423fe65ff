"""A person at the terminal: shows the board, reads lines, and passes them to the session."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from mineproof.app.cli.play.report import describe_game, name_game
from mineproof.app.game.session import Session
from mineproof.app.text.board import Marks, Window, board
from mineproof.app.text.console import keyboard, prompted, read_text
from mineproof.app.text.saved_game import hand_over
from mineproof.board.game import GameStatus
from mineproof.board.transcript import Transcript
from mineproof.errors import BadInput


def play_human(console: Console, session: Session, *, keep: str | None = None) -> int:
    """Let a person play until the game is over or they leave; return the exit code.

    `keep` is the file to save the transcript in; without one it is printed.
    """
    game, typed = session.game, keyboard()
    console.print(Text(name_game(game), "bold").append(f"  {describe_game(game)}", "not bold"))
    try:
        converse(console, session, prompted() if typed.isatty() else typed)
        code = 0
    except KeyboardInterrupt:
        code = 130
    hand_over(console, session.transcript, keep)
    return code


def resumed(file: str, engine: str) -> Session:
    """Return the session that goes on where a transcript ends; raise BadInput if none can."""
    transcript = Transcript.parse(read_text(file))
    game = transcript.end()
    if game.status is not GameStatus.PLAYING:
        raise BadInput(
            f"the game of {file!r} is {game.status.value}; expected one that is still played, as"
            f" `mineproof review {file} --again N` prints it"
        )
    return Session(game, engine, transcript.moves)


def converse(console: Console, session: Session, lines: Iterable[str]) -> None:
    """Answer each line, and show the board whenever it has changed."""
    window = Window.whole(session.game.grid, console.width if console.is_terminal else None)
    console.print(board(session.game.view, window=window), soft_wrap=True)
    console.print(session.help)
    for line in lines:
        before = session.game.view
        answer = session.answer(line)
        if session.game.view != before:
            marks = Marks(session.game.lost_at)
            console.print(board(session.game.view, marks, window), soft_wrap=True)
        console.print(answer)
        if session.is_over:
            return
