"""Layouts: where the nodes of a derivation stand, for every drawing of it.

Conclusions are on top, and each other node below all that use it: a layered drawing as Sugiyama,
Tagawa and Toda describe it ("Methods for visual understanding of hierarchical system structures",
IEEE Transactions on Systems, Man, and Cybernetics 11, 1981).

1. *Layers.* A node stands one layer below the lowest node that uses it. A long row of leaves of one
   node is spread over several layers.
2. *Order.* An edge over several layers gets a bend in each of them. Layers are sorted by the mean
   place of their neighbours, down and up again; the order with the fewest crossings is kept.
3. *Places.* Each node moves towards the mean of its neighbours as far as its own row allows. Nodes
   that would overlap move together as a block, which gives the nearest places that keep the order
   (Ayer, Brunk, Ewing, Reid and Silverman, "An empirical distribution function for sampling with
   incomplete information", Annals of Mathematical Statistics 26, 1955).

The same derivation always gives the same layout.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

_GAP = 16.0
"""Between the boxes of a row."""

_RISE = 34.0
"""Between rows."""

_BEND = 4.0
"""The width of an edge that passes through a row."""

_SWEEPS = 16
"""How often all rows are sorted, and how often all places are improved, down and up."""

_LEAF = 0.15
"""How much a leaf counts where a branch counts 1."""

_MOST_IN_ROW = 6
"""How many leaves of one node stand side by side."""


class Size(NamedTuple):
    """The size of a box."""

    width: float
    height: float


class Box(NamedTuple):
    """Where a node stands: the centre of its box, and its size."""

    x: float
    y: float
    width: float
    height: float


class Edge(NamedTuple):
    """An edge from the lower side of a node to the upper side of one of its premises.

    It is vertical at each of its points.
    """

    node: int
    premise: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The box of each node, the edges between them, and the size of it all."""

    width: float
    height: float
    boxes: Mapping[int, Box]
    edges: tuple[Edge, ...]


def lay_out(premises: Mapping[int, Sequence[int]], sizes: Mapping[int, Size]) -> Layout:
    """Return the layout of nodes, given the premises and the size of each.

    A premise has a smaller number than what follows from it.

    >>> found = lay_out({1: (), 2: (), 3: (1, 2)}, dict.fromkeys((1, 2, 3), Size(20, 10)))
    >>> [(number, box.x, box.y) for number, box in sorted(found.boxes.items())]
    [(1, 10.0, 49.0), (2, 46.0, 49.0), (3, 28.0, 5.0)]
    """
    links = _Links(premises)
    rows = _untangled(links)
    return _measured(links, rows, _places(links, rows, sizes), sizes)


_Item: TypeAlias = tuple[int, int, int]
"""A premise, the node that uses it, and a row: the bend of an edge. A node has no user but 0."""

_Rows: TypeAlias = list[list[_Item]]


