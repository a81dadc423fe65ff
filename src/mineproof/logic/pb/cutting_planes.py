"""Proofs as cutting planes: each step becomes lines that add, weaken, saturate and divide.

A claim "exactly n of these cells" is two inequalities, and only those that are needed are derived.
So the steps are gone through twice: from the claims down, to see which side of each premise is
needed, and from the leaves up, to write the lines.

| step | line |
|---|---|
| clue, mine count | an inequality of the formula |
| difference | the whole plus the other side of each part |
| forced, pigeonhole | the set, without its other cells |
| resolvent | the sum of two clauses, saturated |
| unit, known | the line of what it restates |
| combination | a sum, weakened and divided |
| counted | a tree of cases (`cases.py`): each leaf a sum, each split a resolvent |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from mineproof.logic.pb.cases import Assumption, Box, Cases, Leaf, cases, leaves
from mineproof.logic.pb.formula import PbFormula, Side, Source, literals
from mineproof.logic.pb.lines import Lines, Version
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import (
    Bound,
    Claim,
    Clause,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
    cells_of,
    steps,
)


def opb(proofs: Sequence[Proof], name: Namer, version: Version, *, whole: bool = False) -> str:
    """Return the formula that `veripb` refutes, as OPB."""
    formula = PbFormula.of(proofs, name, whole=whole)
    return formula.text(with_labels=version.has_labels)


def veripb(proofs: Sequence[Proof], name: Namer, version: Version, *, whole: bool = False) -> str:
    """Return a proof of what the last of some proofs claims, or all of them if `whole`.

    Each may use those before it as known. Raises BadInput if a claim is neither a fact nor, if it
    is the only one, a clause; LimitReached if a count needs too many cases.
    """
    formula = PbFormula.of(proofs, name, whole=whole)
    writer = _Writer(formula, Lines(version, formula.size))
    for proof in proofs:
        writer.write(proof)
    return writer.finish()


_WORDS = {False: "safe", True: "mine"}

_Need: TypeAlias = tuple[int, Side]
"""The identity of a step, and a side of what it claims; a clause has only LEAST."""


def _side(claim: Claim) -> Side:
    """Return the side of a fact that says something: the other one holds of every cell."""
    return Side.MOST if isinstance(claim, Constraint) and not claim.mines else Side.LEAST


def _clause_side(clause: Clause) -> Side:
    """Return the side of a set that a clause of it comes from: mines, or safe cells."""
    return Side.LEAST if all(lit > 0 for lit in clause) else Side.MOST


class _Writer:
    """Writes proof after proof, and remembers the line of each claim."""

    def __init__(self, formula: PbFormula, lines: Lines) -> None:
        self._formula = formula
        self._name = formula.name
        self._lines = lines
        self._proved: dict[Claim, str] = {}
        self._defined: dict[tuple[Box, int], tuple[str, str, str]] = {}

    def write(self, proof: Proof) -> None:
        """Write the lines of a proof; what it claims may then be used as known."""
        claim = proof.claim
        if claim in self._proved:
            return
        every = list(steps(proof))
        trees = {id(step): _tree(step) for step in every if isinstance(step, Counted)}
        needed = _needed(proof, every, trees)
        found: dict[_Need, str] = {}
        for step in every:
            for side in Side:
                if (id(step), side) in needed:
                    label = self._label(claim) if step is proof else None
                    below = _Below(found, self._trivial)
                    words = self._words(step, side, trees, below)
                    found[id(step), side] = self._lines.polish(words, label)
        self._proved[claim] = found[id(proof), _side(claim)]

    def finish(self) -> str:
        """Return the text, after the sum of all claims and their opposite."""
        opposite = "@opposite" if self._lines.version.has_labels else str(self._formula.size)
        words = [opposite]
        for claim in self._formula.claims:
            words += [self._proved[claim], "+"]
        return self._lines.finish(self._lines.polish(words))

    def _label(self, claim: Claim) -> str:
        names = (f"{self._name(cell_of(lit))}_{_WORDS[lit > 0]}" for lit in literals(claim))
        return f"@{'_or_'.join(names)}"

    def _words(
        self, step: Proof, side: Side, trees: Mapping[int, Cases], below: _Below
    ) -> list[str]:
        """Return the operations that derive one side of a step's claim."""
        match step:
            case Known(claim) if claim in self._proved:
                return [self._proved[claim]]
            case Clue() | MineCount() | Known():
                return [self._given(step, side)]
            case Difference(_, whole, parts):
                others = [[*below.words(part, side.other), "+"] for part in parts]
                return [*below.words(whole, side), *chain.from_iterable(others)]
            case Forced(claim, of):
                return self._alone(below.words(of, _side_of(of, side)), of, claim.cells)
            case Pigeonhole(claim, of):
                return self._alone(below.words(of, _clause_side(claim)), of, map(cell_of, claim))
            case Resolvent(_, left, right):
                return [*below.words(left), *below.words(right), "+", "s"]
            case Unit(_, of):
                return below.words(of)
            case Counted(_, given):
                return self._cases(trees[id(step)], given, below)
            case Combination():
                return self._combined(step, below)

    def _given(self, source: Source, side: Side) -> str:
        if self._lines.version.has_labels:
            return self._formula.label(source, side)
        return str(self._formula.place(source, side))

    def _alone(self, words: Sequence[str], of: Proof, kept: Iterable[Cell]) -> list[str]:
        """Return a set without all its cells but some."""
        others = sorted(cells_of(of.claim).difference(kept))
        return [*words, *(word for cell in others for word in (self._name(cell), "w"))]

    def _trivial(self, claim: Constraint, side: Side) -> list[str] | None:
        """Return a side that holds of all cells, as a sum of literals; None if it says more."""
        if not _holds_anyway(claim, side):
            return None
        mark = {Side.LEAST: "", Side.MOST: "~"}[side]
        first, *rest = (f"{mark}{self._name(cell)}" for cell in sorted(claim.cells))
        return [first, *(word for each in rest for word in (each, "+"))]

    # Counted

    def _cases(self, tree: Cases, given: Sequence[Proof], below: _Below) -> list[str]:
        """Return the line of a tree's root, after writing those of all other nodes."""
        if isinstance(tree, Leaf):
            return self._leaf(tree, given, below)
        met = self._lines.polish(self._cases(tree.met, given, below))
        return [met, *self._cases(tree.unmet, given, below), "+", "s"]

    def _leaf(self, leaf: Leaf, given: Sequence[Proof], below: _Below) -> list[str]:
        """Return the sum of a leaf, weakened and divided to the clause of its assumptions."""
        total = _Sum()
        for i, factor in leaf.sides.items():
            self._add(total, given[i], factor, below)
        for assumption, factor in leaf.assumptions.items():
            if len(assumption.box) > 1:  # otherwise the cell itself is the assumption
                total.add(*self._implied(assumption), factor)
        signs = {
            self._variable(assumption): -1 if assumption.is_met else 1
            for assumption in leaf.assumptions
        }
        kept = {name: total.weights[name] * sign for name, sign in signs.items()}
        degree = total.weaken(name for name, weight in kept.items() if weight > 0)
        assert degree > 0, "a leaf is a contradiction"
        is_saturated = all(weight <= degree for weight in kept.values())
        return [*total.words, *([] if is_saturated else ["s"]), *_divided(degree)]

    def _combined(self, step: Combination, below: _Below) -> list[str]:
        """Return a sum, weakened to its claim's literals, each with the divisor at most."""
        total = _Sum()
        for premise, factor in zip(step.premises, step.multipliers, strict=True):
            self._add(total, premise, factor, below)
        kept = {self._name(cell_of(lit)): lit > 0 for lit in step.claim.literals}
        total.weaken(kept)
        for name, is_mine in sorted(kept.items()):
            excess = abs(total.weights[name]) - step.divisor
            if excess > 0:
                total.words += _scaled([f"{'~' * is_mine}{name}"], excess, True)
        return [*total.words, *_divided(step.divisor)]

    def _add(self, total: _Sum, premise: Proof, factor: int, below: _Below) -> None:
        """Add a premise to a sum: "at least" if its factor is positive, else "at most"."""
        claim = premise.claim
        side = Side.LEAST if factor > 0 else Side.MOST
        if isinstance(claim, Constraint):
            weights = {self._name(cell): 1 if factor > 0 else -1 for cell in claim.cells}
            least = claim.mines if factor > 0 else -claim.mines
        else:
            bound = claim if isinstance(claim, Bound) else Bound(claim, 1)
            weights = {self._name(cell_of(lit)): 1 if lit > 0 else -1 for lit in bound.literals}
            least = bound.least - sum(lit < 0 for lit in bound.literals)
        total.add(below.words(premise, side), weights, least, abs(factor))

    def _implied(self, assumption: Assumption) -> tuple[list[str], dict[str, int], int]:
        """Return the line that an assumption implies, its weights and the least that they make."""
        variable, at_least, at_most = self._definition(assumption.box, assumption.mines)
        sign = 1 if assumption.is_met else -1
        weights = {self._name(cell): sign for cell in assumption.box}
        if assumption.is_met:
            return [at_least], {**weights, variable: -assumption.mines}, 0
        room = len(assumption.box) - assumption.mines + 1
        return [at_most], {**weights, variable: room}, 1 - assumption.mines

    def _variable(self, assumption: Assumption) -> str:
        if len(assumption.box) == 1:
            return self._name(assumption.box[0])
        return self._definition(assumption.box, assumption.mines)[0]

    def _definition(self, box: Box, mines: int) -> tuple[str, str, str]:
        """Return a variable for "at least so many in this box", and what follows from its values.

        If it is 1, the box has at least so many mines; if it is 0, it has fewer.
        """
        key = box, mines
        if key not in self._defined:
            names = sorted(map(self._name, box))
            variable, room = f"z_{len(self._defined) + 1}", len(box) - mines + 1
            self._lines.comment(f"{variable}: at least {mines} of {' '.join(names)}")
            least = " ".join(f"1 {name}" for name in names)
            most = " ".join(f"1 ~{name}" for name in names)
            self._defined[key] = (
                variable,
                self._lines.define(f"{mines} ~{variable} {least} >= {mines}", variable, 0),
                self._lines.define(f"{room} {variable} {most} >= {room}", variable, 1),
            )
        return self._defined[key]


