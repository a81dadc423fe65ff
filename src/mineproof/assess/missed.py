"""What a player misses, by the technique that finds it and by the first of our engines that does.

Only what is within reach counts: if a step builds on a cell that the player has not found either,
it is not to blame for missing the step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from mineproof.board.view import MINE, View
from mineproof.coach.steps.leads import Lead, find_lead
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import Technique
from mineproof.engines.base import Engine
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Deduction, Inference
from mineproof.engines.resolution import Resolution
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.logic.problem import Cell
from mineproof.logic.proof import Known, leaves

_TECHNIQUES = list(Technique)

By: TypeAlias = Technique | str
"""How something is found: a technique, or an engine by its name."""


COUNT = "the mine count"
"""How cells are found that the numbers alone do not settle."""


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
    """Yield the certain cells within a player's reach, by which of our engines finds each first.

    The engines see the numbers alone. What takes the mine count besides is named for it. Mines that
    a view shows are known, and nobody has to find them.
    """
    shown = {cell: True for cell, code in enumerate(view.cells) if code == MINE}
    known, settled = {**found, **shown}, set(shown)
    for each in Cascade(engines()).look(replace(view, mines=None)).deductions:
        if each.cell not in shown and _is_within_reach(each, known):
            yield Chance(each.engine, each.cell in found, each.cell, each.is_mine)
        settled.add(each.cell)
    if view.mines is None:
        return
    for each in Cascade(engines()).look(view).deductions:
        if each.cell not in settled and _is_within_reach(each, known):
            yield Chance(COUNT, each.cell in found, each.cell, each.is_mine)


def _is_within_reach(deduction: Deduction, found: Mapping[Cell, bool]) -> bool:
    known = [leaf for leaf in leaves(deduction.proof) if isinstance(leaf, Known)]
    return all(leaf.claim.cells <= found.keys() for leaf in known)


def _chance(step: Step, found: Mapping[Cell, bool]) -> Chance:
    missed = [each for each in step.conclusions if each[0] not in found]
    cell, is_mine = (missed or step.conclusions)[0]
    return Chance(step.technique, not missed, cell, is_mine)


def first_to_find(view: View, cell: Cell) -> str:
    """Return the weakest of our engines that finds a certain cell by the numbers, or COUNT."""
    numbers = replace(view, mines=None)
    for engine in engines():
        if any(each.cell == cell for each in engine.look(numbers).deductions):
            return engine.name
    return COUNT


def missed_move(view: View, *, marks_mines: bool) -> Iterator[Chance]:
    """Yield the certain move that a player who guesses in a view has missed, if there is one.

    It is named for the hardest step that it takes.
    """
    lead = find_lead(view, flags=marks_mines)
    if isinstance(lead, Lead):
        hardest = max((step.technique for step in lead.steps), key=_TECHNIQUES.index)
        yield Chance(hardest, False, *lead.goal)


def certain_moves(view: View, found: Inference, *, marks_mines: bool) -> dict[Cell, bool]:
    """Return the cells that are certain and still to be played, and whether each is a mine."""
    mines = [cell for cell in found.mines if marks_mines and view.cells[cell] != MINE]
    return dict.fromkeys(found.safe, False) | dict.fromkeys(mines, True)
