from __future__ import annotations

import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.app.conftest import Shell

from mineproof.app.cli.play.human import Conversation, converse
from mineproof.app.game.session import Session
from mineproof.board.game import GameStatus
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.coach.hints import hint
from mineproof.coach.rungs import RUNGS

# b1 is the mine: * of  # * #  /  # # #
LAYOUT = Layout(Grid(2, 3), frozenset({1}))


@pytest.fixture
def clearing() -> Conversation:
    return conversation_on(LAYOUT, Finish.CLEARING)


@pytest.fixture
def marking() -> Conversation:
    return conversation_on(LAYOUT, Finish.MARKING)


def conversation_on(layout: Layout, finish: Finish = Finish.CLEARING) -> Conversation:
    return Conversation(Session(Transcript(GivenLayout(layout, finish)), is_given=True))


def test_moves_in_the_clearing_game(clearing: Conversation) -> None:
    assert clearing.answer("open a1") == "a1 shows 1."
    assert clearing.answer("flag b1") == "b1 is flagged."
    assert clearing.answer("flag b1") == "b1 is no longer flagged."
    assert clearing.answer("F B1") == "b1 is flagged."
    assert clearing.answer("chord a1") == "2 cells opened around a1."
    assert not clearing.is_over
    assert clearing.answer("open c1") == "c1 shows 1."
    assert clearing.answer("open c2") == "The game is won."
    assert clearing.is_over


def test_moves_in_the_marking_game(marking: Conversation) -> None:
    assert marking.answer("mark a1 safe") == "a1 shows 1."
    assert marking.answer("mark b1 mined") == "b1 is flagged."
    assert marking.answer("flag a2") == "a2: wrong, the game is lost. `undo` takes the move back."
    assert marking.session.game.status is GameStatus.LOST


def test_a_chord_that_loses_names_the_mine(clearing: Conversation) -> None:
    for line in ("open a1", "flag a2"):
        clearing.answer(line)
    assert clearing.answer("chord a1") == "b1: wrong, the game is lost. `undo` takes the move back."


def test_the_mine_that_lost_the_game_stands_out(clearing: Conversation) -> None:
    console = Console(file=StringIO(), force_terminal=True, color_system="truecolor")
    converse(console, clearing, ["open b1"])
    red = "\x1b[1;38;2;255;255;255;48;2;156;31;31m *"
    assert isinstance(console.file, StringIO)
    assert console.file.getvalue().count(red) == 1


def test_a_zero_tells_how_many_cells_opened_with_it() -> None:
    corner = conversation_on(Layout(Grid(3, 3), frozenset({0})))
    assert corner.answer("open c3") == "The game is won."
    row = conversation_on(Layout(Grid(1, 5), frozenset({0, 3})))
    assert row.answer("open b1") == "b1 shows 1."


def test_each_hint_climbs_one_rung_of_the_coachs_ladder(clearing: Conversation) -> None:
    assert clearing.answer("hint") == "No cell is safe; a guess is needed."
    for cell in ("a1", "a2", "b2"):
        clearing.answer(f"open {cell}")
    ladder = hint(clearing.session.known, RUNGS[-1]).words
    told = ["\n".join(map(str, sentences)) for sentences in ladder]
    assert [clearing.answer("hint") for _ in RUNGS] == told
    assert told[0] == "There is a safe cell."
    assert told[-1].startswith("Open ")
    assert clearing.answer("hint") == told[-1]  # there is no rung above
    clearing.answer("flag b1")
    assert clearing.answer("hint") == "There is a safe cell."
    assert clearing.session.assisted


def test_before_the_first_opening_a_hint_says_that_any_cell_is_safe() -> None:
    session = Session(Transcript.parse("easy/opening#1"), is_given=True)
    conversation = Conversation(session)
    told = [conversation.answer("hint") for _ in range(3)]
    assert told[0] == "Nothing is open yet: any first cell is safe."
    assert told[1].endswith(" is a good place to start.")
    assert told[2].startswith("Open ")
    assert "opened with it" in conversation.answer(told[2].rstrip(".").lower())


def test_a_person_needs_no_engine(complains: Callable[..., str]) -> None:
    told = complains("play", "--human", "--engine", "single")
    assert "--human and --engine cannot be combined" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("dance", "unexpected 'dance'; expected open b3"),
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
    clearing: Conversation, line: str, told: str
) -> None:
    before = clearing.session.game.view
    assert told in clearing.answer(line)
    assert clearing.session.game.view == before
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
    assert lines[-2:] == [
        "Until next time.",
        "review it: echo '1x9/2/safe#0 a1' | mineproof review",
    ]


def test_the_end_of_the_input_ends_the_game(run: Shell) -> None:
    result = run("play", "--human", "--level", "easy")
    assert result.code == 0
    assert "review" not in result.out  # nothing was played


def test_moves_are_written_down_and_what_was_refused_is_not(clearing: Conversation) -> None:
    for line in ("open a1", "open a1", "flag b1", "chord c1", "chord a1", "nonsense"):
        clearing.answer(line)
    assert str(clearing.session.transcript) == "layout/clearing\n1*1\n111\na1 Fb1 Ca1"


def test_marks_are_written_down(marking: Conversation) -> None:
    marking.answer("mark a1 safe")
    marking.answer("mark b1 mined")
    assert str(marking.session.transcript).endswith("\na1 Fb1")


