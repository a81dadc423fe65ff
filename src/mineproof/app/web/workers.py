"""Analysis: questions about positions, answered by processes of their own within a time limit.

An analysis takes milliseconds, but a position can be made on purpose that takes for ever. A thread
cannot be stopped, a process can: one that is over its time is killed, and another takes its place.
To start one takes a third of a second, so all are started beforehand. The time that a question
waits for a worker counts, unless none has been ready yet: its limit is the limit for who asks.
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
from mineproof.app.json.values import Json
from mineproof.errors import Overdue

_LONGEST_LINE = 1 << 26
_MOST_WAITING = 100
_START_SECONDS = 60.0
"""How long the first worker may take to get ready, on a machine that is very busy."""


class Analyst(Protocol):
    """Whoever does tasks."""

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float) -> Json:
        """Return the answer; raise Overdue after so many seconds, or what the task raises."""


class Analysts:
    """A few workers, each of which does one task at a time."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._idle: asyncio.LifoQueue[Process] = asyncio.LifoQueue()
        self._hired: set[Process] = set()
        self._welcomes: set[asyncio.Task[None]] = set()
        self._is_ready = asyncio.Event()
        self._waiting = 0

    async def start(self) -> None:
        """Start the workers; none is waited for."""
        for _ in range(self._count):
            await self._hire()

    async def stop(self) -> None:
        """End the workers, whatever they are doing."""
        for worker in list(self._hired):
            await self._fire(worker)
        await asyncio.gather(*self._welcomes)

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float) -> Json:
        """Return the answer; raise Overdue after so many seconds, or what the task raises."""
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
            raise Overdue(f"the analysis took longer than {limit}, and was given up") from None
        finally:
            self._waiting -= 1

    async def _answer(self, line: bytes) -> bytes:
        worker = await self._idle.get()
        try:
            answer = await _exchange(worker, line)
        except BaseException:  # it is late, or has died: either way it is of no more use
            await self._fire(worker)
            await self._hire()
            raise
        self._idle.put_nowait(worker)
        return answer

    async def _hire(self) -> None:
        command = (sys.executable, "-P", "-m", "mineproof.app.web.worker_process")
        worker = await create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE
        )
        self._hired.add(worker)
        welcome = asyncio.create_task(self._welcome(worker))
        self._welcomes.add(welcome)
        welcome.add_done_callback(self._welcomes.discard)

    async def _welcome(self, worker: Process) -> None:
        """Let a worker have questions as soon as it says that it is ready."""
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
        raise RuntimeError("a worker has died; what it wrote to standard error says why")
    return answer


def _read(answer: bytes) -> Json:
    """Return what a worker has answered; raise what it has raised."""
    told = json.loads(answer)
    if "error" in told:
        raise getattr(errors, told["error"])(told["message"])
    found: Json = told["answer"]
    return found
