"""Figures of single games: who is still alive, and where games are lost."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import PathPatch
from tests.lab.report.plots.drawn import (
    PLAYED,
    Rows,
    bars,
    made,
    numbers,
    of_group,
    panels,
    rate_of,
    row_names,
    win_rate,
)

from mineproof.board.grid import Grid
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.games import survival
from mineproof.lab.report.plots.losses import MIN_LOSSES, where_games_are_lost
from mineproof.lab.report.plots.series import Kind


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
