"""The figures of an arena: how often each player wins, how fast, and how far from the reference.

The table has a line for each setting and player, in the order of the rows, and then, if there are
several settings, one for each player overall. There the difference is the mean over all games, as
in `compare`; a win rate at luck zero is not given, for luck weighs differently in each setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import polars as pl

from mineproof.errors import BadInput
from mineproof.lab.report.compare import Comparison, Pairs, RateDifference, compare_entrants
from mineproof.lab.report.results import (
    KEYS,
    SETTING,
    Line,
    Rows,
    checked,
    grouped,
    rate_columns,
    summary_table,
)
from mineproof.play.record import FAULT, Outcome
from mineproof.stats.estimates import games_to_tell_apart
from mineproof.stats.intervals import wilson

OVERALL = ("all", "", "")
"""Level, start and finish of the lines for all settings together."""

DIFFERENCE, ADJUSTED = "difference", "adjusted_difference"
_ENDS = ("", "_error", "_low", "_high")

_FIGURES = (
    *rate_columns("won"),
    *rate_columns("adjusted"),
    *(DIFFERENCE + end for end in _ENDS),
    *(ADJUSTED + end for end in _ENDS),
    "speed",
    "speed_low",
    "speed_high",
    *rate_columns("unguessed"),
)
_COUNTS = ("games", "won", "unguessed", "faults", "games_to_tell")
SCHEMA: dict[str, type[pl.DataType]] = {
    **dict.fromkeys(KEYS, pl.String),
    **dict.fromkeys(_COUNTS, pl.Int64),
    **dict.fromkeys(_FIGURES, pl.Float64),
}


def arena_table(rows: Rows, reference: str) -> pl.DataFrame:
    """Return the figures of each player in each setting, and overall if there are several.

    `won` and `unguessed`, the games won without a guess, have `_rate`, `_low` and `_high`;
    `adjusted_rate` is the win rate at luck zero. `difference` is the win rate minus that of
    `reference` on the games that both have played, with `_error`, `_low` and `_high`;
    `adjusted_difference` is the same at luck zero. `games_to_tell` is how many games it takes to
    tell such a difference, the adjusted one if there is one, from chance. `speed` is in games per
    CPU second. `faults` is null if no guest took part. What is not known is null. Raises BadInput
    if there are no rows of `reference`.

    >>> from mineproof.lab.experiment import Experiment
    >>> from mineproof.lab.run.rows import play_chunk
    >>> experiment = Experiment.of("x", ["safest", "safest-corner"], ["beginner/safe"], games=400)
    >>> table = arena_table(pl.concat(map(play_chunk, experiment.chunks())), "safest")
    >>> table.select("entrant", "won", "unguessed", "games_to_tell").rows()
    [('safest', 353, 212, None), ('safest-corner', 375, 212, 341)]
    """
    rows = checked(rows)
    lines = _lines(rows)
    compared = _compared(rows, [*dict.fromkeys(line["entrant"] for line in lines)], reference)
    for line in lines:
        where = (line["level"], line["start"], line["finish"])
        if (found := compared.get(line["entrant"])) and where in found.settings:
            line.update(_differences(found.settings[where]))
    several = len({tuple(line[name] for name in SETTING) for line in lines}) > 1
    return pl.DataFrame([*lines, *_overall(lines, compared)] if several else lines, schema=SCHEMA)


def fault_table(rows: Rows) -> pl.DataFrame:
    """Return `entrant`, `fault` and `games`: what players did wrong, the most frequent first."""
    rows = checked(rows)
    if FAULT not in rows.collect_schema().names():
        rows = rows.with_columns(pl.lit(None, pl.String).alias(FAULT))
    known = rows.filter(pl.col(FAULT).is_not_null())
    table = known.group_by("entrant", FAULT).agg(pl.len().cast(pl.Int64).alias("games")).collect()
    return table.sort("entrant", "games", FAULT, descending=[False, True, False])


# Setting by setting

_SECONDS, _TIMED = "seconds_sum", "timed"


def _lines(rows: pl.LazyFrame) -> list[dict[str, Any]]:
    unguessed = (pl.col("outcome") == Outcome.WON.value) & (pl.col("guesses") == 0)
    sums = grouped(
        rows,
        (),
        unguessed.sum().alias("unguessed"),
        pl.col("seconds").sum().alias(_SECONDS),
        pl.col("seconds").count().alias(_TIMED),
    )
    summary = summary_table(rows).join(sums, on=KEYS, maintain_order="left")
    return [_line(line) for line in summary.to_dicts()]


def _line(line: Line) -> dict[str, Any]:
    """Return a line; the schema of the table picks its columns, and fills missing ones."""
    return {**line, **_shares(line, "unguessed"), **_speeds(line)}


def _shares(line: Line, name: str) -> dict[str, float]:
    part, games = line[name], line["games"]
    return dict(zip(rate_columns(name), (part / games, *wilson(part, games)), strict=True))


def _speeds(line: Line) -> dict[str, float | None]:
    """Return games per CPU second; the interval is that of the time of a game."""
    low, high = line["seconds_low"], line["seconds_high"]
    return {
        "speed": _per_second(line["seconds_mean"]),
        "speed_low": _per_second(high),
        "speed_high": _per_second(low),
    }


def _per_second(seconds: float | None) -> float | None:
    return 1 / seconds if seconds and seconds > 0 else None


# Differences


def _compared(rows: pl.LazyFrame, names: Sequence[str], reference: str) -> dict[str, Comparison]:
    """Compare each player with the reference, unless they have no game in common yet."""
    if reference not in names:
        hope = f"expected one of {', '.join(names)}" if names else "there are no rows at all"
        raise BadInput(f"no rows of the reference {reference!r}; {hope}")
    found: dict[str, Comparison] = {}
    for name in names:
        if name != reference:
            with suppress(BadInput):
                a, b = (rows.filter(entrant=each) for each in (name, reference))
                found[name] = compare_entrants(a, b, common=True)
    return found


def _differences(pairs: Pairs) -> dict[str, float | int | None]:
    best = pairs.adjusted or pairs.plain
    return {
        **_difference(DIFFERENCE, pairs.plain),
        **(_difference(ADJUSTED, pairs.adjusted) if pairs.adjusted else {}),
        "games_to_tell": games_to_tell_apart(best.variance * pairs.games, best.value),
    }


def _difference(name: str, found: RateDifference) -> dict[str, float]:
    values = (found.value, found.error, *found.interval)
    return {name + end: value for end, value in zip(_ENDS, values, strict=True)}


# Overall


def _overall(
    lines: Sequence[Line], compared: Mapping[str, Comparison]
) -> Iterator[dict[str, object]]:
    for name in dict.fromkeys(line["entrant"] for line in lines):
        its = [line for line in lines if line["entrant"] == name]
        found = compared.get(name)
        yield {
            **dict(zip(SETTING, OVERALL, strict=True)),
            "entrant": name,
            **_total(its),
            **(_differences(found.overall) if found else {}),
        }


def _total(lines: Sequence[Line]) -> dict[str, object]:
    names = ("games", "won", "unguessed", _TIMED, _SECONDS)
    sums = {name: sum(line[name] for line in lines) for name in names}
    faults = [line["faults"] for line in lines if "faults" in line]
    return {
        **sums,
        **_shares(sums, "won"),
        **_shares(sums, "unguessed"),
        "speed": sums[_TIMED] / sums[_SECONDS] if sums[_SECONDS] else None,
        "faults": sum(faults) if faults else None,
    }
