"""The mine count on the command line: given, usual, a density in its place, or a warning."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.app.conftest import Shell

Complains = Callable[..., str]
BOARD = "1##\n###\n"
BEGINNER = "\n".join(["#########"] * 8 + ["1########"])


@pytest.mark.parametrize("command", [["solve"], ["explain"], ["explain", "--cell", "c2"]])
def test_risks_without_a_mine_count_come_with_a_warning(run: Shell, command: list[str]) -> None:
    told = run(*command, text=BOARD).err
    assert told.startswith("mineproof: the mine count is not given, so every layout counts as")
    assert told.endswith("use --mines N or --density D\n")
    assert told.count("\n") == 1
    assert run(*command, "--mines", "2", text=BOARD).err == ""
    assert run(*command, "--density", "0.2", text=BOARD).err == ""


def test_no_warning_where_no_risk_is_told(run: Shell) -> None:
    assert run("solve", text="##\n11\n00\n").err != ""
    assert run("solve", text="#1\n11\n").err == ""
    assert run("explain", text="#1\n11\n").err == ""


def test_the_usual_count_is_named_and_taken_only_if_asked_for(
    run: Shell, complains: Complains
) -> None:
    assert "--mines usual (10)" in run("solve", text=BEGINNER).err
    usual = run("solve", "--mines", "usual", text=BEGINNER)
    assert usual.err == "mineproof: 10 mines, as usual on 9x9\n"
    assert usual.out == run("solve", "--mines", "10", text=BEGINNER).out
    told = complains("solve", "--mines", "usual", text=BOARD)
    assert "no usual mine count for 2x3; expected one of 9x9, 16x16, 16x30" in told
    own = run("solve", "--mines", "usual", text="layout/clearing *1. 11. c2")
    assert own.err == ""


def test_a_density_changes_the_risks_and_the_guess(run: Shell) -> None:
    found = run("solve", "--density", "0.2", text=BOARD).out
    assert found.startswith("guess c1 (risk 20.0%); no cell is safe\n")
    assert (
        "Its risk is 20.0%." in run("explain", "--cell", "c2", "--density", "0.2", text=BOARD).out
    )
    assert "c1: 20% risk; " in run("explain", "--density", "0.2", text=BOARD).out


def test_json_names_the_prior(run: Shell) -> None:
    plain = json.loads(run("solve", "--json", text=BOARD).out)
    assert plain["prior"] == {"density": 0.5}
    assert plain["warning"].startswith("the mine count is not given")
    dense = json.loads(run("solve", "--json", "--density", "0.2", text=BOARD).out)
    assert (dense["prior"], dense["risks"][0][2]) == ({"density": 0.2}, pytest.approx(0.2))
    assert "warning" not in dense
    assert "prior" not in json.loads(run("solve", "--json", "--mines", "2", text=BOARD).out)


def test_lines_may_have_a_density_too(run: Shell) -> None:
    line = json.dumps({"board": ["1##", "###"]})
    counted = json.dumps({"board": ["1##", "###"], "total_mines": 2})
    out = run("solve", "--jsonl", "--density", "0.2", text=f"{line}\n{counted}\n").out
    dense, plain = map(json.loads, out.splitlines())
    assert (dense["prior"], dense["risks"][0][2]) == ({"density": 0.2}, pytest.approx(0.2))
    assert "prior" not in plain
    assert plain["risks"][0][2] == 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mines", "x"], "'x'; expected a whole number, or usual"),
        (["--mines", "1.5"], "'1.5'; expected a whole number, or usual"),
        (["--mines", "-1"], "-1 mines in all; expected a whole number from 0"),
        (["--density", "0"], "a density of 0.0; expected more than 0 and less than 1"),
        (["--density", "1"], "a density of 1.0; expected more than 0 and less than 1"),
        (["--density", "x"], "'x'; expected a number"),
        (["--density", "0.2", "--mines", "2"], "--mines and --density cannot be combined"),
    ],
)
def test_what_makes_no_sense_is_refused(
    complains: Complains, words: list[str], message: str
) -> None:
    for command in ("solve", "explain"):
        assert message in complains(command, *words, text=BOARD)


def test_a_density_and_a_known_count_are_not_combined(complains: Complains) -> None:
    told = complains("solve", "--density", "0.2", text="layout/clearing *1. 11. c2")
    assert "--density and a file with its own mine count, 1, cannot be combined" in told
