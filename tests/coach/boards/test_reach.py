"""How far certainty goes on whole boards: with and without the mine count, by easier steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mineproof.board.game import Game
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.rules import Finish
from mineproof.coach.boards.generate import no_guess
from mineproof.coach.boards.grade import grade
from mineproof.coach.boards.reach import Hardest, Reach, Solving, is_solvable
from mineproof.coach.boards.wishes import STEP_LEVELS, Wishes
from mineproof.coach.steps.techniques import StepLevel
from mineproof.engines.exact import Exact
from mineproof.errors import BadSetting, LimitReached

DATA = Path(__file__).parents[2] / "data" / "noguess_boards.json"
WITHOUT_COUNT = Reach(with_count=False)
UP_TO = {
    StepLevel.L1: Reach(Hardest.SINGLE, with_count=False),
    StepLevel.L2: Reach(Hardest.PAIR, with_count=False),
    StepLevel.L4: WITHOUT_COUNT,
    StepLevel.L5: Reach(),
}


class Judged(NamedTuple):
    """An expert board with a verdict that others have reached."""

    layout: Layout
    first: Cell
    with_count: bool
    without_count: bool
    final_view: str


def judged_boards() -> list[Judged]:
    found = []
    for board in json.loads(DATA.read_text())["boards"]:
        grid = Grid(board["rows"], board["cols"])
        mines = frozenset(grid.at(*place) for place in board["mines"])
        verdicts = board["no_guess_with_mine_count"], board["no_guess_local"]
        view = "\n".join(board["final_view"])
        found.append(Judged(Layout(grid, mines), grid.at(*board["start"]), *verdicts, view))
    return found


def clears_in_python(layout: Layout, first: Cell, reach: Reach) -> bool:
    return Solving(first, reach).play(layout)


def clears(layout: Layout, first: Cell, reach: Reach) -> bool:
    """The same by the kernel, if there is one."""
    return is_solvable(layout, first, reach)


@pytest.mark.parametrize("judge", [clears_in_python, clears])
def test_verdicts_agree_on_every_board(judge: Callable[[Layout, Cell, Reach], bool]) -> None:
    boards = judged_boards()
    assert len(boards) == 60
    assert any(board.with_count != board.without_count for board in boards)
    for board in boards:
        assert judge(board.layout, board.first, Reach()) == board.with_count
        assert judge(board.layout, board.first, WITHOUT_COUNT) == board.without_count


def test_the_play_ends_where_certainty_does() -> None:
    for board in judged_boards():
        solving = Solving(board.first, Reach())
        solving.play(board.layout)
        assert solving.view().picture().replace("F", "#") == board.final_view


def test_a_board_is_within_reach_exactly_if_its_grade_says_so() -> None:
    grades = set()
    for seed in range(120):
        layout = Layout.random(Grid(7, 9), 13, Rng(seed), clear=(0, 1, 9, 10))
        found = grade(Game.on(layout, Finish.CLEARING), 0).level
        grades.add(found)
        for level, reach in UP_TO.items():
            needed = STEP_LEVELS[: STEP_LEVELS.index(level) + 1]
            assert clears_in_python(layout, 0, reach) == (found in needed)
            assert clears(layout, 0, reach) == (found in needed)
    assert grades >= {StepLevel.L1, StepLevel.L2, StepLevel.L3, StepLevel.L5, StepLevel.G}


def test_a_layout_that_changes_is_looked_at_anew() -> None:
    solving = Solving(0, Reach())
    assert not solving.play(Layout.from_picture("...*. ....*"))
    assert solving.view().picture() == "001##\n001##"
    assert solving.play_changed(Layout.from_picture("...*. ...*."))
    assert solving.view().picture() == "002F2\n002F2"


def test_what_is_found_elsewhere_is_taken() -> None:
    layout = Layout.from_picture("...*. .....")
    solving = Solving(0, Reach(Hardest.NOTHING, with_count=False))
    assert not solving.play(layout)
    assert solving.view().picture() == "001##\n001##"
    assert not solving.take([(3, True), (8, False)])
    assert solving.view().picture() == "001F#\n0011#"
    assert solving.take([(4, False), (9, False)])


def test_a_first_cell_must_be_safe() -> None:
    with pytest.raises(BadSetting, match="safe cell d1 is a mine"):
        is_solvable(Layout.from_picture("...*."), 3)


def test_too_much_to_count_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    board = no_guess("expert", 1, wishes=Wishes(min_level=StepLevel.L5))
    monkeypatch.setattr("mineproof.coach.boards.reach.Exact", lambda: Exact(max_states=1))
    with pytest.raises(LimitReached, match="too many states"):
        Solving(board.first, Reach()).play(board.layout)
