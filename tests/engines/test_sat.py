"""sat: finds what counting finds, looks again only where something has changed, proves with little.

What it shares with the other engines is in test_contract.py.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from tests.boards import some_position
from tests.problems import problems

from mineproof import View
from mineproof.counting.counted_odds import odds_of
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Inference, Status
from mineproof.engines.parts.entailment import Entailment
from mineproof.engines.parts.refutation import refutation
from mineproof.engines.parts.solver import is_installed
from mineproof.engines.sat import Sat, SatReasoner
from mineproof.errors import BadInput
from mineproof.logic.checker import check, has_layout
from mineproof.logic.problem import Cell, Constraint, Problem, fact
from mineproof.logic.proof import Counted, MineCount, leaves
from mineproof.logic.reader import read

# Two clues of 3 and only four mines: d1 and d2, which both clues touch, are two of them, and none
# is left for a1 and a2.
BY_COUNT = View.from_picture("##3#3# ######", mines=4)


def verdicts(inference: Inference) -> dict[Cell, bool]:
    return {d.cell: d.is_mine for d in inference.deductions}


@pytest.mark.parametrize("part", range(3))
def test_agrees_with_counting_on_positions_of_all_levels(part: int) -> None:
    """A hundred in each part; benchmarks/engines/sat.py compares two thousand."""
    for seed in range(part * 100, part * 100 + 100):
        problem = read(some_position(seed))
        for told in (problem, replace(problem, total=None)):
            inference = Sat().infer(told)
            assert inference.status is Status.COMPLETE
            assert verdicts(inference) == odds_of(told).certain, seed


# Proofs


@pytest.mark.parametrize("seed", range(40))
def test_proofs_of_real_positions_are_accepted_and_minimal(seed: int) -> None:
    problem = read(some_position(seed))
    inference = Sat().infer(problem)
    check(problem, inference)
    for deduction in inference.deductions:
        assert_minimal(deduction.proof)


@given(problem=problems())
def test_no_premise_could_be_left_out(problem: Problem) -> None:
    for _, _, proof in Sat().infer(problem):
        assert_minimal(proof)


def assert_minimal(proof: object) -> None:
    """Drop any premise: then a layout fits with the opposite of the claim."""
    if not isinstance(proof, Counted):
        return
    (cell,) = proof.claim.cells
    opposite = fact(cell, proof.claim.mines == 0)
    claims = [p.claim for p in proof.premises if isinstance(p.claim, Constraint)]
    for left_out in range(len(claims)):
        assert has_layout([*claims[:left_out], *claims[left_out + 1 :], opposite])


def test_the_mine_count_is_used_only_where_it_is_needed() -> None:
    def uses_count(inference: Inference) -> list[bool]:
        return [
            any(isinstance(leaf, MineCount) for leaf in leaves(d.proof))
            for d in inference.deductions
        ]

    without = Sat().infer(read(View.from_picture("##### #2### #2###", mines=5)))
    assert verdicts(without) == {0: False, 1: False, 2: False}
    assert uses_count(without) == [False] * 3
    by_count = Sat().infer(read(BY_COUNT))
    assert verdicts(by_count) == {0: False, 6: False, 3: True, 9: True}
    assert uses_count(by_count) == [True] * 4


def test_floating_cells_are_settled_and_proved_one_by_one() -> None:
    problem = Problem.of([({0, 1}, 1), ({1, 2}, 1), ({0, 2}, 2)], total=2, others=range(9))
    inference = Sat().infer(problem)
    assert verdicts(inference) == {0: True, 2: True} | dict.fromkeys((1, *range(3, 9)), False)
    overlapping = Problem.of([({0, 1, 2}, 2), ({1, 2, 3}, 2)], total=2, others=range(8))
    inference = Sat().infer(overlapping)
    assert verdicts(inference) == dict.fromkeys((0, 3, 4, 5, 6, 7), False) | {1: True, 2: True}
    check(overlapping, inference)


# Nothing is done twice


def begin(cells: int, total: int | None = None) -> SatReasoner:
    reasoner = Sat().begin(range(cells), total)
    assert isinstance(reasoner, SatReasoner)
    return reasoner


def clue(*cells: Cell, mines: int) -> Constraint:
    return Constraint(frozenset(cells), mines)


def test_the_count_is_looked_at_again_when_there_is_a_new_clue() -> None:
    reasoner = Sat().begin([0, 1, 8, 9], 3)
    assert reasoner.deduce() == ()
    reasoner.tell(Constraint(frozenset({0, 1}), 1))
    assert {d.cell: d.is_mine for d in reasoner.deduce()} == {8: True, 9: True}


def test_a_front_is_looked_at_once() -> None:
    reasoner = begin(20)
    for told in (clue(0, 1, 2, mines=1), clue(1, 2, 3, mines=2), clue(2, 4, mines=1)):
        reasoner.tell(told)
    assert [d.cell for d in reasoner.deduce()] == [0, 3]
    assert reasoner.counters["fronts"] == 1
    assert reasoner.deduce() == ()
    reasoner.learn(0, is_mine=False)  # seen, and known
    assert reasoner.deduce() == ()
    assert reasoner.counters["fronts"] == 1


def test_news_elsewhere_do_not_make_it_look_again() -> None:
    reasoner = begin(20)
    reasoner.tell(clue(0, 1, 2, mines=1))
    reasoner.tell(clue(2, 3, 4, mines=1))
    assert reasoner.deduce() == ()
    reasoner.tell(clue(10, 11, 12, mines=1))
    reasoner.tell(clue(12, 13, mines=1))
    assert reasoner.deduce() == ()
    assert reasoner.counters["fronts"] == 2
    reasoner.learn(15, is_mine=False)  # floats
    assert reasoner.deduce() == ()
    assert reasoner.counters["fronts"] == 2
    reasoner.learn(4, is_mine=False)
    assert reasoner.deduce() == ()
    assert reasoner.counters["fronts"] == 3


def test_a_front_that_falls_apart_is_looked_at_in_both_parts() -> None:
    reasoner = begin(20)
    parts = [clue(0, 1, 2, mines=1), clue(0, 1, 3, mines=1)], [clue(5, 6, 7, mines=1)]
    link = clue(3, 4, 5, mines=1)
    for told in (*parts[0], link, *parts[1]):
        reasoner.tell(told)
    assert reasoner.deduce() == ()
    reasoner.learn(5, is_mine=True)
    found = {d.cell: d.is_mine for _ in range(3) for d in reasoner.deduce()}
    assert found == {2: False, 3: False, 4: False, 6: False, 7: False}


def test_the_board_is_looked_at_only_where_the_count_may_matter() -> None:
    for total, looks in ((2, 1), (9, 0), (16, 1)):
        reasoner = begin(20, total)
        reasoner.tell(clue(0, 1, 2, mines=1))
        reasoner.tell(clue(2, 3, 4, mines=1))
        assert reasoner.deduce() == ()
        assert reasoner.deduce() == ()
        assert reasoner.counters["boards"] == looks


# Limits


LATTICE = "1#2#2#0# ######## 2#3#3#0# ######## 3#3#1#0# ######## 2#4#1#0# ########"


def test_at_its_limit_it_says_so_and_others_may_go_on() -> None:
    lattice = read(View.from_picture(LATTICE, mines=12))
    limited = Sat(max_conflicts=1).infer(lattice)
    complete = Exact().infer(lattice)
    assert limited.status is Status.LIMIT
    assert verdicts(limited).items() < verdicts(complete).items()
    both = Cascade([Sat(max_conflicts=1), Exact()]).infer(lattice)
    assert both.status is Status.COMPLETE
    assert verdicts(both) == verdicts(complete)


def test_the_limit_is_remembered_until_the_front_changes() -> None:
    problem = read(View.from_picture(LATTICE))
    reasoner = Sat(max_conflicts=1).begin(problem.cells, None)
    for constraint in problem.constraints:
        reasoner.tell(constraint)
    while reasoner.deduce():
        pass
    looks = reasoner.counters["fronts"]
    assert reasoner.deduce() == ()
    assert (reasoner.status, reasoner.counters["fronts"]) == (Status.LIMIT, looks)
    for cell, is_mine in odds_of(problem).certain.items():
        reasoner.learn(cell, is_mine)
    reasoner.deduce()
    assert reasoner.counters["fronts"] > looks


# Without python-sat


@pytest.fixture
def _no_python_sat(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    is_installed.cache_clear()
    yield
    is_installed.cache_clear()


@pytest.mark.usefixtures("_no_python_sat")
def test_without_python_sat_the_engine_says_what_to_install() -> None:
    assert "sat" in ENGINES
    for name in ("sat", "single+sat"):
        message = r"^engine sat needs python-sat: pip install 'mineproof\[sat\]'$"
        with pytest.raises(BadInput, match=message):
            engine_named(name)


@pytest.mark.usefixtures("_no_python_sat")
def test_without_python_sat_so_do_its_other_parts() -> None:
    ring = [clue(i, (i + 1) % 3, 3, mines=1) for i in range(3)]
    with pytest.raises(BadInput, match=r"^entailment needs python-sat: pip install "):
        Entailment(ring)
    with pytest.raises(BadInput, match=r"^a refutation needs python-sat: pip install "):
        refutation(ring, 3, True)


@pytest.mark.usefixtures("_no_python_sat")
def test_without_python_sat_the_cascade_ends_with_exact_alone() -> None:
    names = [engine.name for engine in Cascade().engines]
    assert names == ["single", "subset", "cutting-planes", "resolution", "exact"]


def test_with_python_sat_the_cascade_asks_it_before_exact() -> None:
    names = [engine.name for engine in Cascade().engines]
    assert names == ["single", "subset", "cutting-planes", "resolution", "sat", "exact"]


def test_python_sat_is_not_imported_before_it_is_needed() -> None:
    script = """
import sys
from mineproof import View, analyse, play
analyse(View.from_picture("## 22", mines=2))
play("easy", "list:9", seed=2)
assert "pysat" not in sys.modules
analyse(View.from_picture("#1#1# #####")).deductions  # none: it has to say so
assert "pysat" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)
