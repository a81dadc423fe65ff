from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from tests.lab.game_rows import game_rows, play, played_rows
from tests.stats.synthetic_games import SyntheticPlayer, games

from mineproof.board.rules import Level
from mineproof.engines.cascade import usual_engines
from mineproof.errors import BadInput
from mineproof.lab.report.results import (
    KEYS,
    cause_table,
    counter_names,
    loss_table,
    proved_table,
    summary_table,
    survival_table,
)
from mineproof.stats.estimates import adjust, rate_interval, student
from mineproof.stats.intervals import wilson

TABLES = (summary_table, cause_table, proved_table, survival_table, loss_table)


@pytest.fixture(scope="module")
def real() -> pl.DataFrame:
    """Games of all outcomes, by entrants with and without counters, on three settings."""
    entrants = ["safest", "single", "cascade", "exact"]
    return play(entrants, ["beginner/safe", "easy/list", "torus:6x6/7/opening"], games=40)


def bounds(line: Mapping[str, object], name: str) -> tuple[object, object]:
    return line[f"{name}_low"], line[f"{name}_high"]


def keys(table: pl.DataFrame) -> list[tuple[object, ...]]:
    return table.select(KEYS).unique(maintain_order=True).rows()


# --- the summary ----------------------------------------------------------------------------------


def test_a_summary_says_what_python_says_of_the_same_games(real: pl.DataFrame) -> None:
    table = summary_table(real, ceiling="exact")
    assert len(table) == 12
    for line in table.iter_rows(named=True):
        lot = real.filter(pl.all_horizontal(pl.col(key) == line[key] for key in KEYS))
        check_outcomes(line, lot["outcome"].to_list())
        check_times(line, lot["seconds"].to_list())
        left = lot.filter(outcome="stuck")["left"].to_list()
        assert line["left_mean"] == (pytest.approx(statistics.fmean(left)) if left else None)
        assert line["left_median"] == (statistics.median(left) if left else None)
        sd = statistics.stdev(left) if len(left) > 1 else None
        assert line["left_sd"] == (sd and pytest.approx(sd))
        assert line["guesses_mean"] == pytest.approx(statistics.fmean(lot["guesses"]))
        assert line["moves_mean"] == pytest.approx(statistics.fmean(lot["moves"]))


def check_outcomes(line: Mapping[str, object], outcomes: Sequence[str]) -> None:
    counts, total = Counter(outcomes), len(outcomes)
    assert line["games"] == total
    for outcome in ("won", "lost", "stuck"):
        assert line[outcome] == counts[outcome]
        assert line[f"{outcome}_rate"] == pytest.approx(counts[outcome] / total)
        assert bounds(line, outcome) == pytest.approx(wilson(counts[outcome], total))


def check_times(line: Mapping[str, object], seconds: Sequence[float]) -> None:
    mean, sd = statistics.fmean(seconds), statistics.stdev(seconds)
    reach = student(len(seconds) - 1) * sd / math.sqrt(len(seconds))
    percentiles = statistics.quantiles(seconds, n=100, method="inclusive")
    assert line["seconds_mean"] == pytest.approx(mean)
    assert line["seconds_sd"] == pytest.approx(sd)
    assert bounds(line, "seconds") == pytest.approx((mean - reach, mean + reach))
    assert line["seconds_median"] == pytest.approx(percentiles[49])
    assert line["seconds_p95"] == pytest.approx(percentiles[94])
    assert line["seconds_p99"] == pytest.approx(percentiles[98])
    assert line["seconds_max"] == max(seconds)


def test_counters_are_those_of_the_engines_and_empty_for_others(real: pl.DataFrame) -> None:
    counters = counter_names(real)
    assert {"sentences", "rounds", "fronts", "counts"} <= set(counters)
    table = summary_table(real)
    for entrant, has_rounds in (("cascade", True), ("single", False), ("safest", False)):
        line = table.filter(entrant=entrant, level="easy").row(0, named=True)
        rounds = real.filter(entrant=entrant, level="easy")["rounds"].drop_nulls().to_list()
        assert bool(rounds) == has_rounds
        assert line["rounds_mean"] == (statistics.fmean(rounds) if rounds else None)
        assert line["rounds_max"] == (max(rounds) if rounds else None)
        assert line["rounds_sd"] == (pytest.approx(statistics.stdev(rounds)) if rounds else None)


