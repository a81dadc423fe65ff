"""Sheets: the tables of an experiment as text, for a screen or a document.

Every rate has its 95 % interval. Columns that are empty in every line are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import polars as pl

from mineproof.coach.diagnosis import Cause
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.compare import Comparison, Pairs
from mineproof.lab.report.numerals import points, rate_text, seconds, spread, time_spread
from mineproof.lab.report.results import (
    Line,
    Rows,
    cause_table,
    counter_names,
    proved_table,
    rate_columns,
    stuck_table,
    summary_table,
)
from mineproof.stats.intervals import Interval

T = TypeVar("T")
Column: TypeAlias = tuple[str, Callable[[T], str]]
"""A heading, and what a line says below it."""

NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of texts; `name` is part of a file name, and `data` holds the numbers themselves.

    >>> print(Sheet("x", "Two of them", ("who", "won"), (("a", "1"), ("b", "2"))).markdown)
    | who | won |
    |---|---|
    | a | 1 |
    | b | 2 |
    """

    name: str
    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    data: pl.DataFrame | None = None

    @property
    def markdown(self) -> str:
        """The table in Markdown."""
        head, *body = [
            f"| {' | '.join(text.replace('|', chr(92) + '|') for text in row)} |"
            for row in (self.headings, *self.lines)
        ]
        return "\n".join([head, "|---" * len(self.headings) + "|", *body])


def brief_sheet(experiment: Experiment, rows: Rows) -> Sheet:
    """Return how the games ended, in few columns for a narrow screen."""
    data = summary_table(rows, ceiling=experiment.ceiling)
    columns = (
        ("setting", lambda line: f"{line['level']} {line['start']}"),
        ("entrant", lambda line: str(line["entrant"])),
        ("won", rate_column("won")),
        ("ceiling", lambda line: _plain_rate(line["ceiling_rate"])),
        ("lost", _count("lost")),
        ("stuck", _count("stuck")),
        ("faults", _faults),
        ("time a game", _time("seconds_mean")),
    )
    return sheet_of("brief", "How the games ended", data, data.to_dicts(), columns)


def _plain_rate(rate: float | None) -> str:
    return NOTHING if rate is None else rate_text(rate)


def sheets_for(experiment: Experiment, rows: Rows) -> list[Sheet]:
    """Return the tables of an experiment that are not empty, the results first."""
    summary = summary_table(rows, ceiling=experiment.ceiling)
    counters = [name for name in counter_names(rows) if name != "counts"]
    ends = [_results(summary), _counters(summary, counters)]
    sheets = [*ends, _causes(rows), _stuck(rows), _engines(rows)]
    return [sheet for sheet in sheets if sheet.lines]


