"""Dialogs: the help, and the name of a file to save a game in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.table import Table as Columns
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from mineproof.app.tui.words import Words
from mineproof.errors import BadInput

_KEYS = (
    ("↑ ↓ ← →, k j h l", "key.arrows"),
    ("Home, End", "key.home"),
    ("PgUp, PgDn", "key.page"),
    ("Space, Enter", "key.open"),
    ("F", "key.flag"),
    ("C", "key.chord"),
    ("H", "tui.key_hint"),
    ("A", "tui.key_ai"),
    ("P, + -, Esc", "tui.key_auto"),
    ("U", "key.undo"),
    ("N", "tui.key_new"),
    ("R", "tui.key_restart"),
    ("%", "tui.key_risks"),
    ("W", "tui.key_flags"),
    ("E", "tui.key_explain"),
    ("[ ]", "tui.key_scroll"),
    ("D", "key.describe"),
    ("V", "tui.key_review"),
    ("K", "tui.key_watch"),
    ("S", "tui.key_save"),
    ("T", "tui.key_theme"),
    ("?", "key.help"),
    ("Q", "tui.key_quit"),
)


class HelpScreen(ModalScreen[None]):
    """How to play, and all keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "app.pop_screen", show=False)
    ]

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        say = self._words.say
        keys = Columns.grid(padding=(0, 2, 0, 0))
        for name, key in _KEYS:
            keys.add_row(name, say(key))
        with VerticalScroll(classes="sheet"):
            yield Label(say("help.title"), classes="heading")
            yield Static(keys)
            for key in ("tui.mouse", "help.rules", "help.marking", "help.assisted", "tui.back"):
                yield Static(say(key), classes="spaced")


class SaveScreen(ModalScreen[str | None]):
    """Asks for the name of a new file; returns it once the file is written, else None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, words: Words, write: Callable[[str], None]) -> None:
        super().__init__()
        self._words, self._write = words, write

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet low"):
            yield Label(self._words.say("tui.save"), classes="heading")
            yield Input(_free_name(), id="name")
            yield Label("", id="wrong")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write the file, or say what is wrong."""
        try:
            self._write(event.value)
        except BadInput as error:
            self.query_one("#wrong", Label).update(f"{error}.")
        else:
            self.dismiss(event.value)


def _free_name() -> str:
    names = ("game.txt", *(f"game-{number}.txt" for number in range(2, 1000)))
    return next((name for name in names if not Path(name).exists()), "")
