"""Workers: processes that answer questions about positions within a time limit.

An analysis takes milliseconds, but positions that take for ever can be constructed. A thread
cannot be stopped, a process can: a worker that exceeds its time is killed. Starting one takes a
third of a second, so all are started in advance, and one more than may work at once stands by to
step in. A worker that ends, whatever the reason, is replaced; its question goes to another one.

Time spent waiting for a worker counts towards the limit, unless no worker has been ready yet.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker, overdue, read_answer, write_job
from mineproof.app.web.settings import Bounds
from mineproof.app.web.workers.turns import QUICK, Question, Turns
from mineproof.errors import Busy, WorkersLost

_LONGEST_LINE = 1 << 26
_START_SECONDS = 60.0
"""How long the first worker may take to get ready on a very busy machine."""

_BACKOFF = 1.0
"""How many seconds to wait before replacing a worker that never got ready."""

_LOG = logging.getLogger(__name__)


class Analysts:
    """A pool of workers, each doing one task at a time."""

    def __init__(self, at_once: int, bounds: Bounds | None = None) -> None:
        bounds = bounds or Bounds()
        module = "mineproof.app.web.workers.worker_process"
        self._command = (sys.executable, "-P", "-m", module, str(bounds.worker_bytes))
        self._count = at_once + 1
        self._turns: Turns[Process] = Turns(at_once, bounds.waiting)
        self._jobs: list[asyncio.Task[None]] = []
        self.workers: set[Process] = set()
        self._is_ready = asyncio.Event()

    async def start(self) -> None:
        """Start the workers, without waiting for them."""
        self._jobs = [asyncio.create_task(self._employ()) for _ in range(self._count)]

    async def stop(self) -> None:
        """End the workers, whatever they are doing."""
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        """Return the answer; raise Overdue after this many seconds, or what the task raises.

        Raises Busy if that time has passed in waiting, or if too many wait already.
        """
        line = f"{write_job(task, asked)}\n".encode()
        question = self._turns.question(asker, task, sum(map(len, asked.get("board", ()))))
        await asyncio.wait_for(self._is_ready.wait(), _START_SECONDS)
        try:
            async with asyncio.timeout(seconds):
                return read_answer(await self._answer(line, question))
        except TimeoutError:
            if question.turn.cancelled():
                raise Busy(f"no worker was free for {seconds:g} seconds; ask again later") from None
            raise overdue(seconds) from None

    async def _answer(self, line: bytes, question: Question[Process]) -> bytes:
        """Return the answer, of another worker if the first one dies; raise WorkersLost."""
        lives = 2
        while lives:
            worker = await self._turns.wait(question)
            answer = await self._work(worker, line, question)
            if answer:
                return answer
            if answer is None:
                question.is_long = True
            else:
                lives -= 1
        raise WorkersLost("two worker processes died of this question; see the server's log")

    async def _work(
        self, worker: Process, line: bytes, question: Question[Process]
    ) -> bytes | None:
        """Return a worker's answer: empty if it died, None if there is no place for a long one."""
        began, answer = time.monotonic(), b""
        exchange = asyncio.ensure_future(_exchange(worker, line))
        try:
            if not question.is_long:
                await asyncio.wait({exchange}, timeout=QUICK)
            while not (exchange.done() or question.is_long or self._turns.lengthen(question)):
                if self._turns.is_wanted():
                    return None
                await asyncio.wait({exchange}, timeout=QUICK / 5)
            answer = await exchange
            return answer
        finally:
            exchange.cancel()
            if answer:
                self._turns.add(worker)
            else:
                _kill(worker)
            self._turns.leave(question, time.monotonic() - began)

    async def _employ(self) -> None:
        """Keep one worker: start it, and another one whenever it ends."""
        while True:
            worker = await create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE
            )
            self.workers.add(worker)
            try:
                is_ready = await self._welcome(worker)
                await worker.wait()
            finally:
                self._turns.remove(worker)
                self.workers.discard(worker)
                _kill(worker)
                await worker.wait()
            if not is_ready:
                _LOG.error("a worker process ended before it was ready")
                await asyncio.sleep(_BACKOFF)

    async def _welcome(self, worker: Process) -> bool:
        """Let a worker take questions as soon as it reports that it is ready."""
        assert worker.stdout is not None
        if not await worker.stdout.readline():
            return False
        self._turns.add(worker)
        self._is_ready.set()
        return True


def _kill(worker: Process) -> None:
    with suppress(ProcessLookupError):
        worker.kill()


async def _exchange(worker: Process, line: bytes) -> bytes:
    """Return the answer of a worker, empty if it is dead."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    with suppress(ConnectionError):
        worker.stdin.write(line)
        await worker.stdin.drain()
        return await worker.stdout.readline()
    return b""
