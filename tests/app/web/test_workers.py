"""Analyses by processes of their own: the same answers, and none takes longer than it may."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from mineproof.app.json.cells import Json, position_json
from mineproof.app.service.analysis import tasks
from mineproof.app.service.analysis.jobs import do_job
from mineproof.app.service.analyst import Asker, TaskFailed, read_answer, write_job
from mineproof.app.web.settings import Bounds
from mineproof.app.web.workers.pool import Analysts
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.view import View
from mineproof.errors import BadInput, Busy, Contradiction, LimitReached, Overdue, WorkersLost

POSITION = position_json(View.from_picture("### 121 000"))
HINT: Json = {"flags": False, "budget": "normal"}
COMMAND = [sys.executable, "-m", "mineproof.app.web.workers.worker_process", str(2 << 30)]
ADA, BOB = Asker("192.0.2.1"), Asker("192.0.2.2")
T = TypeVar("T")


def with_analysts(scene: Callable[[Analysts], Awaitable[T]], count: int = 1, **bounds: Any) -> T:
    """Let a scene play with some workers, and send them home."""

    async def play() -> T:
        analysts = Analysts(count, Bounds(**bounds))
        await analysts.start()
        try:
            return await scene(analysts)
        finally:
            await analysts.stop()

    return asyncio.run(play())


def hostile() -> Json:
    """Return a position that takes much longer than any limit here: every second cell is open."""
    grid = Grid(40, 100)
    shown = {row * 100 + col for row in range(1, 40, 2) for col in range(1, 100, 2)}
    layout = Layout.random(grid, 1200, Rng(1), clear=shown)
    cells = [str(layout.number(cell)) if cell in shown else "#" for cell in range(grid.size)]
    rows = ["".join(cells[start : start + 100]) for start in range(0, grid.size, 100)]
    return {"board": rows, "mines": 1200, "shape": "square"}


def test_a_worker_answers_what_the_task_does() -> None:
    asked = POSITION | {"lang": "zh-TW"}
    wish = asked | HINT | {"rung": 5}

    async def scene(analysts: Analysts) -> list[Json]:
        return [
            await analysts.ask("analyse_position", asked, 60, ADA),
            await analysts.ask("give_hint", wish, 60, ADA),
        ]

    expected = [tasks.do("analyse_position", asked), tasks.do("give_hint", wish)]
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
    answer = do_job(write_job("explain_cell", asked))
    with pytest.raises(kind, match=told):
        read_answer(answer)


def test_who_takes_too_long_is_cut_off_and_replaced() -> None:
    async def scene(analysts: Analysts) -> tuple[str, set[int], set[int]]:
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        before = {each.pid for each in analysts.workers}
        with pytest.raises(Overdue) as caught:
            await analysts.ask("analyse_position", hostile() | {"lang": "en"}, 0.2, ADA)
        assert await analysts.ask("find_wrong_flags", POSITION, 60, ADA) == {"wrong": []}
        while len(analysts.workers) < 2 or before == pids(analysts):
            await asyncio.sleep(0.01)
        return str(caught.value), before, pids(analysts)

    started = time.monotonic()
    told, before, after = with_analysts(scene)
    assert told == "the analysis took longer than 0.2 seconds and was stopped"
    assert len(before - after) == 1
    assert not any(is_alive(pid) for pid in before | after)
    assert time.monotonic() - started < 30


def pids(analysts: Analysts) -> set[int]:
    return {each.pid for each in analysts.workers}


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_time_of_waiting_counts() -> None:
    """Whoever comes while the only worker is busy is told in time, too."""

    async def scene(analysts: Analysts) -> list[Any]:
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        long = analysts.ask("analyse_position", hostile() | {"lang": "en"}, 1.0, ADA)
        others = [analysts.ask("find_wrong_flags", POSITION, 0.1, ADA) for _ in range(5)]
        return await asyncio.gather(long, *others, return_exceptions=True)

    first, *rest = with_analysts(scene)
    assert (type(first), str(first)) == (
        Overdue,
        "the analysis took longer than 1 seconds and was stopped",
    )
    assert {(type(each), str(each)) for each in rest} == {
        (Busy, "no worker was free for 0.1 seconds; ask again later")
    }


def test_not_too_many_may_wait() -> None:
    async def scene(analysts: Analysts) -> list[Any]:
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        asked = [analysts.ask("find_wrong_flags", POSITION, 60, ADA) for _ in range(6)]
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = with_analysts(scene, waiting=3)
    assert answers[:4] == [{"wrong": []}] * 4  # one has a worker
    assert {(type(each), str(each)) for each in answers[4:]} == {
        (Busy, "too many questions are waiting; ask again later")
    }


def test_who_hangs_up_frees_the_place() -> None:
    """A question that nobody waits for any more is neither worked on nor waiting."""

    async def scene(analysts: Analysts) -> Json:
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        long = [
            asyncio.create_task(
                analysts.ask("analyse_position", hostile() | {"lang": "en"}, 60, ADA)
            )
            for _ in range(3)
        ]
        await asyncio.sleep(0.1)
        for each in long:
            each.cancel()
        return await analysts.ask("find_wrong_flags", POSITION, 30, ADA)

    assert with_analysts(scene) == {"wrong": []}


@pytest.mark.long
def test_long_questions_leave_a_worker_for_quick_ones() -> None:
    async def scene(analysts: Analysts) -> tuple[list[float], list[Any]]:
        hard = hostile() | {"lang": "en"}
        long = [
            asyncio.create_task(analysts.ask("analyse_position", hard, 60, Asker(f"10.0.0.{n}")))
            for n in range(4)
        ]
        times = []
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        for _ in range(10):
            began = time.monotonic()
            await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
            times.append(time.monotonic() - began)
            await asyncio.sleep(0.1)
        ended = [each for each in long if each.done()]
        for each in long:
            each.cancel()
        return times, ended

    times, ended = with_analysts(scene, count=2)
    assert not ended
    assert max(times) < 20  # without a place of their own they would wait for a minute


def test_a_question_of_dead_workers_is_answered_by_another() -> None:
    """All are killed at once, in the midst of work or idle."""

    async def scene(analysts: Analysts) -> list[Any]:
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        asked = [
            asyncio.create_task(analysts.ask("find_wrong_flags", POSITION, 60, ADA))
            for _ in range(5)
        ]
        await asyncio.sleep(0)
        before = pids(analysts)
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        answers = await asyncio.gather(*asked)
        assert before.isdisjoint(pids(analysts))
        return answers

    assert with_analysts(scene, count=2) == [{"wrong": []}] * 5


@pytest.mark.long
def test_a_question_whose_workers_die_is_refused_and_they_are_replaced() -> None:
    async def scene(analysts: Analysts) -> Json:
        hard = analysts.ask("analyse_position", hostile() | {"lang": "en"}, 60, ADA)
        asked = asyncio.create_task(hard)
        for _ in range(2):
            await kill_all_at_work(analysts, asked)
        with pytest.raises(WorkersLost, match="two worker processes died of this question"):
            await asked
        return await analysts.ask("find_wrong_flags", POSITION, 60, ADA)

    assert with_analysts(scene) == {"wrong": []}


async def kill_all_at_work(analysts: Analysts, asked: asyncio.Task[Json]) -> None:
    """Kill both workers once one has the question and the other one is idle."""
    while analysts._turns._places or not analysts._turns._idle:
        if asked.done():  # it went from a dead worker to the other dead one
            return
        await asyncio.sleep(0.01)
    before = pids(analysts)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    while before & pids(analysts):
        await asyncio.sleep(0.01)


def test_a_bug_costs_an_answer_and_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(analysts: Analysts) -> None:
        await analysts.ask("find_wrong_flags", POSITION, 60, ADA)
        before = pids(analysts)
        with pytest.raises(TaskFailed, match="no such task: KeyError"):
            await analysts.ask("no such task", POSITION, 60, ADA)
        assert await analysts.ask("find_wrong_flags", POSITION, 60, ADA) == {"wrong": []}
        assert pids(analysts) >= before

    with_analysts(scene)
    do_job(write_job("no such task", POSITION))
    assert "the task no such task failed" in caplog.text
    assert "Traceback" in caplog.text


def test_many_questions_to_few_workers() -> None:
    async def scene(analysts: Analysts) -> list[Any]:
        return await asyncio.gather(
            *(
                analysts.ask("give_hint", POSITION | HINT | {"rung": n % 7, "lang": "en"}, 60, ADA)
                for n in range(40)
            )
        )

    answers = with_analysts(scene, count=2)
    assert [answer["rungs"][-1]["rung"] for answer in answers] == [n % 7 for n in range(40)]


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
        "from mineproof.app.service.analysis import jobs, tasks\n"
        "from mineproof.app.web.workers import worker_process\n"
        "tasks.do = lambda *_: bytearray(1 << 30)\n"
        "worker_process.limit_memory(500 << 20)\n"
        'print(jobs.do_job(\'{"task": "", "asked": {}}\'))\n'
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    with pytest.raises(LimitReached, match=r"would take more memory than a worker may use$"):
        read_answer(done.stdout)


def test_neither_worker_nor_server_loads_the_terminals_libraries() -> None:
    """They would cost memory and start-up time in every worker."""
    script = """
import json, sys
from mineproof.app.web import server
from mineproof.app.service.analysis.jobs import do_job
from mineproof.app.service.analyst import write_job
position = {"board": ["###", "121", "000"], "mines": None, "shape": "square", "lang": "en"}
program = {"engine": "cascade", "agent": "strategist", "flags": True}
for task, asked in (
    ("give_hint", position | {"rung": 6, "flags": False, "budget": "normal"}),
    ("choose_move", position | program),
    ("review_game", {"transcript": "easy/opening#1 d4", "lang": "en", "pictured": True}),
):
    assert "answer" in json.loads(do_job(write_job(task, asked)))
print(*{name.partition(".")[0] for name in sys.modules})
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()).isdisjoint({"rich", "textual", "typer"})
