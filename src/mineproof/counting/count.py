"""Exact counting: how many layouts fit a problem, and in how many of them each cell is a mine.

Listing layouts is hopeless (an expert position has up to 10**80), but most of their differences do
not matter. The stages, one function each:

1. `propagate`: clues that settle all their cells alone come first. Most clues of a real position
   vanish here.
2. `fold`: the rest splits into fronts that share no cell. Inside a front, cells touched by the same
   clues are twins: only the number of mines in such a box matters, and a box of n cells holds k
   mines in C(n, k) ways.
3. `order_boxes`: the boxes of a front are filled one by one. For the empty boxes it only matters
   how many mines each clue still needs; partial layouts that agree on this are one *state*. A clue
   distinguishes states only from its first box to its last, so a good order keeps few clues open.
4. `explore`: lists the states after each box, and the transitions between them that still allow
   every clue to be met.
5. `weigh`: the weight of a state is a polynomial; the coefficient of x**k counts the ways to reach
   the state with k mines. Weights flow backward from the end, then forward from the start; where
   the two meet, they give the number of layouts in which a cell of the box is a mine.
6. `combine`: only the mine count connects fronts. For each front, the other fronts and the floating
   cells, which no clue touches, determine in how many ways the remaining mines can lie.

Integers serve two tricks. A state is one integer with a field for each clue: placing mines is one
subtraction, and two more with guard bits compare every clue with its bounds at once. A polynomial
is one integer too: its coefficients side by side, each with room for the largest (Kronecker
substitution), so multiplying polynomials is multiplying integers.

Nothing is rounded. The method is bucket elimination (Dechter, Artificial Intelligence 113, 1999)
along one path.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import comb, prod
from operator import mul
from typing import NamedTuple, TypeAlias

from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.fronts import Front, boxes, split
from mineproof.logic.problem import Cell, Constraint, Problem

MAX_PYTHON_STATES = 2_000_000
"""The limit of states over all fronts; near it, a count takes 30 s and 700 MB."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of layouts, their weight, and for each cell the weight of those that mine it.

    Every layout weighs 1 unless the caller of `count` passes weights.
    """

    layouts: int
    weight: int
    mined_weight: Mapping[Cell, int]

    def risk(self, cell: Cell) -> Fraction:
        """Return the probability that `cell` is a mine."""
        return Fraction(self.mined_weight[cell], self.weight)

    def certain(self) -> dict[Cell, bool]:
        """Return the cells that are the same in every layout, in order, and whether mined."""
        return {
            cell: mined > 0
            for cell, mined in self.mined_weight.items()
            if mined in (0, self.weight)
        }


def count(
    problem: Problem, *, weights: Sequence[int] | None = None, max_states: int = MAX_PYTHON_STATES
) -> Counts:
    """Count the layouts of all cells of `problem`, over all totals if the total is unknown.

    In that case `weights` may give the weight of a layout with k mines, for each k from 0 to the
    number of cells, all above 0. Raises Contradiction if no layout fits, LimitReached beyond
    `max_states`.

    >>> counts = count(Problem.of([({0, 1}, 1), ({1, 2}, 1)], total=2, others=[3]))
    >>> counts.layouts, counts.mined_weight, counts.risk(3)
    (2, {0: 1, 1: 1, 2: 1, 3: 1}, Fraction(1, 2))
    """
    known, constraints = propagate(problem.constraints)
    limit = StateLimit(max_states)
    tallies = [tally(fold(front), limit) for front in split(constraints)]
    return put_together(problem, known, tallies, weights)


def put_together(
    problem: Problem,
    known: Mapping[Cell, bool],
    tallies: list[Tally],
    weights: Sequence[int] | None = None,
) -> Counts:
    """Count the layouts of a problem from the cells that single clues settle and the tallies."""
    counted = (box for front in tallies for box in front.boxes)
    floating = problem.cells.difference(known, *counted)
    ways, mines = [front.ways for front in tallies], sum(known.values())
    sums = combine_freely(ways, len(floating))
    if problem.total is not None:
        sums = combine(ways, len(floating), fixed(problem.total - mines))
    elif weights is not None:
        weighed = combine(ways, len(floating), weighted(weights[mines:]))
        sums = replace(weighed, layouts=sums.layouts)
    return conclude(known, tallies, floating, sums)


# Stage 1: single clues


def propagate(constraints: Iterable[Constraint]) -> tuple[dict[Cell, bool], list[Constraint]]:
    """Return what single clues settle, and what the clues say about the other cells.

    The returned constraints have distinct sets of cells. Raises Contradiction.
    """
    given = list(constraints)
    cells, mines = [set(c.cells) for c in given], [c.mines for c in given]
    touching: dict[Cell, list[int]] = defaultdict(list)
    for i, constraint in enumerate(given):
        for cell in constraint.cells:
            touching[cell].append(i)
    known: dict[Cell, bool] = {}
    waiting = deque(range(len(given)))
    while waiting:
        i = waiting.popleft()
        if mines[i] in (0, len(cells[i])):
            is_mine = mines[i] > 0
            for cell in list(cells[i]):
                known[cell] = is_mine
                for j in touching[cell]:  # clue i among them: the loop runs over a copy
                    cells[j].remove(cell)
                    mines[j] -= is_mine
                waiting.extend(touching[cell])
    return known, _distinct(zip(map(frozenset, cells), mines, strict=True))


def _distinct(clues: Iterable[tuple[frozenset[Cell], int]]) -> list[Constraint]:
    distinct: dict[frozenset[Cell], int] = {}
    for cells, mines in clues:  # a spent clue has no cells, and must need no mines
        if not 0 <= mines <= len(cells) or distinct.setdefault(cells, mines) != mines:
            raise Contradiction
    return [Constraint(cells, mines) for cells, mines in distinct.items() if cells]


# Stage 2: twin cells


@dataclass(frozen=True, slots=True)
class Folded:
    """A front with its twin cells folded into boxes; boxes and clues are numbered."""

    boxes: list[tuple[Cell, ...]]
    touching: list[list[int]]
    """For each box, the clues that touch it."""

    clues: list[list[int]]
    """For each clue, its boxes."""

    needs: list[int]
    """For each clue, its mines."""

    @property
    def sizes(self) -> list[int]:
        """For each clue, how many cells it touches."""
        return [sum(len(self.boxes[box]) for box in clue) for clue in self.clues]


def fold(front: Front) -> Folded:
    """Fold the twin cells of `front` into boxes."""
    twins = boxes(front)
    home = {cell: box for box, cells in enumerate(twins) for cell in cells}
    clues = [sorted({home[cell] for cell in clue.cells}) for clue in front.constraints]
    touching: list[list[int]] = [[] for _ in twins]
    for i, clue in enumerate(clues):
        for box in clue:
            touching[box].append(i)
    return Folded(twins, touching, clues, [clue.mines for clue in front.constraints])


# Stage 3: the order in which boxes are filled

_CHEAP = 10_000
_STARTS = 40


def order_boxes(folded: Folded) -> list[int]:
    """Return an order of the boxes that should lead to few states.

    For the fronts of real games the first clue is as good a start as any. On a giant front the best
    of forty starts often has a hundredth of the states of the first, and finding it is cheap in
    comparison.
    """
    order = order_from(folded, 0)
    if state_bound(folded, order) <= _CHEAP:
        return order
    stride = -(-len(folded.clues) // _STARTS)
    orders = [order_from(folded, start) for start in range(0, len(folded.clues), stride)]
    return min(orders, key=lambda order: state_bound(folded, order))


def order_from(folded: Folded, start: int) -> list[int]:
    """Return the boxes clue by clue, always next the open clue that opens the fewest others."""
    order: dict[int, None] = {}
    opened = {start}
    waiting = [start]

    def news(clue: int) -> tuple[int, int]:
        left = [box for box in folded.clues[clue] if box not in order]
        return len({i for box in left for i in folded.touching[box]} - opened), len(left)

    while waiting:
        clue = min(waiting, key=news)
        waiting.remove(clue)
        for box in folded.clues[clue]:
            order[box] = None
            fresh = [i for i in folded.touching[box] if i not in opened]
            opened.update(fresh)
            waiting.extend(fresh)
    return list(order)


def state_bound(folded: Folded, order: Sequence[int]) -> int:
    """Return an upper bound on the states, as if open clues were independent."""
    sizes, needs = folded.sizes, folded.needs
    left = list(sizes)
    ranges: dict[int, int] = {}
    total = 0
    for box in order:
        for i in folded.touching[box]:
            left[i] -= len(folded.boxes[box])
            most, least = min(needs[i], left[i]), max(0, needs[i] - (sizes[i] - left[i]))
            # 1 once its last box is filled: a closed clue is no factor.
            ranges[i] = most - least + 1
        total += prod(ranges.values())
    return total


# Stage 4: states and transitions

Transition: TypeAlias = tuple[int, int, int]
"""Mines in the box, state before, state after; each layer numbers its states."""


class StateLimit:
    """How many more states may be made."""

    def __init__(self, states: int) -> None:
        self.limit = self.left = states

    def spend(self, states: int) -> None:
        """Subtract `states`; raise LimitReached if fewer are left."""
        self.left -= states
        if self.left < 0:
            raise LimitReached(f"counting would take more than {self.limit} states")


class GuardedFields:
    """Keeps a number for each clue in one integer, with a guard bit above each.

    In b + guards - a, a field of `a` that exceeds that of `b` borrows its own guard and nothing
    else. So all guards survive if and only if no field is larger.
    """

    def __init__(self, fields: int, largest: int) -> None:
        width = largest.bit_length() + 1  # one more for the guard
        self.units = [1 << width * i for i in range(fields)]
        self.guards = sum(self.units) << width - 1

    def pack(self, numbers: Iterable[int]) -> int:
        """Return the integer that holds these numbers, one per field, without guards."""
        return sum(map(mul, self.units, numbers))


def explore(folded: Folded, order: Sequence[int], limit: StateLimit) -> list[list[Transition]]:
    """Return the transitions of each box, in order, from which all clues can be met.

    Raises Contradiction if there are none. A state is what each clue still needs, plus `guards`.
    """
    sizes = folded.sizes
    fields = GuardedFields(len(sizes), max(sizes))
    room = fields.pack(sizes)
    layer = [fields.pack(folded.needs) + fields.guards]
    steps = []
    for box in order:
        size = len(folded.boxes[box])
        touched = sum(fields.units[i] for i in folded.touching[box])
        room -= touched * size
        transitions, layer = _fill(layer, _Step(size, touched, room, fields.guards), limit)
        steps.append(transitions)
    if not layer:
        raise Contradiction
    return _without_dead_ends(steps)


class _Step(NamedTuple):
    """A box to fill: its size, 1 in the field of each clue that touches it, and the room after."""

    size: int
    touched: int
    room: int
    guards: int


def _fill(layer: list[int], step: _Step, limit: StateLimit) -> tuple[list[Transition], list[int]]:
    """Put every possible number of mines into a box, from each state; return the next layer."""
    # The innermost loop of the whole count. Two subtractions compare all clues at once with their
    # lower and upper bounds, whatever the number of clues.
    size, touched, room, guards = step
    ceiling = room + 2 * guards  # once for the guards of the state, once for the comparison
    states: dict[int, int] = {}
    transitions = []
    for source, before in enumerate(layer):
        state, known = before, len(states)
        for mines in range(size + 1):
            if state & guards != guards:
                break  # some clue has too many mines, and more only make it worse
            if (ceiling - state) & guards == guards:  # no clue needs more than it has room for
                transitions.append((mines, source, states.setdefault(state, len(states))))
            state -= touched
        limit.spend(len(states) - known)
    return transitions, list(states)


def _without_dead_ends(steps: list[list[Transition]]) -> list[list[Transition]]:
    alive = {0}  # the last layer has one state: all clues met
    kept = []
    for transitions in reversed(steps):
        kept.append([transition for transition in transitions if transition[2] in alive])
        alive = {transition[1] for transition in kept[-1]}
    return kept[::-1]


# Stage 5: weights

Ways: TypeAlias = list[int]
"""The coefficients of a polynomial: entry k counts the ways with k mines."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The layouts of a front: all, and for each box those that mine a given cell of it."""

    boxes: list[tuple[Cell, ...]]
    ways: Ways
    mined: list[Ways]


