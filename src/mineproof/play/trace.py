"""Traces: a game and the knowledge base of its engine as numbered steps, to be stored and replayed.

The steps follow the game's own loop: a unit, its mark, the move, what the move shows, its hint, the
clauses of that hint. They are plain data, ready for JSON, and hold enough to rebuild KB, KB0, the
units that wait and the marks on the board after any step. docs/trace.md has the schema.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Act, Game
from mineproof.board.grid import Cell
from mineproof.engines import engine_named
from mineproof.engines.event import Event, Listener
from mineproof.engines.resolution import Resolution
from mineproof.errors import BadInput
from mineproof.logic.proof import Clause, Literal
from mineproof.play.guests import match_of
from mineproof.play.match import Match, Turn
from mineproof.play.steps import Step, event_step, opened, turn_step


def trace(game: Game, entrant: Entrant) -> Iterator[Step]:
    """Play a game and yield its steps, in the order they happen.

    >>> [step["kind"] for step in trace(Game.of("3x3/1/list1#2"), Entrant(engine="resolution"))][:7]
    ['begin', 'learned', 'hint', 'unit', 'unit', 'unit', 'marked']
    """
    recorder = Recorder()
    match = recorder.match(game, entrant)
    for _ in match.turns():
        yield from recorder.take()
    recorder.end(match)
    yield from recorder.take()


class Recorder:
    """Notes the steps of a match while somebody else plays it; `listener` hears its events too."""

    def __init__(self, listener: Listener | None = None) -> None:
        self._listener = listener
        self._fresh: list[Step] = []
        self._count = 0

    def match(self, game: Game, entrant: Entrant) -> Match:
        """Return the match of an entrant, not yet played; its first step is noted."""
        parts = engine_named(entrant.engine, dict(entrant.options), entrant.sources).parts
        if sum(isinstance(part, Resolution) for part in parts) > 1:
            raise BadInput(f"a trace of {entrant.engine}; expected `resolution` at most once")
        self._note(_begin(game, entrant))
        return match_of(game, entrant, self.hear, self.witness)

    def hear(self, event: Event) -> None:
        """Note an event: a Listener."""
        self._note(event_step(event))
        if self._listener:
            self._listener(event)

    def witness(self, turn: Turn) -> None:
        """Note a turn."""
        self._note(turn_step(turn))

    def end(self, match: Match) -> None:
        """Note how the match ended."""
        self._note(Step(kind="end", outcome=match.record.outcome.value))

    def take(self) -> list[Step]:
        """Return the steps since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _note(self, step: Step) -> None:
        self._fresh.append(Step(number=self._count, **step))
        self._count += 1


def _begin(game: Game, entrant: Entrant) -> Step:
    grid = game.grid
    return Step(
        kind="begin",
        game=str(game.setting or "layout"),
        rows=grid.rows,
        columns=grid.cols,
        shape=grid.shape.value,
        finish=game.finish.value,
        mines=game.mines if entrant.tell_total else None,
        agent=entrant.agent,
        engine=entrant.full_engine,
        opened=opened(game.handed_out),
    )


# Replay


class State(NamedTuple):
    """A knowledge base and the marks on the board.

    `kb` is oldest first; `kb0` and `units`, which wait to be marked, are in their order. `marks`
    says of each marked cell whether it is marked as a mine.
    """

    kb: tuple[Clause, ...]
    kb0: tuple[Literal, ...]
    units: tuple[Literal, ...]
    marks: dict[Cell, bool]


class Replay:
    """Rebuilds the state after any step from the steps alone.

    >>> replay = Replay(trace(Game.of("3x3/1/list1#2"), Entrant(engine="resolution")))
    >>> replay.state_at(1).kb0 == replay.state_at(2).kb0
    True
    """

    def __init__(self, steps: Iterable[Step]) -> None:
        self.steps: Sequence[Step] = tuple(steps)
        self._kept = [_Board()]  # before every _STRIDE-th step, as far as anybody has asked

    def state_at(self, number: int) -> State:
        """Return the state after a step, by its number; raise BadInput if there is none."""
        if not 0 <= number < len(self.steps):
            raise BadInput(f"step {number}; expected 0 to {len(self.steps) - 1}")
        wanted = number // _STRIDE
        while len(self._kept) <= wanted:
            last = len(self._kept) * _STRIDE
            self._kept.append(self._kept[-1].after(self.steps[last - _STRIDE : last]))
        return self._kept[wanted].after(self.steps[wanted * _STRIDE : number + 1]).state


_STRIDE = 100
"""How many steps apart states are kept: going back costs no more than this many steps."""


@dataclass
class _Board:
    """A state that steps change."""

    kb: dict[Clause, None] = field(default_factory=dict)  # in the order of insertion
    kb0: list[Literal] = field(default_factory=list)
    units: deque[Literal] = field(default_factory=deque)
    marks: dict[Cell, bool] = field(default_factory=dict)

    @property
    def state(self) -> State:
        return State(tuple(self.kb), tuple(self.kb0), tuple(self.units), self.marks)

    def after(self, steps: Iterable[Step]) -> _Board:
        """Return a copy that these steps have changed."""
        copy = _Board(dict(self.kb), list(self.kb0), deque(self.units), dict(self.marks))
        for step in steps:
            copy._take(step)
        return copy

    def _take(self, step: Step) -> None:
        match step["kind"]:
            case "begin" | "move":
                self._mark(step)
            case "learned":
                self.kb0.extend(step["clause"])
            case "unit":
                self.units.extend(step["clause"])
            case "marked":
                self.kb0.append(self.units.popleft())
            case "duplicate" if len(step["clause"]) == 1:
                self.units.popleft()  # its turn to be marked, but its cell is
            case "inserted":
                self.kb[frozenset(step["clause"])] = None
            case "shortened":
                del self.kb[frozenset(step["parents"][0])]
            case "satisfied":
                del self.kb[frozenset(step["clause"])]
            case "subsumed":  # in KB, or dropped before it could join
                self.kb.pop(frozenset(step["clause"]), None)
            case _:
                pass  # it changes nothing

    def _mark(self, step: Step) -> None:
        if step.get("act") == Act.FLAG.value and not self.marks.pop(step["cell"], False):
            self.marks[step["cell"]] = True  # in the clearing game, a second flag takes it away
        self.marks.update(dict.fromkeys((cell for cell, _ in step["opened"]), False))
