"""`kb:FILE`: a right player plays right, and a wrong one loses by what it does wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.errors import BadInput
from mineproof.play.guests import ask, match_of
from mineproof.play.record import Outcome, Record
from mineproof.play.referee import Referee

RIGHT = Path(__file__).parents[2] / "data" / "kb_files" / "right.py"


def play(file: Path, setting: str = "4x4/3/list#0") -> Record:
    entrant = Entrant(f"kb:{file}").pinned()
    return match_of(Game.of(Setting.parse(setting)), entrant).play()


def written(folder: Path, body: str) -> Path:
    """Write a player of these lines."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    path = folder / "player.py"
    path.write_text(f"def play(game):\n{lines}", encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", range(6))
def test_a_right_player_marks_what_it_proves(seed: int) -> None:
    record = play(RIGHT, f"5x5/4/list#{seed}")
    assert record.outcome in (Outcome.WON, Outcome.STUCK)
    assert (record.fault, record.guesses) == (None, 0)


def test_it_wins_a_game() -> None:
    assert play(RIGHT, "easy/list#1").outcome is Outcome.WON


@pytest.mark.parametrize("shape", ["torus", "hex"])
def test_it_plays_boards_of_other_shapes(shape: str) -> None:
    record = play(RIGHT, f"{shape}:5x5/3/list12#2")
    assert (record.fault, record.guesses) == (None, 0)
    assert record.moves > 0


def test_it_is_told_what_the_player_of_a_game_is_told(tmp_path: Path) -> None:
    lines = "raise ValueError((game.height, game.width, game.mines, len(game.safe_cells)))"
    record = play(written(tmp_path, lines), "3x4/2/list5#1")
    assert record.fault == "ValueError: (3, 4, 2, 5) (player.py, line 2)"


WRONG = {
    "game.mark((9, 9), True)": "mark of (9, 9); expected (row, column) from (0, 0) to (3, 3)",
    "game.mark('b3', True)": "mark of 'b3'; expected (row, column) from (0, 0) to (3, 3)",
    "game.mark(game.safe_cells[0], False)": "expected a cell that is not marked yet",
    "game.query(game.unmarked()[0])": "expected a cell that is marked safe",
    "exit(3)": "SystemExit: 3",
    "return 1 / 0": "ZeroDivisionError: division by zero (player.py, line 2)",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_mistake_is_a_fault(line: str, tmp_path: Path) -> None:
    record = play(written(tmp_path, line))
    assert record.outcome is Outcome.LOST
    assert WRONG[line] in str(record.fault)


def test_a_guess_claims_nothing(tmp_path: Path) -> None:
    lines = "while True:\n    game.guess(game.unmarked()[0])"
    record = play(written(tmp_path, lines))
    assert (record.outcome, record.fault) == (Outcome.LOST, None)


def test_it_joins_a_game_in_the_middle() -> None:
    agent = Entrant(f"kb:{RIGHT}").pinned().hire()
    decision = ask(agent, View.from_picture("1F# 11# ###"), 0, Referee())
    assert decision.move.cell in (2, 5, 6, 7, 8)  # type: ignore[union-attr]
    assert decision.is_claimed  # type: ignore[union-attr]


def test_a_clearing_game_is_not_its_game() -> None:
    assert "expected a marking game" in str(play(RIGHT, "4x4/3/safe#0").fault)


def test_a_file_without_the_function_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match=r"empty\.py has no 'play'; expected a function of a game"):
        Entrant(f"kb:{path}").pinned()
