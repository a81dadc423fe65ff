"""The program as the system runs it: few tests, for each starts a Python."""

from __future__ import annotations

import os
import select
import subprocess
import sys

import pytest

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


def test_answers_come_line_by_line() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "--layouts", "-", "--jsonl"],
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


def test_no_escape_codes_in_a_terminal_with_no_color() -> None:
    assert b"\x1b" not in in_terminal({"NO_COLOR": "1"})
    assert b"\x1b[" in in_terminal({"NO_COLOR": ""})


def in_terminal(environment: dict[str, str]) -> bytes:
    """Run a short game in a pseudo-terminal and return all that it wrote."""
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", **environment}
    command = [*COMMAND, "play", "--level", "4x4/1", "--seed", "1", "--delay", "0"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 65536):
            text += piece
    except OSError:  # Linux reports the end of a pseudo-terminal as an error
        pass
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return text


def test_an_error_is_exit_code_2_and_no_traceback() -> None:
    done = subprocess.run(
        [*COMMAND, "solve"], input=b"2#\n", capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr == b"mineproof: no layout fits: the clue at a1 cannot be met\n"
