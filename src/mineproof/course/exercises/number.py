"""number: how many, or how likely; as a whole number, a fraction, a decimal or a percentage."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mineproof.course.exercises.base import Answer, Exercise, Verdict
from mineproof.errors import BadInput

_NUMBER = re.compile(r"\s*(-?\d{1,15}(?:[./]\d{1,15})?)\s*(%?)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Exercise):
    """The answer is a number or a text such as 3, "3/8", "0.375" or "37.5 %".

    `value` is written in the same way. `digits` is how many decimals of a rounded answer must be
    right; without it an answer must be exact.
    """

    kind: ClassVar[str] = "number"

    value: int | str
    digits: int | None = None

    def check(self, answer: Answer) -> Verdict:
        """Compare as numbers."""
        given, value = parse_number(answer), parse_number(self.value)
        off = abs(given - value)
        is_right = off == 0 if self.digits is None else off <= Fraction(1, 2 * 10**self.digits)
        if is_right:
            return Verdict(True, "answers.right")
        return Verdict(False, "answers.too_small" if given < value else "answers.too_large")

    def solution(self) -> Answer:
        """Return the number."""
        return self.value


def parse_number(text: Answer) -> Fraction:
    """Return the number that an answer means; raise BadInput.

    >>> parse_number("37.5 %") == parse_number("3/8")
    True
    """
    match = _NUMBER.fullmatch(str(text))
    if match is None or isinstance(text, bool):
        raise BadInput(f"answer {text!r:.40}; expected a number, such as 3, 3/8, 0.375 or 37.5 %")
    try:
        number = Fraction(match[1])
    except ZeroDivisionError:
        raise BadInput(f"answer {text!r:.40}; expected a number, not a division by 0") from None
    return number / 100 if match[2] else number
