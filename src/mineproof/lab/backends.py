"""Where chunks are played: in this process, in others of this machine, or on a cluster.

A worker plays a chunk and hands back the bytes of its part. Only the process that asked writes, so
workers share no disk. joblib hands chunks out, whatever the workers are: processes of this machine
(loky), Dask, or Ray. Without an address Dask and Ray are started here, on the loopback interface.

Two things can go wrong. Playing itself fails: that is raised, with the chunk. Or workers are lost,
because they were killed or are out of memory or out of reach: that is WorkersLost, and whoever
asked may ask again for what is missing.

Ctrl-C is for this process, which then ends its workers; they do not hear of it.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import resource_tracker
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky import get_reusable_executor

from mineproof.errors import BadInput, BadPlay, MineproofError, WorkersLost
from mineproof.lab.bulk import cores
from mineproof.lab.experiment import Chunk, Experiment

MAX_JOBS = 256

Parts: TypeAlias = Generator[bytes, None, None]
"""The parts of some chunks, as they are finished; to be closed."""

_SECONDS = 4
"""How long a cluster may take to answer a call; twice that to be ready."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to play: with `jobs` workers on this machine, or all of the cluster at `address`.

    Left out, `jobs` is the number of cores; one job is played in this process. Raises BadInput.

    >>> Place(jobs=2).backend
    'local'
    """

    backend: str = "local"
    jobs: int | None = None
    address: str | None = None

    def __post_init__(self) -> None:
        if self.backend not in _OPENERS:
            raise BadInput(f"unknown backend {self.backend!r}; want {', '.join(_OPENERS)}")
        if self.jobs is not None and not 1 <= self.jobs <= MAX_JOBS:
            raise BadInput(f"{self.jobs} jobs; want 1 to {MAX_JOBS}")
        if self.address is not None:
            self._check_address()

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Parts:
        """Yield the parts of these chunks.

        Raises WorkersLost, BadInput if there is no such cluster, and what playing a chunk raises.
        """
        jobs = min(self.jobs or cores(), len(chunks))
        if self.address is None and jobs == 1:
            yield from (play_part(experiment, chunk) for chunk in chunks)
            return
        with _OPENERS[self.backend](jobs, self.address) as parallel:
            yield from _hand_out(parallel, experiment, chunks)

    def _check_address(self) -> None:
        if self.backend == "local":
            raise BadInput(f"address {self.address!r} with backend local; want dask or ray")
        if self.jobs is not None:
            raise BadInput("jobs and address do not go together: a cluster has its own workers")


def play_part(experiment: Experiment, chunk: Chunk) -> bytes:
    """Play a chunk in this process and return its part.

    What goes wrong is raised as BadInput, or if it is a bug as BadPlay, with the chunk's number.
    """
    from mineproof.lab.rows import play_chunk
    from mineproof.lab.store import encode_part

    name = f"chunk {chunk.number} of {experiment.name} ({chunk.entrant.name})"
    try:
        return encode_part(play_chunk(chunk), chunk, experiment)
    except MineproofError as error:
        raise BadInput(f"{name}: {error}") from None
    except Exception as bug:
        raise BadPlay(f"{name}: {bug!r}") from bug


def _work(experiment: Experiment, chunk: Chunk) -> bytes:
    """Play a chunk in a worker, which has one core to itself."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # before play_part imports polars
    return play_part(experiment, chunk)


def _hand_out(parallel: Parallel, experiment: Experiment, chunks: Sequence[Chunk]) -> Parts:
    try:
        with ExitStack() as stack:
            with _unheard():
                parts = parallel(delayed(_work)(experiment, chunk) for chunk in chunks)
                stack.callback(_end, parts)
            for part in parts:  # noqa: UP028 - `yield from` would close it in another way
                yield part
    except MineproofError:
        raise
    except Exception as error:  # joblib, loky, Dask and Ray have a dozen names for it
        reason = str(error).partition("\n")[0]
        raise WorkersLost(f"{type(error).__name__}: {reason}") from error


def _end(parts: Parts) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # joblib's, of work that comes to nothing
        parts.close()


@contextmanager
def _unheard() -> Iterator[None]:
    """Let what is started in here never hear of Ctrl-C, and this process only when it is done."""
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield
        return
    resource_tracker.ensure_running()  # when it starts it lifts the mask
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)


# The backends. Each opens a joblib.Parallel, and closes all that was started for it.


def _parallel(backend: Any, jobs: int, **options: Any) -> Parallel:
    return Parallel(jobs, backend, return_as="generator_unordered", batch_size=1, **options)


@contextmanager
def _local(jobs: int, _: str | None) -> Iterator[Parallel]:
    """Open processes of this machine. They end by themselves if this one is killed."""
    with parallel_config("loky", inner_max_num_threads=1):
        parallel = _parallel(None, jobs, idle_worker_timeout=20)
    try:
        yield parallel
    finally:
        get_reusable_executor().shutdown(kill_workers=True)  # joblib would keep them for later


