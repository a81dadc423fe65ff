"""Series: the lines of a table about one entrant in one kind of game, ready to plot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from mineproof.board.grid import Grid
from mineproof.board.notation import Setting
from mineproof.board.rules import Level, Start, StartRule
from mineproof.lab.experiment import Experiment
from mineproof.lab.report.results import Line
from mineproof.lab.run.rows import GIVEN


class Kind(NamedTuple):
    """A setting without its seed, named as in rows and tables.

    >>> str(Kind("easy", "list16", "marking")), str(Kind("expert", "safe", "marking"))
    ('easy/list16', 'expert/safe/marking')
    """

    level: str
    start: str
    finish: str

    @property
    def grid(self) -> Grid:
        """The grid of its games."""
        return Level.parse(self.level).grid

    @property
    def mines(self) -> int:
        """How many mines there are."""
        return Level.parse(self.level).mines

    @property
    def safe_cells(self) -> int | None:
        """How many safe cells are handed out; None for other start rules.

        >>> Kind("medium", "list", "marking").safe_cells
        16
        """
        start = None if self.start == GIVEN else Start.parse(self.start)
        if start is None or start.rule is not StartRule.LIST:
            return None
        return start.safe_cells(Level.parse(self.level))

    def __str__(self) -> str:
        if self.start == GIVEN:
            return "/".join(self)
        setting = Setting.parse(f"{self.level}/{self.start}/{self.finish}#0")
        return str(setting).rpartition("#")[0]


class Series(NamedTuple):
    """The lines of a table about one entrant in one kind of game."""

    kind: Kind
    entrant: str
    lines: list[Line]


def series_of(experiment: Experiment, lines: Iterable[Line]) -> list[Series]:
    """Return the series of a table with these lines, in the order of the experiment.

    Given boards come by their size, then by their mines. Raises BadInput if an entrant is not one
    of the experiment's.
    """
    found: defaultdict[tuple[Kind, str], list[Line]] = defaultdict(list)
    for line in lines:
        kind = Kind(*(line[name] for name in Kind._fields))
        found[kind, experiment.entrant(line["entrant"]).name].append(line)
    kinds = [Kind(str(s.level), str(s.start), s.finish.value) for s in experiment.settings]
    names = [entrant.name for entrant in experiment.entrants]
    series = [Series(*key, its) for key, its in found.items()]
    return sorted(series, key=lambda one: (*_place(one.kind, kinds), names.index(one.entrant)))


def _place(kind: Kind, kinds: list[Kind]) -> tuple[int, int, int, Kind]:
    place = kinds.index(kind) if kind in kinds else len(kinds)
    return place, kind.grid.size, kind.mines, kind


def kinds_of(series: Iterable[Series]) -> list[Kind]:
    """Return the kinds of these series, each once, in order."""
    return list(dict.fromkeys(one.kind for one in series))


def entrants_of(series: Iterable[Series], experiment: Experiment) -> list[str]:
    """Return the entrants of these series, in the order of the experiment."""
    there = {one.entrant for one in series}
    return [entrant.name for entrant in experiment.entrants if entrant.name in there]
