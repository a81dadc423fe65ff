"""Story: a program's game as steps that can be walked, forward and back."""

from __future__ import annotations

from collections.abc import Callable

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game, Move
from mineproof.board.grid import Cell
from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.play.match import Match, Turn
from mineproof.play.replay import Replay, State
from mineproof.play.steps import Step
from mineproof.play.trace import Recorder


class Story:
    """A game, played as far as somebody has looked, at one of its steps.

    `on_step` is called with each step when it happens, before anybody looks at it.

    >>> story = Story(Game.of("3x3/1/list1#2"), Entrant(engine="resolution"))
    >>> story.to_next_mark()
    >>> story.step["kind"], story.number
    ('move', 7)
    """

    def __init__(
        self, game: Game, entrant: Entrant, on_step: Callable[[Step], None] | None = None
    ) -> None:
        self.number = 0
        self.is_over = False
        self.turns: list[Turn] = []
        self._on_step = on_step
        self._numbers: dict[Cell, int] = {}
        self._replay = Replay()
        self._recorder = Recorder()
        self.match: Match = self._recorder.match(game, entrant)
        self._coming = self.match.turns()
        self._note()

    @property
    def moves(self) -> list[Move]:
        """The moves that were made so far, whether or not anybody has looked at them."""
        return [turn.move for turn in self.turns]

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
        """The board after this step, marked mines as flags."""
        grid, total = self.match.game.grid, self.match.game.view.mines
        cells = bytearray([HIDDEN]) * grid.size
        for cell, is_mine in self.state.marks.items():
            cells[cell] = FLAG if is_mine else self._numbers[cell]
        return View(grid, bytes(cells), total)

    @property
    def is_last(self) -> bool:
        """Whether this is the last step of the game."""
        return self.is_over and self.number == len(self._replay.steps) - 1

    def forward(self) -> None:
        """Go one step on, if there is one; the game is played as far as needed."""
        while self.number + 1 == len(self._replay.steps) and not self.is_over:
            self._play_on()
        self.number = min(self.number + 1, len(self._replay.steps) - 1)

    def back(self) -> None:
        """Go one step back, if there is one."""
        self.number = max(self.number - 1, 0)

    def to_next_mark(self) -> None:
        """Go on to the next move, or to the end."""
        self.forward()
        while not self.is_last and self.step["kind"] != "move":
            self.forward()

    def _play_on(self) -> None:
        turn = next(self._coming, None)
        if turn is not None:
            self.turns.append(turn)
        else:
            self._recorder.end(self.match.record.outcome.value)
            self.is_over = True
        self._note()

    def _note(self) -> None:
        for step in self._recorder.take():
            self._numbers.update((cell, number) for cell, number in step.get("opened", ()))
            self._replay.steps.append(step)
            if self._on_step:
                self._on_step(step)
