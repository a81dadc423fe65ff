"""What the protocol costs per move: the same player in this process and behind `exec:`.

The player is that of examples/protocol/client.py, and the engine `single` judges its moves. Both
ways it plays the same games. Two times are shown: that of the clock, where the quickest of some
rounds counts for each game, and that of the processors, of both processes together. On a busy
machine only the second means anything, for a program that could answer waits for a processor.

Run `make bench-protocol`; ARGS="--game expert/safe" has larger boards.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from examples.protocol import client

from mineproof.agents import agent_named
from mineproof.agents.base import Agent
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.agents.own_moves.partner import dismiss_all
from mineproof.agents.own_moves.protocol import Limits, game_line
from mineproof.agents.own_moves.table import Answer, Mover, Table
from mineproof.board.game import Act, Game, Move
from mineproof.board.notation import Setting
from mineproof.board.view import Sight, View
from mineproof.engines.single import Single
from mineproof.play.match import Match

CLIENT = Path(client.__file__)
TARGET = 1000  # microseconds


class Cost(NamedTuple):
    """What some games cost, in seconds for one round."""

    moves: int
    clock: float
    processors: float


class InProcess(OwnMoves):
    """The reference player, called directly."""

    name = "in process"

    def sit_down(self, table: Table) -> Mover:
        """Begin with the same message that a program gets."""
        return _InProcessMover(json.loads(game_line(1, table, Limits(10.0))))


class _InProcessMover(Mover):
    def __init__(self, game: client.Message) -> None:
        self._player = client.Player()
        self._player.begin(game)

    def move(self, view: View, news: Sequence[Sight]) -> Answer:
        grid = view.grid
        opened = [[*divmod(cell, grid.cols), number] for cell, number in news]
        answer = self._player.turn({"type": "turn", "opened": opened})
        if answer["type"] == "stuck":
            return Answer(None)
        return Answer(Move(Act(answer["act"]), grid.at(*answer["cell"])))


def main() -> int:
    """Print the cost; return 1 if it is above the target."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="beginner/safe")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    wish = parser.parse_args()
    settings = [Setting.parse(f"{wish.game}#{seed}") for seed in range(wish.games)]
    agents = {
        "in process": InProcess(Single()),
        "exec:": agent_named(f"exec:{sys.executable} {CLIENT}", Single()),
    }
    costs = {name: measured(settings, agent, wish.rounds) for name, agent in agents.items()}
    (moves,) = {cost.moves for cost in costs.values()}
    print(f"{wish.games} games of {wish.game}, {moves} moves, {wish.rounds} rounds\n")
    print("| player | µs per move, clock | processors |\n|---|---|---|")
    for name, cost in costs.items():
        print(f"| {name} | {cost.clock / moves * 1e6:.0f} | {cost.processors / moves * 1e6:.0f} |")
    direct, behind = costs.values()
    clock, processors = (
        (after - before) / moves * 1e6 for before, after in zip(direct[1:], behind[1:], strict=True)
    )
    print(f"| difference | {clock:.0f} | {processors:.0f} |")
    print(f"\nExpected: less than {TARGET} µs, on an idle machine by the clock.")
    return int(min(clock, processors) >= TARGET)


def measured(settings: Sequence[Setting], agent: Agent, rounds: int) -> Cost:
    """Return what the games of a player cost; its program is started before, and ended."""
    play(settings[0], agent)
    before, moves, clock = time.process_time(), 0, 0.0
    for setting in settings:
        runs = [play(setting, agent) for _ in range(rounds)]
        moves += runs[0][0]
        clock += min(seconds for _, seconds in runs)
    ours = time.process_time() - before
    theirs = child_seconds()
    dismiss_all()
    # The start of the program is part of this, and is spread over all moves.
    return Cost(moves, clock, (ours + child_seconds() - theirs) / rounds)


def child_seconds() -> float:
    """Return the CPU time of the children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def play(setting: Setting, agent: Agent) -> tuple[int, float]:
    """Play a game; return how many moves and seconds it took, by the clock."""
    started = time.perf_counter()
    record = Match(Game.of(setting), agent).play()
    return record.moves, time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
