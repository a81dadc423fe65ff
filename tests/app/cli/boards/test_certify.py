"""`mineproof certify`: verdicts, exit codes and files; `generate --certificate`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell

from mineproof.app.cli.certify import Question
from mineproof.certificates.check import check
from mineproof.certificates.data import read_certificate
from mineproof.coach.boards.starts import Start

BOARD = "113***2 2*3*5*3 *33133* 2*102*3 11213*2 001*211 0011100"
GUESS = "01*3*21 122*3*1 *221211 3*10111 *2101*1"
OPEN = "layout/clearing ...* .... .... "


def certify(run: Shell, board: str, *words: str) -> tuple[int, str]:
    told = run("certify", "-", "--from", "layout", *words, text=board)
    return told.code, told.out


def test_a_board_without_a_guess(run: Shell) -> None:
    code, out = certify(run, BOARD, "--first", "d4")
    assert code == 0
    assert "no guess is needed; hardest step L3 (a chain of clues)" in out
    assert out.startswith("7 rows x 7 columns, 12 mines, first d4\n")


def test_a_forced_guess_comes_with_two_layouts(run: Shell) -> None:
    code, out = certify(run, GUESS, "--first", "d4")
    assert code == 1
    assert "a guess is forced: none of " in out
    assert out.count("   a b c d e f g") == 3
    assert "two layouts that fit" in out


def test_without_the_mine_count_and_by_a_weaker_engine(run: Shell) -> None:
    code, out = certify(run, BOARD, "--first", "d4", "--reach", "subset")
    assert code == 1
    assert "subset proves no safe cell here, though there is one" in out
    assert "safe all the same, by stronger reasoning: " in out
    assert certify(run, BOARD, "--first", "d4", "--reach", "exact")[0] == 0
    told = certify(run, BOARD, "--first", "d4", "--without-count")[1]
    assert "no guess is needed, without the mine count" in told


def test_the_first_cell_of_the_file_counts(run: Shell) -> None:
    assert "first c2\n" in run("certify", "-", text=f"{OPEN} c2").out
    assert "first c3\n" in run("certify", "-", "--first", "c3", text=f"{OPEN} c2").out
    assert "first d4\n" in run("certify", "easy/opening#1").out
    assert "first d3\n" in run("certify", "4x3:3,2,mf48").out
    assert "first a3 and c1\n" in run("certify", "-", text="layout/marking:a3,c1 *.. ... ...").out


def test_any_first_cell_and_the_best_of_them(run: Shell) -> None:
    told = run("certify", "-", "--first", "any", "--json", text=OPEN)
    found = json.loads(told.out)
    assert told.code == 0
    assert (found["tried"], found["first"]) == (11, [[0, 0]])
    assert [0, 0] in found["passed"]
    assert run("certify", "-", text=OPEN).out.startswith("11 of 11 first cells need no guess: a1")
    none = run("certify", "-", "--first", "any", text="layout/clearing .* *.")
    assert none.code == 1
    assert none.out.startswith("0 of 2 first cells need no guess; the one that opens most cells:")


def test_ctrl_c_keeps_what_was_found(run: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Question.passes

    def interrupted(self: Question, start: Start) -> bool:
        if start.first != (0,):
            raise KeyboardInterrupt
        return asked(self, start)

    monkeypatch.setattr(Question, "passes", interrupted)
    told = run("certify", "-", text=OPEN)
    assert told.code == 130
    assert "8 of 8 first cells need no guess (stopped early): a1" in told.out


@pytest.mark.parametrize("name", ["board.cert", "board.json"])
@pytest.mark.parametrize(("board", "code"), [(BOARD, 0), (GUESS, 1)])
def test_what_is_written_passes_the_check(
    run: Shell, tmp_path: Path, name: str, board: str, code: int
) -> None:
    file = tmp_path / name
    assert certify(run, board, "--first", "d4", "--to", str(file))[0] == code
    found = read_certificate(file.read_text())
    assert check(found).position.is_cleared is (code == 0)
    assert file.read_text().startswith("{") is (name == "board.json")
    shown = certify(run, board, "--first", "d4", "--script")[1]
    assert shown.endswith(file.read_text()) or name == "board.json"


def test_json_has_the_verdict_the_position_and_the_certificate(run: Shell) -> None:
    found = json.loads(certify(run, GUESS, "--first", "d4", "--json")[1])
    assert (found["verdict"], found["hardest"]) == ("guess", None)
    assert found["position"][3] == "##101#1"
    assert read_certificate(json.dumps(found["certificate"])).needs_guess
    weak = json.loads(certify(run, BOARD, "--first", "d4", "--reach", "single", "--json")[1])
    assert (weak["verdict"], weak["certificate"]) == ("beyond", None)
    assert weak["safe"]


def test_no_file_is_written_without_a_certificate(run: Shell, tmp_path: Path) -> None:
    file = tmp_path / "a.cert"
    told = run(
        *["certify", "-", "--from", "layout", "--first", "d4", "--reach", "single"],
        *["--to", str(file)],
        text=BOARD,
    )
    assert told.code == 1
    assert "a.cert' was not written: there is no certificate" in told.err
    assert not file.exists()


@pytest.mark.parametrize("name", ["all.pbp", "steps"])
def test_what_has_no_proofs_is_told_beside_the_verdict(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("certify", "4x3:3,2,mf48", "--to", "a.cert", "--proofs", name)
    assert (told.code, "a guess is forced" in told.out) == (1, True)
    assert told.err == f"'{name}' was not written: the certificate has no step\n"
    assert sorted(map(str, Path().iterdir())) == ["a.cert"]
    weak = ["--first", "d4", "--reach", "single"]
    told = run("certify", "-", *weak, "--proofs", name, text=BOARD)
    assert (told.code, told.err) == (1, f"'{name}' was not written: there is no certificate\n")


@pytest.mark.parametrize("file", ["all.pbp", "./all.pbp", "all.opb"])
def test_proofs_do_not_replace_their_certificate(
    complains: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = complains("certify", "-", "--to", file, "--proofs", "all.pbp", text=OPEN)
    assert f"{file}' for the certificate and for proofs; expected two names" in told
    assert not list(tmp_path.iterdir())


def test_check_accepts_certificates_and_the_proofs_of_their_steps(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert certify(run, BOARD, *["--first", "d4", "--to", "a.cert", "--proofs", "steps"])[0] == 0
    told = run("check", "a.cert")
    assert told.code == 0
    shown = "a.cert: accepted: 21 steps with 33 proofs show that no guess is needed from d4"
    assert told.out == f"{shown}; its notes are not checked\n"
    lines = [re.sub("^step .*", "step", line) for line in Path("a.cert").read_text().splitlines()]
    bare = "\n".join(line for line in lines if not line.startswith("note "))
    Path("bare.cert").write_text(bare)
    assert run("check", "bare.cert").out == f"{shown.replace('a.cert', 'bare.cert')}\n"
    proofs = sorted(map(str, Path("steps").glob("*.pbp")))
    assert run("check", *proofs).out.count("accepted") == len(proofs) == 21
    assert certify(run, BOARD, *["--first", "d4", "--proof", "veripb"])[0] == 0
    assert Path("veripb/0021.pbp").read_text() == Path("steps/0021.pbp").read_text()
    assert certify(run, GUESS, *["--first", "d4", "--to", "b.json"])[0] == 1
    told = run("check", "b.json")
    assert "d4 leads to a forced guess, and 4 layouts that no cell is safe" in told.out


def test_one_proof_of_all_steps_is_checked_by_cutting_planes(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert certify(run, BOARD, *["--first", "d4", "--proofs", "all.pbp"])[0] == 0
    assert sorted(map(str, Path().iterdir())) == ["all.opb", "all.pbp"]
    assert "accepted" in run("check", "all.pbp").out
    formula = Path("all.opb").read_text().splitlines(keepends=True)
    Path("all.opb").write_text("".join(line for line in formula if " >= 2 ;" not in line))
    assert run("check", "all.pbp").code == 1
    assert run("certify", "-", "--proofs", "new.pbp", text=BOARD).code == 0
    again = run("certify", "-", "--proof", "new.opb", text=BOARD)
    assert (again.code, "new.opb' exists" in again.err) == (2, True)


def test_proofs_for_older_checkers(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["--first", "d4", "--veripb", "1.1", "--proofs"]
    assert [certify(run, BOARD, *asked, path)[0] for path in ("all.pbp", "steps")] == [0, 0]
    proofs = [Path("all.pbp"), *sorted(Path("steps").glob("*.pbp"))]
    heads = {path.read_text().partition("\n")[0] for path in proofs}
    assert heads == {"pseudo-Boolean proof version 1.1"}
    assert run("check", *map(str, proofs)).code == 0


def test_check_refuses_what_was_changed_and_what_it_cannot_read(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    certify(run, BOARD, *["--first", "d4", "--to", "a.cert"])
    text = Path("a.cert").read_text()
    Path("b.cert").write_text(text.replace("first d4", "first e3"))
    refused = run("check", "b.cert")
    assert refused.code == 1
    assert refused.err.startswith("mineproof: b.cert: refused: step 1, ")
    Path("c.cert").write_text(text[:-20])
    unread = run("check", "c.cert")
    assert (unread.code, unread.err.count("\n")) == (2, 1)
    assert (
        "a certificate has its own board" in run("check", "a.cert", "--position", "-", text="#").err
    )


def test_generate_writes_a_certificate_beside_each_board(run: Shell, tmp_path: Path) -> None:
    told = run(
        *["generate", "--level", "8x8/12", "--seed", "5", "--count", "3"],
        *["--certificate", str(tmp_path)],
    )
    assert told.code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["5.cert", "6.cert", "7.cert"]
    for line, path in zip(told.out.splitlines(), sorted(tmp_path.iterdir()), strict=True):
        found = read_certificate(path.read_text())
        assert check(found).position.is_cleared
        assert found.layout.picture().split() == line.split()[1:-1]


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (["certify", "-", "--reach", "magic"], OPEN, "unknown engine 'magic'; expected single"),
        (["certify", "-", "--veripb", "9"], OPEN, "unknown version '9' of VeriPB; expected 3.0"),
        (["certify", "-", "--first", "z9"], OPEN, "no cell 'z9' on 3x4; the last is d3"),
        (["certify", "-", "--first", "d1"], OPEN, "the first cell d1 is a mine"),
        (["certify", "-"], "layout/clearing **", "every cell is a mine"),
        (["certify", "-"], "##1", "covered cells and 0 mines visible; expected a view that shows"),
        (
            ["certify", "9x9n10#5"],
            "",
            "'9x9n10#5' has no board, which Mines lays at the first click",
        ),
        (["certify", "-"], "0,0,1\n0,1,0\n0,0,0\n", "c1 shows 1; expected 0, as many as there are"),
        (["certify", "-"], "3*1\n111\n", "a1 shows 3; expected 1, as many as there are mines"),
        (["certify", "-"], "layout/clearing 3*1 111 a1", "a1 shows 3; expected 1, as many as"),
        (["figures", "-"], "3*1\n111\n", "a1 shows 3; expected 1, as many as there are mines"),
        (["certify", "9x9/10#5"], "", "'9x9/10#5' is not a game id; expected LEVEL/START#SEED"),
        (["certify", "9x9:0,0,mff"], "", "not tatham: 2 hex digits; expected 21 for 9x9"),
        (["generate", "--certificate", "pyproject.toml"], "", "cannot write 'pyproject.toml'"),
        (["certify", "-", "--proofs", "x.lrat"], OPEN, "proofs in 'x.lrat'; expected a name"),
    ],
)
def test_bad_input_is_told_in_one_line(
    complains: Callable[..., str], words: list[str], text: str, message: str
) -> None:
    assert message in complains(*words, text=text)
