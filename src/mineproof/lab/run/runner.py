"""Run: an experiment is played, or what is missing of it.

Whatever has stopped a run before, each part that is there is kept, and each that is not is played.
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
"""How often in a row workers may be lost before any part is finished."""


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
    """Play what is missing of an experiment's run under `root`, and return all of it.

    `on_start` is told what there is before anything is played, `on_part` each part that is added.
    If nothing is missing, neither is called. Raises BadInput, and LimitReached if workers die again
    and again. Whatever is raised, Ctrl-C too, finished parts stay and the next call goes on.

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
        _play_missing(store, experiment, workforce, on_part or _ignore)
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
                message = f"workers were lost {losses} times, and no chunk was finished: {lost}"
                raise LimitReached(message) from None


def _ignore(_: Part) -> None:
    pass
