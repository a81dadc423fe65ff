"""What a click costs on large boards, beside an expert board in the same run.

    make bench-large
    make bench-large ARGS=--whole

A server runs as `mineproof serve` runs it. One player plays a game of each size: half of the board
is open, row by row; then clicks, flags, hints, risks, AI moves and undos are timed, the sizes
taking turns, so that a busy machine slows all of them. Requests are those of the page: an answer
says what has changed since the last one, or with --whole sends the board each time; risks are those
beside clues. Ratios are to the expert board. The exit code is 1 if a click at 200x200 takes more
than 10 times an expert one.
"""

from __future__ import annotations

import json
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import islice
from statistics import median
from typing import Any

from benchmarks.service.serve import page_command, serving

from mineproof.board.game import Act, Move
from mineproof.board.layout import Layout
from mineproof.board.transcript import Transcript

SIZES = {"16x30": "expert", "100x100": "100x100/2000", "200x200": "200x200/8000"}
ACTS = ("open", "flag", "hint", "risks", "AI move", "undo")
ROUNDS = 15
MOST = 10.0


@dataclass
class Table:
    """A game in progress on the server."""

    web: HTTPConnection
    game: dict[str, Any]
    layout: Layout
    free: Iterator[int]
    is_short: bool

    def do(self, act: str) -> tuple[float, int]:
        """Do something as the page does it; return milliseconds and bytes."""
        path, since = f"/api/games/{self.game['token']}", dict[str, Any]()
        if self.is_short:
            since = {"since": self.game["version"]}
        body: dict[str, Any] | None = None
        match act:
            case "open" | "flag":
                cell = next(c for c in self.free if self.layout.is_mine(c) == (act == "flag"))
                move = {"act": act, "cell": divmod(cell, self.layout.grid.cols)}
                body, path = (
                    {"after": self.game["moves"], "moves": [move], **since},
                    f"{path}/batch",
                )
            case "AI move":
                body, path = since, f"{path}/ai"
            case "undo":
                body, path = since, f"{path}/undo"
            case "hint":
                body, path = {"rung": 5}, f"{path}/hint"
            case _:
                path += "/risks?brief=true"
        began = time.perf_counter()
        answer, size = send(self.web, path, body)
        took = 1000 * (time.perf_counter() - began)
        found = answer.get("game", answer)
        self.game = found if "version" in found else self.game
        return took, size


def main() -> int:
    """Measure and print; return 1 if the target is missed."""
    is_short = "--whole" not in sys.argv[1:]
    print(f"medians of {ROUNDS}, Python {platform.python_version()}\n")
    with tempfile.TemporaryDirectory() as folder, serving(page_command(folder)) as server:
        web = HTTPConnection("127.0.0.1", server.port)
        tables = {size: begun(web, level, is_short=is_short) for size, level in SIZES.items()}
        times = {act: measured(tables, act) for act in ACTS}
    print(f"{'':10}" + "".join(f"{size:>30}" for size in SIZES))
    print(f"{'':10}" + f"{'ms':>10}{'ratio':>8}{'bytes':>12}" * len(SIZES))
    for act, found in times.items():
        usual = found["16x30"][0]
        cells = (f"{ms:10.1f}{ms / usual:8.1f}{size:12,.0f}" for ms, size in found.values())
        print(f"{act:10}{''.join(cells)}")
    ratio = times["open"]["200x200"][0] / times["open"]["16x30"][0]
    print(f"\n{'met' if ratio <= MOST else 'MISSED':<8}a click at 200x200: {ratio:.1f} times 16x30")
    return int(ratio > MOST)


def measured(tables: dict[str, Table], act: str) -> dict[str, tuple[float, float]]:
    """Return the medians of milliseconds and bytes of each size, which take turns."""
    found: dict[str, list[tuple[float, int]]] = {size: [] for size in tables}
    for _ in range(ROUNDS):
        for size, table in tables.items():
            found[size].append(table.do(act))
    return {
        size: (median(ms for ms, _ in all_), median(count for _, count in all_))
        for size, all_ in found.items()
    }


def begun(web: HTTPConnection, level: str, *, is_short: bool) -> Table:
    """Return a game whose upper half is open."""
    transcript = Transcript.parse(f"{level}/opening:e5#7\ne5")
    game = transcript.end()
    moves = []
    for cell in range(game.grid.size // 2):
        if not game.layout.is_mine(cell) and not game.view.is_open(cell):
            moves.append(Move(Act.OPEN, cell))
            game.play(moves[-1])
    code = str(Transcript.of(game, (*transcript.moves, *moves)))
    web.close()  # idle for too long by now; the next request opens it again
    shown, _ = send(web, "/api/games", {"code": code})
    covered = game.view.hidden_cells()
    step = max(len(covered) // (4 * ROUNDS), 1)
    free = iter([*islice(covered, 0, None, step), *covered])
    return Table(web, shown, game.layout, free, is_short)


def send(web: HTTPConnection, path: str, body: object) -> tuple[dict[str, Any], int]:
    """Ask the server; return its answer, and how long that is."""
    data = None if body is None else json.dumps(body)
    headers = {"Content-Type": "application/json"} if data else {}
    web.request("GET" if data is None else "POST", path, data, headers)
    response = web.getresponse()
    text = response.read()
    if response.status not in (200, 201):
        raise RuntimeError(f"{response.status} {path}: {text.decode()[:200]}")
    answer: dict[str, Any] = json.loads(text)
    return answer, len(text)


if __name__ == "__main__":
    sys.exit(main())
