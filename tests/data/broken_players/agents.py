"""Agents and functions that are wrong, each in one way; and right ones."""

from __future__ import annotations

import random
import sys

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision
from mineproof.agents.own_moves.base import Answer, Mover, OwnMoves, Table
from mineproof.board.game import Act, Move
from mineproof.board.view import View
from mineproof.engines.inference import Deduction
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import Clue, Forced


class RightAgent(Agent):
    """Right: opens the last cell when nothing is certain."""

    name = "right-agent"

    def guess(self, player: Player) -> Decision:
        return Choice(Move(Act.OPEN, player.candidates()[-1]))


class FalseProofs(RightAgent):
    """Hands over its guesses as deductions."""

    name = "false-proofs"

    def guess(self, player: Player) -> Decision:
        cell = player.candidates()[0]
        proof = Forced(fact(cell, False), Clue(Constraint(frozenset({cell}), 0)))
        return Choice(Move(Act.OPEN, cell), Deduction(cell, False, proof, "test"))


class Dice(RightAgent):
    """Guesses with dice of its own, so no game can be repeated."""

    name = "dice"

    def guess(self, player: Player) -> Decision:
        return Choice(Move(Act.OPEN, random.SystemRandom().choice(player.candidates())))


class Leaving(RightAgent):
    """Exits instead of guessing."""

    name = "leaving"

    def guess(self, player: Player) -> Decision:  # noqa: ARG002
        sys.exit(3)


class Boaster(OwnMoves):
    """Opens the first hidden cell, and calls each move certain."""

    name = "boaster"

    def sit_down(self, table: Table) -> Mover:  # noqa: ARG002
        return _BoastingMover()


class _BoastingMover(Mover):
    def move(self, view: View, news: object) -> Answer:  # noqa: ARG002
        return Answer(Move(Act.OPEN, view.hidden_cells()[0]), is_certain=True)


def one_by_one(view: View) -> int | str | None:
    """Right: one clue at a time, else the first hidden cell that is not known to be a mine."""
    mines = set[int]()
    for _ in range(2):
        for clue in view.open_cells():
            covered = [near for near in view.grid.neighbours(clue) if not view.is_open(near)]
            if view.number(clue) == len(covered):
                mines.update(covered)
    return _safe_move(view, mines) or _any_move(view, mines)


def forgotten_flag(view: View) -> int | str | None:
    """Counts flagged cells as open: a clue with all its mines flagged has none left, it thinks.

    And then it opens what is left around a clue as soon as one mine is flagged.
    """
    mines = {cell for cell in view.covered_cells() if view.is_flagged(cell)}
    for clue in view.open_cells():
        covered = [near for near in view.grid.neighbours(clue) if not view.is_open(near)]
        fresh = [near for near in covered if near not in mines]
        if fresh and len(mines.intersection(covered)) >= 1:
            return fresh[0]
        if fresh and view.number(clue) == len(covered):
            return f"F{view.grid.name(fresh[0])}"
    return _any_move(view, mines)


def suicidal(view: View) -> int | str | None:
    """Opens what must be a mine: it has mistaken one list for the other."""
    for clue in view.open_cells():
        hidden = [near for near in view.grid.neighbours(clue) if not view.is_open(near)]
        if hidden and view.number(clue) == len(hidden):
            return hidden[0]
    return view.hidden_cells()[0]


def _safe_move(view: View, mines: set[int]) -> int | None:
    for clue in view.open_cells():
        covered = {near for near in view.grid.neighbours(clue) if not view.is_open(near)}
        if covered - mines and len(covered & mines) == view.number(clue):
            return min(covered - mines)
    return None


def _any_move(view: View, mines: set[int]) -> int | None:
    return next((cell for cell in view.hidden_cells() if cell not in mines), None)
