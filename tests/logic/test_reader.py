"""From view to problem: what the numbers say, no less and no more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.enumeration import models
from tests.strategies import layout_finishes, layouts, positions

from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import Sight, View
from mineproof.logic.problem import Constraint, Problem, fact
from mineproof.logic.reader import Reader, read


def test_a_number_is_a_constraint_over_the_covered_cells_around_it() -> None:
    problem = read(View.from_picture("1# 2# ##", mines=3))
    assert [(sorted(c.cells), c.mines, c.clue) for c in problem.constraints] == [
        ([1, 3], 1, 0),
        ([1, 3, 4, 5], 2, 2),
    ]
    assert problem.cells == {1, 3, 4, 5}
    assert problem.total == 3


def test_flags_are_notes_and_count_as_hidden() -> None:
    flagged, hidden = View.from_picture("1F 1#", mines=1), View.from_picture("1# 1#", mines=1)
    assert read(flagged) == read(hidden)


def test_a_mine_that_is_seen_is_a_fact() -> None:
    problem = read(View.from_picture("1* ##", mines=1))
    assert problem.cells == {1, 2, 3}
    assert problem.constraints == (Constraint(frozenset({1, 2, 3}), 1), fact(1, True))


def test_a_number_without_covered_cells_is_dropped_only_if_it_says_nothing() -> None:
    assert read(View.from_picture("00 00")) == Problem((), frozenset())
    problem = read(View.from_picture("02 00"))
    assert problem.constraints == (Constraint(frozenset(), 2),)
    assert problem.constraints[0].clue == 1


def test_the_shape_decides_who_is_around() -> None:
    square = read(View.from_picture("1#### ##### #####"))
    torus = read(View.from_picture("1#### ##### #####", shape=Shape.TORUS))
    assert sorted(square.constraints[0].cells) == [1, 5, 6]
    assert sorted(torus.constraints[0].cells) == [1, 4, 5, 6, 9, 10, 11, 14]


def test_a_view_without_a_total() -> None:
    assert read(View.from_picture("1#")).total is None


@given(positions())
def test_a_problem_is_what_the_definition_says(position: tuple[Layout, View]) -> None:
    _, view = position
    picture = view.picture().replace("\n", "")
    covered = {cell for cell, character in enumerate(picture) if character in "#F*"}
    wanted = [
        (covered & set(view.grid.neighbours(cell)), int(character), cell)
        for cell, character in enumerate(picture)
        if character.isdigit()
    ]
    problem = read(view)
    numbers = [c for c in problem.constraints if c.clue is not None]
    assert [(set(c.cells), c.mines, c.clue) for c in numbers] == [
        want for want in wanted if want[0] or want[1]
    ]
    facts = [fact(cell, True) for cell, character in enumerate(picture) if character == "*"]
    assert [c for c in problem.constraints if c.clue is None] == facts
    assert problem.cells == covered
    assert problem.total == view.mines


@given(positions())
def test_the_truth_meets_every_constraint(position: tuple[Layout, View]) -> None:
    layout, view = position
    problem = read(view)
    assert all(len(c.cells & layout.mines) == c.mines for c in problem.constraints)
    assert problem.total in (None, len(layout.mines & problem.cells))


@given(layouts(max_side=3))
def test_the_models_of_a_problem_are_the_layouts_that_look_the_same(layout: Layout) -> None:
    game = Game.on(layout, Finish.MARKING, safe=layout.safe_cells()[::2])
    problem = read(game.view)
    look_alikes = {
        mines
        for mines in models(range(layout.grid.size), [])
        if mines.isdisjoint(game.view.open_cells())
        and all(
            Layout(layout.grid, mines).number(cell) == number for cell, number in game.handed_out
        )
    }
    assert models(problem.cells, problem.constraints) == look_alikes


# --- one sight after the other --------------------------------------------------------------------


def test_a_reader_names_only_what_was_covered_when_it_looked() -> None:
    reader = Reader(Grid(1, 4))
    (first,) = reader.read([Sight(1, 1)])
    assert (sorted(first.cells), first.mines, first.clue) == ([0, 2], 1, 1)
    (second,) = reader.read([Sight(2, 1)])
    assert (sorted(second.cells), second.mines, second.clue) == ([3], 1, 2)
    assert reader.read([]) == []


def test_a_reader_takes_cells_that_open_together_together() -> None:
    found = Reader(Grid(1, 4)).read([Sight(0, 0), Sight(1, 0), Sight(2, 1)])
    assert [(sorted(c.cells), c.mines, c.clue) for c in found] == [([3], 1, 2)]


def test_a_reader_knows_what_it_has_read() -> None:
    reader = Reader(Grid(1, 3))
    assert not reader.is_open(1)
    reader.read([Sight(1, 0)])
    assert [reader.is_open(cell) for cell in range(3)] == [False, True, False]


def test_a_reader_passes_on_that_all_around_a_zero_is_safe() -> None:
    (found,) = Reader(Grid(1, 3)).read([Sight(0, 0)])
    assert (found.cells, found.mines, found.clue) == (frozenset({1}), 0, 0)


def test_a_reader_keeps_a_number_that_cannot_be() -> None:
    (found,) = Reader(Grid(1, 1)).read([Sight(0, 1)])
    assert (found.cells, found.mines, found.clue) == (frozenset(), 1, 0)


@given(layouts(max_side=5), layout_finishes, st.data())
def test_a_reader_says_in_the_end_what_reading_the_view_says(
    layout: Layout, finish: Finish, data: st.DataObject
) -> None:
    game, reader = Game.on(layout, finish), Reader(layout.grid)
    told = []
    order = data.draw(st.permutations(layout.safe_cells()))
    for cell in order[: data.draw(st.integers(0, len(order)))]:
        if game.status is GameStatus.PLAYING and not game.view.is_open(cell):
            told += reader.read(game.open(cell))
    covered = read(game.view).cells
    # What was covered then may be open by now; it is known to be safe, so it drops out.
    reduced = [Constraint(c.cells & covered, c.mines, c.clue) for c in told]
    said = {(c, c.clue) for c in reduced if c.cells or c.mines}
    assert said == {(c, c.clue) for c in read(game.view).constraints}
    assert all(len(c.cells & layout.mines) == c.mines for c in told)
