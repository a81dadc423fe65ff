"""Run an experiment, or the missing parts of it.

However a run was stopped, its finished parts are kept, and only missing ones are played.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from mineproof.errors import LimitReached, WorkersLost
from mineproof.lab.experiment import Experiment
from mineproof.lab.run.backends import Workforce
from mineproof.lab.run.store import Part, Run, Store, begin

PATIENCE = 5
"""How often workers may be lost in a row without a finished part in between."""


def run(
    experiment: Experiment,
    root: Path,
    *,
    jobs: int | None = None,
    backend: str = "local",
    address: str | None = None,
    on_start: Callable[[Run], None] | None = None,
    on_part: Callable[[Part], None] | None = None,
) -> Run:
    """Play the missing chunks of an experiment under `root`, and return the whole run.

    `on_start` gets the run before anything is played, `on_part` each new part. If nothing is
    missing, neither is called. Raises BadInput, and LimitReached if workers keep dying. Whatever is
    raised, KeyboardInterrupt included, finished parts stay and the next call continues.

    >>> import tempfile
    >>> mine = Experiment.of("mine", ["safest"], ["beginner/safe"], games=40)
    >>> with tempfile.TemporaryDirectory() as root:
    ...     done = run(mine, Path(root), jobs=1)
    ...     print(done.folder.name, done.games, done.won, done.read().columns[:3])
    mine-4cf83984f99f 40 37 ['entrant', 'level', 'start']
    """
    workforce = Workforce(backend, jobs, address)
    with begin(root, experiment) as store:
        if on_start and store.missing():
            on_start(store.run)
        _play_missing(store, experiment, workforce, on_part or (lambda _: None))
        return store.run


def _play_missing(
    store: Store, experiment: Experiment, workforce: Workforce, on_part: Callable[[Part], None]
) -> None:
    losses = 0
    while chunks := store.missing():
        try:
            with closing(workforce.play(experiment, chunks)) as parts:
                for data in parts:
                    on_part(store.add(data))
                    losses = 0
        except WorkersLost as lost:
            losses += 1
            if losses == PATIENCE:
                message = f"workers were lost {losses} times without finishing a chunk: {lost}"
                raise LimitReached(message) from None
