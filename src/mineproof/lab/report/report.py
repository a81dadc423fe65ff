"""Report: the results of experiments as Markdown or LaTeX with plots, and every table as CSV.

Next to `results.md`, a folder `results` holds the plots and tables of each experiment. The report
depends on the rows alone, so the same run gives the same report.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from matplotlib.figure import Figure

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.arena.figures import fault_table
from mineproof.lab.report.arena.tables import fault_lines
from mineproof.lab.report.markup import (
    figure_latex,
    latex_document,
    latex_remarks,
    latex_text,
    sheet_latex,
)
from mineproof.lab.report.played import (
    PlayedExperiment,
    check_suffix,
    what_was_played,
    write_file,
)
from mineproof.lab.report.plots.costs import costs_by_density, costs_by_safe_cells
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
from mineproof.lab.report.plots.style import figure_bytes
from mineproof.lab.report.results import Rows
from mineproof.lab.report.sheets import Sheet, sheets_for
from mineproof.lab.report.stuck import examples


@dataclass(frozen=True, slots=True)
class _Section:
    """What a report says of one experiment; its figures are files, named from the report."""

    title: str
    played: str
    notes: str
    sheets: Sequence[Sheet]
    faults: Sequence[str]
    findings: str
    figures: Sequence[tuple[str, str]]


FINDINGS = "What was claimed, and what came out"
"""The heading of an experiment's findings."""


def check_report(to: Path) -> None:
    """Raise BadInput at once if no report has a name like this."""
    check_suffix(to, _DOCUMENTS)


def write_report(
    to: Path,
    title: str,
    opening: str,
    played: Sequence[PlayedExperiment],
    figures: str | None = None,
) -> None:
    """Write a report on these experiments; raise BadInput if it cannot be written.

    `opening` is its first paragraph, `figures` the format of its plots: by default SVG in Markdown
    and PDF in LaTeX.
    """
    check_report(to)
    document, usual = _DOCUMENTS[to.suffix]
    sections = [_section(each, to.with_suffix(""), figures or usual) for each in played]
    write_file(to, document(title, opening, sections))


def _section(played: PlayedExperiment, folder: Path, form: str) -> _Section:
    """Write the tables and plots of an experiment, and return its section of the report."""
    experiment = played.experiment
    sheets = sheets_for(experiment, played.rows)
    for sheet in sheets:
        if sheet.data is not None:
            table = sheet.data.write_csv(float_precision=6)
            write_file(folder / f"{experiment.name}-{sheet.name}.csv", table)
    figures = []
    for name, caption, figure in plots_for(experiment, played.rows):
        file = folder / f"{experiment.name}-{name}.{form}"
        write_file(file, figure_bytes(figure, form))
        figures.append((f"{folder.name}/{file.name}", caption))
    for game in examples(experiment, played.rows) if form == "svg" else ():
        file = folder / f"{experiment.name}-stuck-{game.cause.value.replace(' ', '-')}.svg"
        write_file(file, game.picture())
        figures.append((f"{folder.name}/{file.name}", game.caption))
    return _Section(
        experiment.about or experiment.name,
        what_was_played(played),
        experiment.notes.strip(),
        sheets,
        fault_lines(fault_table(played.rows)),
        experiment.findings.strip(),
        figures,
    )


def _markdown(title: str, opening: str, sections: Sequence[_Section]) -> str:
    parts = [f"# {title}", opening]
    for section in sections:
        parts += [f"## {section.title}", section.played, section.notes]
        for sheet in section.sheets:
            parts += [f"### {sheet.title}", sheet.markdown]
        parts += section.faults
        parts += [f"### {FINDINGS}", section.findings] if section.findings else []
        for file, caption in section.figures:
            parts += [f"![{caption}]({file})", f"*{caption}*"]
    return "\n\n".join(filter(None, parts)) + "\n"


def _latex(title: str, opening: str, sections: Sequence[_Section]) -> str:
    parts: list[str] = []
    for section in sections:
        parts.append(latex_remarks([section.title, section.played, section.notes]))
        parts += map(sheet_latex, section.sheets)
        parts += map(latex_text, section.faults)
        parts += [latex_remarks([FINDINGS, section.findings])] if section.findings else []
        parts += [figure_latex(file, caption) for file, caption in section.figures]
    return latex_document([title, opening], parts)


_DOCUMENTS: Mapping[str, tuple[Callable[[str, str, Sequence[_Section]], str], str]] = {
    ".md": (_markdown, "svg"),
    ".tex": (_latex, "pdf"),
}
"""By suffix: what makes the text, and the usual format of its figures."""


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
_COSTS = """Time of a game, rounds of matching and the largest KB, against {}: means, with their
95 % intervals where they are longer than the marker."""
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
    ("costs-by-safe-cells", costs_by_safe_cells, _COSTS.format("the safe cells handed out")),
    ("costs-by-density", costs_by_density, _COSTS.format("the share of cells that are mines")),
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
