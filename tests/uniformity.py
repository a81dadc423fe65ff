"""Are these draws as likely as they should be? With fixed seeds only: no test fails by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def deviation(seen: Iterable[T], outcomes: Sequence[T] | Mapping[T, float]) -> float:
    """Return how far the chi-square of what was seen is from its mean, in standard deviations.

    Outcomes are equally likely, or as likely as their weights. If the draws are as well, it is
    about 0, and beyond 3 in one of some hundred cases, unless an outcome is expected less than five
    times.
    """
    weights = outcomes if isinstance(outcomes, Mapping) else dict.fromkeys(outcomes, 1.0)
    counts = Counter(seen)
    assert counts.keys() <= weights.keys(), "an outcome that cannot be"
    scale = counts.total() / sum(weights.values())
    mean = {outcome: weight * scale for outcome, weight in weights.items()}
    chi_square = sum((counts[outcome] - mean[outcome]) ** 2 / mean[outcome] for outcome in weights)
    freedom = len(weights) - 1
    return abs(float((chi_square - freedom) / (2 * freedom) ** 0.5))
