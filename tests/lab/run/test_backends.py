"""Wherever chunks are played, their rows are the same; lost workers and clusters are told.

One Dask cluster and one Ray serve all tests here.
"""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import signal
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NoReturn, cast

import psutil
import pytest
from joblib.externals.loky.process_executor import _ExecutorManagerThread
from tests.guests.roads import AGENTS, ENGINES, FILE, HOSTILE, PROGRAM, STUDENT, installed
from tests.lab.runs import asked_for, assert_same, played, small

from mineproof.errors import BadInput, BadPlay, WorkersLost
from mineproof.lab.experiment import Lot
from mineproof.lab.run import clusters
from mineproof.lab.run.backends import MAX_JOBS, Workforce
from mineproof.lab.run.runner import run
from mineproof.lab.run.store import Part, Run

EXPERIMENT = small(games=40, chunk=4)
CHUNKS = tuple(EXPERIMENT.chunks())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run that all others are compared with."""
    return played(tmp_path_factory.mktemp("undisturbed"), EXPERIMENT)


# What cannot be


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"backend": "slurm"}, r"^unknown backend 'slurm'; expected local, dask, ray$"),
        ({"jobs": 0}, rf"^0 jobs; expected 1 to {MAX_JOBS}$"),
        ({"jobs": MAX_JOBS + 1}, r" jobs; expected 1 to "),
        ({"address": "host:1"}, r"^address 'host:1' with backend local; expected dask or ray$"),
        ({"backend": "ray", "jobs": 2, "address": "h:1"}, r"^jobs and address cannot be combined"),
    ],
)
def test_a_place_that_cannot_be_is_refused(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Workforce(**wish)


@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_a_backend_that_is_not_installed_is_named(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "find_spec", lambda _: None)
    message = (
        rf"^backend {backend} is not installed; expected pip install 'mineproof\[{backend}\]'$"
    )
    with pytest.raises(BadInput, match=message):
        list(Workforce(backend, jobs=2).play(EXPERIMENT, CHUNKS))


@contextmanager
def listening(greeting: bytes) -> Iterator[str]:
    """Listen at an address, greet whoever calls, and then say nothing more."""

    class Greet(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(greeting)
            self.request.recv(1)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greet) as server:
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def closed() -> str:
    """An address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_nobody_at_an_address_is_told(backend: str, closed: str) -> None:
    message = f"^no {backend.title()} cluster answers at '{closed}': Connection refused$"
    with pytest.raises(BadInput, match=message):
        list(Workforce(backend, address=closed).play(EXPERIMENT, CHUNKS))


@pytest.mark.parametrize("backend", ["dask", "ray"])
@pytest.mark.parametrize(
    ("greeting", "reason"),
    [(b"", "timed out"), (b"220 mail.example.org\r\n", "another kind of server is there")],
)
def test_somebody_else_at_an_address_is_told(
    backend: str, greeting: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_GREETING", 0.2)
    with listening(greeting) as address, pytest.raises(BadInput, match=f"'{address}': {reason}$"):
        list(Workforce(backend, address=address).play(EXPERIMENT, CHUNKS))


def test_what_is_like_ray_but_is_not_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clusters, "_READY", 1)
    message = "^no Ray cluster answers at '.*'; `ray status` may say why$"
    with listening(b"\0\0\0\4\0\0\0\0\0") as http2, pytest.raises(BadInput, match=message):
        list(Workforce("ray", address=http2).play(EXPERIMENT, CHUNKS))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("backend", ["dask", "ray"])
@pytest.mark.parametrize(
    "address", ["", "host", "host:", ":8786", "host:http", "host:99999", "ftp://host:1", "a b:c"]
)
def test_a_malformed_address_is_refused(backend: str, address: str) -> None:
    message = f"^address '{re.escape(address)}'; expected HOST:PORT of a {backend.title()} cluster$"
    with pytest.raises(BadInput, match=message):
        list(Workforce(backend, address=address).play(EXPERIMENT, CHUNKS))


@pytest.mark.parametrize(
    ("found", "named"),
    [("0.0.1", r"mineproof 0\.0\.1"), (PackageNotFoundError("mineproof"), "no mineproof")],
)
def test_a_worker_without_this_version_is_refused(found: object, named: str) -> None:
    with pytest.raises(BadInput, match=f"^a worker has {named}, and this is .* on all machines$"):
        clusters._check_versions([version("mineproof"), found])


# Playing that fails

