"""The checker of LRAT proofs says no."""

from __future__ import annotations

import pytest

from mineproof.errors import BadFile, BadProof
from mineproof.logic.lrat_checker import check_lrat, claimed, parse_dimacs

FORMULA = "c a, b\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 0\n"
PROOF = "5 2 0 1 2 0\n6 1 0 3 5 0\n7 0 6 4 0\n"


def test_it_is_accepted_as_it_is() -> None:
    clauses = parse_dimacs(FORMULA)
    assert check_lrat(clauses, PROOF) == 3
    assert claimed(clauses) == [1]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("5 2 0", "5 -2 0", "line 1: the clause does not follow"),
        ("1 2 0\n6", "1 0\n6", "line 1: the clause does not follow"),
        ("3 5 0", "3 9 0", "line 2: there is no clause 9"),
        ("6 1 0", "5 1 0", "line 2: number 5 is not above those before it"),
        ("7 0 6 4 0\n", "", "the proof does not derive the empty clause"),
        ("7 0 6 4 0", "7 0 6 4", "line 3: no hints; expected"),
        ("7 0 6 4 0", "7 0", "line 3: no hints; expected"),
        ("5 2 0", "5 x 0", "line 1: 'x'; expected a number"),
        ("5 2 0 1 2 0", "5 2", "line 1: no clause; expected"),
        ("5 2 0", f"{'9' * 20} 2 0", "line 1: '99999999999999999999'; expected a number"),
    ],
)
def test_a_changed_proof_is_refused(old: str, new: str, told: str) -> None:
    assert old in PROOF
    with pytest.raises((BadProof, BadFile)) as caught:
        check_lrat(parse_dimacs(FORMULA), PROOF.replace(old, new, 1))
    assert str(caught.value).startswith(told)


def test_what_was_deleted_may_be_used() -> None:
    assert check_lrat(parse_dimacs(FORMULA), PROOF.replace("\n6", "\n5 d 1 0\n6")) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no line 'p cnf'; expected"),
        ("p cnf 1\n", "line 1: 'p cnf 1'; expected 'p cnf', then two numbers"),
        ("p cnf 1 2\n1 0\n", "1 clauses; expected 2"),
        ("p cnf 1 1\n1\n", "line 2: no clause; expected"),
        ("p cnf 2 1\n0\n", "the last clause has no literal; expected the opposite"),
        ("p cnf 2 0\n", "the last clause has no literal"),
    ],
)
def test_what_is_no_formula_is_told(text: str, told: str) -> None:
    with pytest.raises(BadFile) as caught:
        claimed(parse_dimacs(text))
    assert str(caught.value).startswith(told)
