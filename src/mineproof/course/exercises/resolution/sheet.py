"""Sheet: numbered clauses, to which a student adds resolvents one by one.

Lines are counted from 0: first the given clauses, then one for each step. A step names two lines.
It is refused where it gives no new clause, and the reason is one of `Refusal`.

A resolvent that another line subsumes is never needed: the derivation is no longer with the other
line in its place, because each later step then gives a clause that says at least as much, or can be
left out. So refusing it makes no goal harder to reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from mineproof.logic.clause import pivots, resolvent
from mineproof.logic.proof import Clause, Literal

Pair: TypeAlias = tuple[int, int]
"""A step: the numbers of two lines."""


class Refusal(Enum):
    """Why two lines give no new line: the key of a sentence."""

    SAME_LINE = "resolve.same_line"
    NO_PAIR = "resolve.no_pair"
    """No literal of one is the opposite of a literal of the other."""

    TWO_PAIRS = "resolve.two_pairs"
    """More than one is: the resolvent would always be true."""

    TOO_WIDE = "resolve.too_wide"
    """Both clauses are longer than the limit."""

    KNOWN = "resolve.known"
    """A line has the resolvent already."""

    SUBSUMED = "resolve.subsumed"
    """A line says more than the resolvent."""


@dataclass(frozen=True, slots=True)
class Line:
    """A clause, given or the resolvent of two `parents` on `pivot`, a literal of the first."""

    clause: Clause
    parents: Pair | None = None
    pivot: Literal | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A step that gives no new line; where there is a resolvent, `line` is what makes it idle."""

    why: Refusal
    pivots: tuple[Literal, ...] = ()
    clause: Clause | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines so far. One clause of each pair may have at most `width` literals, None for any."""

    lines: tuple[Line, ...]
    width: int | None = None

    @classmethod
    def of(cls, given: Iterable[Clause], width: int | None = None) -> Sheet:
        """Return a sheet with the given clauses."""
        return cls(tuple(map(Line, given)), width)

    def attempt(self, pair: Pair) -> Line | Refused:
        """Return the line that a step adds, or why it adds none."""
        one, other = pair
        if one == other:
            return Refused(Refusal.SAME_LINE)
        left, right = self.lines[one].clause, self.lines[other].clause
        on = tuple(pivots(left, right))
        if len(on) != 1:
            return Refused(Refusal.TWO_PAIRS if on else Refusal.NO_PAIR, on)
        if self.width is not None and min(len(left), len(right)) > self.width:
            return Refused(Refusal.TOO_WIDE, on)
        clause = resolvent(left, right, on[0])
        line = self.subsumer(clause)
        if line is None:
            return Line(clause, pair, on[0])
        is_known = self.lines[line].clause == clause
        return Refused(Refusal.KNOWN if is_known else Refusal.SUBSUMED, on, clause, line)

    def subsumer(self, clause: Clause) -> int | None:
        """Return the line that says at least what `clause` says, the most telling; None if none."""
        found = [i for i, line in enumerate(self.lines) if line.clause <= clause]
        return min(found, key=lambda i: (len(self.lines[i].clause), i), default=None)

    def plus(self, line: Line) -> Sheet:
        """Return the sheet with one more line."""
        return Sheet((*self.lines, line), self.width)

    @property
    def steps(self) -> int:
        """How many lines were added."""
        return sum(line.parents is not None for line in self.lines)

    def ancestors(self, number: int) -> set[int]:
        """Return the steps that a line rests on, itself included; empty if it is given."""
        return {i for i in self._rests_on(number) if self.lines[i].parents is not None}

    def leaves(self, number: int) -> set[int]:
        """Return the given lines that a line rests on."""
        return {i for i in self._rests_on(number) if self.lines[i].parents is None}

    def steps_to(self, number: int) -> list[Pair]:
        """Return the steps that a line rests on, as they are made on a sheet without any others."""
        kept = [i for i, line in enumerate(self.lines) if line.parents is None]
        kept += sorted(self.ancestors(number))
        place = {old: new for new, old in enumerate(kept)}
        parents = [line.parents for line in map(self.lines.__getitem__, kept) if line.parents]
        return [(place[one], place[other]) for one, other in parents]

    def _rests_on(self, number: int) -> set[int]:
        found, waiting = {number}, [number]
        while waiting:
            parents = self.lines[waiting.pop()].parents or ()
            waiting.extend(parent for parent in parents if parent not in found)
            found.update(parents)
        return found


def replay(sheet: Sheet, steps: Iterable[Pair]) -> Sheet:
    """Return the sheet after all steps that are not refused."""
    for pair in steps:
        line = sheet.attempt(pair)
        if isinstance(line, Line):
            sheet = sheet.plus(line)
    return sheet


def next_pair(sheet: Sheet, derivation: Sequence[Line]) -> Pair | None:
    """Return a step that leads on along a derivation, None if the sheet has all that it derives.

    Its first resolvent that no line subsumes has two parents, and lines that subsume these. They
    resolve on the same literal: a line without it would subsume the resolvent itself.
    """
    for line in derivation:
        if line.parents is not None and sheet.subsumer(line.clause) is None:
            parents = [sheet.subsumer(derivation[parent].clause) for parent in line.parents]
            one, other = [number for number in parents if number is not None]
            return one, other
    return None


def follow(sheet: Sheet, derivation: Sequence[Line], goal: Clause) -> list[Pair]:
    """Return the steps that lead along a derivation to a goal, without any that it can do without.

    The derivation begins with the lines of the sheet.
    """
    while sheet.subsumer(goal) is None:
        pair = next_pair(sheet, derivation)
        assert pair is not None, "the derivation derives its goal"
        sheet = replay(sheet, [pair])
    number = sheet.subsumer(goal)
    assert number is not None
    return sheet.steps_to(number)
