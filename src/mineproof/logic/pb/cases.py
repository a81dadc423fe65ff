"""Cases: why constraints leave a cell no choice, as a tree that cutting planes can follow.

Assume the opposite. If the constraints, taken as equations between fractions, already contradict
each other, then a sum of them does, each with its multiplier: one line of a proof. Otherwise some
box (cells that the same constraints mention) has a fraction of a mine, say 1.5 mines. Either it has
at least 2, or at most 1: two cases, each with its own tree.

A leaf needs only some of the assumptions above it. If it does not need the last one, the other case
is not looked at: the leaf holds there too.

Clues of a board are close to what fractions alone decide, so the trees are small; figures are in
docs/proofs.md. The mine count needs nothing special: that fronts share no cell does not matter to
sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias

from mineproof.errors import BadProof, LimitReached
from mineproof.logic.pb.simplex import Limit, Simplex
from mineproof.logic.problem import Cell, Constraint

MAX_CASES = 2_000
"""How many leaves a tree may have."""

MAX_DEPTH = 200
"""How many assumptions may be made at a time."""

Box: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Assumption:
    """An assumption: a box has at least so many mines, or has fewer."""

    box: Box
    mines: int
    is_met: bool

    @property
    def opposite(self) -> Assumption:
        """The assumption of the other case."""
        return Assumption(self.box, self.mines, not self.is_met)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A contradiction of constraints and assumptions, each with its multiplier.

    `sides` has constraints by their index: a positive multiplier takes "at least", a negative one
    "at most".
    """

    sides: Mapping[int, int]
    assumptions: Mapping[Assumption, int]

    @property
    def refuted(self) -> frozenset[Assumption]:
        """The assumptions that cannot all be right."""
        return frozenset(self.assumptions)


@dataclass(frozen=True, slots=True)
class Split:
    """Two cases that both fail: one with the assumption, one with its opposite."""

    assumption: Assumption
    met: Cases
    unmet: Cases
    refuted: frozenset[Assumption]


Cases: TypeAlias = Leaf | Split


def cases(given: Sequence[Constraint], cell: Cell, is_mine: bool) -> Cases:
    """Return why these constraints entail what a cell is.

    Its assumptions are all refuted but, if it is needed, the opposite of the claim. Raises BadProof
    if the constraints do not entail it, LimitReached beyond MAX_CASES leaves or
    MAX_DEPTH assumptions.

    >>> both = Constraint(frozenset({0, 1}), 2)
    >>> cases([both], 0, True).sides
    {0: 1}
    """
    return _Search(given, cell).refute(is_mine)


def leaves(tree: Cases) -> Iterator[Leaf]:
    """Yield the leaves of a tree."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from leaves(tree.met)
        yield from leaves(tree.unmet)


class _Search:
    """Boxes as variables of the simplex method, and the assumptions made so far."""

    def __init__(self, given: Sequence[Constraint], cell: Cell) -> None:
        self._boxes = _boxes(given, cell)
        index = {each: i for i, box in enumerate(self._boxes) for each in box}
        self._asked = index[cell]
        sums = [
            (dict.fromkeys(sorted({index[c] for c in each.cells}), 1), (each.mines, each.mines))
            for each in given
        ]
        self._simplex = Simplex([(0, len(box)) for box in self._boxes], sums)
        self._assumed: dict[Limit, Assumption] = {}
        self._leaves = 0

    def refute(self, is_mine: bool) -> Cases:
        """Return the tree for the opposite of a claim."""
        return self._case(Assumption(self._boxes[self._asked], 1, not is_mine), self._asked)

    def _case(self, assumption: Assumption, variable: int) -> Cases:
        """Return the tree with one more assumption."""
        limit = Limit(variable, assumption.is_met)
        before = self._assumed.get(limit)
        old = self._simplex.tighten(limit, assumption.mines - (not assumption.is_met))
        self._assumed[limit] = assumption
        if len(self._assumed) > MAX_DEPTH:
            raise LimitReached(f"more than {MAX_DEPTH} assumptions at a time in a proof by cases")
        found = self._tree()
        self._simplex.loosen(limit, old)
        if before is None:
            del self._assumed[limit]
        else:
            self._assumed[limit] = before
        return found

    def _tree(self) -> Cases:
        reasons = self._simplex.clash()
        if reasons is not None:
            return self._leaf(reasons)
        variable = self._split_box()
        mines = ceil(self._simplex.value(variable))
        assumption = Assumption(self._boxes[variable], mines, True)
        met = self._case(assumption, variable)
        if assumption not in met.refuted:
            return met
        unmet = self._case(assumption.opposite, variable)
        if assumption.opposite not in unmet.refuted:
            return unmet
        refuted = (met.refuted - {assumption}) | (unmet.refuted - {assumption.opposite})
        return Split(assumption, met, unmet, refuted)

    def _leaf(self, reasons: Mapping[Limit, int]) -> Leaf:
        self._leaves += 1
        if self._leaves > MAX_CASES:
            raise LimitReached(f"more than {MAX_CASES} cases; a proof by cases would be too long")
        count = len(self._boxes)
        sides = {
            limit.variable - count: factor if limit.is_lower else -factor
            for limit, factor in reasons.items()
            if limit.variable >= count
        }
        assumed = self._assumed
        return Leaf(sides, {assumed[b]: k for b, k in reasons.items() if b in assumed})

    def _split_box(self) -> int:
        """Return the smallest box with a fraction of a mine."""
        values = map(self._simplex.value, range(len(self._boxes)))
        parted = [i for i, value in enumerate(values) if value.denominator > 1]
        if not parted:
            raise BadProof("the premises do not entail the claim: some layout meets its opposite")
        return min(parted, key=lambda i: len(self._boxes[i]))


def _boxes(given: Sequence[Constraint], cell: Cell) -> list[Box]:
    """Return the cells that the same constraints mention; the asked one is alone."""
    mentions: dict[Cell, list[int]] = defaultdict(list)
    for i, constraint in enumerate(given):
        for each in sorted(constraint.cells):
            mentions[each].append(i)
    mentions[cell].append(-1)
    members: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
    for each, key in mentions.items():
        members[tuple(key)].append(each)
    return [tuple(box) for box in members.values()]
