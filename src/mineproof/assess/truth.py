"""The truth about a position: what is certain, how likely a cell is a mine, and counterexamples.

It comes from `exact` and from the checker's own search, never from the engine that is assessed.
"""

from __future__ import annotations

from mineproof.assess.engine_contract import Case
from mineproof.assess.positions import Position
from mineproof.board.layout import Layout
from mineproof.board.view import View
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference, Status
from mineproof.errors import LimitReached
from mineproof.logic.checker import has_layout
from mineproof.logic.problem import Fact, fact
from mineproof.logic.reader import read


def look(view: View) -> Inference:
    """Return what is certain in a view; raise LimitReached if that is too much to count."""
    found = Exact().look(view)
    if found.status is Status.LIMIT:
        raise LimitReached("too many states to tell what is certain")
    return found


def case_of(position: Position, seed: int) -> Case:
    """Return the case of a position without a lie."""
    view = position.known
    found, problem = look(view), read(view)
    return Case(
        problem,
        dict.fromkeys(found.safe, False) | dict.fromkeys(found.mines, True),
        {cell: position.layout.is_mine(cell) for cell in problem.cells},
        seed,
        found.risks,
        view,
    )


def counterexample(view: View, claim: Fact) -> Layout | None:
    """Return a layout that fits a view and in which a claim is wrong, if one can be found."""
    problem = read(view)
    count = [] if problem.mine_count is None else [problem.mine_count]
    told = [*problem.constraints, *count, fact(claim[0], not claim[1])]
    try:
        if not has_layout(told):
            return None
        for cell in sorted(problem.cells):
            safe = fact(cell, False)
            told.append(safe if has_layout([*told, safe]) else fact(cell, True))
    except LimitReached:
        return None
    chosen = told[-len(problem.cells) :]
    return Layout(view.grid, frozenset(min(each.cells) for each in chosen if each.mines))
