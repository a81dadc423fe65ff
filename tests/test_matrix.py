"""The matrix of installations: its own judgement, and its quick rows in this environment."""

from __future__ import annotations

import os
import signal
import sys
import zipfile
from pathlib import Path
from select import select

import pytest
from tools.matrix import __main__ as matrix
from tools.matrix import digests, process
from tools.matrix.build import SHIPPED, check_same, check_wheel
from tools.matrix.checks import PLAIN_C
from tools.matrix.process import Done, Env, Failed, call

SUBJECTS = ("layouts", "transcripts", "answers", "words")


@pytest.fixture(scope="module")
def usual() -> str:
    return digested()


def digested(*options: str, env: Env | None = None) -> str:
    return call([sys.executable, *options, digests.__file__, *SUBJECTS], env=env).well().out


@pytest.mark.parametrize(
    ("options", "env"),
    [
        (["-O"], {"PYTHONHASHSEED": "1"}),
        (["-X", "utf8=0", "-W", "error"], {**PLAIN_C, "PYTHONHASHSEED": "2"}),
    ],
    ids=["-O", "locale C"],
)
def test_the_same_games_and_answers(usual: str, options: list[str], env: Env) -> None:
    assert usual.count("\n") == len(SUBJECTS)
    assert digested(*options, env=env) == usual


def test_the_same_in_pure_python(usual: str) -> None:
    assert digested(env={"MINEPROOF_KERNEL": "python"}) == usual


def test_a_refusal_is_one_line() -> None:
    Done(["x"], 2, "", "mineproof: no\n").refused("no")
    for code, told in ((1, "mineproof: no\n"), (2, "mineproof: no\nmore\n"), (2, "no\n")):
        with pytest.raises(Failed, match=r"expected one line with no$"):
            Done(["x"], code, "", told).refused("no")


def test_a_traceback_is_no_good_end() -> None:
    with pytest.raises(Failed, match="expected exit code 0"):
        Done(["x"], 0, "", "Traceback (most recent call last):\n").well()


def test_a_command_that_hangs_ends_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LIMIT", 1)
    os.mkfifo(tmp_path / "pipe")
    pipe = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Failed, match="no end after 1 s"):
        call(["sh", "-c", "sleep 600 >pipe & wait"], cwd=tmp_path)
    assert select([pipe], [], [], 60)[0], "the sleeper still holds the pipe"
    os.close(pipe)


def test_a_background_job_hears_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "find_pythons", lambda _: {})
    before = [(each, signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGTERM)]
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        matrix.main(["--list"])
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        for each, handler in before:
            signal.signal(each, handler)


def wheel(folder: Path, *more: str, text: str = "") -> Path:
    folder.mkdir()
    with zipfile.ZipFile(folder / "mineproof.whl", "w") as files:
        for name in (*SHIPPED, *more):
            files.writestr(f"mineproof/{name}", text)
    return folder / "mineproof.whl"


def test_junk_in_a_wheel_is_found(tmp_path: Path) -> None:
    check_wheel(wheel(tmp_path / "good"), has_kernel=False)
    check_wheel(wheel(tmp_path / "kernel", "_native.so"), has_kernel=True)
    with pytest.raises(Failed, match=r"^a~ is junk$"):
        check_wheel(wheel(tmp_path / "junk", "a~"), has_kernel=False)
    with pytest.raises(Failed, match="expected it with the kernel"):
        check_wheel(tmp_path / "good" / "mineproof.whl", has_kernel=True)


def test_wheels_that_differ(tmp_path: Path) -> None:
    one, other = wheel(tmp_path / "one"), wheel(tmp_path / "other", text="changed")
    check_same(one, one)
    with pytest.raises(Failed, match="differs between"):
        check_same(one, other)
