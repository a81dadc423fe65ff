"""Fifty kills at any moment: a move that was acknowledged is there afterwards.

Most kills hit a process that only stores games, for it starts in no time. `make test-kills` kills a
whole server as often.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from tests.app.web.running_server import Running, serving

from mineproof.app.service.limits import Limits
from mineproof.app.web.games import StoredGames

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")

STORE_KILLS = 48
SERVER_KILLS = int(os.environ.get("MINEPROOF_KILLS", "2"))

WRITER = """
import os, random, signal, sys
from pathlib import Path
from mineproof.app.game.session import Session
from mineproof.app.web.games import StoredGames
from mineproof.app.service.limits import Limits
from mineproof.board.game import Act, Move
from mineproof.board.transcript import Transcript

def write(file, to_parent):
    games = StoredGames.open(file, Limits())
    token = games.add(Session(Transcript.parse("63x63/900/none#1"), is_given=True), "ada")
    os.write(to_parent, token.encode())
    for number in range(3969):
        session = games.session(token)
        session.play(Move(Act.FLAG, number), 0.0)
        games.save(token, session)
        os.write(to_parent, b".")

dice = random.Random(int(sys.argv[2]))
for _ in range(int(sys.argv[3])):
    from_child, to_parent = os.pipe()
    child = os.fork()
    if not child:
        write(Path(sys.argv[1]), to_parent)
    os.close(to_parent)
    told = b""
    while len(told) < 32 + dice.randrange(20):
        told += os.read(from_child, 10)
    for _ in range(dice.randrange(2000)):  # a moment
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(from_child, 1000):
        told += more
    os.close(from_child)
    print(told[:32].decode(), len(told) - 32, flush=True)
"""


def test_a_store_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games"
    command = [sys.executable, "-c", WRITER, str(file), "1", str(STORE_KILLS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    games = StoredGames.open(file, Limits())
    kills = [line.split() for line in done.stdout.splitlines()]
    assert len(kills) == STORE_KILLS
    for token, acknowledged in kills:
        stored = [move.cell for move in games.session(token).moves]
        assert stored == list(range(len(stored)))
        assert len(stored) - int(acknowledged) in (0, 1)


@pytest.mark.long
def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """Nor does a game that goes on after each kill, on one server after the other."""
    dice, token, known = random.Random(1), "", 0
    for _ in range(SERVER_KILLS):
        with serving(tmp_path / "games") as server:
            wish = {"level": "63x63/900", "start": "none"}
            token = token or server.ask("/api/games", wish)["token"]
            found = server.ask(f"/api/games/{token}")["moves"]
            assert found - known in (0, 1)
            known = found + flags_until_killed(server, token, found, dice.randrange(1, 40))
    with serving(tmp_path / "games") as server:
        assert server.ask(f"/api/games/{token}")["moves"] - known in (0, 1)


def flags_until_killed(server: Running, token: str, first: int, kill_at: int) -> int:
    """Set flags as fast as they are acknowledged until the server is dead; return how many were."""
    killer = threading.Timer(0.003, server.process.send_signal, [signal.SIGKILL])
    acknowledged = 0
    with closing(http.client.HTTPConnection(server.address.removeprefix("http://"))) as connection:
        while is_flagged(connection, token, first + acknowledged):
            acknowledged += 1
            if acknowledged == kill_at:
                killer.start()
    killer.join()
    return acknowledged


def is_flagged(connection: http.client.HTTPConnection, token: str, cell: int) -> bool:
    """Tell whether a flag was acknowledged; it is not if the server is gone."""
    body = json.dumps({"act": "flag", "cell": divmod(cell, 63)})
    try:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"/api/games/{token}/moves", body, headers)
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return False
    assert answer.status == 200
    return True
