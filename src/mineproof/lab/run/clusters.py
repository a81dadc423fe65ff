"""Dask and Ray clusters, found at an address or started here, as joblib backends.

Each context manager yields the options of a `joblib.Parallel`, and shuts down what it started. A
cluster started here listens on the loopback interface only. Both libraries are kept quiet.

Neither library handles an address without a cluster well: they retry for minutes, print to the
terminal, and Ray ends the process. So the address is probed first.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from mineproof.errors import BadInput, WorkersLost
from mineproof.lab.run.interrupts import unheard

Options: TypeAlias = dict[str, Any]
"""Arguments of a `joblib.Parallel`."""

_GREETING, _READY, _DESERTED = 4, 20, 60
"""Timeouts in seconds: until a cluster answers, until it is ready, and without any workers."""


# Dask

_DASK_HERE: Options = {
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",  # any port: the default port may be taken
    "silence_logs": logging.CRITICAL,
}


@contextmanager
def dask(jobs: int, address: str | None) -> Iterator[Options]:
    """Connect to a Dask scheduler, or start a cluster of `jobs` workers; raise BadInput."""
    _require("distributed", "dask")
    from distributed import Client, LocalCluster
    from distributed.utils import silence_logging_cmgr

    with ExitStack() as stack:
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        if address is not None:
            _call("Dask", address, _is_dask)
        with unheard():
            where = address or stack.enter_context(LocalCluster(n_workers=jobs, **_DASK_HERE))
            client = stack.enter_context(Client(where, timeout=_READY, set_as_default=False))
        if address is not None:
            _check_dask_workers(client, address)
        # More chunks than there are workers now: others may join.
        yield {"backend": _dask_backend(client), "pre_dispatch": "2 * n_jobs + 64"}


def _is_dask(greeting: bytes) -> bool:
    """Tell whether a greeting starts with a small length, as Dask's does."""
    return 0 < int.from_bytes(greeting[:8], "little") < 2**16


def _check_dask_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_READY)
    except TimeoutError:
        raise BadInput(f"the Dask cluster at {address!r} has no workers") from None
    # Workers that cannot unpickle a chunk would exit, one after the other.
    _check_versions(client.run(version, "mineproof", on_error="return").values())


def _dask_backend(client: Any) -> Any:
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        """joblib's backend with three fixes.

        joblib's waits forever once a chunk has killed several workers, and once no worker is left.
        And with one worker it would play everything in this process.
        """

        async def _collect(self) -> None:
            watch = asyncio.create_task(self._watch())
            try:
                await super()._collect()
            finally:
                watch.cancel()

        async def _watch(self) -> None:
            """Give up all chunks once there have been no workers for a while."""
            seen = time.monotonic()
            while time.monotonic() < seen + _DESERTED:
                await asyncio.sleep(_DESERTED / 20)
                with suppress(OSError):  # if the scheduler is gone, joblib notices
                    seen = time.monotonic() if await self.client.scheduler.ncores() else seen
            loss = WorkersLost(f"the Dask cluster has had no workers for {_DESERTED} seconds")
            for future in self._results.values():
                future.set_exception(loss)

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


# Ray. It reads these variables when it is imported.

_RAY_QUIET = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # messages about workers that died
    "RAY_USAGE_STATS_ENABLED": "0",
}
_RAY_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # as on Windows and macOS
_RAY_HERE: Options = {"address": "local", "include_dashboard": False, "object_store_memory": 2**27}


@contextmanager
def ray(jobs: int, address: str | None) -> Iterator[Options]:
    """Connect to a Ray head node, or start a cluster of `jobs` workers; raise BadInput.

    A cluster that this process is already connected to is used, and stays open.
    """
    _require("ray", "ray")
    os.environ.update(_RAY_QUIET | ({} if address else _RAY_LOOPBACK))
    if address is not None:
        _call("Ray", address, _is_ray)
        _check_health(address)
    import ray

    with ExitStack() as stack:
        if not ray.is_initialized():
            wish = {"address": address} if address else {**_RAY_HERE, "num_cpus": jobs}
            stack.callback(ray.shutdown)
            ray.init(**wish, log_to_driver=False, logging_level=logging.CRITICAL)
        if address is not None:
            _check_versions([_ray_version(ray)])
        cpus = int(ray.cluster_resources().get("CPU", 0))
        if not cpus:
            raise BadInput(f"the Ray cluster at {address!r} has no workers")
        yield {"backend": _ray_backend(), "n_jobs": cpus}


def _is_ray(greeting: bytes) -> bool:
    """Tell whether a greeting is an HTTP/2 SETTINGS frame, as gRPC sends."""
    return greeting[3:4] == b"\x04"


def _check_health(address: str) -> None:
    """Raise BadInput unless Ray, run in a process of its own, finds a cluster."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
    try:
        subprocess.run(command, capture_output=True, timeout=_READY, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        if b"AuthenticationError" in (error.stderr or b""):
            wish = "expected RAY_AUTH_MODE=token, and the cluster's token where Ray looks for it"
            raise BadInput(f"the Ray cluster at {address!r} refused access; {wish}") from None
        raise BadInput(f"no Ray cluster answers at {address!r}; `ray status` may say why") from None


def _ray_version(ray: Any) -> object:
    try:
        return ray.get(ray.remote(num_cpus=0)(version).remote("mineproof"))
    except ray.exceptions.RayError as error:
        return error


def _ray_backend() -> Any:
    from ray.util.joblib.ray_backend import RayBackend

    class Backend(RayBackend):  # type: ignore[misc]
        """Ray's backend, which can return results as they finish but claims it cannot."""

        supports_return_generator = True

    return Backend(ray_remote_args={"num_cpus": 1})


# Both


def _require(module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise BadInput(
            f"backend {extra} is not installed; expected pip install 'mineproof[{extra}]'"
        )


def _call(kind: str, address: str, is_kind: Callable[[bytes], bool]) -> None:
    """Raise BadInput unless the server at `address` greets callers as such a cluster does."""
    try:
        url = urlsplit(address.removeprefix("tcp:") if "//" in address else f"//{address}")
        if url.scheme or not url.hostname or url.port is None:
            raise ValueError
    except ValueError:
        raise BadInput(f"address {address!r}; expected HOST:PORT of a {kind} cluster") from None
    try:
        with socket.create_connection((url.hostname, url.port), _GREETING) as line:
            if not is_kind(line.recv(64)):
                raise ConnectionError("another kind of server is there")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"no {kind} cluster answers at {address!r}: {reason}") from None


def _check_versions(found: Iterable[object]) -> None:
    """Raise BadInput unless all workers have this version; each found is a text or an error."""
    for theirs in found:
        if theirs != version("mineproof"):
            named = f"mineproof {theirs}" if isinstance(theirs, str) else "no mineproof"
            raise BadInput(
                f"a worker has {named}, and this is {version('mineproof')}; expected the same on"
                " all machines"
            )
