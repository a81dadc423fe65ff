"""Guests in the lab: their code travels with the run, and their faults cost them games."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.runs import assert_same, lasting, played, small

from mineproof.lab.experiment import Experiment
from mineproof.lab.experiment_file import parse_experiment, read_experiment, write_experiment
from mineproof.lab.report.compare import compare_entrants
from mineproof.lab.report.sheets import sheets_for
from mineproof.lab.run.runner import run
from mineproof.lab.run.store import Run

PLAYERS = Path(__file__).parents[2] / "hostile_players.py"
PROGRAMS = Path(__file__).parents[2] / "agents/own_moves/programs.py"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(PLAYERS, tmp_path / "guests.py"))


def guests(file: Path, *names: str) -> Experiment:
    return small(6, entrants=["safest", *(f"{file}:{name}" for name in names)])


@pytest.mark.long
def test_any_number_of_jobs_plays_the_same(tmp_path: Path, file: Path) -> None:
    experiment = guests(file, "fair", "raising")
    alone = played(tmp_path / "a", experiment)
    assert_same(run(experiment, tmp_path / "b", jobs=2), alone)
    faults = alone.read().group_by("entrant", maintain_order=True).agg("fault")
    assert [len(each.drop_nulls()) for each in faults["fault"]] == [0, 0, 6]


def test_a_run_goes_on_when_a_guest_dies_or_hangs(tmp_path: Path, file: Path) -> None:
    experiment = replace(guests(file, "dying", "silent"), move_seconds=0.3, games=2)
    rows = run(experiment, tmp_path, jobs=1).read()
    assert rows["fault"].to_list() == [
        *[None] * 2,
        *["its process ended by SIGKILL"] * 2,
        *["no move within 0.3 seconds"] * 2,
    ]
    assert set(rows["outcome"][2:]) == {"lost"}


def test_a_report_has_a_line_for_each_guest(tmp_path: Path, file: Path) -> None:
    experiment = guests(file, "fair", "raising")
    results, *others = sheets_for(experiment, played(tmp_path, experiment).read())
    assert len(results.lines) == 3
    assert not any("fault" in sheet.headings for sheet in others)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="programs need POSIX")
def test_programs_play_with_any_number_of_jobs(tmp_path: Path) -> None:
    program = Path(shutil.copy(PROGRAMS, tmp_path / "program.py"))
    names = [f"exec:{sys.executable} -I -S {program} {mode}" for mode in ("fair", "dies", "hangs")]
    experiment = replace(small(2, entrants=["safest", *names]), move_seconds=0.5)
    alone = played(tmp_path / "a", experiment)
    assert_same(run(experiment, tmp_path / "b", jobs=2), alone)
    assert alone.read()["fault"].to_list() == [
        *[None] * 4,
        *["its process ended with exit code 3 (out of cheese)"] * 2,
        *["no move within 0.5 seconds"] * 2,
    ]
    program.unlink()
    assert Run.open(alone.folder).is_finished


def test_a_run_is_read_where_the_file_is_not(tmp_path: Path, file: Path) -> None:
    experiment = guests(file, "fair")
    done = played(tmp_path, experiment)
    file.unlink()
    there = Run.open(done.folder)
    assert there.experiment == experiment
    assert there.is_finished
    rows = there.read()
    safest, fair = rows.partition_by("entrant", maintain_order=True)
    assert compare_entrants(safest, fair).overall.games == 6
    # The text of the file is kept, too, so the player can be hired again.
    again = played(tmp_path / "again", there.experiment)
    assert lasting(again.read()).equals(lasting(rows))


def test_a_changed_file_is_another_experiment(file: Path) -> None:
    before = guests(file, "fair")
    assert guests(file, "fair").id == before.id
    file.write_text(file.read_text("utf-8") + "\n# changed\n", encoding="utf-8")
    assert guests(file, "fair").id != before.id


def test_parts_do_not_repeat_the_code(file: Path) -> None:
    experiment = guests(file, "fair")
    assert parse_experiment(write_experiment(experiment)) == experiment
    assert "def fair" not in write_experiment(experiment)
    assert "def fair" in write_experiment(experiment, with_code=True)


@pytest.mark.usefixtures("file")
def test_paths_in_an_experiment_file_are_relative_to_it(tmp_path: Path) -> None:
    toml = tmp_path / "mine.toml"
    toml.write_text(
        'entrants = ["guests.py:fair", { agent = "guests.py:raising", engine = "subset" }]\n'
        'settings = ["4x4/3/safe"]\ngames = 3\nmove_seconds = 2.5\n',
        encoding="utf-8",
    )
    experiment = read_experiment(toml)
    assert [entrant.name for entrant in experiment.entrants] == [
        "guests.py:fair",
        "guests.py:raising/subset",
    ]
    assert experiment.move_seconds == 2.5
    assert experiment.content()["move_seconds"] == 2.5
    assert played(tmp_path, experiment).is_finished


def test_experiments_without_guests_are_what_they_were() -> None:
    assert small().id == "9572abae6823"
    assert "fault" not in small().tallies
