"""Step: one step of a trace as plain data, ready for JSON; docs/trace.md has the schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from mineproof.board.grid import Cell
from mineproof.board.view import Sight
from mineproof.engines.event import Event, Happening, Hint
from mineproof.engines.inference import Deduction
from mineproof.logic.cnf import clause_counts
from mineproof.logic.proof import Clause, Literal, cell_of, literal
from mineproof.play.match import Turn


class Step(TypedDict, total=False):
    """One step of a trace: its number and kind, and what that kind has to say."""

    number: int
    kind: str
    clause: list[Literal]
    parents: list[list[Literal]]
    clue: Cell | None
    cell: Cell
    shown: int
    mines: int | None
    cells: list[Cell]
    clauses: list[int]
    act: str
    by: str
    opened: list[list[int]]
    game: str | None
    rows: int
    columns: int
    shape: str
    finish: str
    agent: str
    engine: str
    outcome: str


def event_step(event: Event) -> Step:
    """Return an event as plain data, without a number."""
    step = Step(kind=event.happening.value, by=event.engine)
    if event.hint:
        step["clue"] = event.hint.told.clue
    match event.happening:
        case Happening.HINT | Happening.COUNT:
            assert event.hint, "a hint says what it is"
            return _with_hint(step, event.hint)
        case Happening.ROUND | Happening.STALLED | Happening.LIMIT:
            return step
        case Happening.MARKED | Happening.LEARNED:
            (lit,) = event.clause
            step["cell"] = cell_of(lit)
        case _:
            pass
    step["clause"] = _literals(event.clause)
    step["parents"] = [_literals(parent) for parent in event.parents]
    return step


def _with_hint(step: Step, hint: Hint) -> Step:
    step["shown"] = hint.told.mines
    step["mines"] = hint.rest.mines
    step["cells"] = sorted(hint.rest.cells)
    step["clauses"] = list(clause_counts(hint.rest))
    return step


def turn_step(turn: Turn) -> Step:
    """Return a turn as plain data, without a number."""
    act, cell = turn.move
    return Step(kind="move", act=act.value, cell=cell, by=turn.author, opened=opened(turn.sights))


def deduction_step(deduction: Deduction) -> Step:
    """Return the mark of an engine that has no events as plain data, without a number."""
    clause = frozenset((literal(deduction.cell, deduction.is_mine),))
    return event_step(Event(Happening.MARKED, clause, engine=deduction.engine))


def _literals(clause: Clause) -> list[Literal]:
    return sorted(clause, key=abs)


def opened(sights: Iterable[Sight]) -> list[list[int]]:
    """Return opened cells with their numbers as plain data."""
    return [[cell, number] for cell, number in sights]