def test_the_ceiling_stands_beside_each_line_of_its_setting(real: pl.DataFrame) -> None:
    table = summary_table(real, ceiling="exact")
    for line in table.iter_rows(named=True):
        key = {name: line[name] for name in ("level", "start", "finish")}
        best = table.filter(entrant="exact", **key).row(0, named=True)
        assert line["ceiling_rate"] == best["won_rate"]
        assert bounds(line, "ceiling") == bounds(best, "won")
        assert line["ceiling_games"] == best["games"] == 40
    without = real.filter((pl.col("entrant") != "exact") | (pl.col("level") != "easy"))
    partly = summary_table(without, ceiling="exact").filter(level="easy")
    assert partly["ceiling_rate"].null_count() == len(partly) == 3
    assert summary_table(real)["ceiling_games"].null_count() == 12
    starts = [{"start": start, "entrant": who} for start in ("safe", "none") for who in ("a", "b")]
    apart = summary_table(game_rows(starts[:3]), ceiling="b")
    assert apart["ceiling_games"].to_list() == [1, 1, None]
    with pytest.raises(
        BadInput, match="no rows of the ceiling 'sat'; expected one of safest, single"
    ):
        summary_table(real, ceiling="sat")
    with pytest.raises(BadInput, match=r"no rows of the ceiling 'sat'; there are no rows at all$"):
        summary_table(real.clear(), ceiling="sat")


def test_lines_come_in_the_order_of_the_rows_settings_first() -> None:
    lots = [("expert", "b"), ("expert", "a"), ("beginner", "a"), ("expert", "c"), ("beginner", "b")]
    rows = game_rows({"level": level, "entrant": entrant} for level, entrant in lots * 2)
    for table in (summary_table(rows), survival_table(rows)):
        assert [(key[0], key[3]) for key in keys(table)] == [
            ("expert", "b"),
            ("expert", "a"),
            ("expert", "c"),
            ("beginner", "a"),
            ("beginner", "b"),
        ]


def test_the_adjusted_rate_is_the_win_rate_at_luck_zero() -> None:
    player = SyntheticPlayer(0.3, 0.2, (0.5,))
    played = games(player, 400, seed=1)
    line = summary_table(played_rows(played)).row(0, named=True)
    luck, won = [game.luck for game in played], [float(game.won) for game in played]
    fit = statistics.linear_regression(luck, won)
    assert line["adjusted_rate"] == pytest.approx(fit.intercept)
    assert line["luck_mean"] == pytest.approx(statistics.fmean(luck))
    assert line["luck_error"] == pytest.approx(statistics.stdev(luck) / 20)
    products = [[math.fsum(map(float.__mul__, a, b)) for a in (luck, won)] for b in (luck, won)]
    estimate = adjust(400, [sum(luck), sum(won)], products)
    assert estimate is not None
    assert bounds(line, "adjusted") == pytest.approx(rate_interval(estimate, sum(won) / 400, 400))
    assert line["adjusted_low"] < player.win_rate < line["adjusted_high"]
    assert line["adjusted_high"] - line["adjusted_low"] < line["won_high"] - line["won_low"]


def test_what_keeps_a_rate_from_being_adjusted() -> None:
    played = games(SyntheticPlayer(0.3, 0.2, (0.5,)), 100, seed=1)
    rows = played_rows(played)
    one_unknown = rows.with_columns(luck=pl.when(pl.col("seed") > 0).then("luck"))
    never_guesses = rows.with_columns(luck=0.0)
    given_boards = played_rows(played, start="layout")
    few_losses = rows.filter((pl.col("outcome") == "won") | (pl.col("seed") < 15))
    assert summary_table(rows)["adjusted_rate"].null_count() == 0
    for case in (one_unknown, never_guesses, given_boards, few_losses):
        line = summary_table(case).row(0, named=True)
        assert line["adjusted_rate"] is line["adjusted_low"] is line["adjusted_high"] is None
        assert line["won_rate"] is not None
    assert summary_table(one_unknown)["luck_mean"].to_list() == [None]
    assert summary_table(never_guesses)["luck_mean"].to_list() == [0.0]


def test_one_game_and_none() -> None:
    line = summary_table(game_rows([{}])).row(0, named=True)
    assert (line["won_rate"], bounds(line, "won")) == (1.0, wilson(1, 1))
    assert line["seconds_mean"] == line["seconds_p99"] == 0.25
    assert line["seconds_sd"] is line["seconds_low"] is line["luck_error"] is None
    for table in TABLES:
        assert len(table(game_rows([]))) == 0
        assert table(game_rows([])).columns == table(game_rows([{}])).columns


