"""Plans are read from files, and what they say is what is done."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mineproof.assess.clauses import Clause, Kind
from mineproof.assess.findings import Play
from mineproof.assess.marks import marks
from mineproof.assess.plan import Plan
from mineproof.assess.report import Beside, Broken, Missed, Report
from mineproof.errors import BadInput


def read(folder: Path, text: str) -> Plan:
    path = folder / "points.toml"
    path.write_text(text, encoding="utf-8")
    return Plan.read(path)


def test_every_line_of_a_plan_counts(tmp_path: Path) -> None:
    board = '{"rows": 1, "cols": 3, "mines": [[0, 0]], "safe": [[0, 1]]}\n'
    (tmp_path / "mine.jsonl").write_text(board, encoding="utf-8")
    plan = read(
        tmp_path,
        'title = "Week 3"\nseed = 7\npositions = 50\nseconds = 1.5\nmemory = 256\nminutes = 2\n'
        'fixed = "mine.jsonl"\nboards = ["4x4/3/list"]\nvisibility = "hidden"\n'
        "[points]\nsound = 7\nworks = 0\n[enough]\nsubset = 0.5\n",
    )
    assert (plan.title, plan.seed, plan.positions, plan.seconds) == ("Week 3", 7, 50, 1.5)
    assert (plan.fence.memory, plan.minutes, plan.enough) == (256, 2, {"subset": 0.5})
    sample = plan.sample(Kind.KNOWLEDGE)
    assert (len(sample.boards), sample.settings, sample.seed) == (1, ("4x4/3/list",), 7)
    assert plan.points == {"sound": 7, "works": 0}
    assert plan.visibility["sound"] == "hidden"


def test_a_plan_may_have_no_fixed_boards(tmp_path: Path) -> None:
    assert read(tmp_path, "fixed = false").sample(Kind.CS50).boards == ()
    assert len(read(tmp_path, "").sample(Kind.CS50).boards) > 10


WRONG = {
    "seed = ": "Invalid value",
    "sed = 1": "unknown 'sed'; expected positions, seed,",
    'seed = "x"': "'seed' holds a text; expected",
    "seed = 1.5": "'seed' holds",
    "positions = 0": "0 positions; expected 1 or more",
    "memory = 3": "3 megabytes of memory; expected 128 to",
    'boards = "easy/list#3"': "expected a setting without a seed: easy/list",
    'boards = ["simple/list"]': "simple",
    "boards = []": "'boards' is empty; expected settings such as easy/list",
    'fixed = "none.jsonl"': "none.jsonl': No such file",
    "points = 3": "'points' is no table; expected lines below [points]",
    "[points]\nsoundness = 3": "unknown 'soundness'; expected works, sound,",
    "[points]\nsound = -3": "sound = -3 in [points]; expected 0 to",
    "[enough]\nsubset = 1.5": "subset = 1.5 in [enough]; expected 0 to 1",
    '[visibility]\nsound = "never"': "sound = 'never'; expected visible, hidden,",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_plan_is_refused_by_name(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        read(tmp_path, text)
    assert WRONG[text] in str(error.value)
    assert "points.toml: " in str(error.value)


def report(*broken: Broken, won: int = 6, faults: int = 0, missed: int = 5) -> Report:
    """Return a report on ten games, in which ours wins eight."""
    play = Play(Counter(won=won, stuck=10 - won - faults), faults=faults)
    beside = Beside("ours", Play(Counter(won=8, stuck=2)))
    levels = (Missed("single", 0, 40), Missed("subset", missed, 20))
    return Report("x.py", Kind.KNOWLEDGE, 100, broken, (), levels, play, beside)


def scores(found: Report, points: dict[str, float], **enough: float) -> dict[str, float]:
    plan = Plan(points=points, enough=enough)
    return {mark.name: mark.score for mark in marks(found, plan)}


def test_points_are_weighed() -> None:
    points = {"works": 10.0, "sound": 10.0, "single": 8.0, "subset": 8.0, "wins": 4.0}
    best = {"works": 10, "sound": 10, "single": 8, "subset": 6, "wins": 3}
    assert scores(report(), points) == best
    assert scores(report(), points, subset=0.75)["subset"] == 8
    assert scores(report(won=8), points)["wins"] == 4


def test_a_crash_costs_its_game_and_an_unsound_mark_everything() -> None:
    points = {"works": 10.0, "sound": 10.0}
    crash = Broken(Clause.WORKS, 2, "ValueError", None)
    unsound = Broken(Clause.SOUND, 1, "", None)
    assert scores(report(crash, faults=2), points) == {"works": 8, "sound": 10}
    assert scores(report(unsound), points) == {"works": 10, "sound": 0}


def test_who_finds_nothing_is_sound_for_nothing() -> None:
    silent = Report("x.py", Kind.KNOWLEDGE, 9, (), (), (Missed("single", 9, 9),), Play(), None)
    assert scores(silent, {"sound": 10.0}) == {"sound": 0}


def test_what_has_no_points_is_no_test() -> None:
    assert scores(report(), {"sound": 0.0}) == {}