NO_BOARDS = [*CHUNKS[:1], replace(CHUNKS[1], lot=Lot(range(3)))]
"""Chunks of which the second cannot be played."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_is_raised_with_the_chunk_and_where_it_was(jobs: int) -> None:
    with pytest.raises(BadPlay, match=r"^chunk 1 of small \(single\): ValueError") as raised:
        list(Workforce(jobs=jobs).play(EXPERIMENT, NO_BOARDS))
    assert "in __init__" in str(raised.value.__cause__) or jobs == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_worker_cannot_use_is_raised_with_the_chunk(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "wooden")
    with pytest.raises(BadInput, match=r"^chunk \d of small \(\w+\): MINEPROOF_KERNEL is 'wooden'"):
        list(Workforce(jobs=jobs).play(EXPERIMENT, CHUNKS[:2]))


class Deadly:
    """Seeds that whoever looks at them does not survive."""

    def __len__(self) -> int:
        return 1

    def __getitem__(self, _: int) -> NoReturn:
        os._exit(1)


DEADLY = replace(CHUNKS[1], lot=replace(CHUNKS[1].lot, seeds=cast(range, Deadly())))


def test_a_chunk_that_kills_every_worker_is_told() -> None:
    with pytest.raises(WorkersLost, match=r"^TerminatedWorkerError: "):
        list(Workforce(jobs=2).play(EXPERIMENT, [DEADLY, DEADLY]))


# Stopping


@pytest.mark.parametrize(("raised", "is_told"), [(KeyError, False), (ValueError, True)])
def test_what_loky_stumbles_over_when_it_is_stopped_is_not_told(
    raised: type[Exception], is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.exc_type))
    flag = _ExecutorManagerThread.flag_executor_shutting_down

    def flag_and_stumble(thread: Any) -> NoReturn:
        flag(thread)
        raise raised(1)

    monkeypatch.setattr(_ExecutorManagerThread, flag.__name__, flag_and_stumble)
    parts = Workforce(jobs=2).play(EXPERIMENT, CHUNKS)
    next(parts)
    parts.close()
    assert set(told) == ({raised} if is_told else set())


# Players that are not ours


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A package of players that is installed here and on all workers."""
    folder = tmp_path_factory.mktemp("package")
    with installed(folder), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        yield folder


@pytest.fixture(scope="module")
def guests(package: Path) -> Run:
    """A run of players that came on every road, whose file is not there any more."""
    file = Path(shutil.copy(HOSTILE, package / "away.py"))
    names = [f"{file}:fair", f"{file}:raising", AGENTS["package"], ENGINES["module"], STUDENT]
    names += [AGENTS["program"], f"{PROGRAM} dies"]
    done = played(package / "alone", small(2, entrants=["safest", *names]))
    assert done.read()["fault"].drop_nulls().len() == 4
    file.unlink()
    return done


def test_players_of_every_road_play_the_same_with_two_jobs(tmp_path: Path, guests: Run) -> None:
    assert_same(run(guests.experiment, tmp_path, jobs=2), guests)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_with_another_version_of_a_module_says_so(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FILE, module := tmp_path / f"changing_module_{jobs}.py")
    monkeypatch.syspath_prepend(tmp_path)
    experiment = small(4, chunk=2, entrants=[f"{module.stem}:first"])
    chunks = tuple(experiment.chunks())
    module.write_text(f"{module.read_text('utf-8')}# changed\n", encoding="utf-8")
    message = rf"^chunk \d of small \({module.stem}:first\): module {module.stem} has changed; exp"
    with pytest.raises(BadInput, match=message):
        list(Workforce(jobs=jobs).play(experiment, chunks))


# Dask


@pytest.fixture(scope="module")
def dask(package: Path) -> Iterator[Any]:
    """A Dask cluster of two workers, which does not wait long for one that is gone.

    Nor does it ever give one up, as it would if it happened to be gone 15 seconds after it died.
    Work that has killed two workers is given up: each of them takes seconds to start again.
    """
    del package
    import dask as settings
    from distributed import LocalCluster

    wish = {
        "comm.timeouts.connect": "3s",
        "deploy.lost-worker-timeout": "1 day",
        "scheduler.allowed-failures": 1,
    }
    with (
        settings.config.set({f"distributed.{name}": value for name, value in wish.items()}),
        LocalCluster(n_workers=2, **clusters._DASK_HERE) as cluster,
    ):
        yield cluster


def test_dask_plays_the_same(tmp_path: Path, dask: Any, undisturbed: Run) -> None:
    done = run(EXPERIMENT, tmp_path, backend="dask", address=dask.scheduler_address)
    assert_same(done, undisturbed)


@pytest.mark.long
def test_players_of_every_road_play_the_same_on_dask(
    tmp_path: Path, dask: Any, guests: Run
) -> None:
    address = dask.scheduler_address
    assert_same(run(guests.experiment, tmp_path, backend="dask", address=address), guests)


