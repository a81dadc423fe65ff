"""The fuzzers of proofs and of certificates bite: a checker that is too kind is caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fuzz import certificates, proofs
from fuzz.target import Target
from hypothesis.strategies import SearchStrategy

from mineproof.coach.boards import script
from mineproof.logic import checker
from mineproof.logic.derivation import clause_proof
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clue, Known, MineCount, Proof


def first_error(target: Target) -> str:
    """Return what the first of 500 inputs that fail raises; empty if none does."""
    assert not isinstance(target.inputs, SearchStrategy)
    for seed in range(500):
        try:
            target.check(target.inputs(seed))
        except Exception as error:
            return repr(error)
    return ""


def is_kind(*_: object) -> bool:
    return True


def believes(leaf: type[Proof]) -> Callable[[checker.Checker, Proof], bool]:
    real = checker.Checker._holds
    return lambda self, step: isinstance(step, leaf) or real(self, step)


@pytest.mark.parametrize(
    "rule", ["difference", "forced", "pigeonhole", "resolvent", "unit", "counted"]
)
def test_a_checker_that_accepts_any_such_step_is_caught(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, f"_is_{rule}", is_kind)
    assert first_error(proofs.TARGET)


@pytest.mark.parametrize("leaf", [Clue, Known, MineCount])
def test_a_checker_that_believes_a_leaf_is_caught(
    leaf: type[Proof], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker.Checker, "_holds", believes(leaf))
    assert first_error(proofs.TARGET)


def test_a_search_that_misreads_a_large_number_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = checker.has_layout

    def misreading(constraints: list[Constraint]) -> bool:
        return real([Constraint(c.cells, min(c.mines, 3)) for c in constraints])

    monkeypatch.setattr(checker, "has_layout", misreading)
    assert first_error(proofs.TARGET)


def test_an_export_with_a_wrong_parent_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = clause_proof.ClauseProof.lrat
    monkeypatch.setattr(
        clause_proof.ClauseProof, "lrat", lambda self: real(self).replace(" 0 1 ", " 0 2 ")
    )
    assert "LRAT" in first_error(proofs.TARGET)


def test_a_checker_of_scripts_without_a_search_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "has_layout", lambda _: False)
    assert first_error(certificates.TARGET)


def test_a_checker_of_scripts_that_ignores_what_is_left_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(script._Check, "left", [])
    assert first_error(certificates.TARGET)
