"""Analyses by processes of their own: the same answers, and none takes longer than it may."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from mineproof.app.json.cells import Json, position_json
from mineproof.app.web.analysis import tasks, worker_process, workers
from mineproof.app.web.analysis.workers import Analysts
from mineproof.board.view import View
from mineproof.errors import BadInput, Contradiction, LimitReached, Overdue

POSITION = position_json(View.from_picture("### 121 000"))
COMMAND = [sys.executable, "-m", "mineproof.app.web.analysis.worker_process"]
T = TypeVar("T")


def with_analysts(scene: Callable[[Analysts], Awaitable[T]], count: int = 1) -> T:
    """Let a scene play with some workers, and send them home."""

    async def play() -> T:
        analysts = Analysts(count)
        await analysts.start()
        try:
            return await scene(analysts)
        finally:
            await analysts.stop()

    return asyncio.run(play())


def hostile() -> Json:
    """Return a position that takes much longer than any limit here."""
    dice = random.Random(1)
    rows = ["".join(dice.choice("012345678####") for _ in range(100)) for _ in range(40)]
    return {"board": rows, "mines": 400, "shape": "square"}


def test_a_worker_answers_what_the_task_does() -> None:
    asked = POSITION | {"lang": "zh-TW"}

    async def scene(analysts: Analysts) -> list[Json]:
        return [
            await analysts.ask("analyse_position", asked, 60),
            await analysts.ask("give_hint", asked | {"rung": 5}, 60),
        ]

    expected = [tasks.do("analyse_position", asked), tasks.do("give_hint", asked | {"rung": 5})]
    assert with_analysts(scene) == json.loads(json.dumps(expected))


@pytest.mark.parametrize(
    ("picture", "cell", "kind", "told"),
    [
        ("###", "z9", BadInput, "no cell 'z9'"),
        ("2#", "b1", Contradiction, "no layout fits: the clue at a1 cannot be met"),
    ],
)
def test_what_a_task_raises_is_raised(
    picture: str, cell: str, kind: type[Exception], told: str
) -> None:
    asked = position_json(View.from_picture(picture)) | {"cell": cell, "lang": "en"}
    answer = json.dumps(worker_process.respond({"task": "explain_cell", "asked": asked}))
    with pytest.raises(kind, match=told):
        workers._read(answer.encode())


def test_who_takes_too_long_is_cut_off_and_replaced() -> None:
    async def scene(analysts: Analysts) -> tuple[str, set[int], set[int]]:
        await analysts.ask("find_wrong_flags", POSITION, 60)
        before = {each.pid for each in analysts._hired}
        with pytest.raises(Overdue) as caught:
            await analysts.ask("analyse_position", hostile() | {"lang": "en"}, 0.2)
        after = {each.pid for each in analysts._hired}
        assert len(after) == 1
        assert await analysts.ask("find_wrong_flags", POSITION, 60) == {"wrong": []}
        return str(caught.value), before, after

    started = time.monotonic()
    told, before, after = with_analysts(scene)
    assert told == "the analysis took longer than 0.2 seconds and was stopped"
    assert before.isdisjoint(after)
    assert not any(is_alive(pid) for pid in before | after)
    assert time.monotonic() - started < 30


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_time_of_waiting_counts() -> None:
    """Whoever comes while the only worker is busy is told in time, too."""

    async def scene(analysts: Analysts) -> list[Any]:
        await analysts.ask("find_wrong_flags", POSITION, 60)
        long = analysts.ask("analyse_position", hostile() | {"lang": "en"}, 1.0)
        others = [analysts.ask("find_wrong_flags", POSITION, 0.1) for _ in range(5)]
        return await asyncio.gather(long, *others, return_exceptions=True)

    assert [type(each) for each in with_analysts(scene)] == [Overdue] * 6


def test_not_too_many_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_MOST_WAITING", 3)

    async def scene(analysts: Analysts) -> list[Any]:
        asked = [analysts.ask("find_wrong_flags", POSITION, 60) for _ in range(6)]
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = with_analysts(scene)
    assert answers[:3] == [{"wrong": []}] * 3
    assert {str(each) for each in answers[3:]} == {
        "too many questions are waiting for an answer; ask again later"
    }


def test_a_worker_that_dies_is_our_mistake_and_is_replaced() -> None:
    async def scene(analysts: Analysts) -> Json:
        with pytest.raises(RuntimeError, match="a worker died"):
            await analysts.ask("no such task", POSITION, 60)
        return await analysts.ask("find_wrong_flags", POSITION, 60)

    assert with_analysts(scene) == {"wrong": []}


def test_many_questions_to_few_workers() -> None:
    async def scene(analysts: Analysts) -> list[Any]:
        return await asyncio.gather(
            *(
                analysts.ask("give_hint", POSITION | {"rung": n % 7, "lang": "en"}, 60)
                for n in range(40)
            )
        )

    answers = with_analysts(scene, count=2)
    assert [answer["rung"] for answer in answers] == [n % 7 for n in range(40)]


def test_a_worker_ends_with_its_server_in_the_midst_of_a_task() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    job = {"task": "analyse_position", "asked": hostile() | {"lang": "en"}}
    process.stdin.write(json.dumps(job).encode() + b"\n")
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    assert process.stdout.read().count(b"\n") <= 1  # it has said that it is ready, if anything
    process.stdout.close()


def test_too_much_memory_is_a_limit() -> None:
    pytest.importorskip("resource")
    code = (
        "from mineproof.app.web.analysis import worker_process, tasks\n"
        "tasks.do = lambda *_: bytearray(1 << 30)\n"
        "worker_process.MEMORY = 500 << 20\n"
        "worker_process.limit_memory()\n"
        "print(worker_process.respond({'task': '', 'asked': {}})['message'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "the analysis would take more than 500 MB\n"
    with pytest.raises(LimitReached, match="500 MB"):
        workers._read(json.dumps({"error": "LimitReached", "message": done.stdout}).encode())


def test_neither_worker_nor_server_loads_the_terminals_libraries() -> None:
    """They would cost memory and start-up time in every worker."""
    script = """
import sys
from mineproof.app.web import server
from mineproof.app.web.analysis import tasks, worker_process
position = {"board": ["###", "121", "000"], "mines": None, "shape": "square", "lang": "en"}
program = {"before": ["###"] * 3, "engine": "cascade", "agent": "strategist", "flags": True}
for task, asked in (
    ("give_hint", position | {"rung": 6}),
    ("choose_move", position | program),
    ("review_game", {"transcript": "easy/opening#1 d4", "lang": "en", "pictured": True}),
):
    assert "answer" in worker_process.respond({"task": task, "asked": asked})
print(*{name.partition(".")[0] for name in sys.modules})
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()).isdisjoint({"rich", "textual", "typer"})
