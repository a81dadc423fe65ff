"""ms-toollib: the least risk by ms_toollib's count, or here by brute force where it is missing."""

from __future__ import annotations

import sys

import pytest

from mineproof.adapters import ms_toollib
from mineproof.agents.choice import Choice
from mineproof.agents.entrant import Entrant
from mineproof.board.game import Act, Game, Move
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput
from mineproof.facade.analysis import analyse
from mineproof.play.guests import match_of, play_guest
from mineproof.play.match import Match
from mineproof.play.record import Outcome

Board = list[list[int]]


def count(board: Board, mines: int) -> tuple[list[list[float]], list[int]]:
    """Count as ms_toollib does, by our own engine."""
    picture = " ".join("".join("#" if code == 10 else str(code) for code in row) for row in board)
    risks = analyse(View.from_picture(picture, mines), "exact").risks
    flat = [risks.get(cell, 0.0) for cell in range(len(board) * len(board[0]))]
    return [flat[at : at + len(board[0])] for at in range(0, len(flat), len(board[0]))], []


@pytest.fixture(params=["ours", "theirs"])
def _counts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "theirs":
        pytest.importorskip("ms_toollib")
    else:
        monkeypatch.setattr(ms_toollib, "_library", lambda: count)


def decide(picture: str, mines: int, *, marks_mines: bool = False) -> Choice:
    view = View.from_picture(picture, mines)
    player = ms_toollib.MsToollib(Exact()).join(view, marks_mines=marks_mines)
    choice = player.choose()
    assert isinstance(choice, Choice)
    return choice


@pytest.mark.usefixtures("_counts")
def test_a_cell_without_risk_is_opened_and_claimed() -> None:
    choice = decide("1### 1### 1###", 2)
    assert choice.is_claimed
    assert choice.deduction is not None


@pytest.mark.usefixtures("_counts")
def test_the_first_of_equally_safe_cells_is_guessed() -> None:
    choice = decide("#### ####", 2)
    assert (choice.move, choice.is_claimed) == (Move(Act.OPEN, 0), False)
    assert decide("1### ####", 3).move == Move(Act.OPEN, 1)  # 1/3 for it, and 1/2 off the front
    assert decide("3### #### ####", 5).move == Move(Act.OPEN, 2)


@pytest.mark.usefixtures("_counts")
def test_mines_are_flagged_in_the_marking_game_only() -> None:
    assert decide("3## ###", 4, marks_mines=True).move == Move(Act.FLAG, 1)
    assert decide("3## ###", 4).move == Move(Act.OPEN, 2)
    assert decide("3F# ###", 4, marks_mines=True).move == Move(Act.FLAG, 3)


@pytest.mark.usefixtures("_counts")
@pytest.mark.parametrize("game", ["beginner/safe", "easy/list8", "5x5/6/none"])
def test_nothing_that_it_calls_certain_loses(game: str) -> None:
    for seed in range(5):
        match = Match(Game.of(Setting.parse(f"{game}#{seed}")), ms_toollib.MsToollib(Exact()))
        for turn in match.turns():
            if turn.choice is not None and turn.choice.is_claimed:
                assert turn.choice.deduction is not None
        assert match.record.outcome is not Outcome.STUCK


@pytest.mark.parametrize(
    ("setting", "told", "tell_total"),
    [
        ("torus:4x4/3/safe#0", "torus:4x4 is a torus grid; expected a square one", True),
        ("4x4/3/safe#0", "the mine count is hidden; ms_toollib needs it", False),
    ],
)
def test_what_it_cannot_play_is_a_fault(
    setting: str, told: str, tell_total: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ms_toollib, "_library", lambda: count)
    entrant = Entrant("ms-toollib", tell_total=tell_total)
    match = match_of(Game.of(Setting.parse(setting)), entrant)
    assert (match.fault, match.play().outcome) == (told, Outcome.LOST)


def test_without_the_package_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ms_toollib", None)
    with pytest.raises(BadInput, match=r"^ms-toollib needs ms_toollib: pip install 'mineproof\["):
        Entrant("ms-toollib").pinned()


def test_it_is_registered_and_hosted() -> None:
    pytest.importorskip("ms_toollib")
    entrant = Entrant.parse("ms-toollib")
    assert (entrant.agent, entrant.engine) == ("ms-toollib", "exact")
    assert entrant.is_guest
    assert entrant.needs_host
    assert not entrant.sources
    setting = Setting.parse("beginner/safe#0")
    records = list(play_guest(setting, entrant, range(3)))
    assert [record.fault for record in records] == [None] * 3
    assert not Entrant("safest").needs_host
