"""Summary: many records in a few numbers, each with what is needed to judge it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice

from mineproof.play.checks import NO_CHECKS, Checks
from mineproof.play.record import Outcome, Record
from mineproof.stats.intervals import Interval, Moments, wilson

_MOST_REASONS = 5


@dataclass(frozen=True, slots=True)
class Summary:
    """Many games in numbers. Missing figures are None.

    `left_when_stuck` has the numbers of unmarked cells in stuck games, `seconds` the times of all
    games; `proved` counts the cells that each engine proved in all games together. `faults` games
    were lost by a fault; `reasons` counts the first few kinds of those. `checks` are those of
    proofs, if there were any. The summaries of two samples add up to that of both.
    """

    won: int = 0
    lost: int = 0
    stuck: int = 0
    left_when_stuck: Moments = field(default_factory=Moments)
    moves: int = 0
    guesses: int = 0
    seconds: Moments = field(default_factory=Moments)
    proved: Mapping[str, int] = field(default_factory=dict)
    faults: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    checks: Checks = NO_CHECKS

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            won=self.won + other.won,
            lost=self.lost + other.lost,
            stuck=self.stuck + other.stuck,
            left_when_stuck=self.left_when_stuck + other.left_when_stuck,
            moves=self.moves + other.moves,
            guesses=self.guesses + other.guesses,
            seconds=self.seconds + other.seconds,
            proved=_add_up([self.proved, other.proved]),
            faults=self.faults + other.faults,
            reasons=_first(_add_up([self.reasons, other.reasons])),
            checks=self.checks + other.checks,
        )

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.lost + self.stuck

    @property
    def win_rate(self) -> float | None:
        """The share of games that were won."""
        return self.won / self.games if self.games else None

    @property
    def win_interval(self) -> Interval:
        """The 95 % interval of the win rate."""
        return wilson(self.won, self.games)


def summarise(records: Collection[Record]) -> Summary:
    """Return the summary of these records."""
    outcomes = Counter(record.outcome for record in records)
    faults = [record.fault for record in records if record.fault is not None]
    return Summary(
        won=outcomes[Outcome.WON],
        lost=outcomes[Outcome.LOST],
        stuck=outcomes[Outcome.STUCK],
        left_when_stuck=Moments.of([r.unmarked for r in records if r.outcome is Outcome.STUCK]),
        moves=sum(record.moves for record in records),
        guesses=sum(record.guesses for record in records),
        seconds=Moments.of([record.seconds for record in records]),
        proved=_add_up([record.proved for record in records]),
        faults=len(faults),
        reasons=_first(Counter(faults)),
        checks=sum((Checks.of(record) for record in records), NO_CHECKS),
    )


def _add_up(counts: Collection[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(total)


def _first(reasons: Mapping[str, int]) -> dict[str, int]:
    """Return the first few: each game of a player may fail for a reason of its own."""
    return dict(islice(reasons.items(), _MOST_REASONS))
