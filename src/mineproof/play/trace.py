"""Traces: a game, or a position, and what its engine does, as numbered steps.

The steps follow the game's own loop: a unit, its mark, the move, what the move shows, its hint, the
clauses of that hint. They are plain data, ready for JSON, and hold enough to rebuild what the
engine knows and the marks on the board after any step (`replay.py`). docs/trace.md has the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import MINE, Sight, View
from mineproof.engines import engine_named
from mineproof.engines.base import Watcher
from mineproof.engines.event import Event, Happening, Listener
from mineproof.engines.inference import Deduction
from mineproof.errors import Contradiction
from mineproof.play.guests import match_of
from mineproof.play.match import Match, Turn
from mineproof.play.steps import Step, deduction_step, event_step, opened, turn_step


def trace(game: Game, entrant: Entrant, most: int | None = None) -> Iterator[Step]:
    """Play a game and yield its steps, in the order they happen, the first `most` of them.

    >>> [step["kind"] for step in trace(Game.of("3x3/1/list1#2"), Entrant(engine="resolution"))][:7]
    ['begin', 'learned', 'hint', 'unit', 'unit', 'unit', 'marked']
    """
    recorder = Recorder(most=most)
    match = recorder.match(game, entrant)
    with suppress(_Enough):
        for _ in match.turns():
            yield from recorder.take()
        recorder.end(match.record.outcome.value)
    yield from recorder.take()


def trace_view(view: View, engine: str, most: int | None = None) -> Iterator[Step]:
    """Let an engine think about a position until nothing more follows, and yield its steps.

    No moves are made: what the engine marks stays covered. The last step is `end`, with the outcome
    `solved` if every cell is settled, `contradiction` if no layout fits, and otherwise why the
    engine stopped: `complete`, `stalled` or `limit`. Only the first `most` steps are yielded.
    Raises BadInput for an unknown engine.

    >>> [step["kind"] for step in trace_view(View.from_picture("1# 1#"), "resolution")][-3:]
    ['round', 'stalled', 'end']
    """
    recorder, thinker = Recorder(most=most), engine_named(engine)
    recorder.note(_view_step(view, engine))
    thinker.speak_to(recorder.hear)
    try:
        watcher = thinker.watch(view.grid, view.mines)
        _show(view, watcher)
        while found := watcher.deduce():
            recorder.conclude(found)
            yield from recorder.take()
        recorder.end("solved" if len(watcher.known) == view.grid.size else watcher.status.value)
    except Contradiction:
        recorder.end("contradiction")
    except _Enough:
        pass
    yield from recorder.take()


def _show(view: View, watcher: Watcher) -> None:
    watcher.see(_sights(view))
    for cell, code in enumerate(view.cells):
        if code == MINE:
            watcher.learn(cell)


def _sights(view: View) -> list[Sight]:
    cells = filter(view.is_open, range(view.grid.size))
    return [Sight(cell, view.number(cell)) for cell in cells]


class _Enough(Exception):
    """There are as many steps as were asked for: whatever makes them is ended."""


class Recorder:
    """Notes the steps of a match while somebody else plays it; `listener` hears its events too."""

    def __init__(self, listener: Listener | None = None, *, most: int | None = None) -> None:
        self._listener = listener
        self._most = most
        self._fresh: list[Step] = []
        self._marked: set[Cell] = set()
        self._count = 0

    def match(self, game: Game, entrant: Entrant) -> Match:
        """Return the match of an entrant, not yet played; its first step is noted."""
        self.note(_game_step(game, entrant))
        return match_of(game, entrant, self.hear, self.witness)

    def hear(self, event: Event) -> None:
        """Note an event: a Listener."""
        step = event_step(event)
        if event.happening is Happening.MARKED:
            self._marked.add(step["cell"])
        self.note(step)
        if self._listener:
            self._listener(event)

    def witness(self, turn: Turn) -> None:
        """Note a turn."""
        self.note(turn_step(turn))

    def conclude(self, found: Iterable[Deduction]) -> None:
        """Note what was deduced without an event, by an engine that has none."""
        for deduction in found:
            if deduction.cell not in self._marked:
                self.note(deduction_step(deduction))

    def end(self, outcome: str) -> None:
        """Note how it ended."""
        self.note(Step(kind="end", outcome=outcome))

    def take(self) -> list[Step]:
        """Return the steps since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def note(self, step: Step) -> None:
        """Note a step, with the next number."""
        if self._count == self._most:
            raise _Enough
        self._fresh.append(Step(number=self._count, **step))
        self._count += 1


# First steps


def _game_step(game: Game, entrant: Entrant) -> Step:
    step = _begin(game.grid, game.mines if entrant.tell_total else None, entrant.full_engine)
    step["game"] = str(game.setting or "layout")
    step["finish"] = game.finish.value
    step["agent"] = entrant.agent
    step["opened"] = opened(game.handed_out)
    return step


def _view_step(view: View, engine: str) -> Step:
    step = _begin(view.grid, view.mines, engine)
    step["game"] = None
    step["opened"] = opened(_sights(view))
    return step


def _begin(grid: Grid, mines: int | None, engine: str) -> Step:
    return Step(
        kind="begin",
        rows=grid.rows,
        columns=grid.cols,
        shape=grid.shape.value,
        mines=mines,
        engine=engine,
    )
