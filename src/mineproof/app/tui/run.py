"""`mineproof tui`: runs the application, and hands over the game that was played last."""

from __future__ import annotations

import sys

from mineproof.agents.entrant import Entrant
from mineproof.app.game.session import Session
from mineproof.app.text.console import screen
from mineproof.app.text.saved_game import hand_over
from mineproof.app.tui.application import Application
from mineproof.app.tui.words import Words
from mineproof.errors import BadInput


def run(session: Session, words: Words, entrant: Entrant, *, is_light: bool = False) -> int:
    """Run the application until the player leaves; return the exit code.

    Raises BadInput outside a terminal.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput(
            "the terminal application wants a terminal; `mineproof play --human` reads lines"
        )
    application = Application(session, words, entrant, is_light=is_light)
    application.run()
    last = application.table.session
    if last.is_over or last.game.setting is not None:  # a layout would tell where the mines are
        hand_over(screen(), last.transcript, None)
    return application.return_code or 0
