"""`mineproof prove`: sentences, trees and files; and what it says if there is no proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell
from tests.logic.derivation.test_clause_proof import check_lrat, is_satisfiable

from mineproof.engines import ENGINES
from mineproof.logic.derivation.formats import FORMATS

Complains = Callable[..., str]

BOARD = "####\n#23#\n#11#\n"


def test_without_a_tree_the_proof_is_told(run: Shell) -> None:
    out = run("prove", "--cell", "d1", text=BOARD).out
    first, blank, second, *told = out.splitlines()
    assert (first, blank) == ("d1 is a mine: 8 steps from 4 clues", "")
    assert second == "d1 is a mine (dpll)"
    assert told[0] == "  (1) The 1 at b3 says that exactly one of {a2, a3} is a mine."
    assert told[-1] == "  From (15) and (19): d1 is a mine."
    assert run("prove", "--cell", "d1", "--format", "text", text=BOARD).out == out


def test_the_tree_has_the_conclusion_first(run: Shell) -> None:
    out = run("prove", "--cell", "d1", "--tree", text=BOARD).out
    assert out.splitlines()[2] == "16. d1 is a mine: resolved on b1 from 11, 15"


def test_the_first_cell_is_proved_unless_one_is_named(run: Shell) -> None:
    assert run("prove", "--tree", text=BOARD).out.startswith("a1 is safe: ")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_chosen_by_name_or_extension(run: Shell, tmp_path: Path, form: str) -> None:
    file, other = tmp_path / f"proof.{FORMATS[form].suffix}", tmp_path / "proof"
    done = run("prove", "--cell", "d1", "--tree", "--to", str(file), text=BOARD)
    assert (done.code, done.out) == (0, "")
    run("prove", "--cell", "d1", "--tree", "--format", form, "--to", str(other), text=BOARD)
    assert file.read_bytes() == other.read_bytes()


def test_a_file_is_never_overwritten(complains: Complains, tmp_path: Path) -> None:
    file = tmp_path / "proof.svg"
    file.write_text("mine")
    told = complains("prove", "--cell", "d1", "--to", str(file), text=BOARD)
    assert told == f"mineproof: {str(file)!r} exists; expected the name of a new file\n"
    assert file.read_text() == "mine"


def test_sentences_can_go_to_a_file(run: Shell, tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    run("prove", "--cell", "d1", "--to", str(file), text=BOARD)
    assert file.read_text(encoding="utf-8") == run("prove", "--cell", "d1", text=BOARD).out


@pytest.mark.parametrize("engine", [name for name in ENGINES if name not in ("single", "subset")])
def test_dimacs_and_lrat_of_every_engine(run: Shell, engine: str) -> None:
    board = "####\n1221\n0000\n"
    asked = ("prove", "--cell", "a1", "--mines", "2", "--engine", engine, "--format")
    dimacs, lrat = (run(*asked, form, text=board).out for form in ("dimacs", "lrat"))
    assert check_lrat(dimacs, lrat)


@pytest.mark.parametrize("engine", ["subset", "cutting-planes", "resolution", "dpll", "exact"])
def test_all_cells_in_dimacs_and_lrat(run: Shell, engine: str) -> None:
    board = "#####\n12#21\n01110\n"
    asked = ("prove", "--all", "--engine", engine, "--format")
    dimacs, lrat = (run(*asked, form, text=board).out for form in ("dimacs", "lrat"))
    cells = run("prove", "--all", "--engine", engine, text=board).out
    assert cells.startswith(f"{len(dimacs.splitlines()[-1].split()) - 1} cells are certain")
    assert not is_satisfiable(dimacs)
    assert check_lrat(dimacs, lrat)
    assert not check_lrat(dimacs, "".join(lrat.splitlines(keepends=True)[:-1]))
    assert not check_lrat(dimacs.replace(" 0\n", " 9 0\n"), lrat)


def test_json_is_one_line(run: Shell) -> None:
    out = run("prove", "--cell", "d1", "--format", "json", text=BOARD).out
    assert json.loads(out)["conclusion"] == "d1 is a mine"
    assert out.count("\n") == 1


def test_all_cells_in_one_output(run: Shell, complains: Complains) -> None:
    told = run("prove", "--all", "--engine", "exact", text=BOARD).out
    assert told.startswith("2 cells are certain\n\na1 is safe (exact)\n")
    lines = run("prove", "--all", "--engine", "exact", "--format", "json", text=BOARD).out
    assert [json.loads(line)["conclusion"] for line in lines.splitlines()] == [
        "a1 is safe",
        "d1 is a mine",
    ]
    both = complains("prove", "--all", "--cell", "d1", text=BOARD)
    assert both == "mineproof: --cell and --all cannot be combined\n"
    none = complains("prove", "--all", text="##\n11\n")
    assert none.startswith("mineproof: no cell is certain, so there is no proof; expected")


@pytest.mark.parametrize("engine", ["cutting-planes", "resolution+dpll", "exact"])
def test_all_cells_in_one_drawing(run: Shell, engine: str) -> None:
    asked = ("prove", "--all", "--engine", engine)
    dot = run(*asked, "--format", "dot", text=BOARD).out
    nodes = [line for line in dot.splitlines() if "[label=" in line]
    assert len(nodes) == len({line.split()[0] for line in nodes})
    said = ["a1 is safe", "d1 is a mine"]
    assert all(f'"{each}\\n' in dot for each in said)
    latex, svg = (run(*asked, "--format", form, text=BOARD).out for form in ("latex", "svg"))
    assert latex.count(r"\node[") == len(nodes)
    assert "<title>2 cells are certain: " in svg
    assert all(each in latex and each in svg for each in said)
    tree = run(*asked, "--tree", text=BOARD).out
    assert tree.startswith("2 cells are certain: ")
    assert all(f". {each}: " in tree for each in said)
    folded = run(*asked, "--format", "latex", "--nodes", "2", text=BOARD).out
    assert folded.count(r"\node[") <= len(nodes)
    assert all(each in folded for each in said)


def test_the_documents_picture_is_what_the_command_draws(run: Shell) -> None:
    picture = Path(__file__).parents[3] / "docs/images/prove.svg"
    out = run("prove", "--cell", "d1", "--format", "svg", text=BOARD).out
    assert out == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--cell", "b1"], "b1 is not certain, so it has no proof; expected a cell that the clues"),
        (["--cell", "b2"], "b2 is not covered; expected a covered cell to prove"),
        (["--cell", "d1", "--engine", "single"], "single does not settle d1 (stalled); expected a"),
        (["--engine", "single"], "single settles no cell (stalled); expected a certain cell, or a"),
        (["--format", "pdf"], "unknown format 'pdf'; expected text, dot, svg, png, latex, dimacs,"),
        (["--to", "proof.pdf"], "unknown format of 'proof.pdf'; expected --format with one of"),
        (
            ["--format", "veripb", "--to", "x.cnf"],
            "veripb in 'x.cnf'; expected a name that ends with",
        ),
        (["--veripb", "9"], "unknown version '9' of VeriPB; expected 3.0, 2.0, 1.1"),
        (["--nodes", "-1"], "--nodes -1; expected 0 or more"),
        (["--cell", "z9"], "no cell 'z9' on 3x4; the last is d3"),
    ],
)
def test_bad_input_is_told_in_one_line(complains: Complains, asked: list[str], told: str) -> None:
    assert complains("prove", *asked, text=BOARD).startswith(f"mineproof: {told}")


def test_nothing_is_certain(complains: Complains) -> None:
    told = complains("prove", text="##\n11\n")
    assert told.startswith("mineproof: no cell is certain, so there is no proof; expected")