class _Links:
    """Nodes and bends with their neighbours in the rows above and below."""

    def __init__(self, premises: Mapping[int, Sequence[int]]) -> None:
        self.premises = premises
        self.row_of = _rows_of(premises)
        self.above: dict[_Item, list[_Item]] = defaultdict(list)
        self.below: dict[_Item, list[_Item]] = defaultdict(list)
        for user, premise in self.edges():
            for upper, lower in pairwise(self.path(user, premise)):
                self.below[upper].append(lower)
                self.above[lower].append(upper)

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield each node with each of its premises."""
        for user in sorted(self.premises, reverse=True):
            for premise in dict.fromkeys(self.premises[user]):
                yield user, premise

    def item(self, node: int) -> _Item:
        """Return a node as an item."""
        return node, 0, self.row_of[node]

    def path(self, user: int, premise: int) -> list[_Item]:
        """Return what an edge leads through."""
        between = range(self.row_of[user] + 1, self.row_of[premise])
        return [
            self.item(user),
            *((premise, user, row) for row in between),
            self.item(premise),
        ]


def _rows_of(premises: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return the row of each node, from 0 at the top."""
    rows, users = dict.fromkeys(premises, 0), dict.fromkeys(premises, 0)
    for node in sorted(premises, reverse=True):
        for premise in dict.fromkeys(premises[node]):
            rows[premise] = max(rows[premise], rows[node] + 1)
            users[premise] += 1
    for node, used in premises.items():
        leaves = [each for each in dict.fromkeys(used) if not premises[each] and users[each] == 1]
        for i, leaf in enumerate(leaves):
            rows[leaf] = rows[node] + 1 + i % -(-len(leaves) // _MOST_IN_ROW)
    return rows


# Order


def _untangled(links: _Links) -> _Rows:
    """Return the rows in an order with few crossings."""
    rows = _first_order(links)
    best, fewest = rows, _crossings(links, rows)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        rows = _sorted(links, rows, down=sweep % 2 == 0)
        found = _crossings(links, rows)
        if found < fewest:
            best, fewest = rows, found
    return best


def _first_order(links: _Links) -> _Rows:
    """Return the rows as walks from the conclusions meet their items: a tree has no crossings."""
    rows: _Rows = [[] for _ in range(max(links.row_of.values()) + 1)]
    stack, seen = list(map(links.item, _tops(links.premises))), set[_Item]()
    while stack:
        item = stack.pop()
        if item not in seen:
            seen.add(item)
            rows[item[2]].append(item)
            stack.extend(reversed(links.below[item]))
    return rows


def _tops(premises: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the nodes from which nothing follows."""
    used = {premise for each in premises.values() for premise in each}
    return sorted(premises.keys() - used)


def _sorted(links: _Links, rows: _Rows, *, down: bool) -> _Rows:
    """Return the rows, each sorted by the mean place of its neighbours in the one before."""
    beside = links.above if down else links.below
    ordered = list(rows)
    places: dict[_Item, int] = {}
    for i in range(len(rows)) if down else reversed(range(len(rows))):
        means = {
            item: _mean([places[each] for each in beside[item]], place)
            for place, item in enumerate(rows[i])
        }
        ordered[i] = sorted(rows[i], key=means.__getitem__)
        places = {item: place for place, item in enumerate(ordered[i])}
    return ordered


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _crossings(links: _Links, rows: _Rows) -> int:
    """Return how many pairs of edges cross."""
    count = 0
    for upper, lower in pairwise(rows):
        places = {item: place for place, item in enumerate(lower)}
        passed: list[int] = []
        for item in upper:
            ends = sorted(places[each] for each in links.below[item])
            count += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return count


# Places


def _places(links: _Links, rows: _Rows, sizes: Mapping[int, Size]) -> dict[_Item, float]:
    """Return the middle of each item, the leftmost edge at 0."""
    placer = _Placer(links, rows, sizes)
    for _ in range(_SWEEPS):
        for row in rows:
            placer.settle(row, links.above)
        for row in reversed(rows):
            placer.settle(row, links.below)
    for row in (*rows, *reversed(rows)):
        placer.settle(row, links.above, links.below)
    left = min(place - placer.width(item) / 2 for item, place in placer.x.items())
    return {item: place - left for item, place in placer.x.items()}


class _Placer:
    """Moves the items of one row at a time.

    Leaves hardly count: a branch that goes on runs straight down, with its leaves at the side.
    """

    def __init__(self, links: _Links, rows: _Rows, sizes: Mapping[int, Size]) -> None:
        self._sizes = sizes
        self._weights = {n: 1.0 if used else _LEAF for n, used in links.premises.items()}
        self.x: dict[_Item, float] = {}
        for row in rows:
            self.x |= zip(row, self._offsets(row), strict=True)

    def width(self, item: _Item) -> float:
        """Return how wide an item is."""
        return _BEND if item[1] else self._sizes[item[0]].width

    def settle(self, row: Sequence[_Item], *sides: Mapping[_Item, Sequence[_Item]]) -> None:
        """Move the items of a row between their neighbours on these sides, without overlap."""
        offsets = self._offsets(row)
        wishes = [self._wish(item, [side[item] for side in sides]) for item in row]
        shifts = ascending(
            [wish - offset for wish, offset in zip(wishes, offsets, strict=True)],
            [self._weights[item[0]] for item in row],
        )
        for item, offset, shift in zip(row, offsets, shifts, strict=True):
            self.x[item] = offset + shift

    def _offsets(self, row: Sequence[_Item]) -> list[float]:
        """Return the places of a row's items if they stand as close as they may."""
        widths = map(self.width, row)
        apart = [(one + other) / 2 + _GAP for one, other in pairwise(widths)]
        return list(accumulate(apart, initial=0.0))

    def _wish(self, item: _Item, sides: Sequence[Sequence[_Item]]) -> float:
        means = [self._mean(beside) for beside in sides if beside]
        return sum(means) / len(means) if means else self.x[item]

    def _mean(self, items: Sequence[_Item]) -> float:
        weights = [self._weights[each[0]] for each in items]
        together = sum(self.x[each] * w for each, w in zip(items, weights, strict=True))
        return together / sum(weights)


def ascending(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the nearest values, by weighted squares, of which none is less than the one before.

    >>> ascending([1, 5, 3, 6], [1, 1, 1, 1])
    [1.0, 4.0, 4.0, 6.0]
    """
    blocks: list[tuple[float, float, int]] = []  # weighted sum and weight, of how many values
    for value, weight in zip(values, weights, strict=True):
        total, weighs, count = value * weight, weight, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / weighs:
            before, heavy, size = blocks.pop()
            total, weighs, count = total + before, weighs + heavy, count + size
        blocks.append((total, weighs, count))
    return [total / weighs for total, weighs, count in blocks for _ in range(count)]


# Measures


def _measured(
    links: _Links, rows: _Rows, x: Mapping[_Item, float], sizes: Mapping[int, Size]
) -> Layout:
    """Return the layout of items whose places in their rows are known."""
    tall = [max((sizes[item[0]].height for item in row if not item[1]), default=0) for row in rows]
    tops = list(accumulate((height + _RISE for height in tall), initial=0.0))
    boxes = {
        item[0]: Box(round(x[item], 1), tops[item[2]] + tall[item[2]] / 2, *sizes[item[0]])
        for row in rows
        for item in row
        if not item[1]
    }
    edges = []
    for user, premise in links.edges():
        start, *bends, end = links.path(user, premise)
        points = [(x[start], boxes[user].y + boxes[user].height / 2)]
        for bend in bends:
            points += [(x[bend], tops[bend[2]]), (x[bend], tops[bend[2]] + tall[bend[2]])]
        points.append((x[end], boxes[premise].y - boxes[premise].height / 2))
        edges.append(Edge(user, premise, tuple((round(a, 1), round(b, 1)) for a, b in points)))
    width = max(box.x + box.width / 2 for box in boxes.values())
    return Layout(round(width, 1), tops[-1] - _RISE, boxes, tuple(edges))
