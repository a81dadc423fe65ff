"""The heat map of risks: numbers that say what the colours say."""

from __future__ import annotations

import pytest

from mineproof import View, analyse
from mineproof.app.text.heat import heat_map, safest


def plain(view: View) -> list[str]:
    found = analyse(view, "exact")
    certain = {d.cell: d.is_mine for d in found.deductions}
    return heat_map(view, found.risks, certain).plain.split("\n")


def test_risks_are_percentages_and_certain_cells_letters() -> None:
    view = View.from_picture("1#### 12### 01###", mines=3)
    assert plain(view) == [
        "    a  b  c  d  e",
        " 1  .  m  s 17 17",
        " 2  .  . 50 17 17",
        " 3  .  . 50 17 17",
    ]


@pytest.mark.parametrize(
    ("risk", "shown"), [(0.0001, "  0"), (0.9999, " 99"), (0.005, "  0"), (0.2857, " 29")]
)
def test_near_certain_is_not_certain(risk: float, shown: str) -> None:
    assert heat_map(View.from_picture("#"), {0: risk}, {}).plain.endswith(f" 1{shown}")


def test_blue_is_safe_and_orange_mined_never_red_against_green() -> None:
    text = heat_map(View.from_picture("##"), {}, {0: False, 1: True})
    assert [str(span.style) for span in text.spans[-2:]] == [
        "#ffffff on #2166ac",
        "#000000 on #d95f02",
    ]


def test_the_safest_cells_come_first() -> None:
    view = View.from_picture("###")
    assert safest(view, {0: 0.5, 1: 0.25, 2: 0.25}, count=2) == "b1 25.0%, c1 25.0%"