@contextmanager
def _dask(jobs: int, address: str | None) -> Iterator[Parallel]:
    """Open a Dask cluster."""
    _require("distributed", "dask")
    from distributed import Client, LocalCluster
    from distributed.utils import silence_logging_cmgr

    with ExitStack() as stack:
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        if address is not None:
            _find_cluster("Dask", address, _is_dask)
        with _unheard():
            where = address or stack.enter_context(LocalCluster(n_workers=jobs, **_DASK_HERE))
            client = stack.enter_context(Client(where, timeout=2 * _SECONDS, set_as_default=False))
        _wait_for_workers(client, address)
        yield _parallel(_dask_backend(client), -1, pre_dispatch="2 * n_jobs + 64")


_DASK_HERE = {
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": None,
    "silence_logs": logging.CRITICAL,
}


def _wait_for_workers(client: Any, address: str | None) -> None:
    try:
        client.wait_for_workers(1, timeout=2 * _SECONDS)
    except TimeoutError:
        raise BadInput(f"the Dask cluster at {address!r} has no workers") from None


def _dask_backend(client: Any) -> Any:
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        """joblib's, but for two things.

        It would wait for ever once a chunk has cost several workers their lives. And it would play
        here, from then on, if there is but one worker at the moment.
        """

        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

        def submit(self, func: Any, callback: Callable[[object], None]) -> Any:
            def tell_loss(future: Future[object]) -> None:
                if loss := future.exception():
                    callback(loss)

            future = super().submit(func, callback)
            future.add_done_callback(tell_loss)
            return future

    return Backend(client=client)


@contextmanager
def _ray(jobs: int, address: str | None) -> Iterator[Parallel]:
    """Open a Ray cluster, or use the one that this process is connected to."""
    _require("ray", "ray")
    os.environ.update(_RAY_QUIET)
    if address is None:
        os.environ.update(_RAY_HERE)
    else:
        _find_cluster("Ray", address, _is_ray)
        _check_health(address)
    import ray

    is_ours = not ray.is_initialized()
    if is_ours:
        here = {
            "address": "local",
            "num_cpus": jobs,
            "include_dashboard": False,
            "object_store_memory": 2**27,
        }
        wish = here if address is None else {"address": address}
        ray.init(**wish, log_to_driver=False, logging_level=logging.CRITICAL)
    try:
        yield _parallel(_ray_backend(), int(ray.cluster_resources().get("CPU", 0)))
    finally:
        if is_ours:
            ray.shutdown()


_RAY_QUIET = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # what it would print about workers that died
    "RAY_USAGE_STATS_ENABLED": "0",
}
_RAY_HERE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""What Ray reads when it is imported. The last keeps it to the loopback interface everywhere."""


def _check_health(address: str) -> None:
    """Raise BadInput unless Ray itself says that a cluster is there.

    That is asked in a process of its own: where there is none, Ray ends the process that asks.
    """
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
    try:
        subprocess.run(command, capture_output=True, timeout=2 * _SECONDS, check=True)
    except subprocess.SubprocessError:
        raise BadInput(f"no Ray cluster answers at {address!r}; `ray status` may say why") from None


def _ray_backend() -> Any:
    from ray.util.joblib.ray_backend import RayBackend

    class Backend(RayBackend):  # type: ignore[misc]
        """Ray's, which can hand over results as they come, but says that it cannot."""

        supports_return_generator = True

    return Backend(ray_remote_args={"num_cpus": 1})


def _require(module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise BadInput(f"backend {extra} needs more: pip install 'mineproof[{extra}]'")


def _find_cluster(kind: str, address: str, greets: Callable[[bytes], bool]) -> None:
    """Raise BadInput unless whoever is at `address` greets callers as such a cluster does."""
    try:
        url = urlsplit(address.removeprefix("tcp:") if "//" in address else f"//{address}")
        if url.scheme or not url.hostname or url.port is None:
            raise ValueError
    except ValueError:
        raise BadInput(f"address {address!r}; want HOST:PORT of a {kind} cluster") from None
    try:
        with socket.create_connection((url.hostname, url.port), _SECONDS) as line:
            if not greets(line.recv(64)):
                raise ConnectionError("somebody else is there")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"no {kind} cluster answers at {address!r}: {reason}") from None


def _is_dask(greeting: bytes) -> bool:
    """Tell whether a greeting begins with its length, which is never much."""
    return 0 < int.from_bytes(greeting[:8], "little") < 2**16


def _is_ray(greeting: bytes) -> bool:
    """Tell whether a greeting is the settings frame of HTTP/2."""
    return greeting[3:4] == b"\x04"


_Opener: TypeAlias = Callable[[int, str | None], AbstractContextManager[Parallel]]

_OPENERS: dict[str, _Opener] = {"local": _local, "dask": _dask, "ray": _ray}
