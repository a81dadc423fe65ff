"""The players in examples/protocol make the same moves, and the documented session is true."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mineproof.agents import agent_named
from mineproof.agents.entrant import Entrant
from mineproof.agents.own_moves import partner
from mineproof.board.game import Game, Move
from mineproof.board.notation import Setting
from mineproof.engines.single import Single
from mineproof.play.guests import play_guest
from mineproof.play.match import Match
from mineproof.play.record import Outcome
from mineproof.version import __version__

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs need POSIX")

ROOT = Path(__file__).parents[3]
PLAYERS = ROOT / "examples/protocol"
PYTHON = f"{sys.executable} -I -S {PLAYERS / 'client.py'}"
GAMES = [
    ("6x7/8/safe", True),
    ("6x7/8/none", False),
    ("5x5/4/list5", True),
    ("torus:6x6/5/opening", True),
    ("torus:2x7/3/list3", False),
    ("hex:6x7/7/safe", True),
    ("hex:5x6/5/list3", True),
]
SEEDS = range(3)


@pytest.fixture(autouse=True)
def nobody_waits() -> Iterator[None]:
    """End the programs of each test with it."""
    yield
    while partner._idle:
        partner._idle.pop().process.kill()


def moves(command: str) -> list[list[Move]]:
    """Return the moves of every game."""
    agent = agent_named(f"exec:{command}", Single())
    return [
        [
            turn.move
            for turn in Match(
                Game.of(Setting.parse(f"{game}#{seed}")), agent, tell_total=tells
            ).turns()
        ]
        for game, tells in GAMES
        for seed in SEEDS
    ]


def command(client: str, folder: Path) -> str:
    """Return the command of a client; skip the test where its language is missing."""
    source = PLAYERS / f"player.{client}"
    tool = shutil.which("node" if client == "js" else os.environ.get("CXX", "c++"))
    if not tool:
        pytest.skip(f"nothing here runs {source.name}")
    if client == "js":
        return f"{tool} {source}"
    strict = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([tool, *strict, str(source), "-o", str(folder / "player")], check=True)
    return str(folder / "player")


@pytest.mark.parametrize("client", ["js", "cpp"])
def test_all_players_make_the_same_moves(client: str, tmp_path: Path) -> None:
    assert moves(command(client, tmp_path)) == moves(PYTHON)


def test_the_player_is_sensible_and_never_at_fault() -> None:
    records = list(
        play_guest(Setting.parse("6x7/6/opening#0"), Entrant(f"exec:{PYTHON}", "single"), range(20))
    )
    assert {record.fault for record in records} == {None}
    assert sum(record.outcome is Outcome.WON for record in records) >= 10


def test_each_fits_on_two_pages() -> None:
    lengths = {file.name: len(file.read_text("utf-8").splitlines()) for file in PLAYERS.iterdir()}
    assert lengths.keys() == {"client.py", "player.js", "player.cpp"}
    assert max(lengths.values()) < 150


# The session in docs/protocol.md


def session() -> list[str]:
    """Return the lines of the documented session, with the present version."""
    text = (ROOT / "docs/protocol.md").read_text("utf-8")
    (block,) = re.findall(r"^```text\n(> .*?)^```$", text, re.MULTILINE | re.DOTALL)
    return re.sub(r"mineproof [\d.]+", f"mineproof {__version__}", block).splitlines()


def test_mineproof_writes_the_documented_session(tmp_path: Path) -> None:
    (tmp_path / "session").write_text("\n".join(session()) + "\n", "utf-8")
    program = Path(__file__).with_name("programs.py")
    replay = f"{sys.executable} -I -S {program} replay {tmp_path / 'session'}"
    entrant = Entrant(f"exec(density=0.25, nodes=1000):{replay}", "single")
    records = list(play_guest(Setting.parse("3x4/2/safe#0"), entrant, [3, 4]))
    assert [record.fault for record in records] == [None, None]
    assert [record.outcome for record in records] == [Outcome.WON, Outcome.LOST]


@pytest.mark.parametrize("client", ["py", "js"])
def test_the_players_write_the_documented_session(client: str, tmp_path: Path) -> None:
    run = (PYTHON if client == "py" else command(client, tmp_path)).split()
    lines = session()
    heard = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    done = subprocess.run(run, input=heard, capture_output=True, text=True, check=True)
    answers = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert list(map(json.loads, done.stdout.splitlines())) == answers
