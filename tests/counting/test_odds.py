"""Odds against the plain meaning of a probability: the share of all layouts by weight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.problems import layouts, problems

from mineproof import View, analyse
from mineproof.counting.odds import AnyCount, Density, Prior
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, LimitReached
from mineproof.logic.problem import Cell, Problem


def shares(problem: Problem, chance: dict[int, Fraction]) -> dict[Cell, Fraction]:
    """Return the risk of each cell when a layout of k mines has this chance, up to a factor."""
    weighed = [(layout, chance[sum(layout.values())]) for layout in layouts(problem)]
    whole = sum(weight for _, weight in weighed)
    return {
        cell: Fraction(sum(weight for layout, weight in weighed if layout[cell])) / whole
        for cell in sorted(problem.cells)
    }


@given(problem=problems(max_cells=7))
def test_every_layout_is_equally_likely(problem: Problem) -> None:
    inference = Exact().infer(problem)
    even = dict.fromkeys(range(len(problem.cells) + 1), Fraction(1))
    assert inference.risk_fractions == shares(problem, even)
    assert inference.layouts == sum(1 for _ in layouts(problem))
    for cell, risk in inference.risks.items():
        assert risk == pytest.approx(float(inference.risk_fractions[cell]), rel=1e-15)
    assert inference.safe == tuple(c for c, p in sorted(inference.risk_fractions.items()) if p == 0)
    assert inference.mines == tuple(
        c for c, p in sorted(inference.risk_fractions.items()) if p == 1
    )


@given(problem=problems(max_cells=7), share=st.fractions(Fraction(1, 50), Fraction(49, 50)))
def test_a_density_weighs_layouts(problem: Problem, share: Fraction) -> None:
    problem = replace(problem, total=None)
    size = len(problem.cells)
    chance = {k: share**k * (1 - share) ** (size - k) for k in range(size + 1)}
    inference = Exact(prior=Density(share)).infer(problem)
    assert inference.risk_fractions == shares(problem, chance)
    assert inference.layouts == sum(1 for _ in layouts(problem))


@given(problem=problems(max_cells=7))
def test_any_count_makes_each_number_of_mines_equally_likely(problem: Problem) -> None:
    problem = replace(problem, total=None)
    size = len(problem.cells)
    chance = {k: Fraction(1, comb(size, k)) for k in range(size + 1)}
    assert Exact(prior=AnyCount()).infer(problem).risk_fractions == shares(problem, chance)


@pytest.mark.parametrize("prior", [None, Density(0.2), AnyCount()])
@given(problem=problems(max_cells=7))
def test_a_reasoner_knows_the_same_risks_when_it_stalls(
    prior: Prior | None, problem: Problem
) -> None:
    engine = Exact(prior=prior)
    reasoner = engine.begin(problem.cells, problem.total)
    for constraint in problem.constraints:
        reasoner.tell(constraint)
    while reasoner.deduce():
        pass
    odds = engine.infer(problem).risks
    for cell, risk in reasoner.risks().items():
        assert risk == pytest.approx(odds[cell], rel=1e-12)


def test_a_known_count_needs_no_prior() -> None:
    problem = Problem.of([({0, 1}, 1)], total=1, others=range(3))
    plain, odd = Exact().infer(problem), Exact(prior=Density(0.9)).infer(problem)
    assert plain.risks == odd.risks == {0: 0.5, 1: 0.5, 2: 0.0}


@pytest.mark.parametrize("density", [0, 1, -0.1, 1.5])
def test_a_density_is_a_share(density: float) -> None:
    with pytest.raises(BadInput, match="density"):
        Density(density)


def test_a_density_of_a_half_weighs_all_layouts_alike() -> None:
    assert Density().weights(2) == [1, 1, 1]


def test_the_cascade_knows_what_its_last_engine_knows() -> None:
    view = View.from_picture("## 1#", mines=1)
    assert analyse(view).risks == pytest.approx(dict.fromkeys((0, 1, 3), 1 / 3))
    assert analyse(view, "single+subset").risks == {}
    assert analyse(view, "single").layouts is None


@pytest.mark.parametrize("name", [*ENGINES, "single+exact", "exact+single"])
def test_an_engine_says_whether_it_knows_risks(name: str) -> None:
    engine = engine_named(name)
    assert engine.knows_risks is (name in ("exact", "cascade", "single+exact"))
    reasoner = engine.begin(range(3), 1)
    if engine.knows_risks:
        assert reasoner.risks() == pytest.approx(dict.fromkeys(range(3), 1 / 3))
    else:
        with pytest.raises(BadInput, match="knows no risks"):
            reasoner.risks()


def test_a_count_beyond_its_limit_is_refused_not_guessed() -> None:
    problem = Problem.of([({0, 1, 2}, 1), ({2, 3, 4}, 1), ({4, 5, 0}, 1)])
    inference = Exact(max_states=2).infer(problem)
    assert inference.status.value == "limit"
    with pytest.raises(LimitReached):
        _ = inference.risks
