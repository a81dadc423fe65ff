"""Boards that need no guess: certified, the same everywhere, and by the filter equally likely."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.uniformity import deviation

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish, Level
from mineproof.coach.boards.generate import Generated, Method, daily, no_guess
from mineproof.coach.boards.reach import Reach, Solving, is_solvable
from mineproof.coach.boards.script import check_script
from mineproof.coach.boards.wishes import STEP_LEVELS, Range, Wishes
from mineproof.counting.kernel import Kernel
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, BadSetting, LimitReached
from mineproof.play.match import Match
from mineproof.play.record import Outcome


def check(board: Generated, *, with_count: bool = True) -> None:
    """Replay a board by another path: an agent with the engine `exact`, all in Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        game = Game.on(board.layout, Finish.CLEARING)
        match = Match(game, NeverGuess(Exact()), first=board.first, tell_total=with_count)
        record = match.play()
    assert (record.outcome, record.guesses) == (Outcome.WON, 0)


def in_python(level: str, seed: int, **wish: object) -> Generated:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        return no_guess(level, seed, **wish)  # type: ignore[arg-type]


# --- certified ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", Method)
def test_expert_boards_need_no_guess(method: Method) -> None:
    for seed in range(25):
        board = no_guess("expert", seed, method=method)
        assert (board.method, len(board.layout.mines)) == (method, 99)
        check(board)


def test_expert_boards_without_the_mine_count() -> None:
    for seed in range(10):
        board = no_guess("expert", seed, wishes=Wishes(with_count=False))
        check(board, with_count=False)
        check_script(board.layout, board.script, with_count=False)


def test_more_than_two_fifths_of_the_cells_may_be_mines() -> None:
    for seed in range(5):
        board = no_guess("16x30/200", seed)
        assert (board.method, len(board.layout.mines)) == (Method.REPAIR, 200)
        check(board)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["6x7/9", "torus:6x6/7", "hex:7x6/11", "5x5/8", "1x9/2", "9x9/30"]),
    st.sampled_from(["opening", "safe", "opening:a1", "safe:c1"]),
    st.sampled_from(Method),
    st.integers(0, 2**64 - 1),
)
def test_all_shapes_and_starts(level: str, start: str, method: Method, seed: int) -> None:
    try:
        board = no_guess(level, seed, start=start, method=method)
    except LimitReached:
        return
    opened = Game.on(board.layout, Finish.CLEARING).open(board.first)
    assert opened, "the first cell is no mine"
    assert opened[0].number == 0 or start.startswith("safe")
    assert len(board.layout.mines) == Level.parse(level).mines
    check(board)


@pytest.mark.parametrize("seed", [1451, 12542])
def test_a_change_may_spoil_what_was_found_before_it(seed: int) -> None:
    """After the first play of these boards to the end they still needed a guess."""
    for board in (no_guess("expert", seed, method=Method.REPAIR, tries=1), repaired(seed)):
        check(board)


def repaired(seed: int) -> Generated:
    return in_python("expert", seed, method=Method.REPAIR, tries=1)


# --- the same everywhere --------------------------------------------------------------------------


@st.composite
def some_wishes(draw: st.DrawFn) -> Wishes:
    least, most = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
    return Wishes(min_level=STEP_LEVELS[least], max_level=STEP_LEVELS[most])


@pytest.mark.usefixtures("native")
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["6x7/9", "torus:7x7/11", "hex:7x6/12", "5x5/10", "9x9/28"]),
    st.sampled_from(["opening", "safe:b2"]),
    st.sampled_from(Method),
    some_wishes(),
    st.integers(0, 2**64 - 1),
)
def test_python_makes_the_same_boards(
    level: str, start: str, method: Method, wishes: Wishes, seed: int
) -> None:
    def make(generate: Callable[..., Generated]) -> Generated | str:
        try:
            return generate(level, seed, start=start, method=method, wishes=wishes, tries=3)
        except LimitReached as error:
            return str(error)

    assert make(no_guess) == make(in_python)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("level", ["expert", "16x30/150"])
def test_python_repairs_large_boards_in_the_same_way(level: str) -> None:
    for seed in range(3):
        found = no_guess(level, seed, method=Method.REPAIR)
        assert in_python(level, seed, method=Method.REPAIR) == found


def test_boards_that_must_never_change() -> None:
    filtered, repaired = no_guess("5x6/6", 1), no_guess("6x6/12", 1, method=Method.REPAIR)
    assert filtered.layout.picture().split() == ["1*11*1", "111122", "11001*", "*31011", "**1000"]
    made = ["2*****", "*33443", "1102*2", "1225*3", "*2***2", "122321"]  # three mines were moved
    assert repaired.layout.picture().split() == made


def test_a_board_by_filter_is_a_game() -> None:
    board = no_guess("expert", 11, start="opening:p9")
    assert board.game_id is not None
    game = Game.of(board.game_id)
    game.open(game.grid.parse("p9"))
    assert game.layout == board.layout
    assert no_guess("expert", 11, method=Method.REPAIR).game_id is None


