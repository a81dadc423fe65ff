"""Game ids: short, exact, and read back as the same setting."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import settings_of_games

from mineproof.board.grid import Grid, Shape
from mineproof.board.notation import Setting
from mineproof.board.rng import MAX_SEED
from mineproof.board.rules import Finish, Level, Start, StartRule
from mineproof.errors import BadInput, BadSetting


@given(settings_of_games())
def test_game_ids_round_trip(setting: Setting) -> None:
    again = Setting.parse(str(setting))
    assert again == setting
    assert again.level.name == setting.level.name
    assert str(again) == str(setting)


@given(settings_of_games())
def test_game_ids_do_not_mind_capitals_or_blanks_around(setting: Setting) -> None:
    assert Setting.parse(f" {str(setting).upper()}\n") == setting


@pytest.mark.parametrize(
    "text",
    [
        "medium/list16#42",
        "easy/list#0",
        "easy/list/clearing#0",
        "easy/list9/clearing#1",
        "expert/safe#7",
        "expert/safe:a1#7",
        "expert/safe:a1/marking#7",
        "cs50/none#3",
        "cs50/none/marking#3",
        "beginner/opening:d4#18446744073709551615",
        "16x30/99/opening#5",
        "16x30/99/opening/marking#5",
        "torus:4x5/6/list3#8",
        "torus:4x5/6/safe:b2/marking#8",
        "hex:9x9/10/opening:c3#2",
        "1000x1000/200000/list1000#1",
    ],
)
def test_these_are_ids_as_we_write_them(text: str) -> None:
    assert str(Setting.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("medium/list:16#42", "medium/list16#42"),
        ("medium/list16/marking#42", "medium/list16#42"),
        ("expert/safe/clearing#7", "expert/safe#7"),
        ("square:3x3/1/none#007", "3x3/1/none#7"),
        ("EASY/List#1", "easy/list#1"),
    ],
)
def test_other_ways_to_write_an_id(text: str, canonical: str) -> None:
    assert str(Setting.parse(text)) == canonical


def test_each_part_of_an_id() -> None:
    setting = Setting.parse("hex:4x6/3/safe:c2/marking#99")
    assert setting.level == Level(Grid(4, 6, Shape.HEX), 3)
    assert setting.start == Start(StartRule.SAFE, first=(1, 2))
    assert setting.finish is Finish.MARKING
    assert setting.seed == 99


@pytest.mark.parametrize(
    ("level", "start", "finish", "text"),
    [
        ("easy", None, None, "easy/list#1"),
        ("expert", None, None, "expert/safe#1"),
        ("cs50", None, None, "cs50/none#1"),
        ("5x5/3", None, None, "5x5/3/list#1"),
        ("easy", "opening:a1", None, "easy/opening:a1#1"),
        ("easy", Start(StartRule.LIST, 3), Finish.CLEARING, "easy/list3/clearing#1"),
        (Level(Grid(2, 2), 1), "none", Finish.MARKING, "2x2/1/none/marking#1"),
    ],
)
def test_what_is_left_out_is_filled_in_as_usual(
    level: Level | str, start: Start | str | None, finish: Finish | None, text: str
) -> None:
    setting = Setting.make(level, start, 1, finish)
    assert str(setting) == text
    assert Setting.parse(text) == setting


@pytest.mark.parametrize(
    "text",
    [
        "",
        "easy",
        "easy/list",
        "easy#1",
        "easy/#1",
        "/list#1",
        "9x9/10#1",
        "easy/list#",
        "easy/list#x",
        "easy/list#1.5",
        "easy/list#٣",
        "easy/list#1#2",
        "easy/list/marking/marking#1",
        "easy/list#" + "9" * 41,
    ],
)
def test_what_is_no_game_id(text: str) -> None:
    message = f"^{re.escape(repr(text))} is not a game id; expected LEVEL/START#SEED"
    with pytest.raises(BadSetting, match=message):
        Setting.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hardest/list#1", "unknown level 'hardest'"),
        ("9x9/list#1", "unknown level '9x9'"),
        ("easy/lists#1", "unknown start 'lists'"),
        ("easy/marking#1", "unknown start 'marking'"),
        ("easy/list/won#1", "unknown finish 'won'; expected marking, clearing, flagging or fair"),
        ("easy/list#-1", "seed -1 is out of range"),
        (f"easy/list#{MAX_SEED + 1}", f"seed {MAX_SEED + 1} is out of range; expected 0 to 2"),
        ("9x9/82/none#1", "82 mines on 9x9; expected 0 to 81"),
        ("9x9/80/list2#1", "2 safe cells on 9x9/80; expected 1 to 1, its free cells"),
        ("9x9/81/list#1", "no safe cell on 9x9/81"),
        ("3x3/1/opening#1", "opening at b2 leaves room for 0 mines on 3x3; the level has 1"),
        ("1001x9/10/list#1", "a grid of 1001 rows and 9 columns; expected 1 to 1000 of each"),
        ("easy/safe:j1#1", "no cell 'j1' on 9x9; the last is i9"),
    ],
)
def test_ids_of_games_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=f"^{message}"):
        Setting.parse(text)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("easy/safe#1", "a1"),
        ("easy/safe:c2#1", "c2"),
        ("easy/opening/marking#1", "d4"),
        ("4x4/1/opening#1", "b2"),
        ("easy/list#1", None),
        ("easy/none#1", None),
    ],
)
def test_the_cell_that_a_program_opens_first(text: str, cell: str | None) -> None:
    setting = Setting.parse(text)
    first = setting.first_cell
    assert (None if first is None else setting.level.grid.name(first)) == cell


PIECES = ["easy", "9x9", "hex:", "/10", "/", "list", "safe", ":a1", "none", "3", "#", "1", "-"]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_any_text_is_an_id_or_refused(text: str) -> None:
    try:
        setting = Setting.parse(text)
    except BadInput:
        return
    assert Setting.parse(str(setting)) == setting


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_out_of_range_is_refused_at_once(seed: int) -> None:
    with pytest.raises(BadSetting, match=f"^seed {seed} is out of range"):
        Setting.make("easy", None, seed)
