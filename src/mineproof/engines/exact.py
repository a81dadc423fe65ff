"""exact: the exact risk of every cell, and so every certain cell.

Counting is the strongest method and the dearest, so it comes last. Each call of `deduce` takes the
first of these steps that settles anything:

1. every cell that some single clue settles, given what is known so far;
2. every cell that some pair of clues settles (`pairs.py`);
3. every cell that is the same in all layouts, counted with the mine count.

A step looks at what was known before it began and returns all that it finds, safe cells first, in
reading order. So its answers do not depend on the order in which clues were told, and the kernel's
own loop, which takes the same steps, makes the same moves.

Certainty is an exact zero among the counted layouts, never a number close to 0 or 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from mineproof.engines.base import Deduction, Engine, Reasoner, Status
from mineproof.engines.odds import Left, Odds, Prior, odds_of
from mineproof.engines.pairs import settle_pairs
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Clue, Counted, Forced, Proof


class Exact(Engine):
    """Exact counting of layouts.

    `prior`: what to believe about an unknown mine count; every layout equally likely if left out.
    `max_states`: the work of one count; beyond it nothing more is deduced and the status is LIMIT.
    Left out, it is what the kernel can bear, or Python without it.
    """

    name = "exact"
    is_complete = True
    knows_risks = True

    def __init__(self, *, prior: Prior | None = None, max_states: int | None = None) -> None:
        self.prior = prior
        self.max_states = max_states

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        """Return a reasoner that has seen nothing yet."""
        return ExactReasoner(cells, total, self)

    def odds(self, problem: Problem) -> Odds:
        """Return the exact odds, to be counted when they are asked for."""
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


class _Live:
    """A clue with the cells of it that are not settled, and the mines among them."""

    __slots__ = ("cells", "constraint", "mines", "number")

    def __init__(self, number: int, constraint: Constraint, known: Mapping[Cell, bool]) -> None:
        settled = [cell for cell in constraint.cells if cell in known]
        self.number = number
        self.constraint = constraint
        self.cells = set(constraint.cells).difference(settled)
        self.mines = constraint.mines - sum(known[cell] for cell in settled)

    def settle(self, cell: Cell, is_mine: bool) -> None:
        """Take one cell off."""
        self.cells.remove(cell)
        self.mines -= is_mine

    def check(self) -> None:
        """Raise Contradiction if it cannot be met."""
        if not 0 <= self.mines <= len(self.cells):
            clue = self.constraint.clue
            raise Contradiction("a clue cannot be met", () if clue is None else (clue,))

    @property
    def rest(self) -> Constraint:
        """What it says about its unsettled cells."""
        return Constraint(frozenset(self.cells), self.mines)


_Found = dict[Cell, tuple[bool, Proof]]


class ExactReasoner(Reasoner):
    """The clues of one game that are not spent, and the layouts that fit them."""

    def __init__(self, cells: Collection[Cell], total: int | None, options: Exact) -> None:
        super().__init__(cells, total)
        self.counters = {"counts": 0}
        self._max_states = options.max_states
        self._prior = options.prior if total is None else None
        self._unsettled: dict[Cell, None] = dict.fromkeys(cells)
        self._touching: dict[Cell, list[_Live]] = {}
        self._live: dict[_Live, None] = {}
        self._changed: dict[_Live, None] = {}
        self._odds: Odds | None = None
        self._told = 0

    def tell(self, constraint: Constraint) -> None:
        clue = _Live(self._told, constraint, self.ledger.known)
        self._told += 1
        self._odds = None
        self._live[clue] = self._changed[clue] = None
        for cell in clue.cells:
            self._touching.setdefault(cell, []).append(clue)

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            self._odds = None
            del self._unsettled[cell]
            for clue in self._touching.pop(cell, ()):
                clue.settle(cell, is_mine)
                self._changed[clue] = None

    def deduce(self) -> tuple[Deduction, ...]:
        self.hit_limit = False
        changed = self._take_changed()
        found = self._by_single_clues(changed) or self._by_pairs() or self._by_counting()
        in_order = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
        deductions = tuple(Deduction(c, mined, proof, Exact.name) for c, (mined, proof) in in_order)
        for deduction in deductions:
            self.learn(deduction.cell, deduction.is_mine)
        return deductions

    @property
    def status(self) -> Status:
        return Status.LIMIT if self.hit_limit else Status.COMPLETE

    @property
    def odds(self) -> Odds:
        """The odds of the unsettled cells."""
        if self._odds is None:
            self.counters["counts"] += 1
            constraints = tuple(clue.rest for clue in self._live)
            problem = Problem(constraints, frozenset(self._unsettled), self.ledger.mines_left)
            self._odds = odds_of(problem, self._prior_left(), self._max_states)
        return self._odds

    def _prior_left(self) -> Prior | None:
        known = self.ledger.known
        return self._prior and Left(self._prior, len(known), sum(known.values()))

    def risks(self) -> Mapping[Cell, float]:
        """Return the risk of every unsettled cell; raise LimitReached or Contradiction."""
        return self.odds.risks

    # The three steps

    def _take_changed(self) -> list[_Live]:
        changed = sorted(self._changed, key=lambda clue: clue.number)
        self._changed.clear()
        for clue in changed:
            clue.check()
            if not clue.cells:
                self._live.pop(clue, None)
        return [clue for clue in changed if clue.cells]

    def _by_single_clues(self, changed: Iterable[_Live]) -> _Found:
        found: _Found = {}
        for clue in changed:
            if clue.mines in (0, len(clue.cells)):
                self._settle_all(found, self.ledger.reduce(Clue(clue.constraint)))
        if not found and self.ledger.count_settles_all:
            self._settle_all(found, self.ledger.rest())
        return found

    def _settle_all(self, found: _Found, proof: Proof) -> None:
        rest = proof.claim
        assert isinstance(rest, Constraint)
        is_mine = rest.mines > 0
        for cell in rest.cells:
            if found.setdefault(cell, (is_mine, Forced(fact(cell, is_mine), proof)))[0] != is_mine:
                raise Contradiction(f"cell {cell} would have to be both safe and mined")

    def _by_pairs(self) -> _Found:
        clues = list(self._live)
        found: _Found = {}
        for cell, (_, is_mine, first, second) in settle_pairs([c.rest for c in clues]).items():
            pair = [self.ledger.reduce(Clue(clues[i].constraint)) for i in (first, second)]
            found[cell] = is_mine, Counted(fact(cell, is_mine), tuple(pair))
        return found

    def _by_counting(self) -> _Found:
        if not self._unsettled:
            return {}
        try:
            certain = self.odds.certain
        except LimitReached:
            self.hit_limit = True
            return {}
        return self._prove(certain) if certain else {}

    def _prove(self, certain: Mapping[Cell, bool]) -> _Found:
        """Prove cells by the clues of their own front, or by all and the mine count if need be."""
        clues = [self.ledger.reduce(Clue(clue.constraint)) for clue in self._live]
        fronts = _by_front(clues)
        everything = tuple(clues)
        if self.ledger.mines_left is not None:
            everything += (self.ledger.rest(),)
        found: _Found = {}
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
