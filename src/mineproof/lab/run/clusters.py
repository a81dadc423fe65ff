"""Clusters of Dask and of Ray, found at an address or started here, for joblib to hand work to.

Each is opened as the options of a `joblib.Parallel`, and closed with all that was started for it.
One that is started here is heard on the loopback interface only. None of them speaks unasked.

Neither library takes an address well at which there is no cluster: they try for minutes, print
what they think of it, and Ray ends the process. So it is called first.
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
"""What a `joblib.Parallel` is made with."""

_GREETING, _READY, _DESERTED = 4, 20, 60
"""How many seconds a cluster may take to greet whoever calls, to be ready, and to get workers again
once all are gone."""


# Dask

_DASK_HERE: Options = {
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",  # any port: without an address it wants the one of all
    "silence_logs": logging.CRITICAL,
}


@contextmanager
def dask(jobs: int, address: str | None) -> Iterator[Options]:
    """Open the Dask cluster of a scheduler, or a new one with so many workers; raise BadInput."""
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
        # A few more than there is work for now: other workers may join.
        yield {"backend": _dask_backend(client), "pre_dispatch": "2 * n_jobs + 64"}


def _is_dask(greeting: bytes) -> bool:
    """Tell whether a greeting begins with its length, which is never much."""
    return 0 < int.from_bytes(greeting[:8], "little") < 2**16


def _check_dask_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_READY)
    except TimeoutError:
        raise BadInput(f"the Dask cluster at {address!r} has no workers") from None
    # Workers that cannot unpickle what they are sent leave for good.
    _check_versions(client.run(version, "mineproof", on_error="return").values())


def _dask_backend(client: Any) -> Any:
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        """joblib's, but for three things.

        It would wait for ever once a chunk has cost several workers their lives, and once no worker
        is left. And it would play in this process, to the end, if there is but one at the moment.
        """

        async def _collect(self) -> None:
            watch = asyncio.create_task(self._watch())
            try:
                await super()._collect()
            finally:
                watch.cancel()

        async def _watch(self) -> None:
            """Give up all chunks when there have been no workers for long."""
            seen = time.monotonic()
            while time.monotonic() < seen + _DESERTED:
                await asyncio.sleep(_DESERTED / 20)
                with suppress(OSError):  # joblib sees it if the scheduler itself is gone
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


# Ray. It reads the variables when it is imported.

_RAY_QUIET = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # what it would print about workers that died
    "RAY_USAGE_STATS_ENABLED": "0",
}
_RAY_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # on those it is usual, and needs no 0
_RAY_HERE: Options = {"address": "local", "include_dashboard": False, "object_store_memory": 2**27}


@contextmanager
def ray(jobs: int, address: str | None) -> Iterator[Options]:
    """Open the Ray cluster of a head node, or a new one with so many workers; raise BadInput.

    If this process is connected to one, that is used, and stays.
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
    """Tell whether a greeting is the settings frame of HTTP/2."""
    return greeting[3:4] == b"\x04"


def _check_health(address: str) -> None:
    """Raise BadInput unless Ray, asked in a process of its own, finds a cluster."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
    try:
        subprocess.run(command, capture_output=True, timeout=_READY, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        if b"AuthenticationError" in (error.stderr or b""):
            wish = "expected RAY_AUTH_MODE=token, and the cluster's token where Ray looks for one"
            raise BadInput(f"the Ray cluster at {address!r} does not know us; {wish}") from None
        raise BadInput(f"no Ray cluster answers at {address!r}; `ray status` may say why") from None


def _ray_version(ray: Any) -> object:
    try:
        return ray.get(ray.remote(num_cpus=0)(version).remote("mineproof"))
    except ray.exceptions.RayError as error:
        return error


def _ray_backend() -> Any:
    from ray.util.joblib.ray_backend import RayBackend

    class Backend(RayBackend):  # type: ignore[misc]
        """Ray's, which can hand over results as they come, but says that it cannot."""

        supports_return_generator = True

    return Backend(ray_remote_args={"num_cpus": 1})


# Both


def _require(module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise BadInput(f"backend {extra} needs more: pip install 'mineproof[{extra}]'")


def _call(kind: str, address: str, is_kind: Callable[[bytes], bool]) -> None:
    """Raise BadInput unless whoever is at `address` greets callers as such a cluster does."""
    try:
        url = urlsplit(address.removeprefix("tcp:") if "//" in address else f"//{address}")
        if url.scheme or not url.hostname or url.port is None:
            raise ValueError
    except ValueError:
        raise BadInput(f"address {address!r}; expected HOST:PORT of a {kind} cluster") from None
    try:
        with socket.create_connection((url.hostname, url.port), _GREETING) as line:
            if not is_kind(line.recv(64)):
                raise ConnectionError("somebody else is there")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"no {kind} cluster answers at {address!r}: {reason}") from None


def _check_versions(found: Iterable[object]) -> None:
    """Raise BadInput unless all workers have this version, given as texts or errors."""
    for theirs in found:
        if theirs != version("mineproof"):
            named = f"mineproof {theirs}" if isinstance(theirs, str) else "no mineproof"
            raise BadInput(
                f"a worker has {named}, and this is {version('mineproof')}; expected the same on"
                " all machines"
            )