def tally(folded: Folded, limit: StateLimit) -> Tally:
    """Count the layouts of one front."""
    order = order_boxes(folded)
    cells = [folded.boxes[box] for box in order]
    ways, mined = weigh(explore(folded, order, limit), [len(box) for box in cells])
    return Tally(cells, ways, mined)


def weigh(steps: list[list[Transition]], sizes: list[int]) -> tuple[Ways, list[Ways]]:
    """Return the layouts by number of mines, and for each box those that mine a given cell of it.

    The width of a coefficient must be known first. No coefficient exceeds their sum, the value at
    x = 1, which the same flow computes with a width of 0.
    """
    layouts = flow_back(steps, sizes, 0)[0].weights[0]
    width = width_for(layouts)
    back = flow_back(steps, sizes, width)
    mined = flow(steps, sizes, width, back)
    return unpack(back[0].total(width), width), [unpack(each, width) for each in mined]


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of the states of one layer, divided by their common factor x**mines.

    Dividing keeps the numbers short: it halves time and memory on a giant front.
    """

    weights: list[int]
    mines: int = 0

    def trimmed(self, width: int) -> Layer:
        """Return the same layer with the whole common factor taken out."""
        if not width:
            return self  # numbers at x = 1, not polynomials
        shared = min([(w & -w).bit_length() - 1 for w in self.weights if w]) // width
        return Layer([w >> shared * width for w in self.weights], self.mines + shared)

    def total(self, width: int) -> int:
        """Return the sum of the weights, with the factor."""
        return sum(self.weights) << self.mines * width


def flow_back(steps: list[list[Transition]], sizes: list[int], width: int) -> list[Layer]:
    """Return for each layer the weights of its states: the ways from there to the end."""
    layers = [Layer([1])]
    for transitions, size in zip(reversed(steps), reversed(sizes), strict=True):
        choices = _choices(size)
        ahead = layers[-1].weights
        here = [0] * (transitions[-1][1] + 1)  # sources are in order, so the last is the largest
        for mines, source, target in transitions:
            here[source] += ahead[target] * choices[mines] << mines * width
        layers.append(Layer(here, layers[-1].mines).trimmed(width))
    return layers[::-1]


def flow(
    steps: list[list[Transition]], sizes: list[int], width: int, back: list[Layer]
) -> Iterator[int]:
    """Yield for each box the layouts that mine a given cell of it."""
    here = Layer([1])
    for transitions, size, ahead in zip(steps, sizes, back[1:], strict=True):
        # With a given cell of the box mined, the other size - 1 cells hold one mine fewer.
        choices, mined_choices = _choices(size), [0, *_choices(size - 1)]
        there, mined = [0] * len(ahead.weights), [0] * len(ahead.weights)
        for mines, source, target in transitions:
            weight = here.weights[source] << mines * width
            there[target] += weight * choices[mines]
            mined[target] += weight * mined_choices[mines]
        met = sum(map(mul, mined, ahead.weights))
        yield met << (here.mines + ahead.mines) * width
        here = Layer(there, here.mines).trimmed(width)


def _choices(size: int) -> Ways:
    """Return for each k in how many ways a box of this size holds k mines."""
    return [comb(size, k) for k in range(size + 1)]


def width_for(largest: int) -> int:
    """Return how many bits each coefficient takes: whole bytes, so they can be sliced."""
    return -(-largest.bit_length() // 8) * 8


def pack(ways: Ways, width: int) -> int:
    """Return a polynomial as one integer, with `width` bits for each coefficient.

    >>> pack([1, 2, 1], 8) == 0x010201, unpack(0x010201, 8)
    (True, [1, 2, 1])
    """
    return int.from_bytes(b"".join([c.to_bytes(width // 8, "little") for c in ways]), "little")


def unpack(packed: int, width: int) -> Ways:
    """Return the coefficients of a polynomial packed into one integer."""
    size = width // 8
    data = packed.to_bytes(-(-packed.bit_length() // 8), "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


# Stage 6: the mine count


@dataclass(frozen=True, slots=True)
class Sums:
    """The parts of a problem combined."""

    layouts: int
    weight: int
    floating: int
    """The weight of the layouts that mine a given floating cell."""

    others: list[Ways]
    """For each front, the weight of everything else when the front has k mines."""


Filling: TypeAlias = Callable[[int, int], int]
"""The weight of all ways to fill this many floating cells when the other cells have k mines."""


def fixed(total: int) -> Filling:
    """Return the filling for a known total: each layout weighs 1."""
    return lambda size, k: choose(size, total - k)


def weighted(weights: Sequence[int]) -> Filling:
    """Return the filling for an unknown total; a layout with k mines weighs `weights[k]`."""
    return lambda size, k: sum(comb(size, j) * weights[k + j] for j in range(size + 1))


def combine(fronts: list[Ways], floating: int, filling: Filling) -> Sums:
    """Combine fronts and `floating` cells; raise Contradiction if no layout fits."""
    # Products of all fronts before and after each one: dividing polynomials would cost more.
    before = list(accumulate(fronts, multiply, initial=[1]))
    after = list(accumulate(reversed(fronts), multiply, initial=[1]))[::-1]
    together = before[-1]
    taken = [filling(floating, k) for k in range(len(together))]
    weight = sum(map(mul, together, taken))
    if not weight:
        raise Contradiction(with_count=True)
    one_mined = [filling(floating - 1, k + 1) for k in range(len(together))] if floating else []
    others = []
    for i, front in enumerate(fronts):
        rest = multiply(before[i], after[i + 1])
        others.append([sum(map(mul, rest, taken[k:])) for k in range(len(front))])
    return Sums(weight, weight, sum(map(mul, together, one_mined)), others)


def combine_freely(fronts: list[Ways], floating: int) -> Sums:
    """Combine fronts and `floating` cells when every layout weighs the same."""
    layouts = prod(map(sum, fronts)) << floating
    others = [[layouts // sum(ways)] * len(ways) for ways in fronts]
    return Sums(layouts, layouts, layouts // 2, others)


def choose(size: int, mines: int) -> int:
    """Return in how many ways `size` cells hold `mines`; 0 if either is below 0."""
    return comb(size, mines) if size >= 0 and mines >= 0 else 0


def choices(size: int, least: int, most: int) -> Iterator[int]:
    """Yield in how many ways `size` cells hold `least`, `least` + 1, ... `most` mines.

    Each follows from the one before. Of 40,000 cells, a single `choose` takes as long as thousands.

    >>> list(choices(4, 1, 5))
    [4, 6, 4, 1, 0]
    """
    ways = choose(size, least)
    for mines in range(least, most + 1):
        yield ways
        ways = ways * (size - mines) // (mines + 1)


def multiply(left: Ways, right: Ways) -> Ways:
    """Return the product of two polynomials.

    >>> multiply([1, 1], [1, 2, 1])
    [1, 3, 3, 1]
    """
    width = width_for(sum(left) * sum(right))
    return unpack(pack(left, width) * pack(right, width), width)


def conclude(
    known: Mapping[Cell, bool], tallies: list[Tally], floating: Iterable[Cell], sums: Sums
) -> Counts:
    """Return the weight of the layouts that mine each cell."""
    found = {cell: sums.weight if is_mine else 0 for cell, is_mine in known.items()}
    found.update(dict.fromkeys(floating, sums.floating))
    for front, others in zip(tallies, sums.others, strict=True):
        for box, mined in zip(front.boxes, front.mined, strict=True):
            found.update(dict.fromkeys(box, sum(map(mul, mined, others))))
    return Counts(sums.layouts, sums.weight, {cell: found[cell] for cell in sorted(found)})
