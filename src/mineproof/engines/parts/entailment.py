"""Entailment: what constraints entail, and which of them suffice, by a SAT solver.

A claim is entailed if it holds in every layout that fits; that is, if no layout fits with the
opposite. So each question to the solver is: is there a layout with this cell the other way?

**Twin cells.** Only the number of mines in a box matters. So its variables are not its cells: the
first means that it holds at least one mine, the second at least two, and so on, and each implies
the one before. Otherwise the solver would have to refute the same layout for every arrangement of
mines in a box, and for all boxes at once. A cell may be a mine if its box may hold one, and safe if
its box may hold fewer mines than cells.

**Backbone.** To find all certain cells, take any layout. A box that is empty or full in it is a
candidate; ask for a layout in which it is not. If there is none, its cells are certain; if there is
one, drop all candidates that it contradicts.

**Switches.** `Entailment` asks about subsets of its constraints. Each constraint has its own switch
variable: "at most k of these n, if s" is "at most n of these n and n - k copies of s". The switches
that are on are assumptions. After an unsatisfiable answer the solver names those that it used: a
core. To make the core minimal, drop one after the other and see whether the answer stays the same.

**Smallest sets** are found by implicit hitting sets, as in `clash.py`. Whenever some of the
constraints allow a layout with the opposite claim, those that it breaks are a correction: every set
that entails the claim contains one of them. As many as possible are repaired first: the smaller a
correction, the stronger. The constraints that mention the cell are a correction from the start:
flipping the cell in any layout breaks no others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias

from mineproof.engines.parts.solver import new_solver
from mineproof.errors import BadInput, Contradiction, LimitReached
from mineproof.logic.clash import hitting_set
from mineproof.logic.problem import Cell, Constraint
from mineproof.logic.proof import Literal

MAX_CONFLICTS = 500_000
"""How many conflicts the solver may meet in one question, a few seconds' work."""

MAX_CORRECTIONS = 1_000
"""How many corrections the search for a smallest set may collect."""


class Between(NamedTuple):
    """At least `least` and at most `most` of `cells` are mines."""

    cells: frozenset[Cell]
    least: int
    most: int


CountBound: TypeAlias = Constraint | Between


def _between(bound: CountBound) -> Between:
    if isinstance(bound, Between):
        return bound
    return Between(bound.cells, bound.mines, bound.mines)


class _Box(NamedTuple):
    """Twin cells. Variable `first` means that one of them is a mine, `last` that all are."""

    cells: list[Cell]
    first: int
    last: int

    @property
    def variables(self) -> range:
        return range(self.first, self.last + 1)


class _Formula:
    """Constraints in a solver. The variables of the boxes come first, then the switches."""

    def __init__(
        self, bounds: Sequence[CountBound], max_conflicts: int, *, is_switched: bool
    ) -> None:
        if max_conflicts < 1:  # to the solver it would mean no limit at all
            raise BadInput(f"a limit of {max_conflicts} conflicts; expected 1 or more")
        self.bounds = [_between(bound) for bound in bounds]
        self.inside: list[list[int]] = [[] for _ in bounds]
        self.boxes: list[_Box] = []
        self.solver = new_solver()
        self.last = 0
        self._max_conflicts = max_conflicts
        for mentions, cells in _twins(self.bounds).items():
            self._add_box(mentions, cells)
        self.switches = [self.last + i for i in range(1, len(bounds) + 1)] if is_switched else []
        for i, (bound, variables) in enumerate(zip(self.bounds, self.inside, strict=True)):
            switch = self.switches[i : i + 1]
            self._add_at_most(variables, bound.most, switch)
            self._add_at_most([-v for v in variables], len(variables) - bound.least, switch)

    def _add_box(self, mentions: Iterable[int], cells: list[Cell]) -> None:
        box = _Box(cells, self.last + 1, self.last + len(cells))
        self.last = box.last
        self.boxes.append(box)
        for one, two in pairwise(box.variables):
            self.solver.add_clause([one, -two])
        for i in mentions:
            self.inside[i].extend(box.variables)

    def _add_at_most(self, literals: list[Literal], most: int, switch: list[int]) -> None:
        # With the switch off, its `spare` copies leave room for every literal: no bound.
        spare = len(literals) - most
        if spare > 0:
            self.solver.add_atmost(literals + switch * spare, most + len(switch) * spare)

    def begin_question(self) -> None:
        """Reset the conflict budget."""
        self.solver.conf_budget(self._max_conflicts)

    def solve(self, assumptions: list[Literal]) -> bool:
        """Tell whether a layout fits; raise LimitReached if the question takes too long."""
        answer = self.solver.solve_limited(assumptions)
        if answer is None:
            raise LimitReached(f"the SAT solver met more than {self._max_conflicts} conflicts")
        return answer

    def model(self) -> list[Literal]:
        """Return the layout found, by variable; an unbounded box is empty."""
        model = self.solver.get_model()[: self.last]
        return model + [-v for v in range(len(model) + 1, self.last + 1)]

    def broken(self, model: Sequence[Literal]) -> list[int]:
        """Return the indices of the constraints that a layout breaks."""
        return [
            i
            for i, (bound, variables) in enumerate(zip(self.bounds, self.inside, strict=True))
            if not bound.least <= sum([model[v - 1] > 0 for v in variables]) <= bound.most
        ]


