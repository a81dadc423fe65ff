"""Turns: which question a worker takes next, and which is refused when too many wait.

A question comes from an address and is about a topic: a game, or "" for a position that belongs to
none. Addresses may be shared, as behind a proxy; games can be begun at will. So neither alone
decides:

1. Addresses that have used little of the workers lately go first. Whoever sends one hard position
   after another soon waits for everybody else.
2. Among equals the shortest goes first: the one that should take as long as the last question on
   its topic, or, if that is unknown, in proportion to its board. A game whose hints were quick
   stays ahead of positions out of nowhere, even from its own address.
3. Long questions never hold all workers. A question that should be quick and still runs after
   `QUICK` seconds continues only if a worker is left for quick ones. Otherwise it is stopped and
   waits for a long place, as will the next question on its topic.

The queue is bounded: when it is full, the last in this order is refused.
"""

from __future__ import annotations

import time
from asyncio import CancelledError, Future, get_running_loop
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from mineproof.app.service.analyst import Asker
from mineproof.errors import Busy

QUICK = 0.5
"""How many seconds a question may take before it is long. A hint takes a hundredth of a second."""

_PER_CELL = 2e-4
"""How many seconds a question is taken to need per cell, if nothing is known about its topic.

Boards of more than 2500 cells, and questions about no board, such as reviews, are long until they
prove quick: to stop one costs a worker."""

_HALF_LIFE = 60.0
_MOST_REMEMBERED = 10_000

W = TypeVar("W")


@dataclass(eq=False, slots=True)
class Question(Generic[W]):
    """A question that waits for a worker, or has one."""

    asker: Asker
    topic: tuple[str, ...]
    number: int
    expected: float
    is_long: bool
    turn: Future[W] = field(default_factory=lambda: get_running_loop().create_future())


class Turns(Generic[W]):
    """The idle workers, and the questions that wait for one.

    Addresses are equals if what they have used is in the same step of `step` seconds, and questions
    if they should take as long, rounded to `grain` seconds.
    """

    def __init__(
        self,
        at_once: int,
        most_waiting: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        step: float = 5.0,
        grain: float = 0.1,
    ) -> None:
        self._idle: list[W] = []
        self._waiting: list[Question[W]] = []
        self._places = at_once
        self._long_places = max(1, at_once - 1)
        self._most_waiting = most_waiting
        self._step, self._grain = step, grain
        self._asked = 0
        self._used = _Fading[str](clock)
        self._took = _Fading[tuple[str, ...]](clock)

    # Workers

    def add(self, worker: W) -> None:
        """Add an idle worker."""
        self._idle.append(worker)
        self._assign()

    def remove(self, worker: W) -> None:
        """Remove a worker, if it is idle."""
        if worker in self._idle:
            self._idle.remove(worker)

    # Questions

    def question(self, asker: Asker, task: str, cells: int) -> Question[W]:
        """Return a new question, which does not wait yet."""
        topic = (asker.topic or asker.address, task)
        took = self._took.get(topic)
        unknown = cells * _PER_CELL if cells else QUICK
        expected = unknown if took is None else took
        self._asked += 1
        return Question(asker, topic, self._asked, expected, is_long=expected >= QUICK)

    async def wait(self, question: Question[W]) -> W:
        """Return a worker when it is this question's turn; raise Busy if too many wait."""
        question.turn = get_running_loop().create_future()
        self._waiting.append(question)
        self._assign()
        if len(self._waiting) > self._most_waiting:
            self._refuse(max(self._waiting, key=self._rank))
        try:
            return await question.turn
        except CancelledError:
            self._give_up(question)
            raise

    def lengthen(self, question: Question[W]) -> bool:
        """Tell whether a question that has become long may continue."""
        if self._long_places == 0:
            return False
        question.is_long = True
        self._long_places -= 1
        return True

    def is_wanted(self) -> bool:
        """Tell whether a quick question waits for a worker."""
        return any(not each.is_long and not each.turn.done() for each in self._waiting)

    def leave(self, question: Question[W], seconds: float) -> None:
        """Free the place of a question that had a worker for so long."""
        self._used.note(question.asker.address, self._use(question) + seconds)
        self._took.note(question.topic, seconds)
        self._places += 1
        self._long_places += question.is_long
        self._assign()

    def _give_up(self, question: Question[W]) -> None:
        if question in self._waiting:
            self._waiting.remove(question)
        elif question.turn.done() and not question.turn.cancelled():  # in the same moment
            self._idle.append(question.turn.result())
            self.leave(question, 0.0)

    def _refuse(self, question: Question[W]) -> None:
        self._waiting.remove(question)
        if not question.turn.done():
            question.turn.set_exception(Busy("too many questions are waiting; ask again later"))

    def _assign(self) -> None:
        while self._idle and self._places and (question := self._next()):
            self._waiting.remove(question)
            self._places -= 1
            self._long_places -= question.is_long
            question.turn.set_result(self._idle.pop())

    def _next(self) -> Question[W] | None:
        return min(filter(self._is_able, self._waiting), key=self._rank, default=None)

    def _is_able(self, question: Question[W]) -> bool:
        if question.turn.done():  # cancelled, and not yet gone
            return False
        return self._long_places > 0 or not question.is_long

    def _rank(self, question: Question[W]) -> tuple[int, int, int]:
        use = int(self._use(question) / self._step)
        return use, round(question.expected / self._grain), question.number

    def _use(self, question: Question[W]) -> float:
        return self._used.get(question.asker.address) or 0.0


K = TypeVar("K")


class _Fading(Generic[K]):
    """Numbers that halve every minute; the latest are kept."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._noted: OrderedDict[K, tuple[float, float]] = OrderedDict()

    def note(self, key: K, number: float) -> None:
        self._noted[key] = (number, self._clock())
        self._noted.move_to_end(key)
        if len(self._noted) > _MOST_REMEMBERED:
            self._noted.popitem(last=False)

    def get(self, key: K) -> float | None:
        if key not in self._noted:
            return None
        number, then = self._noted[key]
        return float(number * 0.5 ** ((self._clock() - then) / _HALF_LIFE))
