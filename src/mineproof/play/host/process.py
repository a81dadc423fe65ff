"""The inside of a host: plays the games it is handed, one by one, and returns each result.

`python -m mineproof.play.host.process IN OUT BEAT [MEMORY FILE_SIZE]` reads orders from one pipe
and writes results to another, both pickled, each result after its length; BEAT is a file of 8 bytes
in memory that holds its deadline. With limits it is fenced.
"""

from __future__ import annotations

import mmap
import os
import pickle
import struct
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from mineproof.play.referee import Referee
from mineproof.plugins.fence import Fence
from mineproof.plugins.launch import end_with_parent
from mineproof.plugins.source import LOADING_SECONDS

Task: TypeAlias = Callable[[int, Referee], Any]
"""Plays one game, given by number; what it returns is pickled."""

DEADLINE = struct.Struct("d")
LENGTH = struct.Struct("Q")


class Guest(Protocol):
    """A player that is hired by name: an entrant."""

    def hire(self) -> object:
        """Load its code, and return an agent."""


@dataclass(frozen=True, slots=True)
class Order:
    """Some games of a player, who may be silent for so many seconds."""

    player: Guest
    task: Task
    numbers: Sequence[int]
    seconds: float


class Beat:
    """Moves the deadline on whenever the player has answered: the watch of a hosted referee."""

    def __init__(self, file: int) -> None:
        # Faster than DEADLINE.pack_into, and this happens twice a move.
        self._deadline = memoryview(mmap.mmap(file, DEADLINE.size)).cast("d")

    def start(self, now: float, seconds: float, /) -> None:
        """Give the player so much time from now on."""
        self._seconds = seconds
        self._deadline[0] = now + seconds

    def stop(self, now: float, /) -> None:
        """Give it as much again, to take in what its move opened."""
        self._deadline[0] = now + self._seconds

    def rest(self) -> None:
        """Wait without a deadline."""
        self._deadline[0] = 0.0


def main(orders: int, results: int, beat_file: int, *limits: str) -> None:
    """Play until the pipe of orders is closed."""
    end_with_parent()
    if limits:
        Fence.read(list(limits)).enter()
    myself, beat = os.getpid(), Beat(beat_file)
    with os.fdopen(orders, "rb") as inbox, os.fdopen(results, "wb", buffering=0) as outbox:
        sys.path[:] = pickle.load(inbox)
        is_loaded = False
        while True:
            try:
                order: Order = pickle.load(inbox)
            except EOFError:
                return
            if not is_loaded:  # which may take longer than a move
                beat.start(time.monotonic(), LOADING_SECONDS)
                order.player.hire()
                is_loaded = True
            referee = Referee(order.seconds, beat)
            for number in order.numbers:
                beat.start(time.monotonic(), order.seconds)
                result = pickle.dumps((number, order.task(number, referee)))
                if os.getpid() != myself:
                    os._exit(0)  # a player has forked, and this is the copy
                beat.rest()
                outbox.write(LENGTH.pack(len(result)) + result)


if __name__ == "__main__":
    first, second, third, *rest = sys.argv[1:]
    main(int(first), int(second), int(third), *rest)