class _Sum:
    """Operations that add inequalities, and what the sum says: weights that make at least so much.

    A weight is that of a variable; a negative one turns into a positive one of its opposite.
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self.weights = defaultdict[str, int](int)
        self._least = 0

    def add(
        self, words: Sequence[str], weights: Mapping[str, int], least: int, factor: int
    ) -> None:
        """Add an inequality some times."""
        self.words += _scaled(words, factor, bool(self.words))
        self._least += factor * least
        for name, weight in weights.items():
            self.weights[name] += factor * weight

    def weaken(self, kept: Iterable[str]) -> int:
        """Drop all variables but some; return what the rest is at least, with positive weights."""
        stay = frozenset(kept)
        for name in sorted(self.weights):
            if self.weights[name] and name not in stay:
                self.words += [name, "w"]
                self._least -= max(self.weights.pop(name), 0)
        return self._least - sum(min(weight, 0) for weight in self.weights.values())


class _Below:
    """What refers to the premises of a step."""

    def __init__(
        self,
        found: Mapping[_Need, str],
        trivial: Callable[[Constraint, Side], list[str] | None],
    ) -> None:
        self._found = found
        self._trivial = trivial

    def words(self, step: Proof, side: Side = Side.LEAST) -> list[str]:
        """Return the operand for a side of a premise's claim; a clause has only one."""
        claim = step.claim
        trivial = self._trivial(claim, side) if isinstance(claim, Constraint) else None
        return [self._found[id(step), side]] if trivial is None else trivial


