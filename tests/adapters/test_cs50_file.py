"""`cs50:FILE`: right files play right, and wrong ones lose by what they do wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Act, Game
from mineproof.board.grid import Place
from mineproof.board.notation import Setting
from mineproof.errors import BadInput
from mineproof.play.guests import match_of, play_guest
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

FILES = Path(__file__).parents[1] / "data" / "cs50_files"
RIGHT = ("right", "imported")
SETTINGS = ("cs50/none", "beginner/safe", "cs50/none/marking", "easy/list8")


def student(file: str | Path, engine: str = "subset") -> Entrant:
    """Return a student's player, judged by an engine that is told as much, and no more."""
    path = FILES / f"{file}.py" if isinstance(file, str) else file
    return Entrant(f"cs50:{path}", engine, tell_total=False).pinned()


def matches(file: str | Path, games: int = 5) -> Iterator[Match]:
    entrant = student(file)
    for setting in SETTINGS:
        for seed in range(games):
            yield match_of(Game.of(Setting.parse(f"{setting}#{seed}")), entrant)


def written(folder: Path, body: str) -> Path:
    """Write a file whose AI has these lines instead of the usual methods."""
    path = folder / "minesweeper.py"
    path.write_text(
        "class MinesweeperAI:\n"
        "    def __init__(self, height, width):\n"
        "        self.mines, self.told = set(), []\n"
        "    def add_knowledge(self, cell, count):\n"
        "        self.told.append((cell, count))\n"
        "    def make_safe_move(self):\n"
        f"        {body}\n"
        "    def make_random_move(self):\n"
        "        return None\n",
        encoding="utf-8",
    )
    return path


def play(file: Path, setting: str = "4x4/3/safe#0") -> Record:
    return match_of(Game.of(Setting.parse(setting)), student(file)).play()


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_file_claims_exactly_what_the_subset_rule_proves(name: str) -> None:
    for match in matches(name):
        for turn in match.turns():
            if turn.choice is not None:
                assert turn.choice.is_claimed == (turn.choice.deduction is not None)
        assert match.fault is None
        assert match.record.outcome is not Outcome.STUCK


def test_a_forgetful_file_is_sound_and_guesses_too_often() -> None:
    needless = 0
    for match in matches("forgetful"):
        for choice in (turn.choice for turn in match.turns() if turn.choice is not None):
            assert choice.deduction is not None or not choice.is_claimed
            needless += choice.deduction is not None and not choice.is_claimed
    assert needless > 0


def test_a_file_that_forgets_its_mines_is_sound_and_opens_them() -> None:
    opened = 0
    for match in matches("no_flags"):
        for turn in match.turns():
            if turn.choice is not None:
                assert turn.choice.deduction is not None or not turn.choice.is_claimed
                opened += turn.choice.risk == 1
    assert opened > 0


@pytest.mark.parametrize("name", ["overlap", "stale_counts"])
def test_an_unsound_file_loses_by_what_it_calls_certain(name: str) -> None:
    lost = 0
    for match in matches(name):
        last = list(match.turns())[-1].choice
        is_lost = match.record.outcome is Outcome.LOST and match.fault is None
        lost += is_lost and last is not None and last.is_claimed
    assert lost > 0


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("changed_set", "RuntimeError: Set changed size during iteration (changed_set.py, line "),
        ("repeats", "make_safe_move returned (0, 0), which is already open"),
    ],
)
def test_a_file_that_fails_is_told_why(name: str, fault: str) -> None:
    setting = Setting.parse("beginner/safe#0")
    faults = [record.fault or "" for record in play_guest(setting, student(name), range(4))]
    assert any(each.startswith(fault) for each in faults)


@pytest.mark.parametrize("name", RIGHT)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    setting = Setting.parse("cs50/none#0")
    entrant = student(name)
    for seed in range(3):
        game = replace(setting, seed=seed)
        once, again = (list(match_of(Game.of(game), entrant).turns()) for _ in range(2))
        assert once == again
    hosted = list(play_guest(setting, entrant, range(3)))
    alone = [match_of(Game.of(replace(setting, seed=seed)), entrant).play() for seed in range(3)]
    assert [replace(each, seconds=0) for each in hosted] == [
        replace(each, seconds=0) for each in alone
    ]
    assert len({tuple(each.unmarked_cells) for each in alone}) > 1


def test_known_mines_are_flagged_in_the_marking_game_only() -> None:
    entrant = student("right")
    marking, clearing = (
        list(match_of(Game.of(Setting.parse(f"easy/list8/{finish}#0")), entrant).turns())
        for finish in ("marking", "clearing")
    )
    flags = [turn for turn in marking if turn.move.act is Act.FLAG]
    assert flags
    assert all(turn.choice is not None and turn.choice.is_claimed for turn in flags)
    assert not [turn for turn in clearing if turn.move.act is Act.FLAG]


def test_every_opened_cell_is_told_once_in_order(tmp_path: Path) -> None:
    told = "raise ValueError(self.told)"
    game = Game.of(Setting.parse("beginner/opening:e5#0"))
    seen: list[tuple[Place, int]] = []
    match = match_of(game, student(written(tmp_path, told)))
    for turn in match.turns():
        seen += [(game.grid.place(cell), number) for cell, number in turn.sights]
    assert len(seen) > 1
    assert match.fault is not None
    assert match.fault.startswith(f"ValueError: {seen}")


@pytest.mark.parametrize(
    "value", ["(0, 9)", "(-1, 0)", "'a1'", "'xyz'", "3", "(True, 0)", "(1.0, 2)", "(1, 2, 3)"]
)
def test_a_move_that_is_none_is_a_fault(value: str, tmp_path: Path) -> None:
    fault = play(written(tmp_path, f"return {value}")).fault
    wish = "expected (row, column) from (0, 0) to (3, 3)"
    assert fault == f"make_safe_move returned {value}; {wish}"


def test_a_wrong_cell_among_the_mines_is_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path, "self.mines = {(9, 9)}")
    assert play(file).fault is None  # in the clearing game nobody looks
    fault = play(file, "4x4/3/safe/marking#0").fault
    assert fault == "mines holds (9, 9); expected (row, column) from (0, 0) to (3, 3)"


def test_no_move_at_all_is_stuck(tmp_path: Path) -> None:
    record = play(written(tmp_path, "return None"))
    assert (record.outcome, record.fault) == (Outcome.STUCK, None)


def test_only_square_grids_are_played() -> None:
    match = match_of(Game.of(Setting.parse("hex:4x4/3/safe#0")), student("right"))
    assert match.play().fault == "hex:4x4 is a hex grid; expected a square one"


def test_a_file_without_the_class_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    path.write_text("MinesweeperAI = 3\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"other\.py has no class MinesweeperAI; expected CS50's"):
        student(path)
    with pytest.raises(BadInput, match="cannot read"):
        student(tmp_path / "missing.py")
    with pytest.raises(BadInput, match="'cs50' as an agent; expected cs50:FILE"):
        Entrant("cs50").pinned()


def test_it_is_a_guest_that_plays_where_its_file_is_not(tmp_path: Path) -> None:
    path = tmp_path / "minesweeper.py"
    path.write_text((FILES / "right.py").read_text("utf-8"), encoding="utf-8")
    entrant = Entrant.parse(f"cs50:{path}")
    assert entrant.is_guest
    assert entrant.needs_host
    path.unlink()
    record = next(play_guest(Setting.parse("beginner/safe#0"), entrant, range(1)))
    assert record.fault is None
