"""Games of an agent, judged move by move."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.entrant import Entrant
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.assess.agent_contract import Verdict, judge
from mineproof.assess.clauses import Breach, Clause
from mineproof.assess.findings import Found, GameFindings
from mineproof.assess.positions import Position
from mineproof.assess.witness import Witness
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Shape
from mineproof.board.notation import Setting
from mineproof.board.rng import Rng
from mineproof.board.rules import Finish
from mineproof.errors import IllegalMove, LimitReached
from mineproof.play.match import Match, Turn
from mineproof.play.referee import Referee

_SETTINGS = (
    "cs50/none",
    "4x4/3/safe",
    "5x5/5/list",
    "torus:5x6/5/opening",
    "6x6/6/opening",
    "hex:6x6/7/safe",
    "4x7/5/safe",
    "beginner/safe",
    "easy/list",
    "intermediate/opening",
)
_STREAM = 0x67616D6573


def setting(number: int, seed: int) -> Setting:
    """Return one game of a sample; the same numbers give the same game."""
    kind = _SETTINGS[number % len(_SETTINGS)]
    return Setting.parse(f"{kind}#{Rng(Rng(seed ^ _STREAM).next() ^ number).next()}")


def judged_game(
    entrant: Entrant, number: int, seed: int, referee: Referee, box: Path | None
) -> GameFindings:
    """Play and judge one game; then play it again to see whether it is the same.

    The position before each move is kept in the file `box`, for whoever finds this process dead.
    """
    match, found = _match(entrant, number, seed, referee), GameFindings()
    if match.fault is not None and match.game.grid.shape is not Shape.SQUARE:
        found.play.declined[match.game.grid.shape.value] += 1
        return found
    judging = _Judging(match, found, number)
    history = judging.play(box)
    if match.fault is None:
        again = [turn.move for turn in _match(entrant, number, seed, referee).turns()]
        judging.compare(history, again)
    return found


def _match(entrant: Entrant, number: int, seed: int, referee: Referee) -> Match:
    game = Game.of(setting(number, seed))
    is_told = entrant.tell_total and number % 3 != 2
    return Match(game, entrant.hire(), tell_total=is_told, referee=referee)


_History: TypeAlias = list[tuple[Position | None, Move]]


class _Judging:
    """One game as it is judged."""

    def __init__(self, match: Match, found: GameFindings, number: int) -> None:
        game = match.game
        self._match, self._found, self._number = match, found, number
        self._is_own = isinstance(match.agent, OwnMoves)
        self._witness = Witness(game.grid, game.mines if match.tell_total else None)
        self._witness.see(game.handed_out)

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
        self._witness.see(turn.sights)

    def _end(self, before: Position | None) -> None:
        """Judge how the game ended: with a fault, or with a player that is stuck."""
        match = self._match
        if match.fault is not None:
            self._found.play.faults += 1
            self._breach(Breach(Clause.WORKS, detail=match.fault), before)
            return
        self._found.play.outcomes[match.record.outcome.value] += 1
        if match.stuck is not None and before is not None:
            self._judge(before, Stuck(match.stuck))

    def _judge(self, before: Position, decision: Decision) -> None:
        with suppress(LimitReached):
            self._count(before, judge(before, decision, is_own=self._is_own))

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
            breach = self._witness.check([choice.deduction])
            if breach is not None:
                self._breach(breach, before)

    def _breach(self, breach: Breach, position: Position | None) -> None:
        self._found.breaches.append(Found(breach, position, self._number))


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
        game.finish is Finish.MARKING,
    )
