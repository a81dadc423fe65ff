"""Setup: the dialog that chooses a new game.

A custom level is written as on the command line. The same field accepts a game's code, which is its
transcript, and continues that game.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Checkbox, Input, Label, OptionList, Select

from mineproof.app.game.new_game import NewGame
from mineproof.app.game.session import Session
from mineproof.app.tui.background import Thinker
from mineproof.app.tui.words import Words
from mineproof.board.rules import LEVELS, Finish, StartRule

_OWN, _DAILY = "own", "daily"
_CHOICES = (*LEVELS, _OWN, _DAILY)
_USUAL = ""
_TICK = "X"


class SetupScreen(ModalScreen[Session | None]):
    """Asks for a game, and returns it once it is dealt."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("ctrl+s", "begin", show=False),
    ]

    def __init__(
        self, words: Words, level: str, today: Callable[[], dt.date] = dt.date.today
    ) -> None:
        """Ask in a language, with a level preselected, which may be a custom one."""
        super().__init__()
        self._words, self._level, self._today = words, level, today
        self._is_left = Event()

    def compose(self) -> ComposeResult:
        say = self._words.say
        with Vertical(classes="sheet"):
            yield Label(say("play.new"), classes="heading")
            with Horizontal(id="choices"):
                yield OptionList(*map(self._called, _CHOICES), id="levels")
                with Vertical(id="ways"):
                    yield Label(say("setup.start"))
                    yield self._menu("start", [rule.value for rule in StartRule])
                    yield Label(say("setup.finish"))
                    yield self._menu("finish", [finish.value for finish in Finish])
                    yield self._box()
            own = "" if self._level in LEVELS else self._level
            yield Input(own, placeholder=say("tui.own"), id="own")
            yield Label("", id="wrong")
            with Horizontal(id="buttons"):
                yield Button(say("setup.begin"), id="begin", variant="primary")
                yield Button(say("dialog.cancel"), id="cancel")

    def on_mount(self) -> None:
        self._thinker = Thinker(self.app, self._complain)
        levels = self.query_one("#levels", OptionList)
        levels.highlighted = _CHOICES.index(self._level if self._level in LEVELS else _OWN)
        levels.focus()

    def _called(self, name: str) -> str:
        say = self._words.say
        if name not in LEVELS:
            return say("setup.own" if name == _OWN else "tui.daily")
        level = LEVELS[name]
        size = {"rows": level.grid.rows, "cols": level.grid.cols, "mines": level.mines}
        return say("level.words", name=say(f"level.{name}"), **size)

    def _box(self) -> Checkbox:
        box = Checkbox(self._words.say("tui.no_guess"), id="no-guess")
        box.BUTTON_INNER = " "
        return box

    def _menu(self, stem: str, names: list[str]) -> Select[str]:
        say = self._words.say
        options = [(say("tui.usual"), _USUAL), *((say(f"{stem}.{n}"), n) for n in names)]
        return Select(options, value=_USUAL, allow_blank=False, id=stem)

    # What the player does

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Show a tick as a character, not by colour alone."""
        event.checkbox.BUTTON_INNER = _TICK if event.value else " "
        event.checkbox.refresh()

    def on_input_changed(self) -> None:
        """Choose the custom level as soon as something is typed into its field."""
        if self.query_one(Input).value:
            self.query_one("#levels", OptionList).highlighted = _CHOICES.index(_OWN)

    def on_input_submitted(self) -> None:
        self.action_begin()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin, or move to the field of a custom level that is still empty."""
        if event.option_index == _CHOICES.index(_OWN) and not self.query_one(Input).value:
            self.query_one(Input).focus()
        else:
            self.action_begin()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "begin":
            self.action_begin()
        else:
            self.action_cancel()

    def action_cancel(self) -> None:
        """Leave, and drop a board that is still being made."""
        self._is_left.set()
        self.dismiss(None)

    def action_begin(self) -> None:
        """Deal the requested game, or say why there is none."""
        if not self._thinker.is_busy:
            wish = self._wish()
            self._complain(self._words.say("tui.thinking"))
            self._thinker.ask(lambda: wish.deal(self._is_left.is_set), self.dismiss)

    def _wish(self) -> NewGame:
        choice = _CHOICES[self.query_one("#levels", OptionList).highlighted or 0]
        own = self.query_one(Input).value.strip()
        if choice == _OWN and _is_code(own):
            return NewGame(code=own)
        finish = self._chosen("finish")
        return NewGame(
            level={_OWN: own, _DAILY: None}.get(choice, choice),
            start=self._chosen("start"),
            finish=Finish(finish) if finish else None,
            needs_no_guess=self.query_one(Checkbox).value,
            day=self._today() if choice == _DAILY else None,
        )

    def _chosen(self, menu: str) -> str | None:
        return str(self.query_one(f"#{menu}", Select).value) or None

    def _complain(self, text: str) -> None:
        self.query_one("#wrong", Label).update(text)


def _is_code(text: str) -> bool:
    """Tell whether a text is a game rather than a level.

    >>> [_is_code(text) for text in ("16x30/99", "easy/list#1 b3", "layout/clearing *. a2")]
    [False, True, True]
    """
    return "#" in text or "layout/" in text
