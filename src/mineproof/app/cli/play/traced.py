"""The trace of a game: lines of text for a pipe, JSON lines for a file."""

from __future__ import annotations

import json
from collections.abc import Callable

from mineproof.agents.entrant import Entrant
from mineproof.app.text.trace_words import step_words
from mineproof.board.game import Game
from mineproof.engines.event import Listener
from mineproof.files import save
from mineproof.play.guests import match_of
from mineproof.play.match import Match
from mineproof.play.steps import Step
from mineproof.play.trace import Recorder


class Traced:
    """A match whose steps are kept for `file`, and shown by `show`, if there are such.

    With neither it is an ordinary match, which the kernel may play. `listener` hears the events.
    """

    def __init__(
        self,
        game: Game,
        entrant: Entrant,
        file: str | None,
        show: Callable[[str], None] | None = None,
        listener: Listener | None = None,
    ) -> None:
        self._name = game.grid.name
        self._file = file
        self._show = show
        self._lines: list[str] = []
        self._recorder = Recorder(listener)
        is_plain = file is None and show is None
        self.match: Match = (
            match_of(game, entrant, listener) if is_plain else self._recorder.match(game, entrant)
        )

    def follow(self, move_line: str = "") -> None:
        """Take in the steps up to now; a move is shown by its line."""
        for step in self._recorder.take():
            text = step_words(step, self._name)
            if self._file is not None:
                self._lines.append(json.dumps(step | {"text": text}) + "\n")
            if self._show:
                self._show(move_line if step["kind"] == "move" else _line(step, text))

    def close(self, *, ended: bool) -> None:
        """Take in the last steps, and write the file; raise BadInput if that fails."""
        if ended:
            self._recorder.end(self.match.record.outcome.value)
        self.follow()
        if self._file is not None:
            save(self._file, "".join(self._lines))


def _line(step: Step, text: str) -> str:
    return f"{step['number']:7}  {text}"
