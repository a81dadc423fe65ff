"""Review: a game looked at afterwards, move by move, with what could be known at the time.

Each move says something about cells: that those it opens are safe, that the one it flags is a mine.
What the numbers said before the move decides: that was certain (proved), or certainly wrong (a
blunder), or neither. Then it was a guess; a missed chance if some cell was certainly safe, else as
good as it wins almost as often as the best guess (`guessing.py`), or survives where it is not known
how often it wins. A bad move that got away with a high risk was lucky.

Flags are read as in the game. In the clearing game they are notes and are not believed. In the
marking game each was checked, and tells that there is a mine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import prod

from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Replayed, Transcript
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.coach.forced_guess import Candidate, Weighing, given_up
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.engines.exact import Exact
from mineproof.engines.study import study
from mineproof.errors import LimitReached

HAIR = 0.02
"""A guess that gives up less than this is as good as the best: so much do games played on err."""

HIGH_RISK = 0.3
"""From which risk on a bad move that was survived is lucky."""


class Verdict(Enum):
    """What is thought of a move."""

    START = "start"
    """The first cell, which the start rule promises to be safe."""

    PROVED = "proved"
    """What it says was certain."""

    NOTE = "note"
    """A flag that nothing proves, a flag taken off, or a chord that opens nothing: no risk."""

    BEST_GUESS = "best guess"
    """No cell was certainly safe, and no guess was clearly better."""

    POOR_GUESS = "poor guess"
    """No cell was certainly safe, but another guess was better."""

    MISSED = "missed"
    """A guess, although some cell was certainly safe."""

    LUCKY = "lucky"
    """A poor guess or a missed chance that has survived a high risk."""

    BLUNDER = "blunder"
    """What it says was certainly wrong."""

    UNKNOWN = "unknown"
    """There was too much to count."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One move of a game, numbered from 1, and what is thought of it."""

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

    step: Step | None = None
    """The easiest way to a safe cell that was missed; of a blunder, to what was certain."""

    cell: Cell | None = None
    """The cell that the step is about."""

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
        """The sum over guesses of the risk if it was survived, else of the risk less 1."""
        return sum(guess.risk - (not guess.is_survived) for guess in self.guesses)

    @property
    def chance(self) -> float:
        """The chance to survive all these guesses."""
        return prod(1 - guess.risk for guess in self.guesses)

    @property
    def losing(self) -> Remark | None:
        """The move that has lost the game, if one has."""
        return self.remarks[-1] if self.status is GameStatus.LOST else None


def review(transcript: Transcript) -> Review:
    """Return what is thought of each move; raise IllegalMove where the rules forbid one.

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


@dataclass(frozen=True, slots=True)
class _Reviewer:
    """Judges the moves of a game on this board."""

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
            step = _step_to(wrong[0], seen)
            return replace(bare, verdict=Verdict.BLUNDER, risk=risk, step=step, cell=wrong[0])
        if said.keys() <= certain.keys():
            return replace(bare, verdict=Verdict.PROVED)
        if self._is_note(bare.move):
            return bare
        guess = replace(bare, risk=_risk(said, seen))
        return _lucky(_missed(guess, seen) if found.safe else _compared(guess, said, seen))

    def _is_note(self, move: Move) -> bool:
        return move.act is Act.FLAG and self.board.finish is Finish.CLEARING

    def _seen(self, view: View) -> View:
        """Return a view with its flags taken for mines if they were checked, else for nothing."""
        code = HIDDEN if self.board.finish is Finish.CLEARING else MINE
        cells = view.cells.replace(bytes([FLAG]), bytes([code]))
        return View(view.grid, cells, view.mines)


def _said(move: Move, view: View) -> Mapping[Cell, bool]:
    """Return what a move says: which cells are mines, and which are not."""
    match move.act:
        case Act.OPEN:
            return {move.cell: False}
        case Act.FLAG:
            return {} if view.is_flagged(move.cell) else {move.cell: True}
        case Act.CHORD:
            near = view.grid.neighbours(move.cell)
            return {cell: False for cell in near if view.cells[cell] == HIDDEN}


def _risk(said: Mapping[Cell, bool], view: View) -> float:
    """Return the chance that something of what was said is wrong."""
    mines = [cell for cell, is_mine in said.items() if is_mine]
    return 1 - study(view).chance(mines=mines, safe=said.keys() - set(mines))


def _missed(guess: Remark, view: View) -> Remark:
    """Remark on a guess in a view that had a safe cell."""
    for step in find_steps(view):
        for cell, is_mine in step.conclusions:
            if not is_mine:
                return replace(guess, verdict=Verdict.MISSED, step=step, cell=cell)
    raise AssertionError("a cell is certainly safe, but no step leads to one")


def _compared(guess: Remark, said: Mapping[Cell, bool], view: View) -> Remark:
    """Remark on a guess in a view that forced one.

    A cell that is opened is weighed as the best guess is. Of a mark, and of a chord that opens
    several cells, only the risk is compared, with the least risk there was.
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


def _step_to(cell: Cell, view: View) -> Step:
    """Return the step that settles a cell of which something is certain."""
    return next(step for step in find_steps(view) if cell in dict(step.conclusions))