def test_a_saved_game_is_played_on(run: Shell, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    words = ("play", "--human", "--game", "easy/opening#1")
    result = run(*words, "--save", str(first), text="open d4\nflag b2\nquit\n")
    assert result.out.splitlines()[-1] == f"continue it: mineproof play --human --resume {first}"
    assert first.read_text() == "easy/opening#1\nd4 Fb2\n"
    again = ("play", "--human", "--resume", str(first), "--save", str(second))
    result = run(*again, text="flag a1\n")
    assert result.code == 0
    assert " 2 # F 1 0 1 # 1 0 0" in result.out.splitlines()[:5]
    assert second.read_text() == "easy/opening#1\nd4 Fb2 Fa1\n"


def test_a_game_that_is_over_is_not_played_on(
    complains: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "game"
    file.write_text("layout/clearing *. a1")
    told = complains("play", "--human", "--resume", str(file))
    assert f"the game of '{file}' is lost; expected one that is still played" in told


def test_resume_wants_a_person_and_no_other_game(complains: Callable[..., str]) -> None:
    assert "--resume needs --human" in complains("play", "--resume", "x")
    words = ("play", "--human", "--resume", "x", "--seed", "3")
    assert "--resume and --seed cannot be combined" in complains(*words)
    assert "cannot read 'x'" in complains("play", "--human", "--resume", "x")


def test_a_game_that_cannot_be_saved_is_printed(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    words = ("play", "--human", "--game", "easy/opening#1", "--save", str(tmp_path / "game"))
    result = run(*words, text="open d4\n")
    assert result.code == 2
    assert result.err.startswith("mineproof: cannot write ")
    assert "No space left on device" in result.err
    assert result.out.splitlines()[-1] == "review it: echo 'easy/opening#1 d4' | mineproof review"


# Undo


def test_moves_are_undone_and_made_again(clearing: Conversation) -> None:
    for line in ("open a1", "flag b1"):
        clearing.answer(line)
    assert clearing.answer("undo") == "flag b1 is undone."
    assert clearing.answer("u") == "open a1 is undone."
    assert clearing.answer("undo") == "there is no move to undo."
    assert clearing.answer("redo") == "a1 shows 1."
    assert clearing.answer("redo") == "b1 is flagged."
    assert clearing.answer("redo") == "there is no move to redo."
    assert [move.cell for move in clearing.session.moves] == [0, 1]
    assert clearing.session.assisted


def test_a_new_move_is_the_end_of_what_was_undone(clearing: Conversation) -> None:
    for line in ("open a1", "undo", "open a2"):
        clearing.answer(line)
    assert clearing.answer("redo") == "there is no move to redo."


def test_the_move_that_loses_can_be_undone(clearing: Conversation) -> None:
    assert clearing.answer("open b1").startswith("b1: wrong, the game is lost.")
    assert not clearing.is_over
    assert "is lost" in clearing.answer("hint")
    assert clearing.answer("undo") == "open b1 is undone."
    assert clearing.answer("open a1") == "a1 shows 1."


def test_the_board_is_shown_again_after_undo(run: Shell) -> None:
    words = ("play", "--human", "--game", "3x3/1/list#1")
    lines = run(*words, text="open b1\nundo\n").out.splitlines()
    assert lines.count(" 1 0 # #") == 2
    assert lines.count(" 1 0 0 #") == 1


# Boards that need no guess


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--no-guess", "--level", "easy", "--seed", "4"), "no-guess easy/opening#4  clearing"),
        (("--daily", "2026-02-01", "--level", "easy"), "daily board of 2026-02-01  clearing"),
    ],
)
def test_quitting_shows_no_mine(
    run: Shell, tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    file = tmp_path / "My Game"
    left = run("play", "--human", *words, text="flag a1\nquit\n").out
    assert left.startswith(name)
    assert "*" not in left
    assert "layout/" not in left
    assert left.endswith("type `save FILE` before you leave\n")
    kept = run("play", "--human", *words, "--save", str(file), text="flag a1\nquit\n").out
    assert "not saved" not in kept
    assert kept.endswith(f"continue it: mineproof play --human --resume '{file}'\n")
    again = run("play", "--human", "--resume", str(file), text="undo\nquit\n").out
    assert "flag a1 is undone." in again
    assert "*" not in again


def test_a_game_is_saved_on_the_way(run: Shell, tmp_path: Path) -> None:
    file = tmp_path / "Kept"
    text = f"flag a1\nsave {file}\nsave {file}\nquit\n"
    out = run("play", "--human", "--no-guess", "--level", "easy", "--seed", "4", text=text).out
    told = out.splitlines()
    assert f"continue it: mineproof play --human --resume {file}" in told
    assert f"'{file}' exists; expected the name of a new file." in told
    assert told[-1] == "Until next time."
    assert file.read_text().endswith("\nFa1\n")


def test_a_lost_game_may_be_shown(run: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("layout/clearing *1 11 b1")
    out = run("play", "--human", "--resume", str(file), text="open a1\nquit\n").out
    assert out.splitlines()[-1].startswith("review it: echo 'layout/clearing *1 11 b1 a1'")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--daily", "today"), "--daily needs --human"),
        (("--no-guess",), "--no-guess needs --human"),
        (("--no-flags",), "--flags needs --human"),
        (("--human", "--daily", "today", "--seed", "1"), "--daily and --seed cannot be combined"),
        (("--human", "--game", "easy/list#1", "--no-guess"), "--game and --no-guess cannot be"),
        (("--human", "--daily", "noon"), "'noon' is not a date"),
        (("--human", "--game", "easy"), "easy"),
    ],
)
def test_boards_that_cannot_be_played(
    complains: Callable[..., str], words: tuple[str, ...], told: str
) -> None:
    assert told in complains("play", *words)
