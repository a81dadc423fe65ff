from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from tests.app.conftest import Shell

from mineproof.app.human import converse
from mineproof.app.session import Session
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish

# b1 is the mine: * of  # * #  /  # # #
LAYOUT = Layout(Grid(2, 3), frozenset({1}))


@pytest.fixture
def clearing() -> Session:
    return Session(Game.on(LAYOUT, Finish.CLEARING))


@pytest.fixture
def marking() -> Session:
    return Session(Game.on(LAYOUT, Finish.MARKING))


def test_moves_in_the_clearing_game(clearing: Session) -> None:
    assert clearing.answer("open a1") == "a1 shows 1."
    assert clearing.answer("flag b1") == "b1 is flagged."
    assert clearing.answer("flag b1") == "b1 is no longer flagged."
    assert clearing.answer("F B1") == "b1 is flagged."
    assert clearing.answer("chord a1") == "2 cells opened around a1."
    assert not clearing.is_over
    assert clearing.answer("open c1") == "c1 shows 1."
    assert clearing.answer("open c2") == "The game is won."
    assert clearing.is_over


def test_moves_in_the_marking_game(marking: Session) -> None:
    assert marking.answer("mark a1 safe") == "a1 shows 1."
    assert marking.answer("mark b1 mined") == "b1 is flagged."
    assert marking.answer("flag a2") == "a2: wrong, the game is lost."
    assert marking.game.status is GameStatus.LOST


def test_a_chord_that_loses_names_the_mine(clearing: Session) -> None:
    for line in ("open a1", "flag a2"):
        clearing.answer(line)
    assert clearing.answer("chord a1") == "b1: wrong, the game is lost."


def test_the_mine_that_lost_the_game_stands_out(clearing: Session) -> None:
    console = Console(file=StringIO(), force_terminal=True, color_system="truecolor")
    converse(console, clearing, ["open b1"])
    red = "\x1b[1;38;2;255;255;255;48;2;156;31;31m *"
    assert isinstance(console.file, StringIO)
    assert console.file.getvalue().count(red) == 1


def test_a_zero_tells_how_many_cells_opened_with_it() -> None:
    game = Game.on(Layout(Grid(3, 3), frozenset({0})), Finish.CLEARING)
    assert Session(game).answer("open c3") == "The game is won."
    game = Game.on(Layout(Grid(1, 5), frozenset({0, 3})), Finish.CLEARING)
    assert Session(game).answer("open b1") == "b1 shows 1."


def test_a_hint_is_a_certain_move_with_its_proof(clearing: Session) -> None:
    assert clearing.answer("hint") == "The cascade engine finds no certain move."
    for cell in ("a1", "a2", "b2"):
        clearing.answer(f"open {cell}")
    first = clearing.answer("hint")
    assert first == "The 1 at a1 says that b1 is a mine."
    clearing.answer("flag b1")
    assert clearing.answer("hint").endswith("c1 is safe.")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("dance", "unexpected 'dance'; want open b3"),
        ("open", "unexpected 'open'"),
        ("open z9", "no cell 'z9'"),
        ("open 9", "not a cell name"),
        ("chord a1", "a1 is not open"),
        ("mark a1 safe", "marks belong to the marking game"),
        ("mark a1 maybe", "unexpected"),
        ("", "open b3"),
        ("help", "open b3"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    clearing: Session, line: str, told: str
) -> None:
    before = clearing.game.view
    assert told in clearing.answer(line)
    assert clearing.game.view == before
    assert not clearing.is_over


def test_a_person_plays_in_the_shell(run: Shell) -> None:
    words = ("play", "--human", "--level", "1x9/2", "--start", "safe", "--seed", "0")
    result = run(*words, text="open a1\nnonsense\nquit\n")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0].startswith("1x9/2/safe#0  clearing game")
    assert lines[1:3] == ["   a b c d e f g h i", " 1 # # # # # # # # #"]
    assert lines[3].startswith("open b3, flag b3")
    assert any(line.startswith("a1 shows") for line in lines)
    assert lines[-1] == "Until next time."


def test_the_end_of_the_input_ends_the_game(run: Shell) -> None:
    assert run("play", "--human", "--level", "easy").code == 0
