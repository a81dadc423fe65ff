"""The progress bar of a run: games played, speed, and the win rate so far."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.progress import BarColumn, TaskID, TextColumn

from mineproof.app.text.console import progress_bar
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.numerals import rate_text
from mineproof.lab.run.store import Part, Run
from mineproof.stats.intervals import wilson


class RunProgress:
    """The bar of one run on standard error; nothing is drawn outside a terminal."""

    def __init__(
        self, experiment: Experiment, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        said = TextColumn("{task.fields[said]}")
        self.bar = progress_bar(TextColumn("{task.description}"), BarColumn(bar_width=None), said)
        self.games = self.won = self._before = 0
        self._experiment, self._clock = experiment, clock
        self._task: TaskID | None = None
        self._started = clock()

    def start(self, there: Run) -> None:
        """Start from the games that the run already has."""
        self.games = self._before = there.games
        self.won = there.won
        self._started = self._clock()
        name, total = self._experiment.name, self._experiment.total
        self._task = self.bar.add_task(name, total=total, said="")
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
        self.bar.update(
            self._task, completed=self.games, said=f"{done}, {rate:,.0f} per second, won {won}"
        )
