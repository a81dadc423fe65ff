"""Finds the run and the entrant that a name on the command line means."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import polars as pl

from mineproof.errors import BadInput
from mineproof.lab.experiment import Experiment
from mineproof.lab.experiment_file import read_experiment
from mineproof.lab.run.store import Run, is_run, list_experiments, run_folder


class Side(NamedTuple):
    """An entrant of a run."""

    run: Run
    entrant: str

    @property
    def rows(self) -> pl.DataFrame | pl.LazyFrame:
        """The rows of its games."""
        return self.run.rows.filter(pl.col("entrant") == self.entrant)

    @property
    def games(self) -> int:
        """How many games it has played."""
        return int(self.rows.lazy().select(pl.len()).collect().item())


class Size(NamedTuple):
    """Games per setting; by default the number in the file."""

    games: int | None = None
    is_reduced: bool = False

    def read(self, file: Path) -> Experiment:
        """Return the experiment in a file, at this size; raise BadInput."""
        experiment = read_experiment(file)
        if self.is_reduced and self.games is not None:
            raise BadInput("--games and --reduced cannot be combined")
        if self.is_reduced:
            return experiment.in_reduced_size()
        return experiment if self.games is None else experiment.with_games(self.games)

    @property
    def options(self) -> str:
        """The same as command-line options."""
        return (" --reduced" * self.is_reduced) + (f" --games {self.games}" if self.games else "")


def find_run(name: str, results: Path, size: Size) -> Run:
    """Return the run with this name, which has games; raise BadInput unless there is just one."""
    run = _find(name, results, size)
    if not run.games:
        raise BadInput(f"{name} has no finished games yet; expected a run that has some")
    return run


def _find(name: str, results: Path, size: Size) -> Run:
    path = Path(name)
    if path.suffix == ".toml":
        folder = run_folder(results, size.read(path))
        if not folder.is_dir():
            command = f"mineproof lab run {name}{size.options}"
            raise BadInput(f"{name} has not been run; run `{command}` first")
        return Run.open(folder)
    if is_run(path):  # a report may have made a folder with the name of a run
        return Run.open(path)
    return _among(results, name, size.games)


def _among(results: Path, name: str, games: int | None) -> Run:
    """Return the run of this name in the results folder; the parts of others stay unread."""
    faults: list[str] = []
    there = list_experiments(results, faults.append)
    called = [folder for folder in there if name in _names(folder, there[folder])]
    begun = [Run.open(folder) for folder in called if games in (None, there[folder].games)]
    fits = [run for run in begun if run.games] or begun
    if len(fits) == 1:
        return fits[0]
    if fits:
        ids = ", ".join(run.folder.name for run in fits)
        raise BadInput(f"{name!r} is ambiguous; expected one of {ids}")
    names = ", ".join(folder.name for folder in there)
    wish = [f"expected one of {names}"] if names else []
    said = [*wish, *faults] or ["it holds no runs"]
    raise BadInput("; ".join([f"no run {name!r} in {results}", *said]))


def _names(folder: Path, experiment: Experiment) -> tuple[str, ...]:
    return experiment.name, experiment.id, folder.name


def find_sides(first: str, second: str, results: Path, size: Size) -> tuple[Side, Side]:
    """Return two entrants by name; a second name without a run means the first one's run."""
    if ":" not in first:
        raise BadInput(f"{first!r} names no entrant; expected RUN:ENTRANT, such as guessing:safest")
    a = _named(first, results, size)
    is_in_it = ":" not in second or second in {each.name for each in a.run.experiment.entrants}
    return a, _side(a.run, second) if is_in_it else _named(second, results, size)


def _named(text: str, results: Path, size: Size) -> Side:
    """Return the side RUN:ENTRANT; either name may have colons, so each of them is tried."""
    *others, last = (place for place, letter in enumerate(text) if letter == ":")
    for place in others:
        with suppress(BadInput):
            return _side(find_run(text[:place], results, size), text[place + 1 :])
    return _side(find_run(text[:last], results, size), text[last + 1 :])


def _side(run: Run, entrant: str) -> Side:
    return Side(run, run.experiment.entrant(entrant).name)
