"""Puzzles by id: reproducible, cropped without hiding anything, and of a class."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.board.grid import Grid, Shape
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.coach.boards.classes import PuzzleClass, Standing, attempt, puzzle_classes
from mineproof.coach.boards.crop import Crop, _around
from mineproof.coach.boards.exercises import Worth, judge
from mineproof.coach.boards.puzzles import PuzzleId, make_puzzle
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.steps.techniques import StepLevel, Technique
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, UnknownName
from mineproof.stats.glicko import Rating

IDS = ("L1#1", "1-2#1", "chain#2", "case-split#1", "torus:1-1#3", "hex:hole#1", "hex:case-split#2")


@pytest.mark.parametrize("text", IDS)
def test_a_crop_shows_all_that_the_step_needs(text: str) -> None:
    puzzle = make_puzzle(PuzzleId.parse(text))
    view, crop = puzzle.exercise.view, puzzle.crop
    assert str(puzzle.id) == text
    assert crop is not None
    certain = Exact().look(crop.shown(view))
    for cell, is_mine in puzzle.exercise.targets:
        assert crop.holds(view.grid, cell)
        assert cell in (certain.mines if is_mine else certain.safe)
    layout = puzzle.exercise.board.layout  # what is certain in a part is true
    assert all(layout.is_mine(cell) for cell in certain.mines)
    assert not any(layout.is_mine(cell) for cell in certain.safe)


def test_where_the_mine_count_matters_the_whole_board_is_shown() -> None:
    assert make_puzzle(PuzzleId.parse("all-floating-cells-safe#1")).crop is None


def test_an_answer_by_what_is_not_shown_is_a_guess() -> None:
    puzzle = make_puzzle(PuzzleId.parse("1-2#1"))
    view, targets, crop = puzzle.exercise.view, puzzle.exercise.targets, puzzle.crop
    assert crop is not None
    whole, part = Exact().look(view), Exact().look(crop.shown(view))
    unseen = {*whole.safe} - {*part.safe} - {cell for cell, _ in targets}
    for cell in unseen:
        assert judge(view, targets, cell, False) is Worth.ELSEWHERE
        assert judge(view, targets, cell, False, crop) is Worth.UNCERTAIN


@given(
    shape=st.sampled_from(Shape),
    size=st.tuples(st.integers(3, 20), st.integers(3, 20)),
    data=st.data(),
    seed=st.integers(0, 99),
)
def test_crops_hold_what_they_should(
    shape: Shape, size: tuple[int, int], data: st.DataObject, seed: int
) -> None:
    grid = Grid(*size, shape)
    cells = data.draw(st.sets(st.integers(0, grid.size - 1), min_size=1, max_size=4))
    crop = _around(grid, cells, 8, Rng(seed))
    if crop is None:
        return
    crop.check(grid)
    assert all(crop.holds(grid, cell) for cell in cells)
    assert shape is not Shape.HEX or crop.rows[0] % 2 == 0
    lines = [(crop.rows, grid.rows), (crop.cols, grid.cols)]
    assert all(count in (size, *range(8, size)) for (_, count), size in lines)


def test_a_part_of_a_torus_reaches_across_the_edges() -> None:
    grid = Grid(16, 16, Shape.TORUS)
    corner = [grid.at(*place) for place in ((15, 15), (15, 0), (0, 15), (0, 0))]
    crop = _around(grid, corner, 8, Rng(1))
    assert crop is not None
    assert (crop.rows[1], crop.cols[1]) == (8, 8)


def test_what_is_shown_of_a_view() -> None:
    view = View.from_picture("1F1 121 1#1", mines=2)
    assert Crop((0, 2), (0, 2)).shown(view) == View.from_picture("1*# 12# ###")


def test_the_puzzle_of_a_day_rises_through_the_week() -> None:
    week = [PuzzleId.of_day(dt.date(2026, 2, day)) for day in range(2, 9)]
    assert [each.wanted for each in week] == [
        *(StepLevel.L2, StepLevel.L2, StepLevel.L3, StepLevel.L3),
        *(StepLevel.L4, StepLevel.L4, StepLevel.L5),
    ]
    assert len({each.seed for each in week}) == 7


@pytest.mark.parametrize("text", ["", "1-2", "1-3#1", "mixed#-1", "cube:mixed#1", "G#1"])
def test_what_is_no_puzzle(text: str) -> None:
    with pytest.raises(BadInput, match="expected"):
        PuzzleId.parse(text)


def test_every_id_reads_back() -> None:
    for wanted in (*Technique, *StepLevel, None):
        if wanted is not StepLevel.G:
            each = PuzzleId(wanted, 7, Shape.TORUS)
            assert PuzzleId.parse(str(each)) == each


def test_classes_have_names_and_start_where_their_technique_is() -> None:
    classes = puzzle_classes()
    assert [PuzzleClass.parse(str(each)) for each in classes] == list(classes)
    for tag in LANGUAGES:
        assert len({each.title(language(tag)) for each in classes}) == len(classes)
    by_level = {level: [] for level in StepLevel}  # type: dict[StepLevel, list[float]]
    for each in classes:
        by_level[each.technique.level].append(each.start.rating)
    assert max(by_level[StepLevel.L1]) < min(by_level[StepLevel.L2])
    assert max(by_level[StepLevel.L2]) < min(by_level[StepLevel.L3]) < min(by_level[StepLevel.L4])
    with pytest.raises(UnknownName, match="unknown class of puzzles '1-3'"):
        PuzzleClass.parse("1-3")


def test_the_class_of_a_puzzle_is_that_of_its_step() -> None:
    exercise = make_puzzle(PuzzleId.parse("1-2#1")).exercise
    found = PuzzleClass.of(exercise.lead.steps)
    assert found == PuzzleClass(Technique.ONE_TWO, exercise.lead.steps[-1].is_reduced)


def test_days_without_an_attempt_make_ratings_less_certain() -> None:
    first, later = dt.date(2026, 2, 1), dt.date(2026, 8, 1)
    done = attempt(Standing(Rating()), Standing(Rating()), is_solved=True, day=first)
    assert done.expected == 0.5
    assert done.player.on(first) == done.player.on(dt.date(2026, 2, 2)) == done.player.rating
    assert done.player.on(later).deviation > done.player.rating.deviation
    assert done.player.on(later).rating == done.player.rating.rating
