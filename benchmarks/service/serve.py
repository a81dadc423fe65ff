"""How long a move takes on the page while 200 games are played at once.

A server runs as `mineproof serve` runs it. Another process plays 200 expert games on it, each over
a connection of its own: it opens a safe cell, or flags a mine, waits for the answer, and takes half
a second until the next. That is 400 moves a second, more than as many people make in a hurry. Then
nobody waits any longer: each game sends its next move as soon as it has the answer.

Beside it a bare endpoint, which takes moves of the same form, answers with an empty board and does
nothing else: what FastAPI and the machine cost by themselves. The CPU time of a move, all of the
server's divided by the moves, says more than the others where the machine is not alone. Run `make
bench-serve`; the exit code is 1 if there was an error, or if the target is missed.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.responses import JSONResponse

from mineproof.app.service.messages.games import MoveRequest
from mineproof.app.web.serve import config, listen
from mineproof.board.game import Game

GAMES, MOVES, PAUSE = 200, 40, 0.5
P95_WANTED = 100.0
LEVEL, START = "expert", "none"


def main(words: list[str]) -> int:
    """Measure and print; return 1 if a target is missed. With words, be one of the processes."""
    match words:
        case ["bare"]:
            serve_bare()
        case ["play", port, path, pause]:
            print(json.dumps(asyncio.run(play_all(int(port), path, float(pause)))))
        case []:
            return report()
        case _:
            print(f"{' '.join(words)}: no such part; expected no arguments", file=sys.stderr)
            return 2
    return 0


def report() -> int:
    """Let the processes run, and print what they have measured."""
    print(f"{GAMES} expert games at once, {MOVES} moves each, Python {platform.python_version()}\n")
    print(f"{'milliseconds per move':36}{'p50':>8}{'p95':>8}{'p99':>8}{'moves/s':>10}")
    with tempfile.TemporaryDirectory() as folder, serving(page_command(folder)) as server:
        page = shown("the page, a pause of 0.5 s", server.port, "/api/games", PAUSE)
        rushed = shown("the page, no pause", server.port, "/api/games", 0.0)
    with serving([__file__, "bare"]) as twin:
        bare = shown("a bare endpoint, a pause of 0.5 s", twin.port, "/bare", PAUSE)
        rushed_bare = shown("a bare endpoint, no pause", twin.port, "/bare", 0.0)
    ours, theirs = (1000 * each.cpu_seconds / (2 * GAMES * MOVES) for each in (server, twin))
    print(
        f"\nA move of the page takes {page.at(0.5) / bare.at(0.5):.1f} times a bare endpoint, and"
    )
    print(
        f"{rushed_bare.rate / rushed.rate:.1f} times when nobody waits; of CPU time {ours:.2f} ms,"
    )
    print(f"{ours / theirs:.1f} times the {theirs:.2f} ms of a bare endpoint.")
    is_met = page.at(0.95) < P95_WANTED
    print(
        f"{'met' if is_met else 'MISSED':<8}p95 under {P95_WANTED:.0f} ms: {page.at(0.95):.1f} ms"
    )
    return 0 if is_met else 1


@dataclass(frozen=True)
class Measured:
    """How long each move took, in milliseconds and in order, and how many there were a second."""

    times: list[float]
    rate: float

    def at(self, share: float) -> float:
        return self.times[int(len(self.times) * share)]


def shown(name: str, port: int, path: str, pause: float) -> Measured:
    """Let all games be played by another process, and print how long the moves took."""
    command = [sys.executable, __file__, "play", str(port), path, str(pause)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    measured = Measured(**json.loads(done.stdout))
    shares = "".join(f"{measured.at(share):8.1f}" for share in (0.5, 0.95, 0.99))
    print(f"{name:36}{shares}{measured.rate:10.0f}", flush=True)
    return measured


# The servers


def page_command(folder: str) -> list[str]:
    file = str(Path(folder) / "games")
    return ["-m", "mineproof", "serve", "--no-open", "--port", "0", "--data", file]


@dataclass
class Server:
    """Where a server is; and once it has ended, how much CPU time it took."""

    port: int
    cpu_seconds: float = 0.0


@contextmanager
def serving(command: list[str]) -> Iterator[Server]:
    """Run a server that says where it is."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    server = Server(int(process.stdout.readline().rpartition(":")[2].partition("/")[0]))
    try:
        yield server
    finally:
        process.terminate()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        process.stdout.close()
        server.cpu_seconds = usage.ru_utime + usage.ru_stime


def serve_bare() -> None:
    """Serve an endpoint that does nothing, as the page is served."""
    app = FastAPI(telemetry={"tracing": False, "metrics": False, "logs": False})
    answer = {"token": "bare", "status": "playing", "board": ["#" * 30] * 16}

    async def begin() -> JSONResponse:
        return JSONResponse(answer, status_code=201)

    async def move(token: str, asked: MoveRequest) -> JSONResponse:
        return JSONResponse(answer | {"token": token, "moves": len(asked.cell)})

    app.post("/bare")(begin)
    app.post("/bare/{token}/moves")(move)
    with listen("127.0.0.1", 0) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
        uvicorn.Server(config(app)).run(sockets=[listening])


# The load


async def play_all(port: int, path: str, pause: float) -> dict[str, Any]:
    """Play all games at once, and return how long each move took."""
    began = time.perf_counter()
    games = await asyncio.gather(*(play(port, path, pause, seed) for seed in range(GAMES)))
    times = sorted(1000 * each for game in games for each in game)
    return {"times": times, "rate": len(times) / (time.perf_counter() - began)}


async def play(port: int, path: str, pause: float, seed: int) -> list[float]:
    """Play one game; raise if any answer is not as it must be."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    dice, layout = random.Random(seed), Game.new(LEVEL, START, seed=seed).layout
    body = {"level": LEVEL, "start": START, "seed": seed}
    game = await send(reader, writer, path, body, 201)
    moves, times = f"{path}/{game['token']}/moves", list[float]()
    cells = [(row, col) for row in range(16) for col in range(30)]
    dice.shuffle(cells)
    await asyncio.sleep(dice.random() * pause)
    while len(times) < MOVES:
        row, col = cells.pop()
        if game["board"][row][col] == "#":
            act = "flag" if layout.is_mine(30 * row + col) else "open"
            began = time.perf_counter()
            game = await send(reader, writer, moves, {"act": act, "cell": [row, col]}, 200)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(dice.uniform(0.5, 1.5) * pause)
    writer.close()
    return times


async def send(
    reader: StreamReader, writer: StreamWriter, path: str, body: object, wanted: int
) -> Any:
    """Post a body over a connection that stays open, and return what is answered."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
    writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + data)
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines[1:] if line)
    answer = await reader.readexactly(int(fields["content-length"]))
    if int(lines[0].split()[1]) != wanted:
        raise RuntimeError(f"{lines[0]}: {answer.decode()}")
    return json.loads(answer)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
