"""rates: which win rates a result rules out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mineproof.course.exercises.base import Answer, Exercise, Verdict
from mineproof.course.exercises.number import parse_number
from mineproof.course.exercises.on_board import RIGHT
from mineproof.course.notation import parse_numbers, written
from mineproof.stats.intervals import wilson


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates(Exercise):
    """The answer lists those of `rates`, by number from 1, that `wins` of `games` rule out.

    A rate is ruled out if it lies outside Wilson's interval for 95 %.
    """

    kind: ClassVar[str] = "rates"

    wins: int
    games: int
    rates: Sequence[str]

    def check(self, answer: Answer) -> Verdict:
        """Say which one the interval contains; of those that are missing, only that there are."""
        chosen, right = parse_numbers(written(answer), len(self.rates)), self._right()
        if inside := sorted(chosen - right):
            return Verdict(False, "checks.rate_inside", {"rate": self.rates[inside[0] - 1]})
        missing = len(right - chosen)
        why = {"count": missing, "number": missing}
        return Verdict(False, "checks.more_rates", why) if missing else RIGHT

    def solution(self) -> Answer:
        """Return their numbers."""
        return " ".join(map(str, sorted(self._right()))) or "none"

    def setting(self) -> Mapping[str, Any]:
        """Rates are chosen."""
        return {"input": "numbers", "options": list(self.rates)}

    def _right(self) -> set[int]:
        low, high = wilson(self.wins, self.games)
        numbered = enumerate(self.rates, 1)
        return {i for i, rate in numbered if not low <= parse_number(rate) <= high}