def _twins(bounds: Iterable[Between]) -> dict[tuple[int, ...], list[Cell]]:
    """Return the boxes, keyed by the indices of the constraints that mention them."""
    mentions: dict[Cell, list[int]] = defaultdict(list)
    for i, bound in enumerate(bounds):
        for cell in bound.cells:
            mentions[cell].append(i)
    twins: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
    for cell in sorted(mentions):
        twins[tuple(mentions[cell])].append(cell)
    return twins


@contextmanager
def _question(bounds: Iterable[CountBound], max_conflicts: int) -> Iterator[_Formula]:
    """Put constraints into a solver, all switched on, and free it afterwards."""
    formula = _Formula(tuple(bounds), max_conflicts, is_switched=False)
    formula.begin_question()
    try:
        yield formula
    finally:
        formula.solver.delete()


def is_satisfiable(bounds: Iterable[CountBound], *, max_conflicts: int = MAX_CONFLICTS) -> bool:
    """Tell whether some layout fits; raise LimitReached beyond `max_conflicts`."""
    with _question(bounds, max_conflicts) as formula:
        return formula.solve([])


def backbone(
    bounds: Iterable[CountBound], *, max_conflicts: int = MAX_CONFLICTS
) -> dict[Cell, bool]:
    """Return every certain cell, in order, and whether it is a mine.

    Raises Contradiction if no layout fits, LimitReached beyond `max_conflicts`.

    >>> from mineproof.logic.problem import Problem
    >>> backbone(Problem.of([({0, 1, 2}, 1), ({1, 2, 3}, 2)]).constraints)
    {0: False, 3: True}
    """
    with _question(bounds, max_conflicts) as formula:
        certain = {cell: lit > 0 for lit, box in _certain(formula) for cell in box.cells}
    return dict(sorted(certain.items()))


def _certain(formula: _Formula) -> Iterator[tuple[Literal, _Box]]:
    """Yield the boxes that are full, or empty, in all layouts, with the literal that says so."""
    if not formula.solve([]):
        raise Contradiction
    candidates = list(_candidates(formula.boxes, formula.model()))
    while candidates:
        literal, box = candidates.pop()
        if formula.solve([-literal]):
            model = formula.model()
            candidates = [each for each in candidates if model[abs(each[0]) - 1] == each[0]]
        else:
            formula.solver.add_clause([literal])  # makes later questions easier
            yield literal, box


def _candidates(boxes: Iterable[_Box], model: Sequence[Literal]) -> Iterator[tuple[Literal, _Box]]:
    """Yield the boxes that are empty or full in a layout."""
    for box in boxes:
        if model[box.first - 1] < 0:
            yield -box.first, box
        elif model[box.last - 1] > 0:
            yield box.last, box


