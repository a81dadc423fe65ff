"""Risks without a mine count: by a density, checked against a list of all layouts."""

from __future__ import annotations

import pytest

from mineproof import BadInput, Contradiction, View, analyse, best_moves, study


def risks_by_hand(view: View, density: float) -> dict[int, float]:
    """Return the risks by listing every layout, each weighed by its number of mines."""
    covered = view.covered_cells()
    weights, mined = 0.0, dict.fromkeys(covered, 0.0)
    for mask in range(1 << len(covered)):
        mines = {cell for i, cell in enumerate(covered) if mask >> i & 1}
        if all(
            len(mines.intersection(view.grid.neighbours(c))) == view.number(c)
            for c in view.open_cells()
        ):
            weight = density ** len(mines) * (1 - density) ** (len(covered) - len(mines))
            weights += weight
            for cell in mines:
                mined[cell] += weight
    return {cell: weight / weights for cell, weight in mined.items()}


@pytest.mark.parametrize("picture", ["1## ###", "#### #2## #1##", "##1# #F## 1##1", "#1#2# #####"])
@pytest.mark.parametrize("density", [0.01, 0.16, 0.206, 0.5, 0.9])
@pytest.mark.parametrize("engine", ["cascade", "exact"])
def test_risks_by_density_are_those_of_all_layouts(
    picture: str, density: float, engine: str
) -> None:
    view = View.from_picture(picture)
    wanted = risks_by_hand(view, density)
    found = analyse(view, engine, density=density)
    assert found.risks == pytest.approx(wanted)
    for move in best_moves(view, density=density):
        assert move.risk == pytest.approx(wanted[move.cell])
        assert move.win is None  # it would rest on another prior
    plain = analyse(view, engine)
    assert (found.safe, found.mines, found.layouts) == (plain.safe, plain.mines, plain.layouts)
    assert plain.risks == pytest.approx(risks_by_hand(view, 0.5))


def test_a_density_changes_nothing_where_the_mines_are_counted() -> None:
    view = View.from_picture("1## ###", mines=2)
    assert analyse(view, density=0.1).risks == analyse(view).risks
    assert best_moves(view, density=0.1).ranked == best_moves(view).ranked


@pytest.mark.parametrize("density", [0, 1, -0.5, 1.5, float("nan"), "a lot"])
def test_what_is_no_density(density: float) -> None:
    with pytest.raises(BadInput, match="expected more than 0 and less than 1"):
        analyse(View.from_picture("1#"), density=density)


def test_a_study_names_the_clues_that_clash() -> None:
    with pytest.raises(Contradiction, match="no layout fits: the clue at a1 cannot be met"):
        study(View.from_picture("3#"))
