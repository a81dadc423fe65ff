"""Report: the results of experiments as Markdown with plots, and every table as CSV.

Next to `results.md`, a folder `results` holds the plots and tables of each experiment. The report
depends on the rows alone, so the same run gives the same report.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mineproof.files import writable, write_atomically
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.selection import plots_for
from mineproof.lab.report.plots.style import svg
from mineproof.lab.report.results import Rows
from mineproof.lab.report.sheets import sheets_for


class PlayedExperiment(NamedTuple):
    """An experiment, its rows, the command that plays it, and what it was played with, in words."""

    experiment: Experiment
    rows: Rows
    command: str
    facts: Sequence[str]


def write_report(to: Path, title: str, opening: str, played: Sequence[PlayedExperiment]) -> None:
    """Write a report on these experiments to a Markdown file; raise BadInput if it cannot be.

    `opening` is its first paragraph.
    """
    folder = to.with_suffix("")
    sections = [_section(each, folder) for each in played]
    _write(to, "\n\n".join([f"# {title}", opening, *sections]) + "\n")


def _section(played: PlayedExperiment, folder: Path) -> str:
    """Write the tables and plots of an experiment, and return its section of the report."""
    experiment = played.experiment
    parts = [f"## {experiment.about or experiment.name}", _what(played), experiment.notes.strip()]
    for sheet in sheets_for(experiment, played.rows):
        parts += [f"### {sheet.title}", sheet.markdown]
        if sheet.data is not None:
            table = sheet.data.write_csv(float_precision=6)
            _write(folder / f"{experiment.name}-{sheet.name}.csv", table)
    for name, caption, figure in plots_for(experiment, played.rows):
        file = folder / f"{experiment.name}-{name}.svg"
        _write(file, svg(figure))
        parts += [f"![{caption}]({folder.name}/{file.name})", f"*{caption}*"]
    return "\n\n".join(filter(None, parts))


def _what(played: PlayedExperiment) -> str:
    experiment = played.experiment
    last = experiment.first_seed + experiment.games - 1
    seeds = f"seeds {experiment.first_seed} to {last}" if experiment.settings else "given boards"
    each = f"{experiment.games:,} games of each entrant in each setting, {seeds}"
    command = f"`{played.command}`: {each}; {experiment.total:,} games in all."
    return " ".join([command, *played.facts])


def _write(path: Path, text: str) -> None:
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())
