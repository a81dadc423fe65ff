"""The application: its theme and screens, and `run`, which is `mineproof tui`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from mineproof.agents.entrant import Entrant
from mineproof.app.game.session import Session
from mineproof.app.text.console import screen
from mineproof.app.text.saved_game import hand_over
from mineproof.app.tui.background import Thinker
from mineproof.app.tui.dialogs import HelpScreen
from mineproof.app.tui.play import PlayScreen
from mineproof.app.tui.table import Table
from mineproof.app.tui.words import Words
from mineproof.errors import BadInput

_INTERRUPTED = 130
_DARK, _LIGHT = "textual-dark", "textual-light"


class Application(App[None]):
    """Mineproof in a terminal."""

    TITLE = "mineproof"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "application.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "show_help", show=False),
        Binding("t,T", "turn_theme", show=False),
        Binding("ctrl+q", "quit", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        session: Session,
        words: Words,
        entrant: Entrant,
        *,
        is_light: bool = False,
        flags: bool | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.words = words
        self.table = Table(
            session, words, entrant, now, lambda complain: Thinker(self, complain), flags=flags
        )
        self._first_theme = _LIGHT if is_light else _DARK

    def on_mount(self) -> None:
        self.theme = self._first_theme
        self.push_screen(PlayScreen(self.table))

    def action_show_help(self) -> None:
        self.push_screen(HelpScreen(self.words))

    def action_interrupt(self) -> None:
        """Leave at once, with the exit code of Ctrl-C."""
        self.exit(return_code=_INTERRUPTED)

    def action_turn_theme(self) -> None:
        """Switch between the dark and the light theme."""
        self.theme = _DARK if self.theme == _LIGHT else _LIGHT
        self.screen.refresh(layout=True)


def run(
    session: Session,
    words: Words,
    entrant: Entrant,
    *,
    is_light: bool = False,
    flags: bool | None = None,
    notice: str = "",
) -> int:
    """Run the application until the player leaves; return the exit code.

    `notice` is shown first; `flags` is as in `Table`. Raises BadInput outside a terminal.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput("this needs a terminal; without one, use `mineproof play --human`")
    application = Application(session, words, entrant, is_light=is_light, flags=flags)
    application.table.say(notice)
    application.run()
    hand_over(screen(), application.table.session.transcript, None)
    return application.return_code or 0
