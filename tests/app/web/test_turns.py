"""Whose turn it is: fair between addresses, quick before long, and never too many waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import pytest
from tests.app.web.conftest import Clock

from mineproof.app.service.analyst import Asker
from mineproof.app.web.workers import turns as module
from mineproof.app.web.workers.turns import QUICK, Question, Turns
from mineproof.errors import Busy

ADA, EVE = Asker("192.0.2.1", "game"), Asker("192.0.2.66")
EXPERT, WORST = 480, 63 * 63
T = TypeVar("T")


class Office:
    """Turns with workers who are names, and a list of whose turn it was."""

    def __init__(self, workers: int = 1, most_waiting: int = 100) -> None:
        self.clock = Clock()
        self.turns: Turns[str] = Turns(workers, most_waiting, self.clock)
        self.order: list[str] = []
        self.refused: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []
        for number in range(workers + 1):
            self.turns.add(f"worker {number}")

    async def ask(self, name: str, asker: Asker, cells: int = EXPERT, task: str = "hint") -> None:
        """Let a question wait in the background, and be noted when it has its turn."""
        question = self.turns.question(asker, task, cells)
        self.tasks.append(asyncio.create_task(self._wait(name, question)))
        await asyncio.sleep(0)

    async def _wait(self, name: str, question: Question[str]) -> None:
        try:
            worker = await self.turns.wait(question)
        except Busy:
            self.refused.append(name)
            return
        self.order.append(name)
        self.turns.add(worker)
        self.turns.leave(question, 0.0)

    async def hold(
        self, asker: Asker, cells: int = EXPERT, task: str = "hint"
    ) -> Callable[[float], Coroutine[Any, Any, None]]:
        """Take a worker; return how to give it back after so many seconds."""
        question = self.turns.question(asker, task, cells)
        worker = await asyncio.wait_for(self.turns.wait(question), 10)

        async def release(seconds: float) -> None:
            if seconds >= QUICK:
                assert question.is_long or self.turns.lengthen(question)
            self.clock.now += seconds
            self.turns.add(worker)
            self.turns.leave(question, seconds)
            for _ in range(20):
                await asyncio.sleep(0)

        return release


def play(scene: Callable[[], Awaitable[T]]) -> T:
    return asyncio.run(asyncio.wait_for(scene(), 60))


def test_equals_go_in_the_order_in_which_they_came() -> None:
    async def scene() -> list[str]:
        office = Office()
        release = await office.hold(ADA)
        for number in range(5):
            await office.ask(str(number), Asker(f"192.0.2.{number}"))
        await release(0.0)
        return office.order

    assert play(scene) == ["0", "1", "2", "3", "4"]


def test_an_address_that_has_used_much_goes_last() -> None:
    """Even if it asks small questions about games nobody has heard of."""

    async def scene() -> list[str]:
        office = Office()
        await (await office.hold(EVE))(6.0)
        release = await office.hold(ADA)
        for number in range(3):
            await office.ask(f"eve {number}", Asker(EVE.address, f"new {number}"), cells=25)
        await office.ask("ada", ADA)
        await release(0.01)
        return office.order

    assert play(scene) == ["ada", "eve 0", "eve 1", "eve 2"]


def test_what_was_used_is_forgiven_in_time() -> None:
    async def scene() -> list[str]:
        office = Office()
        await (await office.hold(EVE))(6.0)
        office.clock.now += 120
        release = await office.hold(ADA)
        await office.ask("eve", Asker(EVE.address, "new"))
        await office.ask("ada", ADA)
        await release(0.01)
        return office.order

    assert play(scene) == ["eve", "ada"]


def test_quick_games_stay_ahead_at_a_shared_address() -> None:
    """Of games whose hints were quick, unknown large positions, and positions that took long."""

    async def scene() -> list[str]:
        office = Office()
        here = "198.51.100.1"
        for _ in range(3):
            await (await office.hold(Asker(here, "ada's")))(0.01)
        await (await office.hold(Asker(here), task="analyse"))(4.0)
        release = await office.hold(Asker(here, "bob's"))
        await office.ask("long", Asker(here), cells=25, task="analyse")
        await office.ask("large", Asker(here, "eve's"), cells=WORST)
        await office.ask("unknown", Asker(here, "cleo's"))
        await office.ask("known", Asker(here, "ada's"), cells=WORST)
        await release(0.01)
        return office.order

    assert play(scene) == ["known", "unknown", "large", "long"]


def test_long_questions_leave_a_place() -> None:
    async def scene() -> tuple[bool, bool, list[str]]:
        office = Office(workers=2)
        first, second = (office.turns.question(EVE, task, EXPERT) for task in "ab")
        for each in (first, second):
            await office.turns.wait(each)
        lengthened = office.turns.lengthen(first), office.turns.lengthen(second)
        office.turns.leave(second, QUICK)  # it was stopped, and its worker is gone
        await office.ask("the same again", EVE, task="b")
        await office.ask("quick", ADA)
        office.turns.add("another worker")
        await asyncio.sleep(0)
        return *lengthened, list(office.order)

    assert play(scene) == (True, False, ["quick"])


def test_an_unknown_large_board_does_not_take_the_last_worker() -> None:
    async def scene() -> list[str]:
        office = Office(workers=2)
        release = await office.hold(EVE, cells=WORST, task="a")
        await office.ask("large", Asker("192.0.2.67"), cells=WORST, task="b")
        await office.ask("quick", ADA)
        before = list(office.order)
        await release(QUICK)
        return [*before, "|", *office.order[1:]]

    assert play(scene) == ["quick", "|", "large"]


def test_the_last_is_refused_when_too_many_wait() -> None:
    """Not the one who comes last."""

    async def scene() -> tuple[list[str], list[str]]:
        office = Office(most_waiting=3)
        await (await office.hold(EVE))(6.0)
        release = await office.hold(ADA)
        for number in range(3):
            await office.ask(f"eve {number}", EVE)
        for number in range(2):
            await office.ask(f"ada {number}", ADA)
        await office.ask("eve 3", EVE)
        await release(0.01)
        return office.order, office.refused

    order, refused = play(scene)
    assert order[:2] == ["ada 0", "ada 1"]
    assert refused == ["eve 2", "eve 1", "eve 3"]


@pytest.mark.parametrize("is_at_once", [True, False])
def test_who_gives_up_leaves_no_gap(*, is_at_once: bool) -> None:
    """Also if the worker is handed over in the very moment of giving up."""

    async def scene() -> list[str]:
        office = Office()
        release = await office.hold(ADA)
        for number in range(3):
            await office.ask(str(number), ADA)
        if not is_at_once:
            office.tasks[0].cancel()
            await asyncio.sleep(0)
        question = office.turns.question(ADA, "hint", EXPERT)
        waiting = asyncio.create_task(office.turns.wait(question))
        releasing = asyncio.create_task(release(0.0))
        office.tasks[0].cancel()
        while not question.turn.done():
            await asyncio.sleep(0)
        waiting.cancel()
        await releasing
        await office.ask("after", ADA)
        for _ in range(20):
            await asyncio.sleep(0)
        return office.order

    assert play(scene) == ["1", "2", "after"]


def test_not_everyone_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_REMEMBERED", 10)

    async def scene() -> tuple[int, ...]:
        office = Office()
        for number in range(50):
            await (await office.hold(Asker(f"192.0.2.{number}", f"{number}")))(0.01)
        memories: tuple[Any, ...] = office.turns._used, office.turns._took
        return tuple(len(each._noted) for each in memories)

    assert play(scene) == (10, 10)
