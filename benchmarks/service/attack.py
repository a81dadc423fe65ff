"""How normal players fare while 50 hostile clients send a server the worst they can think of.

    make bench-attack [ARGS="--seconds 20 --one-address"]

A server runs as `mineproof serve` runs it. Five players, in a process of their own, play expert
games: they open safe cells, and after every third move they ask for a hint, after every fifth for
the risks. First they are alone, then 50 hostile clients join in, in a third process. These wait for
nothing and heed no `Retry-After`:

- 26 analyse positions of 200x200 cells, half of them mines, which take longer than is allowed;
- 6 begin a game in such a position and ask for its risks, each time in a new game;
- 5 ask for the review and the chances of a long game;
- 4 ask for boards without a guess where there are hardly any;
- 2 guess in prove-it games whose positions take the judge long;
- 4 begin game after game;
- 2 send bodies as long as is allowed, and one holds 40 connections on which it sends byte by byte.

Each client has an address of its own in 127.0.0.0/8, unless `--one-address` puts them all behind
one. A refused request of a player counts as infinitely slow. Players, attackers, server and workers
share the machine, so on two cores the figures are worse than over a network. The exit code is 1 if
a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from functools import cache
from math import inf, isinf
from pathlib import Path
from threading import Event, Thread
from typing import Any

from benchmarks.service.serve import page_command

from mineproof.app.service.limits import Limits
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng

PLAYERS, HOSTILE = 5, 50
MOVES_WANTED, HINTS_WANTED = 0.2, 2.0
SHARE = 0.95
SIDE = Limits().max_side


def main() -> int:
    """Measure and print; return 1 if a target is missed. With `--as`, be one of the processes."""
    asked = options()
    if asked.role == "players":
        print(json.dumps(asyncio.run(played(asked))))
    elif asked.role == "attackers":
        print(json.dumps(asyncio.run(attacked(asked))))
    else:
        return report(asked)
    return 0


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench-attack")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each part lasts")
    parser.add_argument("--one-address", action="store_true", help="let all share an address")
    roles = ["players", "attackers"]
    parser.add_argument("--as", dest="role", choices=roles, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


# The report


@dataclass(frozen=True)
class Figures:
    """What the players have measured: seconds, infinite if refused, by kind of request."""

    times: dict[str, list[float]]
    refused: Counter[str]

    @classmethod
    def parse(cls, text: str) -> Figures:
        told = json.loads(text)
        return cls(told["times"], Counter(told["refused"]))

    def at(self, kind: str, share: float) -> float:
        times = sorted(self.times[kind])
        return times[min(int(len(times) * share), len(times) - 1)] if times else inf


def report(asked: argparse.Namespace) -> int:
    """Let the processes run, and print what they have measured."""
    where = "one address" if asked.one_address else "addresses of their own"
    load = os.getloadavg()[0]
    print(f"{PLAYERS} players, {HOSTILE} hostile clients, {where}; {asked.seconds:g} s each")
    print(f"{os.cpu_count()} cores; load before the start: {load:.1f}\n")
    with tempfile.TemporaryDirectory() as folder:
        quiet, _, calm = measured(asked, Path(folder, "quiet"), is_attacked=False)
        busy, hostile, peak = measured(asked, Path(folder, "busy"), is_attacked=True)
    print(f"{'milliseconds':30}{'count':>8}{'p50':>8}{'p95':>8}{'worst':>8}{'refused':>9}")
    for name, figures in (("alone", quiet), ("under attack", busy)):
        for kind in ("move", "hint"):
            print(row(f"{kind}s, {name}", figures, kind))
    print(f"\nhostile requests: {told(hostile)}")
    print(f"memory at the peak: alone {calm}, under attack {peak}")
    return judge(busy)


def row(name: str, figures: Figures, kind: str) -> str:
    shares = "".join(f"{shown(figures.at(kind, share))}" for share in (0.5, SHARE, 1.0))
    refused = figures.times[kind].count(inf)
    return f"{name:30}{len(figures.times[kind]):8}{shares}{refused:9}"


def shown(seconds: float) -> str:
    return f"{'-':>8}" if isinf(seconds) else f"{1000 * seconds:8.0f}"


def told(answers: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in answers.most_common())


def judge(figures: Figures) -> int:
    missed = 0
    for kind, wanted in (("move", MOVES_WANTED), ("hint", HINTS_WANTED)):
        found = figures.at(kind, SHARE)
        missed += found >= wanted
        verdict = "MISSED" if found >= wanted else "met"
        print(f"{verdict:<8}p95 of {kind}s under {1000 * wanted:.0f} ms: {1000 * found:.0f} ms")
    return min(missed, 1)


def measured(
    asked: argparse.Namespace, file: Path, *, is_attacked: bool
) -> tuple[Figures, Counter[str], str]:
    """Return what the players and the attackers have measured, and the memory of the server."""
    command = [sys.executable, *page_command(str(file))]
    file.mkdir()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        port = int(server.stdout.readline().rpartition(":")[2].partition("/")[0])
        try:
            with Memory(server.pid) as memory:
                attackers = start(asked, "attackers", port) if is_attacked else None
                players = start(asked, "players", port)
                figures = Figures.parse(players.communicate()[0])
                hostile = attackers.communicate()[0] if attackers else "{}"
        finally:
            server.terminate()
    return figures, Counter(json.loads(hostile)), str(memory)


def start(asked: argparse.Namespace, role: str, port: int) -> subprocess.Popen[str]:
    seconds = asked.seconds + (2 if role == "attackers" else 0)
    command = [sys.executable, "-m", "benchmarks.service.attack", "--as", role]
    command += ["--port", str(port), "--seconds", str(seconds)]
    command += ["--one-address"] * asked.one_address
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@dataclass
class Memory:
    """The most memory that a server and its workers have held, looked at ten times a second."""

    pid: int
    server: int = 0
    workers: int = 0
    _end: Event = field(default_factory=Event)

    def __enter__(self) -> Memory:
        self._thread = Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def __str__(self) -> str:
        return f"{self.server >> 20} MB server and {self.workers >> 20} MB workers"

    def _watch(self) -> None:
        while not self._end.wait(0.1):
            self.server = max(self.server, resident(self.pid))
            self.workers = max(self.workers, sum(map(resident, children(self.pid))))


def resident(pid: int) -> int:
    """Return the bytes of memory that a process holds; 0 where the system does not say."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


