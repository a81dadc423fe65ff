"""Many games one after the other: a progress bar, and a summary even if the user stops it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mineproof.app.as_json import record_json, summary_json
from mineproof.app.console import is_animated, screen, write_json
from mineproof.app.report import many_games
from mineproof.app.wish import Wish
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.errors import BadInput
from mineproof.lab.record import Record
from mineproof.lab.tables import summarise


@dataclass(frozen=True, slots=True)
class Batch:
    """So many games, on seeds that follow each other."""

    first: Setting
    games: int
    wish: Wish

    def __post_init__(self) -> None:
        if self.games < 1:
            raise BadInput(f"{self.games} games; want 1 or more")
        replace(self.first, seed=self.last_seed)  # raises if the seeds end before the games

    @property
    def last_seed(self) -> int:
        """The seed of the last game."""
        return self.first.seed + self.games - 1

    def play(self) -> Iterator[Record]:
        """Play the games and yield their records."""
        agent = self.wish.hire()
        for seed in range(self.first.seed, self.last_seed + 1):
            yield self.wish.match(Game.of(replace(self.first, seed=seed)), agent).play()

    def rest(self, played: int) -> str:
        """Say which options go on after so many games."""
        return f"--seed {self.first.seed + played} --games {self.games - played}"

    @property
    def kind(self) -> str:
        """What the games have in common: their id without the seed."""
        return str(self.first).rsplit("#", 1)[0]


def play_batch(console: Console, batch: Batch, *, as_json: bool = False) -> int:
    """Play the games, print what came of them, and return the exit code."""
    records: list[Record] = []
    is_stopped = _gather(batch, records)
    if as_json:
        _write(batch, records)
    else:
        _print(console, batch, records)
    if not is_stopped:
        return 0
    how = f"go on with {batch.rest(len(records))} and the other options as before"
    screen(stderr=True).print(f"stopped after {len(records)} of {batch.games} games; {how}")
    return 130


def _gather(batch: Batch, records: list[Record]) -> bool:
    """Play into `records` until done, or until the user stops it: then return True."""
    try:
        with _progress() as progress:
            for record in progress.track(batch.play(), total=batch.games, description="games"):
                records.append(record)  # noqa: PERF402 - those played before Ctrl-C are to stay
    except KeyboardInterrupt:
        return len(records) < batch.games
    return False


def _progress() -> Progress:
    console = screen(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not is_animated(console),
    )


def _print(console: Console, batch: Batch, records: list[Record]) -> None:
    first = batch.first.seed
    heading = f"{batch.kind}, seeds {first} to {first + max(0, len(records) - 1)}, {batch.wish}"
    many_games(console, summarise(records), heading, batch.wish.hire().engine)


def _write(batch: Batch, records: list[Record]) -> None:
    grid = batch.first.level.grid
    what = {"games_of": batch.kind, "first_seed": batch.first.seed}
    who = {"agent": batch.wish.agent, "engine": batch.wish.engine}
    write_json(
        {
            "summary": what | who | summary_json(summarise(records)),
            "records": [record_json(record, grid) for record in records],
        }
    )
