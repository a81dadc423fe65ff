"""Workers: processes that answer questions about positions within a time limit.

An analysis takes milliseconds, but positions that take for ever can be constructed. A thread
cannot be stopped, a process can: a worker that exceeds its time is killed and replaced. Starting
one takes a third of a second, so all are started in advance. Time spent waiting for a worker counts
towards the limit, unless no worker has been ready yet.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from mineproof import errors
from mineproof.app.json.cells import Json
from mineproof.errors import Overdue

_LONGEST_LINE = 1 << 26
_MOST_WAITING = 100
_START_SECONDS = 60.0
"""How long the first worker may take to get ready on a very busy machine."""


class Analyst(Protocol):
    """Something that does tasks."""

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float) -> Json:
        """Return the answer; raise Overdue after this many seconds, or what the task raises."""


class Analysts:
    """A pool of workers, each doing one task at a time."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._idle: asyncio.LifoQueue[Process] = asyncio.LifoQueue()
        self._hired: set[Process] = set()
        self._welcomes: set[asyncio.Task[None]] = set()
        self._is_ready = asyncio.Event()
        self._waiting = 0

    async def start(self) -> None:
        """Start the workers, without waiting for them."""
        for _ in range(self._count):
            await self._hire()

    async def stop(self) -> None:
        """End the workers, whatever they are doing."""
        for worker in list(self._hired):
            await self._fire(worker)
        await asyncio.gather(*self._welcomes)

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float) -> Json:
        """Return the answer; raise Overdue after this many seconds, or what the task raises."""
        if self._waiting >= _MOST_WAITING:
            raise Overdue("too many questions are waiting for an answer; ask again later")
        line = json.dumps({"task": task, "asked": asked}).encode() + b"\n"
        self._waiting += 1
        try:
            await asyncio.wait_for(self._is_ready.wait(), _START_SECONDS)
            async with asyncio.timeout(seconds):
                return _read(await self._answer(line))
        except TimeoutError:
            limit = f"{seconds:g} seconds"
            raise Overdue(f"the analysis took longer than {limit} and was stopped") from None
        finally:
            self._waiting -= 1

    async def _answer(self, line: bytes) -> bytes:
        worker = await self._idle.get()
        try:
            answer = await _exchange(worker, line)
        except BaseException:  # late or dead: useless either way
            await self._fire(worker)
            await self._hire()
            raise
        self._idle.put_nowait(worker)
        return answer

    async def _hire(self) -> None:
        command = (sys.executable, "-P", "-m", "mineproof.app.web.analysis.worker_process")
        worker = await create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE
        )
        self._hired.add(worker)
        welcome = asyncio.create_task(self._welcome(worker))
        self._welcomes.add(welcome)
        welcome.add_done_callback(self._welcomes.discard)

    async def _welcome(self, worker: Process) -> None:
        """Add a worker to the pool as soon as it reports that it is ready."""
        assert worker.stdout is not None
        if await worker.stdout.readline():
            self._idle.put_nowait(worker)
            self._is_ready.set()

    async def _fire(self, worker: Process) -> None:
        self._hired.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()


async def _exchange(worker: Process, line: bytes) -> bytes:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(line)
    await worker.stdin.drain()
    answer = await worker.stdout.readline()
    if not answer:
        raise RuntimeError("a worker died; see its standard error")
    return answer


def _read(answer: bytes) -> Json:
    """Return a worker's answer; raise what it raised."""
    told = json.loads(answer)
    if "error" in told:
        raise getattr(errors, told["error"])(told["message"])
    found: Json = told["answer"]
    return found