class Entailment:
    """What constraints entail together, and which of them suffice. Results are their indices.

    The same questions in the same order get the same answers; if several sets suffice, earlier
    questions may influence the choice. Each question raises LimitReached beyond `max_conflicts`.
    Close it after use, or use `with`: a solver holds memory outside Python's control.

    >>> from mineproof.logic.problem import Problem
    >>> problem = Problem.of([({5, 6}, 1), ({0, 1, 2}, 1), ({1, 2, 3}, 2)])
    >>> with Entailment(problem.constraints) as entailment:
    ...     print(entailment.is_entailed(3, True), entailment.is_entailed(3, True, using=[0, 2]))
    ...     print(entailment.minimal_clues(3, True), entailment.backbone())
    True False
    (1, 2) {0: False, 3: True}
    """

    def __init__(self, bounds: Iterable[CountBound], *, max_conflicts: int = MAX_CONFLICTS) -> None:
        self._bounds = tuple(bounds)
        self._max_conflicts = max_conflicts
        self._formula = _Formula(self._bounds, max_conflicts, is_switched=True)
        self._box = {cell: box for box in self._formula.boxes for cell in box.cells}

    def is_entailed(self, cell: Cell, is_mine: bool, using: Iterable[int] | None = None) -> bool:
        """Tell whether all constraints, or those at these indices, entail the claim on `cell`."""
        opposite = self._opposite(cell, is_mine)
        return self._entails(range(len(self._bounds)) if using is None else using, opposite)

    def minimal_clues(self, cell: Cell, is_mine: bool) -> tuple[int, ...]:
        """Return the indices of a minimal set of constraints that entails the claim on `cell`.

        Later constraints are dropped first. Raises BadInput if the claim is not entailed.
        """
        opposite = self._opposite(cell, is_mine)
        if not self._entails(range(len(self._bounds)), opposite):
            what = "a mine" if is_mine else "safe"
            raise BadInput(f"the constraints do not entail that cell {cell} is {what}")
        needed = self._core()
        for place in reversed(needed):  # of the first core; `needed` may shrink by more than one
            if place in needed and self._entails([i for i in needed if i != place], opposite):
                needed = self._core()
        return tuple(needed)

    def smallest_clues(
        self, cell: Cell, is_mine: bool, max_size: int | None = None
    ) -> tuple[int, ...] | None:
        """Return the indices of a smallest set of constraints that entails the claim on `cell`.

        It is proved that no smaller set does. None if every set has more than `max_size`. Raises
        BadInput if the claim is not entailed, LimitReached beyond MAX_CORRECTIONS.
        """
        minimal = self.minimal_clues(cell, is_mine)
        most = len(minimal) - 1 if max_size is None else min(len(minimal) - 1, max_size)
        opposite = self._opposite(cell, is_mine)
        fits = self._formula.solve(self._formula.switches)
        fewer = self._fewest(opposite, [self._mentioning(cell)] if fits else [], most)
        if fewer is None and max_size is not None and len(minimal) > max_size:
            return None
        return minimal if fewer is None else fewer

    def backbone(self) -> dict[Cell, bool]:
        """Return every certain cell, in order, and whether it is a mine; raise Contradiction."""
        return backbone(self._bounds, max_conflicts=self._max_conflicts)

    def close(self) -> None:
        """Free the solver's memory; no questions are possible afterwards."""
        self._formula.solver.delete()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _opposite(self, cell: Cell, is_mine: bool) -> Literal:
        """Return the literal that allows the opposite of a claim, and begin the question."""
        if cell not in self._box:
            raise BadInput(f"no constraint mentions cell {cell}")
        self._formula.begin_question()
        return -self._box[cell].last if is_mine else self._box[cell].first

    def _mentioning(self, cell: Cell) -> frozenset[int]:
        return frozenset(i for i, b in enumerate(self._bounds) if cell in b.cells)

    def _entails(self, places: Iterable[int], opposite: Literal) -> bool:
        switches = self._formula.switches
        return not self._formula.solve([*(switches[i] for i in places), opposite])

    def _core(self) -> list[int]:
        """Return the indices of the constraints in the last core, in order."""
        core, first = self._formula.solver.get_core() or [], self._formula.last + 1
        return sorted(literal - first for literal in core if literal >= first)

    def _fewest(
        self, opposite: Literal, corrections: list[frozenset[int]], most: int
    ) -> tuple[int, ...] | None:
        """Return a smallest set that entails the claim, None if it has more than `most` members."""
        while (chosen := hitting_set(corrections, most)) is not None:
            if self._entails(chosen, opposite):
                return chosen
            if len(corrections) == MAX_CORRECTIONS:
                raise LimitReached(f"a smallest set takes more than {MAX_CORRECTIONS} corrections")
            corrections.append(self._correction(opposite))
        return None

    def _correction(self, opposite: Literal) -> frozenset[int]:
        """Return what the last layout breaks, after repairing as much as possible."""
        broken = self._formula.broken(self._formula.model())
        met = [i for i in range(len(self._bounds)) if i not in broken]
        corrected = []
        for place in broken:
            if self._entails([*met, place], opposite):
                corrected.append(place)
            else:
                met.append(place)
        return frozenset(corrected)
