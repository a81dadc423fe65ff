"""Leads: what a player can find next in a position, and the steps that lead there.

A lead ends with the first step that a player can use: one that concludes that a covered cell is
safe, or that a cell without a flag is a mine. Steps before it conclude only mines that already
carry flags; they are used without being explained. A player who sets no flags has no use for a
mine, so all steps to the first safe cell are explained. A wrong flag, on a cell that is certainly
safe, comes before everything else, with all steps that lead to it. A flag that may be right or
wrong is a note, and is ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mineproof.board.view import FLAG, HIDDEN, View
from mineproof.coach.steps.chain import chain_to, steps_to
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell, Fact


class Outlook(Enum):
    """What a position offers a player."""

    CERTAIN = "certain"
    """A move is certain."""

    WRONG_FLAG = "wrong flag"
    """A flag is on a cell that is certainly safe."""

    GUESS = "guess"
    """Nothing more is certain."""

    DONE = "done"
    """There is nothing left to find."""

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


def find_lead(view: View, *, flags: bool = True) -> Lead | Outlook:
    """Return the first lead of a view, or why there is none.

    Without `flags` the player sets none, and `view` must have none. Raises Contradiction if no
    layout fits.

    >>> lead = find_lead(View.from_picture("F1# 11#"))
    >>> lead.goal, len(lead.steps)
    ((2, False), 1)
    >>> find_lead(View.from_picture("## 11"))
    <Outlook.GUESS: 'guess'>
    """
    steps = list[Step]()
    try:
        inference = Exact().look(view)
        wrong = wrong_flags(view, inference)
        for step in find_steps(view, inference):
            steps.append(step)
            wanted = [each for each in step.conclusions if _is_news(each, view)]
            if wrong:
                wanted = [each for each in wanted if each[0] in wrong]
            elif not flags:
                wanted = [each for each in wanted if not each[1]]
            if wanted:
                cell, _ = min(wanted, key=lambda each: each[1])  # False first: a safe one, if any
                return _lead(view, steps_to(cell, steps), cell, is_wrong_flag=bool(wrong))
    except LimitReached:
        return Outlook.UNKNOWN
    settled = sum(len(step.conclusions) for step in steps)
    return Outlook.DONE if settled == len(view.covered_cells()) else Outlook.GUESS


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
