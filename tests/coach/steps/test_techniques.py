"""Steps get the names that players give them: in pictures, in their images, and not look-alikes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.enumeration import models
from tests.problems import certain_cells, problems
from tests.strategies import positions

from mineproof.agents import agent_named
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import HIDDEN, MINE, View
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.steps.fewest import certain
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import (
    Pattern,
    Reduced,
    StepLevel,
    Technique,
    name_count,
    name_pair,
    title,
)
from mineproof.engines.single import Single
from mineproof.logic.problem import Constraint, Problem, fact
from mineproof.logic.reader import read
from mineproof.play.match import Match

BY_LENGTH = (
    Technique.ONE_ONE,
    Technique.ONE_TWO,
    Technique.ONE_TWO_ONE,
    Technique.ONE_TWO_TWO_ONE,
)
WHERE = {Technique.ONE_TWO_ONE: (3, 1), Technique.ONE_TWO_TWO_ONE: (4, 2)}
"""How many clues are in line, and opposite which of them the mines are."""

COACH_PAGE = Path(__file__).parents[3] / "docs" / "coach.md"


# --- all pairs of a position, and its images ------------------------------------------------------

Pair = tuple[Cell, Cell]
"""The clue with more mines for its cells, and the other."""


@lru_cache(maxsize=32)
def reduced_clues(view: View) -> Mapping[Cell, Reduced]:
    """Return the clues that have cells left once single clues have settled all they can."""
    clues = [clue for clue in read(view).constraints if clue.clue is not None]
    known = {cell: True for cell, code in enumerate(view.cells) if code == MINE}
    before = -1
    while before < len(known):
        before = len(known)
        for clue in clues:
            left = reduce(clue, known)
            if left.mines in (0, len(left.cells)):
                known.update(dict.fromkeys(left.cells, left.mines > 0))
    return {left.clue: left for clue in clues if (left := reduce(clue, known)).cells}


def reduce(clue: Constraint, known: Mapping[Cell, bool]) -> Reduced:
    assert clue.clue is not None
    mines = clue.mines - sum(known.get(cell, False) for cell in clue.cells)
    return Reduced(clue.clue, clue.mines, clue.cells - known.keys(), mines)


def settling(view: View) -> Iterator[tuple[Reduced, Reduced]]:
    """Yield the pairs that settle something together once single clues are used up."""
    for more, fewer in permutations(reduced_clues(view).values(), 2):
        linked = more.cells != fewer.cells and not more.cells.isdisjoint(fewer.cells)
        if linked and more.mines - fewer.mines == len(more.cells - fewer.cells):
            yield more, fewer


def patterns(view: View) -> dict[Pair, Pattern]:
    """Return the names of all pairs that settle something, once single clues are used up."""
    clues = reduced_clues(view)
    return {
        (more.clue, fewer.clue): name_pair(view.grid, more, fewer, clues.get)
        for more, fewer in settling(view)
    }


class Image(NamedTuple):
    """A view, turned and mirrored, and where its cells come from."""

    view: View
    origin: tuple[Cell, ...]

    def back(self, cells: tuple[Cell, Cell]) -> Pair:
        first, second = cells
        return self.origin[first], self.origin[second]


def image(view: View, origin: list[list[Cell]]) -> Image:
    grid = Grid(len(origin), len(origin[0]), view.grid.shape)
    order = tuple(cell for row in origin for cell in row)
    return Image(View(grid, bytes(view.cells[cell] for cell in order), view.mines), order)


def images(view: View) -> list[Image]:
    """Return the eight images of a view: on all four sides, each as in a mirror, too."""
    size, cols = view.grid.size, view.grid.cols
    rows = [list(range(start, start + cols)) for start in range(0, size, cols)]
    found = []
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        found += [image(view, rows), image(view, [row[::-1] for row in rows])]
    return found


def rolled(view: View, down: int, right: int) -> Image:
    """Return a torus seen from another cell."""
    grid = view.grid
    rows = [
        [grid.at((row + down) % grid.rows, (col + right) % grid.cols) for col in range(grid.cols)]
        for row in range(grid.rows)
    ]
    return image(view, rows)


# --- every name in pictures -----------------------------------------------------------------------


class Case(NamedTuple):
    """A picture, its two clues, their name, and what they settle: m for a mine, s for safe."""

    picture: str
    clues: str
    technique: Technique
    after: str
    is_reduced: bool = False
    is_first: bool = True
    """Whether the step after the single clues has this name; if not, another comes before it."""


# Each is shown on one side; the images have it on all four.
CASES = [
    # 1-1: in a corner, round a corner, with cells on both sides, in mid-board
    Case("### 111", "a2 b2", Technique.ONE_ONE, "..s ..."),
    Case("### 11#", "a2 b2", Technique.ONE_ONE, "..s ..s"),
    Case("### 11# ###", "a2 b2", Technique.ONE_ONE, "..s ..s ..s"),
    Case("### 221 F10", "a2 b2", Technique.ONE_ONE, "..s ... ...", is_reduced=True),
    Case(
        "##### #*### #*63# #***# #####",
        "c3 d3",
        Technique.ONE_ONE,
        "..... ....s ....s ....s .....",
        is_reduced=True,
    ),
    # ... of which the numbers look like 1-2
    Case("### 122 01F", "a2 b2", Technique.ONE_ONE, "..s ... ...", is_reduced=True),
    # 1-2: on an edge, with cells of the 1 alone, with cells on both sides
    Case("##### 12221", "b2 a2", Technique.ONE_TWO, "..m.. ....."),
    Case("##### 23221 F1000", "b2 a2", Technique.ONE_TWO, "..m.. ..... .....", is_reduced=True),
    Case("###### *22221", "c2 b2", Technique.ONE_TWO, "s..m.. ......", is_reduced=True),
    Case("##* 14# ##*", "b2 a2", Technique.ONE_TWO, "... ..m ...", is_reduced=True),
    # ... of which the line looks like 1-2-1: cells beside it and on it, on both sides, or a gap
    Case("#### #121", "c2 b2", Technique.ONE_TWO, "s..m s..."),
    Case("#### 133* 01*#", "b2 a2", Technique.ONE_TWO, "..m. .... ....", is_reduced=True),
    Case("#### 13*2", "b2 a2", Technique.ONE_TWO, "..m. ....", is_reduced=True),
    # 1-2-1: between two corners, in a longer line, with one known mine beside all or the last
    Case("### 121 000", "b2 a2", Technique.ONE_TWO_ONE, "..m ... ..."),
    Case("##### 11211", "c2 b2", Technique.ONE_TWO_ONE, "s..m. .....", is_first=False),
    Case("### 232 1F1", "b2 a2", Technique.ONE_TWO_ONE, "..m ... ...", is_reduced=True),
    Case("#### 123* 002F", "b2 a2", Technique.ONE_TWO_ONE, "..m. .... ....", is_reduced=True),
    # 1-2-2-1: between two corners, with known mines beside, or at the end of the line
    Case("#### 1221 0000", "b2 a2", Technique.ONE_TWO_TWO_ONE, "..m. .... ...."),
    Case("#### 2331 1F10", "b2 a2", Technique.ONE_TWO_TWO_ONE, "..m. .... ....", is_reduced=True),
    Case("##### *2221", "c2 b2", Technique.ONE_TWO_TWO_ONE, "s..m. .....", is_reduced=True),
    # Holes: two apart, a knight's move, on a diagonal; of two mines
    Case("1#1# 1#1#", "a1 c1", Technique.HOLE, "...s ...s"),
    Case("1### 1#1#", "a1 c2", Technique.HOLE, "..ss ...s"),
    Case("1## #1# ###", "a1 b2", Technique.HOLE, "..s ..s sss"),
    Case("F2#1# 12#1#", "b1 d1", Technique.HOLE, "....s ....s", is_reduced=True),
    Case("1#1# 2#2# 1#1#", "a2 c2", Technique.HOLE, "...s ...s ...s", is_first=False),
    # Box logic: other numbers, other mines than cells, an overlap, a 1-2 on a diagonal
    Case("### 13#", "b2 a2", Technique.BOX, "..m ..m"),
    Case("### 22# ###", "a2 b2", Technique.BOX, "..s ..s ..s"),
    Case("1#3# 1#3#", "c1 a1", Technique.BOX, "...m ...m"),
    Case("#1#3# #1#3#", "d1 b1", Technique.BOX, "s...m s...m"),
    Case("1#* #6* **#", "b2 a1", Technique.BOX, "... ... ..m", is_reduced=True),
]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.picture)


def conclusions(view: View, pair: Pair) -> str:
    """Return what a pair settles, as a picture."""
    clues = reduced_clues(view)
    more, fewer = (clues[clue].cells for clue in pair)
    marks = dict.fromkeys(more - fewer, "m") | dict.fromkeys(fewer - more, "s")
    return picture_of(view.grid, marks)


def picture_of(grid: Grid, marks: Mapping[Cell, str]) -> str:
    text = "".join(marks.get(cell, ".") for cell in range(grid.size))
    return " ".join(text[start : start + grid.cols] for start in range(0, grid.size, grid.cols))


def first_by_more(view: View) -> Step | None:
    """Return the first step that is no single clue."""
    return next((step for step in find_steps(view) if step.level is not StepLevel.L1), None)


@each_case
def test_the_clues_have_their_name_and_settle_what_it_says(case: Case) -> None:
    view = View.from_picture(case.picture)
    more, fewer = (view.grid.parse(name) for name in case.clues.split())
    assert patterns(view)[more, fewer] == (case.technique, case.is_reduced)
    assert conclusions(view, (more, fewer)) == case.after


@each_case
def test_the_name_is_the_same_on_every_side_and_in_the_mirror(case: Case) -> None:
    view = View.from_picture(case.picture)
    for turned in images(view):
        found = {turned.back(pair): name for pair, name in patterns(turned.view).items()}
        assert found == patterns(view)


@pytest.mark.parametrize("case", [case for case in CASES if case.is_first], ids=lambda c: c.picture)
def test_it_is_the_first_step_after_single_clues_on_every_side(case: Case) -> None:
    for turned in images(View.from_picture(case.picture)):
        step = first_by_more(turned.view)
        assert step is not None
        assert (step.technique, step.level) == (case.technique, StepLevel.L2)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param("## 11", id="a 1-1 without a third cell"),
        pytest.param("#### #11#", id="equal numbers that overlap in part"),
        pytest.param("### 121 ###", id="a 1-2-1 with cells on both sides"),
        pytest.param("1## #2# ##1", id="a 1-2-1 on a diagonal"),
        pytest.param("##### #12##", id="a 1-2 with too many cells of the 2"),
        pytest.param("### 12# ###", id="a 1-2 with cells of the 2 on both sides"),
    ],
)
def test_what_only_looks_like_a_pattern_settles_nothing(picture: str) -> None:
    assert patterns(View.from_picture(picture)) == {}


# --- every name in whole games --------------------------------------------------------------------


def stuck_view(game_id: str) -> View:
    """Return what is seen when single clues give no more."""
    game = Game.of(game_id)
    Match(game, agent_named("never-guess", Single())).play()
    return game.view


def names_by_looking(view: View) -> dict[Pair, Pattern]:
    """Name all pairs by looking in one way only: along a row, to the right, with cells above it.

    Everything else is seen by turning the board.
    """
    found = {(more.clue, fewer.clue): name_apart(more, fewer) for more, fewer in settling(view)}
    for turned in images(view):
        for pair, pattern in names_in_rows(turned.view).items():
            origin = turned.back(pair)
            found[origin] = max(found[origin], pattern, key=lambda name: rank(name.technique))
    return found


def rank(technique: Technique) -> int:
    return [Technique.HOLE, Technique.BOX, *BY_LENGTH].index(technique)


def name_apart(more: Reduced, fewer: Reduced) -> Pattern:
    is_hole = more.cells <= fewer.cells and more.mines == fewer.mines
    shows_others = (more.shown, fewer.shown) != (more.mines, fewer.mines)
    return Pattern(Technique.HOLE if is_hole else Technique.BOX, shows_others)


def names_in_rows(view: View) -> dict[Pair, Pattern]:
    cols, clues = view.grid.cols, reduced_clues(view)
    found = {}
    for more, fewer in settling(view):
        col = fewer.clue % cols
        if more.clue == fewer.clue + 1 and col + 1 < cols:
            row = [clues.get(fewer.clue + i) for i in range(min(4, cols - col))]
            found[more.clue, fewer.clue] = name_in_row(row, fewer.clue // cols * cols)
    return found


def name_in_row(row: list[Reduced | None], start: Cell) -> Pattern:
    """Name two clues by the numbers that are left in their row, which begins at cell `start`."""
    left = "".join("." if clue is None else str(clue.mines) for clue in row)
    for text, technique in ("1221", Technique.ONE_TWO_TWO_ONE), ("121", Technique.ONE_TWO_ONE):
        line = [clue for clue in row[: len(text)] if clue is not None]
        if left.startswith(text) and all(max(clue.cells) < start for clue in line):
            return Pattern(technique, any(clue.shown != clue.mines for clue in line))
    technique = {"11": Technique.ONE_ONE, "12": Technique.ONE_TWO}.get(left[:2], Technique.BOX)
    return Pattern(technique, any(clue.shown != clue.mines for clue in row[:2] if clue))


def scattered(shape: Shape, seed: int) -> View:
    """Return a view in which half of the safe cells are open, wherever they are."""
    rng, grid = Rng(seed), Grid(14, 14, shape)
    layout = Layout.random(grid, 40, rng)
    safe = [cell for cell in range(grid.size) if not layout.is_mine(cell)]
    shown = set(rng.choose(safe, len(safe) // 2))
    codes = [layout.number(cell) if cell in shown else HIDDEN for cell in range(grid.size)]
    return View(grid, bytes(codes), 40)


GAMES = [f"expert/opening#{seed}" for seed in (*range(10), 26)]
GAMES += [f"intermediate/opening#{seed}" for seed in range(10)]
SCATTERED = [f"scattered {seed}" for seed in range(8)]


@lru_cache(maxsize=32)
def square_view(name: str) -> View:
    if name in GAMES:
        return stuck_view(name)
    return scattered(Shape.SQUARE, SCATTERED.index(name))


each_square_view = pytest.mark.parametrize("name", [*GAMES, *SCATTERED])


@each_square_view
def test_names_are_those_that_one_sees(name: str) -> None:
    view = square_view(name)
    assert patterns(view) == names_by_looking(view)


@given(positions(max_side=6))
def test_names_in_any_position_are_those_that_one_sees(position: tuple[Layout, View]) -> None:
    view = position[1]
    if view.grid.shape is Shape.SQUARE:
        assert patterns(view) == names_by_looking(view)


def test_these_views_hold_every_name_in_both_forms() -> None:
    views = map(square_view, [*GAMES, *SCATTERED])
    met = {pattern for view in views for pattern in patterns(view).values()}
    two_clues = [technique for technique in Technique if technique.level is StepLevel.L2]
    assert met == {Pattern(name, is_reduced) for name in two_clues for is_reduced in (True, False)}


@each_square_view
def test_the_first_step_by_two_clues_is_named_alike_on_every_side(name: str) -> None:
    """Which of several comes first depends on the side; what it is called does not."""
    view = square_view(name)
    names = patterns(view)
    for turned in images(view):
        step = first_by_more(turned.view)
        assert (step is not None and step.level is StepLevel.L2) == bool(names)
        if step is not None and names:
            first, second = (turned.origin[place(clue)] for clue in step.clues)
            pattern = names.get((first, second)) or names[second, first]
            assert (step.technique, step.is_reduced) == pattern


def place(clue: Constraint) -> Cell:
    assert clue.clue is not None
    return clue.clue


@each_square_view
def test_in_line_the_mines_are_where_the_name_says(name: str) -> None:
    """The clues of a line settle all their cells. The mines are opposite the 1s, or the 2s."""
    view = square_view(name)
    clues, names = reduced_clues(view), patterns(view)
    for (two, one), pattern in names.items():
        if pattern.technique in WHERE:
            length, mined = WHERE[pattern.technique]
            line = [clues[one + i * (two - one)] for i in range(length)]
            settled = certain([Constraint(clue.cells, clue.mines) for clue in line])
            assert settled.keys() == frozenset().union(*(clue.cells for clue in line))
            across = 1 if abs(two - one) == view.grid.cols else view.grid.cols
            side = across if two + across in settled else -across
            opposite = {clue.clue + side for clue in line if clue.mines == mined}
            assert {cell for cell in settled if settled[cell]} == opposite


# --- other grids ----------------------------------------------------------------------------------


@pytest.mark.parametrize("down", range(5))
@pytest.mark.parametrize("right", range(6))
def test_a_line_goes_on_across_the_edges_of_a_torus(down: int, right: int) -> None:
    view = View.from_picture("###*** 656*** ****** ****** ******", shape=Shape.TORUS)
    found = set(patterns(rolled(view, down, right).view).values())
    assert found == {Pattern(Technique.ONE_TWO_ONE, is_reduced=True)}


@pytest.mark.parametrize("seed", range(8))
def test_names_on_a_torus_are_those_on_a_square_grid_far_from_its_rim(seed: int) -> None:
    view = scattered(Shape.TORUS, seed)
    for pair, pattern in patterns(view).items():
        row, col = view.grid.place(pair[0])
        seen = rolled(view, row - 7, col - 7)
        clues = reduced_clues(seen.view)
        more, fewer = (clues[seen.origin.index(clue)] for clue in pair)
        assert name_pair(Grid(14, 14), more, fewer, clues.get) == pattern


@pytest.mark.parametrize("seed", range(8))
def test_a_hex_grid_has_holes_and_boxes_only(seed: int) -> None:
    view = scattered(Shape.HEX, seed)
    clues = reduced_clues(view)
    for (more, fewer), pattern in patterns(view).items():
        is_inside = clues[more].cells < clues[fewer].cells
        assert pattern.technique is (Technique.HOLE if is_inside else Technique.BOX)


def test_equal_clues_that_touch_are_a_hole_on_a_hex_grid() -> None:
    view = View.from_picture("#1 1# ##", shape=Shape.HEX)
    names = {pattern.technique for pattern in patterns(view).values()}
    assert names == {Technique.HOLE}


@given(positions(max_side=5))
def test_the_level_of_a_step_tells_how_many_clues_it_takes(position: tuple[Layout, View]) -> None:
    for step in find_steps(position[1]):
        needed = {StepLevel.L1: (1, 1), StepLevel.L2: (2, 2), StepLevel.L5: (0, inf)}
        low, high = needed.get(step.level, (3, inf))
        assert low <= len(step.clues) <= high
        assert (step.count is not None) == (step.level is StepLevel.L5)
        assert step.level is StepLevel.L2 or not step.is_reduced


# --- the mine count -------------------------------------------------------------------------------

SEALED = "##F2 FFF2 2321"


@pytest.mark.parametrize(
    ("picture", "mines", "technique", "after"),
    [
        ("1## 1##", 1, Technique.FLOATING, "..s ..s"),
        ("1## 1##", 3, Technique.TOO_MANY, "..m ..m"),
        ("#1#1#", 1, Technique.FLOATING, "....s"),
        ("#1#1#", 2, Technique.TOO_MANY, "....m"),
        ("#3#3# #3*3#", 4, Technique.TOO_FEW, "..m.. ....."),
        ("#2#2# #2*2#", 3, Technique.TOO_MANY, "..s.. ....."),
        (SEALED, 4, Technique.TOO_FEW, "ss.. .... ...."),
        (SEALED, 6, Technique.TOO_MANY, "mm.. .... ...."),
        ("##", 0, Technique.TOO_FEW, "ss"),
        ("##", 2, Technique.TOO_MANY, "mm"),
    ],
)
def test_steps_by_the_mine_count(
    picture: str, mines: int, technique: Technique, after: str
) -> None:
    view = View.from_picture(picture, mines)
    step = next(step for step in find_steps(view) if step.count is not None)
    marks = {cell: "m" if is_mine else "s" for cell, is_mine in step.conclusions}
    assert (step.technique, picture_of(view.grid, marks)) == (technique, after)


def test_mines_that_fit_neither_inside_nor_outside_are_too_many() -> None:
    """The clues take one mine or three. With one, two of three were left for a single cell."""
    clues = [Constraint(frozenset({0, cell}), 1) for cell in (1, 2, 3)]
    count = Constraint(frozenset(range(5)), 3)
    assert certain(clues, count) == {0: False, 1: True, 2: True, 3: True, 4: False}
    assert name_count(clues, count, {4: False}) is Technique.TOO_MANY


def test_cells_outside_the_clues_give_the_name() -> None:
    """Were cell 0 safe, there would be too few mines; were cell 4, too many."""
    clues = [Constraint(frozenset({0, cell}), 1) for cell in (1, 2, 3)]
    count = Constraint(frozenset(range(5)), 2)
    found = certain(clues, count)
    assert found == {0: True, 1: False, 2: False, 3: False, 4: True}
    assert name_count(clues, count, found) is Technique.TOO_MANY


@st.composite
def counted_problems(draw: st.DrawFn) -> Problem:
    """Draw a problem with one of the totals that its clues allow."""
    free = draw(problems(max_cells=7, max_constraints=3))
    totals = {len(mines) for mines in models(free.cells, free.constraints)}
    return Problem(free.constraints, free.cells, draw(st.sampled_from(sorted(totals))))


@given(counted_problems())
def test_the_mine_count_is_named_for_the_fewest_mines_that_a_wrong_cell_takes(
    problem: Problem,
) -> None:
    by_clues = certain_cells(Problem(problem.constraints, problem.cells))
    found = {c: v for c, v in certain_cells(problem).items() if c not in by_clues}
    if found:
        assert problem.mine_count is not None
        name = name_count(problem.constraints, problem.mine_count, found)
        assert name is name_by_listing(problem, found)


def name_by_listing(problem: Problem, found: Mapping[Cell, bool]) -> Technique:
    assert problem.total is not None
    touched = frozenset[Cell]().union(*(clue.cells for clue in problem.constraints))
    cell = next((cell for cell in found if cell not in touched), next(iter(found)))
    wrong = fact(cell, not found[cell])
    fewest = min(map(len, models(touched | wrong.cells, [*problem.constraints, wrong])))
    if fewest <= problem.total:
        return Technique.TOO_MANY
    return Technique.TOO_FEW if cell in touched or not problem.constraints else Technique.FLOATING


# --- in documents and words -----------------------------------------------------------------------


def documented() -> list[tuple[str, list[list[str]]]]:
    """Return the pictures of the page about the coach: each technique, and the words of a block."""
    found, name = [], ""
    text = COACH_PAGE.read_text(encoding="utf-8").partition("## Techniques")[2]
    for part in re.findall(r"^\*\*[^*]+\.\*\*|^```\n.*?^```$", text, re.MULTILINE | re.DOTALL):
        if part.startswith("*"):
            name = part.strip("*.")
        else:
            found.append((name, [line.split() for line in part.splitlines()[1:-1]]))
    return found


@pytest.mark.parametrize(("name", "lines"), documented())
def test_the_pictures_in_the_document_show_what_they_say(name: str, lines: list[list[str]]) -> None:
    mines = int(lines[0][2]) if len(lines[0]) > 2 else None
    view = View.from_rows([line[0] for line in lines], mines)
    technique = Technique(name)
    step = next(step for step in find_steps(view) if step.technique is technique)
    marks = {cell: "m" if is_mine else "s" for cell, is_mine in step.conclusions}
    assert picture_of(view.grid, marks).split() == [line[1] for line in lines]


def test_the_document_has_a_picture_of_every_technique() -> None:
    assert {name for name, _ in documented()} == {technique.value for technique in Technique}


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_technique_and_level_has_words_of_its_own(tag: str) -> None:
    said = language(tag).say
    keys = [technique.name.lower() for technique in Technique]
    names = [said(f"techniques.{key}") for key in keys]
    ideas = [said(f"techniques.{key}_idea") for key in [*keys, "reduced"]]
    levels = [said(f"techniques.level_{level.name.lower()}") for level in StepLevel]
    for words in names, ideas, levels:
        assert len(set(words)) == len(words)
    assert {idea[-1] for idea in ideas} == {"。" if tag == "zh-TW" else "."}


def test_english_names_are_those_of_the_code() -> None:
    english = language("en")
    assert [title(name, english) for name in Technique] == [name.value for name in Technique]
    for level in StepLevel:
        assert english.say(f"techniques.level_{level.name.lower()}") == level.value


def test_a_reduced_form_says_so() -> None:
    assert title(Technique.HOLE, language("en"), is_reduced=True) == "hole (reduced)"
    assert title(Technique.ONE_TWO, language("zh-TW"), is_reduced=True) == "1-2（扣除已知地雷）"
