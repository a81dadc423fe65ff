"""The figures of the lab: what is drawn is read back and compared with the rows."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading
import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeAlias
from xml.etree import ElementTree as ET

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from tests.lab.game_rows import game_rows

from mineproof.agents.entrant import Entrant
from mineproof.board.grid import Grid
from mineproof.coach.diagnosis import Cause
from mineproof.engines.cascade import usual_engines
from mineproof.errors import BadInput
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.costs import costs_by_density, costs_by_safe_cells
from mineproof.lab.report.plots.frames import MAX_HEIGHT, WIDTH
from mineproof.lab.report.plots.games import engines_needed, survival, times
from mineproof.lab.report.plots.losses import MIN_LOSSES, where_games_are_lost
from mineproof.lab.report.plots.rates import (
    causes_of_stuck_games,
    win_rate_by_density,
    win_rate_by_safe_cells,
    win_rates,
)
from mineproof.lab.report.plots.series import Kind, kinds_of, label, looks, series_of
from mineproof.lab.report.plots.style import INK, figure_bytes, styled, svg
from mineproof.lab.report.report import Shown, plots_for
from mineproof.lab.run.rows import play_chunk
from mineproof.stats.intervals import wilson

Rows: TypeAlias = list[dict[str, Any]]
Draw: TypeAlias = Callable[[Experiment, pl.DataFrame], Figure | None]

ALL: list[Draw] = [
    win_rate_by_safe_cells,
    win_rate_by_density,
    costs_by_safe_cells,
    costs_by_density,
    win_rates,
    survival,
    times,
    engines_needed,
    causes_of_stuck_games,
]

SAFE_CELLS = ["easy/list4", "easy/list", "easy/list18", "6x6/5/list3"]
DENSITIES = ["8x8/2/opening", "8x8/10/opening", "8x8/18/opening"]
PLAYED = replace(
    Experiment.of(
        "played", ["single", "exact", "random/cascade"], SAFE_CELLS + DENSITIES, games=15
    ),
    ceiling="exact",
)


@pytest.fixture(scope="module")
def played() -> pl.DataFrame:
    return pl.concat(map(play_chunk, PLAYED.chunks()))


@pytest.fixture(scope="module")
def written(played: pl.DataFrame) -> list[tuple[Shown, str]]:
    """Return the figures of the games that were played, laid out, each with its SVG."""
    return [(shown, svg(shown.figure)) for shown in plots_for(PLAYED, played)]


def made(experiment: Experiment, games: Mapping[tuple[str, str], Rows]) -> pl.DataFrame:
    """Return rows of games by kind and entrant that nobody has played."""
    kinds = dict(zip(experiment.kinds, experiment.settings, strict=True))
    names = {
        text: {"level": str(each.level), "start": str(each.start), "finish": each.finish.value}
        for text, each in kinds.items()
    }
    lines = [
        {"entrant": entrant, **names[kind], **game}
        for (kind, entrant), its in games.items()
        for game in its
    ]
    return game_rows(lines, experiment.tallies)


def of_group(rows: pl.DataFrame, **names: str) -> Rows:
    return [row for row in rows.to_dicts() if all(row[key] == its for key, its in names.items())]


def win_rate(rows: Rows) -> list[float]:
    """Return the win rate and its bounds, in percent."""
    wins = sum(row["outcome"] == "won" for row in rows)
    return [100 * wins / len(rows), *(100 * bound for bound in wilson(wins, len(rows)))]


def panels(figure: Figure | None) -> dict[str, Axes]:
    assert figure is not None
    return {panel.get_title(loc="left"): panel for panel in figure.axes}


def row_names(panel: Axes) -> list[str]:
    return [text.get_text() for text in panel.get_yticklabels()]


def numbers(values: object) -> list[float]:
    return [float(value) for value in np.asarray(values)]


def points(line: Line2D) -> list[list[float]]:
    """Return the places of a line: the xs, and the ys."""
    return [numbers(line.get_xdata()), numbers(line.get_ydata())]


def bars(panel: Axes, axis: int) -> list[list[tuple[float, float]]]:
    """Return the bars of each series: from where to where they go along this axis."""
    found = []
    for each in panel.collections:
        assert isinstance(each, LineCollection)
        found.append([tuple(sorted(numbers(part[:, axis]))) for part in each.get_segments()])
    return found  # type: ignore[return-value]


# Lines


@pytest.mark.parametrize("ceiling", [None, "exact"])
def test_lines_show_the_win_rate_against_the_safe_cells(
    played: pl.DataFrame, ceiling: str | None
) -> None:
    experiment = replace(PLAYED, ceiling=ceiling)
    found = panels(win_rate_by_safe_cells(experiment, played))
    assert list(found) == ["easy"]  # the other level has one number of them only
    panel = found["easy"]
    assert [text.get_text() for text in panel.get_xticklabels()] == ["4", "9", "18"]
    check_lines(
        panel,
        experiment,
        {
            entrant.name: {
                safe: win_rate(of_group(played, entrant=entrant.name, level="easy", start=start))
                for safe, start in [(4, "list4"), (9, "list"), (18, "list18")]
            }
            for entrant in experiment.entrants
        },
    )


def test_lines_show_the_win_rate_against_the_density(played: pl.DataFrame) -> None:
    found = panels(win_rate_by_density(PLAYED, played))
    assert list(found) == ["8x8/opening"]
    rates = {
        entrant.name: {
            100 * mines / 64: win_rate(
                of_group(played, entrant=entrant.name, level=f"8x8/{mines}", start="opening")
            )
            for mines in (2, 10, 18)
        }
        for entrant in PLAYED.entrants
    }
    assert len({rate[0] for curve in rates.values() for rate in curve.values()}) > 4
    check_lines(found["8x8/opening"], PLAYED, rates)


def check_lines(
    panel: Axes, experiment: Experiment, rates: Mapping[str, Mapping[float, list[float]]]
) -> None:
    look = looks(experiment)
    assert len(panel.lines) == len(rates)
    low, high = panel.get_ylim()
    for line, spans, (name, curve) in zip(panel.lines, bars(panel, 1), rates.items(), strict=True):
        assert (line.get_marker(), line.get_color()) == (look[name].marker, look[name].colour)
        assert points(line)[0] == pytest.approx(list(curve))
        assert points(line)[1] == pytest.approx([rate[0] for rate in curve.values()])
        assert spans == [pytest.approx(rate[1:]) for rate in curve.values()]
        assert all(low < end < high for span in spans for end in span)
        if name == experiment.ceiling:
            assert (line.get_color(), line.get_linestyle()) == (INK, "--")
    first = next(iter(rates[PLAYED.entrants[0].name]))
    on_paper = [float(line.get_transform().transform((first, 50))[0]) for line in panel.lines]
    assert on_paper == sorted(on_paper)
    assert on_paper[-1] - on_paper[0] == pytest.approx(2.5 * (len(rates) - 1))


def test_lines_are_labelled_outside_of_the_panels(written: list[tuple[Shown, str]]) -> None:
    names = ["single", "exact (ceiling)", "random/cascade"]
    for name in ("win-rate-by-safe-cells", "win-rate-by-density", "survival"):
        (figure,) = [shown.figure for shown, _ in written if shown.name == name]
        (legend,) = figure.legends
        assert [text.get_text() for text in legend.get_texts()] == names
        box = legend.get_window_extent()
        for panel in figure.axes:
            assert not box.overlaps(panel.get_window_extent())


def test_lines_show_what_games_cost(played: pl.DataFrame) -> None:
    """Only entrants that count something have a line for it."""
    found = panels(costs_by_safe_cells(PLAYED, played))
    assert list(found) == ["easy: time", "easy: rounds", "easy: largest KB"]
    check_costs(found["easy: time"], played, "seconds", ["single", "exact", "random/cascade"])
    for title, column in (("easy: rounds", "rounds"), ("easy: largest KB", "largest_kb")):
        check_costs(found[title], played, column, ["random/cascade"])
    by_density = panels(costs_by_density(PLAYED, played))
    assert "8x8/opening: time" in by_density


def check_costs(panel: Axes, rows: pl.DataFrame, column: str, names: list[str]) -> None:
    for line, spans, name in zip(panel.lines, bars(panel, 1), names, strict=True):
        for place, start in enumerate(["list4", "list", "list18"]):
            its = of_group(rows, entrant=name, level="easy", start=start)
            values = [float(row[column]) for row in its]
            mean, error = np.mean(values), 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
            assert points(line)[1][place] == pytest.approx(mean)
            assert spans[place][1] == pytest.approx(mean + error)


def test_no_costs_where_nobody_counts() -> None:
    few = Experiment.of(
        "few", ["single", "exact"], ["easy/list4", "easy/list", "easy/list18"], games=2
    )
    assert costs_by_safe_cells(few, pl.concat(map(play_chunk, few.chunks()))) is None


def test_no_line_through_fewer_than_three_points(played: pl.DataFrame) -> None:
    few = played.filter(pl.col("start") != "list4", ~pl.col("level").is_in(["8x8/2"]))
    assert win_rate_by_safe_cells(PLAYED, few) is None
    assert win_rate_by_density(PLAYED, few) is None


# Rows


def test_rows_show_the_win_rate_of_each_entrant_and_the_ceiling(played: pl.DataFrame) -> None:
    found = panels(win_rates(PLAYED, played))
    assert list(found) == PLAYED.kinds
    names = [label(PLAYED, entrant.name) for entrant in PLAYED.entrants]
    assert row_names(found[PLAYED.kinds[0]]) == names
    for kind, panel in found.items():
        level, _, start = kind.rpartition("/")
        ceiling, *dots = sorted(panel.lines, key=lambda line: line.get_linestyle() == "None")
        for row, (dot, spans) in enumerate(zip(dots, bars(panel, 0), strict=True)):
            its = of_group(played, entrant=PLAYED.entrants[row].name, level=level, start=start)
            value, low, high = win_rate(its)
            assert points(dot) == [[pytest.approx(value)], [row]]
            assert spans == [pytest.approx((low, high))]
        at_most = win_rate(of_group(played, entrant="exact", level=level, start=start))[0]
        assert numbers(ceiling.get_xdata()) == pytest.approx([at_most, at_most])


def test_rows_show_the_percentiles_of_the_times(played: pl.DataFrame) -> None:
    for kind, panel in panels(times(PLAYED, played)).items():
        level, _, start = kind.rpartition("/")
        for row, entrant in enumerate(PLAYED.entrants):
            its = of_group(played, entrant=entrant.name, level=level, start=start)
            taken = [game["seconds"] for game in its]
            low, quarter, middle, three, high, late, last = np.quantile(
                taken, [0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]
            )
            assert last == max(taken)
            lines = panel.lines[5 * row : 5 * row + 5]
            assert {y for line in lines for y in points(line)[1]} == {row}
            assert [points(line)[0] for line in lines] == [
                pytest.approx(each)
                for each in ([low, high], [quarter, three], [middle], [late], [last])
            ]


def test_bars_show_what_moves_of_a_cascade_needed(played: pl.DataFrame) -> None:
    found = panels(engines_needed(PLAYED, played))
    assert list(found) == PLAYED.kinds
    assert row_names(found[PLAYED.kinds[0]]) == ["random/cascade"]
    met = set()
    for kind, panel in found.items():
        level, _, start = kind.rpartition("/")
        its = of_group(played, entrant="random/cascade", level=level, start=start)
        needs = Counter[str]()
        for game in its:
            needs["guess"] += game["guesses"]
            for engine in [each.name for each in usual_engines()]:
                needs[engine] += game[f"proved_{engine}"]
        total = sum(needs.values())
        want = {need: 100 * n / total for need, n in needs.items() if n and need != "single"}
        drawn = [patch for patch in panel.patches if isinstance(patch, Rectangle)]
        widths = {container.get_label(): None for container in panel.containers}
        got = dict(zip(widths, [patch.get_width() for patch in drawn], strict=True))
        assert got == pytest.approx(want)
        assert max((patch.get_x() + patch.get_width() for patch in drawn), default=0) == (
            pytest.approx(sum(want.values()))
        )
        met |= set(want)
    assert {"subset", "guess"} <= met


def test_no_bars_without_a_cascade(played: pl.DataFrame) -> None:
    plain = Experiment.of("x", ["single", "exact"], ["easy/list"], games=1)
    few = played.filter(pl.col("entrant") != "random/cascade", pl.col("level") == "easy")
    assert engines_needed(plain, few) is None


def test_rows_show_the_share_of_stuck_games_that_have_a_cause(played: pl.DataFrame) -> None:
    found = panels(causes_of_stuck_games(PLAYED, played))
    stuck: dict[tuple[str, str], list[set[str]]] = defaultdict(list)
    for row in played.sort("seed").to_dicts():
        if row["outcome"] == "stuck":
            stuck[f"{row['level']}/{row['start']}", row["entrant"]].append(
                set(row["causes"].split(" + "))
            )
    names = row_names(next(iter(found.values())))
    met = {cause for games in stuck.values() for game in games for cause in game}
    order = [cause.value for cause in Cause if cause.value in met]
    assert [title.replace("\n", " ") for title in found] == order
    assert len(order) == len(met)
    for title, panel in found.items():
        rates = dict(zip_dots(panel, names))
        assert rates == {
            (kind, f"{label(PLAYED, entrant)} ({len(games)})"): pytest.approx(
                rate_of(sum(title.replace("\n", " ") in game for game in games), len(games))
            )
            for (kind, entrant), games in stuck.items()
        }


def zip_dots(panel: Axes, names: Sequence[str]) -> Iterable[tuple[tuple[str, str], list[float]]]:
    """Yield kind, name and rate of each dot; the rows of a kind come below its own."""
    for dot, ((low, high),) in zip(panel.lines, bars(panel, 0), strict=True):
        (value,), (row,) = points(dot)
        kind = next(name for name in reversed(names[: int(row)]) if name in PLAYED.kinds)
        yield (kind, names[int(row)]), [value, low, high]


def rate_of(some: int, cases: int) -> list[float]:
    return [100 * some / cases, *(100 * bound for bound in wilson(some, cases))]


# Survival


def test_curves_show_who_is_still_alive(played: pl.DataFrame) -> None:
    found = panels(survival(PLAYED, played))
    assert list(found) == PLAYED.kinds
    for kind, panel in found.items():
        level, _, start = kind.rpartition("/")
        cells = {"easy": 81, "6x6/5": 36}.get(level, 64)
        for line, spans, entrant in zip(panel.lines, bars(panel, 1), PLAYED.entrants, strict=True):
            its = of_group(played, entrant=entrant.name, level=level, start=start)
            heights = numbers(line.get_ydata())
            assert heights == pytest.approx([still_alive(its, cells, x)[0] for x in range(101)])
            assert heights[-1] == pytest.approx(win_rate(its)[0])
            marked = line.get_markevery()
            assert isinstance(marked, list)
            assert spans == [pytest.approx(still_alive(its, cells, x)[1:]) for x in marked]


def still_alive(games: Rows, cells: int, percent: int) -> list[float]:
    lives = sum(
        game["outcome"] == "won" or 100 * (1 - game["left"] / cells) > percent + 1e-9
        for game in games
    )
    return rate_of(lives, len(games))


def test_curves_stay_in_sight_when_few_games_are_won() -> None:
    experiment = Experiment.of("x", ["safest"], ["easy/safe"], games=20)
    lost = [{"outcome": "lost", "left": 70 - each, "lost_at": 3} for each in range(19)]
    rows = made(experiment, {("easy/safe", "safest"): [*lost, {}]})
    panel = panels(survival(experiment, rows))["easy/safe"]
    low, high = panel.get_ylim()
    assert low < 0
    assert high > 100


# Losses


@pytest.mark.parametrize("level", ["4x12/5", "hex:5x6/7"])
def test_each_cell_has_the_colour_of_its_losses(level: str) -> None:
    experiment = Experiment.of("x", ["random", "safest"], [f"{level}/safe"], games=1)
    kind = Kind(level, "safe", "clearing")
    size = kind.grid.size
    hits = [(cell * cell) % 23 * (30 if cell % 7 == 1 else 1) for cell in range(size)]
    lost = [
        {"outcome": "lost", "left": 9, "lost_at": cell}
        for cell, its in enumerate(hits)
        for _ in range(its)
    ]
    few = lost[: MIN_LOSSES * size - 1]
    games = {(f"{level}/safe", "random"): [*lost, {}], (f"{level}/safe", "safest"): few}
    figure = where_games_are_lost(experiment, made(experiment, games), kind)
    assert figure is not None
    panel, scale = figure.axes  # the other entrant has lost one game too few
    assert panel.get_title(loc="left") == f"random\n{len(lost):,} of {len(lost) + 1:,} lost"
    colours = cell_colours(panel, kind.grid)
    by_step: dict[int, set[str]] = defaultdict(set)
    for cell, its in enumerate(hits):
        multiple = its * size / len(lost)
        step = sum(multiple >= 2.0**power for power in range(-2, 5))
        by_step[step].add(colours[cell])
    assert len(by_step) >= 5
    assert all(len(found) == 1 for found in by_step.values())
    shades = [lightness(found.pop()) for _, found in sorted(by_step.items())]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == len(shades)
    assert [text.get_text() for text in scale.get_xticklabels()][::3] == ["1/4", "2", "16"]


def cell_colours(panel: Axes, grid: Grid) -> list[str]:
    shapes = [patch for patch in panel.patches if isinstance(patch, PathPatch)]
    found = []
    for cell in range(grid.size):
        row, col = grid.place(cell)
        aside = 0.5 if grid.shape.value == "hex" and row % 2 else 0.0
        place = (col + aside + 0.6, row + 0.6)
        (shape,) = [each for each in shapes if covers(each, place)]
        found.append(to_hex(shape.get_facecolor()))
    return found


def covers(shape: PathPatch, place: tuple[float, float]) -> bool:
    for polygon in shape.get_path().to_polygons():
        corners = np.asarray(polygon)
        if (corners.min(axis=0) < place).all() and (corners.max(axis=0) > place).all():
            return True
    return False


def lightness(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(float(a * b) for a, b in zip(shares, (0.2126, 0.7152, 0.0722), strict=True))


def test_rows_and_columns_are_named_as_cells_are() -> None:
    experiment = Experiment.of("x", ["random"], ["expert/safe"], games=1)
    cells = [*range(480)] * MIN_LOSSES + [0] * 20
    lost = [{"outcome": "lost", "left": 9, "lost_at": cell} for cell in cells]
    rows = made(experiment, {("expert/safe", "random"): lost})
    figure = where_games_are_lost(experiment, rows, Kind("expert", "safe", "clearing"))
    assert figure is not None
    panel = figure.axes[0]
    cols = dict(
        zip(panel.get_xticks(), (t.get_text() for t in panel.get_xticklabels()), strict=True)
    )
    assert cols == {0.5: "a", 5.5: "f", 10.5: "k", 15.5: "p", 20.5: "u", 25.5: "z"}
    assert row_names(panel) == ["1", "6", "11", "16"]
    assert panel.get_ylim() == (16, 0)
    assert panel.get_aspect() == 1


# Which figures


def names_of(experiment: Experiment, rows: pl.DataFrame) -> list[str]:
    return [shown.name for shown in plots_for(experiment, rows)]


def test_only_figures_that_say_something(
    played: pl.DataFrame, written: list[tuple[Shown, str]]
) -> None:
    assert [shown.name for shown, _ in written] == [
        "win-rate-by-safe-cells",
        "win-rate-by-density",
        "costs-by-safe-cells",
        "costs-by-density",
        "win-rates",  # for one kind of game is on no line
        "survival",
        "engines-needed",
        "causes",
        "times",
    ]
    on_lines = played.filter(pl.col("level") != "6x6/5", pl.col("entrant") == "exact")
    assert names_of(PLAYED, on_lines) == [
        "win-rate-by-safe-cells",
        "win-rate-by-density",
        "survival",
        "causes",
        "times",
    ]
    won = on_lines.filter(pl.col("outcome") == "won")
    assert names_of(PLAYED, won)[2:] == ["times"]
    assert names_of(PLAYED, played.clear()) == []


def test_losses_are_shown_where_there_are_enough_and_they_are_uneven() -> None:
    kinds = ["4x4/3/safe:b2", "4x4/4/safe", "4x5/9/safe"]
    experiment = Experiment.of("x", ["random"], kinds, games=2)
    uneven = [{"outcome": "lost", "left": 5, "lost_at": each % 15} for each in range(160)]
    even = [{"outcome": "lost", "left": 5, "lost_at": each % 16} for each in range(160)]
    games = zip(kinds, (uneven, even, uneven), strict=True)
    rows = made(experiment, {(kind, "random"): its for kind, its in games})
    (shown,) = [each for each in plots_for(experiment, rows) if each.name.startswith("losses")]
    assert shown.name == "losses-4x4-3-safe-b2"
    assert shown.caption.startswith("Where games of 4x4/3/safe:b2 are lost")
    assert shown.caption.endswith(" 160 games each.")


def test_a_caption_says_how_many_games_there_are(
    played: pl.DataFrame, written: list[tuple[Shown, str]]
) -> None:
    for shown, _ in written:
        assert shown.caption.endswith(" 15 games each.")
        assert "\n" not in shown.caption
    few = played.filter(pl.col("level") == "8x8/18")
    uneven = few.filter(~((pl.col("entrant") == "single") & (pl.col("seed") > 3)))
    assert plots_for(PLAYED, uneven)[0].caption.endswith(" 4 to 15 games each.")


def test_rows_of_somebody_else_are_refused(played: pl.DataFrame) -> None:
    other = Experiment.of("x", ["safest"], ["easy/list"], games=1)
    for asked in (plots_for, win_rates, survival):
        with pytest.raises(BadInput, match=r"no entrant '.*'; expected one of safest"):
            asked(other, played)


def test_lazy_rows_make_the_same_figures(played: pl.DataFrame) -> None:
    assert win_rate_svg(PLAYED, played) == win_rate_svg(PLAYED, played.lazy())


def win_rate_svg(experiment: Experiment, rows: pl.DataFrame | pl.LazyFrame) -> str:
    figure = win_rate_by_safe_cells(experiment, rows)
    assert figure is not None
    return svg(figure)


# Extremes

LONG = "<an> $entrant$ & a name that is longer than anybody would have thought of"
LONG_LINE = "0 <an> $entrant$ & a name"
SVG_TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.mark.parametrize("draw", ALL)
def test_nothing_is_drawn_of_nothing(draw: Draw, played: pl.DataFrame) -> None:
    assert draw(PLAYED, played.clear()) is None


def test_one_game_of_one_entrant() -> None:
    experiment = Experiment.of("x", ["cascade"], ["easy/list"], games=1)
    stuck = {"outcome": "stuck", "left": 80, "causes": "sealed", "seconds": 0.0}
    stuck |= {"proved_single": 1, "proved_subset": 3}
    rows = made(experiment, {("easy/list", "cascade"): [stuck]})
    shown = plots_for(experiment, rows)
    assert [each.name for each in shown] == [
        "win-rates",
        "survival",
        "engines-needed",
        "causes",
        "times",
    ]
    for each in shown:
        ET.fromstring(svg(each.figure))


def test_all_games_are_won_in_no_time() -> None:
    experiment = Experiment.of("x", ["safest"], ["easy/safe"], games=3)
    rows = made(experiment, {("easy/safe", "safest"): [{"seconds": 0.0}] * 3})
    for shown in plots_for(experiment, rows):
        ET.fromstring(svg(shown.figure))


def test_twelve_entrants_with_long_names_in_any_script() -> None:
    twelve = [Entrant("safest", name=f"{number} {LONG}") for number in range(10)]
    twelve += [Entrant(engine="cascade", name="階梯式推理"), Entrant("random", name="_" + "x" * 70)]
    counts = ["easy/list4", "easy/list9", "easy/list18"]
    experiment = replace(Experiment.of("x", twelve, counts, games=2), ceiling=twelve[3].name)
    games = [
        {},
        {"outcome": "stuck", "left": 9, "causes": "sealed", "proved_single": 4, "guesses": 1},
    ]
    rows = made(
        experiment, {(kind, one.name): games for kind in experiment.kinds for one in twelve}
    )
    shown = plots_for(experiment, rows)
    assert len(shown) >= 4
    for each in shown:
        text = svg(each.figure)
        assert figure_fits(each.figure), each.name
        words = [node.text for node in ET.fromstring(text).iter(SVG_TEXT)]
        assert any("階梯式推理" in (word or "") for word in words)
        assert each.name == "engines-needed" or any(word == LONG_LINE for word in words)


def figure_fits(figure: Figure) -> bool:
    """Tell whether all that is drawn is inside of a figure that is laid out, and it on a page."""
    with styled():
        figure.set_dpi(300)  # at 72, pixels make letters wider than they are
        box = figure.get_tightbbox()
        figure.set_dpi(72)
    width, height = map(float, figure.get_size_inches())
    assert width == WIDTH
    assert height < MAX_HEIGHT + 1  # a legend comes on top
    return bool(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height)


def test_every_figure_is_within_its_sheet(written: list[tuple[Shown, str]]) -> None:
    for shown, _ in written:
        assert figure_fits(shown.figure), shown.name


def test_more_than_a_page_holds_is_not_drawn() -> None:
    kinds = [f"9x9/{mines}/{start}" for mines in range(1, 41) for start in ("safe", "none")]
    experiment = Experiment.of("x", ["exact"], kinds, games=1)
    rows = made(experiment, {(kind, "exact"): [{}] for kind in kinds})
    assert names_of(experiment, rows) == ["win-rate-by-density"]


def test_no_two_of_twelve_entrants_look_alike() -> None:
    many = [Entrant("safest", name=f"{number}") for number in range(13)]
    experiment = replace(Experiment.of("x", many, ["easy/list"], games=1), ceiling="5")
    found = list(looks(experiment).values())
    assert len({look.marker for look in found}) == 13
    assert len({(look.colour, look.dashes) for look in found}) == 13
    assert [look.colour for look in found].count(INK) == 1


# SVG


def test_the_svg_is_the_same_whoever_writes_it_and_when(played: pl.DataFrame) -> None:
    want = win_rate_svg(PLAYED, played)
    shuffled = played.sample(fraction=1, shuffle=True, seed=1)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda rows: win_rate_svg(PLAYED, rows), [played, shuffled] * 2)) == {
            want
        }
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.fonttype": "path"}):
        before = dict(mpl.rcParams)
        assert win_rate_svg(PLAYED, played) == want
        assert dict(mpl.rcParams) == before


def test_two_threads_do_not_style_at_once() -> None:
    entered = threading.Event()

    def enter() -> None:
        with styled():
            entered.set()

    other = threading.Thread(target=enter)
    with styled():
        other.start()
        assert not entered.wait(0.2)
    assert entered.wait(60)
    other.join()


def test_a_figure_may_be_written_again(played: pl.DataFrame) -> None:
    figure = times(PLAYED, played.filter(pl.col("start") == "opening"))
    assert figure is not None
    assert svg(figure) == svg(figure)
    assert figure_bytes(figure, "png") == figure_bytes(figure, "png")


def test_the_svg_reads_in_print(written: list[tuple[Shown, str]]) -> None:
    for _, text in written:
        assert "<image" not in text
        assert "<dc:date>" not in text
        assert len(text) < 250_000
        sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", text)]
        assert sizes
        assert min(sizes) >= 9
        assert 'viewBox="0 0 504' in text  # points: seven inches
        assert "fill: #ffffff" in text[: text.index('id="axes_1"')]


def test_plots_go_when_nobody_holds_them() -> None:
    experiment = Experiment.of("x", ["exact"], ["easy/list"], games=1)
    rows = made(experiment, {("easy/list", "exact"): [{}]})
    held = [
        weakref.ref(figure) for figure in (win_rates(experiment, rows) for _ in range(5)) if figure
    ]
    gc.collect()
    assert len(held) == 5
    assert not any(each() for each in held[:-1])  # the last one is still named here
    assert plt.get_fignums() == []


def test_pyplot_is_not_even_imported() -> None:
    module = "mineproof.lab.report.report"
    code = f"import sys, {module}; print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# Series


def test_given_boards_come_by_size_and_then_by_mines() -> None:
    experiment = Experiment.of("x", ["exact", "safest"], ["9x9/2/safe"], games=1)
    levels = ["9x9/10", "4x4/5", "9x9/2", "4x4/12"]
    lines = [
        {"level": level, "start": "layout", "finish": "clearing", "entrant": name}
        for level in levels
        for name in ("safest", "exact")
    ]
    drawn = {"level": "9x9/2", "start": "safe", "finish": "clearing", "entrant": "exact"}
    found = series_of(experiment, [*lines, drawn])
    assert [one.entrant for one in found] == ["exact"] + ["exact", "safest"] * 4
    assert [str(kind) for kind in kinds_of(found)] == [
        "9x9/2/safe",
        "4x4/5/layout/clearing",
        "4x4/12/layout/clearing",
        "9x9/2/layout/clearing",
        "9x9/10/layout/clearing",
    ]
    assert all(one.kind.safe_cells is None for one in found)


def test_boards_that_were_given_are_drawn_too() -> None:
    experiment = Experiment.of("x", ["exact"], ["9x9/2/safe"], games=1)
    games = [
        {
            "entrant": "exact",
            "level": f"4x4/{mines}",
            "start": "layout",
            "outcome": outcome,
            "left": 3,
        }
        for mines in (2, 5, 7)
        for outcome in ("won", "lost")
    ]
    shown = plots_for(experiment, game_rows(games))
    assert [each.name for each in shown] == ["win-rate-by-density", "survival", "times"]
    assert list(panels(shown[0].figure)) == ["4x4/layout/clearing"]
