"""Watch: what the engine does, step by step, with what it knows beside the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from mineproof.agents.entrant import Entrant
from mineproof.app.game.session import Session
from mineproof.app.game.story import GameStory, Story
from mineproof.app.text.board import Marks
from mineproof.app.text.knowledge import about, step_lines
from mineproof.app.text.words import diagnosis
from mineproof.app.tui.arrangement import BARS, arrange
from mineproof.app.tui.board import Board
from mineproof.app.tui.painter import Scene
from mineproof.app.tui.panel import Panel
from mineproof.app.tui.words import Words

_USUAL = "resolution(hints='at once')"
"""The engine that is watched in place of a cascade."""

_PACE = 0.1
"""Seconds for each step that is played on."""


def story_of(session: Session, entrant: Entrant) -> Story:
    """Return what an engine does, step by step: here, or in a finished game from its beginning.

    It is the AI's own engine, if that is one alone, and `resolution` otherwise.
    """
    is_many = entrant.is_guest or len(entrant.hire().engine.parts) > 1
    engine = _USUAL if is_many else entrant.full_engine
    if session.is_over:
        return GameStory(session.transcript.begin(), Entrant(engine=engine))
    session.assist(by="watching")
    return Story.of_view(session.known, engine)


class WatchScreen(Screen[None]):
    """Shows one step of a story: the board, the step in words, and what the engine knows."""

    AUTO_FOCUS: ClassVar[str | None] = ""  # the board would take the keys
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,right", "go('forward')", show=False),
        Binding("enter", "go('to_next_mark')", show=False),
        Binding("b,left,backspace", "go('back')", show=False),
        Binding("a", "play_on", show=False),
        Binding("q,escape,K", "dismiss(None)", show=False),
        Binding("question_mark", "app.show_help", show=False),
    ]

    def __init__(self, story: Story, words: Words) -> None:
        super().__init__()
        self.story, self._words = story, words
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(self._words.say("tui.watch"), id="status")
        with Container(id="middle"):
            yield Board(Scene(self.story.view))
            yield Panel()
        yield Static(self._words.say("tui.watch_keys"), id="keys")

    def on_mount(self) -> None:
        self.query_one(Board).can_focus = False
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        room = arrange(self.story.grid, self.size.width, self.size.height - BARS)
        self.query_one("#middle").set_class(not room.is_beside, "stacked")
        self.query_one(Board).fit(room)
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the step that is looked at."""
        story, panel = self.story, self.query_one(Panel)
        marks = Marks(story.step.get("cell"), clues=about(story.step))
        self.query_one(Board).draw(Scene(story.view, marks))
        width, height = panel.content_size
        lines = step_lines(
            story.step, story.state, story.grid.name, self._why(), width=width, height=height
        )
        panel.query_one("#told", Static).update(Text("\n").join(lines))

    def _why(self) -> list[str]:
        """Return why a game is stuck, at its end."""
        story = self.story
        return diagnosis(story.match) if isinstance(story, GameStory) and story.is_last else []

    # Going through

    def action_go(self, where: str) -> None:
        self._stop()
        move: Callable[[], None] = getattr(self.story, where)
        move()
        self.show()

    def action_play_on(self) -> None:
        """Go on by itself; a second time, or any other key, stops it."""
        if self._timer is None:
            self._timer = self.set_interval(_PACE, self._step_on)
        else:
            self._stop()

    def _step_on(self) -> None:
        self.story.forward()
        self.show()
        if self.story.is_last:
            self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
