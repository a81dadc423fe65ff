"""Small experiments for tests, and what their runs report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from mineproof.lab.experiment import Chunk, Experiment
from mineproof.lab.run.backends import Parts, Workforce, play_part
from mineproof.lab.run.store import Run, Store, begin


def small(
    games: int = 12,
    chunk: int = 3,
    *,
    entrants: Sequence[str] = ("safest", "single"),
    settings: Sequence[str] = ("4x4/3/safe",),
) -> Experiment:
    """Return an experiment of tiny games."""
    return replace(Experiment.of("small", entrants, settings, games=games), chunk=chunk)


def folder(root: Path, experiment: Experiment) -> Path:
    return root / f"small-{experiment.id}"


def add(store: Store, experiment: Experiment, chunks: Sequence[Chunk]) -> None:
    for chunk in chunks:
        store.add(play_part(experiment, chunk))


def played(root: Path, experiment: Experiment) -> Run:
    """Return a finished run, played chunk by chunk in this process."""
    with begin(root, experiment) as store:
        add(store, experiment, store.missing())
        return store.run


def lasting(rows: pl.DataFrame) -> pl.DataFrame:
    """Return what is the same each time an experiment is played."""
    return rows.drop("seconds")


def assert_same(done: Run, expected: Run) -> None:
    assert done.is_finished
    assert lasting(done.read()).equals(lasting(expected.read()))


def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to which each call to play adds how many chunks it asks for."""
    asked: list[int] = []
    play = Workforce.play

    def counted(workforce: Workforce, experiment: Experiment, chunks: Sequence[Chunk]) -> Parts:
        asked.append(len(chunks))
        return play(workforce, experiment, chunks)

    monkeypatch.setattr(Workforce, "play", counted)
    return asked
