"""What every agent must keep: its moves are judged one by one, by what could be known before each.

A move that an agent calls certain must be, and a deduction that it hands over must have a proof.
Nobody has to find what is certain; but who opens a cell that a single number shows to be a mine has
made a mistake, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mineproof.agents.base import Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.own_moves.base import OwnPlayer
from mineproof.agents.own_moves.table import Testimony
from mineproof.assess.clauses import Breach, Clause
from mineproof.assess.missed import Chance, by_engine, certain_moves, first_to_find, missed_move
from mineproof.assess.positions import Position
from mineproof.assess.truth import look
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell
from mineproof.board.view import HIDDEN, MINE, View


@dataclass(frozen=True, slots=True)
class Verdict:
    """One decision: what it broke, what it missed, and the risk it took.

    `had_certain` says whether a certain move was there, `is_certain` whether it made one. `risk`
    and `least_risk` are set for a guess where none was there. `is_note` says that it was a flag
    which nobody checks.
    """

    breach: Breach | None = None
    missed: tuple[Chance, ...] = ()
    had_certain: bool = False
    is_certain: bool = False
    is_note: bool = False
    risk: float | None = None
    least_risk: float = 0.0


def judge(position: Position, decision: Decision, *, is_own: bool) -> Verdict:
    """Return the verdict on what an agent decides in a position; raise LimitReached.

    `is_own` says that the agent makes its own moves: then a deduction is the judge's, not its own.
    """
    view, found = position.known, look(position.known)
    moves = certain_moves(view, found, marks_mines=position.are_checked)
    if isinstance(decision, Stuck):
        return _missed(Verdict(), position) if moves else Verdict()
    cell, is_mine = decision.move.cell, decision.move.act is Act.FLAG
    certain = dict.fromkeys(found.safe, False) | dict.fromkeys(found.mines, True)
    is_certain, is_note = certain.get(cell) is is_mine, is_mine and not position.are_checked
    bare = Verdict(had_certain=bool(moves), is_certain=is_certain, is_note=is_note)
    if is_certain or cell in position.flags:
        return bare
    if decision.is_claimed or (decision.deduction is not None and not is_own):
        return replace(bare, breach=Breach(Clause.SOUND, cell, is_mine))
    if is_note:
        return bare
    if _is_blunder(view, decision.move):
        bare = replace(bare, breach=Breach(Clause.BLUNDERS, cell, is_mine))
    if moves:
        return _missed(bare, position)
    sure = {cell: float(mined) for cell, mined in certain.items()}
    return _guess(bare, {**found.risks, **sure}, decision.move)


def testimony_of(player: Player) -> Testimony:
    """Return what a player holds certain after its last decision, if it can say so."""
    return player.testify() if isinstance(player, OwnPlayer) else Testimony()


def about_covered(position: Position, known: Mapping[Cell, bool]) -> dict[Cell, bool]:
    """Return what a player knows about cells that are not open."""
    return {cell: mined for cell, mined in known.items() if cell not in position.opened}


def false_claims(position: Position, known: Mapping[Cell, bool]) -> Iterator[Breach]:
    """Yield what a player holds certain and is not, cell by cell; raise LimitReached."""
    for cell, is_mine in known.items():
        if cell in position.opened and is_mine:
            yield Breach(Clause.SOUND, cell, is_mine, "it is open")
    claims = about_covered(position, known)
    found = look(position.known) if claims else None
    for cell, is_mine in claims.items():
        is_shown = is_mine and position.known.cells[cell] == MINE
        if found and not is_shown and cell not in (found.mines if is_mine else found.safe):
            yield Breach(Clause.SOUND, cell, is_mine)


def place_of(slip: str, position: Position) -> Position | None:
    """Return where a slip shows: nowhere if it is one of a class alone, without a board."""
    return None if slip.startswith("Sentence") else position


def reach(
    position: Position, decision: Decision, verdict: Verdict, known: Mapping[Cell, bool] | None
) -> Iterator[Chance]:
    """Yield the certain cells within a player's reach, by the first of our engines to find each.

    If a player says all that it knows, each cell counts. If not, its move counts as found where it
    was certain; and where it was none but could have been, all moves that could are missed.
    """
    view = position.known
    if known is not None:
        yield from by_engine(view, known)
    elif isinstance(decision, Choice) and verdict.is_certain:
        cell, is_mine = decision.move.cell, decision.move.act is Act.FLAG
        yield Chance(first_to_find(view, cell), True, cell, is_mine)
    elif verdict.had_certain and not verdict.is_note:
        # Where mines are not marked, the player may know them all; nobody can tell.
        mines = {} if position.are_checked else dict.fromkeys(look(view).mines, True)
        yield from (each for each in by_engine(view, mines) if not each.is_found)


def _missed(bare: Verdict, position: Position) -> Verdict:
    missed = missed_move(position.known, marks_mines=position.are_checked)
    return replace(bare, had_certain=True, missed=tuple(missed))


def _guess(bare: Verdict, risks: Mapping[Cell, float], move: Move) -> Verdict:
    risk = 1 - risks[move.cell] if move.act is Act.FLAG else risks[move.cell]
    return replace(bare, risk=risk, least_risk=min(risks.values()))


def _is_blunder(view: View, move: Move) -> bool:
    """Tell whether one number alone shows that a move loses."""
    for clue in filter(view.is_open, view.grid.neighbours(move.cell)):
        near = [view.cells[cell] for cell in view.grid.neighbours(clue)]
        left = view.number(clue) - near.count(MINE)
        if left == (0 if move.act is Act.FLAG else near.count(HIDDEN)):
            return True
    return False
