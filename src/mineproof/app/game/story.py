"""Story: a program's game, or its thoughts about a position, as steps to walk forward and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game, Move
from mineproof.board.grid import Cell
from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.play.match import Match, Turn
from mineproof.play.replay import Replay, State
from mineproof.play.steps import Step
from mineproof.play.trace import Recorder, trace_view


class Story:
    """Steps that begin with a view, taken as far as somebody has looked, and one that is looked at.

    >>> view = View.from_picture("### 1#2")
    >>> story = Story.of_view(view, "resolution")
    >>> story.to_next_mark()
    >>> story.step["kind"], story.view.picture()
    ('marked', '##F\\n1#2')
    """

    def __init__(self, view: View, steps: Iterator[Step]) -> None:
        self.grid = view.grid
        self.number = 0
        self._first = view
        self._coming = steps
        self._numbers: dict[Cell, int] = {}
        self._replay = Replay()
        self._take()

    @classmethod
    def of_view(cls, view: View, engine: str) -> Story:
        """Return what an engine thinks about a position."""
        return cls(view, trace_view(view, engine))

    @property
    def step(self) -> Step:
        """The step that is looked at."""
        return self._replay.steps[self.number]

    @property
    def state(self) -> State:
        """What the engine knows and what is marked after this step."""
        return self._replay.state_at(self.number)

    @property
    def view(self) -> View:
        """The board after this step; marked mines are flags, marked safe cells stay hidden."""
        cells = bytearray(self._first.cells)
        for cell, is_mine in self.state.marks.items():
            cells[cell] = FLAG if is_mine else self._numbers.get(cell, HIDDEN)
        return View(self.grid, bytes(cells), self._first.mines)

    @property
    def is_last(self) -> bool:
        """Whether this is the last step."""
        return self.step["kind"] == "end"

    def forward(self) -> None:
        """Go one step on, unless this is the last."""
        if not self.is_last:
            self.number += 1
            if self.number == len(self._replay.steps):
                self._take()

    def back(self) -> None:
        """Go one step back, if there is one."""
        self.number = max(self.number - 1, 0)

    def to_next_mark(self) -> None:
        """Go on to the next move, or mark where no moves are made, or to the end."""
        mark = "marked" if self._replay.steps[0]["game"] is None else "move"
        self.forward()
        while not self.is_last and self.step["kind"] != mark:
            self.forward()

    def _take(self) -> None:
        step = next(self._coming)
        self._numbers.update((cell, number) for cell, number in step.get("opened", ()))
        self._replay.steps.append(step)


class GameStory(Story):
    """A game that is played as far as somebody has looked.

    `write` is called with each step when it is looked at for the first time.
    """

    def __init__(
        self, game: Game, entrant: Entrant, write: Callable[[Step], None] | None = None
    ) -> None:
        self.turns: list[Turn] = []
        self._write = write
        self._recorder = Recorder()
        self.match: Match = self._recorder.match(game, entrant)
        super().__init__(game.view, self._steps())

    @property
    def moves(self) -> list[Move]:
        """The moves that were made so far."""
        return [turn.move for turn in self.turns]

    def _steps(self) -> Iterator[Step]:
        for turn in self.match.turns():
            self.turns.append(turn)
            yield from self._recorder.take()
        self._recorder.end(self.match.record.outcome.value)
        yield from self._recorder.take()

    def _take(self) -> None:
        super()._take()
        if self._write:
            self._write(self._replay.steps[-1])
