"""The harness of the fuzzers finds what is planted, makes it small, stores it and replays it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from threading import Event

import pytest
from fuzz.__main__ import main
from fuzz.harness.corpus import Finding, cases, load, store
from fuzz.harness.session import Session
from fuzz.harness.shrink import shorter, smallest
from fuzz.harness.supervisor import Count, Plan, run
from fuzz.harness.worker import Order
from fuzz.target import Json, target_names

ROOT = Path(__file__).parents[2]
PLANTED = "tests.fuzz.planted"


def fuzz(bug: str, corpus: Path, monkeypatch: pytest.MonkeyPatch, inputs: int = 200) -> Count:
    monkeypatch.setenv("PLANTED", bug)
    count = Count()
    run(PLANTED, Plan(seed=1, inputs=inputs, corpus=corpus), count, Event())
    return count


def test_nothing_is_found_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = fuzz("none", tmp_path, monkeypatch)
    assert (count.findings, count.tried) == ({}, 200)
    assert count.tally["items"] > 200
    assert cases(PLANTED, tmp_path) == []


def test_an_error_is_found_once_shrunk_and_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")  # hypothesis says more there
    count = fuzz("error", tmp_path, monkeypatch)
    ((file, found),) = count.findings.items()
    assert found.input == [10]
    assert found.raised.endswith("ValueError: 10 is too much")
    assert load(file) == found
    again = fuzz("error", tmp_path, monkeypatch, inputs=0)
    assert list(again.findings) == [file]
    assert again.tried == 0
    assert not fuzz("none", tmp_path, monkeypatch, inputs=0).findings


def test_a_seed_repeats_its_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = fuzz("error", tmp_path / "a", monkeypatch).findings.values()
    count = Count()
    assert found.seed is not None
    run(PLANTED, Plan(seed=found.seed, inputs=200, corpus=tmp_path / "b"), count, Event())
    assert list(count.findings.values()) == [found]


@pytest.mark.parametrize(
    ("bug", "words"), [("crash", "ended by SIGKILL"), ("hang", "no end within 2 seconds")]
)
def test_a_child_that_dies_or_hangs_is_a_finding(
    bug: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fuzz.harness.supervisor.MOST_FINDINGS", 1)
    if bug == "hang":  # it takes too long to be made small here
        monkeypatch.setattr("fuzz.harness.supervisor._SHRINK_SECONDS", 0)
    count = fuzz(bug, tmp_path, monkeypatch, inputs=10_000)
    (found,) = count.findings.values()
    assert found.input == [7] if bug == "crash" else 7 in found.input
    assert words in found.raised


@pytest.mark.long
def test_a_hang_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.harness.supervisor._SHRINK_SECONDS", 0)
    store(PLANTED, Finding([7], "as if found before"), tmp_path)
    (found,) = fuzz("hang", tmp_path, monkeypatch, inputs=0).findings.values()
    assert "planted.py" in found.raised


@pytest.mark.long
def test_a_hang_that_does_not_repeat_is_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_MARK", str(tmp_path / "mark"))
    count = fuzz("late", tmp_path / "corpus", monkeypatch)
    assert (tmp_path / "mark").exists()
    assert (count.findings, count.tried) == ({}, 200)


def test_corpus_files_name_no_place_of_this_machine(tmp_path: Path) -> None:
    raised = f"File {ROOT}/fuzz/engines.py, then {sys.prefix}/lib/x.py"
    assert load(store("any", Finding(1, raised), tmp_path)).raised == (
        "File fuzz/engines.py, then lib/x.py"
    )


def test_lists_are_cut_at_any_depth() -> None:
    value: Json = {"calls": [["a", [1, 2, 3]], ["b", []], ["c", [4]]], "size": 3}

    def fails(value: Json) -> bool:
        return any(call[:1] == ["a"] and call[1:] and 2 in call[1] for call in value["calls"])

    assert smallest(value, fails, shorter) == {"calls": [["a", [2]]], "size": 3}


def test_corpus_files_hold_any_text(tmp_path: Path) -> None:
    finding = Finding({"text": "\ud800 ü"}, "UnicodeEncodeError", 3)
    assert load(store("any", finding, tmp_path)) == finding


# The command


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "fuzz", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "unknown target 'nothing'; expected "),
        (["--minutes", "-1"], "argument --minutes: '-1'; expected a number, 0 or more"),
        (["--minutes", "nan"], "argument --minutes: 'nan'; expected a number, 0 or more"),
        (["--jobs", "0"], "argument --jobs: '0'; expected a number, 1 or more"),
        (["--inputs", "x"], "argument --inputs: 'x'; expected a number, 0 or more"),
    ],
)
def test_wrong_arguments_take_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(words)


@pytest.mark.parametrize(("bug", "code"), [("none", 0), ("error", 1), ("unavailable", 2)])
def test_the_exit_code_says_how_it_ended(
    bug: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED", bug)
    assert Session([PLANTED], Plan(seed=1, inputs=100, corpus=tmp_path)).run(jobs=2) == code


def test_what_a_target_lacks_takes_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANTED", "unavailable")
    Session([PLANTED], Plan()).run(jobs=1)
    assert capsys.readouterr().err == f"{PLANTED}: no compiler; expected one\n"


def test_a_summary_has_a_row_for_the_table() -> None:
    done = command("engines", "--inputs", "20", "--seed", "5")
    assert done.returncode == 0
    assert done.stdout.startswith("seed 5\n")
    assert "| engines | 5–24 | 20 | " in done.stdout


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_with_the_summary(sign: signal.Signals) -> None:
    line = [sys.executable, "-m", "fuzz", "engines", "--minutes", "10", "--seed", "5"]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "seed 5\n"
        process.send_signal(sign)
        assert "| engines | 5–" in process.communicate()[0]
    assert process.returncode == 130


def test_a_worker_ends_when_nobody_listens(tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    order = Order("engines", str(tmp_path / "notes"), str(tmp_path))
    line = [sys.executable, "-m", "fuzz.harness.worker"]
    pipe = subprocess.PIPE
    with subprocess.Popen(line, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        json.dump(asdict(order), worker.stdin)
        worker.stdin.close()
        worker.stdout.readline()
        worker.stdout.close()
        assert worker.wait(timeout=60) == 1


def test_the_list_names_every_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    listed = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert [name for name, _ in listed] == target_names()
