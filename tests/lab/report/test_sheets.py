from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from mineproof.engines.cascade import usual_engines
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.compare import compare_entrants
from mineproof.lab.report.sheets import NOTHING, Sheet, comparison_sheet, sheets_for
from mineproof.lab.run.rows import play_chunk


def play(experiment: Experiment) -> pl.DataFrame:
    return pl.concat(map(play_chunk, experiment.chunks()))


@pytest.fixture(scope="module")
def logic() -> Experiment:
    entrants = ["single", "resolution", "exact", "cascade"]
    experiment = Experiment.of("logic", entrants, ["easy/list", "hard/list"], games=20)
    return replace(experiment, ceiling="exact")


@pytest.fixture(scope="module")
def guessing() -> Experiment:
    return Experiment.of("guessing", ["random", "safest"], ["beginner/safe"], games=300)


def column(sheet: Sheet, heading: str) -> list[str]:
    place = sheet.headings.index(heading)
    return [line[place] for line in sheet.lines]


def test_games_without_guesses_have_a_ceiling_and_causes(logic: Experiment) -> None:
    rows = play(logic)
    results, counters, causes, stuck, engines = sheets_for(logic, rows)
    assert column(results, "entrant") == ["single", "resolution", "exact", "cascade"] * 2
    assert len(set(column(results, "ceiling")[:4])) == 1
    assert column(results, "won")[2] == column(results, "ceiling")[0]
    assert "guesses a game" not in results.headings  # nobody guessed
    assert {"rounds", "largest kb"} < set(counters.headings)
    resolution = [line for line in counters.lines if line[2] == "resolution"][1]
    most = max(rows.filter(entrant="resolution", level="hard")["largest_kb"].to_list())
    assert resolution[counters.headings.index("largest kb")].endswith(f"{most:,}")
    assert "stronger engine" in causes.headings
    assert column(stuck, "entrant")[0] == "single"
    first = rows.filter(pl.col("causes").str.contains("sealed"), entrant="single", level="easy")
    assert column(stuck, "sealed")[0] == ", ".join(f"#{s}" for s in sorted(first["seed"])[:3])
    assert column(engines, "entrant") == ["cascade"] * 12
    assert column(engines, "engine")[:6] == [engine.name for engine in usual_engines()]


def test_an_engine_that_misses_nothing_leaves_nothing_to_a_stronger_one(logic: Experiment) -> None:
    causes = sheets_for(logic, play(logic))[2]
    stuck = dict(zip(column(causes, "entrant"), column(causes, "stronger engine"), strict=True))
    assert stuck["exact"] == stuck["cascade"] == NOTHING
    assert stuck["single"] != NOTHING


def test_games_with_guesses_have_luck_taken_out_and_no_ceiling(guessing: Experiment) -> None:
    (results,) = sheets_for(guessing, play(guessing))
    assert {"won, luck taken out", "guesses a game"} < set(results.headings)
    assert "ceiling" not in results.headings
    assert "cells left when stuck" not in results.headings
    won = play(guessing).filter(entrant="safest", outcome="won").height
    assert column(results, "won")[1].startswith(f"{won / 3:.1f} % (")


def test_two_entrants_stand_side_by_side(guessing: Experiment) -> None:
    rows = play(guessing)
    found = compare_entrants(rows.filter(entrant="safest"), rows.filter(entrant="random"))
    sheet = comparison_sheet(found, 0.01)
    assert sheet.headings[2:6] == ("safest", "random", "only safest", "only random")
    (line,) = sheet.lines
    assert line[:2] == ("beginner safe", "300")
    assert line[sheet.headings.index("McNemar p")] == f"{found.overall.p_value:.2g}"
    assert f"{found.overall.sizes(0.01).paired:,} paired" in line[-1]
    assert sheet.headings[-1] == "games for ±1 points"
    assert len(comparison_sheet(found).headings) == len(sheet.headings) - 1


def test_a_sheet_is_a_table_in_markdown(guessing: Experiment) -> None:
    (sheet,) = sheets_for(guessing, play(guessing))
    lines = sheet.markdown.split("\n")
    assert len(lines) == 2 + len(sheet.lines)
    assert {line.count("|") for line in lines} == {len(sheet.headings) + 1}
