"""Steps: everything that is certain in a view, found the way a person would, easiest first.

A step names the clues it uses, the facts it builds on (found by earlier steps), and what it
concludes. Its clues are minimal: without any one of them, none of its conclusions follows. A cell
that cannot be settled at once is reached by a chain of such small steps.

Of all steps that are possible, the cheapest comes next:

1. *One clue.* All its mines are found, or all its cells must be mines.
2. *Two clues.* Whatever two clues settle together, when neither does alone, follows from one rule
   (`engines/parts/pairs.py`): if A has as many more mines than B as it has cells of its own, these
   are all mines, and no cell of B alone is one. Of several pairs the closest comes first.
3. *More clues.* Counting tells which cells are certain at all. For each of them the smallest set of
   clues that settles it is sought, and the smallest of all sets is the step. Since no set is
   smaller, every conclusion needs every clue. It is a chain if bounds propagated from clue to clue
   settle it, otherwise a case split.
4. *The mine count*, with a minimal set of clues.

After every step the search starts again with single clues. Sets of cells are bits of an integer
here: the rule for two clues is tested thousands of times in one position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.view import MINE, View
from mineproof.coach.steps.fewest import certain, fewest_clues, needing_all, settled_by_bounds
from mineproof.coach.steps.techniques import Reduced, StepLevel, Technique, name_count, name_pair
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference, Status
from mineproof.errors import LimitReached
from mineproof.logic.problem import Constraint, Fact, Problem, fact
from mineproof.logic.proof import Clue, Counted, MineCount, Proof, without
from mineproof.logic.reader import read


@dataclass(frozen=True, slots=True)
class Step:
    """What follows at once from a minimal set of clues and the facts known so far.

    All cells are in reading order. `count` is the mine count, if it is needed. `is_reduced` says
    whether the technique is in its reduced form (see `techniques.py`).
    """

    clues: tuple[Constraint, ...]
    count: Constraint | None
    facts: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]
    technique: Technique
    is_reduced: bool = False

    @property
    def level(self) -> StepLevel:
        """How hard it is."""
        return self.technique.level

    @property
    def premises(self) -> tuple[Proof, ...]:
        """The clues, and the mine count, without known cells."""
        known = dict(self.facts)
        leaves: list[Clue | MineCount] = [Clue(clue) for clue in self.clues]
        if self.count is not None:
            leaves.append(MineCount(self.count))
        return tuple(without(leaf, known) for leaf in leaves)

    def rest(self, constraint: Constraint) -> Constraint:
        """Return what a constraint says about the cells that the step does not know."""
        known = dict(self.facts)
        mines = sum(known.get(cell, False) for cell in constraint.cells)
        left = constraint.cells.difference(known)
        return Constraint(left, constraint.mines - mines, constraint.clue)

    def proof(self, cell: Cell) -> Proof:
        """Return the proof of one of its conclusions, for the checker."""
        return Counted(fact(cell, dict(self.conclusions)[cell]), self.premises)


MOST_TARGETS = 8
"""For how many boxes the fewest clues are sought when the mine count is needed.

