"""The checker of pseudo-Boolean proofs says no: to every kind of tampering, and to bad texts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.errors import BadFile, BadProof
from mineproof.logic.pb_checker import Inequality, check_pb, parse_opb

FORMULA = """* #variable= 7 #constraint= 7
@one_ge +1 a1 +1 b1 +1 g1 +1 h1 >= 2 ;
@one_le -1 a1 -1 b1 -1 g1 -1 h1 >= -2 ;
@two_ge +1 c1 +1 d1 +1 g1 +1 h1 >= 2 ;
@two_le -1 c1 -1 d1 -1 g1 -1 h1 >= -2 ;
@all_ge +1 a1 +1 b1 +1 c1 +1 d1 +1 e1 >= 2 ;
@all_le -1 a1 -1 b1 -1 c1 -1 d1 -1 e1 >= -2 ;
@opposite +1 e1 >= 1 ;
"""

PROOF = """pseudo-Boolean proof version 3.0
f 7 ;
% z_1: at least 1 of a1 b1
red 1 ~z_1 1 a1 1 b1 >= 1 : z_1 -> 0 ;
red 2 z_1 1 ~a1 1 ~b1 >= 2 : z_1 -> 1 ;
pol @one_le @two_ge + @all_le + 8 2 * + 2 d ;
pol @one_ge @two_le + @all_ge + 9 2 * + e1 w s ;
@e1_safe pol 10 11 + s ;
rup 1 ~e1 >= 1 : 10 11 ~ ;
pol @opposite @e1_safe + ;
output NONE ;
conclusion UNSAT : 14 ;
end pseudo-Boolean proof ;
"""


def test_the_proof_is_accepted_as_it_is() -> None:
    formula = parse_opb(FORMULA)
    assert check_pb(formula, PROOF) == 7
    assert formula.claims == (("e1", False),)
    assert not formula.is_clause


Change = Callable[[str], str]


def put(old: str, new: str) -> Change:
    """Return the change of one place."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def without(line: str) -> Change:
    return put(line, "")


FORMULA_CHANGES = {
    "a clue has a mine less": put(">= 2 ;\n@two_le", ">= 1 ;\n@two_le"),
    "at most one more": put(">= -2 ;\n@two_ge", ">= -3 ;\n@two_ge"),
    "a clue has a cell more": put("@one_ge +1 a1", "@one_ge +1 i1 +1 a1"),
    "another cell in a clue": put("@all_le -1 a1", "@all_le -1 g1"),
    "a sign is turned": put("@one_le -1 a1", "@one_le +1 a1"),
    "another cell is claimed": put("@opposite +1 e1", "@opposite +1 a1"),
    "the claim is turned": put("@opposite +1 e1 >= 1", "@opposite -1 e1 >= 0"),
    "a label on the other side": put("@one_ge", "@one_xx"),
    "an inequality is missing": without("@all_ge +1 a1 +1 b1 +1 c1 +1 d1 +1 e1 >= 2 ;\n"),
}

