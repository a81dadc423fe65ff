"""Draw: a random layout that fits a problem, each with its exact probability.

The stages of `count` give, for every state of a front, the ways from there to the end. A draw
walks the other way round: it first decides how many mines each front has, then goes through the
boxes of each front from state to state, and puts the mines of a box into any of its cells. All
weights are integers and the random numbers are those of `board.rng`, so the same stream draws the
same layout on every machine, with the kernel and without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb
from operator import mul

from mineproof.board.rng import Rng
from mineproof.counting.count import (
    MAX_PYTHON_STATES,
    Folded,
    StateLimit,
    Transition,
    Ways,
    choices,
    explore,
    flow_back,
    fold,
    multiply,
    order_boxes,
    propagate,
    unpack,
    width_for,
)
from mineproof.errors import Contradiction
from mineproof.logic.fronts import split
from mineproof.logic.problem import Cell, Problem


def draw(
    problem: Problem,
    rng: Rng,
    *,
    weights: Sequence[int] | None = None,
    max_states: int = MAX_PYTHON_STATES,
) -> frozenset[Cell]:
    """Return the mines of a layout that fits `problem`, drawn by its weight.

    Every layout weighs the same, unless the total is unknown and `weights` says what a layout with
    k mines weighs. Raises Contradiction if none fits, LimitReached beyond `max_states`.

    >>> sorted(draw(Problem.of([({0, 1}, 1), ({1, 2}, 1)], total=2, others=[3]), Rng(1)))
    [0, 2]
    """
    known, constraints = propagate(problem.constraints)
    limit = StateLimit(max_states)
    fronts = [_Front(fold(front), limit) for front in split(constraints)]
    floating = problem.cells.difference(known, *(front.cells for front in fronts))
    shares = _share_out(fronts, len(floating), _weight_of(problem, known, weights), rng)
    mines = {cell for cell, is_mine in known.items() if is_mine}
    for front, share in zip(fronts, shares, strict=False):  # the last share is the floating cells'
        mines.update(front.draw(share, rng))
    mines.update(rng.choose(sorted(floating), shares[-1]))
    return frozenset(mines)


def _below(rng: Rng, limit: int) -> int:
    """Return a number from 0 to `limit` - 1, uniformly, however large the limit."""
    bits = limit.bit_length()
    words = -(-bits // 64)
    while True:
        drawn = 0
        for _ in range(words):
            drawn = drawn << 64 | rng.next()
        if (number := drawn >> 64 * words - bits) < limit:
            return number


def _pick(weights: Sequence[int], rng: Rng) -> int:
    """Return the number of one of the weights, each as likely as it is large."""
    ends = list(accumulate(weights))
    if not ends[-1]:
        raise Contradiction(with_count=True)
    place = _below(rng, ends[-1])
    return next(i for i, end in enumerate(ends) if place < end)


def _weight_of(
    problem: Problem, known: Mapping[Cell, bool], weights: Sequence[int] | None
) -> dict[int, int]:
    """Return what a layout with k mines among the unsettled cells weighs; what is left out, 0."""
    settled = sum(known.values())
    if problem.total is not None:
        return {problem.total - settled: 1}
    if weights is None:
        return dict.fromkeys(range(len(problem.cells) + 1), 1)
    return dict(enumerate(weights[settled:]))


def _share_out(
    fronts: Sequence[_Front], floating: int, weight_of: Mapping[int, int], rng: Rng
) -> list[int]:
    """Return how many mines each front has, and at the end how many the floating cells have."""
    after = list(accumulate((f.ways for f in reversed(fronts)), multiply, initial=[1]))[::-1]
    least, most = max(0, min(weight_of) - len(after[0]) + 1), min(floating, max(weight_of))
    ways = dict(enumerate(choices(floating, least, most), least))

    def filled(placed: int) -> list[int]:
        """Return what the floating cells can add, one number for each total."""
        return [ways.get(total - placed, 0) * each for total, each in weight_of.items()]

    fillings = [sum(filled(k)) for k in range(len(after[0]))]
    shares: list[int] = []
    for front, rest in zip(fronts, after[1:], strict=True):
        placed = sum(shares)
        left = [sum(map(mul, rest, fillings[placed + k :])) for k in range(len(front.ways))]
        shares.append(_pick(list(map(mul, front.ways, left)), rng))
    placed = sum(shares)
    total = list(weight_of)[_pick(filled(placed), rng)]
    return [*shares, total - placed]


class _Front:
    """The states of one front, and for each the ways from there to the end."""

    def __init__(self, folded: Folded, limit: StateLimit) -> None:
        order = order_boxes(folded)
        self._boxes = [sorted(folded.boxes[box]) for box in order]
        self._steps = explore(folded, order, limit)
        sizes = [len(box) for box in self._boxes]
        self._width = width_for(flow_back(self._steps, sizes, 0)[0].weights[0])
        self._layers = flow_back(self._steps, sizes, self._width)

    @property
    def cells(self) -> Iterator[Cell]:
        return (cell for box in self._boxes for cell in box)

    @property
    def ways(self) -> Ways:
        """How many layouts have 0, 1, ... mines."""
        return unpack(self._layers[0].total(self._width), self._width)

    def draw(self, mines: int, rng: Rng) -> Iterator[Cell]:
        """Yield the mines of a layout with this many, each layout equally likely."""
        state = 0
        for number, box in enumerate(self._boxes):
            steps = [step for step in self._steps[number] if step[1] == state]
            ways = [self._ways(number, step, mines) for step in steps]
            placed, _, state = steps[_pick(ways, rng)]
            yield from rng.choose(box, placed)
            mines -= placed

    def _ways(self, number: int, step: Transition, mines: int) -> int:
        """Return how many layouts with this many mines left begin with a step."""
        placed, _, target = step
        layer, width = self._layers[number + 1], self._width
        left = mines - placed - layer.mines
        if left < 0:
            return 0
        ways = layer.weights[target] >> left * width & (1 << width) - 1
        return comb(len(self._boxes[number]), placed) * ways
