"""Many games: a progress bar, and a summary even if the user stops early.

If the kernel's loop can play them, it plays batches of them on all cores. A batch takes a moment,
so the bar moves, and Ctrl-C, which drops the current batch, loses little. Python's loop plays them
one by one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.play.report import many_games
from mineproof.app.json.values import record_json, summary_json
from mineproof.app.text.console import progress_bar, screen, write_json
from mineproof.board.notation import Setting
from mineproof.errors import BadInput
from mineproof.play.bulk import cores, is_in_kernel, play_games
from mineproof.play.guests import play_guest
from mineproof.play.record import Record
from mineproof.play.summary import Summary, summarise

_MOMENT = 0.15
"""Seconds that a portion of games should take."""

_GROWTH = 8
"""Most by which a portion may exceed the one before."""


@dataclass(frozen=True, slots=True)
class Batch:
    """A number of games on consecutive seeds."""

    first: Setting
    games: int
    entrant: Entrant

    def __post_init__(self) -> None:
        if self.games < 1:
            raise BadInput(f"{self.games} games; expected 1 or more")
        replace(self.first, seed=self.last_seed)  # raises if the seeds end before the games

    @property
    def last_seed(self) -> int:
        """The seed of the last game."""
        return self.first.seed + self.games - 1

    def play(self) -> Iterator[list[Record]]:
        """Play the games in order, and yield the records of a portion at a time."""
        seeds = range(self.first.seed, self.last_seed + 1)
        if self.entrant.is_guest:
            yield from ([record] for record in play_guest(self.first, self.entrant, seeds))
            return
        agent, tell_total = self.entrant.hire(), self.entrant.tell_total
        level, start, finish = self.first.level, self.first.start, self.first.finish
        is_bulk = is_in_kernel(agent, finish, tell_total=tell_total)
        singly = (range(seed, seed + 1) for seed in seeds)
        for part in portions(seeds, cores()) if is_bulk else singly:
            yield play_games(level, start, agent, part, finish=finish, tell_total=tell_total)

    def rest(self, played: int) -> str:
        """Return the options that continue after this many games."""
        return f"--seed {self.first.seed + played} --games {self.games - played}"

    @property
    def kind(self) -> str:
        """What the games have in common: their id without the seed."""
        return str(self.first).rsplit("#", 1)[0]


def portions(
    seeds: range, fewest: int, clock: Callable[[], float] = time.perf_counter
) -> Iterator[range]:
    """Cut `seeds` into parts that each take the caller a moment, with at least `fewest` seeds.

    The first has the fewest; the time that the caller takes for a part sizes the next one.
    """
    size = fewest
    while seeds:
        started = clock()
        yield seeds[:size]
        seeds = seeds[size:]
        spent = max(clock() - started, 1e-9)
        size = max(fewest, min(size * _GROWTH, int(size * _MOMENT / spent)))


def play_batch(console: Console, batch: Batch, *, as_json: bool = False) -> int:
    """Play the games, print the results, and return the exit code."""
    played = _write(batch) if as_json else _print(console, batch)
    if played.games == batch.games:
        return 1 if played.checks.refused else 0
    how = f"to continue, use {batch.rest(played.games)} and the same other options"
    screen(stderr=True).print(f"stopped after {played.games} of {batch.games} games; {how}")
    return 130


def _write(batch: Batch) -> Summary:
    """Play the games, write all their records, and return their summary."""
    records: list[Record] = []
    _gather(batch, records.extend)
    grid = batch.first.level.grid
    what = {"games_of": batch.kind, "first_seed": batch.first.seed}
    who = {"agent": batch.entrant.agent, "engine": batch.entrant.full_engine}
    summary = summarise(records)
    write_json(
        {
            "summary": what | who | summary_json(summary),
            "records": [record_json(record, grid) for record in records],
        }
    )
    return summary


def _print(console: Console, batch: Batch) -> Summary:
    """Play the games, print and return their summary; keep no records."""
    summary = Summary()

    def add(records: list[Record]) -> None:
        nonlocal summary
        summary += summarise(records)

    _gather(batch, add)
    first = batch.first.seed
    last = first + max(0, summary.games - 1)
    heading = f"{batch.kind}, seeds {first} to {last}, {_who(batch.entrant)}"
    many_games(console, summary, heading, batch.entrant.hire().engine)
    if batch.entrant.checks_proofs:
        console.print(summary.checks.words, soft_wrap=True)
    return summary


def _who(entrant: Entrant) -> str:
    hidden = "" if entrant.tell_total else ", mine count hidden"
    return f"{entrant.agent} with {entrant.full_engine}{hidden}"


def _gather(batch: Batch, take: Callable[[list[Record]], None]) -> None:
    """Play all games, or until the user stops, and pass on the records."""
    try:
        with progress_bar() as progress:
            task = progress.add_task("games", total=batch.games)
            for records in batch.play():
                take(records)
                progress.advance(task, len(records))
    except KeyboardInterrupt:
        return
