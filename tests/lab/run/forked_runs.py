"""Drivers of a run, to be killed: a process that has imported everything forks one for each line.

`python -m tests.lab.run.forked_runs ROOT` reads lines. For each it prints the id of a new process
that runs the experiment with two jobs, in a process group of its own, and when that has ended, how.
What it asks its workers to play goes to ROOT/asked.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from tests.lab.runs import small

from mineproof.lab.experiment import Chunk, Experiment
from mineproof.lab.run.backends import Parts, Workforce
from mineproof.lab.run.runner import run

EXPERIMENT = small(games=120, chunk=1)


def drive(root: Path) -> None:
    play = Workforce.play

    def ask(workforce: Workforce, experiment: Experiment, chunks: Sequence[Chunk]) -> Parts:
        with (root / "asked").open("a") as log:
            log.write(json.dumps([chunk.number for chunk in chunks]) + "\n")
        return play(workforce, experiment, chunks)

    with patch.object(Workforce, "play", ask):
        run(EXPERIMENT, root, jobs=2)


def main(root: Path) -> None:
    for _ in sys.stdin:
        if (pid := os.fork()) == 0:
            os.setpgid(0, 0)
            drive(root)
            os._exit(0)
        os.setpgid(pid, pid)
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
