"""Exercises from games that the engine `resolution` plays.

A game is played by single clues as far as they lead. Where they end, the engine's matching finds
further cells. Each is a goal, and given are the clues that the engine's derivation of it rests on.
Then these cells are opened or flagged, and the game goes on until nothing more is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.view import View
from mineproof.course.exercises.resolution.given import (
    engine_clues,
    engine_lines,
    given_clauses,
    hints_of,
    problem_of,
)
from mineproof.course.exercises.resolution.sheet import Pair, Sheet, follow
from mineproof.course.exercises.resolution.shortest import OutOfStates, shortest
from mineproof.engines.base import Engine
from mineproof.engines.inference import Deduction
from mineproof.engines.resolution import Resolution
from mineproof.engines.single import Single
from mineproof.logic.clause import clause_words
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clause, cell_of, literal

MOST_CLAUSES = 24
"""The longest list of clauses that a student is given."""

MOST_STATES = 400_000
"""How far the search for a shortest derivation goes: about ten seconds."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A unit to be proved in a position of a game, and the hints to prove it from."""

    game: str
    view: View
    unit: Clause
    hints: tuple[Constraint, ...]
    width: int | None = None

    @property
    def given(self) -> list[Clause]:
        """The clauses of the hints."""
        return list(given_clauses(self.hints))

    @property
    def shape(self) -> tuple[tuple[int, ...], int]:
        """What tells goals apart: the lengths of the given clauses, and the engine's steps."""
        lengths = tuple(sorted(map(len, self.given)))
        return lengths, self.engine_steps

    @property
    def engine_steps(self) -> int:
        """How many resolvents the engine's derivation has."""
        return len(engine_lines(self.given, self.hints, self._cell)) - len(self.given)

    def derivation(self, most_states: int = MOST_STATES) -> tuple[Sequence[Pair], bool]:
        """Return the shortest derivation known, and whether all shorter ones were tried."""
        try:
            found = shortest(self.given, self.unit, width=self.width, most_states=most_states)
        except OutOfStates:
            found = None
        if found and found.steps:
            return found.steps, True
        lines = engine_lines(self.given, self.hints, self._cell)
        return follow(Sheet.of(self.given, self.width), lines, self.unit), False

    def data(self, most_states: int = MOST_STATES) -> dict[str, Any]:
        """Return the exercise as data, without its id and its difficulty."""
        steps, is_exhaustive = self.derivation(most_states)
        grid = self.view.grid
        data = {
            "kind": "resolve",
            "source": self.game,
            "board": self.view.picture().replace("\n", " "),
            "mines": self.view.mines,
            "goal": clause_words(self.unit, grid.name),
            "clues": [grid.name(hint.clue) for hint in self.hints if hint.clue is not None],
            "shortest": [list(pair) for pair in steps],
            "is_exhaustive": is_exhaustive,
        }
        return data if self.width is None else data | {"width": self.width}

    @property
    def _cell(self) -> int:
        (lit,) = self.unit
        return cell_of(lit)


def goals(game_id: str) -> Iterator[Goal]:
    """Yield the goals of one game, none of which a single clue settles.

    >>> [sorted(goal.unit) for goal in goals("5x5/4/opening#4")]
    [[15], [-10], [-20], [5], [25]]
    """
    game = Game.of(game_id)
    _open_first(game)
    while game.status is GameStatus.PLAYING:
        found = _deduce(game.view, Single())
        if not found:
            found = _deduce(game.view, Resolution())
            yield from _goals(game_id, game.view, found)
        if not found:
            return
        _make(game, found)


def _open_first(game: Game) -> None:
    first = game.setting.first_cell if game.setting else None
    if first is not None:
        game.open(first)


def _deduce(view: View, engine: Engine) -> Sequence[Deduction]:
    return engine.infer(problem_of(hints_of(view).values())).deductions


def _goals(game_id: str, view: View, found: Sequence[Deduction]) -> Iterator[Goal]:
    hints = tuple(hints_of(view).values())
    for deduction in found:
        clues = engine_clues(hints, deduction.cell)
        needed = tuple(hint for hint in hints if hint.clue in clues)
        unit = frozenset((literal(deduction.cell, deduction.is_mine),))
        if len(given_clauses(needed)) <= MOST_CLAUSES:
            yield Goal(game_id, view, unit, needed)


def _make(game: Game, found: Sequence[Deduction]) -> None:
    for cell, is_mine in [(each.cell, each.is_mine) for each in found]:
        is_left = game.status is GameStatus.PLAYING and not game.view.is_open(cell)
        if is_left:  # a zero may have opened it, or the game is won
            game.play(Move(Act.FLAG if is_mine else Act.OPEN, cell))
