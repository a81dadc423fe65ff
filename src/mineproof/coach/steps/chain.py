"""Chains: the steps that one cell rests on, in order, and no others.

The search settles whatever comes first, so many steps only happen to come before a cell, and a clue
may touch known cells that it can do without: a 0 makes its cells safe, whether or not some of them
were safe before. A step is spared if each step that mentions what it found keeps its conclusions,
and its technique, without that. Known mines around two or more clues are therefore never spared:
they are why players call a 3 beside a 2 a 1-2.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.coach.steps.fewest import certain, settled_by_bounds
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import StepLevel, Technique, name_count
from mineproof.errors import LimitReached


def chain_to(view: View, cell: Cell) -> tuple[Step, ...]:
    """Return the steps of `view` that `cell` rests on; none if it is not certain.

    There are also none if the count exceeds its limit. Raises Contradiction if no layout fits.

    >>> view = View.from_picture("##00## ###### ######")
    >>> [view.grid.name(step.clues[0].clue) for step in chain_to(view, view.grid.parse("e1"))]
    ['d1']
    """
    steps = list[Step]()
    try:
        for step in find_steps(view):
            steps.append(step)
            if cell in dict(step.conclusions):
                return steps_to(cell, steps)
    except LimitReached:
        pass
    return ()


def steps_to(cell: Cell, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return those of `steps` that `cell` rests on, in order; none if no step concludes it.

    Each has only those facts that the steps before it conclude, or that the view shows.
    """
    chain = _leading_to(cell, steps)
    # The last first: what only a spared step needs is then spared as well.
    for i in reversed(range(len(chain) - 1)):
        later = _sparing(chain[i], chain[i + 1 :])
        if later is not None:
            chain[i:] = later
    return tuple(chain)


def _leading_to(cell: Cell, steps: Sequence[Step]) -> list[Step]:
    """Return the steps that find `cell`, or any fact that a later one of them mentions."""
    needed, chain = {cell}, list[Step]()
    for step in reversed(steps):
        if any(found in needed for found, _ in step.conclusions):
            chain.append(step)
            needed.update(used for used, _ in step.facts)
    return chain[::-1]


def _sparing(spared: Step, later: Sequence[Step]) -> list[Step] | None:
    """Return the later steps without what `spared` finds; None if one of them needs it."""
    cells = dict(spared.conclusions).keys()
    shorter = list[Step]()
    for step in later:
        told = _without(step, cells)
        if told is None:
            return None
        shorter.append(told)
    return shorter


def _without(step: Step, cells: Collection[Cell]) -> Step | None:
    """Return the step without the facts about `cells`; None if it needs any of them."""
    facts = tuple(known for known in step.facts if known[0] not in cells)
    dropped = [known for known in step.facts if known[0] in cells]
    if not dropped:
        return step
    if step.level is not StepLevel.L1 and any(is_mine for _, is_mine in dropped):
        return None
    shorter = replace(step, facts=facts)
    return shorter if _holds(shorter) else None


def _holds(step: Step) -> bool:
    """Tell whether a step concludes what it says, by the technique that it names."""
    clues, found = [step.rest(clue) for clue in step.clues], dict(step.conclusions)
    count = None if step.count is None else step.rest(step.count)
    try:
        if not found.items() <= certain(clues, count).items():
            return False
    except LimitReached:  # without those facts there is too much to count
        return False
    if step.technique is Technique.CHAIN:
        return found.keys() <= settled_by_bounds(clues).keys()
    return count is None or name_count(clues, count, found) is step.technique
