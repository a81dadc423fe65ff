"""A position that no layout fits: the board with the clues that clash, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from mineproof.app.text.board import Window, board
from mineproof.app.text.marks import hint_marks, legend
from mineproof.board.view import View
from mineproof.coach.hints import Hint, hint
from mineproof.coach.language import LANGUAGES
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import Outlook
from mineproof.errors import Contradiction


@contextmanager
def shown_clash(
    console: Console | None, view: View, rung: int = RUNGS[-1], tag: str = LANGUAGES[0]
) -> Iterator[None]:
    """Word each Contradiction as the coach does, up to a rung of its hint.

    If the rung reveals the clues, the board is printed first, with them marked; never without a
    console.
    """
    try:
        yield
    except Contradiction:
        found = hint(view, rung, language=tag)
        if found.outlook is not Outlook.IMPOSSIBLE:  # there is too much to count
            raise
        if console is not None and found.clues:
            _show(console, view, found)
        told = [sentences for sentences in found.words if sentences]
        raise Contradiction(" ".join(map(str, told[-1]))) from None


def _show(console: Console, view: View, found: Hint) -> None:
    marks = hint_marks(found)
    window = Window.whole(view.grid, console.width if console.is_terminal else None)
    console.print(board(view, marks, window), soft_wrap=True)
    console.print(Text(legend(marks, found.language), "dim"))
