"""The checker: small, slow, trusted. It re-derives every step of a proof and trusts nothing.

It shares no code with the engines. However an engine works, a deduction counts only if each of
its steps is one of the cases below. `Counted` has a search of its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from mineproof.errors import BadProof, LimitReached
from mineproof.logic.problem import Cell, Constraint, Problem, fact
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
    premises,
    steps,
)

MAX_NODES = 200_000
"""How far the search behind `Counted` goes before it raises LimitReached."""


class Checker:
    """Checks the deductions of one game in the order they were made.

    It receives the same constraints and sights as the engine; a deduction that passes becomes a
    fact that later proofs may use.
    """

    def __init__(self, cells: Iterable[Cell], total: int | None) -> None:
        self._count = None if total is None else Constraint(frozenset(cells), total)
        self._told: set[tuple[Constraint, Cell | None]] = set()
        self._facts: set[Constraint] = set()

    def tell(self, constraint: Constraint) -> None:
        """Accept a constraint of the problem."""
        self._told.add((constraint, constraint.clue))

    def learn(self, cell: Cell, is_mine: bool) -> None:
        """Accept an observed fact."""
        self._facts.add(fact(cell, is_mine))

    def check(self, cell: Cell, is_mine: bool, proof: Proof) -> None:
        """Accept a deduction as a fact, or raise BadProof, which names the wrong step.

        Raises LimitReached when a `Counted` takes too long to check.
        """
        if proof.claim != fact(cell, is_mine):
            wish = f"cell {cell} is {'a mine' if is_mine else 'safe'}"
            raise BadProof(f"the proof claims {_words(proof.claim)}, not that {wish}")
        for step in steps(proof):
            if not self._holds(step):
                below = ", ".join(_words(premise.claim) for premise in premises(step))
                rule = type(step).__name__
                raise BadProof(f"{rule} does not give {_words(step.claim)} from: {below or '-'}")
        self._facts.add(fact(cell, is_mine))

    def _holds(self, step: Proof) -> bool:
        match step:
            case Clue(claim):
                return (claim, claim.clue) in self._told
            case MineCount(claim):
                return claim == self._count
            case Known(claim):
                return claim in self._facts
            case Difference(claim, whole, parts):
                return _is_difference(claim, whole.claim, [part.claim for part in parts])
            case Forced(claim, of):
                return _is_forced(claim, of.claim)
            case Pigeonhole(claim, of):
                return _is_pigeonhole(claim, of.claim)
            case Resolvent(claim, left, right):
                return _is_resolvent(claim, left.claim, right.claim)
            case Unit(claim, of):
                return _is_unit(claim, of.claim)
            case Counted(claim, given):
                return _is_counted(claim, [premise.claim for premise in given])
            case Combination(claim, given, multipliers, divisor):
                return _is_combination(claim, [p.claim for p in given], multipliers, divisor)


def check(problem: Problem, deductions: Iterable[tuple[Cell, bool, Proof]]) -> None:
    """Check a whole inference from a problem; raise BadProof at the first wrong step."""
    checker = Checker(problem.cells, problem.total)
    for constraint in problem.constraints:
        checker.tell(constraint)
    for cell, is_mine, proof in deductions:
        checker.check(cell, is_mine, proof)


def _words(claim: Claim) -> str:
    if isinstance(claim, Constraint):
        return f"{claim.mines} of {_listed(claim.cells)}"
    if isinstance(claim, Bound):
        return f"at least {claim.least} of {_listed(claim.literals)}"
    return f"one of {_listed(claim)}"


def _listed(numbers: frozenset[int]) -> str:
    text = ", ".join(map(str, sorted(numbers)[:20]))
    return f"[{text}{', ...' if len(numbers) > 20 else ''}]"


def _is_difference(claim: Constraint, whole: Claim, parts: list[Claim]) -> bool:
    if not isinstance(whole, Constraint):
        return False
    cells, mines = set(whole.cells), whole.mines
    for part in parts:
        if not isinstance(part, Constraint) or not part.cells <= cells:
            return False  # not inside the whole, or it overlaps an earlier part
        cells -= part.cells
        mines -= part.mines
    return claim.cells == cells and claim.mines == mines


def _is_forced(claim: Constraint, of: Claim) -> bool:
    if isinstance(of, Bound):
        sure = of.literals if of.least == len(of.literals) else ()
        return any(claim == fact(cell_of(lit), lit > 0) for lit in sure)
    if not isinstance(of, Constraint) or len(claim.cells) != 1 or not claim.cells <= of.cells:
        return False
    return of.mines == (len(of.cells) if claim.mines else 0) and claim.mines in (0, 1)


def _is_pigeonhole(claim: Clause, of: Claim) -> bool:
    if not isinstance(of, Constraint) or not {cell_of(lit) for lit in claim} <= of.cells:
        return False
    size, mines = len(of.cells), of.mines
    if all(lit > 0 for lit in claim):
        return len(claim) == size - mines + 1
    return all(lit < 0 for lit in claim) and len(claim) == mines + 1


def _is_resolvent(claim: Clause, left: Claim, right: Claim) -> bool:
    if not isinstance(left, frozenset) or not isinstance(right, frozenset):
        return False
    pivots = [lit for lit in left if -lit in right]
    return len(pivots) == 1 and claim == (left - {pivots[0]}) | (right - {-pivots[0]})


def _is_unit(claim: Constraint, of: Claim) -> bool:
    if not isinstance(of, frozenset) or len(of) != 1:
        return False
    (lit,) = of
    return claim == fact(cell_of(lit), lit > 0)


def _is_counted(claim: Constraint, given: list[Claim]) -> bool:
    if len(claim.cells) != 1 or claim.mines not in (0, 1):
        return False
    constraints = [premise for premise in given if isinstance(premise, Constraint)]
    if len(constraints) < len(given):
        return False
    (cell,) = claim.cells
    opposite = fact(cell, claim.mines == 0)
    return not has_layout([*constraints, opposite])


def _is_combination(
    claim: Bound, given: list[Claim], multipliers: tuple[int, ...], divisor: int
) -> bool:
    if len(given) != len(multipliers) or divisor < 1 or claim.least < 1:
        return False
    weights, right = Counter[Cell](), 0  # weights times cells, 1 for a mine, make at least `right`
    for premise, times in zip(given, multipliers, strict=True):
        if times == 0 or (times < 0 and not isinstance(premise, Constraint)):
            return False
        each, least = _inequality(premise)
        for cell, weight in each.items():
            weights[cell] += times * weight
        right += times * least
    # Negative weights turn into positive ones of safe cells.
    right += sum(-weight for weight in weights.values() if weight < 0)
    for lit in claim.literals:
        weight = weights.pop(cell_of(lit), 0) * (1 if lit > 0 else -1)
        if weight <= 0:
            return False
        right -= max(0, weight - divisor)
    right -= sum(map(abs, weights.values()))
    return claim.least == -(-right // divisor)


def _inequality(claim: Claim) -> tuple[dict[Cell, int], int]:
    """Return weights of cells and the least sum: safe cells are 1 minus their mines."""
    if isinstance(claim, Constraint):
        return dict.fromkeys(claim.cells, 1), claim.mines
    bound = claim if isinstance(claim, Bound) else Bound(claim, 1)
    weights = Counter[Cell]()
    for lit in bound.literals:
        weights[cell_of(lit)] += 1 if lit > 0 else -1
    return weights, bound.least - sum(lit < 0 for lit in bound.literals)


def has_layout(constraints: list[Constraint]) -> bool:
    """Tell whether some choice of mines meets all constraints, by plain backtracking.

    Cells mentioned by the same constraints form a box: only how many of them are mines matters.
    So the search fills boxes, not cells, and the mine count of a large board is just one more
    constraint. Raises LimitReached after MAX_NODES tries.
    """
    wants, sizes = _in_boxes(constraints)
    stack = [wants]
    for _ in range(MAX_NODES):
        if not stack:
            return False
        wants = stack.pop()
        if any(mines < 0 or safe < 0 for _, mines, safe in wants):
            continue
        wants = [want for want in wants if want[0]]
        if not wants:
            return True
        boxes, mines, safe = min(wants, key=_slack)
        box = min(boxes, key=lambda box: (sizes[box], box))
        size = sizes[box]
        choices = range(max(0, size - safe), min(size, mines) + 1)
        stack.extend(_fill(wants, box, mined, size - mined) for mined in choices)
    raise LimitReached(f"the checker's search passed {MAX_NODES} nodes")


_Box: TypeAlias = tuple[int, ...]
"""The constraints that mention the cells of this box, by their index."""

_Want: TypeAlias = tuple[frozenset[_Box], int, int]
"""What remains of a constraint: boxes to fill, and the mines and safe cells for them."""


def _in_boxes(constraints: list[Constraint]) -> tuple[list[_Want], dict[_Box, int]]:
    mentions: dict[Cell, list[int]] = defaultdict(list)
    for i, constraint in enumerate(constraints):
        for cell in constraint.cells:
            mentions[cell].append(i)
    sizes = Counter(map(tuple, mentions.values()))
    wants = [
        (frozenset(box for box in sizes if i in box), c.mines, len(c.cells) - c.mines)
        for i, c in enumerate(constraints)
    ]
    return wants, sizes


def _slack(want: _Want) -> tuple[int, int]:
    boxes, mines, safe = want
    return min(mines, safe), len(boxes)


def _fill(wants: list[_Want], box: _Box, mined: int, spared: int) -> list[_Want]:
    return [
        (boxes - {box}, mines - mined, safe - spared) if box in boxes else (boxes, mines, safe)
        for boxes, mines, safe in wants
    ]
