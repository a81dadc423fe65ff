"""The trace of a game: lines of text for a pipe, JSON lines for a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mineproof.agents.entrant import Entrant
from mineproof.app.text.trace_words import step_words
from mineproof.board.game import Game
from mineproof.engines.event import Listener
from mineproof.files import GrowingFile
from mineproof.logic.problem import Namer
from mineproof.play.guests import match_of
from mineproof.play.match import Match
from mineproof.play.steps import Step
from mineproof.play.trace import Recorder


@contextmanager
def trace_file(file: str | None, name: Namer) -> Iterator[Callable[[Step], None] | None]:
    """Write the steps of a game to a new file while it is played; None if there is no file.

    It has its name when the game is over or was stopped; a stopped one has no step `end`.
    """
    if file is None:
        yield None
        return
    growing = GrowingFile(file)
    try:
        yield lambda step: growing.write(json.dumps(step | {"text": step_words(step, name)}) + "\n")
    finally:
        growing.finish()


class Traced:
    """A match whose steps are passed to `write`, and as text to `show`, if there are such.

    With neither it is an ordinary match, which the kernel may play. `listener` hears the events.
    """

    def __init__(
        self,
        game: Game,
        entrant: Entrant,
        write: Callable[[Step], None] | None,
        show: Callable[[str], None] | None = None,
        listener: Listener | None = None,
    ) -> None:
        self._name = game.grid.name
        self._write = write
        self._show = show
        self._recorder = Recorder(listener)
        is_plain = write is None and show is None
        self.match: Match = (
            match_of(game, entrant, listener) if is_plain else self._recorder.match(game, entrant)
        )

    def follow(self, move_line: str = "") -> None:
        """Take in the steps up to now; a move is shown by its line."""
        for step in self._recorder.take():
            if self._write:
                self._write(step)
            if self._show:
                self._show(move_line if step["kind"] == "move" else _line(step, self._name))

    def end(self) -> None:
        """Take in the last steps."""
        self._recorder.end(self.match.record.outcome.value)
        self.follow()


def _line(step: Step, name: Namer) -> str:
    return f"{step['number']:7}  {step_words(step, name)}"
