"""Figures as SVG: the same each time, readable, and gone when nobody holds them."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
from tests.lab.report.plots.drawn import PLAYED, made, win_rate_svg

from mineproof.lab.experiment import Experiment
from mineproof.lab.report.plots.games import times
from mineproof.lab.report.plots.rates import (
    win_rates,
)
from mineproof.lab.report.plots.style import figure_bytes, styled, svg
from mineproof.lab.report.report import Shown


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
