"""The rules at work: every move, both ways to finish, each start, and what is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, levels, seeds
from tests.uniformity import deviation

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish, Level, Start, StartRule
from mineproof.board.view import Sight
from mineproof.errors import BadGrid, BadInput, BadSetting, IllegalMove

MARKING, CLEARING = Finish.MARKING, Finish.CLEARING
PLAYING, WON, LOST = GameStatus.PLAYING, GameStatus.WON, GameStatus.LOST


def truth(picture: str, shape: Shape = Shape.SQUARE) -> Layout:
    """Return the layout of a picture of mines `*` and safe cells `.`."""
    rows = picture.split()
    grid = Grid(len(rows), len(rows[0]), shape)
    return Layout(grid, frozenset(i for i, c in enumerate("".join(rows)) if c == "*"))


def clearing(picture: str, safe: Iterable[Cell] = ()) -> Game:
    return Game.on(truth(picture), CLEARING, safe=safe)


def marking(picture: str, safe: Iterable[Cell] = ()) -> Game:
    return Game.on(truth(picture), MARKING, safe=safe)


def flagging(picture: str, safe: Iterable[Cell] = ()) -> Game:
    return Game.on(truth(picture), Finish.FLAGGING, safe=safe)


def seen(game: Game) -> str:
    return game.view.picture().replace("\n", " ")


# --- opening --------------------------------------------------------------------------------------


def test_an_open_cell_shows_its_number() -> None:
    game = clearing("*.* ...")
    assert game.open(1) == (Sight(1, 2),)
    assert seen(game) == "#2# ###"
    assert game.view.mines == 2
    assert (game.status, game.unmarked) == (PLAYING, 5)


def test_a_zero_opens_its_neighbours_in_the_clearing_game() -> None:
    game = clearing("....* ..... .....")
    opened = game.open(10)
    assert seen(game) == "0001F 00011 00000"
    assert game.status is WON
    assert opened[0] == Sight(10, 0)
    assert sorted(opened) == [(cell, game.view.number(cell)) for cell in game.view.open_cells()]


def test_a_zero_opens_cells_in_rings() -> None:
    game = clearing("....*")
    assert game.open(1) == (Sight(1, 0), Sight(0, 0), Sight(2, 0), Sight(3, 1))


def test_a_zero_spreads_around_a_torus() -> None:
    game = Game.on(truth("..*....", Shape.TORUS), CLEARING)
    game.open(5)
    assert seen(game) == "01F1000"
    assert game.status is WON


def test_a_zero_does_not_spread_through_numbers() -> None:
    game = clearing("..*.. ..*..")
    game.open(0)
    assert seen(game) == "02### 02###"


def test_a_zero_leaves_flags_alone() -> None:
    game = clearing("...* ....")
    game.flag(1)
    game.open(0)
    assert seen(game) == "0F1# 001#"
    assert game.unmarked == 2
    game.flag(1)
    game.open(1)
    assert seen(game) == "001# 001#"


def test_a_zero_does_not_spread_in_the_marking_game() -> None:
    game = marking("...* ....")
    assert game.open(0) == (Sight(0, 0),)
    assert seen(game) == "0### ####"


def test_a_mine_loses_and_all_mines_are_seen() -> None:
    game = clearing("*.. ..* *..")
    game.flag(0)
    game.flag(1)
    game.open(4)
    assert game.open(5) == ()
    assert game.status is LOST
    assert seen(game) == "FF# #3* *##"


def test_the_last_safe_cell_wins_and_the_mines_are_flagged() -> None:
    game = clearing("*.. ..*")
    game.flag(5)
    for cell in (1, 2, 3):
        game.open(cell)
        assert game.status is PLAYING
    assert game.open(4) == (Sight(4, 2),)
    assert game.status is WON
    assert seen(game) == "F21 12F"
    assert game.unmarked == 0


# --- flags and chords -----------------------------------------------------------------------------


def test_a_flag_is_set_and_taken_off() -> None:
    game = clearing("*.. ..*")
    game.flag(1)
    assert seen(game) == "#F# ###"
    assert game.unmarked == 5
    game.flag(1)
    assert seen(game) == "### ###"
    assert game.unmarked == 6


def test_flags_alone_do_not_win_the_clearing_game() -> None:
    game = clearing("*..")
    game.flag(0)
    game.open(1)
    assert game.status is PLAYING
    game.open(2)
    assert game.status is WON


def test_a_chord_opens_what_is_not_flagged() -> None:
    game = clearing("*.. ... ..*")
    game.open(4)
    game.flag(0)
    game.flag(8)
    assert game.chord(4) == tuple(
        Sight(c, n) for c, n in [(1, 1), (2, 0), (3, 1), (5, 1), (6, 0), (7, 1)]
    )
    assert seen(game) == "F10 121 01F"
    assert game.status is WON


def test_a_chord_spreads_zeros() -> None:
    game = clearing("*.....")
    game.open(1)
    game.flag(0)
    assert game.chord(1) == (Sight(2, 0), Sight(3, 0), Sight(4, 0), Sight(5, 0))
    assert game.status is WON


def test_a_chord_around_a_wrong_flag_loses_and_opens_nothing() -> None:
    game = clearing("*.. ...")
    game.open(4)
    game.flag(1)
    assert game.chord(4) == ()
    assert game.status is LOST
    assert seen(game) == "*F# #1#"


def test_where_a_game_was_lost() -> None:
    game = clearing("*.. ..*")
    places = [game.lost_at]
    for cell in (1, 0):
        game.open(cell)
        places.append(game.lost_at)
    assert places == [None, None, 0]


def test_a_chord_loses_at_the_first_mine_that_it_opens() -> None:
    game = clearing("... *.*")
    game.open(1)
    for cell in (0, 2):
        game.flag(cell)
    game.chord(1)
    assert (game.status, game.lost_at) == (LOST, 3)


def test_neither_a_won_game_nor_one_of_a_wrong_flag_was_lost_at_a_mine() -> None:
    won = clearing("*.")
    won.open(1)
    assert (won.status, won.lost_at) == (WON, None)
    flagged = Game.on(truth("*."), MARKING)
    flagged.flag(1)
    assert (flagged.status, flagged.lost_at) == (LOST, None)


def test_a_chord_with_nothing_to_open_changes_nothing() -> None:
    game = clearing("...*.")
    game.open(0)
    assert game.chord(1) == ()
    assert (game.status, seen(game)) == (PLAYING, "001##")


# --- marking --------------------------------------------------------------------------------------


def test_every_cell_marked_wins_the_marking_game() -> None:
    game = marking("*. .*")
    assert game.mark(0, mined=True) == ()
    assert game.mark(1, mined=False) == (Sight(1, 2),)
    assert game.mark(2, mined=False) == (Sight(2, 2),)
    assert (game.status, game.unmarked, seen(game)) == (PLAYING, 1, "F2 2#")
    game.mark(3, mined=True)
    assert (game.status, game.unmarked, seen(game)) == (WON, 0, "F2 2F")


def test_all_safe_cells_open_do_not_win_the_marking_game() -> None:
    game = marking("*.")
    game.open(1)
    assert game.status is PLAYING
    game.flag(0)
    assert game.status is WON


def test_marking_a_safe_cell_as_mined_loses() -> None:
    game = marking("*. ..")
    game.mark(0, mined=True)
    assert game.mark(1, mined=True) == ()
    assert game.status is LOST
    assert seen(game) == "F# ##"


def test_marking_a_mine_as_safe_loses() -> None:
    game = marking("*. .*")
    assert game.mark(0, mined=False) == ()
    assert game.status is LOST
    assert seen(game) == "*# #*"


def test_marks_are_the_moves_of_the_marking_game() -> None:
    one, two = marking("*. .."), marking("*. ..")
    one.mark(0, mined=True)
    one.mark(1, mined=False)
    assert two.play(Move(Act.FLAG, 0)) == ()
    assert two.play(Move(Act.OPEN, 1)) == (Sight(1, 1),)
    assert one.view == two.view


# --- what is not allowed --------------------------------------------------------------------------

Play = Callable[[Game], object]


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (lambda game: game.open(1), "b1 is already open; expected a hidden cell to open"),
        (lambda game: game.open(0), "a1 is flagged; expected a hidden cell to open"),
        (lambda game: game.flag(1), "b1 is open; expected a hidden cell to flag"),
        (lambda game: game.chord(2), "c1 is not open; expected an open number to chord on"),
        (lambda game: game.chord(0), "a1 is not open; expected an open number to chord on"),
        (lambda game: game.chord(1), "b1 shows 2 but has 1 flags around it"),
        (lambda game: game.mark(2, mined=True), "marks belong to the marking game"),
    ],
)
def test_illegal_moves_of_the_clearing_game(play: Play, message: str) -> None:
    game = clearing("*.* ...")
    game.open(1)
    game.flag(0)
    with pytest.raises(IllegalMove, match=f"^{message}"):
        play(game)
    assert seen(game) == "F2# ###"
    assert game.status is PLAYING


def test_too_many_flags_for_a_chord() -> None:
    game = clearing("*.* ...")
    game.open(1)
    for cell in (0, 2, 3):
        game.flag(cell)
    with pytest.raises(IllegalMove, match=r"^b1 shows 2 but has 3 flags around it"):
        game.chord(1)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (
            lambda game: game.mark(1, mined=False),
            "b1 is already open; expected a hidden cell to open",
        ),
        (lambda game: game.mark(0, mined=False), "a1 is flagged; expected a hidden cell to open"),
        (lambda game: game.mark(1, mined=True), "b1 is open; expected a hidden cell to flag"),
        (lambda game: game.mark(0, mined=True), "a1 is already marked; marks are final"),
        (lambda game: game.chord(1), "a chord belongs to the clearing game"),
    ],
)
def test_illegal_moves_of_the_marking_game(play: Play, message: str) -> None:
    game = marking("*.* ...")
    game.open(1)
    game.flag(0)
    with pytest.raises(IllegalMove, match=f"^{message}"):
        play(game)
    assert seen(game) == "F2# ###"
    assert game.status is PLAYING


# --- the flagging game ----------------------------------------------------------------------------


def test_a_flagging_game_is_won_by_flags_alone() -> None:
    game = flagging("*.* ...")
    game.flag(0)
    assert game.status is PLAYING
    game.flag(2)
    assert game.status is WON
    assert (seen(game), game.unmarked) == ("F#F ###", 4)


def test_a_flag_too_many_can_be_taken_back() -> None:
    game = flagging("*.* ...")
    for cell in (1, 0, 2):
        game.flag(cell)
    assert game.status is PLAYING
    game.flag(1)
    assert game.status is WON


def test_open_cells_alone_do_not_win_a_flagging_game() -> None:
    game = flagging("*...")
    for cell in (3, 2, 1):
        assert [sight.cell for sight in game.open(cell)] == [cell]  # a zero opens nothing
    assert game.status is PLAYING
    game.flag(0)
    assert game.status is WON


def test_flags_before_the_mines_are_laid_win_when_they_are() -> None:
    seen_by_seed = set()
    for seed in range(40):
        game = Game.of(f"1x3/1/safe/flagging#{seed}")
        game.flag(0)
        assert game.status is PLAYING
        game.open(1)
        seen_by_seed.add((game.layout.is_mine(0), game.status))
    assert seen_by_seed == {(True, WON), (False, PLAYING)}


def test_a_flagging_game_has_no_marks_and_no_chords() -> None:
    game = flagging("*.*", safe=[1])
    with pytest.raises(IllegalMove, match=r"^marks belong to the marking game"):
        game.mark(0, mined=True)
    with pytest.raises(IllegalMove, match=r"^a chord belongs to the clearing game"):
        game.chord(1)


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("finish", [f for f in Finish if not f.is_judged])
@pytest.mark.parametrize(("moves", "status"), [([0], "lost"), ([1, 2], "won")])
def test_no_move_after_the_end(act: Act, finish: Finish, moves: list[Cell], status: str) -> None:
    game = Game.on(truth("*.."), finish)
    for cell in moves:
        game.open(cell)
    if finish.needs_flags and status == "won":
        game.flag(0)
    before = seen(game)
    for cell in range(3):
        with pytest.raises(IllegalMove, match=f"^the game is {status}; expected a game still"):
            game.play(Move(act, cell))
    assert seen(game) == before


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("cell", [-1, 6])
def test_no_move_outside_the_board(act: Act, cell: Cell) -> None:
    game = clearing("*.* ...")
    with pytest.raises(BadGrid, match=f"^no cell {cell} on 2x3"):
        game.play(Move(act, cell))


# --- starts ---------------------------------------------------------------------------------------


@given(st.sampled_from(["easy", "hard", "hex:5x6/9", "torus:4x4/3"]), seeds, st.data())
def test_a_list_hands_out_safe_cells(level: str, seed: int, data: st.DataObject) -> None:
    free = Level.parse(level).grid.size - Level.parse(level).mines
    count = data.draw(st.integers(1, free))
    game = Game.new(level, f"list{count}", seed=seed)
    cells = [cell for cell, _ in game.handed_out]
    assert len(set(cells)) == count
    assert sorted(cells) == game.view.open_cells()
    assert all(not game.layout.is_mine(cell) for cell in cells)
    assert game.unmarked == game.grid.size - count


def test_every_safe_cell_is_as_likely_to_be_handed_out() -> None:
    drawn = []
    for seed in range(2000):
        game = Game.new("2x3/2", "list1", seed=seed)
        rank = game.layout.safe_cells().index(game.handed_out[0].cell)
        drawn.append((tuple(sorted(game.layout.mines)), rank))
    outcomes = [((a, b), rank) for a in range(6) for b in range(a + 1, 6) for rank in range(4)]
    assert deviation(drawn, outcomes) < 3


def test_a_list_in_the_clearing_game_spreads_its_zeros() -> None:
    game = clearing("....* .....", safe=[0, 9])
    assert seen(game) == "0001F 00011"
    assert [sight.cell for sight in game.handed_out] == [0, 9, 1, 5, 6, 2, 7, 3, 8]


@given(levels(), seeds, st.data())
def test_a_safe_start_is_safe_wherever_it_is(level: Level, seed: int, data: st.DataObject) -> None:
    first = data.draw(cells_of(level.grid))
    game = Game.new(level, "safe", seed=seed)
    assert game.open(first)[0].cell == first
    assert len(game.layout.mines) == level.mines


@given(levels(), seeds, st.data())
def test_an_opening_shows_zero_wherever_it_is(level: Level, seed: int, data: st.DataObject) -> None:
    first = data.draw(cells_of(level.grid))
    game = Game.new(level, "opening", seed=seed)
    assert game.open(first)[0] == Sight(first, 0)
    assert len(game.layout.mines) == level.mines


def test_without_a_promise_the_first_cell_may_be_a_mine() -> None:
    games = [Game.new("2x2/2", "none", seed=seed) for seed in range(400)]
    for game in games:
        game.open(0)
    assert deviation([game.status for game in games], [PLAYING, LOST]) < 3


@pytest.mark.parametrize(
    ("start", "others"),
    [("none", range(9)), ("safe", [0, 1, 2, 3, 4, 5, 6, 7]), ("opening", [0, 1, 2, 3, 6])],
)
def test_mines_are_uniform_on_the_other_cells(start: str, others: list[Cell]) -> None:
    drawn: list[Cell] = []
    for seed in range(600):
        game = Game.new("3x3/1", start if start == "none" else f"{start}:c3", seed=seed)
        game.open(8)
        drawn += game.layout.mines
    assert deviation(drawn, others) < 3


def test_the_layout_waits_for_the_first_cell() -> None:
    game = Game.new("easy", "safe", seed=1)
    with pytest.raises(IllegalMove, match=r"^the mines are laid when the first cell is opened"):
        _ = game.layout
    game.flag(3)
    with pytest.raises(IllegalMove, match="the mines are laid"):
        _ = game.layout
    game.open(0)
    assert len(game.layout.mines) == 10


def test_no_mark_of_a_mine_before_the_mines_are_laid() -> None:
    game = Game.of("easy/safe/marking#1")
    with pytest.raises(IllegalMove, match=r"^the mines are laid when the first cell is opened"):
        game.mark(3, mined=True)
    assert game.view.hidden_cells() == list(range(81))


@given(seeds, st.data())
def test_each_first_cell_has_its_own_layout_and_the_same_every_time(
    seed: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, 80))
    one, two = Game.new("easy", "opening", seed=seed), Game.new("easy", "opening", seed=seed)
    two.flag((first + 1) % 81)
    one.open(first)
    two.open(first)
    assert one.layout == two.layout


def test_an_opening_that_fits_at_the_corner_only() -> None:
    game = Game.new("3x3/5", "opening:a1", seed=1)
    message = "^no opening fits at b2: 5 mines on 3x3; expected 0 to 0, its free cells"
    with pytest.raises(IllegalMove, match=message):
        game.open(4)
    assert (game.status, seen(game)) == (PLAYING, "### ### ###")
    assert game.open(0)[0] == Sight(0, 0)
    assert game.status is WON


def test_safe_cells_of_a_known_layout_must_be_safe() -> None:
    with pytest.raises(BadSetting, match=r"^safe cell c1 is a mine of the same layout"):
        clearing("..* ...", safe=[0, 2])
    with pytest.raises(BadGrid, match=r"^no cell 6 on 2x3"):
        clearing("..* ...", safe=[6])


@pytest.mark.parametrize(
    ("level", "start", "seed", "message"),
    [
        ("9x9/82", None, 1, "82 mines on 9x9"),
        ("9x9/80", "list2", 1, "2 safe cells on 9x9/80"),
        ("3x3/1", "opening", 1, "opening at b2 leaves room for 0 mines on 3x3"),
        ("easy", None, -1, "seed -1 is out of range"),
        ("easy", None, 2**64, "seed 18446744073709551616 is out of range"),
        ("1001x5/3", None, 1, "a grid of 1001 rows"),
        ("easiest", None, 1, "unknown level 'easiest'"),
        ("easy", "safe:k1", 1, "no cell 'k1' on 9x9"),
    ],
)
def test_impossible_wishes_are_refused_at_once(
    level: str, start: str | None, seed: int, message: str
) -> None:
    with pytest.raises(BadInput, match=f"^{message}"):
        Game.new(level, start, seed=seed)


# --- edges ----------------------------------------------------------------------------------------


def test_a_board_of_mines_is_cleared_at_once_but_not_marked() -> None:
    game = clearing("** **")
    assert (game.status, seen(game)) == (WON, "FF FF")
    game = marking("**")
    assert (game.status, seen(game)) == (PLAYING, "##")
    game.flag(0)
    game.flag(1)
    assert game.status is WON


def test_a_board_without_mines_opens_in_one_move() -> None:
    game = Game.new("20x30/0", "safe", seed=5)
    assert len(game.open(17)) == 600
    assert game.status is WON


def test_a_list_of_all_safe_cells_wins_the_clearing_game_before_the_first_move() -> None:
    game = Game.new("3x3/4", Start(StartRule.LIST, 5), seed=3, finish=CLEARING)
    assert game.status is WON
    assert seen(game).count("F") == 4


def test_cells_may_be_named() -> None:
    by_name, by_number = (Game.new("beginner", "opening:d4", seed=7) for _ in range(2))
    assert by_name.open("D4") == by_number.open(by_number.grid.parse("d4"))
    wall = by_name.view.covered_cells()[0]
    by_name.flag(by_name.grid.name(wall))
    assert by_name.view.is_flagged(by_name.grid.name(wall))
    with pytest.raises(BadGrid, match="no cell 'z9'"):
        by_name.open("z9")


def test_what_is_handed_out_may_be_named() -> None:
    layout = Layout.from_picture("*.. ...")
    game = Game.on(layout, Finish.MARKING, safe=["c1", 4])
    assert game.safe == (2, 4)
    assert game.view.number("c1") == 0
    assert layout.is_mine("a1")
    assert layout.number("b2") == 1
    game.mark("a1", mined=True)
    assert game.view.is_flagged("a1")


def test_a_game_that_waits_for_its_first_cell_hands_out_nothing() -> None:
    game = Game.new("easy", "opening", seed=1)
    game.open("a1")
    assert game.safe == ()
    assert game.handed_out == ()
