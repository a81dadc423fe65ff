"""Are these draws uniform? Used with fixed seeds only, so that no test fails by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def deviation(seen: Iterable[Hashable], outcomes: Sequence[Hashable]) -> float:
    """Return how far the chi-square of what was seen is from its mean, in standard deviations.

    For uniform draws it is about 0, and beyond 3 in one of some hundred cases.
    """
    counts = Counter(seen)
    assert counts.keys() <= set(outcomes), "an outcome that cannot be"
    mean = counts.total() / len(outcomes)
    chi_square = sum((counts[outcome] - mean) ** 2 / mean for outcome in outcomes)
    freedom = len(outcomes) - 1
    return abs(float((chi_square - freedom) / (2 * freedom) ** 0.5))
