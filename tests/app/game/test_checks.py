"""`mineproof check`: proofs in files, with their formulas, and what it says if one is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.agents.entrant import Entrant
from mineproof.app.game import grounds
from mineproof.app.game.defaults import USUAL_PROVER
from mineproof.app.game.proofs import prove
from mineproof.board.view import View
from mineproof.counting.odds import Odds
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic import checker
from mineproof.logic.derivation.formats import FORMATS
from mineproof.logic.pb.lines import VERSIONS
from mineproof.logic.problem import Problem

Complains = Callable[..., str]

BOARD = "####\n#23#\n#11#\n"
PROVED = "lines prove that d1 is a mine"


@cache
def texts() -> dict[str, str]:
    """Return the proof that d1 is a mine, by the suffix of each format that can be checked."""
    proved = prove(View.from_picture(BOARD), 3, Entrant(engine=USUAL_PROVER))
    forms = [form for form in FORMATS.values() if form.suffix in ("opb", "pbp", "cnf", "lrat")]
    return {form.suffix: str(proved.export(form.name)) for form in (*forms, FORMATS["json"])}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with that proof in all formats."""
    for suffix, text in texts().items():
        (tmp_path / f"d1.{suffix}").write_text(text)
    (tmp_path / "board").write_text(BOARD)
    return tmp_path


def test_all_kinds_are_accepted_with_the_position(run: Shell, files: Path) -> None:
    names = [str(files / f"d1.{suffix}") for suffix in ("pbp", "lrat", "json")]
    done = run("check", *names, "--position", str(files / "board"))
    assert (done.code, done.err) == (0, "")
    ends = [line.partition(": ")[2] for line in done.out.splitlines()]
    assert ends == [
        "accepted: 16 lines prove that d1 is a mine",
        "accepted: 9 steps prove that d1 is a mine",
        "accepted: 16 nodes prove that d1 is a mine",
    ]


def test_one_step_is_told_as_one(run: Shell, tmp_path: Path) -> None:
    names = [str(tmp_path / f"b1.{suffix}") for suffix in ("cnf", "lrat", "json")]
    for name in names:
        run("prove", "-", "--cell", "b1", "--to", name, text="1#\n")
    ends = [line.partition(": ")[2] for line in run("check", *names).out.splitlines()]
    assert ends == [
        "accepted: 1 step proves that variable 2 is a mine",
        "accepted: 1 node proves that b1 is a mine",
    ]


def test_all_cells_at_once_as_clauses_and_as_lines_of_json(run: Shell, files: Path) -> None:
    for suffix in ("cnf", "lrat", "json"):
        run("prove", "--all", "--engine", "exact", "--to", str(files / f"all.{suffix}"), text=BOARD)
    names, board = (
        [str(files / f"all.{suffix}") for suffix in ("lrat", "json")],
        str(files / "board"),
    )
    told = run("check", *names, "--position", board).out.splitlines()
    assert all(line.endswith("prove that a1 is safe and d1 is a mine") for line in told)
    assert len(told) == 2
    (files / "all.cnf").write_text((files / "all.cnf").read_text().replace("1 -4 0", "-1 -4 0"))
    assert run("check", names[0]).code == 1
    lines = (files / "all.json").read_text().splitlines()
    (files / "all.json").write_text(
        "\n".join([lines[0], lines[1].replace('"mines": 3', '"mines": 2')])
    )
    assert run("check", names[1], "--position", board).code == 1
    (files / "all.json").write_text(f"{lines[0]}\n{{")
    assert "not JSON" in run("check", names[1]).err


@pytest.mark.parametrize("version", VERSIONS)
def test_all_cells_at_once_in_every_version(run: Shell, tmp_path: Path, version: str) -> None:
    for suffix in ("opb", "pbp"):
        asked = ["--all", "--veripb", version, "--engine", "exact"]
        run("prove", *asked, "--to", str(tmp_path / f"all.{suffix}"), text=BOARD)
    done = run("check", str(tmp_path / "all.pbp"))
    assert done.out.endswith("prove that a1 is safe and d1 is a mine\n")


@pytest.mark.parametrize("suffix", ["pbp", "lrat", "json"])
def test_another_position_is_refused(run: Shell, files: Path, suffix: str) -> None:
    (files / "other").write_text(BOARD.replace("23", "22"))
    done = run("check", str(files / f"d1.{suffix}"), "--position", str(files / "other"))
    assert (done.code, done.out) == (1, "")
    assert "refused: the position does not show" in done.err


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("d1.opb", "+1 d1 ", "+1 d9 "), ("d1.cnf", "\n5 9", "\n5 8"), ("d1.json", ": 3", ": 2")],
)
def test_a_changed_proof_is_refused_in_one_line(
    run: Shell, files: Path, file: str, old: str, new: str
) -> None:
    (files / file).write_text((files / file).read_text().replace(old, new))
    proof = {"d1.opb": "d1.pbp", "d1.cnf": "d1.lrat"}.get(file, file)
    done = run("check", str(files / proof))
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)


