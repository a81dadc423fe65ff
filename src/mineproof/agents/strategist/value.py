"""value: a learned judgement of guesses, how much more often each wins than the others.

Two moves do not show what comes later. A small network has learned it from playouts of millions of
guesses; docs/value.md tells from which, and what it gains. Only its inputs are rounded; from there
on all is whole numbers, so it finds exactly what `native/strategist/value.hpp` does. `make train`
writes the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice, pairwise
from math import floor
from pathlib import Path
from typing import NamedTuple

from mineproof.agents.strategist.features import COUNT

WEIGHTS = Path(__file__).with_name("value_weights.txt")

WINDOW = 0.92
"""Guesses with a lower share of the best score are left as they are: they were no examples."""

MOST = 8
"""How many guesses are worth looking at."""

HIDDEN = (48, 24)
"""The cells of the hidden layers."""

UNIT, WEIGHT_UNIT, VALUE_UNIT = 256, 1024, 10
"""What stands for 1 in inputs, in weights and, per chance to win, in the result."""

MOST_INPUT = 6
"""Inputs beyond this are taken for this; 1 is a standard deviation."""


class _Layer(NamedTuple):
    weights: list[list[int]]
    biases: list[int]

    def of(self, inputs: Sequence[int]) -> list[int]:
        pairs = zip(self.weights, self.biases, strict=True)
        return [
            bias + sum(weight * each for weight, each in zip(weights, inputs, strict=True))
            for weights, bias in pairs
        ]


class _Network(NamedTuple):
    factors: list[int]
    shifts: list[int]
    layers: list[_Layer]


@cache
def _network() -> _Network:
    numbers = iter([int(number) for number in WEIGHTS.read_text(encoding="utf-8").split(",")])
    factors, shifts = _take(numbers, COUNT), _take(numbers, COUNT)
    sizes = pairwise((COUNT, *HIDDEN, 1))
    layers = [
        _Layer([_take(numbers, inputs) for _ in range(cells)], _take(numbers, cells))
        for inputs, cells in sizes
    ]
    return _Network(factors, shifts, layers)


def _take(numbers: Iterable[int], count: int) -> list[int]:
    return list(islice(numbers, count))


def advantage(features: Sequence[float]) -> float:
    """Return what a guess with these features should win more than others, in chances to win.

    It means something only beside the advantages of the other guesses of the same position.
    """
    factors, shifts, layers = _network()
    triples = zip(features, factors, shifts, strict=True)
    values = [_input(feature, factor, shift) for feature, factor, shift in triples]
    for layer in layers[:-1]:
        values = [max(sum_, 0) // WEIGHT_UNIT for sum_ in layer.of(values)]
    return layers[-1].of(values)[0] / (UNIT * WEIGHT_UNIT * VALUE_UNIT)


def _input(feature: float, factor: int, shift: int) -> int:
    scaled = floor(feature * factor / WEIGHT_UNIT + 0.5) - shift
    return max(-MOST_INPUT * UNIT, min(scaled, MOST_INPUT * UNIT))
