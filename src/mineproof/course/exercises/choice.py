"""choice: pick the options that are right, one or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mineproof.course.exercises.base import Answer, Exercise, Verdict, Words
from mineproof.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Exercise):
    """The answer is a list of the chosen options, counted from 0, in any order."""

    kind: ClassVar[str] = "choice"

    options: Sequence[Words]
    right: Sequence[int]

    def check(self, answer: Answer) -> Verdict:
        """Compare as sets; nothing is said of which option is wrong."""
        chosen, right = self._chosen(answer), set(self.right)
        if chosen == right:
            return Verdict(True, "answers.right")
        if chosen < right:
            return Verdict(False, "answers.choice_more")
        return Verdict(False, "answers.choice_wrong")

    def solution(self) -> Answer:
        """Return the right options."""
        return sorted(self.right)

    def setting(self) -> Mapping[str, Any]:
        """Return the options, and whether several of them may be right."""
        return {"options": list(self.options), "several": len(self.right) != 1}

    def _chosen(self, answer: Answer) -> set[int]:
        numbers = range(len(self.options))
        if not isinstance(answer, list) or any(each not in numbers for each in answer):
            raise BadInput(f"answer {answer!r}; expected a list of options, 0 to {numbers[-1]}")
        return set(answer)
