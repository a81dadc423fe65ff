"""Levels, starts and finishes: their texts, their promises, and wishes that cannot be met."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, grids, levels, starts

from mineproof.board.grid import Grid, Shape
from mineproof.board.notation import Setting
from mineproof.board.rules import LEVELS, Finish, Level, Start, StartRule
from mineproof.errors import BadGrid, BadInput, BadSetting

# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "grid", "mines", "start", "safe"),
    [
        ("easy", Grid(9, 9), 10, "list", 9),
        ("medium", Grid(16, 16), 25, "list", 16),
        ("hard", Grid(16, 30), 99, "list", 22),
        ("beginner", Grid(9, 9), 10, "safe", 0),
        ("intermediate", Grid(16, 16), 40, "safe", 0),
        ("expert", Grid(16, 30), 99, "safe", 0),
        ("cs50", Grid(8, 8), 8, "none", 0),
    ],
)
def test_the_named_levels(name: str, grid: Grid, mines: int, start: str, safe: int) -> None:
    level = Level.parse(name)
    assert (level.grid, level.mines, str(level)) == (grid, mines, name)
    assert str(level.usual_start) == start
    assert level.usual_start.safe_cells(level) == safe


def test_no_level_is_missing_from_this_file() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "beginner", "intermediate", "expert", "cs50"]


@given(levels())
def test_levels_round_trip(level: Level) -> None:
    again = Level.parse(str(level))
    assert again == level
    assert again.name == level.name


@pytest.mark.parametrize("name", ["easy", "mine"])
def test_only_the_named_levels_are_written_by_name(name: str) -> None:
    assert str(Level(Grid(4, 5), 6, name)) == "4x5/6"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("4x5/6", Level(Grid(4, 5), 6)),
        ("square:4x5/6", Level(Grid(4, 5), 6)),
        ("torus:4x5/0", Level(Grid(4, 5, Shape.TORUS), 0)),
        (" HEX:4x5/20 ", Level(Grid(4, 5, Shape.HEX), 20)),
        ("1x1/1", Level(Grid(1, 1), 1)),
        ("1000x1000/200000", Level(Grid(1000, 1000), 200_000)),
        ("Expert", Level(Grid(16, 30), 99)),
    ],
)
def test_levels_from_text(text: str, level: Level) -> None:
    assert Level.parse(text) == level


@pytest.mark.parametrize(
    "text", ["", "hardest", "9x9", "9/9/10", "x9/10", "9x9/-1", "9x9/1.5", "cube:9x9/10", "٩x9/10"]
)
def test_unknown_levels(text: str) -> None:
    with pytest.raises(
        BadSetting, match=f"^unknown level {re.escape(repr(text))}; expected easy, "
    ):
        Level.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x3/7", "7 mines on 2x3; expected 0 to 6, one per cell"),
        ("1001x2/1", "a grid of 1001 rows and 2 columns; expected 1 to 1000 of each"),
        ("2x1001/1", "a grid of 2 rows and 1001 columns"),
        ("0x9/0", "a grid of 0 rows and 9 columns"),
        ("999999999x999999999/1", "a grid of 999999999 rows"),
    ],
)
def test_impossible_levels(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=f"^{message}"):
        Level.parse(text)


def test_negative_mines() -> None:
    with pytest.raises(BadSetting, match=r"^-1 mines on 2x3"):
        Level(Grid(2, 3), -1)


# --- starts ---------------------------------------------------------------------------------------


@given(levels().flatmap(starts))
def test_starts_round_trip(start: Start) -> None:
    assert Start.parse(str(start)) == start


@pytest.mark.parametrize(
    ("text", "start", "finish"),
    [
        ("list", Start(StartRule.LIST), Finish.MARKING),
        ("list16", Start(StartRule.LIST, count=16), Finish.MARKING),
        ("LIST:16", Start(StartRule.LIST, count=16), Finish.MARKING),
        ("list:10%", Start(StartRule.LIST, share=10), Finish.MARKING),
        ("list12.5%", Start(StartRule.LIST, share=12.5), Finish.MARKING),
        ("safe", Start(StartRule.SAFE), Finish.CLEARING),
        ("safe:a1", Start(StartRule.SAFE, first=(0, 0)), Finish.CLEARING),
        ("opening", Start(StartRule.OPENING), Finish.CLEARING),
        ("opening:ab12", Start(StartRule.OPENING, first=(11, 27)), Finish.CLEARING),
        ("none", Start(StartRule.NONE), Finish.CLEARING),
    ],
)
def test_starts_from_text(text: str, start: Start, finish: Finish) -> None:
    assert Start.parse(text) == start
    assert start.finish is finish


@pytest.mark.parametrize(
    ("game", "found"),
    [
        ("easy/list:10%#1", "easy/list8#1"),
        ("hard/list10%#1", "hard/list48#1"),
        ("1x8/0/list100%#1", "1x8/0/list8#1"),
    ],
)
def test_a_share_of_the_cells_becomes_their_number(game: str, found: str) -> None:
    assert str(Setting.parse(game)) == found
    level, _, rest = game.rpartition("/")
    start = Start.parse(rest.partition("#")[0])
    assert f"list{start.safe_cells(Level.parse(level))}#1" in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("easy/list:0%", "0 % safe cells; expected more than 0, at most 100"),
        ("easy/list:101%", "101 % safe cells; expected more than 0, at most 100"),
        ("easy/list:0.1%", "0 safe cells on easy; expected 1 to 71, its free cells"),
        ("easy/list:90%", "73 safe cells on easy; expected 1 to 71, its free cells"),
        ("easy/safe:5%", "5 % safe cells; only list hands out cells, once"),
    ],
)
def test_impossible_shares(text: str, message: str) -> None:
    with pytest.raises(BadSetting, match=f"^{message}$"):
        Setting.parse(f"{text}#1")


@pytest.mark.parametrize(
    "text", ["", "lists", "list-1", "list:", "list:1.5", "list:%", "list:1e2%", "safea1", "safe:1a"]
)
def test_unknown_starts(text: str) -> None:
    with pytest.raises(
        BadSetting, match=f"^unknown start {re.escape(repr(text))}; expected list, "
    ):
        Start.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("safe:5", "5 safe cells with start safe; only list hands out cells"),
        ("none5", "5 safe cells with start none"),
        ("opening:3", "3 safe cells with start opening"),
        ("list:b2", "first cell b2 with start list; only safe and opening have one"),
        ("none:b2", "first cell b2 with start none"),
        ("safe:b0", "'b0' is not a cell name"),
    ],
)
def test_starts_with_a_detail_that_is_not_theirs(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=f"^{message}"):
        Start.parse(text)


# --- what starts promise --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "count"),
    [
        ("1x1/0", 1),
        ("3x3/8", 1),
        ("3x3/0", 3),
        ("5x5/23", 2),
        ("6x1/0", 2),
        ("7x1/0", 3),
        ("10x10/3", 10),
    ],
)
def test_safe_cells_of_a_list_left_open(level: str, count: int) -> None:
    assert Start(StartRule.LIST).safe_cells(Level.parse(level)) == count


@pytest.mark.parametrize("rule", [StartRule.SAFE, StartRule.OPENING, StartRule.NONE])
def test_only_a_list_hands_out_cells(rule: StartRule) -> None:
    assert Start(rule).safe_cells(Level.parse("easy")) == 0


@given(grids(), st.data())
def test_which_cells_hold_no_mine(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(cells_of(grid))
    assert Start(StartRule.SAFE).clear_cells(grid, cell) == (cell,)
    assert Start(StartRule.OPENING).clear_cells(grid, cell) == (cell, *grid.neighbours(cell))
    assert Start(StartRule.NONE).clear_cells(grid, cell) == ()
    assert Start(StartRule.LIST).clear_cells(grid, cell) == ()


@pytest.mark.parametrize(
    ("start", "size", "first"),
    [
        ("safe", (9, 9), "a1"),
        ("safe:c2", (9, 9), "c2"),
        ("none", (9, 9), "a1"),
        ("opening", (9, 9), "d4"),
        ("opening", (16, 30), "d4"),
        ("opening", (7, 7), "d4"),
        ("opening", (5, 9), "d3"),
        ("opening", (2, 1), "a1"),
        ("opening:b1", (2, 2), "b1"),
    ],
)
def test_the_first_cell_of_a_program(start: str, size: tuple[int, int], first: str) -> None:
    grid = Grid(*size)
    assert Start.parse(start).first_cell(grid) == grid.parse(first)


@pytest.mark.parametrize(
    ("level", "start"),
    [
        ("3x3/9", "none"),
        ("3x3/8", "safe"),
        ("3x3/8", "list"),
        ("3x3/8", "list1"),
        ("3x3/0", "list9"),
        ("3x3/0", "opening"),
        ("3x3/5", "opening:a1"),
        ("hex:3x3/2", "opening:b2"),
    ],
)
def test_starts_that_just_fit(level: str, start: str) -> None:
    Start.parse(start).check(Level.parse(level))


@pytest.mark.parametrize(
    ("level", "start", "message"),
    [
        ("3x3/9", "list", "no safe cell on 3x3/9 to hand out"),
        ("easy", "list0", "0 safe cells on easy; expected 1 to 71, its free cells"),
        ("easy", "list72", "72 safe cells on easy; expected 1 to 71"),
        ("3x3/9", "safe", "safe at a1 leaves room for 8 mines on 3x3; the level has 9"),
        ("3x3/1", "opening", "opening at b2 leaves room for 0 mines on 3x3; the level has 1"),
        ("3x3/6", "opening:a1", "opening at a1 leaves room for 5 mines on 3x3; the level has 6"),
        ("torus:3x3/1", "opening:a1", "opening at a1 leaves room for 0 mines on torus:3x3"),
        ("hex:3x3/3", "opening:b2", "opening at b2 leaves room for 2 mines on hex:3x3"),
    ],
)
def test_starts_that_do_not_fit(level: str, start: str, message: str) -> None:
    with pytest.raises(BadSetting, match=f"^{message}"):
        Start.parse(start).check(Level.parse(level))


def test_a_first_cell_outside_is_called_by_its_name() -> None:
    with pytest.raises(BadGrid, match=r"^no cell 'a10' on 9x9; the last is i9$"):
        Start.parse("safe:a10").check(Level.parse("easy"))


# --- finishes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("finish", Finish)
def test_finishes_round_trip(finish: Finish) -> None:
    assert Finish.parse(f" {finish.value.upper()} ") is finish


def test_unknown_finish() -> None:
    with pytest.raises(
        BadSetting, match=r"^unknown finish 'clear'; expected marking, clearing, flagging or fair"
    ):
        Finish.parse("clear")


def test_a_level_needs_a_grid() -> None:
    with pytest.raises(BadSetting, match=r"^a level on 9; expected a grid, like Grid\(9, 9\)$"):
        Level(9, 9, "10")  # type: ignore[arg-type]
