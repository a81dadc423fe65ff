"""Played experiments: what a report says of them in words, and the files it is written to."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from mineproof.errors import BadInput
from mineproof.files import save, writable
from mineproof.lab.experiment import Experiment, read_bytes
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


def check_suffix(to: Path, expected: Collection[str]) -> None:
    """Raise BadInput at once if a report cannot have a name with this suffix."""
    if to.suffix not in expected:
        *others, last = expected
        raise BadInput(f"{str(to)!r}; expected a name with {', '.join(others)} or {last}")


_REPORT = re.compile(
    rb"""
    mineproof\ [^\n]*:\ [\d,]+\ games\ of\ each\ entrant\ in\ each\ setting  # what_was_played
    | \A level,start,finish,entrant,                                          # CSV of an arena
    | \A \{\s* "name":.*\s* "about":.*\s* "experiment":                       # JSON of an arena
    """,
    re.VERBOSE,
)


def check_replaceable(to: Path) -> None:
    """Raise BadInput at once if a file exists that is no report: only a report is replaced."""
    if not to.exists():
        return
    if not _REPORT.search(read_bytes(to)):
        wish = "expected a new file, or a report to replace"
        raise BadInput(f"{str(to)!r} exists and is no report; {wish}")


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file of a report, in place of an older one; raise BadInput if that fails.

    Missing folders are made: a report can be written again at any time, and has several files.
    """
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogateescape")  # as locales other than UTF-8 name files
    save(path, data)