@pytest.mark.long
def test_a_dask_worker_that_is_killed_loses_nothing(
    tmp_path: Path, dask: Any, undisturbed: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    victims: list[int] = []

    def kill_one(_: Part) -> None:
        if not victims:
            victims.append(dask.workers[0].pid)
            os.kill(victims[0], signal.SIGKILL)

    address = dask.scheduler_address
    done = run(EXPERIMENT, tmp_path, backend="dask", address=address, on_part=kill_one)
    assert_same(done, undisturbed)
    assert victims
    assert capfd.readouterr() == ("", "")


def test_a_bug_on_a_dask_worker_is_raised(dask: Any) -> None:
    with pytest.raises(BadPlay, match=r"^chunk 1 of small \(single\): ValueError"):
        list(Workforce("dask", address=dask.scheduler_address).play(EXPERIMENT, NO_BOARDS))


@pytest.mark.usefixtures("dask")
def test_dask_here_is_heard_on_this_machine_only() -> None:
    assert_loopback()


def assert_loopback() -> None:
    """Assert that this process and those it has started listen on the loopback interface only."""
    ends = []
    for process in [me := psutil.Process(), *me.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            ends += [end for end in process.net_connections() if end.status == "LISTEN"]
    heard = {end.laddr.ip.removeprefix("::ffff:") for end in ends}
    assert heard
    assert all(ipaddress.ip_address(each).is_loopback for each in heard), heard


def test_a_chunk_that_kills_every_dask_worker_is_no_reason_to_wait_for_ever(dask: Any) -> None:
    workforce = Workforce("dask", address=dask.scheduler_address)
    with pytest.raises(WorkersLost, match=r"^KilledWorker: "):
        list(workforce.play(EXPERIMENT, [DEADLY]))


DESERTED = r"^(the Dask cluster has had no workers for 1 seconds$|KilledWorker: )"


def test_a_dask_cluster_without_workers_is_no_reason_either(
    dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They leave once the first part is there, and long before the last could be.

    If two of them are lost over the same part, Dask gives it up before it misses workers.
    """
    monkeypatch.setattr(clusters, "_DESERTED", 1)
    long = small(games=40_000, chunk=20)
    parts = Workforce("dask", address=dask.scheduler_address).play(long, tuple(long.chunks()))
    next(parts)
    dask.scale(0)
    with pytest.raises(WorkersLost, match=DESERTED):
        list(parts)
    dask.scale(2)


# Ray


@pytest.fixture(scope="module")
def ray(package: Path) -> Iterator[Any]:
    """A Ray of two workers, to which this process is connected."""
    del package
    with clusters.ray(2, None):
        import ray

        yield ray


@pytest.mark.long
@pytest.mark.usefixtures("ray")
def test_ray_plays_the_same_and_a_worker_that_is_killed_loses_nothing(
    tmp_path: Path,
    undisturbed: Run,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    asked = asked_for(monkeypatch)
    victims: list[psutil.Process] = []

    def kill_one(_: Part) -> None:
        if not victims:
            victims.append(ray_workers()[0])
            victims[0].kill()

    done = run(EXPERIMENT, tmp_path, backend="ray", jobs=2, on_part=kill_one)
    assert_same(done, undisturbed)
    assert len(asked) >= 2
    assert asked == sorted(asked, reverse=True)
    assert capfd.readouterr() == ("", "")


def ray_workers() -> list[psutil.Process]:
    family = psutil.Process().children(recursive=True)
    return [each for each in family if "PoolActor" in str(each.cmdline())]


@pytest.mark.long
@pytest.mark.usefixtures("ray")
def test_players_of_every_road_play_the_same_on_ray(tmp_path: Path, guests: Run) -> None:
    assert_same(run(guests.experiment, tmp_path, backend="ray", jobs=2), guests)


@pytest.mark.long
@pytest.mark.usefixtures("ray")
def test_a_bug_on_a_ray_worker_is_raised() -> None:
    with pytest.raises(BadPlay, match=r"^chunk 1 of small \(single\): ValueError"):
        list(Workforce("ray", jobs=2).play(EXPERIMENT, NO_BOARDS))


@pytest.mark.usefixtures("ray")
def test_ray_here_is_heard_on_this_machine_only() -> None:
    assert_loopback()


@pytest.mark.long
def test_a_ray_cluster_is_found_at_its_address(
    tmp_path: Path, ray: Any, undisturbed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_READY", 60)  # this machine may be busy
    address = ray.get_runtime_context().gcs_address
    assert_same(run(EXPERIMENT, tmp_path, backend="ray", address=address), undisturbed)


def test_a_ray_cluster_that_wants_a_token_says_so(
    ray: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_READY", 60)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    address = ray.get_runtime_context().gcs_address
    message = f"^the Ray cluster at '{address}' refused access; expected RAY_AUTH_MODE=token, and "
    with pytest.raises(BadInput, match=message):
        list(Workforce("ray", address=address).play(EXPERIMENT, CHUNKS))


def test_workers_import_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('not the random you meant')")
    monkeypatch.chdir(tmp_path)
    experiment = small()
    assert len(list(Workforce(jobs=2).play(experiment, tuple(experiment.chunks())))) == 8
    assert "PYTHONSAFEPATH" not in os.environ
