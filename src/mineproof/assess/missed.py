"""What a player misses, by the technique that finds it and by the first of our engines that does.

Only what is within reach counts: if a step builds on a cell that the player has not found either,
it is not to blame for missing the step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mineproof.board.view import MINE, View
from mineproof.coach.steps.leads import Lead, find_lead
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import Technique
from mineproof.engines.base import Engine
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference
from mineproof.engines.resolution import Resolution
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Known, leaves

_TECHNIQUES = list(Technique)

By: TypeAlias = Technique | str
"""How something is found: a technique, or an engine by its name."""


def engines() -> tuple[Engine, ...]:
    """Return the engines by which difficulty is measured, the weakest first."""
    return Single(), Subset(), Resolution(), Exact()


@dataclass(frozen=True, slots=True)
class Chance:
    """Something certain within a player's reach: how it is found, and whether the player did."""

    by: By
    is_found: bool
    cell: Cell
    is_mine: bool


def by_technique(view: View, truth: Inference, found: Mapping[Cell, bool]) -> Iterator[Chance]:
    """Yield the steps within the reach of an engine; raise LimitReached.

    A step counts as found if all its conclusions are.
    """
    for step in find_steps(view, truth):
        if all(cell in found for cell, _ in step.facts):
            yield _chance(step, found)


def by_engine(view: View, found: Mapping[Cell, bool]) -> Iterator[Chance]:
    """Yield the certain cells within an engine's reach, by which of ours finds each first."""
    for each in Cascade(engines()).look(view).deductions:
        known = [leaf for leaf in leaves(each.proof) if isinstance(leaf, Known)]
        if all(leaf.claim.cells <= found.keys() for leaf in known):
            yield Chance(each.engine, each.cell in found, each.cell, each.is_mine)


def _chance(step: Step, found: Mapping[Cell, bool]) -> Chance:
    missed = [each for each in step.conclusions if each[0] not in found]
    cell, is_mine = (missed or step.conclusions)[0]
    return Chance(step.technique, not missed, cell, is_mine)


def missed_move(view: View, *, marks_mines: bool) -> Iterator[Chance]:
    """Yield the certain move that a player who guesses in a view has missed, if there is one.

    It is named for the hardest step that it takes, and for the weakest engine that finds a move.
    """
    lead = find_lead(view, flags=marks_mines)
    if isinstance(lead, Lead):
        hardest = max((step.technique for step in lead.steps), key=_TECHNIQUES.index)
        yield Chance(hardest, False, *lead.goal)
        yield Chance(_weakest(view, marks_mines=marks_mines), False, *lead.goal)


def _weakest(view: View, *, marks_mines: bool) -> str:
    for engine in engines():
        if certain_moves(view, engine.look(view), marks_mines=marks_mines):
            return engine.name
    return Exact.name


def certain_moves(view: View, found: Inference, *, marks_mines: bool) -> dict[Cell, bool]:
    """Return the cells that are certain and still to be played, and whether each is a mine."""
    mines = [cell for cell in found.mines if marks_mines and view.cells[cell] != MINE]
    return dict.fromkeys(found.safe, False) | dict.fromkeys(mines, True)
