"""Played experiments: what a report says of them in words, and the files it is written to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mineproof.files import save, writable
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.results import Rows


class PlayedExperiment(NamedTuple):
    """An experiment, its rows, the command that plays it, and what it was played with, in words.

    `remarks` are sentences for below its tables on a screen.
    """

    experiment: Experiment
    rows: Rows
    command: str
    facts: Sequence[str]
    remarks: Sequence[str] = ()


def what_was_played(played: PlayedExperiment) -> str:
    """Return the command, the number of games and what they were played with, in words."""
    experiment = played.experiment
    last = experiment.first_seed + experiment.games - 1
    seeds = f"seeds {experiment.first_seed} to {last}" if experiment.settings else "given boards"
    each = f"{experiment.games:,} games of each entrant in each setting, {seeds}"
    command = f"`{played.command}`: {each}; {experiment.total:,} games in all."
    return " ".join([command, *played.facts])


def write_text(path: Path, text: str) -> None:
    """Write a file, and the folder it is in; raise BadInput if that fails."""
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    save(path, text.encode("utf-8", "surrogateescape"))  # as locales other than UTF-8 name files