def test_rows_of_something_else_are_refused() -> None:
    for table in TABLES:
        with pytest.raises(
            BadInput, match="rows without the column 'luck'; expected the rows of gam"
        ):
            table(game_rows([{}]).drop("luck"))


# --- the other tables -----------------------------------------------------------------------------


def test_causes_of_stuck_games_are_counted_one_by_one() -> None:
    causes = ["mine count + sealed", "sealed", "several layouts", "sealed"]
    stuck = [{"outcome": "stuck", "left": 4, "causes": text} for text in causes]
    rows = game_rows([*stuck, {"outcome": "won"}, {"entrant": "exact"}])
    table = cause_table(rows)
    assert set(table["entrant"]) == {"safest"}, "who is never stuck has no line"
    found = {line["cause"]: line for line in table.iter_rows(named=True)}
    counts = {cause: line["games"] for cause, line in found.items()}
    assert counts == {
        "sealed": 3,
        "several layouts": 1,
        "mine count": 1,
        "stronger engine": 0,
        "unknown": 0,
    }
    assert set(table["stuck"]) == {4}
    assert found["sealed"]["cause_rate"] == 0.75
    for line in found.values():
        assert bounds(line, "cause") == pytest.approx(wilson(line["games"], 4))
        assert bounds(line, "main") == pytest.approx(wilson(line["main"], 4))
    assert {cause: line["main"] for cause, line in found.items() if line["main"]} == {
        "mine count": 1,
        "sealed": 2,
        "several layouts": 1,
    }


def test_real_causes_are_all_counted(real: pl.DataFrame) -> None:
    stuck = real.filter(outcome="stuck")
    named = Counter(cause for text in stuck["causes"] for cause in text.split(" + "))
    table = cause_table(real)
    assert dict(table.group_by("cause").agg(pl.col("games").sum()).rows()) == {
        cause: named[cause] for cause in table["cause"].unique()
    }
    assert sum(named.values()) == table["games"].sum() >= len(stuck) > 0
    assert table["main"].sum() == len(stuck)


def test_which_engine_proved_how_many_moves(real: pl.DataFrame) -> None:
    table = proved_table(real)
    cascade = table.filter(entrant="cascade", level="easy")
    assert cascade["engine"].to_list() == [engine.name for engine in usual_engines()]
    assert cascade["moves_rate"].sum() == pytest.approx(1)
    lot = real.filter(entrant="cascade", level="easy")
    for line in cascade.iter_rows(named=True):
        moves = lot[f"proved_{line['engine']}"].to_list()
        assert line["moves"] == sum(moves)
        assert line["games"] == sum(number > 0 for number in moves)
        assert line["moves_low"] <= line["moves_rate"] <= line["moves_high"]
    alone = table.filter(entrant="single")
    assert set(alone["engine"]) == {"single"}
    assert set(alone["moves_rate"]) == {1.0}
    assert bounds(alone.row(0, named=True), "moves") == pytest.approx(wilson(40, 40))


def test_the_interval_of_a_share_goes_by_games() -> None:
    """Ten moves of one engine or ten of the other are as uncertain as tosses of one coin each."""
    halves = [{"proved_single": 10, "proved_subset": 0}, {"proved_single": 0, "proved_subset": 10}]
    rows = game_rows(halves * 50, tallies=["proved_single", "proved_subset"])
    line = proved_table(rows).row(0, named=True)
    assert line["moves_rate"] == 0.5
    assert bounds(line, "moves") == pytest.approx(wilson(49.5, 99))
    even = game_rows([{"proved_single": 5, "proved_subset": 5}] * 100, rows.columns[-2:])
    assert bounds(proved_table(even).row(0, named=True), "moves") == (0.5, 0.5)
    nothing = game_rows([{"proved_single": 0, "proved_subset": 0}], rows.columns[-2:])
    assert proved_table(nothing)["moves_rate"].to_list() == [None, None]
    assert len(proved_table(game_rows([{}]))) == 0


def test_survival_counts_who_was_not_over_yet(real: pl.DataFrame) -> None:
    table = survival_table(real, points=7)
    assert len(table) == 12 * 8
    for line in table.iter_rows(named=True):
        lot = real.filter(pl.all_horizontal(pl.col(key) == line[key] for key in KEYS))
        cells = Level.parse(str(line["level"])).grid.size
        reached = [
            1 - left / cells if outcome != "won" else math.inf
            for left, outcome in lot.select("left", "outcome").iter_rows()
        ]
        alive = sum(share > line["settled"] + 1e-12 for share in reached)
        assert (line["alive"], line["games"]) == (alive, 40)
        assert line["alive_rate"] == alive / 40
        assert bounds(line, "alive") == pytest.approx(wilson(alive, 40))


