"""`mineproof solve`: the certain cells of a position with proofs, or the best guesses."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby

from rich.console import Console
from rich.text import Text

from mineproof.agents.strategist.agent import Ranked, Strategist, ranked
from mineproof.app.cli.play.report import cell_names
from mineproof.app.text.board import MINE_MARK, SAFE_MARK, Marks, Window, board
from mineproof.app.text.heat import heat_map, safest
from mineproof.app.text.words import listing, sentences
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.counting.digits import digits
from mineproof.counting.odds import Prior
from mineproof.engines.guess import How
from mineproof.engines.inference import Deduction, Inference, Status
from mineproof.errors import LimitReached
from mineproof.logic.problem import Namer

_STATUS = {
    Status.COMPLETE: "complete: every certain cell was found",
    Status.STALLED: "stalled: a stronger engine might find more",
    Status.LIMIT: "limit: the engine gave up; there may be more",
}
_HOW = {
    How.ENDGAME: "exact, all play was searched",
    How.GAMES: "estimated by playouts, within the limits given in 95 % of cases",
    How.LOOKAHEAD: "unknown, two moves were searched",
    How.SAFEST: "unknown, only risks were compared",
}
_MOST_PROOFS = 3
"""How many arguments are given unless all are asked for; more would not fit a screen."""


def show_position(
    console: Console,
    view: View,
    inference: Inference,
    strategist: Strategist,
    prior: Prior | None = None,
    *,
    everything: bool = False,
) -> None:
    """Print the best move, the position with what is certain, and why.

    With `everything`, print the risk of each cell and all proofs as well.
    """
    certain = {d.cell: d.is_mine for d in inference.deductions}
    window = Window.whole(view.grid, console.width if console.is_terminal else None)
    console.print(_best_move(view, inference, strategist, prior))
    console.print(board(view, Marks(certain=certain), window), soft_wrap=True)
    for line in _lists(view, inference):
        console.print(line)
    if everything:
        _show_risks(console, view, inference)
    _show_proofs(console, view, inference, everything)


def _best_move(
    view: View, inference: Inference, strategist: Strategist, prior: Prior | None
) -> Text:
    """Return the answer: a safe cell, or the best guess if there is none."""
    if (safe := _safe_cell(inference)) is not None:
        return Text(f"open {view.grid.name(safe)}: it is certainly safe", "bold")
    if len(inference.mines) == len(view.covered_cells()):
        return Text("nothing is left to open", "bold")
    if inference.status is not Status.COMPLETE:
        return Text("no safe cell was found", "bold")
    try:
        guesses = strategist.compare(view, prior)
    except LimitReached as error:
        return Text(f"no cell is safe, and a guess was not found: {error}", "bold")
    if not guesses.best:
        return Text("no cell is safe, and every cell that may be is flagged", "bold")
    unsettled = len(view.covered_cells()) - len(inference.mines)
    best, *others = ranked(guesses, strategist.budget, unsettled)
    answer = Text(f"guess {in_words([best], view.grid)}; no cell is safe", "bold")
    more = f"\nnext best: {in_words(others, view.grid)}" if others else ""
    how = f"compared by {strategist.name}: chances to win {_HOW[guesses.how]}"
    return answer.append(f"{more}\n{how}", "not bold")


def _show_risks(console: Console, view: View, inference: Inference) -> None:
    """Print the risks of the undecided cells, if the engine knows them."""
    certain = {d.cell: d.is_mine for d in inference.deductions}
    if not (risks := _risks(inference)):
        return
    layouts = digits(inference.layouts or 0)
    console.print(Text(f"\nrisk in % ({layouts} possible layouts)", "bold"), soft_wrap=True)
    console.print(heat_map(view, risks, certain), soft_wrap=True)


def _show_proofs(console: Console, view: View, inference: Inference, everything: bool) -> None:
    """Print the proofs: all, or if they are many, those that the answer rests on."""
    name = view.grid.name
    arguments = proofs(inference.deductions, name)
    shown = arguments
    if not everything and len(arguments) > _MOST_PROOFS:
        answer = _safe_cell(inference)
        chain = () if answer is None else inference.chain(answer)
        shown = proofs(chain, name)[-_MOST_PROOFS:] or arguments[:_MOST_PROOFS]
    for line in (line for argument in shown for line in argument):
        console.print(line)
    if left := len(arguments) - len(shown):
        more = "1 more proof" if left == 1 else f"{left} more proofs"
        console.print(Text(f"\n{more}, and the risk of each cell: --all", "dim"))


def _safe_cell(inference: Inference) -> Cell | None:
    """Return the safe cell that was found first; None if there is none."""
    return next((found.cell for found in inference.deductions if not found.is_mine), None)


def in_words(moves: Sequence[Ranked], grid: Grid) -> str:
    """Return moves in words.

    >>> in_words([Ranked(2, 0.5, 1 / 3, 0.01), Ranked(1, 0.25, None)], Grid(2, 3))
    'c1 (risk 50.0%, wins 33.3% ±2.0%), b1 (risk 25.0%)'
    """
    return ", ".join(f"{grid.name(each.cell)} ({_figures(each)})" for each in moves)


def _figures(move: Ranked) -> str:
    wins = "" if move.win is None else f", wins {move.win:.1%}"
    off = f" ±{2 * move.error:.1%}" if move.error else ""
    return f"risk {move.risk:.1%}{wins}{off}"


def _lists(view: View, inference: Inference) -> list[Text]:
    wrong = [cell for cell in inference.safe if view.is_flagged(cell)]
    lines = [
        _list(view, f"{SAFE_MARK} = certainly safe", inference.safe),
        _list(view, f"{MINE_MARK} = certainly a mine", inference.mines),
        _undecided(view, inference),
    ]
    if wrong:
        lines.append(_list(view, "wrongly flagged", wrong))
    return [*lines, Text(_STATUS[inference.status])]


def _list(view: View, heading: str, cells: Sequence[Cell]) -> Text:
    names = cell_names([view.grid.name(cell) for cell in cells]) if cells else "none"
    return Text(heading, "bold").append(f" ({len(cells)}): {names}", "not bold")


def _undecided(view: View, inference: Inference) -> Text:
    """Return how many cells are undecided, with the least risks if they are known."""
    certain = {*inference.safe, *inference.mines}
    cells = [cell for cell in view.covered_cells() if cell not in certain]
    if not cells or not (risks := _risks(inference)):
        return _list(view, "undecided", cells)
    least = f" ({len(cells)}), least risk: {safest(view, risks)}"
    return Text("undecided", "bold").append(least, "not bold")


def _risks(inference: Inference) -> dict[Cell, float]:
    """Return the risks of the undecided cells; none if the engine does not know them."""
    certain = {deduction.cell for deduction in inference.deductions}
    with suppress(LimitReached):
        return {cell: p for cell, p in inference.risks.items() if cell not in certain}
    return {}


def proofs(deductions: Sequence[Deduction], name: Namer) -> list[list[Text]]:
    """Return each proof in words, as lines; cells with the same argument share it."""
    worded = [(deduction, sentences(deduction, name)) for deduction in deductions]
    groups = [list(members) for _, members in groupby(worded, key=_argument)]
    return [
        [
            Text(),
            _heading([deduction for deduction, _ in group], name),
            *(Text(f"  {sentence}") for sentence in _shared(group)),
        ]
        for group in groups
    ]


def _argument(worded: tuple[Deduction, tuple[str, ...]]) -> tuple[object, ...]:
    deduction, (*steps, _) = worded
    return (deduction.is_mine, deduction.engine, *(steps or [str(deduction.cell)]))


def _heading(group: Sequence[Deduction], name: Namer) -> Text:
    cells = listing(name(deduction.cell) for deduction in group)
    one, many = ("a mine", "mines") if group[0].is_mine else ("safe", "safe")
    verb = f"is {one}" if len(group) == 1 else f"are {many}"
    return Text(f"{cells} {verb}", "bold").append(f" ({group[0].engine})", "not bold dim")


def _shared(group: Sequence[tuple[Deduction, tuple[str, ...]]]) -> Sequence[str]:
    return group[0][1] if len(group) == 1 else group[0][1][:-1]
