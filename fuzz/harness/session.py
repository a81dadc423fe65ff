"""Session: several targets side by side, with a line of progress and a summary."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import date
from pathlib import Path
from threading import Event

from fuzz.harness.supervisor import Count, Plan, run
from mineproof.errors import BadInput

_ROOT = Path(__file__).parents[2]


class Session:
    """The runs of some targets, all by the same plan."""

    def __init__(self, names: Sequence[str], plan: Plan) -> None:
        self._plan = plan
        self._counts = {name: Count() for name in names}
        self._stop = Event()
        self._shown = -math.inf

    def run(self, jobs: int) -> int:
        """Run to the end or to Ctrl-C; return the exit code."""
        with ThreadPoolExecutor(jobs) as pool:
            runs = {name: pool.submit(self._run, name) for name in self._counts}
            try:
                print(f"seed {self._plan.seed}", flush=True)
                self._follow(list(runs.values()))
            except KeyboardInterrupt:
                self._stop.set()
        return self._summary(runs)

    def _run(self, name: str) -> None:
        if not self._stop.is_set():
            run(name, self._plan, self._counts[name], self._stop)

    def _follow(self, runs: list[Future[None]]) -> None:
        while wait(runs, timeout=0.5).not_done:
            self._show()
        if sys.stderr.isatty():
            print(file=sys.stderr)

    def _show(self) -> None:
        """Rewrite the line of a terminal; add one a minute to a log."""
        parts = [_progress(name, count) for name, count in self._counts.items() if count.tried]
        if sys.stderr.isatty():
            width = shutil.get_terminal_size().columns - 1
            print("\r" + " · ".join(parts)[:width].ljust(width), end="", file=sys.stderr)
        elif parts and time.monotonic() > self._shown + 60:
            self._shown = time.monotonic()
            print(" · ".join(parts), file=sys.stderr, flush=True)

    def _summary(self, runs: dict[str, Future[None]]) -> int:
        """Print what was found and what was tried; return the exit code."""
        for name, count in self._counts.items():
            for file, finding in count.findings.items():
                print(f"\n{name}: {_short(file)} (seed {finding.seed})\n{finding.raised}")
        print(f"\n| date | commit | target | seeds | inputs | checked | findings |\n{'|---' * 7}|")
        for name, count in self._counts.items():
            print(self._row(name, count))
        failures = [f"{name}: {error}" for name, run in runs.items() if (error := _error(run))]
        print("\n".join(failures), end="\n" if failures else "", file=sys.stderr)
        has_findings = any(count.findings for count in self._counts.values())
        return 130 if self._stop.is_set() else 1 if has_findings else 2 if failures else 0

    def _row(self, name: str, count: Count) -> str:
        """Return the row for the table in docs/reliability.md."""
        checked = ", ".join(f"{number:,} {what}" for what, number in sorted(count.tally.items()))
        seeds = f"{self._plan.seed}–{max(self._plan.seed, count.next_seed - 1)}"
        cells = [name, seeds, f"{count.tried:,}", checked or "-", str(len(count.findings))]
        return f"| {' | '.join([date.today().isoformat(), _commit(), *cells])} |"


def _progress(name: str, count: Count) -> str:
    rate = count.tried / max(count.seconds, 0.001)
    return f"{name} {count.tried:,} ({rate:,.0f}/s, {len(count.findings)} findings)"


def _short(file: Path) -> str:
    return str(file.relative_to(_ROOT) if file.is_relative_to(_ROOT) else file)


def _error(run: Future[None]) -> str:
    error = run.exception()
    if error and not isinstance(error, BadInput):
        raise error
    return str(error or "")


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
