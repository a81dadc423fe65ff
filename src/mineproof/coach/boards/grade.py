"""Grade: how hard a board is from its start, by the hardest step it needs.

The board is played by the steps that a person would take (`steps.py`), always the easiest first. A
safe cell is opened before any harder step, because its number may make the next step easy; mines
stay known once found. Where nothing is certain, the board forces a guess, and play continues with
the safest cell that is not in fact a mine.

Only steps that were needed count. A mine that no safe cell depends on does not make a board harder;
but where the mines have to be flagged, every mine counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell
from mineproof.board.view import MINE, View
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import StepLevel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import TIE
from mineproof.logic.problem import Fact


@dataclass(frozen=True, slots=True)
class ForcedGuess:
    """A position without a certain move: its view, the safest cells, their risk, the one opened."""

    view: View
    safest: tuple[Cell, ...]
    risk: float
    opened: Cell


@dataclass(frozen=True, slots=True)
class Grade:
    """What a board requires: its steps in the order taken, and its guesses."""

    steps: tuple[Step, ...]
    guesses: tuple[ForcedGuess, ...]

    @property
    def counts(self) -> dict[StepLevel, int]:
        """How many steps there are of each level, and of guesses, easiest first."""
        counts = Counter(step.level for step in self.steps)
        return {level: counts[level] for level in StepLevel} | {StepLevel.G: len(self.guesses)}

    @property
    def level(self) -> StepLevel:
        """The hardest level that is needed; a board that opens at once is as easy as one clue."""
        needed = [level for level, count in self.counts.items() if count]
        return needed[-1] if needed else StepLevel.L1


def grade(game: Game, first: Cell | None = None) -> Grade:
    """Play a game that has not begun, and return how hard it was.

    `first` is opened at once; by default it is the first cell of the game's start rule, if the rule
    has one. Raises LimitReached if a count exceeds its limit.

    >>> found = grade(Game.of("easy/opening#1"))
    >>> found.level.name, list(found.counts.values())
    ('L1', [12, 0, 0, 0, 0, 0])
    """
    if first is None and game.setting is not None:
        first = game.setting.first_cell
    if first is not None and game.status is GameStatus.PLAYING:
        game.open(first)
    return _Play(game).to_the_end()


def certain_steps(game: Game, *, with_count: bool = True) -> tuple[Step, ...]:
    """Play a game for as long as a cell is certain; return the steps that were needed.

    Without the mine count, nothing may depend on it. Raises LimitReached as `grade` does.
    """
    play = _Play(game, with_count=with_count)
    play.until_a_guess()
    return play.needed()


class _Play:
    """A game in progress, with the mines found and the steps taken."""

    def __init__(self, game: Game, *, with_count: bool = True) -> None:
        self._game = game
        self._with_count = with_count
        self._mines: set[Cell] = set()
        self._steps: list[Step] = []
        self._guesses: list[ForcedGuess] = []

    def to_the_end(self) -> Grade:
        while self._game.status is GameStatus.PLAYING:
            if not self._take_steps():
                self._guess()
        return Grade(self.needed(), tuple(self._guesses))

    def until_a_guess(self) -> None:
        while self._game.status is GameStatus.PLAYING and self._take_steps():
            pass

    def _view(self) -> View:
        view = self._game.view
        cells = bytearray(view.cells)
        for mine in self._mines:
            cells[mine] = MINE
        return View(view.grid, bytes(cells), view.mines if self._with_count else None)

    def _take_steps(self) -> bool:
        """Take the steps of one view while they are the easiest; tell whether there was any.

        A newly opened cell may make a hard step easy. So a step by more than one clue is taken only
        if nothing has been opened since this view; otherwise the next view decides.
        """
        before = len(self._steps)
        has_opened = False
        for step in find_steps(self._view()):
            if has_opened and step.level is not StepLevel.L1:
                break
            news = [fact for fact in step.conclusions if not self._game.view.is_open(fact[0])]
            if news:
                self._steps.append(step)
                has_opened |= self._play(news)
        return len(self._steps) > before

    def _play(self, found: Sequence[Fact]) -> bool:
        """Mark the mines found, open the safe cells, and tell whether there were any."""
        for cell, is_mine in found:
            if self._game.status is not GameStatus.PLAYING:
                break  # in a flagging game, the last mine ends it before all safe cells are open
            if is_mine:
                self._note_mine(cell)
            elif not self._game.view.is_open(cell):  # or a zero has opened it just now
                self._game.open(cell)
        return not all(is_mine for _, is_mine in found)

    def _note_mine(self, cell: Cell) -> None:
        self._mines.add(cell)
        if self._game.finish.needs_flags:
            self._game.flag(cell)

    def _guess(self) -> None:
        view = self._view()
        risks = {cell: risk for cell, risk in Exact().look(view).risks.items() if risk < 1}
        least = min(risks.values())
        safest = tuple(cell for cell, risk in risks.items() if risk < least + TIE)
        by_risk = sorted(risks, key=lambda cell: (round(risks[cell] / TIE), cell))
        opened = next(cell for cell in by_risk if not self._game.layout.is_mine(cell))
        self._guesses.append(ForcedGuess(view, safest, least, opened))
        self._game.open(opened)

    def needed(self) -> tuple[Step, ...]:
        """Return the steps that were needed: those that cells which had to be settled depend on."""
        wants_mines = self._game.finish.needs_flags
        wanted: set[Cell] = set()
        needed = []
        for step in reversed(self._steps):
            found = step.conclusions
            if any(wants_mines or not is_mine or cell in wanted for cell, is_mine in found):
                needed.append(step)
                wanted.update(cell for cell, _ in step.facts)
        return tuple(reversed(needed))
