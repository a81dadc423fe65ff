"""The fuzzer of engines bites: its oracle is right, and each kind of wrong engine is caught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from fuzz import engines
from fuzz.harness.runner import Runner
from fuzz.layouts import Layouts
from fuzz.positions import from_json, position, smaller, to_json
from hypothesis import given
from tests import brute_force
from tests.strategies import positions

from mineproof.board.grid import Shape
from mineproof.board.layout import Layout
from mineproof.board.view import FLAG, HIDDEN, MINE, View
from mineproof.counting.odds import Odds
from mineproof.engines.base import Engine
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Concluded, Inference, Status
from mineproof.engines.sat import Sat
from mineproof.engines.single import Single
from mineproof.engines.subset import Subset
from mineproof.errors import Contradiction
from mineproof.logic.problem import Cell


@given(position=positions(max_side=3))
def test_the_oracle_finds_the_layouts_of_plain_enumeration(position: tuple[Layout, View]) -> None:
    _, view = position
    layouts, listed = Layouts(view), brute_force.fitting(view)
    assert layouts.count == len(listed)
    for cell in layouts.cells:
        assert layouts.mined(cell) == sum(cell in mines for mines in listed)


def test_the_oracle_leaves_out_clues_and_the_mine_count() -> None:
    view = View.from_picture("2#2", mines=1)
    assert Layouts(view).count == 0
    assert Layouts(view, [], counts_mines=True).count == 1
    assert Layouts(view, [], counts_mines=False).count == 2


def test_positions_are_of_every_kind() -> None:
    views = [from_json(position(seed)) for seed in range(400)]
    counts = [Layouts(view).count for view in views]
    assert {view.grid.shape for view in views} == {*Shape}
    assert {code for view in views for code in view.cells} >= {*range(6), HIDDEN, FLAG, MINE}
    assert any(view.mines is None for view in views)
    assert any(view.grid.rows == 1 for view in views)
    assert any(view.grid.cols == 1 for view in views)
    assert 20 < counts.count(0) < 80
    assert max(counts) > 200


@pytest.mark.parametrize("seed", range(50))
def test_smaller_positions_are_positions_and_shrinking_ends(seed: int) -> None:
    value, steps = position(seed), 0
    assert to_json(from_json(value)) == value
    while following := list(smaller(value)):
        value, steps = following[seed % len(following)], steps + 1
        Layouts(from_json(value))
    assert steps < 200
    assert value == {"shape": "square", "mines": None, "rows": ["#"]}


# Wrong engines


class Lying(Single):
    def look(self, view: View) -> Inference:
        found = super().look(view)
        told = tuple(replace(d, is_mine=not d.is_mine) for d in found.deductions)
        return Concluded(told, found.status)


class Lazy(Sat):
    def look(self, view: View) -> Inference:
        found = super().look(view)
        return Concluded(found.deductions[1:], found.status)


class Boastful(Single):
    def look(self, view: View) -> Inference:
        return Concluded(super().look(view).deductions, Status.COMPLETE)


class Baseless(Subset):
    def look(self, view: View) -> Inference:
        found = super().look(view)
        proofs = [d.reason for d in found.deductions]
        told = [replace(d, reason=r) for d, r in zip(found.deductions, proofs[::-1], strict=True)]
        return Concluded(tuple(told), found.status)


class Gullible(Exact):
    """It names one clashing clue too few."""

    def look(self, view: View) -> Inference:
        try:
            return super().look(view)
        except Contradiction as clash:
            raise Contradiction("", clash.clues[1:], with_count=clash.with_count) from None


class Rough(Exact):
    def look(self, view: View) -> Inference:
        found = super().look(view)
        assert found.odds is not None
        return Concluded(found.deductions, found.status, {}, RoughOdds(found.odds))


class RoughOdds(Odds):
    def __init__(self, odds: Odds) -> None:
        self._odds = odds

    @property
    def layouts(self) -> int:
        return self._odds.layouts

    @property
    def certain(self) -> Mapping[Cell, bool]:
        return self._odds.certain

    @property
    def risks(self) -> Mapping[Cell, float]:
        return self._odds.risks

    @property
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        return {c: risk.limit_denominator(3) for c, risk in self._odds.risk_fractions.items()}


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        (Lying(), "is wrong"),
        (Lazy(), "is not complete"),
        (Boastful(), "is not complete"),
        (Baseless(), "BadProof"),
        (Gullible(), "which do not clash"),
        (Rough(), "Fraction"),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Engine) else "",
)
def test_a_wrong_engine_is_caught_on_a_small_position(
    engine: Engine, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engines._ENGINES, engine.name, engine)
    runner = Runner(engines.TARGET, 0, lambda tried: tried > 3000, lambda _seed, _value: None)
    finding = next(found for found in runner.run() if words in found.raised)
    assert from_json(finding.input).grid.size <= 6, finding