def test_a_proof_about_d1_cannot_speak_of_a1(run: Shell, files: Path) -> None:
    """Names that the file gave to its cells were believed, with a position, too."""
    proof = files / "d1.json"
    proof.write_text(proof.read_text().replace('"3": "d1"', '"3": "a1"'))
    for position in ([], ["--position", str(files / "board")]):
        done = run("check", str(proof), *position)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)


def test_all_files_are_checked_whatever_one_of_them_is(run: Shell, files: Path) -> None:
    refused, unread = files / "refused.json", files / "unread.json"
    refused.write_text((files / "d1.json").read_text().replace('"mines": 3', '"mines": 2'))
    unread.write_text('{"nodes": ')
    good = [str(files / f"d1.{suffix}") for suffix in ("pbp", "lrat")]
    done = run("check", good[0], str(refused), good[1], str(unread))
    assert [line.split(": ")[0] for line in done.out.splitlines()] == good
    assert (done.code, done.err.count("\n")) == (1, 2)
    assert "refused.json: refused: " in done.err
    assert "unread.json: not JSON" in done.err
    assert run("check", good[0], str(unread)).code == 2


def test_a_proof_that_takes_too_long_is_named(
    run: Shell, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "MAX_NODES", 1)
    asked = ["--cell", "d1", "--engine", "exact", "--to", str(files / "long.json")]
    run("prove", *asked, text=BOARD)
    done = run("check", str(files / "long.json"), str(files / "d1.lrat"))
    assert (done.code, done.out.count("accepted")) == (2, 1)
    assert done.err.endswith(
        "long.json: neither accepted nor refused: the checker's search passed 1 nodes\n"
    )


# Positions


IMPOSSIBLE = "1#\n#3\n"
"""One of two cells is a mine, and three are."""


def test_nothing_is_proved_about_a_position_that_cannot_be(
    files: Path, complains: Complains
) -> None:
    (files / "impossible").write_text(IMPOSSIBLE)
    (files / "b1.opb").write_text("1 b1 1 a2 = 1 ;\n1 b1 1 a2 >= 3 ;\n1 ~b1 >= 1 ;\n")
    (files / "b1.pbp").write_text("pseudo-Boolean proof version 1.0\nf 4\np 2 3 +\nc 5\n")
    told = complains("check", str(files / "b1.pbp"), "--position", str(files / "impossible"))
    assert told == "mineproof: no layout fits: the clue at b2 cannot be met\n"
    told = complains("check", str(files / "d1.json"), "--position", "-", text="1#0")
    assert told == "mineproof: no layout fits: the clues at a1, c1 clash\n"


@pytest.mark.parametrize(
    ("stray", "told"),
    [
        (("d1", "zz99"), "it is about zz99, which is no covered cell of the position"),
        (("d1", "b2"), "it is about b2, which is no covered cell of the position"),
    ],
)
def test_a_claim_about_no_covered_cell_is_refused(
    run: Shell, files: Path, stray: tuple[str, str], told: str
) -> None:
    """Whatever the proof says: there is nothing that the position could tell about such a cell."""
    lines = (files / "d1.opb").read_text().splitlines()
    lines[-1] = lines[-1].replace(*stray)
    (files / "d1.opb").write_text("\n".join(lines))
    done = run("check", str(files / "d1.pbp"), "--position", str(files / "board"))
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith(f"refused: {told}\n")


@pytest.mark.parametrize(("literal", "name"), [("-99", "variable 99"), ("-6", "b2")])
def test_a_variable_that_is_no_covered_cell_is_refused(
    run: Shell, files: Path, literal: str, name: str
) -> None:
    text = (files / "d1.cnf").read_text().replace("\n-4 0", f"\n{literal} 0")
    (files / "d1.cnf").write_text(text)
    done = run("check", str(files / "d1.lrat"), "--position", str(files / "board"))
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith(f"it is about {name}, which is no covered cell of the position\n")


def test_a_position_too_large_to_count_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(problem: Problem) -> Odds:
        raise LimitReached(f"{len(problem.cells)} cells")

    view = View.from_picture(IMPOSSIBLE)
    with pytest.raises(Contradiction):
        grounds.check_possible(view)
    monkeypatch.setattr(grounds, "odds_of", give_up)
    grounds.check_possible(view)


# What is no proof


def test_formulas_are_found_by_name(run: Shell, files: Path, complains: Complains) -> None:
    formula, proof = files / "d1.opb", str(files / "d1.pbp")
    other = formula.rename(files / "formula.opb")
    told = complains("check", proof)
    assert told.endswith("expected 'd1.opb' beside it, or one given\n")
    assert run("check", str(other), proof).code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello\n", "is no proof; expected a proof: certificate, veripb, json, lrat"),
        ("pseudo-Boolean proof version 9\n", "line 1: 'pseudo-Boolean proof version 9'; expected"),
        ("* #variable= 1\n", "no proof among"),
        ('{"nodes": [1]}', "not the data of a proof"),
        ('{"nodes": ', "not JSON"),
    ],
)
def test_what_is_no_proof_is_told(files: Path, complains: Complains, text: str, told: str) -> None:
    (files / "d1.txt").write_text(text)
    assert told in complains("check", str(files / "d1.txt"))


def test_a_file_that_is_not_there(complains: Complains) -> None:
    assert complains("check", "nowhere").startswith("mineproof: cannot read 'nowhere': No such")
