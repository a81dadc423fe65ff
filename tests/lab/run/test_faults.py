"""Whatever fails while a run is played: each of its files is whole, and the next run goes on."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from matplotlib.figure import Figure
from tests.faulty_files import (
    STOPPED,
    Fault,
    each_fault,
    faults_at_every_step,
    outcome,
    short_writes,
)
from tests.lab.runs import small

from mineproof.files import DRAFT
from mineproof.lab.report import report
from mineproof.lab.report.played import PlayedExperiment
from mineproof.lab.report.report import write_report
from mineproof.lab.report.sheets import Sheet
from mineproof.lab.run.backends import play_part
from mineproof.lab.run.store import begin, list_runs

EXPERIMENT = small(games=4, chunk=2, entrants=["safest"])
PARTS = [play_part(EXPERIMENT, chunk) for chunk in EXPERIMENT.chunks()]
RENAMED = replace(EXPERIMENT, about="now with a remark")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """The rows of a run that nothing disturbs."""
    root = tmp_path_factory.mktemp("whole")
    play(root)
    return list_runs(root)[0].read()


def play(root: Path) -> None:
    """Do what a run does, with parts that have been played before."""
    with begin(root, RENAMED) as store:
        for chunk in store.missing():
            store.add(PARTS[chunk.number])


@each_fault
def test_a_new_run_is_there_or_not(tmp_path: Path, fault: Fault, whole: pl.DataFrame) -> None:
    counts = []
    for number, faults in enumerate(faults_at_every_step(fault)):
        root = tmp_path / str(number)
        told = outcome(faults, partial(play, root))
        runs = list_runs(root)
        assert [run.faults for run in runs] == [()] * len(runs)
        counts.append(sum(run.games for run in runs))
        check_complaint(told, root)
        play(root)
        assert list_runs(root)[0].read().equals(whole)
        assert list(root.rglob("*.draft")) == []
    assert {*counts} == {0, 2, 4}


def check_complaint(told: str, root: Path) -> None:
    if told not in ("", STOPPED):
        start = told.removeprefix("cannot write ")
        assert start.startswith(f"'{root}")
        assert start == told or " is written, but " not in told


@pytest.fixture(scope="module")
def worn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was killed: one good part, one that is damaged, a draft and another remark."""
    root = tmp_path_factory.mktemp("worn")
    with begin(root, EXPERIMENT) as store:
        store.add(PARTS[0])
        bad = store.add(PARTS[1]).path
    bad.write_bytes(bad.read_bytes()[:100])
    bad.with_name("00001-0123456789abcdef.parquet.89abcdef.draft").write_bytes(b"half")
    return root


@each_fault
def test_an_old_run_keeps_what_it_has(
    tmp_path: Path, fault: Fault, worn: Path, whole: pl.DataFrame
) -> None:
    for number, faults in enumerate(faults_at_every_step(fault)):
        root = shutil.copytree(worn, tmp_path / str(number))
        told = outcome(faults, partial(play, root))
        (run,) = list_runs(root)
        assert run.experiment in (EXPERIMENT, RENAMED)
        assert run.parts[0].path.read_bytes() == PARTS[0]
        assert run.games == 2 or run.parts[1].path.read_bytes() == PARTS[1]
        check_complaint(told, root)
        play(root)
        (run,) = list_runs(root)
        assert (run.experiment, run.faults) == (RENAMED, ())
        assert run.read().equals(whole)
        assert list(root.rglob("*.draft")) == []
        assert list(root.rglob("00001-*.bad"))  # and a part that could not be read, maybe


def test_short_writes_are_continued(tmp_path: Path) -> None:
    with begin(tmp_path, EXPERIMENT) as store, short_writes():
        store.add(PARTS[0])
    assert store.run.parts[0].path.read_bytes() == PARTS[0]


# Reports


@each_fault
def test_each_file_of_a_report_is_the_old_one_or_the_new_one(
    tmp_path: Path, fault: Fault, whole: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sheets(_: object, rows: pl.DataFrame) -> list[Sheet]:
        return [Sheet("sheet", "A sheet", (), (), rows)]

    def write(title: str, rows: pl.DataFrame) -> None:
        monkeypatch.setattr(report, "figure_bytes", lambda *_: title.encode())
        write_report(root / "a.md", title, "", [PlayedExperiment(RENAMED, rows, "", [])])

    monkeypatch.setattr(report, "sheets_for", sheets)
    monkeypatch.setattr(report, "plots_for", lambda *_: [report.Shown("plot", "A plot", Figure())])
    for number, faults in enumerate(faults_at_every_step(fault)):
        root = tmp_path / str(number)
        write("Old", whole.head(2))
        old = contents(root)
        told = outcome(faults, partial(write, "New", whole))
        there = contents(root)
        write("New", whole)
        new = contents(root)
        assert there.keys() == old.keys() == new.keys()
        assert all(there[path] in (old[path], new[path]) for path in old)
        assert there == new or told


def contents(root: Path) -> dict[Path, bytes]:
    files = [path for path in root.rglob("*") if path.is_file() and path.suffix != DRAFT]
    return {path: path.read_bytes() for path in files}