PROOF_CHANGES = {
    "another factor": put("8 2 *", "8 1 *"),
    "a factor of zero": put("8 2 *", "8 0 *"),
    "a negative factor": put("8 2 *", "8 -2 *"),
    "a summand is missing": put("@two_ge + ", ""),
    "the other side of a clue": put("@one_le @two_ge", "@one_ge @two_ge"),
    "a cell is not weakened": put("e1 w s", "s"),
    "another cell is weakened": put("e1 w", "a1 w"),
    "a divisor of zero": put("2 d", "0 d"),
    "divided by too much": put("2 d", "-2 d"),
    "one case is missing": put("10 11 + s", "10 s"),
    "a case twice": put("10 11 +", "10 10 +"),
    "a line of later": put("pol 10 11", "pol 10 12"),
    "an unknown label": put("pol @opposite @e1_safe", "pol @opposite @e2_safe"),
    "a definition that binds a cell": put("red 1 ~z_1 1 a1 1 b1 >= 1 : z_1", "red 1 a1 >= 1 : a1"),
    "a definition with too much": put("red 2 z_1", "red 1 z_1"),
    "a definition with another value": put("z_1 -> 0", "z_1 -> 1"),
    "a definition without a value": put(" : z_1 -> 0", ""),
    "a definition with two values": put("z_1 -> 0", "z_1 -> 0 a1 -> 0"),
    "propagation that leads nowhere": put("rup 1 ~e1 >= 1", "rup 1 ~a1 >= 1"),
    "propagation with too few hints": put(": 10 11 ~", ": 10 ~"),
    "a hint that is no number": put(": 10 11 ~", ": 10 e1 ~"),
    "an assumption": put("rup 1 ~e1 >= 1 : 10 11 ~ ;", "a 1 ~e1 >= 1 ;"),
    "a contradiction that is none": put("UNSAT : 14", "UNSAT : 13"),
    "no line is named": put("UNSAT : 14", "UNSAT"),
    "a word too many": put("UNSAT : 14", "UNSAT : 14 15"),
    "the formula once more": put("f 7 ;\n", "f 7 ;\nf 7 ;\n"),
    "no conclusion": without("conclusion UNSAT : 14 ;\n"),
    "another conclusion": put("UNSAT : 14", "NONE"),
    "no end": without("end pseudo-Boolean proof ;\n"),
    "something after the end": put("proof ;\n", "proof ;\npol 1 ;\n"),
    "half of it": lambda text: text[: len(text) // 2],
    "another number of inequalities": put("f 7", "f 6"),
    "no semicolon": put("2 d ;", "2 d"),
    "two results": put("10 11 + s", "10 11 s"),
    "an operation without operands": put("pol 10 11 +", "pol + 11 +"),
}


@pytest.mark.parametrize("change", FORMULA_CHANGES.values(), ids=FORMULA_CHANGES)
def test_a_changed_formula_is_refused(change: Change) -> None:
    changed = change(FORMULA)
    assert changed != FORMULA
    with pytest.raises((BadProof, BadFile)):
        check_pb(parse_opb(changed), PROOF)


@pytest.mark.parametrize("change", PROOF_CHANGES.values(), ids=PROOF_CHANGES)
def test_a_changed_proof_is_refused(change: Change) -> None:
    changed = change(PROOF)
    assert changed != PROOF
    with pytest.raises((BadProof, BadFile), match=r"line \d+|the proof"):
        check_pb(parse_opb(FORMULA), changed)


def test_what_is_weaker_than_it_could_be_is_still_a_proof() -> None:
    """Changes that change nothing about the truth may pass: the checker judges, not compares."""
    assert check_pb(parse_opb(FORMULA), put("w s ;", "w s s ;")(PROOF)) == 7
    assert check_pb(parse_opb(FORMULA), put(" ~ ;", " ;")(PROOF)) == 7


@pytest.mark.parametrize("rule", ["p", "pol"])
def test_the_first_version_ends_with_a_contradiction(rule: str) -> None:
    formula = parse_opb("1 x1 >= 1 ;\n-1 x1 >= 0 ;\n")
    assert check_pb(formula, f"pseudo-Boolean proof version 1.1\nf 2\n{rule} 1 2 +\nc 3\n") == 1
    with pytest.raises(BadProof, match="line 3: '1 x1 >= 1' can be met"):
        check_pb(formula, "pseudo-Boolean proof version 1.1\nf 2\nc 1\n")


def test_propagation_reaches_further_than_one_inequality() -> None:
    formula = parse_opb("1 ~x1 1 x2 >= 1 ;\n2 ~x2 1 x3 1 x4 >= 2 ;\n1 x1 1 x3 >= 2 ;\n")
    text = "pseudo-Boolean proof version 2.0\nrup 1 x4 >= 1 ;\n"
    with pytest.raises(BadProof, match="stops without"):  # that x4 is true was derived
        check_pb(formula, text)
    with pytest.raises(BadProof, match="'1 ~x4 >= 1' does not follow"):
        check_pb(formula, text.replace("1 x4", "1 ~x4"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 x1 >= 1", "line 1 of the formula: '1'; expected ';' at the end"),
        ("1 x1 > 1 ;", "line 1 of the formula: '>'; expected a number"),
        ("1 x1 >= ;", "line 1 of the formula: the end; expected a number"),
        ("1 x1 >= 1 2 ;", "line 1 of the formula: '2'; expected no more words"),
        ("x1 >= 1 ;", "line 1 of the formula: 'x1'; expected a number"),
        ("1 1 >= 1 ;", "line 1 of the formula: '1'; expected a variable, like b3"),
        (f"{'9' * 5000} x1 >= 1 ;", "line 1 of the formula: '999999"),
        ("@a", "line 1 of the formula: the end; expected ';'"),
        ("1 x1 1 x2 1 x3 >= 2 ;", "the last constraint is '1 x1 1 x2 1 x3 >= 2'; expected"),
        ("", "the last constraint is '>= 0'; expected"),
    ],
)
def test_what_is_no_formula_is_told(text: str, told: str) -> None:
    with pytest.raises(BadFile) as caught:
        _ = parse_opb(text).claims
    assert str(caught.value).startswith(told)


# Inequalities mean what they say

_NAMES = ("x1", "x2", "x3")
_TERMS = st.dictionaries(st.sampled_from(_NAMES), st.integers(-4, 4).filter(lambda each: each != 0))
_INEQUALITIES = st.builds(Inequality, _TERMS, st.integers(-3, 9))


def met(inequality: Inequality, values: dict[str, bool]) -> bool:
    true = {name: values[name] == (each > 0) for name, each in inequality.terms.items()}
    return sum(abs(inequality.terms[name]) for name in true if true[name]) >= inequality.degree


def all_values() -> list[dict[str, bool]]:
    return [dict(zip(_NAMES, each, strict=True)) for each in product((False, True), repeat=3)]


@given(_INEQUALITIES, _INEQUALITIES, st.integers(1, 5))
def test_every_operation_keeps_what_is_true(one: Inequality, two: Inequality, number: int) -> None:
    derived = [one.times(number), one.divided(number), one.saturated(), one.weakened("x1")]
    for values in all_values():
        if met(one, values):
            assert all(met(each, values) for each in derived)
            assert met(one.plus(two), values) or not met(two, values)
        assert met(one.opposite(), values) != met(one, values)
        for name, value in values.items():
            assert met(one.given(name, value), values) == met(one, values)
    assert one.is_contradiction == (not any(met(one, values) for values in all_values()))


@given(_INEQUALITIES)
def test_text_is_read_back(inequality: Inequality) -> None:
    (again,) = parse_opb(f"{inequality.text()} ;").inequalities
    assert again == inequality
