"""Forced guesses: which cell to open when no cell is certainly safe, and why.

Each candidate has five properties. Its *risk*. The chance to *win* with it. Its *progress*: the
chance that it is safe and makes another cell certainly safe. Its *survival*: the chance to survive
this move and the best one after it. And whether it is *dead*: it can show only one number, which
reveals nothing.

The ranking and the chances to win come from the strategist (`agents/strategist/guesses.py`): with
the budget `normal` the coach recommends what this agent would open, with `deep` what
`strategist-deep` would. The chance to win is exact if few layouts are left; otherwise it comes from
playouts, and its standard error is at most `win_error`. It is unknown
for a cell that is dead or hardly ever safe, for any cell if a count exceeds its limit, and without
the kernel if many layouts are left. Then survival is compared instead.

A *50/50* is two cells, exactly one of them a mine, that can only be told apart by opening one of
them (`agents/strategist/fifty.py`). Taking it at once loses nothing, and its number may help.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from mineproof.agents.strategist.fifty import alike
from mineproof.agents.strategist.guesses import best_guesses, weigh_guesses
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.counting.odds import Prior
from mineproof.engines.exact import Exact
from mineproof.engines.guess import TIE, Budget, Guesses, How, win_error
from mineproof.engines.study import study
from mineproof.errors import BadInput


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that may be opened as a guess, and what to expect of it."""

    cell: Cell
    risk: float
    progress: float
    """The chance that it is safe, and then another cell is certainly so or the game is won."""

    survival: float
    """The chance to survive it and the safest move after it; a won game needs no move."""

    is_dead: bool
    """Whether it shows the same number in every layout in which it is safe."""

    fifty_fifty: Cell | None = None
    """The other cell, if it is one of a 50/50 that no play can avoid."""

    win: float | None = None
    """The chance to win with it and best play from there; None if unknown."""

    win_error: float | None = None
    """The most that the standard error of `win` can be, 0 if it is exact; None if unknown."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """A forced guess: some candidates, best first, and every 50/50 that no play can avoid.

    `how` they were compared, and with which budget, is None if they come from elsewhere.
    """

    candidates: tuple[Candidate, ...]
    unavoidable: tuple[tuple[Cell, Cell], ...] = ()
    how: How | None = None
    budget: Budget | None = None

    @property
    def best(self) -> Candidate:
        """The best candidate; there is always one."""
        return self.candidates[0]

    def with_taken(self, taken: Candidate) -> Guessing:
        """Return the same with one more candidate, behind all equally good ones and the best."""
        best, *others = self.candidates
        worse = [i for i, each in enumerate(others) if advantage(taken, each) > 0]
        at = worse[0] if worse else len(others)
        return replace(self, candidates=(best, *others[:at], taken, *others[at:]))


def rank_guesses(
    view: View,
    *,
    most: int = 3,
    prior: Prior | None = None,
    budget: Budget = Budget.NORMAL,
) -> Guessing:
    """Return at most `most` best guesses of a view in which no cell is certainly safe.

    `prior` is what to believe about an unknown mine count; with one, no win is known. Raises
    BadInput if a cell is certainly safe, or no hidden cell can be; Contradiction if no layout fits;
    LimitReached if the count exceeds its limit.

    >>> guessing = rank_guesses(View.from_picture("1## ###", mines=2))
    >>> [(each.cell, round(each.risk, 2), round(each.win, 2)) for each in guessing.candidates]
    [(2, 0.5, 0.33), (1, 0.33, 0.33), (4, 0.33, 0.33)]
    >>> guessing.unavoidable
    ((2, 5),)
    """
    return Weighing(view, prior, budget).compare(most)


def advantage(one: Candidate, other: Candidate) -> float:
    """Return how much more often one guess wins than another, or survives if that is unknown."""
    if one.win is not None and other.win is not None:
        return one.win - other.win
    return one.survival - other.survival


def given_up(best: Candidate, taken: Candidate) -> float:
    """Return what not taking the best gives up; an unavoidable 50/50 gives up nothing."""
    return 0.0 if taken.fifty_fifty is not None else max(0.0, advantage(best, taken))


class Weighing:
    """A view in which no cell is certainly safe, with the means to weigh its cells."""

    def __init__(
        self, view: View, prior: Prior | None = None, budget: Budget = Budget.NORMAL
    ) -> None:
        """Count the layouts of `view`; raise what `rank_guesses` raises."""
        self._prior = prior
        self._budget = budget
        inference = Exact(prior=prior).look(view)
        if inference.safe:
            name = view.grid.name(inference.safe[0])
            raise BadInput(f"{name} is certainly safe; expected a view in which no cell is")
        self.view = view
        self.risks: Mapping[Cell, float] = inference.risks
        self._mines = frozenset(inference.mines)
        self._study = study(view, prior=prior)

    def compare(self, most: int) -> Guessing:
        """Return at most `most` best guesses."""
        if most < 1:
            raise BadInput(f"{most} candidates; expected 1 or more")
        # Asked for a single guess, the strategist does not estimate how often it wins.
        found = self._best(max(most, 2))
        candidates = tuple(self._expected(found).values())[:most]
        return Guessing(candidates, self.unavoidable, found.how, self._budget)

    def compare_with(self, taken: Cell, most: int) -> tuple[Guessing, Candidate]:
        """Return the best guesses with one that was taken among them, and that one.

        It is never first unless it is the best, and never wins more often than the best.
        """
        compared = self.compare(most)
        for each in compared.candidates:
            if each.cell == taken:
                return compared, each
        weighed = _at_most(compared.best, self.weigh(taken))
        return compared.with_taken(weighed), weighed

    def compare_best(self, taken: Cell) -> tuple[Candidate, Candidate]:
        """Return the best guess and one that was taken, which never wins more often."""
        cell = self._best(1).best[0].cell
        best, other = self._weighed([cell, taken])
        return (best, best) if cell == taken else (best, _at_most(best, other))

    def weigh(self, cell: Cell) -> Candidate:
        """Return what to expect of one covered cell."""
        (weighed,) = self._weighed([cell])
        return weighed

    def _weighed(self, cells: Sequence[Cell]) -> list[Candidate]:
        """Return these cells in this order, compared with nothing else."""
        found = self._expected(weigh_guesses(self.view, set(cells), self._budget))
        return [found.get(cell) or self._expect(cell, None, How.LOOKAHEAD) for cell in cells]

    def _expected(self, guesses: Guesses) -> dict[Cell, Candidate]:
        pairs = zip(guesses.best, guesses.wins, strict=True)
        return {each.cell: self._expect(each.cell, win, guesses.how) for each, win in pairs}

    def _best(self, most: int) -> Guesses:
        """Return the best cells, and how often they win."""
        if self._mines.issuperset(self.view.hidden_cells()):
            raise BadInput("no hidden cell can be safe; expected a view with a cell to guess at")
        flagged = frozenset(filter(self.view.is_flagged, self.view.covered_cells()))
        return best_guesses(self.view, self._budget, most=most, excluded=flagged, prior=self._prior)

    def _expect(self, cell: Cell, win: float | None, how: How) -> Candidate:
        chances = {n: chance for n, chance in enumerate(self._study.numbers(cell)) if chance}
        dangers = {number: self._danger_after(cell, number) for number in chances}
        known = 0.0 if cell in self._mines else win
        unsettled = len(self.view.covered_cells()) - len(self._mines)
        error = None
        if known is not None:
            error = win_error(known, self.risks[cell], how, self._budget, unsettled)
        return Candidate(
            cell,
            self.risks[cell],
            sum(chance for number, chance in chances.items() if not dangers[number]),
            sum(chance * (1 - dangers[number]) for number, chance in chances.items()),
            len(chances) == 1,
            self._partners.get(cell),
            known,
            error,
        )

    def _danger_after(self, cell: Cell, number: int) -> float:
        """Return the risk of the safest move once `cell` shows `number`; 0 if none is needed."""
        cells = bytearray(self.view.cells)
        cells[cell] = number
        after = Exact(prior=self._prior).look(View(self.view.grid, bytes(cells), self.view.mines))
        is_won = len(after.mines) == len(after.risks)
        return 0.0 if after.safe or is_won else min(after.risks.values())

    @cached_property
    def unavoidable(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every 50/50 that no play can avoid, in order."""
        halves = [c for c in self.view.covered_cells() if abs(self.risks[c] - 0.5) < TIE]
        pairs = alike(self.view.grid, halves, self._mines)
        return tuple(sorted(pair for pair in pairs if self._study.chance(mines=pair) == 0))

    @cached_property
    def _partners(self) -> Mapping[Cell, Cell]:
        return {one: other for a, b in self.unavoidable for one, other in ((a, b), (b, a))}


def _at_most(best: Candidate, taken: Candidate) -> Candidate:
    """Return `taken` with a chance to win that is no higher than that of the best.

    Playouts may put it higher: the strategist's ranking also uses its lookahead.
    """
    if best.win is None or taken.win is None:
        return replace(taken, win=None, win_error=None)
    return replace(taken, win=min(best.win, taken.win))
