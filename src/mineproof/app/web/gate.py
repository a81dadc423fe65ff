"""Gate: one request at a time, those that should be quick first.

All requests are handled by one thread. Most take it a millisecond or two, but replaying a long game
takes a tenth of a second: fifty clients who do nothing else would make everybody wait for seconds.
So requests take turns in the same order as questions for the workers: first the addresses that
have used little of the thread lately, then the games whose requests have been quick.
"""

from __future__ import annotations

import asyncio
import time

from starlette.types import Scope

from mineproof.app.service.analyst import Asker
from mineproof.app.web.connection import network
from mineproof.app.web.settings import Bounds
from mineproof.app.web.workers.turns import Question, Turns
from mineproof.errors import Busy

_STEP, _GRAIN = 0.5, 0.01
_LONGEST = 100
_THREAD = "the only thread"


class Gate:
    """Lets requests through to the only thread."""

    def __init__(self, bounds: Bounds) -> None:
        self._seconds = bounds.gate_seconds
        self._turns: Turns[str] = Turns(1, bounds.requests, step=_STEP, grain=_GRAIN)
        self._turns.add(_THREAD)

    async def enter(self, scope: Scope) -> None:
        """Return when it is the turn of a request; raise Busy if too many are before it.

        The turn ends when the caller waits for something: the next callback of the loop ends it.
        """
        question = self._turns.question(*_question(scope))
        try:
            async with asyncio.timeout(self._seconds):
                await self._turns.wait(question)
        except TimeoutError:
            raise Busy("too many requests are waiting; ask again later") from None
        asyncio.get_running_loop().call_soon(self._leave, question, time.thread_time())

    def _leave(self, question: Question[str], began: float) -> None:
        self._turns.add(_THREAD)
        self._turns.leave(question, time.thread_time() - began)


def _question(scope: Scope) -> tuple[Asker, str, int]:
    """Return who asks, about which game if any, and for what, cut to a length we can remember.

    One cell: what is unknown is taken to be quick.
    """
    address = network(scope["client"][0]) if scope.get("client") else ""
    parts = [part[:_LONGEST] for part in scope["path"].split("/")[2:]]
    match parts:
        case ["games", token, *_]:
            return Asker(address, token), parts[-1], 1
        case _:
            return Asker(address), "/".join(parts[:2]), 1
