"""Rows and bars of figures: win rates, times, engines needed, causes of stuck games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from tests.lab.report.plots.drawn import (
    PLAYED,
    bars,
    numbers,
    of_group,
    panels,
    points,
    rate_of,
    row_names,
    win_rate,
)

from mineproof.coach.diagnosis import Cause
from mineproof.engines.cascade import usual_engines
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.games import engines_needed, times
from mineproof.lab.report.plots.rates import (
    causes_of_stuck_games,
    win_rates,
)
from mineproof.lab.report.plots.series import label


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
