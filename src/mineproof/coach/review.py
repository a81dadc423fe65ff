"""Review: a finished game, move by move, judged by what could be known at the time.

Each move makes a claim: that the cells it opens are safe, that the one it flags is a mine. The
numbers visible before the move decide whether the claim was certain (proved), certainly wrong (a
blunder), or neither: then it was a guess. It is a missed chance if some cell was certainly safe;
otherwise it is compared with the best guess (`forced_guess.py`) by the chance to win, or to survive
if that is unknown. A bad move that survived a high risk was lucky.

In a prove-it game a guess is safe if it is forced, and lost if it is not (docs/fair.md).

Flags count as in the game. In the clearing game they are notes, and prove nothing. In the marking
game each was checked, and proves a mine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import prod

from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.notation import Setting
from mineproof.board.transcript import GivenLayout, Replayed, Transcript
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.coach.forced_guess import Candidate, Weighing, given_up
from mineproof.coach.steps.chain import steps_to
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.engines.exact import Exact
from mineproof.engines.study import study
from mineproof.errors import LimitReached

HAIR = 0.02
"""A guess that gives up less than this is as good as the best: playouts are no more accurate."""

HIGH_RISK = 0.3
"""From this risk on, a bad move that survived was lucky."""


class Verdict(Enum):
    """The judgement of a move."""

    START = "start"
    """The first cell, which the start rule promises to be safe."""

    PROVED = "proved"
    """Its claim was certain."""

    NOTE = "note"
    """A flag that nothing proves, a flag removed, or a chord that opens nothing: no risk."""

    BEST_GUESS = "best guess"
    """No cell was certainly safe, and no guess was clearly better."""

    POOR_GUESS = "poor guess"
    """No cell was certainly safe, but another guess was better."""

    MISSED = "missed"
    """A guess, although some cell was certainly safe."""

    LUCKY = "lucky"
    """A poor guess or a missed chance that survived a high risk."""

    BLUNDER = "blunder"
    """Its claim was certainly wrong."""

    UNKNOWN = "unknown"
    """The count exceeded its limit."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One move of a game, numbered from 1, and its verdict."""

    number: int
    move: Move
    verdict: Verdict
    risk: float = 0.0
    """The chance that the move loses the game."""

    is_survived: bool = True
    given_up: float = 0.0
    """How much more often the best guess wins, or survives if `win` is not known."""

    win: float | None = None
    """The chance to win with the move, if it is a forced guess and that is known."""

    better: Candidate | None = None
    """The best guess, where this was a worse one."""

    steps: tuple[Step, ...] = ()
    """The easiest way to a safe cell that was missed; for a blunder, to what was certain."""

    cell: Cell | None = None
    """The cell that the last step is about."""

    fifty_fifty: Cell | None = None
    """The other cell, if the move took a 50/50 that no play can avoid."""

    @property
    def is_guess(self) -> bool:
        """Whether the move could have won or lost."""
        return 0 < self.risk < 1


