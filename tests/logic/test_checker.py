"""The checker accepts every good kind of proof, and rejects every kind of tampering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import meets, models, subsets
from tests.strategies import constraints

from mineproof.errors import BadProof, LimitReached
from mineproof.logic import checker as module
from mineproof.logic.checker import Checker, check, has_layout
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
    steps,
)


def says(cells: Iterable[Cell], mines: int, clue: Cell | None = None) -> Constraint:
    return Constraint(frozenset(cells), mines, clue)


def clause(*literals: int) -> Clause:
    return frozenset(literals)


# Ten cells with five mines: one of 0 and 1, then 3, 4, 6 and 8.
ONE = Clue(says([0, 1, 2], 1, clue=10))
INSIDE = Clue(says([0, 1], 1, clue=11))
BOTH = Clue(says([3, 4], 2, clue=12))
NEXT = Clue(says([4, 5], 1, clue=13))
LEFT = Clue(says([6, 7], 1, clue=14))
RIGHT = Clue(says([7, 8], 1, clue=15))
TWO = Clue(says([6, 7, 8], 2, clue=16))
COUNT = MineCount(says(range(10), 5))
PROBLEM = Problem(
    tuple(leaf.claim for leaf in (ONE, INSIDE, BOTH, NEXT, LEFT, RIGHT, TWO)),
    frozenset(range(10)),
    total=5,
)

SAFE_2 = Difference(fact(2, False), ONE, (INSIDE,))
MINE_4 = Forced(fact(4, True), BOTH)
SAFE_5 = Difference(fact(5, False), NEXT, (Known.of(4, True),))
REST = (INSIDE, BOTH, TWO, Known.of(2, False), Known.of(5, False))
SAFE_9 = Forced(fact(9, False), Difference(says([9], 0), COUNT, REST))

# Of 6, 7, 8 two are mines: 6 or 8. Not both 6 and 7; not both 7 and 8. So not 7.
ENDS = Pigeonhole(clause(7, 9), TWO)
NOT_LEFT = Pigeonhole(clause(-7, -8), LEFT)
NOT_RIGHT = Pigeonhole(clause(-8, -9), RIGHT)
HALF = Resolvent(clause(9, -8), ENDS, NOT_LEFT)
NOT_7 = Resolvent(clause(-8), HALF, NOT_RIGHT)
SAFE_7 = Unit(fact(7, False), NOT_7)
CASES_7 = Counted(fact(7, False), (LEFT, RIGHT, TWO))

# 6 and 7 hold one mine, 7 and 8 one, all three two: twice 7 less than none, so 7 is safe.
BOUND_7 = Combination(Bound.at_most(0, [7]), (LEFT, RIGHT, TWO), (-1, -1, 1))
# Two of 6, 7, 8 and at most one of 6 and 7: at least one of 8.
PAIR_8 = Combination(Bound.at_least(1, [8]), (TWO, LEFT), (1, -1))

GOOD: list[tuple[Cell, bool, Proof]] = [
    (2, False, SAFE_2),
    (4, True, MINE_4),
    (5, False, SAFE_5),
    (7, False, SAFE_7),
    (7, False, CASES_7),
    (9, False, SAFE_9),
    (7, False, Forced(fact(7, False), BOUND_7)),
    (8, True, Forced(fact(8, True), PAIR_8)),
    (3, True, Difference(fact(3, True), BOTH, (MINE_4,))),
    (8, True, Counted(fact(8, True), (TWO, LEFT))),
    (0, True, Unit(fact(0, True), Pigeonhole(clause(1), Forced(fact(0, True), Known.of(0, True))))),
]


def new_checker() -> Checker:
    checker = Checker(PROBLEM.cells, PROBLEM.total)
    for constraint in PROBLEM.constraints:
        checker.tell(constraint)
    return checker


def reject(step: Proof, rule: type[Proof]) -> None:
    """Hold that the checker, who knows that 4 is a mine, rejects the step of this rule in it."""
    checker = new_checker()
    checker.learn(4, True)
    claim = step.claim
    if isinstance(claim, Constraint) and len(claim.cells) == 1 and claim.mines in (0, 1):
        root, (cell,) = step, claim.cells
    else:
        root, cell = Counted(fact(3, True), (BOTH, step)), 3
    with pytest.raises(BadProof, match=f"^{rule.__name__} does not give "):
        checker.check(cell, root.claim == fact(cell, True), root)


# --- good proofs ----------------------------------------------------------------------------------


def test_good_proofs_are_accepted() -> None:
    checker = new_checker()
    checker.learn(0, True)
    for cell, is_mine, proof in GOOD:
        checker.check(cell, is_mine, proof)


def test_good_proofs_of_a_problem_are_accepted_in_their_order() -> None:
    check(PROBLEM, GOOD[:-1])
    with pytest.raises(BadProof, match=r"^Known does not give 1 of .4. from: -$"):
        check(PROBLEM, [GOOD[2], GOOD[1]])


def test_no_kind_of_proof_is_missing_from_the_good_ones() -> None:
    used = {type(step) for _, _, proof in GOOD for step in steps(proof)}
    assert used == set(get_args(Proof))


def test_an_accepted_deduction_may_be_used_later() -> None:
    checker = new_checker()
    with pytest.raises(BadProof, match=r"^Known"):
        checker.check(5, False, SAFE_5)
    checker.check(4, True, MINE_4)
    checker.check(5, False, SAFE_5)


def test_what_was_seen_may_be_used() -> None:
    checker = new_checker()
    checker.learn(4, True)
    checker.check(5, False, SAFE_5)


def test_a_rejected_deduction_may_not_be_used_later() -> None:
    checker = new_checker()
    with pytest.raises(BadProof):
        checker.check(4, True, Forced(fact(4, True), NEXT))
    with pytest.raises(BadProof, match=r"^Known"):
        checker.check(5, False, SAFE_5)


def test_a_clue_that_is_told_later_may_be_used_from_then_on() -> None:
    checker = Checker(range(10), None)
    with pytest.raises(BadProof, match=r"^Clue"):
        checker.check(4, True, MINE_4)
    checker.tell(BOTH.claim)
    checker.check(4, True, MINE_4)


# --- tampering ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "is_mine", "proof"), GOOD)
def test_a_proof_of_something_else_is_rejected(cell: Cell, is_mine: bool, proof: Proof) -> None:
    checker = new_checker()
    for other, claim in [(cell, not is_mine), (cell + 1, is_mine)]:
        wish = f"cell {other} is {'a mine' if claim else 'safe'}"
        told = f"the proof claims {int(is_mine)} of .{cell}., not that {wish}"
        with pytest.raises(BadProof, match=f"^{told}$"):
            checker.check(other, claim, proof)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        ([16, 8, 1], "[1, 8, 16]"),
        (range(20), f"[{', '.join(map(str, range(20)))}]"),
        (range(21), f"[{', '.join(map(str, range(20)))}, ...]"),
    ],
)
def test_a_wrong_claim_is_shown_in_order_and_not_at_length(
    cells: Iterable[Cell], shown: str
) -> None:
    with pytest.raises(BadProof) as error:
        new_checker().check(0, True, Clue(says(cells, 1)))
    assert str(error.value) == f"the proof claims 1 of {shown}, not that cell 0 is a mine"


def test_a_clause_proves_no_cell() -> None:
    with pytest.raises(BadProof, match=r"^the proof claims one of .-8., not that cell 7 is safe$"):
        new_checker().check(7, False, NOT_7)


@pytest.mark.parametrize(
    "claim",
    [
        says([3, 4], 0, clue=12),
        says([4], 1, clue=12),
        says([3, 4, 5], 3, clue=12),
        says([3, 4], 2, clue=13),
        says([3, 4], 2),
        says([8, 9], 2, clue=17),
    ],
    ids=["count", "cell dropped", "cell added", "label of another", "no label", "never told"],
)
def test_clue_rejects(claim: Constraint) -> None:
    cell = max(claim.cells)
    reject(Forced(fact(cell, claim.mines > 0), Clue(claim)), Clue)


@pytest.mark.parametrize(
    "claim",
    [says(range(10), 0), says(range(10), 10), says(range(9), 9), says(range(11), 11), says([], 5)],
    ids=["none", "all", "cell dropped", "cell added", "no cells"],
)
def test_mine_count_rejects(claim: Constraint) -> None:
    reject(Forced(fact(2, claim.mines > 0), MineCount(claim)), MineCount)


def test_mine_count_rejects_where_it_is_not_known() -> None:
    checker = Checker(range(10), None)
    everywhere = MineCount(says(range(10), 0))
    with pytest.raises(BadProof, match=r"^MineCount does not give 0 of "):
        checker.check(2, False, Forced(fact(2, False), everywhere))


@pytest.mark.parametrize(
    "known",
    [Known.of(5, True), Known.of(4, False), Known(says([3, 4], 2)), Known(INSIDE.claim)],
    ids=["never established", "opposite", "wider", "a clue"],
)
def test_known_rejects(known: Known) -> None:
    reject(Difference(fact(2, False), ONE, (known,)), Known)


@pytest.mark.parametrize(
    ("claim", "whole", "parts"),
    [
        (fact(2, True), ONE, (INSIDE,)),
        (fact(1, False), ONE, (INSIDE,)),
        (says([2], 2), ONE, (INSIDE,)),
        (says([2], -1), ONE, (INSIDE,)),
        (says([2, 3], 0), ONE, (INSIDE,)),
        (fact(2, False), ONE, ()),
        (says([2], -1), ONE, (INSIDE, INSIDE)),
        (says([], 0), TWO, (LEFT, RIGHT)),
        (fact(3, True), BOTH, (NEXT,)),
        (fact(5, False), NEXT, (BOTH,)),
        (fact(7, False), NOT_LEFT, ()),
        (fact(6, True), TWO, (NOT_RIGHT,)),
    ],
    ids=[
        "flipped",
        "wrong cell",
        "too many mines",
        "too few mines",
        "too many cells",
        "part dropped",
        "part twice",
        "parts overlap",
        "part sticks out",
        "part larger",
        "whole is a clause",
        "part is a clause",
    ],
)
def test_difference_rejects(claim: Constraint, whole: Proof, parts: tuple[Proof, ...]) -> None:
    reject(Difference(claim, whole, parts), Difference)


@pytest.mark.parametrize(
    ("claim", "of"),
    [
        (fact(3, False), BOTH),
        (fact(5, True), BOTH),
        (fact(4, True), NEXT),
        (fact(5, False), NEXT),
        (says([3, 4], 2), BOTH),
        (says([3], 2), BOTH),
        (says([], 0), BOTH),
        (fact(7, False), NOT_7),
    ],
    ids=[
        "flipped",
        "wrong cell",
        "not all mines",
        "not all safe",
        "two cells",
        "two mines",
        "no cell",
        "of a clause",
    ],
)
def test_forced_rejects(claim: Constraint, of: Proof) -> None:
    reject(Forced(claim, of), Forced)


@pytest.mark.parametrize(
    ("claim", "of"),
    [
        (clause(7), TWO),
        (clause(7, 8, 9), TWO),
        (clause(-7, -8), TWO),
        (clause(-7), LEFT),
        (clause(7, -8), LEFT),
        (clause(7, 10), TWO),
        (clause(-7, -10), LEFT),
        (clause(0, 7), LEFT),
        (clause(), LEFT),
        (clause(-8), NOT_7),
    ],
    ids=[
        "positive too short",
        "positive too long",
        "negative too short",
        "negative unit",
        "signs mixed",
        "positive foreign cell",
        "negative foreign cell",
        "no literal",
        "empty",
        "of a clause",
    ],
)
def test_pigeonhole_rejects(claim: Clause, of: Proof) -> None:
    reject(Pigeonhole(claim, of), Pigeonhole)


def test_pigeonhole_rejects_a_long_negative_clause() -> None:
    reject(Pigeonhole(clause(-1, -2, -3), ONE), Pigeonhole)


@pytest.mark.parametrize(
    ("claim", "left", "right"),
    [
        (clause(9), ENDS, NOT_LEFT),
        (clause(9, -7), ENDS, NOT_LEFT),
        (clause(9, -8, 7), ENDS, NOT_LEFT),
        (clause(9, -8, 1), ENDS, NOT_LEFT),
        (clause(-9, 8), ENDS, NOT_LEFT),
        (clause(-7, -8, -9), NOT_LEFT, NOT_RIGHT),
        (clause(), Pigeonhole(clause(7, 8), TWO), NOT_LEFT),
        (clause(7, -7), Pigeonhole(clause(7, 8), TWO), NOT_LEFT),
        (clause(9, -8), TWO, NOT_LEFT),
        (clause(9, -8), ENDS, LEFT),
    ],
    ids=[
        "literal dropped",
        "wrong pivot",
        "pivot kept",
        "literal added",
        "flipped",
        "no pivot",
        "two pivots dropped",
        "tautology",
        "left is a constraint",
        "right is a constraint",
    ],
)
def test_resolvent_rejects(claim: Clause, left: Proof, right: Proof) -> None:
    reject(Resolvent(claim, left, right), Resolvent)


@pytest.mark.parametrize(
    ("claim", "of"),
    [
        (fact(7, True), NOT_7),
        (fact(8, False), NOT_7),
        (says([7], -1), NOT_7),
        (says([6, 7], 0), NOT_7),
        (fact(7, False), HALF),
        (fact(8, True), HALF),
        (fact(4, True), BOTH),
        (fact(4, True), MINE_4),
    ],
    ids=[
        "flipped",
        "wrong cell",
        "fewer mines",
        "two cells",
        "one of two literals",
        "the other literal",
        "of a constraint",
        "of a fact",
    ],
)
def test_unit_rejects(claim: Constraint, of: Proof) -> None:
    reject(Unit(claim, of), Unit)


def test_a_cell_below_zero_is_not_taken_for_another() -> None:
    # +1 as literal says that cell 0 is mined; read carelessly also that cell -2 is safe.
    checker = Checker([0], 1)
    mined = Pigeonhole(clause(1), MineCount(says([0], 1)))
    checker.check(0, True, Unit(fact(0, True), mined))
    with pytest.raises(BadProof, match=r"^Unit does not give 0 of .-2. from: one of .1."):
        checker.check(-2, False, Unit(fact(-2, False), mined))


@pytest.mark.parametrize(
    ("claim", "premises"),
    [
        (fact(7, True), (LEFT, RIGHT, TWO)),
        (fact(0, True), (ONE, INSIDE)),
        (fact(0, False), (ONE, INSIDE)),
        (fact(7, False), (LEFT, RIGHT)),
        (fact(9, False), (LEFT, RIGHT, TWO)),
        (fact(7, False), ()),
        (says([7], -1), (LEFT, RIGHT, TWO)),
        (says([8], 2), (LEFT, RIGHT, TWO)),
        (says([6, 7, 8], 2), (TWO,)),
        (says([6, 7], 1), (LEFT,)),
        (fact(7, False), (NOT_7, LEFT, RIGHT, TWO)),
    ],
    ids=[
        "flipped",
        "may be either",
        "may be other",
        "premise dropped",
        "wrong cell",
        "no premise",
        "fewer mines",
        "more mines",
        "three cells",
        "two cells",
        "from a clause",
    ],
)
def test_counted_rejects(claim: Constraint, premises: tuple[Proof, ...]) -> None:
    reject(Counted(claim, premises), Counted)


def test_counted_checks_its_premises_too() -> None:
    reject(Counted(fact(7, False), (LEFT, Clue(says([7, 8], 2, clue=15)), TWO)), Clue)


@pytest.mark.parametrize("cut", range(5))
def test_every_part_of_a_mine_count_proof_is_needed(cut: int) -> None:
    parts = REST[:cut] + REST[cut + 1 :]
    checker = new_checker()
    checker.learn(2, False)
    checker.learn(5, False)
    checker.check(9, False, SAFE_9)
    with pytest.raises(BadProof, match=r"^Difference does not give 0 of .9. from: 5 of .0, 1, 2, "):
        checker.check(9, False, Forced(fact(9, False), Difference(says([9], 0), COUNT, parts)))


# --- every step over three cells ------------------------------------------------------------------

CELLS = range(3)
CONSTRAINTS = [says(cells, n) for cells in subsets(CELLS) for n in range(len(cells) + 1)]
CLAIMS = [says(cells, n) for cells in subsets(CELLS) for n in range(-1, len(cells) + 2)]
CLAUSES = [
    frozenset(lit for lit in signs if lit) for signs in product((0, 1, -1), (0, 2, -2), (0, 3, -3))
]


def holds(step: Proof) -> bool:
    """Tell whether a step alone is accepted, whatever its premises rest on."""
    return Checker(CELLS, None)._holds(step)


def follows(claim: Claim, premises: Iterable[Claim]) -> bool:
    return all(meets(mines, claim) for mines in models(CELLS, premises))


def given_clause(claim: Clause) -> Proof:
    return Pigeonhole(claim, COUNT)


def test_every_accepted_difference_follows() -> None:
    accepted = 0
    for whole, part, claim in product(CONSTRAINTS, CONSTRAINTS, CLAIMS):
        if holds(Difference(claim, Clue(whole), (Clue(part),))):
            accepted += 1
            assert follows(claim, [whole, part])
    inside = [(w, p) for w in CONSTRAINTS for p in CONSTRAINTS if p.cells <= w.cells]
    left = [says(w.cells - p.cells, w.mines - p.mines) for w, p in inside]
    assert accepted == sum(rest in CLAIMS for rest in left) > 0


def test_every_accepted_forced_follows_and_nothing_else() -> None:
    for of, claim in product(CONSTRAINTS, CLAIMS):
        is_fact = len(claim.cells) == 1 and claim.mines in (0, 1) and claim.cells <= of.cells
        assert holds(Forced(claim, Clue(of))) == (is_fact and follows(claim, [of]))


def test_every_accepted_pigeonhole_follows_and_is_the_shortest() -> None:
    for of, claim in product(CONSTRAINTS, CLAUSES):
        inside = {cell_of(lit) for lit in claim} <= of.cells
        is_shortest = follows(claim, [of]) and not any(
            follows(claim - {lit}, [of]) for lit in claim
        )
        one_sign = len({lit > 0 for lit in claim}) == 1
        assert holds(Pigeonhole(claim, Clue(of))) == (inside and one_sign and is_shortest)


def test_every_accepted_resolvent_follows() -> None:
    accepted = 0
    for left, right, claim in product(CLAUSES, CLAUSES, CLAUSES):
        if holds(Resolvent(claim, given_clause(left), given_clause(right))):
            accepted += 1
            assert follows(claim, [left, right])
    clashes = [sum(-lit in right for lit in left) for left in CLAUSES for right in CLAUSES]
    assert accepted == clashes.count(1)


def test_every_accepted_unit_follows_and_nothing_else() -> None:
    for of, claim in product(CLAUSES, CLAIMS):
        is_fact = len(claim.cells) == 1 and claim.mines in (0, 1)
        expected = len(of) == 1 and is_fact and follows(claim, [of])
        assert holds(Unit(claim, given_clause(of))) == expected


def test_counted_is_accepted_exactly_where_it_follows() -> None:
    facts = [fact(cell, is_mine) for cell in CELLS for is_mine in (False, True)]
    for one, two, claim in product(CONSTRAINTS, CONSTRAINTS, facts):
        expected = follows(claim, [one, two])
        assert holds(Counted(claim, (Clue(one), Clue(two)))) == expected


# --- sums ----------------------------------------------------------------------------------------

BOUNDS = [Bound(literals, least) for literals in CLAUSES for least in range(-1, len(literals) + 2)]


def given_bound(claim: Claim) -> Proof:
    if isinstance(claim, Bound):
        return Combination(claim, (), ())
    return Clue(claim) if isinstance(claim, Constraint) else given_clause(claim)


def test_every_forced_cell_of_a_bound_follows_and_nothing_else() -> None:
    for of, claim in product(BOUNDS, CLAIMS):
        is_fact = len(claim.cells) == 1 and claim.mines in (0, 1)
        inside = claim.cells <= {cell_of(lit) for lit in of.literals}
        possible = of.least <= len(of.literals)
        expected = is_fact and inside and possible and follows(claim, [of])
        assert holds(Forced(claim, given_bound(of))) == expected


def by_inequalities(
    claim: Bound, given: Iterable[Claim], times: Iterable[int], divisor: int
) -> bool:
    """The arithmetic once more, with one number for every literal instead of every cell."""
    left, right = Counter[int](), 0
    for premise, many in zip(given, times, strict=True):
        if isinstance(premise, Constraint):
            cells, sign = premise.cells, 1 if many > 0 else -1
            bound = Bound(
                frozenset(sign * (cell + 1) for cell in cells),
                premise.mines if many > 0 else len(cells) - premise.mines,
            )
        elif many > 0:
            bound = premise if isinstance(premise, Bound) else Bound(premise, 1)
        else:
            return False
        left.update(dict.fromkeys(bound.literals, abs(many)))
        right += abs(many) * bound.least
    for lit in [lit for lit in left if lit > 0]:
        both = min(left[lit], left[-lit])  # x + not-x is 1
        left[lit], left[-lit], right = left[lit] - both, left[-lit] - both, right - both
    left = +left
    for lit, weight in left.items():
        right -= weight if lit not in claim.literals else max(0, weight - divisor)
    is_about = all(lit in left for lit in claim.literals)
    return is_about and claim.least >= 1 and claim.least == -(-right // divisor)


claims: st.SearchStrategy[Claim] = st.sampled_from([*CONSTRAINTS, *CLAUSES[1:], *BOUNDS])
terms = st.lists(st.tuples(claims, st.integers(-3, 3).filter(bool)), min_size=1, max_size=4)


@settings(max_examples=30)
@given(terms, st.integers(1, 4))
def test_a_combination_is_accepted_exactly_where_the_arithmetic_gives_it(
    told: list[tuple[Claim, int]], divisor: int
) -> None:
    given, times = zip(*told, strict=True)
    proofs = tuple(map(given_bound, given))
    for claim in BOUNDS:
        is_accepted = holds(Combination(claim, proofs, times, divisor))
        assert is_accepted == by_inequalities(claim, given, times, divisor)
        if is_accepted:
            assert follows(claim, given)


@settings(max_examples=30)
@given(terms)
def test_the_right_divisor_gives_every_bound_that_a_sum_implies(
    told: list[tuple[Claim, int]],
) -> None:
    given, times = zip(*told, strict=True)
    if any(many < 0 and not isinstance(claim, Constraint) for claim, many in told):
        return
    proofs = tuple(map(given_bound, given))
    for claim in sharp(told):
        made = (holds(Combination(claim, proofs, times, divisor)) for divisor in range(1, 13))
        assert any(made)


def sharp(told: list[tuple[Claim, int]]) -> list[Bound]:
    """Return the bounds on literals of a sum that it implies, each as large as possible."""
    weights, least = Counter[Cell](), 0
    for premise, many in told:
        if isinstance(premise, Constraint):
            weights.update(dict.fromkeys(premise.cells, many))
            least += many * premise.mines
            continue
        bound = premise if isinstance(premise, Bound) else Bound(premise, 1)
        weights.update({cell_of(lit): many if lit > 0 else -many for lit in bound.literals})
        least += many * (bound.least - sum(lit < 0 for lit in bound.literals))
    fitting = [mines for mines in subsets(CELLS) if sum(weights[c] for c in mines) >= least]
    own = [literals for literals in CLAUSES if all(weights[abs(x) - 1] * x > 0 for x in literals)]
    reached = [
        Bound(
            literals,
            min(sum((abs(x) - 1 in mines) == (x > 0) for x in literals) for mines in fitting),
        )
        for literals in own
        if fitting
    ]
    return [bound for bound in reached if bound.least >= 1]


@pytest.mark.parametrize(
    "wrong",
    [
        replace(BOUND_7, claim=Bound.at_most(0, [6])),
        replace(BOUND_7, claim=Bound.at_least(1, [7])),
        replace(BOUND_7, claim=Bound.at_most(0, [6, 7])),
        replace(BOUND_7, claim=Bound(clause(), 1)),
        replace(BOUND_7, claim=Bound(clause(-8), 2)),
        replace(BOUND_7, claim=Bound(clause(-8), 0)),
        replace(BOUND_7, claim=Bound(clause(8, -8), 1)),
        replace(BOUND_7, multipliers=(-1, -1, 2)),
        replace(BOUND_7, multipliers=(1, -1, 1)),
        replace(BOUND_7, multipliers=(-1, -1)),
        replace(BOUND_7, multipliers=(-1, -1, 1, 1)),
        replace(BOUND_7, multipliers=(0, -1, 1)),
        replace(BOUND_7, premises=(LEFT, LEFT, TWO)),
        replace(BOUND_7, premises=(LEFT, RIGHT)),
        replace(BOUND_7, premises=(LEFT, RIGHT, ONE)),
        replace(BOUND_7, divisor=0),
        replace(BOUND_7, divisor=-1),
        # Only a constraint has an "at most" side.
        Combination(Bound.at_most(0, [8]), (PAIR_8,), (-1,)),
        Combination(Bound.at_most(0, [6, 8]), (ENDS,), (-1,)),
    ],
)
def test_a_wrong_sum_is_rejected(wrong: Combination) -> None:
    reject(wrong, Combination)


def test_the_sum_over_an_odd_ring_is_rounded_up() -> None:
    ring = tuple(Clue(says(pair, 1)) for pair in ([0, 1], [1, 2], [2, 0]))
    assert holds(Combination(Bound.at_least(2, CELLS), ring, (1, 1, 1), divisor=2))
    assert holds(Combination(Bound.at_most(1, CELLS), ring, (-1, -1, -1), divisor=2))
    assert not holds(Combination(Bound.at_least(2, CELLS), ring, (1, 1, 1)))


# --- the search behind Counted ------------------------------------------------------------------


@given(st.lists(constraints(max_cell=7, possible=False), max_size=5))
def test_the_search_finds_a_layout_where_there_is_one(told: list[Constraint]) -> None:
    assert has_layout(told) == bool(models(range(8), told))


def test_a_long_front_is_searched_without_recursion() -> None:
    chain = [says([i, i + 1], 1) for i in range(600)]
    assert has_layout([*chain, fact(0, True), fact(600, True)])
    assert not has_layout([*chain, fact(0, True), fact(600, False)])


def test_the_mine_count_of_a_large_board_is_no_obstacle() -> None:
    near = [says([0, 1, 2], 2), says([1, 2, 3], 1)]
    board = says(range(100_000), 20_000)
    assert has_layout([*near, board])
    assert not has_layout([*near, says(range(100_000), 1)])
    assert not has_layout([*near, says(range(100_000), 99_999)])


def test_no_box_holds_fewer_mines_than_none() -> None:
    assert not has_layout([says([1, 3], 0), says([0, 3], 2)])


def test_the_tightest_constraints_are_filled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_NODES", 250)
    chain = [says([i, i + 1], 1) for i in range(200)]
    wide = [says(range(1000 * i, 1000 * i + 900), 450) for i in range(1, 4)]
    assert not has_layout([*wide, *chain, fact(0, True), fact(200, False)])


def test_the_limit_is_the_number_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [says([0, 1], 1), says([1, 2], 1), says([0, 2], 1)]
    monkeypatch.setattr(module, "MAX_NODES", 8)
    assert not has_layout(told)
    monkeypatch.setattr(module, "MAX_NODES", 7)
    with pytest.raises(LimitReached):
        has_layout(told)


def test_a_search_that_is_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_NODES", 2)
    with pytest.raises(LimitReached, match=r"^the checker's search passed 2 nodes$"):
        new_checker().check(7, False, CASES_7)


# --- messages -------------------------------------------------------------------------------------


def test_the_message_tells_the_step_and_what_it_was_to_follow_from() -> None:
    with pytest.raises(BadProof) as caught:
        new_checker().check(2, False, Difference(fact(2, False), ONE, (LEFT,)))
    message = "Difference does not give 0 of [2] from: 1 of [0, 1, 2], 1 of [6, 7]"
    assert str(caught.value) == message


def test_the_message_about_a_deep_proof_is_short() -> None:
    proof: Proof = NEXT
    for _ in range(5000):
        proof = Difference(NEXT.claim, proof, ())
    with pytest.raises(BadProof, match=r"^Forced does not give 1 of \[4\] from: 1 of \[4, 5\]$"):
        new_checker().check(4, True, Forced(fact(4, True), proof))


def test_the_message_about_many_cells_is_short() -> None:
    many = Checker(range(1000), 3)
    with pytest.raises(BadProof, match=r"from: 3 of \[0, 1, .*, 19, \.\.\.\]$"):
        many.check(0, True, Forced(fact(0, True), MineCount(says(range(1000), 3))))
