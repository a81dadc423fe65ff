"""Figures of extreme rows, and whether they fit a sheet."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from matplotlib.figure import Figure
from tests.lab.report.plots.drawn import PLAYED, Draw, made, names_of

from mineproof.agents.entrant import Entrant
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.costs import costs_by_density, costs_by_safe_cells
from mineproof.lab.report.plots.frames import MAX_HEIGHT, WIDTH
from mineproof.lab.report.plots.games import engines_needed, survival, times
from mineproof.lab.report.plots.rates import (
    causes_of_stuck_games,
    win_rate_by_density,
    win_rate_by_safe_cells,
    win_rates,
)
from mineproof.lab.report.plots.series import looks
from mineproof.lab.report.plots.style import INK, styled, svg
from mineproof.lab.report.report import Shown, plots_for

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
