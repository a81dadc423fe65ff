"""`mineproof arena` from the command line, in this process and with one job."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.lab.run import runner
from mineproof.lab.run.store import list_runs

PLAYERS = """
about = "Three that meet"
entrants = ["random", "safest", "my.py:first"]
levels = ["4x4/3"]
starts = ["safe", "opening:a1"]
games = 20
reduced = 5
reference = "safest"
"""

FIRST = """
def first(view):
    return next(cell for cell in range(view.grid.size) if view.is_hidden(cell))
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an arena and a player in it, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meet.toml").write_text(PLAYERS)
    (tmp_path / "my.py").write_text(FIRST)
    return tmp_path


def test_players_meet_once_and_are_shown_as_often_as_one_likes(
    here: Path, run: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run("arena", "meet.toml", "--jobs", "1", "--to", "meet.json")
    assert (shown.code, shown.err) == (0, "")
    title, setting, headings, *lines = shown.out.splitlines()
    assert (title, setting) == ("Three that meet", "4x4/3/safe")
    assert headings.startswith("player")
    assert [line.split()[0] for line in lines[:3]] == ["random", "safest", "my.py:first"]
    assert "reference" in lines[1]
    said = json.loads((here / "meet.json").read_text())
    assert [line["games"] for line in said["players"]] == [20] * 6 + [40] * 3
    assert said["command"] == "mineproof arena meet.toml"

    # Now without the player's file, and nothing is played.
    (done,) = list_runs(here / "results")
    assert done.is_finished
    monkeypatch.delattr(runner, "run")
    (here / "my.py").unlink()
    again = run("arena", str(done.folder), "--reference", "random")
    assert again.code == 0
    assert "reference" in again.out.splitlines()[3]


@pytest.mark.long
@pytest.mark.usefixtures("here")
def test_files_of_every_format_are_replaced_by_newer_ones(run: Shell) -> None:
    words = ("arena", "meet.toml", "--games", "2", "--jobs", "1")
    for file in ("meet.md", "meet.csv", "meet.json", "meet.tex", "meet.html"):
        for _ in range(2):
            assert run(*words, "--to", file).code == 0
        Path(file).write_text("precious")
        refused = run(*words, "--to", file)
        assert (refused.code, refused.out) == (2, "")
        assert f"'{file}' exists and is no report" in refused.err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--reference", "exact"), "no entrant 'exact'; expected one of random, safest, "),
        (("--to", "meet.gif"), "'meet.gif'; expected a name with .md, .csv, .json, .tex, .html, "),
        (("--games", "3", "--reduced"), "--games and --reduced cannot be combined"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_played(
    run: Shell, args: tuple[str, ...], message: str
) -> None:
    result = run("arena", "meet.toml", *args)
    assert result.code == 2
    assert message in result.err
    assert not Path("results").exists()
