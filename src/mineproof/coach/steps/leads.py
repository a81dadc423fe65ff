"""Leads: what a player can find next in a position, and the steps that lead there.

A lead answers "which cell can I open?". It ends with the first step that concludes that a covered
cell is safe; the mines found on the way are steps of their own, unless they already carry flags:
then they are used without being explained. With `flags`, a mine without a flag is a move too, as in
the marking game, and a lead ends with the first step that concludes either. A wrong flag, on a cell
that is certainly safe, comes before everything else, with all steps that lead to it. A flag that
may be right or wrong is a note, and is ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.coach.steps.chain import chain_to, steps_to
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference, Status
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell, Fact


class Outlook(Enum):
    """What a position offers a player."""

    CERTAIN = "certain"
    """A cell is certainly safe; or, if mines are to be flagged, certainly a mine."""

    FIRST = "first"
    """Nothing is open yet, and the start rule makes any first cell safe."""

    WRONG_FLAG = "wrong flag"
    """A flag is on a cell that is certainly safe."""

    GUESS = "guess"
    """No cell is certainly safe, though some are not mines."""

    DONE = "done"
    """Every covered cell is certainly a mine."""

    IMPOSSIBLE = "impossible"
    """No layout fits."""

    UNKNOWN = "unknown"
    """Nothing was found, but the count exceeded its limit."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Something certain: the steps to it, and the conclusion of the last step to play."""

    steps: tuple[Step, ...]
    goal: Fact
    is_wrong_flag: bool

    def news(self, view: View) -> tuple[Fact, ...]:
        """Return the conclusions of the last step that the player has not flagged already."""
        return tuple(each for each in self.steps[-1].conclusions if _is_news(each, view))


def without_flags(view: View) -> View:
    """Return the view of a player who sets no flags."""
    hidden = view.cells.replace(bytes([FLAG]), bytes([HIDDEN]))
    return View(view.grid, hidden, view.mines)


@dataclass(frozen=True, slots=True)
class NoLead:
    """Why there is no lead, and how many covered cells are certainly mines."""

    outlook: Outlook
    mines: int = 0


def find_lead(view: View, *, flags: bool = False, trusts_flags: bool = False) -> Lead | NoLead:
    """Return the first lead of a view, or why there is none.

    With `flags`, a mine that carries none is a move too. With `trusts_flags`, every flag is a known
    mine, which is quicker. Raises Contradiction if no layout fits.

    >>> find_lead(View.from_picture("01#1##")).goal
    (4, False)
    >>> find_lead(View.from_picture("01#1##"), flags=True).goal
    (2, True)
    >>> find_lead(View.from_picture("3## ###"))
    NoLead(outlook=<Outlook.GUESS: 'guess'>, mines=3)
    """
    try:
        inference = Exact().look(view)
        wanted = _wanted(view, inference, flags=flags)
        if wanted:
            return _first_lead(view, inference, wanted, trusts_flags=trusts_flags)
    except LimitReached:
        return NoLead(Outlook.UNKNOWN)
    if inference.status is Status.LIMIT:
        return NoLead(Outlook.UNKNOWN)
    covered = frozenset(view.covered_cells())
    mines = covered.intersection(inference.mines)
    return NoLead(Outlook.DONE if mines == covered else Outlook.GUESS, len(mines))


def _wanted(view: View, inference: Inference, *, flags: bool) -> frozenset[Cell]:
    """Return the cells that a lead may end with; none if nothing helps the player."""
    if wrong := wrong_flags(view, inference):
        return frozenset(wrong)
    to_flag = frozenset(inference.mines).intersection(view.hidden_cells() if flags else ())
    return to_flag.union(inference.safe)


def _first_lead(
    view: View, inference: Inference, wanted: frozenset[Cell], *, trusts_flags: bool
) -> Lead:
    """Return the lead to the first of the wanted cells; of one step, to a safe one if any."""
    steps = list[Step]()
    for step in find_steps(view, inference, trusts_flags=trusts_flags):
        steps.append(step)
        found = [each for each in step.conclusions if each[0] in wanted]
        if found:
            cell, _ = min(found, key=lambda each: each[1])  # False first: a safe one
            is_wrong = view.is_flagged(cell)
            return _lead(view, steps_to(cell, steps), cell, is_wrong_flag=is_wrong)
    raise AssertionError("the steps lead to everything that is certain")


def lead_to(view: View, cell: Cell) -> Lead | None:
    """Return the lead to one cell; None if it is not certain, or the count exceeds its limit.

    Raises Contradiction if no layout fits.

    >>> lead = lead_to(View.from_picture("F1# 11#"), 5)
    >>> lead and (lead.goal, len(lead.steps))
    ((5, False), 1)
    """
    chain = chain_to(view, cell)
    return _lead(view, chain, cell, is_wrong_flag=False) if chain else None


def _lead(view: View, chain: Sequence[Step], cell: Cell, *, is_wrong_flag: bool) -> Lead:
    """Return the lead to a cell that the last of these steps concludes."""
    goal = (cell, dict(chain[-1].conclusions)[cell])
    told = [step for step in chain if any(_is_news(each, view) for each in step.conclusions)]
    return Lead(tuple(told), goal, is_wrong_flag)


def _is_news(conclusion: Fact, view: View) -> bool:
    cell, is_mine = conclusion
    return not (is_mine and view.is_flagged(cell))


def wrong_flags(view: View, inference: Inference | None = None) -> tuple[Cell, ...]:
    """Return the flags that are proved wrong; raise Contradiction if no layout fits.

    `inference` is what `exact` concludes from the view, for callers that have it already.

    >>> wrong_flags(View.from_picture("### 11F"))
    (5,)
    """
    certain = inference or Exact().look(view)
    return tuple(filter(view.is_flagged, certain.safe)) if FLAG in view.cells else ()
