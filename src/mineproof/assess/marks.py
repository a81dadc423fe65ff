"""Marks: what a report is worth, test by test, by the points of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mineproof.assess.clauses import Clause, Kind
from mineproof.assess.missed import COUNT
from mineproof.assess.plan import LEVELS, Plan
from mineproof.assess.report import Broken, Missed, Report
from mineproof.engines.exact import Exact

_USUAL: Mapping[Kind, Mapping[str, float]] = {
    Kind.CS50: {"works": 10, "sound": 30, "sets": 15, "single": 20, "subset": 25},
    Kind.KNOWLEDGE: {"works": 10, "sound": 30, "single": 15, "subset": 20, "resolution": 25},
    Kind.AGENT: {"works": 25, "sound": 25, "blunders": 25, "wins": 25},
    Kind.ENGINE: {"works": 10, "sound": 40, "proofs": 20, "single": 15, "subset": 15},
}
_TITLES = {
    "single": "It finds what one number tells.",
    "subset": "It finds what two numbers tell, one of which counts some of the other's cells.",
    "resolution": "It finds what matching clauses tells.",
    "complete": "It finds what all numbers together tell.",
    "count": "It finds what the mine count tells besides.",
    "wins": "It wins as often as ours on the same boards.",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One test: its points, what it says about the player, and when it is shown.

    `broken` is the clause that was broken, if one was.
    """

    name: str
    title: str
    score: float
    most: float
    words: str = ""
    broken: Broken | None = None
    visibility: str = "visible"

    @property
    def is_passed(self) -> bool:
        """Whether it has all its points."""
        return self.score >= self.most


def marks(report: Report, plan: Plan) -> list[Mark]:
    """Return the tests that give points, in the order of the plan."""
    points = _USUAL[report.kind] if plan.points is None else plan.points
    return [_mark(name, most, report, plan) for name, most in points.items() if most > 0]


def _mark(name: str, most: float, report: Report, plan: Plan) -> Mark:
    broken = None
    if name in LEVELS:
        share, words = _level(name, report)
        share = min(1.0, share / (plan.enough.get(name, 1.0) or 1.0))
        title = _TITLES[name]
    elif name == "wins":
        (share, words), title = _wins(report), _TITLES[name]
    else:
        clause = Clause[name.upper()]
        broken = next((each for each in report.broken if each.clause is clause), None)
        share, title = _kept(clause, report, broken), clause.value
        words = "" if broken is None else broken.sentence
        if clause is Clause.SOUND and broken is None and not _has_found_anything(report):
            share, words = 0.0, "it has found nothing that is certain"
    score = round(most * share, 2)
    return Mark(name, title, score, most, words, broken, plan.visibility.get(name, "visible"))


def _kept(clause: Clause, report: Report, broken: Broken | None) -> float:
    """Return the share for a clause: all or nothing, but a fault in one game costs that game."""
    if broken is None:
        return 1.0 if report.positions else 0.0
    if clause is not Clause.WORKS or report.play is None or report.stopped:
        return 0.0
    ended = sum(report.play.outcomes.values())
    return ended / (ended + report.play.faults) if ended else 0.0


def _has_found_anything(report: Report) -> bool:
    """Tell whether a player claims anything; one that does not is sound for nothing."""
    return any((each.there or 0) > each.missed for each in report.engines)


def _level(name: str, report: Report) -> tuple[float, str]:
    by = {"complete": Exact.name, "count": COUNT}.get(name, name)
    found: Missed | None = next((each for each in report.engines if each.by == by), None)
    if found is None or not found.there:
        return (0.0 if report.faults else 1.0), "no such cell was within its reach"
    known = found.there - found.missed
    return known / found.there, f"found {known} of {found.there} such cells within its reach"


def _wins(report: Report) -> tuple[float, str]:
    if report.play is None or report.beside is None:
        return 0.0, "no game was played to its end"
    won, ours = report.play.outcomes["won"], report.beside.play.outcomes["won"]
    words = f"won {won} games; {report.beside.name} won {ours} of the same"
    return (min(1.0, won / ours) if ours else 1.0), words
