"""`mineproof solve`: the certain cells of a position with proofs, or the best guesses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from mineproof.agents.strategist.agent import Ranked, Strategist
from mineproof.app.cli.play.report import cell_names
from mineproof.app.text.board import MINE_MARK, SAFE_MARK, Marks, Window, board
from mineproof.app.text.heat import heat_map, safest
from mineproof.app.text.words import listing, sentences
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.engines.inference import Deduction, Inference, Status
from mineproof.errors import LimitReached
from mineproof.logic.problem import Namer

_STATUS = {
    Status.COMPLETE: "complete: every certain cell was found",
    Status.STALLED: "stalled: a stronger engine might find more",
    Status.LIMIT: "limit: the engine gave up; there may be more",
}


def show_position(
    console: Console, view: View, inference: Inference, strategist: Strategist
) -> None:
    """Print a position with its certain cells and their proofs, or the best guesses."""
    certain = {d.cell: d.is_mine for d in inference.deductions}
    window = Window.whole(view.grid, console.width if console.is_terminal else None)
    console.print(board(view, Marks(certain=certain), window), soft_wrap=True)
    for line in _lists(view, inference):
        console.print(line)
    _show_risks(console, view, inference)
    if inference.status is Status.COMPLETE and not inference.safe:
        _show_guesses(console, view, strategist)
    for line in proofs(inference.deductions, view.grid.name):
        console.print(line)


def _show_risks(console: Console, view: View, inference: Inference) -> None:
    """Print the risks of the undecided cells, if the engine knows them."""
    certain = {d.cell: d.is_mine for d in inference.deductions}
    if inference.odds is None or len(certain) == len(view.covered_cells()):
        return
    try:
        risks = {cell: p for cell, p in inference.risks.items() if cell not in certain}
    except LimitReached as error:
        console.print(f"no risks: {error}")
        return
    console.print(Text(f"\nrisk in % ({inference.layouts} possible layouts)", "bold"))
    console.print(heat_map(view, risks, certain), soft_wrap=True)
    console.print(f"safest: {safest(view, risks)}")


def _show_guesses(console: Console, view: View, strategist: Strategist) -> None:
    """Print the three best guesses, unless nothing is left to guess."""
    try:
        moves = strategist.rank(view)
    except LimitReached as error:
        console.print(f"no guesses: {error}")
        return
    if moves:
        console.print(f"best guesses: {in_words(moves, view.grid)}", soft_wrap=True)


def in_words(moves: Sequence[Ranked], grid: Grid) -> str:
    """Return moves in words.

    >>> in_words([Ranked(2, 0.5, 1 / 3), Ranked(1, 0.25, None)], Grid(2, 3))
    'c1 (risk 50.0%, wins 33.3%), b1 (risk 25.0%)'
    """
    return ", ".join(f"{grid.name(each.cell)} ({_figures(each)})" for each in moves)


def _figures(move: Ranked) -> str:
    wins = "" if move.win is None else f", wins {move.win:.1%}"
    return f"risk {move.risk:.1%}{wins}"


def _lists(view: View, inference: Inference) -> list[Text]:
    certain = {*inference.safe, *inference.mines}
    undecided = [cell for cell in view.covered_cells() if cell not in certain]
    wrong = [cell for cell in inference.safe if view.is_flagged(cell)]
    lines = [
        _list(view, f"{SAFE_MARK} = certainly safe", inference.safe),
        _list(view, f"{MINE_MARK} = certainly a mine", inference.mines),
        _list(view, "undecided", undecided),
    ]
    if wrong:
        lines.append(_list(view, "wrongly flagged", wrong))
    return [*lines, Text(_STATUS[inference.status])]


def _list(view: View, heading: str, cells: Sequence[Cell]) -> Text:
    names = cell_names([view.grid.name(cell) for cell in cells]) if cells else "none"
    return Text(heading, "bold").append(f" ({len(cells)}): {names}", "not bold")


def proofs(deductions: Sequence[Deduction], name: Namer) -> list[Text]:
    """Return the proofs in words; cells with the same argument share it."""
    lines: list[Text] = []
    worded = [(deduction, sentences(deduction, name)) for deduction in deductions]
    for _, members in groupby(worded, key=_argument):
        group = list(members)
        lines += [Text(), _heading([deduction for deduction, _ in group], name)]
        lines += [Text(f"  {sentence}") for sentence in _shared(group)]
    return lines


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
