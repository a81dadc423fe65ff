"""A run goes on wherever it was stopped, and what comes of it is always the same."""

from __future__ import annotations

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import IO

import psutil
import pytest
from tests.lab.run import forked_runs
from tests.lab.runs import asked_for, assert_same, folder, played, small
from tests.terminal import pieces_of, start_in_terminal

from mineproof.errors import LimitReached, WorkersLost
from mineproof.lab.experiment import Chunk, Experiment
from mineproof.lab.run.backends import Parts, Workforce, play_part
from mineproof.lab.run.runner import PATIENCE, run
from mineproof.lab.run.store import Part, Run, list_runs

EXPERIMENT = small(games=60, chunk=2)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run that all others are compared with."""
    return played(tmp_path_factory.mktemp("undisturbed"), EXPERIMENT)


def test_it_does_not_matter_whether_kernel_or_python_plays(
    tmp_path: Path, undisturbed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if undisturbed.parts[0].facts["kernel"] != "native kernel":
        pytest.skip("the native kernel is not built")
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    done = run(EXPERIMENT, tmp_path, jobs=2)
    assert_same(done, undisturbed)
    assert all("MINEPROOF_KERNEL=python" in part.facts["kernel"] for part in done.parts.values())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_stopped_goes_on_and_tells_how_far_it_is(
    tmp_path: Path, jobs: int, undisturbed: Run
) -> None:
    parts: list[Part] = []
    starts: list[Run] = []

    def stop(part: Part) -> None:
        parts.append(part)
        if len(parts) == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(EXPERIMENT, tmp_path, jobs=jobs, on_start=starts.append, on_part=stop)
    done = run(EXPERIMENT, tmp_path, jobs=jobs, on_start=starts.append, on_part=parts.append)
    assert_same(done, undisturbed)
    assert [start.games for start in starts] == [0, 14]
    assert list(done.parts.values()) == sorted(parts, key=lambda part: part.chunk)
    assert (done.games, done.won) == (EXPERIMENT.total, undisturbed.won)


def test_a_finished_run_is_answered_from_its_files(
    undisturbed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workforce, "play", None)
    root = undisturbed.folder.parent
    assert run(EXPERIMENT, root, backend="dask", address="h:1", on_start=fail) == undisturbed


def fail(_: Run) -> None:
    pytest.fail("nothing is left to play")


def test_workers_that_die_again_and_again_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def play(_: Workforce, experiment: Experiment, chunks: tuple[Chunk, ...]) -> Parts:
        tries.append(len(chunks))
        if len(tries) == PATIENCE:
            yield play_part(experiment, chunks[0])
        raise WorkersLost("OutOfMemory: too much")

    monkeypatch.setattr(Workforce, "play", play)
    with pytest.raises(
        LimitReached, match=rf"^workers were lost {PATIENCE} times without .*OutOfMemory"
    ):
        run(EXPERIMENT, tmp_path, jobs=2)
    assert len(tries) == 2 * PATIENCE - 1
    assert Run.open(folder(tmp_path, EXPERIMENT)).games == 2


# Processes that are killed


def test_a_worker_that_is_killed_loses_nothing(
    tmp_path: Path, undisturbed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_for(monkeypatch)
    victims: list[psutil.Process] = []

    def kill_one(_: Part) -> None:
        if not victims:
            victims.append(workers()[0])
            victims[0].kill()

    assert_same(run(EXPERIMENT, tmp_path, jobs=2, on_part=kill_one), undisturbed)
    assert len(asked) >= 2
    assert asked == sorted(asked, reverse=True)
    assert workers() == []


def workers() -> list[psutil.Process]:
    """Return the workers of this process."""
    return [each for each in psutil.Process().children() if "LokyProcess" in str(each.cmdline())]


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_a_run_that_is_killed_twenty_times_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path,
) -> None:
    moments = random.Random(20)
    parts = folder(tmp_path, forked_runs.EXPERIMENT) / "parts"
    seen = [names(parts)]
    with Nursery(tmp_path) as drivers:
        for number in range(20):
            drivers.start()
            if is_at_play := number % 3 == 2:  # else it has hardly begun
                wait_for_more(parts, seen[-1])
            assert drivers.is_alive_after(moments.uniform(0, 0.04 if is_at_play else 0.5))
            drivers.kill()
            seen.append(names(parts))
    done = run(forked_runs.EXPERIMENT, tmp_path, jobs=2)
    assert done.faults == ()
    assert_same(done, played(tmp_path / "undisturbed", forked_runs.EXPERIMENT))
    assert 6 <= len(seen[-1]) < len(done.parts)
    seen.append({part.path.name for part in done.parts.values()})
    for before, after in pairwise(seen):
        assert before <= after
    asked = [set(json.loads(line)) for line in (tmp_path / "asked").read_text().splitlines()]
    assert len(asked) >= 6
    there = [{int(name[:5]) for name in names} for names in seen]
    everything = set(range(len(done.parts)))
    assert all(everything - chunks in there for chunks in asked)


def names(parts: Path) -> set[str]:
    return {path.name for path in parts.glob("*.parquet")}


def wait_for_more(parts: Path, before: set[str]) -> None:
    while names(parts) == before:
        time.sleep(0.005)


class Nursery:
    """Drivers that start at once."""

    def __init__(self, root: Path) -> None:
        command = [sys.executable, "-m", "tests.lab.run.forked_runs", str(root)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            pass

    def start(self) -> None:
        """Start a driver, in a process group of its own."""
        print(file=self._input)
        self._driver = int(self._output.readline())

    def is_alive_after(self, seconds: float) -> bool:
        return not select.select([self._output], [], [], seconds)[0]

    def kill(self) -> None:
        """Kill the driver and all of its workers, and remove what they had no time to."""
        os.killpg(self._driver, signal.SIGKILL)
        assert int(self._output.readline()) == -signal.SIGKILL
        for left in Path("/dev/shm").glob(f"*[-_]{self._driver}[-_]*"):
            left.rmdir() if left.is_dir() else left.unlink()

    @property
    def _input(self) -> IO[str]:
        assert self._process.stdin
        return self._process.stdin

    @property
    def _output(self) -> IO[str]:
        assert self._process.stdout
        return self._process.stdout


# Ctrl-C

SCRIPT = """
import fcntl, signal, sys, termios
from pathlib import Path
from tests.lab.runs import small
from mineproof.lab.run.runner import run

