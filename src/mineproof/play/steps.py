"""Step: one step of a trace as plain data, ready for JSON; docs/trace.md has the schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from mineproof.board.grid import Cell
from mineproof.board.view import Sight
from mineproof.engines.event import Branch, Event, Happening, Hint
from mineproof.engines.inference import Deduction
from mineproof.logic.cnf import clause_counts
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clause, Literal, cell_of, unit
from mineproof.play.match import Turn


class Sentence(TypedDict):
    """Exactly `mines` of these cells are mines."""

    cells: list[Cell]
    mines: int


class Step(TypedDict, total=False):
    """One step of a trace: its number and kind, and what that kind has to say."""

    number: int
    kind: str
    by: str
    cell: Cell
    clause: list[Literal]
    parents: list[list[Literal]]
    clue: Cell | None
    shown: int
    mines: int | None
    cells: list[Cell]
    clauses: list[int]
    sentence: Sentence
    whole: Sentence
    part: Sentence
    node: int
    above: int | None
    literal: Literal | None
    twin: Cell
    act: str
    opened: list[list[int]]
    game: str | None
    rows: int
    columns: int
    shape: str
    finish: str
    agent: str
    engine: str
    outcome: str


_HINTS = (Happening.HINT, Happening.COUNT)
_BY_SENTENCE = (
    Happening.SETTLED,
    Happening.SENTENCE,
    Happening.PROPAGATED,
    Happening.CLASHED,
)
_BRANCHES = (Happening.SEARCH, Happening.DECIDED, Happening.BACKTRACKED)
_PLAIN = (
    *_HINTS,
    *(Happening.SETTLED, Happening.SENTENCE, Happening.DIFFERENCE),
    *(Happening.SEARCH, Happening.DECIDED, Happening.FITTED),
    *(Happening.ROUND, Happening.STALLED, Happening.LIMIT, Happening.COMPLETE),
)
"""Events without a clause."""


def event_step(event: Event) -> Step:
    """Return an event as plain data, without a number."""
    step = Step(kind=event.happening.value, by=event.engine)
    if event.happening in (Happening.MARKED, Happening.LEARNED):
        (lit,) = event.clause
        step["cell"] = cell_of(lit)
    if event.happening not in _PLAIN and (event.clause or event.sentence is None):
        step["clause"] = _literals(event.clause)
        step["parents"] = [_literals(parent) for parent in event.parents]
    if event.hint:
        _add_hint(step, event.happening, event.hint)
    _add_sentences(step, event)
    if event.branch:
        _add_branch(step, event.happening, event.branch)
    if event.twin is not None:
        step["twin"] = event.twin
    return step


def _add_hint(step: Step, happening: Happening, hint: Hint) -> None:
    step["clue"] = hint.told.clue
    if happening in _HINTS:
        step["mines"] = hint.rest.mines
        step["cells"] = sorted(hint.rest.cells)
        step["clauses"] = list(clause_counts(hint.rest))
    if happening in _BY_SENTENCE:
        step["sentence"] = _sentence(hint.rest)
    if happening in (*_HINTS, *_BY_SENTENCE):
        step["shown"] = hint.told.mines


def _add_sentences(step: Step, event: Event) -> None:
    if event.sentence:
        step["sentence"] = _sentence(event.sentence)
    if event.minus:
        step["whole"], step["part"] = map(_sentence, event.minus)


def _add_branch(step: Step, happening: Happening, branch: Branch) -> None:
    step["node"] = branch.node
    if happening in _BRANCHES:
        step["above"] = branch.above
    if happening in (*_BRANCHES, Happening.PROPAGATED):
        step["literal"] = branch.literal


def _sentence(constraint: Constraint) -> Sentence:
    return Sentence(cells=sorted(constraint.cells), mines=constraint.mines)


def turn_step(turn: Turn) -> Step:
    """Return a turn as plain data, without a number."""
    act, cell = turn.move
    return Step(kind="move", act=act.value, cell=cell, by=turn.author, opened=opened(turn.sights))


def deduction_step(deduction: Deduction) -> Step:
    """Return the mark of an engine that has no events as plain data, without a number."""
    clause = unit(deduction.cell, deduction.is_mine)
    return event_step(Event(Happening.MARKED, clause, engine=deduction.engine))


def _literals(clause: Clause) -> list[Literal]:
    return sorted(clause, key=abs)


def opened(sights: Iterable[Sight]) -> list[list[int]]:
    """Return opened cells with their numbers as plain data."""
    return [[cell, number] for cell, number in sights]
