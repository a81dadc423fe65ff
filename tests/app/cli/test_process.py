"""The program as the system runs it: few tests, for each starts a Python."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from tests.terminal import pieces_of, start_in_terminal

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")

COMMAND = [sys.executable, "-m", "mineproof"]


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "--level", "hard", "--watch", "--seed", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 1


@pytest.mark.parametrize("engine", ["cascade", "exact"])
def test_answers_come_line_by_line(engine: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "--layouts", "-", "--jsonl", "--engine", engine],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(2):
            line = f'{{"id":{number},"rows":1,"cols":2,"mines":[[0,0]],"start":[0,1]}}\n'
            process.stdin.write(line.encode())
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 30)[0], "no answer in 30 seconds"
            assert f'"id": {number}'.encode() in process.stdout.readline()
    assert process.returncode == 0


COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:[349][0-7]|10[0-7]|[34]8;)")


def test_with_no_color_a_terminal_gets_the_steps_as_text() -> None:
    bleak, hides_cursor = in_terminal({"NO_COLOR": "1"}), b"\x1b[?25l"
    assert not COLOUR.search(bleak)
    assert b": moved to KB0" in bleak  # what happens in the knowledge base
    assert hides_cursor not in bleak  # steps follow each other instead of replacing each other
    coloured = in_terminal({"NO_COLOR": ""})
    assert COLOUR.search(coloured)
    assert hides_cursor in coloured


def in_terminal(environment: dict[str, str]) -> bytes:
    """Run a short game in a pseudo-terminal and return all that it wrote."""
    words = ["play", "--level", "4x4/3", "--seed", "1", "--delay", "0"]
    words += ["--engine", "resolution", "--watch"]
    process, pieces = run_in_terminal(words, environment)
    text = b"".join(pieces)
    assert process.wait(timeout=60) == 0
    return text


def run_in_terminal(
    words: list[str], environment: dict[str, str]
) -> tuple[subprocess.Popen[bytes], Iterator[bytes]]:
    """Start a command in a terminal; return its process, and what it writes as it comes."""
    env = {**os.environ, "TERM": "xterm-256color", **environment}
    process, terminal = start_in_terminal([*COMMAND, *words], env=env)
    return process, pieces_of(terminal)


@pytest.mark.parametrize("engine", ["exact", "single"])
def test_many_games_show_how_far_they_are_until_ctrl_c(engine: str) -> None:
    words = ["play", "--level", "beginner", "--games", "1000000000", "--engine", engine]
    process, pieces = run_in_terminal([*words, "--seed", "0"], {"NO_COLOR": ""})
    text = b""
    while len(set(re.findall(rb"(\d+)/1000000000", text))) < 4:
        text += next(pieces)
    process.send_signal(signal.SIGINT)
    end = b"".join(pieces)
    assert process.wait(timeout=60) == 130
    done = re.search(
        rb"stopped after (\d+) of 1000000000 games; to continue, use\s+--seed (\d+)", end
    )
    assert done
    assert done[1] == done[2]
    assert f"seeds 0 to {int(done[1]) - 1}, never-guess with {engine}".encode() in end


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_search_for_boards_that_are_not_to_be_found_can_be_stopped(jobs: str) -> None:
    words = ["--level", "16x30/200", "--method", "filter", "--tries", "1000000000", "--jobs", jobs]
    begun = ["generate", *words, "--count", "9", "--seed", "1"]
    process, pieces = run_in_terminal(begun, {"NO_COLOR": ""})
    text = b""
    while b"0/9" not in text:
        text += next(pieces)
    process.send_signal(signal.SIGINT)
    end = b" ".join(b"".join(pieces).split())
    assert process.wait(timeout=60) == 130
    assert b"stopped after 0 of 9 boards; to continue, use --seed 1 --count 9" in end


def test_an_error_is_exit_code_2_and_no_traceback() -> None:
    done = subprocess.run(
        [*COMMAND, "solve"], input=b"2#\n", capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stdout == b"   a b\n 1[2]#\n[ ] = clue\n"
    assert done.stderr == b"mineproof: No layout fits the 2 at a1.\n"


def test_a_name_that_is_too_long_is_named() -> None:
    done = subprocess.run(
        [*COMMAND, "lab", "list", "--results", "x" * 300],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert re.fullmatch(rb"mineproof: '.*x{300}.*': File name too long\n", done.stderr)


@pytest.mark.parametrize(
    "words", [("play", "--game"), ("review",), ("lab", "run"), ("generate", "--level")]
)
def test_an_argument_that_is_not_text_is_named(
    complains: Callable[..., str], words: tuple[str, ...]
) -> None:
    assert "udcff" in complains(*words, os.fsdecode(b"\xff"))


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_ended_keeps_its_parts_and_leaves_no_worker(
    tmp_path: Path, number: signal.Signals
) -> None:
    (tmp_path / "x.toml").write_text(
        'entrants = ["safest"]\nlevels = ["beginner"]\ngames = 1_000_000_000\nchunk = 200'
    )
    with (tmp_path / "told").open("wb") as told:
        command = [*COMMAND, "lab", "run", "x.toml", "--jobs", "2"]
        process = subprocess.Popen(command, cwd=tmp_path, stderr=told)
    while not (parts := list(tmp_path.glob("results/*/parts/*.parquet"))):
        assert process.poll() is None
        time.sleep(0.02)
    workers = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(number)
    is_terminated = number == signal.SIGTERM
    assert process.wait(timeout=60) == (143 if is_terminated else -number)
    assert psutil.wait_procs(workers, timeout=15)[1] == []  # loky's own patience is 20 s or more
    assert all(part.exists() for part in parts)
    if is_terminated:
        said = (tmp_path / "told").read_text()
        assert re.match(r"stopped after .* games; they are saved, and the same .*\n", said)
        assert "Traceback" not in said  # joblib may warn about a folder that is gone already