if __name__ == "__main__":
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # what is typed there is for this process
    signal.signal(signal.SIGINT, signal.default_int_handler)  # deaf if a background job started us
    try:
        run(
            small(games=10_000, chunk=20), Path(sys.argv[1]), jobs=2,
            on_start=lambda _: print("begun"), on_part=lambda _: print("part"),
        )
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal")
@pytest.mark.parametrize("moment", [b"begun", b"part"])
def test_ctrl_c_stops_at_once_and_nobody_else_speaks(tmp_path: Path, moment: bytes) -> None:
    process, terminal = start_in_terminal(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], start_new_session=True
    )
    text = b""
    while moment not in text:
        text += os.read(terminal, 65536)
    os.write(terminal, b"\x03")
    text += b"".join(pieces_of(terminal))
    assert process.wait(timeout=60) == 0
    assert re.fullmatch(rb"begun(part)*stopped", re.sub(rb"\^C|\s", b"", text)), text
    (done,) = list_runs(tmp_path)
    assert done.faults == ()
    assert len(done.parts) - text.count(b"part") in (0, 1)  # the last may not have been told yet
    psutil.wait_procs(members := group(process.pid), timeout=60)
    assert not any(member.is_running() for member in members)


def group(leader: int) -> list[psutil.Process]:
    """Return the processes of a process group that are left."""
    left = []
    for process in psutil.process_iter():
        with suppress(psutil.NoSuchProcess, ProcessLookupError):
            if os.getpgid(process.pid) == leader:
                left.append(process)
    return left
