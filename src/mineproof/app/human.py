"""A person at the terminal: shows the board, reads lines, and passes them to the session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from mineproof.app.console import keyboard
from mineproof.app.report import describe_game, name_game
from mineproof.app.session import Session
from mineproof.app.text import Marks, Window, board
from mineproof.board.game import Game


def play_human(console: Console, game: Game, engine: str) -> int:
    """Let a person play until the game is over or they leave; return the exit code."""
    session, typed = Session(game, engine), keyboard()
    console.print(Text(name_game(game), "bold").append(f"  {describe_game(game)}", "not bold"))
    try:
        converse(console, session, _prompted() if typed.isatty() else typed)
    except KeyboardInterrupt:
        return 130
    return 0


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


def _prompted() -> Iterator[str]:
    """Yield what is typed at a prompt, until Ctrl-D."""
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return
