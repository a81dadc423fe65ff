"""Report: the results of experiments as Markdown with plots, and every table as CSV.

Next to `results.md`, a folder `results` holds the plots and tables of each experiment. The report
depends on the rows alone, so the same run gives the same report.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.figure import Figure

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.arena.figures import fault_table
from mineproof.lab.report.arena.tables import fault_lines
from mineproof.lab.report.played import PlayedExperiment, what_was_played, write_text
from mineproof.lab.report.plots.games import engines_needed, survival, times
from mineproof.lab.report.plots.losses import where_games_are_lost
from mineproof.lab.report.plots.rates import (
    causes_of_stuck_games,
    is_all_on_lines,
    win_rate_by_density,
    win_rate_by_safe_cells,
    win_rates,
    wins,
)
from mineproof.lab.report.plots.series import Series, kinds_of
from mineproof.lab.report.plots.style import svg
from mineproof.lab.report.results import Rows
from mineproof.lab.report.sheets import sheets_for


def write_report(to: Path, title: str, opening: str, played: Sequence[PlayedExperiment]) -> None:
    """Write a report on these experiments to a Markdown file; raise BadInput if it cannot be.

    `opening` is its first paragraph.
    """
    folder = to.with_suffix("")
    sections = [_section(each, folder) for each in played]
    write_text(to, "\n\n".join([f"# {title}", opening, *sections]) + "\n")


def _section(played: PlayedExperiment, folder: Path) -> str:
    """Write the tables and plots of an experiment, and return its section of the report."""
    experiment = played.experiment
    parts = [
        f"## {experiment.about or experiment.name}",
        what_was_played(played),
        experiment.notes.strip(),
    ]
    for sheet in sheets_for(experiment, played.rows):
        parts += [f"### {sheet.title}", sheet.markdown]
        if sheet.data is not None:
            table = sheet.data.write_csv(float_precision=6)
            write_text(folder / f"{experiment.name}-{sheet.name}.csv", table)
    parts += fault_lines(fault_table(played.rows))
    for name, caption, figure in plots_for(experiment, played.rows):
        file = folder / f"{experiment.name}-{name}.svg"
        write_text(file, svg(figure))
        parts += [f"![{caption}]({folder.name}/{file.name})", f"*{caption}*"]
    return "\n\n".join(filter(None, parts))


# Plots


class Shown(NamedTuple):
    """A figure as a report shows it; the name is part of its file name."""

    name: str
    caption: str
    figure: Figure


_BARS = "Bars are Wilson 95 % intervals, where they are longer than the marker."
_ASIDE = "Lines are set a little apart sideways, for many go through the same points."

_SAFE_CELLS = f"Games won, against the safe cells that are handed out. {_BARS} {_ASIDE}"
_DENSITY = f"Games won, against the share of cells that are mines. {_BARS} {_ASIDE}"
_WIN_RATES = f"Games won. {_BARS}"
_SURVIVAL = """Games still alive, against the share of the board that is settled: open, proved, or
handed out. A curve ends at the win rate. Bars are Wilson 95 % intervals, at some places."""
_ENGINES = """Moves for which the first engine of a cascade was not enough, as a share of all moves,
by what they needed."""
_CAUSES = f"""Why games are stuck: the share of the stuck games, whose number stands in brackets,
that have each cause. A game may have several. {_BARS}"""
_TIMES = "Time of a game, on a log axis: percentiles, and the longest game."
_LOSSES = "Where games of {} are lost: how often each cell is the one that loses."

_FIGURES: tuple[tuple[str, Callable[[Experiment, Rows], Figure | None], str], ...] = (
    ("win-rate-by-safe-cells", win_rate_by_safe_cells, _SAFE_CELLS),
    ("win-rate-by-density", win_rate_by_density, _DENSITY),
    ("win-rates", win_rates, _WIN_RATES),
    ("survival", survival, _SURVIVAL),
    ("engines-needed", engines_needed, _ENGINES),
    ("causes", causes_of_stuck_games, _CAUSES),
    ("times", times, _TIMES),
)


def plots_for(experiment: Experiment, rows: Rows) -> list[Shown]:
    """Return the plots that suit an experiment, the most telling first.

    Win rates are drawn as lines if the number of safe cells or mines varies, otherwise as rows.
    Empty plots, and those that do not fit on a page, are left out. Raises BadInput if the rows are
    not those of the experiment.
    """
    series = wins(experiment, rows)
    shown = [*_shown(experiment, rows), *_losses(experiment, rows, series)]
    return [each._replace(caption=_caption(each.caption, series)) for each in shown]


def _shown(experiment: Experiment, rows: Rows) -> Iterator[Shown]:
    needless = {"win-rates"} if is_all_on_lines(experiment, rows) else set()
    for name, draw, caption in _FIGURES:
        if name not in needless and (figure := draw(experiment, rows)) is not None:
            yield Shown(name, caption, figure)


def _losses(experiment: Experiment, rows: Rows, series: list[Series]) -> Iterator[Shown]:
    for kind in kinds_of(series):
        figure = where_games_are_lost(experiment, rows, kind)
        if figure is not None:
            name = re.sub(r"[^a-z0-9]+", "-", f"losses-{kind}")
            yield Shown(name, _LOSSES.format(kind), figure)


def _caption(text: str, series: list[Series]) -> str:
    """Return a caption on one line, with the number of games per series.

    >>> from mineproof.lab.report.plots.series import Kind
    >>> _caption("Wins.", [Series(Kind("easy", "list", "marking"), "exact", [{"games": 1000}])])
    'Wins. 1,000 games each.'
    """
    sizes = sorted({one.lines[0]["games"] for one in series})
    games = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
    return f"{text} {games} games each.".replace("\n", " ")
