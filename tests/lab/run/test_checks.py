"""`check = true`: proofs are checked while an experiment is played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tests.guests import unproved
from tests.lab.runs import played, small

from mineproof.agents.checked import COUNTERS
from mineproof.lab.experiment_file import parse_experiment, read_experiment, write_experiment
from mineproof.lab.report.results import checks_of, refused_games, summary_table

SAME = ("entrant", "seed", "outcome", "moves", "guesses", "left", "lost_at", "proved_single")


def test_checks_change_nothing_but_their_own_columns(tmp_path: Path) -> None:
    free = small(6, entrants=["single", "safest"], settings=["beginner/opening"])
    checked = replace(free, check=True)
    rows, plain = (played(tmp_path, each).read() for each in (checked, free))
    assert rows.select(SAME).equals(plain.select(SAME))
    assert rows["fault"].null_count() == rows["refused_at"].null_count() == len(rows)
    checks = checks_of(rows)
    assert checks is not None
    assert checks.accepted == rows["proofs_accepted"].sum() >= rows["proved_single"].sum() > 0
    assert (checks.refused, checks.undecided) == (0, 0)
    assert checks_of(plain) is None


def test_a_refused_proof_costs_the_game_and_is_recorded(tmp_path: Path) -> None:
    player = f"{unproved.__file__}:MadeUp"
    experiment = small(3, entrants=["single", player], settings=["4x4/3/list4"])
    rows = played(tmp_path, replace(experiment, check=True)).read()
    bad = rows.filter(entrant=player)
    assert set(bad["outcome"]) == {"lost"}
    assert bad["proofs_refused"].to_list() == [1, 1, 1]
    assert all("made-up's proof that" in fault for fault in bad["fault"])
    assert all(len(picture.split()) == 4 for picture in bad["refused_at"])
    assert summary_table(rows)["faults"].to_list() == [0, 3]
    assert refused_games(rows) == [f"4x4/3/list4#{seed} ({player})" for seed in range(3)]


def test_a_file_asks_for_checks(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    plain = 'entrants = ["single"]\nlevels = ["easy"]\ngames = 3\n'
    file.write_text(plain)
    free = read_experiment(file)
    assert not free.check
    assert "check" not in json.loads(write_experiment(free))
    file.write_text(plain + "check = true\n")
    checked = read_experiment(file)
    assert checked.check
    assert checked.id != free.id
    assert parse_experiment(write_experiment(checked)) == checked
    assert all(chunk.entrant.checks_proofs for chunk in checked.chunks())
    assert set(COUNTERS) < set(checked.tallies)
