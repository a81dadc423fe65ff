"""guesses: the best cells to open when no cell is certainly safe.

The kernel decides (`native/strategist/strategist.hpp`): by the endgame when few layouts are left,
otherwise by looking two moves ahead, by a learned value and, above the smallest budget, by
playouts. Without it, Python does the same but for the playouts (`endgame.py`, `lookahead.py`,
`value.py`): a greater budget searches larger endgames, and decides all else as `fast` does. A
decision on a large board takes about a third of a second, a search of 2,000 layouts up to half a
minute.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.agents.strategist.endgame import fitting, ranked_wins
from mineproof.agents.strategist.fifty import take_at_once
from mineproof.agents.strategist.lookahead import Lookahead
from mineproof.board.grid import Cell
from mineproof.board.view import MINE, View
from mineproof.counting.counted_odds import odds_of
from mineproof.counting.kernel import MAX_STATES, Kernel, kernel
from mineproof.counting.odds import Odds, Prior
from mineproof.engines.exact import Exact
from mineproof.engines.guess import TIE, Budget, Guess, Guesses, How
from mineproof.engines.study import study
from mineproof.errors import BadInput, LimitReached
from mineproof.logic.reader import read

MOST_LAYOUTS = {Budget.FAST: 600, Budget.NORMAL: 1000, Budget.DEEP: 2000}
"""How many layouts Python searches in an endgame; the kernel as many, but 4000 with `deep`."""


def best_guesses(
    view: View,
    budget: Budget = Budget.NORMAL,
    *,
    most: int = 3,
    excluded: Collection[Cell] = (),
    prior: Prior | None = None,
) -> Guesses:
    """Return the best guesses of a view in which no cell is certainly safe, at most `most`.

    `excluded` cells are skipped, so the result may be empty. A `prior` for an unknown mine count
    is followed two moves ahead, in Python; how often a guess wins is not known then. Raises
    BadInput if a cell is certainly safe, or if none can be; Contradiction if no layout fits;
    LimitReached if there is too much to count.

    >>> best_guesses(View.from_picture("1## ###", mines=2), most=1).best
    (Guess(cell=2, risk=0.5, merit=0.3333333333333333),)
    """
    if most < 1:
        raise BadInput(f"{most} guesses; expected 1 or more")
    native = kernel()
    needed = prior if view.mines is None else None
    if native is None or needed is not None:
        return _weigh(view, budget, most, excluded, needed)
    grid = view.grid
    watcher = native.Watcher(grid.rows, grid.cols, grid.shape.value, view.mines, MAX_STATES)
    return _ask(watcher, view, budget, most, excluded)


def weigh_guesses(view: View, cells: Collection[Cell], budget: Budget = Budget.NORMAL) -> Guesses:
    """Return these cells as guesses, best first, as if there were no others.

    Cells that are certainly mines are left out. Raises what `best_guesses` raises.

    >>> weigh_guesses(View.from_picture("1## ###", mines=2), [3]).wins
    (0.16666666666666666,)
    """
    others = set(view.covered_cells()).difference(cells)
    # For a single guess the kernel may skip computing how often it wins, so ask for one more.
    return best_guesses(view, budget, most=len(cells) + 1, excluded=others)


# --- by the kernel --------------------------------------------------------------------------------


def _ask(
    watcher: Kernel.Watcher, view: View, budget: Budget, most: int, excluded: Collection[Cell]
) -> Guesses:
    watcher.see([(cell, view.number(cell)) for cell in view.open_cells()])
    for cell in _seen_mines(view):
        watcher.learn(cell, True)
    _deduce_all(watcher, view)
    found, answer = watcher.guesses(budget.value, most, sorted(excluded))
    _check(answer, view)
    return Guesses.read(found, answer)


def _seen_mines(view: View) -> list[Cell]:
    return [cell for cell, code in enumerate(view.cells) if code == MINE]


def _deduce_all(watcher: Kernel.Watcher, view: View) -> None:
    answer = "found"
    while answer == "found":
        safe, _, answer = watcher.deduce()
        if safe:
            raise _has_safe(view, safe[0])
    _check(answer, view)
    if len(watcher.known()) == view.grid.size:
        raise _is_settled()


def _check(answer: str, view: View) -> None:
    """Raise the error that the kernel met, if any; only Python can tell which clues clash."""
    if answer in ("contradiction", "unsupported"):
        Exact().look(view)
    if answer in ("limit", "unsupported"):
        raise LimitReached(f"counting would take more than {MAX_STATES} states")


def _has_safe(view: View, cell: Cell) -> BadInput:
    name = view.grid.name(cell)
    return BadInput(f"{name} is certainly safe; expected a view in which no cell is")


def _is_settled() -> BadInput:
    return BadInput("no covered cell can be safe; expected a view with a cell to guess at")


# --- in Python ------------------------------------------------------------------------------------


def _weigh(
    view: View, budget: Budget, most: int, excluded: Collection[Cell], prior: Prior | None
) -> Guesses:
    odds = odds_of(read(view), prior)
    if safe := [cell for cell, is_mine in odds.certain.items() if not is_mine]:
        raise _has_safe(view, safe[0])
    if len(odds.certain) == len(odds.risks):
        raise _is_settled()
    # The endgame's layouts weigh the same, which they do not with a prior.
    if prior is not None or odds.layouts > MOST_LAYOUTS[budget]:
        at_once = take_at_once(view, odds.risks, excluded)
        ahead = Lookahead(view, odds.risks, study(view, prior=prior).numbers, excluded, prior)
        return Guesses(ahead.best(most, at_once), How.LOOKAHEAD)
    first, *others = _search(view, odds)
    ranked = [first, *sorted(others, key=lambda each: (-each.merit, round(each.risk / TIE)))]
    allowed = [each for each in ranked if each.cell not in excluded]
    return Guesses(tuple(allowed[:most]), How.ENDGAME)


def _search(view: View, odds: Odds) -> list[Guess]:
    problem = read(view)
    wins = ranked_wins(view.grid, sorted(problem.cells), fitting(problem))
    return [Guess(cell, odds.risks[cell], won / odds.layouts) for cell, won in wins.items()]
