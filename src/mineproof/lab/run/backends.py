"""Where chunks are played: in this process, in worker processes, or on a cluster.

A worker plays a chunk and returns the bytes of its part. Only the parent process writes, so workers
need no shared disk. joblib distributes the chunks, whatever the workers are.

Two things can go wrong. If playing fails, the error is raised with the chunk's number. If workers
are lost (killed, out of memory, unreachable), WorkersLost is raised, and the caller may ask again
for the missing chunks.
"""

from __future__ import annotations

import os
import re
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor

from mineproof.errors import BadInput, BadPlay, MineproofError, WorkersLost
from mineproof.lab.experiment import Chunk, Experiment
from mineproof.lab.run.clusters import Options, dask, ray
from mineproof.lab.run.interrupts import end_with, unheard
from mineproof.play.bulk import cores

MAX_JOBS = 256
_SAFE_PATH = "PYTHONSAFEPATH"

Parts: TypeAlias = Generator[bytes, None, None]
"""The parts of some chunks, in the order in which they finish; the caller closes it."""


@contextmanager
def _local(jobs: int, _: str | None) -> Iterator[Options]:
    """Start worker processes on this machine. They end by themselves if this one is killed."""
    with _loky_hushed(), _safe_path():
        try:
            yield {
                "backend": "loky",
                "n_jobs": jobs,
                "idle_worker_timeout": 20,
                "initializer": end_with,
                "initargs": (os.getpid(),),
            }
        finally:
            get_reusable_executor().shutdown(kill_workers=True)  # joblib would keep them


@contextmanager
def _loky_hushed() -> Iterator[None]:
    """Silence a harmless KeyError that loky's own thread may raise when it is stopped.

    The thread drops all pending work, then may look up some of it once more. By then all workers
    have been killed, so nothing is lost.
    """
    tell = threading.excepthook

    def hush(raised: threading.ExceptHookArgs) -> None:
        by = raised.thread.name if raised.thread else ""
        if (by, raised.exc_type) != ("ExecutorManagerThread", KeyError):
            tell(raised)

    threading.excepthook = hush
    try:
        yield
    finally:
        threading.excepthook = tell


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep Pythons that start in here from importing what lies in the current folder.

    A file there may have the name of a module, such as random.py. loky hands its workers our path.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ.pop(_SAFE_PATH)
        if before is not None:
            os.environ[_SAFE_PATH] = before


_BACKENDS: dict[str, Callable[[int, str | None], AbstractContextManager[Options]]] = {
    "local": _local,
    "dask": dask,
    "ray": ray,
}


@dataclass(frozen=True, slots=True)
class Workforce:
    """Who plays: `jobs` workers on this machine, or all workers of the cluster at `address`.

    `jobs` defaults to the number of cores; one job is played in this process. Raises BadInput.

    >>> Workforce(jobs=2).backend
    'local'
    """

    backend: str = "local"
    jobs: int | None = None
    address: str | None = None

    def __post_init__(self) -> None:
        if self.backend not in _BACKENDS:
            raise BadInput(f"unknown backend {self.backend!r}; expected {', '.join(_BACKENDS)}")
        if self.jobs is not None and not 1 <= self.jobs <= MAX_JOBS:
            raise BadInput(f"{self.jobs} jobs; expected 1 to {MAX_JOBS}")
        if self.address is not None and self.backend == "local":
            raise BadInput(f"address {self.address!r} with backend local; expected dask or ray")
        if self.address is not None and self.jobs is not None:
            raise BadInput("jobs and address cannot be combined: a cluster has its own workers")

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Parts:
        """Yield the parts of these chunks.

        Raises WorkersLost, BadInput if no cluster answers, and whatever playing a chunk raises.
        """
        jobs = min(self.jobs or cores(), len(chunks))
        if self.address is None and jobs == 1:
            yield from (play_part(experiment, chunk) for chunk in chunks)
            return
        with _BACKENDS[self.backend](jobs, self.address) as options:
            yield from _hand_out(options, experiment, chunks)


def play_part(experiment: Experiment, chunk: Chunk) -> bytes:
    """Play a chunk in this process and return its part.

    Raises BadInput, or BadPlay if it is a bug, with the chunk's number.
    """
    from mineproof.lab.run.rows import play_chunk
    from mineproof.lab.run.store import encode_part

    name = f"chunk {chunk.number} of {experiment.name} ({chunk.entrant.name})"
    try:
        return encode_part(play_chunk(chunk), chunk, experiment)
    except MineproofError as error:
        raise BadInput(f"{name}: {error}") from None
    except Exception as bug:
        raise BadPlay(f"{name}: {bug!r}") from bug


def _work(experiment: Experiment, chunk: Chunk) -> bytes:
    """Play a chunk in a worker, which has a core to itself."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # before play_part imports polars
    return play_part(experiment, chunk)


def _hand_out(options: Options, experiment: Experiment, chunks: Sequence[Chunk]) -> Parts:
    parallel = Parallel(return_as="generator_unordered", batch_size=1, **options)
    try:
        with ExitStack() as stack:
            with unheard():
                parts = parallel(delayed(_work)(experiment, chunk) for chunk in chunks)
                stack.callback(_end, parts)
            for part in parts:  # noqa: UP028 - `yield from` would close it before `_end` can
                yield part
    except MineproofError:
        raise
    except Exception as error:  # joblib, loky, Dask and Ray raise a dozen types
        raise WorkersLost(f"{type(error).__name__}: {_in_short(str(error))}") from error


def _end(parts: Parts) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # joblib warns of abandoned work
        parts.close()


def _in_short(text: str) -> str:
    """Return a text on one line without colours; of a long one only both ends.

    >>> _in_short("worker  \\x1b[36m5\\x1b[0m\\nhas died")
    'worker 5 has died'
    """
    line = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", text).split())
    return line if len(line) <= 250 else f"{line[:120]} … {line[-120:]}"
