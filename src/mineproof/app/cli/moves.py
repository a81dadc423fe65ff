"""The best moves of a position: what is certainly safe, else the best guesses of a strategist."""

from __future__ import annotations

from typing import NamedTuple

from mineproof.agents import agent_named
from mineproof.agents.strategist.agent import Strategist
from mineproof.app.json.values import Json
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput


class Ranked(NamedTuple):
    """A cell to open, its risk, and the chance to win with it; None if that is not known."""

    cell: Cell
    risk: float
    win: float | None


def strategist_named(name: str) -> Strategist:
    """Return the strategist of this name; raise BadInput if it is another agent."""
    agent = agent_named(name, Exact())
    if not isinstance(agent, Strategist):
        raise BadInput(f"the agent {name} compares no moves; expected strategist")
    return agent


def best_moves(view: View, agent: Strategist) -> tuple[Ranked, ...]:
    """Return all cells that are certainly safe, else the best guesses, best first.

    There is none if every covered cell is certainly a mine or flagged. What may be raised is told
    by `best_guesses`.

    >>> best_moves(View.from_picture("1## ###", mines=2), Strategist(Exact()))[0]
    Ranked(cell=2, risk=0.5, win=0.3333333333333333)
    """
    inference = Exact().look(view)
    if inference.safe:
        return tuple(Ranked(cell, 0.0, None) for cell in inference.safe)
    if len(inference.mines) == len(inference.risks):
        return ()
    guesses = agent.compare(view)
    pairs = zip(guesses.best, guesses.wins, strict=True)
    return tuple(Ranked(each.cell, each.risk, win) for each, win in pairs)


def moves_json(view: View, agent: Strategist) -> Json:
    """Return the best moves, as `solve` adds them."""
    return {
        "moves": [
            {"cell": list(view.grid.place(each.cell)), "risk": each.risk, "win": each.win}
            for each in best_moves(view, agent)
        ]
    }


def in_words(moves: tuple[Ranked, ...], grid: Grid) -> str:
    """Return moves in words.

    >>> in_words((Ranked(2, 0.5, 1 / 3), Ranked(1, 0.25, None)), Grid(2, 3))
    'c1 (risk 50.0%, wins 33.3%), b1 (risk 25.0%)'
    """
    return ", ".join(f"{grid.name(each.cell)} ({_figures(each)})" for each in moves)


def _figures(move: Ranked) -> str:
    wins = "" if move.win is None else f", wins {move.win:.1%}"
    return f"risk {move.risk:.1%}{wins}"