def test_a_board_as_a_transcript() -> None:
    board = no_guess("easy", 2)
    game = board.transcript.end()
    assert game.layout == board.layout
    assert game.view.is_open(board.first)


def test_the_board_of_a_day() -> None:
    day = dt.date(2026, 11, 16)
    assert daily(day) == daily(day)
    assert daily(day).layout != daily(dt.date(2026, 11, 17)).layout
    assert len(daily(day, "beginner").layout.mines) == 10


# --- how likely -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def able() -> list[frozenset[Cell]]:
    """All boards of 4x4 with four mines that can be cleared from a corner that is an opening."""
    pool = [cell for cell in range(16) if cell not in (0, 1, 4, 5)]
    layouts = [Layout(Grid(4, 4), frozenset(mines)) for mines in combinations(pool, 4)]
    solvable = [layout.mines for layout in layouts if Solving(0, Reach()).play(layout)]
    assert (len(solvable), len(layouts)) == (270, 495)
    return solvable


def made(method: Method) -> list[frozenset[Cell]]:
    boards = (no_guess("4x4/4", n, start="opening:a1", method=method) for n in range(5400))
    return [board.layout.mines for board in boards]


def test_the_filter_makes_all_boards_equally_likely(able: list[frozenset[Cell]]) -> None:
    assert deviation(made(Method.FILTER), able) < 3


def test_repair_makes_all_boards_but_some_more_often(able: list[frozenset[Cell]]) -> None:
    found = made(Method.REPAIR)
    assert set(found) == set(able)
    assert deviation(found, able) > 10


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (
            {"tries": 20},
            r"^no board of 2x9/8 without a guess from d1 \(3BV 99-\), seed 0, in 2 tries",
        ),
        (
            {"tries": 20},
            "in 2 tries by filter and 2 tries by repair; expected another seed, more tries",
        ),
        ({"method": Method.FILTER, "tries": 7}, "in 7 tries by filter; expected"),
        ({"method": Method.REPAIR, "tries": 7}, "in 7 tries by repair; expected"),
    ],
)
def test_a_wish_that_is_not_met_is_said(wish: dict[str, object], told: str) -> None:
    for make in (no_guess, in_python):
        with pytest.raises(LimitReached, match=told):
            make("2x9/8", 0, wishes=Wishes(bbbv=Range(99)), **wish)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("level", "wish", "told"),
    [
        ("9x9/73", {}, "opening at d4 leaves room for 72 mines on 9x9; the level has 73"),
        (
            "easy",
            {"start": "list"},
            "start list; expected opening or safe, which have a first cell",
        ),
        ("easy", {"start": "opening:k3"}, "no cell 'k3' on 9x9"),
        ("easy", {"tries": 0}, "0 tries; expected 1 or more"),
    ],
)
def test_what_cannot_be_meant(level: str, wish: dict[str, str], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        no_guess(level, 1, **wish)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="seed -1 is out of range"):
        no_guess("easy", -1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"hardest": "thinking"}, "unknown hardest step 'thinking'; expected one of single, pair"),
        ({"start": "list"}, "unknown start 'list'; expected one of safe, opening"),
        ({"mines": 17}, "mines 17 is out of range; expected 0 to 16"),
        ({"mines": 13}, "mines 13 is out of range; expected 0 to 12"),
        ({"first": 16}, "first cell 16 is out of range"),
        ({"tries": -1}, "tries -1 is out of range"),
        ({"seed": 2**64}, "seed 18446744073709551616 is out of range"),
    ],
)
def test_the_kernel_refuses_nonsense(native: Kernel, change: dict[str, object], told: str) -> None:
    usual = {
        "rows": 4, "cols": 4, "shape": "square", "mines": 3, "start": "opening", "first": 0,
        "seed": 1, "skip": 0, "tries": 5, "hardest": "counting", "with_count": True,
        "too_easy": None, "repairs": False,
    }  # fmt: skip
    with pytest.raises(ValueError, match=told):
        native.no_guess(**(usual | change))  # type: ignore[arg-type]


def test_a_try_that_is_too_much_to_count_is_no_board(native: Kernel) -> None:
    usual = {
        "rows": 16, "cols": 30, "shape": "square", "mines": 99, "start": "opening", "first": 93,
        "seed": 1, "skip": 0, "hardest": "counting", "with_count": True, "too_easy": None,
    }  # fmt: skip
    few = [native.no_guess(**usual, tries=40, repairs=r, max_states=2) for r in (False, True)]  # type: ignore[arg-type]
    for _, _, mines in few:
        if mines is not None:
            assert is_solvable(Layout(Grid(16, 30), frozenset(mines)), 93, Reach())
    assert native.no_guess(**usual, tries=40, repairs=False)[0] < few[0][0]  # type: ignore[arg-type]