# Clients


@dataclass
class Client:
    """Someone with an address, whose connection is made anew when it ends."""

    port: int
    address: str
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Return status and answer; the status is 0 if there was none."""
        data = b"" if body is None else json.dumps(body).encode()
        try:
            return await self._exchange(method, path, data)
        except (OSError, EOFError, asyncio.LimitOverrunError):
            self._streams = None
            return 0, {}

    async def _exchange(self, method: str, path: str, data: bytes) -> tuple[int, Any]:
        reader, writer = await self._open()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
        writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + data)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if line)
        answer = await reader.readexactly(int(fields["content-length"]))
        if fields.get("connection") == "close":
            writer.close()
            self._streams = None
        return int(lines[0].split()[1]), json.loads(answer)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=1 << 24, local_addr=(self.address, 0)
            )
        return self._streams


def client(asked: argparse.Namespace, address: str) -> Client:
    return Client(asked.port, "127.0.0.1" if asked.one_address else address)


# Players


async def played(asked: argparse.Namespace) -> dict[str, Any]:
    """Let the players play until the time is up; return what they have measured."""
    times: dict[str, list[float]] = {"move": [], "hint": []}
    refused = Counter[str]()
    players = [
        play(client(asked, f"127.0.0.{10 + number}"), number, times, refused)
        for number in range(PLAYERS)
    ]
    tasks = [asyncio.create_task(each) for each in players]
    await asyncio.sleep(asked.seconds)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise RuntimeError("a player has stopped playing") from ended
    return {"times": times, "refused": refused}


async def play(
    player: Client, number: int, times: dict[str, list[float]], refused: Counter[str]
) -> None:
    """Play one game after the other, never opening a mine."""

    async def timed(kind: str, method: str, path: str, body: object = None) -> Any:
        began = time.perf_counter()
        status, answer = await player.send(method, path, body)
        is_done = status in (200, 201)
        times[kind].append(time.perf_counter() - began if is_done else inf)
        refused[f"{kind}: {status}"] += not is_done
        await asyncio.sleep(dice.uniform(0.1, 0.3))
        return answer if is_done else None

    dice = random.Random(number)
    for seed in range(1000 * number, 1000 * number + 1000):
        layout = Game.new("expert", "none", seed=seed).layout
        wish = {"level": "expert", "start": "none", "seed": seed}
        game = await timed("move", "POST", "/api/games", wish)
        cells = [cell for cell in range(layout.grid.size) if not layout.is_mine(cell)]
        dice.shuffle(cells)
        moves = 0
        while game and game["status"] == "playing" and cells:
            row, col = layout.grid.place(cells.pop())
            if game["board"][row][col] != "#":
                continue
            path, moves = f"/api/games/{game['token']}", moves + 1
            move = {"act": "open", "cell": [row, col]}
            game = await timed("move", "POST", f"{path}/moves", move) or game
            if moves % 3 == 0 and game["status"] == "playing":
                await timed("hint", "POST", f"{path}/hint", {"rung": 4})
            if moves % 5 == 0 and game["status"] == "playing":
                await timed("hint", "GET", f"{path}/risks")


# Attackers


async def attacked(asked: argparse.Namespace) -> Counter[str]:
    """Attack until the time is up; return how often what was answered."""
    answers = Counter[str]()
    plans = [
        *[analyse_worst] * 26,
        *[open_worst] * 6,
        *[review_longest] * 5,
        *[generate_hardest] * 4,
        *[guess_on] * 2,
        *[begin_many] * 4,
        *[send_long] * 2,
        dribble,
    ]
    assert len(plans) == HOSTILE
    tasks = [
        asyncio.create_task(plan(Attacker(client(asked, f"127.0.1.{1 + n}"), n, answers)))
        for n, plan in enumerate(plans)
    ]
    await asyncio.sleep(asked.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return answers


@dataclass
class Attacker:
    """A hostile client, who counts what he is answered."""

    client: Client
    number: int
    answers: Counter[str]

    async def send(self, method: str, path: str, body: object = None) -> Any:
        status, answer = await self.client.send(method, path, body)
        self.answers[
            "answered" if status in (200, 201) else f"refused ({status or 'cut off'})"
        ] += 1
        return answer


Plan = Callable[[Attacker], Coroutine[Any, Any, None]]


def clues(layout: Layout) -> list[int]:
    """Return the cells that can be opened one by one: safe, and next to a mine."""
    numbers = layout.numbers()
    return [cell for cell in layout.safe_cells() if numbers[cell]]


@cache
def worst(seed: int) -> tuple[Layout, set[int]]:
    """Return a layout as large as is allowed, half of it mines, and a third of its clues."""
    grid = Grid(SIDE, SIDE)
    layout = Layout.random(grid, grid.size // 2, Rng(seed))
    cells = clues(layout)
    return layout, set(random.Random(seed).sample(cells, len(cells) // 3))


async def analyse_worst(attacker: Attacker) -> None:
    layout, opened = worst(attacker.number % 4)
    numbers = layout.numbers()
    line = "".join(
        str(numbers[cell]) if cell in opened else "#" for cell in range(layout.grid.size)
    )
    body = {"board": [line[at : at + SIDE] for at in range(0, len(line), SIDE)]}
    while True:
        await attacker.send("POST", "/api/analyse", body | {"mines": len(layout.mines)})


async def open_worst(attacker: Attacker) -> None:
    code = transcript(*worst(attacker.number % 4))
    while True:
        game = await attacker.send("POST", "/api/games", {"code": code})
        if "token" in game:
            await attacker.send("GET", f"/api/games/{game['token']}/risks")


def transcript(layout: Layout, cells: Iterable[int]) -> str:
    return f"layout/clearing\n{layout.picture()}\n{' '.join(map(layout.grid.name, cells))}"


async def review_longest(attacker: Attacker) -> None:
    layout = Layout.random(Grid(40, 60), 600, Rng(attacker.number))
    code = transcript(layout, [*clues(layout), min(layout.mines)])
    game = await attacker.send("POST", "/api/games", {"code": code})
    while "token" in game:
        await attacker.send("GET", f"/api/games/{game['token']}/review")
        await attacker.send("GET", f"/api/games/{game['token']}/chances")


async def generate_hardest(attacker: Attacker) -> None:
    while True:
        game = await attacker.send(
            "POST", "/api/games", {"level": "100x100/2500", "no_guess": True, "start": "opening"}
        )
        if "token" in game:
            move = {"act": "open", "cell": [30, 30]}
            await attacker.send("POST", f"/api/games/{game['token']}/moves", move)


async def guess_on(attacker: Attacker) -> None:
    dice = random.Random(attacker.number)
    while True:
        wish = {"level": "50x50/1250", "start": "none", "finish": "fair"}
        game = await attacker.send("POST", "/api/games", wish)
        while game.get("status") == "playing":
            place = [dice.randrange(50), dice.randrange(50)]
            path, move = f"/api/games/{game['token']}/moves", {"act": "open", "cell": place}
            told = await attacker.send("POST", path, move)
            game = told if "status" in told else game


async def begin_many(attacker: Attacker) -> None:
    while True:
        await attacker.send("POST", "/api/games", {"level": "200x200/8000", "start": "opening"})


async def send_long(attacker: Attacker) -> None:
    while True:
        await attacker.send("POST", "/api/analyse", {"board": ["#" * 249_000]})


async def dribble(attacker: Attacker) -> None:
    await asyncio.gather(*(dribble_once(attacker) for _ in range(40)))


async def dribble_once(attacker: Attacker) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n"
    while True:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", attacker.client.port, local_addr=(attacker.client.address, 0)
        )
        writer.write(head)
        answer = asyncio.create_task(reader.read(1))
        while not answer.done():
            writer.write(b" ")
            await asyncio.sleep(0.1)
        attacker.answers["slow bodies refused"] += 1
        writer.close()


if __name__ == "__main__":
    sys.exit(main())