Each search counts the whole board many times. Eight boxes keep a hint fast; a later box might need
fewer clues, but the set of this one is minimal all the same.
"""


def find_steps(
    view: View,
    inference: Inference | None = None,
    *,
    supposed: Fact | None = None,
    trusts_flags: bool = False,
) -> Iterator[Step]:
    """Yield the steps from what `view` shows to all that is certain in it, easiest first.

    `inference` is what `exact` concludes from the view, for callers that have it already.
    `supposed` says what a covered cell should be taken to be; what follows from that is a step too.
    With `trusts_flags`, every flag is a known mine, which no step has to find.
    Raises Contradiction if no layout fits, and LimitReached if counting takes too many states; by
    then all steps by one and two clues have been yielded.

    >>> view = View.from_picture("### 121 000")
    >>> for step in find_steps(view):
    ...     print([view.grid.name(_place(clue)) for clue in step.clues], step.conclusions)
    ['a2', 'b2'] ((2, True),)
    ['c2'] ((1, False),)
    ['a2'] ((0, True),)
    """
    flags = filter(view.is_flagged, view.covered_cells()) if trusts_flags else ()
    given = dict.fromkeys(flags, True)
    if supposed is None:
        search = _Search(view, inference or Exact().look(view), given)
    else:
        told = Exact().infer(suppose(read(view), supposed))
        search = _Search(view, told, given | dict([supposed]))
    while (step := search.next_step()) is not None:
        yield step


def suppose(problem: Problem, supposed: Fact) -> Problem:
    """Return a problem in which a cell is what it is supposed to be.

    >>> suppose(Problem.of([({0, 1}, 1)]), (1, True)).constraints[-1]
    Constraint(cells=frozenset({1}), mines=1, clue=None)
    """
    return replace(problem, constraints=(*problem.constraints, fact(*supposed)))


# Not `engines.parts.live.LiveClue`: the search compares every clue with its neighbours again and
# again, and the pair rule takes three integer operations on bits where sets would be built.
class _Live:
    """A clue with its unsettled cells, as bits, and the mines among them."""

    __slots__ = ("cells", "constraint", "mines", "number")

    def __init__(self, number: int, constraint: Constraint, known: Mapping[Cell, bool]) -> None:
        self.number = number
        self.constraint = constraint
        self.cells = sum(1 << cell for cell in constraint.cells if cell not in known)
        self.mines = constraint.mines - sum(known.get(cell, False) for cell in constraint.cells)

    @property
    def settles(self) -> bool:
        """Whether it settles its cells by itself."""
        return self.cells != 0 and self.mines in (0, self.cells.bit_count())

    @property
    def rest(self) -> Constraint:
        """What it says about its unsettled cells."""
        return Constraint(frozenset(_members(self.cells)), self.mines, self.constraint.clue)

    @property
    def reduced(self) -> Reduced:
        """What it says, in the form that `techniques` takes."""
        clue, shown = self.constraint.clue, self.constraint.mines
        assert clue is not None
        return Reduced(clue, shown, frozenset(_members(self.cells)), self.mines)


def _settle_together(more: _Live, fewer: _Live) -> bool:
    """Tell whether one clue has as many more mines than the other as it has cells of its own."""
    # Clues with the same cells have equally many mines: the rule holds, and settles nothing.
    if not more.cells & fewer.cells or more.cells == fewer.cells:
        return False
    return more.mines - fewer.mines == (more.cells & ~fewer.cells).bit_count()


def _members(bits: int) -> list[Cell]:
    """Return the cells of a bit set, in order."""
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(lowest.bit_length() - 1)
        bits ^= lowest
    return cells


class _Search:
    """A view, what is given besides, and what has been found in it so far."""

    def __init__(self, view: View, inference: Inference, given: Mapping[Cell, bool]) -> None:
        self._known = {cell: True for cell, code in enumerate(view.cells) if code == MINE}
        self._known.update(given)
        found = dict.fromkeys(inference.safe, False) | dict.fromkeys(inference.mines, True)
        self._left = {cell: found[cell] for cell in found if cell not in self._known}
        self._status = inference.status
        self._grid = view.grid
        self._problem = read(view)
        shown = [c for c in self._problem.constraints if c.clue is not None]
        self._live = [_Live(i, c, self._known) for i, c in enumerate(shown)]
        self._touching = _by_cell(self._live)
        # Heaps of clues and pairs that settled something when they were pushed; a later step may
        # have used them up, so each is tested again when it is popped.
        self._singles = [clue.number for clue in self._live if clue.settles]  # sorted, so a heap
        self._changed = dict.fromkeys(self._live)  # an ordered set: steps do not depend on hashes
        self._pairs: list[tuple[int, int, int]] = []

    def next_step(self) -> Step | None:
        """Return the cheapest step, and take it; None if nothing more is certain."""
        if not self._left:
            if self._status is Status.LIMIT:
                raise LimitReached("too many states to tell what else is certain")
            return None
        step = self._by_one() or self._by_two() or self._by_more() or self._by_count()
        self._take(step)
        return step

    def _take(self, step: Step) -> None:
        assert step.conclusions, "a step that settles nothing would be taken for ever"
        for cell, is_mine in step.conclusions:
            self._known[cell] = is_mine
            self._left.pop(cell, None)
            for clue in self._touching.get(cell, ()):
                clue.cells ^= 1 << cell
                clue.mines -= is_mine
                self._changed[clue] = None
                if clue.settles:
                    heappush(self._singles, clue.number)

    def _step(
        self,
        clues: Iterable[_Live],
        found: Iterable[Fact],
        technique: Technique,
        *,
        is_reduced: bool = False,
        count: Constraint | None = None,
    ) -> Step:
        used = sorted((clue.constraint for clue in clues), key=_place)
        told = used if count is None else [*used, count]
        touched = frozenset[Cell]().union(*(each.cells for each in told))
        facts = [(cell, self._known[cell]) for cell in sorted(touched & self._known.keys())]
        return Step(tuple(used), count, tuple(facts), tuple(sorted(found)), technique, is_reduced)

    # One clue

    def _by_one(self) -> Step | None:
        while self._singles:
            clue = self._live[heappop(self._singles)]
            if clue.settles:
                technique = Technique.FULL if clue.mines else Technique.SATISFIED
                found = [(cell, clue.mines > 0) for cell in _members(clue.cells)]
                return self._step([clue], found, technique)
        return None

    # Two clues

    def _by_two(self) -> Step | None:
        self._find_pairs()
        while self._pairs:
            _, first, second = heappop(self._pairs)
            more, fewer = self._live[first], self._live[second]
            if _settle_together(more, fewer):
                pattern = name_pair(self._grid, more.reduced, fewer.reduced, self._clue_at)
                found = [(cell, True) for cell in _members(more.cells & ~fewer.cells)]
                found += [(cell, False) for cell in _members(fewer.cells & ~more.cells)]
                return self._step(
                    [more, fewer], found, pattern.technique, is_reduced=pattern.is_reduced
                )
        return None

    def _find_pairs(self) -> None:
        """Look for pairs among the clues that have changed and those that share cells with them."""
        for clue in self._changed:
            for other in self._sharing(clue):
                if _settle_together(clue, other):
                    self._add_pair(clue, other)
                elif _settle_together(other, clue):
                    self._add_pair(other, clue)
        self._changed.clear()

    def _sharing(self, clue: _Live) -> list[_Live]:
        near = {other for cell in _members(clue.cells) for other in self._touching[cell]}
        return sorted(near - {clue}, key=lambda other: other.number)

    def _add_pair(self, more: _Live, fewer: _Live) -> None:
        apart = distance(self._grid, [more.constraint, fewer.constraint])
        heappush(self._pairs, (apart, more.number, fewer.number))

    def _clue_at(self, cell: Cell) -> Reduced | None:
        for clue in self._live:
            if clue.constraint.clue == cell and clue.cells:
                return clue.reduced
        return None

    # More clues

    def _by_more(self) -> Step | None:
        clues = self._distinct()
        settled = certain([clue.rest for clue in clues])
        if not settled:
            return None
        sets = []
        # Clues outside its front say nothing about a cell; inside a box all cells are alike.
        for cell in self._one_of_each_box(settled):
            own = _linked(cell, clues)
            fewest = fewest_clues([clue.rest for clue in own], fact(cell, settled[cell]))
            sets.append([own[i] for i in fewest])
        return self._by_many(min(sets, key=self._cost))

    def _cost(self, clues: Sequence[_Live]) -> tuple[int, int, list[int]]:
        apart = distance(self._grid, [clue.constraint for clue in clues])
        return len(clues), apart, [clue.number for clue in clues]

    def _by_many(self, clues: Sequence[_Live]) -> Step:
        rest = [clue.rest for clue in clues]
        # Not all that these clues settle: some of it may follow from fewer, once the search for the
        # fewest has used up its questions.
        found = needing_all(rest)
        is_chain = found.keys() <= settled_by_bounds(rest).keys()
        technique = Technique.CHAIN if is_chain else Technique.CASE_SPLIT
        return self._step(clues, found.items(), technique)

    def _distinct(self) -> list[_Live]:
        """Return the clues with unsettled cells; of those with the same cells only the first."""
        by_cells: dict[int, _Live] = {}
        for clue in self._live:
            if clue.cells:
                by_cells.setdefault(clue.cells, clue)
        return list(by_cells.values())

    def _one_of_each_box(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the first cell of each box (cells touched by the same clues) among `cells`."""
        boxes: dict[tuple[int, ...], Cell] = {}
        for cell in sorted(cells):
            boxes.setdefault(tuple(c.number for c in self._touching.get(cell, ())), cell)
        return list(boxes.values())

    # The mine count

    def _by_count(self) -> Step:
        clues, count = self._distinct(), self._count_left()
        # The mine count links all fronts, so many sets are equally small. The search prefers clues
        # that come first: those near the cell.
        sets = []
        for cell in self._one_of_each_box(self._left)[:MOST_TARGETS]:
            claim = fact(cell, self._left[cell])
            near = sorted(clues, key=lambda clue: _apart(self._grid, cell, clue))
            fewest = fewest_clues([clue.rest for clue in near], claim, count)
            sets.append(sorted((near[i] for i in fewest), key=lambda clue: clue.number))
        best = min(sets, key=self._cost)
        found = needing_all([clue.rest for clue in best], count)
        technique = name_count([clue.rest for clue in best], count, found)
        return self._step(best, found.items(), technique, count=self._problem.mine_count)

    def _count_left(self) -> Constraint:
        whole = self._problem.mine_count
        assert whole is not None, "without the mine count the clues settle all that is certain"
        return Constraint(
            whole.cells.difference(self._known), whole.mines - sum(self._known.values())
        )


