"""Inference: its cells in order, the right way round, and the chain behind each."""

from __future__ import annotations

from fractions import Fraction

from mineproof.engines.exact import Exact
from mineproof.engines.inference import Concluded, Deduction, Prover, Status
from mineproof.engines.single import Single
from mineproof.logic.problem import Cell, Problem, fact
from mineproof.logic.proof import Clue, Forced, Known, Proof


def found(*cells: tuple[Cell, bool]) -> Concluded:
    proofs = [(cell, is_mine, Known.of(cell, is_mine)) for cell, is_mine in cells]
    return Concluded(tuple(Deduction(*each, "test") for each in proofs), Status.STALLED)


def test_safe_cells_and_mines_are_apart_and_each_in_order() -> None:
    inference = found((9, False), (4, True), (1, False), (7, True), (2, True), (5, False))
    assert inference.safe == (1, 5, 9)
    assert inference.mines == (2, 4, 7)


def test_deductions_keep_the_order_in_which_they_were_found() -> None:
    inference = found((9, False), (4, True), (1, False))
    assert [(cell, is_mine) for cell, is_mine, _ in inference] == [
        (9, False),
        (4, True),
        (1, False),
    ]
    assert [proof.claim for _, _, proof in inference] == [
        fact(9, False),
        fact(4, True),
        fact(1, False),
    ]


def test_without_odds_there_are_no_risks() -> None:
    inference = found((1, True))
    assert inference.odds is None
    assert inference.layouts is None
    assert inference.risks == inference.risk_fractions == {}


def test_with_odds_the_risks_are_those_of_being_a_mine() -> None:
    inference = Exact().infer(Problem.of([({0, 1, 2}, 1)], total=1, others=range(4)))
    assert inference.layouts == 3
    assert inference.risk_fractions == {**dict.fromkeys(range(3), Fraction(1, 3)), 3: 0}
    assert inference.risks == {cell: float(risk) for cell, risk in inference.risk_fractions.items()}


def test_a_chain_is_what_settles_the_cell_first_things_first() -> None:
    problem = Problem.of([({5}, 1), ({5, 3}, 1), ({3, 4}, 1), ({4, 0}, 1), ({8}, 0), ({3, 9}, 0)])
    inference = Single().infer(problem)
    assert [d.cell for d in inference.chain(4)] == [5, 3, 4]
    assert [d.is_mine for d in inference.chain(4)] == [True, False, True]
    assert [d.cell for d in inference.chain(8)] == [8]
    assert inference.chain(7) == ()
    together = Single().infer(Problem.of([({0, 1, 2}, 3)]))
    assert [d.cell for d in together.chain(2)] == [2]  # the others share its clue, no more


class Late(Prover):
    def prove(self, cell: Cell) -> Proof:
        claim = fact(cell, True)
        return Forced(claim, Clue(claim))


def test_a_proof_may_be_found_on_demand() -> None:
    late = Deduction(6, True, Late(), "test")
    assert isinstance(late.proof, Forced)
    assert late.proof.claim == fact(6, True)


def test_equal_conclusions_need_not_have_equal_reasons() -> None:
    late, known = Deduction(6, True, Late(), "test"), Deduction(6, True, Known.of(6, True), "test")
    assert late == known
    assert "reason" not in repr(late)
    odds = Exact().infer(Problem.of([({6}, 1)])).odds
    with_odds, without = (Concluded((late,), Status.STALLED, {}, each) for each in (odds, None))
    assert with_odds == without
    assert "odds" not in repr(with_odds)
