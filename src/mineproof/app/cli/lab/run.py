"""`mineproof lab run`: a progress bar while the games are played, then the results."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from mineproof.app.cli.lab.report import print_results
from mineproof.app.text.console import is_animated, screen
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.numerals import rate_text
from mineproof.lab.run.backends import Workforce
from mineproof.lab.run.runner import run
from mineproof.lab.run.store import Part, Run
from mineproof.stats.intervals import wilson


def play(console: Console, experiment: Experiment, results: Path, workforce: Workforce) -> int:
    """Play what is missing, print the results, and return the exit code."""
    progress = _progress()
    watcher = _Watcher(progress, experiment)
    try:
        with progress:
            done = run(
                experiment,
                results,
                jobs=workforce.jobs,
                backend=workforce.backend,
                address=workforce.address,
                on_start=watcher.start,
                on_part=watcher.add,
            )
    except KeyboardInterrupt:
        _say(
            f"stopped after {watcher.games:,} of {experiment.total:,} games; they are saved, and"
            " the same command continues the run"
        )
        return 130
    for fault in done.faults:
        _say(f"{fault}; its games were replayed")
    print_results(console, done)
    return 0


class _Watcher:
    """Keeps the progress bar up to date."""

    def __init__(
        self,
        progress: Progress,
        experiment: Experiment,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.games = self.won = self._before = 0
        self._progress, self._experiment, self._clock = progress, experiment, clock
        self._task: TaskID | None = None
        self._started = clock()

    def start(self, there: Run) -> None:
        """Start from the games that the run already has."""
        self.games = self._before = there.games
        self.won = there.won
        self._started = self._clock()
        name, total = self._experiment.name, self._experiment.total
        self._task = self._progress.add_task(name, total=total, said="")
        self._show()

    def add(self, part: Part) -> None:
        """Add games that have just been played."""
        self.games += part.games
        self.won += part.won
        self._show()

    def _show(self) -> None:
        assert self._task is not None
        rate = (self.games - self._before) / max(1e-9, self._clock() - self._started)
        won = rate_text(self.won / self.games, wilson(self.won, self.games)) if self.games else "-"
        done = f"{self.games:,} of {self._experiment.total:,} games"
        self._progress.update(
            self._task, completed=self.games, said=f"{done}, {rate:,.0f} per second, won {won}"
        )


def _progress() -> Progress:
    console = screen(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not is_animated(console),
    )


def _say(sentence: str) -> None:
    screen(stderr=True).print(sentence)