def _scaled(words: Sequence[str], factor: int, is_added: bool) -> list[str]:
    return [*words, *([str(factor), "*"] if factor > 1 else []), *(["+"] if is_added else [])]


def _divided(divisor: int) -> list[str]:
    return [str(divisor), "d"] if divisor > 1 else []


def _set(step: Proof) -> Constraint:
    assert isinstance(step.claim, Constraint), "only sets have sides"
    return step.claim


def _tree(step: Counted) -> Cases:
    (cell,) = step.claim.cells
    return cases([_set(each) for each in step.premises], cell, step.claim.mines == 1)


def _needed(proof: Proof, every: Sequence[Proof], trees: Mapping[int, Cases]) -> set[_Need]:
    """Return which sides of which steps the claim of a proof rests on."""
    needed: set[_Need] = {(id(proof), _side(proof.claim))}
    for step in reversed(every):
        for side in Side:
            if (id(step), side) in needed:
                used = _uses(step, side, trees)
                needed.update((id(below), of) for below, of in used if not _is_trivial(below, of))
    return needed


def _is_trivial(step: Proof, side: Side) -> bool:
    return isinstance(step.claim, Constraint) and _holds_anyway(step.claim, side)


def _holds_anyway(claim: Constraint, side: Side) -> bool:
    """Tell whether a side of a claim holds of any cells: at least none, or at most all."""
    return bool(claim.cells) and claim.mines == (0 if side is Side.LEAST else len(claim.cells))


def _uses(step: Proof, side: Side, trees: Mapping[int, Cases]) -> Iterable[tuple[Proof, Side]]:
    """Yield the sides of premises that a side of a step's claim uses."""
    match step:
        case Clue() | MineCount() | Known():
            return
        case Difference(_, whole, parts):
            yield whole, side
            yield from ((part, side.other) for part in parts)
        case Forced(_, of):
            yield of, _side_of(of, side)
        case Pigeonhole(claim, of):
            yield of, _clause_side(claim)
        case Unit(_, of):
            yield of, Side.LEAST
        case Resolvent(_, left, right):
            yield left, Side.LEAST
            yield right, Side.LEAST
        case Counted(_, given):
            for leaf in leaves(trees[id(step)]):
                for i, factor in leaf.sides.items():
                    yield given[i], Side.LEAST if factor > 0 else Side.MOST
        case Combination(_, given, multipliers):
            for premise, factor in zip(given, multipliers, strict=True):
                yield premise, Side.LEAST if factor > 0 else Side.MOST


def _side_of(step: Proof, side: Side) -> Side:
    """Return the side of a set, or the only one of a bound."""
    return side if isinstance(step.claim, Constraint) else Side.LEAST
