"""One cell explained: the chain to it, its risk, or what it shows."""

from __future__ import annotations

import pytest
from tests.boards import moments, scattered

from mineproof.board.view import MINE, View
from mineproof.coach.explanation import CellVerdict, Explanation, explain
from mineproof.engines.exact import Exact
from mineproof.errors import Contradiction


def explained(picture: str, name: str, mines: int | None = None, tag: str = "en") -> Explanation:
    view = View.from_picture(picture, mines)
    return explain(view, view.grid.parse(name), language=tag)


def remarks(explanation: Explanation) -> str:
    return " ".join(map(str, explanation.remarks))


def test_every_cell_of_many_positions_is_what_counting_says() -> None:
    views = [view for level in ("beginner", "hex:9x9/14") for view in moments(level, 3, count=1)]
    for view in [*views, *map(scattered, range(4))]:
        inference = Exact().look(view)
        for cell in range(view.grid.size):
            explanation = explain(view, cell)
            known = {(c, True) for c, code in enumerate(view.cells) if code == MINE}
            for step in explanation.steps:
                assert known.issuperset(step.facts)
                known.update(step.conclusions)
            match explanation.verdict:
                case CellVerdict.SAFE:
                    assert cell in inference.safe
                    assert (cell, False) in explanation.steps[-1].conclusions
                case CellVerdict.MINE:
                    assert cell in inference.mines
                    assert (cell, True) in explanation.steps[-1].conclusions
                case CellVerdict.OPEN:
                    assert view.is_open(cell)
                case CellVerdict.UNCERTAIN:
                    assert explanation.risk == inference.risks[cell]
                    assert cell not in {*inference.safe, *inference.mines}
                case CellVerdict.UNKNOWN:
                    pytest.fail("all of this can be counted")


def test_a_chain_holds_only_what_leads_to_the_cell() -> None:
    explanation = explained("01#1#1#", "e1")
    assert [step.conclusions for step in explanation.steps] == [((2, True),), ((4, False),)]
    assert [str(told[-1]) for told in explanation.told] == ["So c1 is a mine.", "So e1 is safe."]
    assert remarks(explanation) == ""


def test_what_has_no_chain_is_remarked_upon() -> None:
    assert remarks(explained("1#", "a1")) == "a1 is open: it shows 1."
    assert remarks(explained("*1", "a1")) == "a1 is a visible mine."
    uncertain = "b1 is not certain. Its risk is 50.0%. Some layouts that fit have a mine at b1"
    assert remarks(explained("## 11", "b1")).startswith(uncertain)
    assert remarks(explained("## 11", "b1", tag="zh-TW")).startswith("b1 無法確定，風險是 50.0%。")


def test_flags_are_judged() -> None:
    assert remarks(explained("F1", "a1")) == "The flag at a1 is right."
    assert remarks(explained("F0", "a1")) == "The flag at a1 is wrong."
    told = remarks(explained("F# 11", "a1"))
    judged = "a1 is not certain. Its risk is 50.0%. The flag at a1 may be right or wrong. Some"
    assert told.startswith(judged)


def test_an_impossible_position_is_refused_whatever_the_cell() -> None:
    for name in ("a1", "b1"):
        with pytest.raises(Contradiction):
            explained("2#", name)


def test_too_much_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("steps.steps", "explanation"):
        monkeypatch.setattr(f"mineproof.coach.{module}.Exact", lambda **_: Exact(max_states=1))
    explanation = explained("#1#1# ##### #1#1#", "a1", mines=4)
    assert (explanation.verdict, explanation.risk) == (CellVerdict.UNKNOWN, None)
    assert remarks(explanation).startswith("a1: too many layouts to count")
