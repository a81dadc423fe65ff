"""The table of `make bench-site`: no figure hides what is slow."""

from __future__ import annotations

import pytest
from benchmarks.service.site import TARGETS, Times, report

QUICK, SLOW = [10.0] * 90, [1000.0] * 10
ALL: list[float] = [*QUICK, *SLOW]


def times(each: list[float]) -> Times:
    return {"served": each, "static": each}


def test_hints_have_one_figure_over_all_positions(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that compare guesses are in it; boards and first clicks have a 95th percentile too."""
    found = {"hint": times(QUICK), "guess": times(SLOW), "any hint": times(ALL)}
    found |= {name: times(QUICK) for name in ("first click", "no-guess expert", "analysis")}
    weight = {"served": (1, 1), "static": (1, 1)}
    assert report(found, weight)
    rows = {line[:20].strip(): line[20:].split() for line in capsys.readouterr().out.splitlines()}
    assert rows["hint p95"][2] == "10"
    assert rows["any hint p95"][2] == "1000"
    assert rows["any hint p95"][-1] == "100"
    assert {"first click p95", "no-guess expert p95"} <= rows.keys()
    assert rows.keys() >= TARGETS.keys()
