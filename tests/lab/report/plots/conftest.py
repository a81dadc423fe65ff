"""Games that were played once for all figures."""

from __future__ import annotations

import polars as pl
import pytest
from tests.lab.report.plots.drawn import PLAYED

from mineproof.lab.report.plots.style import svg
from mineproof.lab.report.report import Shown, plots_for
from mineproof.lab.run.rows import play_chunk


@pytest.fixture(scope="session")
def played() -> pl.DataFrame:
    return pl.concat(map(play_chunk, PLAYED.chunks()))


@pytest.fixture(scope="session")
def written(played: pl.DataFrame) -> list[tuple[Shown, str]]:
    """Return the figures of the games that were played, laid out, each with its SVG."""
    return [(shown, svg(shown.figure)) for shown in plots_for(PLAYED, played)]
