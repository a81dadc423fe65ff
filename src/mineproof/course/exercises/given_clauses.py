"""resolvent, units, subsumed and dpll: exercises about clauses that are given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from mineproof.course.exercises.base import Answer, Verdict
from mineproof.course.exercises.on_board import RIGHT, OnBoard
from mineproof.course.notation import (
    NOTHING,
    parse_clause,
    parse_literal,
    parse_literals,
    parse_numbers,
    written,
)
from mineproof.course.propagation import is_falsified, left_of, propagate
from mineproof.errors import BadInput
from mineproof.logic.clause import pivots, resolvent
from mineproof.logic.proof import Clause, Literal, cell_of

MOST_CELLS = 12
"""How many cells may be in clauses that are tried on all layouts."""

CONFLICT = frozenset({"conflict", "clash", "衝突"})
DECIDE = frozenset({"decide", "決定"})
MODEL = frozenset({"model", "solved", "模型"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenClauses(OnBoard):
    """An exercise about the clauses `given`, one text each."""

    given: Sequence[str]

    @property
    def clauses(self) -> list[Clause]:
        """The clauses."""
        return [parse_clause(text, self.grid) for text in self.given]

    def setting(self) -> Mapping[str, Any]:
        """Return the clauses."""
        return {"given": [self.clause_json(clause) for clause in self.clauses]}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolventOf(GivenClauses):
    """The answer is the resolvent of the two clauses, or `none` if they do not resolve."""

    kind: ClassVar[str] = "resolvent"

    def check(self, answer: Answer) -> Verdict:
        """Say which literal is one too many, or how many are missing."""
        left, right = self._pair()
        pairs, text = pivots(left, right), written(answer)
        says_none = text.lower() in NOTHING
        if len(pairs) != 1:
            return RIGHT if says_none else self._refuse(pairs)
        if says_none:
            return self.wrong("checks.they_resolve")
        return self._compare(parse_clause(text, self.grid), resolvent(left, right, pairs[0]))

    def _refuse(self, pairs: Collection[Literal]) -> Verdict:
        return self.wrong(
            "checks.two_pairs" if pairs else "checks.no_pair", lit=map(cell_of, pairs)
        )

    def _compare(self, given: Clause, right: Clause) -> Verdict:
        if extra := given - right:
            return self.wrong("checks.literal_extra", clause=frozenset({min(extra, key=abs)}))
        missing = len(right - given)
        return (
            self.wrong("checks.literal_missing", count=missing, number=missing)
            if missing
            else RIGHT
        )

    def solution(self) -> Answer:
        """Return the resolvent."""
        left, right = self._pair()
        pairs = pivots(left, right)
        return self.clause_text(resolvent(left, right, pairs[0])) if len(pairs) == 1 else "none"

    def setting(self) -> Mapping[str, Any]:
        """A clause is written."""
        return {"input": "clause", "given": [self.clause_json(each) for each in self._pair()]}

    def _pair(self) -> tuple[Clause, Clause]:
        if len(self.given) != 2:
            raise BadInput(f"{len(self.given)} clauses in {self.id}; expected two")
        left, right = self.clauses
        return left, right


@dataclass(frozen=True, slots=True, kw_only=True)
class Propagation(GivenClauses):
    """The answer lists the literals that unit propagation adds to those in `suppose`."""

    kind: ClassVar[str] = "units"

    suppose: str = ""

    def check(self, answer: Answer) -> Verdict:
        """A literal too many is refuted; for one that is missing, its clause is named."""
        given, right = parse_literals(written(answer), self.grid), self._right()
        known = self._supposed()
        for lit in sorted(given - right - known, key=abs):
            why = "checks.not_by_units" if self._follows(lit) else "checks.does_not_follow"
            return self.wrong(why, clause=frozenset({lit}), lit=[cell_of(lit)])
        for clause in self.clauses:
            left = left_of(clause, given | known)
            if left is not None and len(left) == 1 and left <= right:
                return self.wrong("checks.unit_missed", clause=clause, lit=map(cell_of, clause))
        return RIGHT

    def solution(self) -> Answer:
        """Return all of them."""
        return self.literal_names(self._right())

    def setting(self) -> Mapping[str, Any]:
        """Literals are written."""
        clauses = [self.clause_json(clause) for clause in self.clauses]
        return {"input": "literals", "given": clauses}

    def _supposed(self) -> frozenset[Literal]:
        return parse_literals(self.suppose, self.grid)

    def _right(self) -> frozenset[Literal]:
        known = self._supposed()
        found = propagate(self.clauses, known)
        if found is None:
            raise BadInput(f"the clauses of {self.id} conflict; expected some that do not")
        cells = {cell_of(lit) for clause in self.clauses for lit in clause}
        if len(cells) > MOST_CELLS:
            raise BadInput(f"{len(cells)} cells in {self.id}; expected at most {MOST_CELLS}")
        return found - known

    def _follows(self, lit: Literal) -> bool:
        """Tell whether every assignment that meets the clauses and what is supposed has `lit`."""
        clauses = [*self.clauses, *(frozenset({each}) for each in self._supposed())]
        cells = sorted({cell_of(each) for clause in clauses for each in clause} | {cell_of(lit)})
        for signs in product((1, -1), repeat=len(cells)):
            chosen = {sign * (cell + 1) for sign, cell in zip(signs, cells, strict=True)}
            if lit not in chosen and all(clause & chosen for clause in clauses):
                return False
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Subsumption(GivenClauses):
    """The answer lists the clauses that another one subsumes, by number from 1."""

    kind: ClassVar[str] = "subsumed"

    def check(self, answer: Answer) -> Verdict:
        """Compare by inclusion."""
        chosen, clauses = parse_numbers(written(answer), len(self.given)), self.clauses
        for number in sorted(chosen):
            if self._cause(clauses[number - 1]) is None:
                return self.wrong("checks.not_subsumed", clause=clauses[number - 1])
        missing = len(self._right() - chosen)
        return (
            self.wrong("checks.more_subsumed", count=missing, number=missing) if missing else RIGHT
        )

    def solution(self) -> Answer:
        """Return their numbers."""
        return " ".join(map(str, sorted(self._right()))) or "none"

    def setting(self) -> Mapping[str, Any]:
        """Clauses are chosen."""
        clauses = [self.clause_json(clause) for clause in self.clauses]
        return {"input": "numbers", "given": clauses}

    def _cause(self, clause: Clause) -> Clause | None:
        return next((each for each in self.clauses if each < clause), None)

    def _right(self) -> set[int]:
        numbered = enumerate(self.clauses, 1)
        return {number for number, clause in numbered if self._cause(clause) is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStep(GivenClauses):
    """The answer is DPLL's next step after the literals in `trail`.

    It is a literal to propagate, or `conflict`, `model` (every clause is true) or `decide`.
    """

    kind: ClassVar[str] = "dpll"

    trail: str = ""

    def check(self, answer: Answer) -> Verdict:
        """Look at the clauses in the order in which the search does."""
        text, trail = written(answer), parse_literals(self.trail, self.grid)
        false = next((each for each in self.clauses if is_falsified(each, trail)), None)
        left = [left_of(clause, trail) for clause in self.clauses]
        units = {lit for each in left if each is not None and len(each) == 1 for lit in each}
        if false is not None:
            is_right = text.lower() in CONFLICT
            return (
                RIGHT if is_right else self.wrong("checks.step_conflict", lit=map(cell_of, false))
            )
        if units:
            return self._propagates(text, units)
        if all(each is None for each in left):
            return RIGHT if text.lower() in MODEL else self.wrong("checks.step_model")
        return RIGHT if text.lower() in DECIDE else self.wrong("checks.step_decide")

    def _propagates(self, text: str, units: Collection[Literal]) -> Verdict:
        if text.lower() in CONFLICT | DECIDE | MODEL:
            return self.wrong("checks.step_unit")
        lit = parse_literal(text, self.grid)
        return RIGHT if lit in units else self.wrong("checks.step_other", clause=frozenset({lit}))

    def solution(self) -> Answer:
        """Return the step; of several units, the first."""
        trail = parse_literals(self.trail, self.grid)
        left = [left_of(clause, trail) for clause in self.clauses]
        if frozenset() in left:
            return "conflict"
        units = [lit for each in left if each is not None and len(each) == 1 for lit in each]
        if units:
            return self.literal_names(units[:1])
        return "model" if all(each is None for each in left) else "decide"

    def setting(self) -> Mapping[str, Any]:
        """A literal is written, or one of three words is chosen."""
        clauses = [self.clause_json(clause) for clause in self.clauses]
        return {"input": "step", "given": clauses, "trail": self.trail}
