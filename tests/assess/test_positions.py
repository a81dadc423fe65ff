"""The sample is the same each time, has all shapes, and its smaller positions are possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mineproof.assess.positions import Position, position, smaller, with_lie
from mineproof.assess.smallest import smallest
from mineproof.board.grid import Shape
from mineproof.board.layout import Layout
from mineproof.engines.exact import Exact
from mineproof.errors import Contradiction

SAMPLE = [position(number, seed=0) for number in range(40)]


def test_the_same_numbers_give_the_same_positions() -> None:
    assert [position(number, seed=0) for number in range(40)] == SAMPLE
    assert [position(number, seed=1) for number in range(40)] != SAMPLE


def test_all_shapes_and_both_kinds_of_count_are_there() -> None:
    assert {each.grid.shape for each in SAMPLE} == set(Shape)
    assert {each.tells_total for each in SAMPLE} == {False, True}
    assert any(each.grid.size > 200 for each in SAMPLE)


def test_no_mine_is_open() -> None:
    assert not any(each.opened & each.layout.mines for each in SAMPLE)


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_smaller_ones_are_smaller_and_possible(number: int) -> None:
    whole = SAMPLE[number]
    for each in smaller(whole):
        Exact().look(each.known)  # raises if no layout fits
        is_simpler = each.tells_total < whole.tells_total or each.grid.shape != whole.grid.shape
        assert each.size < whole.size or is_simpler


def test_a_line_that_goes_takes_its_flags_and_mines_along() -> None:
    layout = Layout.from_picture("*.. .*. ...")
    whole = Position(layout, frozenset({2, 8}), flags=frozenset({0, 4}), lie=8)
    without_first_row = next(smaller(whole))
    assert without_first_row.view.picture() == "#F#\n##2"
    assert without_first_row.lie == 5


def test_a_lie_is_one_number() -> None:
    honest = Position(Layout.from_picture("*. .."), frozenset({1, 2, 3}))
    (lying,) = with_lie(honest, 0)
    assert lying.view.picture() == "#2\n11"
    with pytest.raises(Contradiction):
        Exact().look(lying.view)
    assert list(with_lie(replace(honest, opened=frozenset()), 0)) == []


def test_the_smallest_position_has_nothing_to_spare() -> None:
    def has_two(each: Position) -> bool:
        return "2" in each.view.picture()

    whole = next(each for each in SAMPLE if has_two(each))
    found = smallest(whole, has_two)
    assert has_two(found)
    assert not any(map(has_two, smaller(found)))
    assert found.grid.size <= 6
    assert (len(found.layout.mines), found.tells_total) == (2, False)