def test_survival_begins_and_ends_where_games_do() -> None:
    rows = game_rows(
        [
            {"outcome": "lost", "left": 81},
            {"outcome": "stuck", "left": 80},
            {"outcome": "stuck", "left": 1},
            {"outcome": "lost", "left": 0},  # at the last cell of all
            {"outcome": "won", "left": 0},
        ]
    )
    table = survival_table(rows, points=81)
    assert table["alive"].to_list() == [4] + [3] * 79 + [2, 1]
    assert survival_table(rows, points=1)["alive"].to_list() == [4, 1]
    assert survival_table(rows)["settled"].to_list()[:3] == [0.0, 0.01, 0.02]
    with pytest.raises(BadInput, match="0 points; expected 1 or more"):
        survival_table(rows, points=0)


def test_the_last_share_alive_is_the_win_rate(real: pl.DataFrame) -> None:
    ends = survival_table(real).filter(settled=1.0)
    assert ends["alive"].to_list() == summary_table(real)["won"].to_list()


def test_where_games_are_lost(real: pl.DataFrame) -> None:
    table = loss_table(real)
    lost = Counter(real.filter(outcome="lost").select("level", "entrant", "lost_at").iter_rows())
    assert lost == {
        (line["level"], line["entrant"], line["cell"]): line["lost"]
        for line in table.iter_rows(named=True)
    }
    rows = game_rows([{"outcome": "lost", "lost_at": 11}] * 3 + [{"outcome": "won"}])
    line = loss_table(rows).row(0, named=True)
    assert (line["row"], line["col"], line["lost"], line["games"]) == (1, 2, 3, 4)
    assert (line["lost_rate"], bounds(line, "lost")) == (0.75, wilson(3, 4))


# --- however the rows come ------------------------------------------------------------------------


def test_parts_on_disk_give_the_tables_of_the_whole(real: pl.DataFrame, tmp_path: Path) -> None:
    for number, part in enumerate(real.iter_slices(17)):
        part.write_parquet(tmp_path / f"{number:05}.parquet")
    parts = pl.scan_parquet(tmp_path / "*.parquet")
    for table in TABLES:
        assert_frame_equal(table(parts), table(real))


@settings(max_examples=15)
@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_decides_nothing_but_the_order_of_lines(rng: object) -> None:
    assert hasattr(rng, "sample")
    played = played_rows(games(SyntheticPlayer(0.3, 0.2, (0.5,)), 60, seed=2))
    stuck = game_rows([{"outcome": "stuck", "left": seed, "causes": "sealed"} for seed in range(5)])
    rows = pl.concat([played, stuck, played.with_columns(entrant=pl.lit("other"))])
    mixed = rows[rng.sample(range(len(rows)), len(rows))]
    for table in TABLES:
        assert_frame_equal(table(mixed), table(rows), check_row_order=False)


# --- guests, whose games may be known by little more than their fault -----------------------------


def test_games_of_which_only_the_fault_is_known_are_lost_at_the_start() -> None:
    dead = dict.fromkeys(("moves", "guesses", "left", "luck", "seconds"))
    lost = {**dead, "outcome": "lost", "fault": "its process ended"}
    rows = game_rows([{"guesses": 1, "left": 40, "outcome": "lost"}, {}, lost], tallies=("fault",))
    (line,) = summary_table(rows).to_dicts()
    assert (line["games"], line["lost"], line["faults"]) == (3, 2, 1)
    assert line["seconds_mean"] == 0.25
    assert line["seconds_low"] == line["seconds_high"] == 0.25  # of the two that were timed
    assert line["luck_mean"] is None
    assert survival_table(rows, points=4)["alive"].to_list() == [2, 2, 2, 1, 1]
    assert counter_names(rows) == []


def test_a_player_that_never_answered_has_no_times() -> None:
    dead = dict.fromkeys(("moves", "guesses", "left", "luck", "seconds"))
    (line,) = summary_table(game_rows([{**dead, "outcome": "lost"}] * 2)).to_dicts()
    assert line["seconds_mean"] is line["seconds_low"] is None
    assert "faults" not in line
