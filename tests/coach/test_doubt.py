"""Why a cell is uncertain: two layouts that fit, alike where they can be, and the odds."""

from __future__ import annotations

import pytest
from tests.boards import mid_game, moments

from mineproof.board.view import View
from mineproof.coach.doubt import doubt
from mineproof.coach.explanation import CellVerdict, explain
from mineproof.coach.language import LANGUAGES
from mineproof.counting.odds import Density
from mineproof.engines.exact import Exact
from mineproof.logic.reader import read


def views() -> list[View]:
    return [
        View.from_picture("## 11"),
        View.from_picture("1## ###", mines=2),
        View.from_picture("###", mines=1),
        View.from_picture("F##1 ####"),
        *(mid_game(level, 2) for level in ("beginner", "hex:9x9/14", "torus:9x9/12")),
        *moments("intermediate", 5, count=2),
    ]


def test_both_layouts_fit_and_differ_in_the_cell() -> None:
    for view in views():
        problem, risks = read(view), Exact().look(view).risks
        for cell in [cell for cell, risk in risks.items() if 0 < risk < 1][::3]:
            found = doubt(view, cell)
            for witness, is_mine in ((found.mined, True), (found.safe, False)):
                mines = witness.mines
                assert (cell in mines) == is_mine
                assert all(len(mines & each.cells) == each.mines for each in problem.constraints)
                assert problem.total in (None, len(mines))
            assert found == doubt(view, cell)


def test_only_what_must_differ_differs() -> None:
    found = doubt(View.from_picture("## 11 00 11 ##", mines=2), 0)
    assert found.mined.mines ^ found.safe.mines == {0, 1}
    floating = doubt(View.from_picture("1#### #####", mines=3), 4)
    assert len(floating.mined.mines ^ floating.safe.mines) == 2


def test_a_density_gives_layouts_without_shares() -> None:
    found = doubt(View.from_picture("1####"), 3, Density(0.2))
    assert found.shares is None
    assert 3 in found.mined.mines
    assert 3 not in found.safe.mines


@pytest.mark.parametrize("tag", LANGUAGES)
def test_an_uncertain_cell_is_explained_and_a_certain_one_has_no_doubt(tag: str) -> None:
    view = View.from_picture("01#1#1####", mines=4)
    verdicts = {cell: explain(view, cell, language=tag) for cell in range(view.grid.size)}
    for found in verdicts.values():
        assert (found.doubt is not None) == (found.verdict is CellVerdict.UNCERTAIN)
        assert found.doubt is None or len(found.remarks) >= 3


def test_how_the_odds_come_about_is_told() -> None:
    remarks = [str(each) for each in explain(View.from_picture("1## ###", mines=2), 1).remarks]
    assert remarks[:2] == [
        "b1 is not certain. Its risk is 33.3%.",
        "Some layouts that fit have a mine at b1, others have none.",
    ]
    assert remarks[2] == (
        "With one mine in the 3 cells that its clues link, b1 is it in 1 of 3 ways"
        " (100% of all layouts)."
    )
    floating = [str(each) for each in explain(View.from_picture("1## ###", mines=2), 2).remarks]
    assert floating[-1] == (
        "No number touches c1. On average 1.0 mines are left for the 2 cells like it."
    )
