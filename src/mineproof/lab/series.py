"""Series: what is asked about the rows of an experiment, for each entrant in each kind of game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import polars as pl

from mineproof.board.grid import Grid
from mineproof.board.notation import Setting
from mineproof.board.rules import Level, Start, StartRule
from mineproof.lab.experiment import Experiment
from mineproof.lab.record import Outcome

Rows: TypeAlias = pl.DataFrame | pl.LazyFrame
"""Rows as `rows.py` makes them; only the columns that are asked for must be there."""

GIVEN = "layout"
"""The start of games on boards that are given."""

GAMES, WINS = pl.len(), (pl.col("outcome") == Outcome.WON.value).sum()


class Kind(NamedTuple):
    """What the games of a setting have in common, as rows name it: all but the seed.

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
        """How many safe cells are handed out; None if that is not how the games start.

        >>> Kind("medium", "list", "marking").safe_cells
        16
        """
        start = None if self.start == GIVEN else Start.parse(self.start)
        if start is None or start.rule is not StartRule.LIST:
            return None
        return start.safe_cells(Level.parse(self.level))

    def __str__(self) -> str:
        if self.start == GIVEN:
            return f"{self.level}/{GIVEN}"
        setting = Setting.parse(f"{self.level}/{self.start}/{self.finish}#0")
        return str(setting).rpartition("#")[0]


class Series(NamedTuple):
    """The games of one entrant in one kind of game, in figures."""

    kind: Kind
    entrant: str
    facts: dict[str, Any]


def ask(experiment: Experiment, rows: Rows, **asked: pl.Expr) -> list[Series]:
    """Return the series that have rows, with the facts asked for, in the order of the experiment.

    Given boards come by their size, then by their mines. Raises BadInput if an entrant is not one
    of the experiment's.
    """
    found = rows.lazy().group_by(_KEY).agg(**asked).collect().to_dicts()
    return _sorted([Series(*_key(facts), facts) for facts in found], experiment)


def ask_by_kind(experiment: Experiment, rows: Rows, **asked: pl.Expr) -> list[Series]:
    """Return the same as `ask`, one kind after the other.

    For facts that need all values of a series in memory, as quantiles do: with millions of rows it
    takes a quarter of the memory, and less time.
    """
    kinds = kinds_of(ask(experiment, rows))
    return [one for kind in kinds for one in ask(experiment, of_kind(rows, kind), **asked)]


def of_kind(rows: Rows, kind: Kind) -> pl.LazyFrame:
    """Return the rows of this kind of game."""
    return rows.lazy().filter(**kind._asdict())


def count(experiment: Experiment, rows: Rows, values: pl.Expr) -> list[Series]:
    """Return the series with two facts: `games`, and `counts` of how many games have each value.

    Null is not counted. Otherwise as `ask`.
    """
    lots = rows.lazy().group_by(*_KEY, value=values).agg(games=GAMES).collect().to_dicts()
    found: dict[tuple[Kind, str], dict[str, Any]] = {}
    for lot in lots:
        facts = found.setdefault(_key(lot), {"games": 0, "counts": {}})
        facts["games"] += lot["games"]
        if lot["value"] is not None:
            facts["counts"][lot["value"]] = lot["games"]
    return _sorted([Series(*key, facts) for key, facts in found.items()], experiment)


_KEY = (*Kind._fields, "entrant")


def _key(facts: dict[str, Any]) -> tuple[Kind, str]:
    """Take what names the series out of the facts."""
    return Kind(*(facts.pop(name) for name in Kind._fields)), facts.pop("entrant")


def _sorted(series: list[Series], experiment: Experiment) -> list[Series]:
    kinds = [Kind(str(s.level), str(s.start), s.finish.value) for s in experiment.settings]
    names = [entrant.name for entrant in experiment.entrants]
    for one in series:
        experiment.entrant(one.entrant)  # raises if there is none
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