@dataclass(frozen=True, slots=True)
class Review:
    """A game with a remark on each move, and how it stood at the end."""

    transcript: Transcript
    remarks: tuple[Remark, ...]
    status: GameStatus

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many moves got each verdict."""
        counts = Counter(remark.verdict for remark in self.remarks)
        return {verdict: counts[verdict] for verdict in Verdict}

    @property
    def guesses(self) -> tuple[Remark, ...]:
        """The moves that could have won or lost."""
        return tuple(remark for remark in self.remarks if remark.is_guess)

    @property
    def luck(self) -> float:
        """For each guess: `risk` if it survived, otherwise `risk - 1`; summed."""
        return sum(guess.risk - (not guess.is_survived) for guess in self.guesses)

    @property
    def chance(self) -> float:
        """The chance to survive all these guesses."""
        return prod(1 - guess.risk for guess in self.guesses)

    @property
    def losing(self) -> Remark | None:
        """The move that lost the game, if any."""
        return self.remarks[-1] if self.status is GameStatus.LOST else None


def review(transcript: Transcript) -> Review:
    """Return a remark on each move; raise IllegalMove if the rules forbid one.

    >>> found = review(Transcript.parse("layout/clearing .*. ... a1 a2 c1"))
    >>> [(remark.verdict.value, round(remark.risk, 2)) for remark in found.remarks]
    [('best guess', 0.17), ('lucky', 0.33), ('proved', 0.0)]
    """
    reviewer = _Reviewer(transcript.board)
    remarks = []
    status = transcript.begin().status
    for number, turn in enumerate(transcript.replay(), start=1):
        remarks.append(reviewer.remark(number, turn))
        status = turn.status
    return Review(transcript, tuple(remarks), status)


def remark_on(transcript: Transcript, number: int, instead: Move | None = None) -> Remark:
    """Return the remark on one move of a game, counted from 1, or on another move in its place.

    A flag on a cell that the other move opens is removed first.
    Raises BadInput if the game has no such move, IllegalMove if the rules forbid the other one.

    >>> lost = Transcript.parse("layout/clearing *1..1*1 c1 a1")
    >>> remark_on(lost, 2).verdict.value, remark_on(lost, 2, Move(Act.OPEN, 6)).verdict.value
    ('blunder', 'proved')
    """
    before = transcript.before(number)
    move = transcript.moves[number - 1] if instead is None else instead
    flag = () if instead is None else _flag_on(instead, before.end().view)
    *_, turn = replace(before, moves=(*before.moves, *flag, move)).replay()
    return _Reviewer(transcript.board).remark(number, turn)


@dataclass(frozen=True, slots=True)
class _Reviewer:
    board: Setting | GivenLayout

    def remark(self, number: int, turn: Replayed) -> Remark:
        is_survived = turn.status is not GameStatus.LOST
        bare = Remark(number, turn.move, Verdict.NOTE, is_survived=is_survived)
        if self._is_start(turn):
            return replace(bare, verdict=Verdict.START)
        try:
            return self._judge(bare, turn.view)
        except LimitReached:
            return replace(bare, verdict=Verdict.UNKNOWN)

    def _is_start(self, turn: Replayed) -> bool:
        has_start = isinstance(self.board, Setting) and self.board.first_cell is not None
        return has_start and turn.move.act is Act.OPEN and not turn.view.open_cells()

    def _judge(self, bare: Remark, view: View) -> Remark:
        said, seen = _said(bare.move, view), self._seen(view)
        if not said:
            return bare
        found = Exact().look(seen)
        certain = dict.fromkeys(found.safe, False) | dict.fromkeys(found.mines, True)
        wrong = [cell for cell, is_mine in said.items() if certain.get(cell, is_mine) != is_mine]
        if wrong:
            risk = 0.0 if self._is_note(bare.move) else 1.0
            cell, steps = _easiest(seen, lambda cell, _: cell == wrong[0])
            return replace(bare, verdict=Verdict.BLUNDER, risk=risk, steps=steps, cell=cell)
        if said.keys() <= certain.keys():
            return replace(bare, verdict=Verdict.PROVED)
        if self._is_note(bare.move):
            return bare
        if self.board.finish.is_judged:
            return _judged(bare, seen, is_avoidable=bool(found.safe))
        guess = replace(bare, risk=_risk(said, seen))
        return _lucky(_missed(guess, seen) if found.safe else _compared(guess, said, seen))

    def _is_note(self, move: Move) -> bool:
        return move.act is Act.FLAG and not self.board.finish.checks_flags

    def _seen(self, view: View) -> View:
        """Return a view with its flags as mines if they were checked, otherwise without them."""
        code = MINE if self.board.finish.checks_flags else HIDDEN
        cells = view.cells.replace(bytes([FLAG]), bytes([code]))
        return View(view.grid, cells, view.mines)


def _flag_on(move: Move, view: View) -> tuple[Move, ...]:
    """Return what removes the flag that keeps a move from opening its cell, if there is one."""
    is_kept = move.act is Act.OPEN and view.is_flagged(move.cell)
    return (Move(Act.FLAG, move.cell),) if is_kept else ()


def _said(move: Move, view: View) -> Mapping[Cell, bool]:
    """Return the claim of a move: which cells are mines, and which are not."""
    match move.act:
        case Act.OPEN:
            return {move.cell: False}
        case Act.FLAG:
            return {} if view.is_flagged(move.cell) else {move.cell: True}
        case Act.CHORD:
            near = view.grid.neighbours(move.cell)
            return {cell: False for cell in near if view.cells[cell] == HIDDEN}


def _risk(said: Mapping[Cell, bool], view: View) -> float:
    """Return the chance that any part of a claim is wrong."""
    mines = [cell for cell, is_mine in said.items() if is_mine]
    return 1 - study(view).chance(mines=mines, safe=said.keys() - set(mines))


def _judged(bare: Remark, view: View, *, is_avoidable: bool) -> Remark:
    """Remark on a guess in a prove-it game, where it loses if it could be avoided, else never.

    Only a chord can lose otherwise: all its cells may be safe, but not all of them together.
    """
    if is_avoidable:
        return _missed(replace(bare, risk=1.0), view)
    if not bare.is_survived:
        return replace(bare, verdict=Verdict.BLUNDER, risk=1.0)
    return replace(bare, verdict=Verdict.BEST_GUESS)


def _missed(guess: Remark, view: View) -> Remark:
    """Remark on a guess in a view that had a safe cell."""
    cell, steps = _easiest(view, lambda _, is_mine: not is_mine)
    return replace(guess, verdict=Verdict.MISSED, steps=steps, cell=cell)


def _easiest(view: View, is_wanted: Callable[[Cell, bool], bool]) -> tuple[Cell, tuple[Step, ...]]:
    """Return the first wanted cell that steps settle, and the steps that it rests on."""
    found = list[Step]()
    for step in find_steps(view):
        found.append(step)
        for cell, is_mine in step.conclusions:
            if is_wanted(cell, is_mine):
                return cell, steps_to(cell, found)
    raise AssertionError("a wanted cell is certain, but no step leads to one")


def _compared(guess: Remark, said: Mapping[Cell, bool], view: View) -> Remark:
    """Remark on a guess in a view that forced one.

    An opened cell is weighed like the best guess. Of a mark, and of a chord that opens several
    cells, only the risk is compared, with the lowest risk there was.
    """
    weighing = Weighing(view)
    if list(said.values()) == [False]:
        best, taken = weighing.compare_best(min(said))
        loss = given_up(best, taken)
        guess = replace(guess, win=taken.win, fifty_fifty=taken.fifty_fifty)
    else:
        best, loss = weighing.compare(1).best, guess.risk - min(weighing.risks.values())
    if loss < HAIR:
        return replace(guess, verdict=Verdict.BEST_GUESS, given_up=max(0.0, loss))
    return replace(guess, verdict=Verdict.POOR_GUESS, given_up=loss, better=best)


def _lucky(remark: Remark) -> Remark:
    is_bad = remark.verdict in (Verdict.MISSED, Verdict.POOR_GUESS)
    is_lucky = is_bad and remark.is_survived and remark.risk >= HIGH_RISK
    return replace(remark, verdict=Verdict.LUCKY) if is_lucky else remark