def _by_cell(clues: Iterable[_Live]) -> dict[Cell, list[_Live]]:
    touching: dict[Cell, list[_Live]] = {}
    for clue in clues:
        for cell in clue.constraint.cells:
            touching.setdefault(cell, []).append(clue)
    return touching


def _place(constraint: Constraint) -> Cell:
    assert constraint.clue is not None
    return constraint.clue


def _linked(cell: Cell, clues: Sequence[_Live]) -> list[_Live]:
    reached, members = 1 << cell, list[_Live]()
    rest = list(clues)
    while near := [clue for clue in rest if clue.cells & reached]:
        members += near
        rest = [clue for clue in rest if not clue.cells & reached]
        for clue in near:
            reached |= clue.cells
    return sorted(members, key=lambda clue: clue.number)


def _apart(grid: Grid, cell: Cell, clue: _Live) -> int:
    return distance(grid, [Constraint(frozenset(), 0, cell), clue.constraint])


def distance(grid: Grid, clues: Sequence[Constraint]) -> int:
    """Return how far apart the farthest two of some clues are, in rows or columns."""
    places = [grid.place(_place(clue)) for clue in clues] or [(0, 0)]
    rows, cols = [row for row, _ in places], [col for _, col in places]
    down, right = max(rows) - min(rows), max(cols) - min(cols)
    if grid.shape is Shape.TORUS:
        down, right = min(down, grid.rows - down), min(right, grid.cols - right)
    return max(down, right)
