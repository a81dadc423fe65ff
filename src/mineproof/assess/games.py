"""Games of an agent, judged move by move."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.game_checker import GameChecker
from mineproof.agents.own_moves.base import OwnMoves, OwnPlayer
from mineproof.agents.own_moves.program import Program
from mineproof.agents.own_moves.table import Testimony
from mineproof.assess.agent_contract import (
    Verdict,
    about_covered,
    false_claims,
    judge,
    place_of,
    reach,
    testimony_of,
)
from mineproof.assess.candidate import Candidate
from mineproof.assess.clauses import Breach, Clause
from mineproof.assess.engine_contract import unproved
from mineproof.assess.findings import Found, GameFindings
from mineproof.assess.missed import Chance
from mineproof.assess.positions import Position
from mineproof.assess.sample import Sample, is_told
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Shape
from mineproof.errors import IllegalMove, LimitReached
from mineproof.logic.problem import Fact
from mineproof.play.match import Match, Turn
from mineproof.play.referee import Referee


def judged_game(
    candidate: Candidate, sample: Sample, number: int, referee: Referee, box: Path | None
) -> GameFindings:
    """Play and judge one game; then play it again to see whether it is the same.

    The position before each move is kept in the file `box`, for whoever finds this process dead.
    """
    match, found = match_of(candidate, sample, number, referee), GameFindings()
    if match.fault is not None and match.game.grid.shape is not Shape.SQUARE:
        found.play.declined[match.game.grid.shape.value] += 1
        return found
    judging = _Judging(match, found, number)
    history = judging.play(box)
    if match.fault is None:
        again = [turn.move for turn in match_of(candidate, sample, number, referee).turns()]
        judging.compare(history, again)
    return found


def match_of(candidate: Candidate, sample: Sample, number: int, referee: Referee) -> Match:
    """Return one game of a sample, not yet played."""
    tell_total = candidate.tell_total and is_told(candidate.kind, number)
    return sample.match(number, candidate.hire(), referee, tell_total=tell_total)


_History: TypeAlias = list[tuple[Position | None, Move]]


class _Judging:
    """One game as it is judged."""

    def __init__(self, match: Match, found: GameFindings, number: int) -> None:
        game = match.game
        self._match, self._found, self._number = match, found, number
        self._is_own = isinstance(match.agent, OwnMoves)
        self._checker = GameChecker(game.grid, game.mines if match.tell_total else None)
        self._checker.see(game.handed_out)
        self._claims: set[Fact] = set()
        self._slips: set[str] = set()
        self._chances: dict[tuple[str, Cell], Found | None] = {}

    def play(self, box: Path | None) -> _History:
        """Play to the end, and return the moves with the positions before them."""
        turns, history = self._match.turns(), _History()
        while True:
            before = snapshot(self._match)
            if box is not None:
                box.write_bytes(pickle.dumps(before))
            turn = next(turns, None)
            if turn is None:
                self._end(before)
                self._count_chances()
                return history
            history.append((before, turn.move))
            self._take(before, turn)

    def compare(self, history: _History, again: Sequence[Move]) -> None:
        """Look for the first move that is another one in the same game."""
        for (position, move), other in zip(history, [*again, None], strict=False):
            if move != other:
                self._breach(Breach(Clause.REPEATS, move.cell, move.act is Act.FLAG), position)
                return

    def _take(self, before: Position | None, turn: Turn) -> None:
        if turn.choice is not None and before is not None:
            self._judge(before, turn.choice)
            self._check(before, turn.choice)
            self._found.play.moves += 1
        self._checker.see(turn.sights)

    def _end(self, before: Position | None) -> None:
        """Judge how the game ended: with a fault, or with a player that is stuck."""
        match, play = self._match, self._found.play
        player = match.player
        play.seconds = player.own_seconds if isinstance(player, OwnPlayer) else match.record.seconds
        if match.fault is not None:
            play.faults += 1
            play.reasons[match.fault] += 1
            play.ended += _has_ended(match)
            self._breach(Breach(Clause.WORKS, detail=match.fault), before)
            return
        self._found.play.outcomes[match.record.outcome.value] += 1
        if match.stuck is not None and before is not None:
            self._judge(before, Stuck(match.stuck))

    def _judge(self, before: Position, decision: Decision) -> None:
        with suppress(LimitReached):
            verdict = judge(before, decision, is_own=self._is_own)
            testimony = testimony_of(self._match.player)
            self._count(before, verdict)
            self._hear(before, testimony)
            known = None if testimony.known is None else about_covered(before, testimony.known)
            self._note(before, reach(before, decision, verdict, known))

    def _hear(self, before: Position, testimony: Testimony) -> None:
        """Take in what the player holds certain, and how it treats its sets."""
        for slip in testimony.slips:
            if slip not in self._slips:
                self._slips.add(slip)
                self._breach(Breach(Clause.SETS, detail=slip), place_of(slip, before))
        for breach in false_claims(before, testimony.known or {}):
            self._breach(breach, before)

    def _note(self, before: Position, chances: Iterable[Chance]) -> None:
        """Note what was within reach, once for each cell of the game: missed if it ever was."""
        for each in chances:
            key = str(each.by), each.cell
            missed = None if each.is_found else Found(each, before, self._number)
            self._chances[key] = self._chances.get(key) or missed

    def _count_chances(self) -> None:
        for (name, _), missed in self._chances.items():
            if missed is None:
                self._found.found[name] += 1
            else:
                self._found.missed.append(missed)

    def _count(self, before: Position, verdict: Verdict) -> None:
        play = self._found.play
        self._found.positions += 1
        if not verdict.is_note:
            play.decisions += 1
            play.certain_there += verdict.had_certain
            play.certain_made += verdict.is_certain
        self._found.missed += [Found(each, before, self._number) for each in verdict.missed]
        if verdict.breach is not None:
            self._breach(verdict.breach, before)
        if verdict.risk is not None:
            play.guesses += 1
            play.risk += verdict.risk
            play.least_risk += verdict.least_risk

    def _check(self, before: Position, choice: Choice) -> None:
        """Check a proof; only in the marking game is everything played that proofs build on."""
        if choice.deduction is not None and before.are_checked and not self._is_own:
            breach = unproved([choice.deduction], self._checker)
            if breach is not None:
                self._breach(breach, before)

    def _breach(self, breach: Breach, position: Position | None) -> None:
        if breach.clause is Clause.SOUND and breach.cell is not None:
            claim = breach.cell, breach.is_mine
            if claim in self._claims:
                return  # a set that holds it will do so until the end
            self._claims.add(claim)
        self._found.breaches.append(Found(breach, position, self._number))


def _has_ended(match: Match) -> bool:
    """Tell whether a fault has cost the process of a player, or kept it from beginning."""
    if not isinstance(match.agent, Program):
        return False
    return not isinstance(match.player, OwnPlayer) or match.player.is_gone


def snapshot(match: Match) -> Position | None:
    """Return the position of a game; None before the mines are laid."""
    game = match.game
    try:
        layout = game.layout
    except IllegalMove:
        return None
    view = game.view
    return Position(
        layout,
        frozenset(view.open_cells()),
        match.tell_total,
        frozenset(filter(view.is_flagged, view.covered_cells())),
        game.finish.checks_flags,
    )
