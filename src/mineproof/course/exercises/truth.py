"""truth: is a claim about a board true?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from mineproof.course.claims import Claim, parse_claim
from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.notation import written
from mineproof.errors import BadInput

YES = frozenset({"yes", "y", "true", "是", "對"})
NO = frozenset({"no", "n", "false", "否", "不是", "錯"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth(OnBoard):
    """The answer is yes or no; the engines decide whether `claim` is true."""

    kind: ClassVar[str] = "truth"

    claim: str

    def check(self, answer: Answer) -> Verdict:
        """A claim that fails in some layout is refuted by it."""
        text, claim = written(answer).lower(), self._claim
        if text not in YES | NO:
            raise BadInput(f"answer {text!r:.20}; expected yes or no")
        is_true = claim.holds(self.position)
        if (text in YES) is is_true:
            return RIGHT
        layout = None if is_true else claim.exception(self.position)
        why = (
            "checks.claim_true"
            if is_true
            else "checks.claim_false"
            if layout is None
            else "checks.claim_fails"
        )
        return self.wrong(why, layout=layout, lit=claim.cells)

    def solution(self) -> Answer:
        """Return yes or no."""
        return "yes" if self._claim.holds(self.position) else "no"

    def setting(self) -> Mapping[str, Any]:
        """One of two is chosen."""
        return {"input": "truth"}

    @property
    def _claim(self) -> Claim:
        return parse_claim(self.claim, self.grid)