def sheet_text(sheet: Sheet) -> str:
    """Return a sheet as plain text with aligned columns.

    >>> print(sheet_text(Sheet("x", "Two of them", ("who", "won"), (("a", "1"), ("bob", "2")))))
    who  won
    a    1
    bob  2
    """
    rows = [sheet.headings, *sheet.lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = [[text.ljust(width) for text, width in zip(row, widths, strict=True)] for row in rows]
    return "\n".join("  ".join(row).rstrip() for row in padded)


def sheet_of(
    name: str,
    title: str,
    data: pl.DataFrame | None,
    lines: Sequence[T],
    columns: Iterable[Column[T]],
) -> Sheet:
    """Return a sheet with a line for each of `lines`, without the columns that say nothing."""
    texts = {heading: [text(line) for line in lines] for heading, text in columns}
    said = {heading: column for heading, column in texts.items() if set(column) != {NOTHING}}
    body = tuple(zip(*said.values(), strict=True)) if lines else ()
    return Sheet(name, title, tuple(said), body, data)


_WHERE: tuple[Column[Line], ...] = (
    ("level", lambda line: line["level"]),
    ("start", lambda line: line["start"]),
    ("entrant", lambda line: line["entrant"]),
)


# How games end


def _results(data: pl.DataFrame) -> Sheet:
    columns = (
        *_WHERE,
        ("games", _count("games")),
        ("won", rate_column("won")),
        ("ceiling", rate_column("ceiling")),
        ("won, luck taken out", rate_column("adjusted")),
        ("lost", _count("lost")),
        ("stuck", _count("stuck")),
        ("faults", _faults),
        ("cells left when stuck", _spread("left")),
        ("guesses a game", _mean("guesses")),
        ("time a game", _times),
        ("median", _time("seconds_median")),
        ("99 % below", _time("seconds_p99")),
    )
    return sheet_of("results", "How the games ended", data, data.to_dicts(), columns)


def rate_column(name: str) -> Callable[[Line], str]:
    """Return what a line says of this rate, with its interval."""

    def text(line: Line) -> str:
        rate, low, high = (line[column] for column in rate_columns(name))
        return NOTHING if rate is None else rate_text(rate, Interval(low, high))

    return text


def _count(name: str) -> Callable[[Line], str]:
    return lambda line: f"{line[name]:,}"


def _faults(line: Line) -> str:
    return f"{line['faults']:,}" if line.get("faults") else NOTHING


def _mean(name: str) -> Callable[[Line], str]:
    return lambda line: f"{line[f'{name}_mean']:.2f}" if line[f"{name}_mean"] else NOTHING


def _spread(name: str) -> Callable[[Line], str]:
    def text(line: Line) -> str:
        mean = line[f"{name}_mean"]
        return NOTHING if mean is None else spread(mean, line[f"{name}_sd"])

    return text


def _times(line: Line) -> str:
    mean = line["seconds_mean"]
    return NOTHING if mean is None else time_spread(mean, line["seconds_sd"])


def _time(name: str) -> Callable[[Line], str]:
    return lambda line: NOTHING if line[name] is None else seconds(line[name])


# What engines count


def _counters(data: pl.DataFrame, names: Sequence[str]) -> Sheet:
    lines = [line for line in data.to_dicts() if any(line[f"{name}_mean"] for name in names)]
    columns = [(name.replace("_", " "), _most(name)) for name in names]
    title = "What the engines counted: mean ± standard deviation, most"
    return sheet_of("counters", title, None, lines, (*_WHERE, *columns))  # the data are in results


def _most(name: str) -> Callable[[Line], str]:
    def text(line: Line) -> str:
        found = _spread(name)(line)
        return found if found == NOTHING else f"{found}, {line[f'{name}_max']:,}"

    return text


# Why games are stuck


def _causes(rows: Rows) -> Sheet:
    data = cause_table(rows)
    lines: dict[tuple[str, ...], dict[str, Any]] = {}
    for line in data.to_dicts():
        key = tuple(text(line) for _, text in _WHERE)
        shares = lines.setdefault(key, {**line, "shares": {}})["shares"]
        if line["games"]:
            shares[line["cause"]] = rate_column("cause")(line)
    columns = [(cause.value, _share(cause)) for cause in Cause]
    title = "Why games were stuck: of the stuck games, those in which some cells had this cause"
    everything = (*_WHERE, ("stuck", _count("stuck")), *columns)
    return sheet_of("causes", title, data, list(lines.values()), everything)


def _share(cause: Cause) -> Callable[[Line], str]:
    return lambda line: line["shares"].get(cause.value, NOTHING)


def _stuck(rows: Rows) -> Sheet:
    lines: dict[tuple[str, ...], dict[str, Any]] = {}
    for line in stuck_table(rows).to_dicts():
        key = tuple(text(line) for _, text in _WHERE)
        lines.setdefault(key, {**line, "shares": {}})["shares"][line["cause"]] = line["seeds"]
    columns = [(cause.value, _share(cause)) for cause in Cause]
    title = "Stuck games to look at: the first that have this cause, by their seeds"
    return sheet_of("stuck", title, None, list(lines.values()), (*_WHERE, *columns))


# Which engine was needed


def _engines(rows: Rows) -> Sheet:
    data = proved_table(rows)
    several = data.filter(pl.len().over("level", "start", "finish", "entrant") > 1)
    columns = (
        *_WHERE,
        ("engine", lambda line: str(line["engine"])),
        ("moves proved", _count("moves")),
        ("share", rate_column("moves")),
        ("in games", _count("games")),
    )
    title = "Which engine each move needed, the cheapest that finds it"
    return sheet_of("engines", title, data, several.to_dicts(), columns)


# Two entrants


def comparison_sheet(comparison: Comparison, precision: float | None = None) -> Sheet:
    """Return two entrants side by side, for each setting and overall.

    With a `precision`, a share of 1, it also says how many games would give the difference this
    half-width.
    """
    parts = {" ".join(where[:2]): pairs for where, pairs in comparison.settings.items()}
    whole = {"all": comparison.overall} if len(parts) > 1 else {}
    a, b = comparison.a, comparison.b
    lines = list((parts | whole).items())
    columns: list[Column[tuple[str, Pairs]]] = [
        ("setting", lambda line: line[0]),
        ("games", _of(lambda pairs: f"{pairs.games:,}")),
        (a, _of(lambda pairs: rate_text(pairs.rates[0], pairs.rate_intervals[0]))),
        (b, _of(lambda pairs: rate_text(pairs.rates[1], pairs.rate_intervals[1]))),
        (f"only {a}", _of(lambda pairs: f"{pairs.only_a:,}")),
        (f"only {b}", _of(lambda pairs: f"{pairs.only_b:,}")),
        ("difference, points", _of(lambda pairs: points(pairs.plain.value, pairs.plain.interval))),
        ("McNemar p", _of(lambda pairs: f"{pairs.p_value:.2g}")),
        ("luck taken out", _of(_without_luck)),
        ("variance saved", _of(lambda pairs: rate_text(pairs.saved) if pairs.saved else NOTHING)),
    ]
    if precision is not None:
        columns.append((f"games for ±{precision * 100:g} points", _of(_needed(precision))))
    title = f"{a} against {b} on the same games"
    return sheet_of("comparison", title, None, lines, columns)


def _of(text: Callable[[Pairs], str]) -> Callable[[tuple[str, Pairs]], str]:
    return lambda line: text(line[1])


def _without_luck(pairs: Pairs) -> str:
    found = pairs.adjusted
    return NOTHING if found is None else points(found.value, found.interval)


def _needed(precision: float) -> Callable[[Pairs], str]:
    def text(pairs: Pairs) -> str:
        unpaired, paired, adjusted = pairs.sizes(precision)
        said = [f"{paired:,} paired", f"{unpaired:,} unpaired"]
        return ", ".join(([] if adjusted is None else [f"{adjusted:,} luck taken out"]) + said)

    return text
