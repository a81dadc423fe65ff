"""dpll: finds what counting finds, proves by resolution, and stops at its limit.

What it shares with the other engines is in test_contract.py, its search in parts/test_search.py.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.boards import some_position

from mineproof.assess.engine_contract import verdicts
from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of
from mineproof.engines import engine_named
from mineproof.engines.cascade import Cascade
from mineproof.engines.dpll import Dpll, SearchTrees
from mineproof.engines.event import Event, Happening
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Deduction, Status
from mineproof.errors import BadInput
from mineproof.logic.checker import check
from mineproof.logic.problem import Problem
from mineproof.logic.proof import Counted, Forced, MineCount, Unit, leaves, steps
from mineproof.logic.reader import read

# Two clues of 3 and only four mines: d1 and d2, which both clues touch, are two of them, and none
# is left for a1 and a2.
BY_COUNT = View.from_picture("##3#3# ######", mines=4)

# No clue settles anything alone, and one assumption does not settle the rest.
LATTICE = "1#2#2#0# ######## 2#3#3#0# ######## 3#3#1#0# ######## 2#4#1#0# ########"


@pytest.mark.parametrize("part", range(2))
def test_agrees_with_counting_on_positions_of_all_levels(part: int) -> None:
    """Of 40 in each part; benchmarks/engines/dpll.py compares two thousand."""
    for seed in range(part * 40, part * 40 + 40):
        problem = read(some_position(seed))
        for told in (problem, replace(problem, total=None)):
            inference = Dpll().infer(told)
            assert inference.status is Status.COMPLETE
            assert verdicts(inference) == odds_of(told).certain, seed
            check(told, inference)


def is_by_resolution(deduction: Deduction) -> bool:
    """Whether a proof is one clue's alone, or by resolution."""
    proof = deduction.proof
    return isinstance(proof, Forced | Unit) and not any(
        isinstance(step, Counted) for step in steps(proof)
    )


def test_even_the_mine_count_is_used_by_resolution() -> None:
    inference = Dpll().infer(read(BY_COUNT))
    assert verdicts(inference) == {0: False, 6: False, 3: True, 9: True}
    for deduction in inference.deductions:
        assert is_by_resolution(deduction)
        assert any(isinstance(leaf, MineCount) for leaf in leaves(deduction.proof))


def test_a_mine_count_over_many_floating_cells_does_not_explode() -> None:
    """Two hundred floating cells are settled without a decision for any of them."""
    pairs = [({2 * i, 2 * i + 1}, 1) for i in range(10)]
    problem = Problem.of(pairs, total=10, others=range(220))
    inference = Dpll().infer(problem)
    assert verdicts(inference) == dict.fromkeys(range(20, 220), False)
    assert inference.counters["decisions"] <= 40
    check(problem, inference)


def test_the_tree_of_a_cell_is_data() -> None:
    (deduction, *_) = [d for d in Dpll().infer(read(BY_COUNT)).deductions if d.cell == 3]
    assert isinstance(deduction.reason, SearchTrees)
    heard: list[Event] = []
    root = deduction.reason.tree(3, heard.append)
    assert root.literal == -4
    assert root.refutation is not None
    assert root.refutation.claim == {4}
    assert heard


def test_a_listener_hears_the_searches_of_an_inference() -> None:
    heard: list[Event] = []
    inference = Dpll(listener=heard.append).infer(read(BY_COUNT))
    decided = [event for event in heard if event.happening is Happening.DECIDED]
    assert len(decided) == inference.counters["decisions"] > 0


# Limits


def test_at_its_limit_it_says_so_and_others_may_go_on() -> None:
    lattice = read(View.from_picture(LATTICE, mines=12))
    limited = Dpll(limit=1).infer(lattice)
    complete = Exact().infer(lattice)
    assert limited.status is Status.LIMIT
    assert verdicts(limited).items() < verdicts(complete).items()
    both = Cascade([Dpll(limit=1), Exact()]).infer(lattice)
    assert both.status is Status.COMPLETE
    assert verdicts(both) == verdicts(complete) == verdicts(Dpll().infer(lattice))


def test_options_are_checked() -> None:
    limited = engine_named("dpll(limit=7)")
    assert isinstance(limited, Dpll)
    assert limited.limit == 7
    with pytest.raises(BadInput, match=r"^dpll has no option 'depth'; expected limit"):
        engine_named("dpll(depth=3)")
    with pytest.raises(BadInput, match=r"^dpll's option limit is -1; expected 0 or more$"):
        engine_named("dpll(limit=-1)")
