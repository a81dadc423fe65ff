"""Results: from the rows of games to tables, each rate with its interval.

Every table has one or more lines for each setting and entrant, in the order of the rows; settings
before entrants. Missing figures are null. Intervals are 95 %; their columns end in `_low` and
`_high`.

The rows may not fit into memory, so they are read as a stream and only sums are kept. Medians and
percentiles need all values of a line at once and are queried line by line: the streaming engine
does not have them, and grouping ten million rows for them took 2.8 GB instead of 0.3 GB.

>>> from mineproof.lab.experiment import Experiment
>>> from mineproof.lab.run.rows import play_chunk
>>> experiment = Experiment.of("mine", ["safest", "exact"], ["beginner/safe"], games=200)
>>> rows = pl.concat(map(play_chunk, experiment.chunks()))
>>> summary_table(rows, ceiling="exact").select("entrant", "won", "lost", "stuck").rows()
[('safest', 174, 26, 0), ('exact', 103, 0, 97)]
>>> cause_table(rows).select("entrant", "cause", "games", "stuck").rows()[0]
('exact', 'sealed', 90, 97)
>>> proved_table(rows).select("entrant", "engine", "moves", "moves_rate").rows()
[('safest', 'exact', 3437, 1.0), ('exact', 'exact', 2272, 1.0)]
>>> survival_table(rows, points=2).select("entrant", "settled", "alive").rows()[:3]
[('safest', 0.0, 200), ('safest', 0.5, 186), ('safest', 1.0, 174)]
>>> loss_table(rows).select("entrant", "cell", "lost", "games").rows()[0]
('safest', 6, 1, 200)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

from mineproof.agents.checked import COUNTERS as CHECKS
from mineproof.board.rules import Level
from mineproof.coach.diagnosis import Cause
from mineproof.engines import BUILT_IN
from mineproof.errors import BadInput
from mineproof.lab.columns import AND, COLUMNS, GIVEN, TEXTS
from mineproof.play.checks import Checks
from mineproof.play.record import FAULT, REFUSED_AT, Outcome
from mineproof.stats.estimates import FEWEST, Estimate, adjust, mean_interval, rate_interval
from mineproof.stats.intervals import Moments, wilson

Rows: TypeAlias = pl.DataFrame | pl.LazyFrame
"""Rows of games: the columns of `columns.COLUMNS`, and the tallies of an experiment."""

Line: TypeAlias = Mapping[str, Any]
"""One line of a table: its values by column name."""

SETTING = ("level", "start", "finish")
KEYS = (*SETTING, "entrant")
"""The columns that identify a line of a table."""

PROVED = "proved_"
"""The prefix of columns that count the cells each engine proved."""

MOST_NAMED = 3
"""How many stuck games are named for each cause, setting and entrant, and how many refused ones."""

_WON, _LOST, _STUCK = (pl.col("outcome") == outcome.value for outcome in Outcome)


def summary_table(rows: Rows, *, ceiling: str | None = None) -> pl.DataFrame:
    """Return the figures of each setting and entrant.

    `games`, and of them `won`, `lost` and `stuck`, each with `_rate`, `_low` and `_high`.
    `adjusted_rate` is the win rate at luck zero (see `estimates`), null for given boards and where
    luck is unknown, constant, or known for too few games. `ceiling_rate` is the win rate of the
    entrant `ceiling` on the same setting, over `ceiling_games` games. `seconds` has mean, standard
    deviation, median, percentiles and maximum; `left` covers stuck games only. `luck_error` is the
    standard error of `luck_mean`, whose expected value is zero on random boards. Mean, deviation
    and maximum of each counter come next. If guests took part, `faults` counts the games that a
    player lost by a fault, and comes last. Raises BadInput if no entrant is called `ceiling`.
    """
    rows = checked(rows)
    counters, has_guests = counter_names(rows), FAULT in rows.collect_schema().names()
    faults = [pl.col(FAULT).count().alias("faults")] * has_guests
    groups = grouped(rows, (), *_summary_sums(counters), *faults)
    lines = [
        _summary_line(group, tails)
        for group, tails in zip(groups.to_dicts(), _tails(rows, groups), strict=True)
    ]
    table = pl.DataFrame(lines, schema=_summary_schema(counters, has_guests=has_guests))
    return _beside_ceiling(table, ceiling)


def cause_table(rows: Rows) -> pl.DataFrame:
    """Return how many of the stuck games have each cause, and what share of them that is.

    Every setting and entrant with stuck games has a line for each cause. A game may have several
    causes; the main one comes first, and a better player would have avoided it.
    """
    stuck = checked(rows).filter(_STUCK)
    groups = grouped(stuck, ("causes",), pl.len().alias("games"))
    lines = [line for group in _by_key(groups) for line in _cause_lines(group)]
    figures = (*rate_columns("cause"), *rate_columns("main"))
    return pl.DataFrame(lines, schema=_schema(("cause",), ("stuck", "games", "main"), figures))


def stuck_table(rows: Rows) -> pl.DataFrame:
    """Return the `seeds` of the first stuck games with each cause, by setting and entrant."""
    seeds = pl.col("seed").sort().head(MOST_NAMED)
    groups = grouped(stuck_rows(rows), ("causes",), seeds.alias("seeds"))
    lines = [line for group in _by_key(groups) for line in _by_cause(group)]
    return pl.DataFrame(lines, schema=dict.fromkeys((*KEYS, "cause", "seeds"), pl.String))


def stuck_rows(rows: Rows) -> pl.LazyFrame:
    """Return the stuck games that have a number: given boards have none."""
    return checked(rows).filter(_STUCK, pl.col("start") != GIVEN)


def _by_cause(lines: Sequence[Line]) -> Iterator[Line]:
    for cause in Cause:
        having = [line for line in lines if cause.value in line["causes"].split(AND)]
        seeds = sorted(seed for line in having for seed in line["seeds"])
        if seeds:
            named = ", ".join(f"#{seed}" for seed in seeds[:MOST_NAMED])
            yield {**{key: lines[0][key] for key in KEYS}, "cause": cause.value, "seeds": named}


def proved_table(rows: Rows) -> pl.DataFrame:
    """Return how many moves each engine proved, and its share of all proved moves.

    `games` counts the games in which it proved any. Moves of one game are correlated, so the
    interval treats games, not moves, as independent. An engine that an entrant does not have gets
    no line.
    """
    rows = checked(rows)
    names = rows.collect_schema().names()
    engines = [PROVED + name for name in BUILT_IN if PROVED + name in names]
    groups = grouped(rows, (), *_proved_sums(engines))
    lines = [line for group in groups.to_dicts() for line in _proved_lines(group, engines)]
    return pl.DataFrame(
        lines, schema=_schema(("engine",), ("games", "moves"), rate_columns("moves"))
    )


def survival_table(rows: Rows, *, points: int = 100) -> pl.DataFrame:
    """Return how many games were still alive when a share of the board was `settled`.

    A cell is settled once it is open or the player has proved what it is; a game has settled the
    share of cells that are not `left`, in the marking and the clearing game alike. A game is alive
    at a share if it was neither lost nor stuck before settling that much; a won game stays alive.
    So the curve starts at the share of games that survive their start, falls, and ends, at 1, with
    the win rate. Each interval holds for its own point only. `points` is the number of steps.
    A game whose player was ended, and of which no more is known, was never alive.
    """
    if points < 1:
        raise BadInput(f"{points} points; expected 1 or more")
    left = pl.col("left").cast(pl.Int64).fill_null(_NOTHING_SETTLED)
    ends = pl.when(_WON).then(None).otherwise(left).alias("left")
    rows = checked(rows).with_columns(ends)
    groups = grouped(rows, ("left",), pl.len().alias("games"))
    lines = [line for group in _by_key(groups) for line in _survival_lines(group, points)]
    figures = ("settled", *rate_columns("alive"))
    return pl.DataFrame(lines, schema=_schema((), ("games", "alive"), figures)).select(
        *KEYS, "settled", "games", "alive", *rate_columns("alive")
    )


def loss_table(rows: Rows) -> pl.DataFrame:
    """Return how many of the `games` were lost at each cell; cells without a loss have no line."""
    groups = grouped(checked(rows), ("lost_at",), pl.len().alias("lost"))
    lines = [line for group in _by_key(groups) for line in _loss_lines(group)]
    counts = ("cell", "row", "col", "games", "lost")
    return pl.DataFrame(lines, schema=_schema((), counts, rate_columns("lost")))


def counter_names(rows: Rows) -> list[str]:
    """Return the columns with counters of engines, in order; those of checks are none of them."""
    names = rows.lazy().collect_schema().names()
    others = {*COLUMNS, *TEXTS, *CHECKS}
    return [name for name in names if name not in others and not name.startswith(PROVED)]


def checks_of(rows: Rows) -> Checks | None:
    """Return the checks of all games together; None if their proofs were not checked."""
    rows = checked(rows)
    if CHECKS[0] not in rows.collect_schema().names():
        return None
    (sums,) = rows.select(*CHECKS, "seconds").sum().collect(engine="streaming").to_dicts()
    return Checks.read(sums, sums["seconds"])


def refused_games(rows: Rows) -> list[str]:
    """Return the ids of the first few games in which a proof was refused, each with the player."""
    bad = checked(rows).filter(pl.col(REFUSED_AT).is_not_null()).head(MOST_NAMED)
    games = bad.collect(engine="streaming").to_dicts()
    return [f"{game['level']}/{game['start']}#{game['seed']} ({game['entrant']})" for game in games]


def checked(rows: Rows) -> pl.LazyFrame:
    """Return rows as a stream; raise BadInput if a column of game rows is missing."""
    rows = rows.lazy()
    names = rows.collect_schema().names()
    for name in COLUMNS:
        if name not in names:
            raise BadInput(f"rows without the column {name!r}; expected the rows of games")
    return rows


def grouped(rows: pl.LazyFrame, by: Sequence[str] = (), *sums: pl.Expr) -> pl.DataFrame:
    """Return sums for each key, and each value of the columns `by`, in order."""
    first = pl.col("first").min()
    groups = rows.with_row_index("first").group_by(*KEYS, *by).agg(first, *sums)
    table = groups.collect(engine="streaming")
    return table.sort(first.over(SETTING), first.over(KEYS), *by, nulls_last=True).drop("first")


def _by_key(groups: pl.DataFrame) -> Iterator[Sequence[Line]]:
    for part in groups.partition_by(KEYS, maintain_order=True):
        yield part.to_dicts()


def _key(line: Line) -> dict[str, str]:
    return {name: line[name] for name in KEYS}


def rate_columns(name: str) -> tuple[str, str, str]:
    """Return the columns of a rate: the rate itself and both ends of its interval."""
    return f"{name}_rate", f"{name}_low", f"{name}_high"


def _rated(name: str, part: float, whole: float) -> dict[str, float]:
    return dict(zip(rate_columns(name), (part / whole, *wilson(part, whole)), strict=True))


def _schema(
    texts: Iterable[str], counts: Iterable[str], figures: Iterable[str]
) -> dict[str, type[pl.DataType]]:
    texts = dict.fromkeys((*KEYS, *texts), pl.String)
    return {**texts, **dict.fromkeys(counts, pl.Int64), **dict.fromkeys(figures, pl.Float64)}


# The summary. Mean luck is near zero, so plain sums of squares lose no digits.

_TAILS = (
    pl.col("seconds").median().alias("seconds_median"),
    pl.col("seconds").quantile(0.95, "linear").alias("seconds_p95"),
    pl.col("seconds").quantile(0.99, "linear").alias("seconds_p99"),
    pl.col("left").filter(_STUCK).median().alias("left_median"),
)


def _summary_sums(counters: Sequence[str]) -> list[pl.Expr]:
    luck, left = pl.col("luck"), pl.col("left").filter(_STUCK)
    return [
        pl.len().alias("games"),
        _WON.sum().alias("won"),
        _LOST.sum().alias("lost"),
        _STUCK.sum().alias("stuck"),
        luck.null_count().alias("lucks_unknown"),
        luck.sum().alias("luck"),
        (luck * luck).sum().alias("luck_squares"),
        luck.filter(_WON).sum().alias("luck_won"),
        pl.col("moves").mean().alias("moves_mean"),
        pl.col("guesses").mean().alias("guesses_mean"),
        pl.col("seconds").count().alias("timed"),
        *_spread(pl.col("seconds"), "seconds"),
        *_spread(left, "left")[:2],
        *(sum_ for name in counters for sum_ in _spread(pl.col(name), name)),
    ]


def _spread(values: pl.Expr, name: str) -> list[pl.Expr]:
    return [
        values.mean().alias(f"{name}_mean"),
        values.std().alias(f"{name}_sd"),
        values.max().alias(f"{name}_max"),
    ]


def _tails(rows: pl.LazyFrame, groups: pl.DataFrame) -> list[Line]:
    keys = groups.select(KEYS).to_dicts()
    return [
        rows.filter(**key).select(_TAILS).collect(engine="streaming").to_dicts()[0] for key in keys
    ]


def _summary_line(group: Line, tails: Line) -> dict[str, object]:
    games, timed = group["games"], group["timed"]
    line = {**group, **tails, **_adjusted(group), **_luck(group)}
    for outcome in Outcome:
        line |= _rated(outcome.value, group[outcome.value], games)
    squares = (group["seconds_sd"] or 0.0) ** 2 * (timed - 1)
    interval = mean_interval(Moments(timed, group["seconds_mean"] or 0.0, squares))
    line["seconds_low"], line["seconds_high"] = interval or (None, None)
    return line  # the schema of the table picks its columns, and fills missing ones with null


def _adjusted(group: Line) -> dict[str, float]:
    """Return the win rate at luck zero; nothing where luck is unknown or there is too little."""
    games, won = group["games"], group["won"]
    if group["lucks_unknown"] or group["start"] == GIVEN or min(won, games - won) < FEWEST:
        return {}
    estimate = adjust(
        games,
        [group["luck"], won],
        [[group["luck_squares"], group["luck_won"]], [group["luck_won"], won]],
    )
    if estimate is None:
        return {}
    bounds = rate_interval(estimate, won / games, games)
    rate = min(1.0, max(0.0, estimate.value))
    return dict(zip(rate_columns("adjusted"), (rate, *bounds), strict=True))


def _luck(group: Line) -> dict[str, float]:
    games = group["games"]
    if group["lucks_unknown"]:
        return {}
    mean = group["luck"] / games
    squares = max(0.0, group["luck_squares"] - games * mean**2)
    errors = {"luck_error": math.sqrt(squares / (games - 1) / games)} if games > 1 else {}
    return {"luck_mean": mean, **errors}


def _summary_schema(counters: Sequence[str], *, has_guests: bool) -> dict[str, type[pl.DataType]]:
    outcomes = [outcome.value for outcome in Outcome]
    rates = [name for outcome in outcomes for name in rate_columns(outcome)]
    seconds = [f"seconds_{name}" for name in ("mean", "sd", "low", "high", "median")]
    seconds += ["seconds_p95", "seconds_p99", "seconds_max"]
    figures = [*rates, *rate_columns("adjusted"), *seconds, "left_mean", "left_sd", "left_median"]
    figures += ["moves_mean", "guesses_mean", "luck_mean", "luck_error"]
    schema = _schema((), ("games", *outcomes), figures)
    for name in counters:
        schema |= {f"{name}_mean": pl.Float64, f"{name}_sd": pl.Float64, f"{name}_max": pl.UInt64}
    return schema | ({"faults": pl.Int64} if has_guests else {})


def _beside_ceiling(table: pl.DataFrame, ceiling: str | None) -> pl.DataFrame:
    """Return the table with the ceiling of each setting after the rates."""
    entrants = table["entrant"].unique(maintain_order=True).to_list()
    if ceiling is not None and ceiling not in entrants:
        hope = f"expected one of {', '.join(entrants)}" if entrants else "there are no rows at all"
        raise BadInput(f"no rows of the ceiling {ceiling!r}; {hope}")
    names = ("ceiling_games", *rate_columns("ceiling"))
    best = table.filter(pl.col("entrant") == pl.lit(ceiling, pl.String)).select(
        *SETTING,
        *(pl.col(a).alias(b) for a, b in zip(("games", *rate_columns("won")), names, strict=True)),
    )
    beside = table.join(best, on=SETTING, how="left", maintain_order="left")
    after = table.columns.index("adjusted_high") + 1
    return beside.select(*table.columns[:after], *names, *table.columns[after:])


# The other tables, key by key.


def _cause_lines(group: Sequence[Line]) -> Iterator[dict[str, object]]:
    lots = [(line["causes"].split(AND), line["games"]) for line in group]
    stuck = sum(number for _, number in lots)
    for cause in (each.value for each in Cause):
        games = sum(number for causes, number in lots if cause in causes)
        main = sum(number for causes, number in lots if cause == causes[0])
        counts = {"cause": cause, "stuck": stuck, "games": games, "main": main}
        rates = {**_rated("cause", games, stuck), **_rated("main", main, stuck)}
        yield {**_key(group[0]), **counts, **rates}


def _proved_sums(engines: Sequence[str]) -> list[pl.Expr]:
    every = pl.sum_horizontal(engines).cast(pl.Float64) if engines else pl.lit(0.0)
    sums = [pl.len().alias("games"), every.sum().alias("all"), (every**2).sum().alias("all_all")]
    for name in engines:
        moves = pl.col(name).cast(pl.Float64)
        sums += [
            moves.count().alias(f"{name}_counted"),
            moves.sum().alias(name),
            (moves > 0).sum().alias(f"{name}_games"),
            (moves**2).sum().alias(f"{name}_squares"),
            (moves * every).sum().alias(f"{name}_all"),
        ]
    return sums


def _proved_lines(group: Line, engines: Sequence[str]) -> Iterator[dict[str, object]]:
    for name in engines:
        if group[f"{name}_counted"]:
            yield {
                **_key(group),
                "engine": name.removeprefix(PROVED),
                "games": group[f"{name}_games"],
                "moves": int(group[name]),
                **_share(group, name),
            }


def _share(group: Line, name: str) -> dict[str, float]:
    """Return an engine's share of the moves, with its interval: a ratio of two sums over games.

    Its variance comes from each game's deviation from that share (Cochran, "Sampling techniques",
    third edition, 1977, chapter 6).
    """
    games, every = group["games"], group["all"]
    if not every:
        return {}
    share = group[name] / every
    more = group[f"{name}_squares"] - 2 * share * group[f"{name}_all"] + share**2 * group["all_all"]
    variance = max(0.0, more) * games / max(1, games - 1) / every**2
    bounds = rate_interval(Estimate(share, variance), share, games)
    return dict(zip(rate_columns("moves"), (share, *bounds), strict=True))


_NOTHING_SETTLED = -1
"""Stands for all cells of the board."""


def _survival_lines(group: Sequence[Line], points: int) -> Iterator[dict[str, object]]:
    cells = Level.parse(group[0]["level"]).grid.size
    games = alive = sum(line["games"] for line in group)
    ended = [0] * (points + 1)  # games that ended at each point, or since the one before
    for line in group:
        if (left := line["left"]) is not None:
            settled = 0 if left == _NOTHING_SETTLED else cells - left
            ended[-(-points * settled // cells)] += line["games"]
    for point, number in enumerate(ended):
        alive -= number
        counts = {"settled": point / points, "games": games, "alive": alive}
        yield {**_key(group[0]), **counts, **_rated("alive", alive, games)}


def _loss_lines(group: Sequence[Line]) -> Iterator[dict[str, object]]:
    grid = Level.parse(group[0]["level"]).grid
    games = sum(line["lost"] for line in group)
    for line in group:
        if (cell := line["lost_at"]) is not None:
            row, col = grid.place(cell)
            place = {"cell": cell, "row": row, "col": col, "games": games, "lost": line["lost"]}
            yield {**_key(line), **place, **_rated("lost", line["lost"], games)}
