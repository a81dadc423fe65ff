"""exact: the exact risk of every cell, and so every certain cell.

Counting is the strongest and most expensive method, so it comes last. Each call of `deduce` takes
the first of these steps that settles anything:

1. every cell that some single clue settles, given what is known so far;
2. every cell that some pair of clues settles (`pairs.py`);
3. every cell that is the same in all layouts, counted with the mine count.

The kernel's own loop takes the same steps and makes the same moves: what a step finds, and in what
order, depends only on what was known before it (`live.py`).

Certainty is an exact zero among the counted layouts, never a number close to 0 or 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mineproof.board.grid import Grid
from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of, odds_of_view, odds_of_views
from mineproof.counting.kernel import kernel
from mineproof.counting.odds import Left, Odds, Prior
from mineproof.engines.base import Engine, Reasoner, Watcher
from mineproof.engines.inference import Concluded, Deduction, Inference
from mineproof.engines.parts.exact_kernel import Glance, KernelWatcher, glances
from mineproof.engines.parts.live import Found, LiveReasoner
from mineproof.engines.parts.pairs import settle_pairs
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Clue, Counted, Proof
from mineproof.logic.reader import read


class Exact(Engine):
    """Exact counting of layouts.

    `prior`: what to believe about an unknown mine count; by default all layouts are equally likely.
    `max_states`: the work of one count; beyond it nothing more is deduced and the status is LIMIT.
    The default is the limit of the kernel, or of Python without it.
    """

    name = "exact"
    is_complete = True
    knows_risks = True
    counter_names = ("counts",)

    def __init__(self, *, prior: Prior | None = None, max_states: int | None = None) -> None:
        self.prior = prior
        self.max_states = max_states
        # Its loop has the usual limit, and does not know what a subclass changes.
        self.kernel_plays = max_states is None and type(self) is Exact

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return ExactReasoner(cells, total, self)

    def watch(self, grid: Grid, total: int | None) -> Watcher:
        """Return a watcher, the kernel's if it knows the prior."""
        native = kernel()
        is_plain = self.prior is None if total is None else total <= grid.size
        if native is None or not is_plain or self.listener:
            return super().watch(grid, total)
        return KernelWatcher(self, native, grid, total, self.max_states)

    def look(self, view: View) -> Inference:
        """Return what follows from `view` by one count in the kernel, with proofs on demand."""
        odds = odds_of_view(view, prior=self.prior, max_states=self.max_states)
        if odds is None:
            return super().look(view)  # finds the rest, or the clash
        return Glance(self, view, odds)

    def glances(self, views: Sequence[View], threads: int) -> Iterable[Inference | None]:
        if self.prior is not None:
            return super().glances(views, threads)
        counted = odds_of_views(views, threads=threads, max_states=self.max_states)
        return glances(self, views, counted)

    def odds(self, problem: Problem) -> Odds:
        """Return the exact odds, counted on demand."""
        return odds_of(problem, self.prior, self.max_states)

    def _clashes(self, problem: Problem) -> bool:
        odds = odds_of(problem, max_states=self.max_states)
        try:
            _ = odds.certain  # counts, and raises if nothing fits
        except Contradiction:
            return True
        except LimitReached:
            return super()._clashes(problem)
        return False


def with_prior(found: Inference, view: View, prior: Prior | None) -> Inference:
    """Return what an engine found with the risks that a prior gives, if it knows risks.

    A prior is for an unknown mine count. What is certain does not depend on it.
    """
    if prior is None or view.mines is not None or found.odds is None:
        return found
    odds = odds_of(read(view), prior)
    return Concluded(found.deductions, found.status, found.counters, odds)


class ExactReasoner(LiveReasoner):
    """The unspent clues of one game, and the layouts that fit them."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Exact) -> None:
        super().__init__(cells, total, Exact.name, options.listener)
        self.counters = dict.fromkeys(Exact.counter_names, 0)
        self._max_states = options.max_states
        self._prior = options.prior if total is None else None
        self._odds: Odds | None = None

    def tell(self, constraint: Constraint) -> None:
        self._odds = None
        super().tell(constraint)

    def settle(self, cell: Cell, is_mine: bool) -> bool:
        is_new = super().settle(cell, is_mine)
        if is_new:
            self._odds = None
        return is_new

    def deduce(self) -> tuple[Deduction, ...]:
        self.hit_limit = False
        changed = self.take_changed()
        found = self.by_single_clues(changed) or self.by_pairs() or self._by_counting()
        if not found:
            self.report_stop()
        return self.conclude(found)

    @property
    def odds(self) -> Odds:
        """The odds of the unsettled cells."""
        if self._odds is None:
            self.counters["counts"] += 1
            constraints = tuple(clue.rest for clue in self.live)
            problem = Problem(constraints, frozenset(self.unsettled), self.ledger.mines_left)
            self._odds = odds_of(problem, self._prior_left(), self._max_states)
        return self._odds

    def _prior_left(self) -> Prior | None:
        known = self.ledger.known
        return self._prior and Left(self._prior, len(known), sum(known.values()))

    def risks(self) -> Mapping[Cell, float]:
        """Return the risk of every unsettled cell; raise LimitReached or Contradiction."""
        return self.odds.risks

    # The steps after single clues

    def by_pairs(self) -> Found:
        """Return what pairs of clues settle."""
        clues = list(self.live)
        found: Found = {}
        for cell, (_, is_mine, first, second) in settle_pairs([c.rest for c in clues]).items():
            pair = [self.ledger.reduce(Clue(clues[i].constraint)) for i in (first, second)]
            found[cell] = is_mine, Counted(fact(cell, is_mine), tuple(pair))
        return found

    def _by_counting(self) -> Found:
        if not self.unsettled:
            return {}
        try:
            certain = self.odds.certain
        except LimitReached:
            self.hit_limit = True
            return {}
        return self._prove(certain) if certain else {}

    def _prove(self, certain: Mapping[Cell, bool]) -> Found:
        """Prove cells by their front or, if needed, by all clues and the mine count."""
        clues = [self.ledger.reduce(Clue(clue.constraint)) for clue in self.live]
        fronts = _by_front(clues)
        everything = tuple(clues)
        if self.ledger.mines_left is not None:
            everything += (self.ledger.rest(),)
        found: Found = {}
        for cell, is_mine in certain.items():
            needs_count = cell not in fronts or not fronts[cell].settles(cell)
            premises = everything if needs_count else fronts[cell].clues
            found[cell] = is_mine, Counted(fact(cell, is_mine), premises)
        return found


class _Linked:
    """The clues of one front, as proofs, and what they settle without the mine count."""

    def __init__(self, clues: tuple[Proof, ...], constraints: tuple[Constraint, ...]) -> None:
        self.clues = clues
        self._constraints = constraints
        self._certain: Mapping[Cell, bool] | None = None

    def settles(self, cell: Cell) -> bool:
        """Tell whether the front alone settles `cell`."""
        if self._certain is None:
            cells = frozenset[Cell]().union(*(c.cells for c in self._constraints))
            self._certain = odds_of(Problem(self._constraints, cells)).certain
        return cell in self._certain


def _by_front(clues: list[Proof]) -> dict[Cell, _Linked]:
    constraints = [clue.claim for clue in clues if isinstance(clue.claim, Constraint)]
    fronts: dict[Cell, _Linked] = {}
    for front in split(constraints):
        cells = set(front.cells)
        members = tuple(c for c, said in zip(clues, constraints, strict=True) if said.cells & cells)
        fronts.update(dict.fromkeys(front.cells, _Linked(members, front.constraints)))
    return fronts
