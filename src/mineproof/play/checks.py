"""Checks: how many proofs were checked while games were played, what came of it, what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mineproof.agents.checked import ACCEPTED, COUNTERS
from mineproof.logic.checker import MAX_NODES
from mineproof.play.record import Record

_MICRO = 1e-6


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of some games, which took so many `seconds` in all. Those of two samples add up.

    `undecided` proofs were too long for the checker; they are not among the accepted ones.
    """

    accepted: int = 0
    refused: int = 0
    undecided: int = 0
    seconds_finding: float = 0.0
    seconds_checking: float = 0.0
    seconds: float = 0.0

    @classmethod
    def of(cls, record: Record) -> Checks:
        """Return the checks of one game; none if its proofs were not checked."""
        return cls.read(record.counters, record.seconds)

    @classmethod
    def read(cls, counters: Mapping[str, int], seconds: float) -> Checks:
        """Return the checks in the counters of games that took so many seconds."""
        if ACCEPTED not in counters:
            return NO_CHECKS
        accepted, refused, undecided, finding, checking = (counters[name] for name in COUNTERS)
        return cls(accepted, refused, undecided, _MICRO * finding, _MICRO * checking, seconds)

    def __add__(self, other: Checks) -> Checks:
        return Checks(
            accepted=self.accepted + other.accepted,
            refused=self.refused + other.refused,
            undecided=self.undecided + other.undecided,
            seconds_finding=self.seconds_finding + other.seconds_finding,
            seconds_checking=self.seconds_checking + other.seconds_checking,
            seconds=self.seconds + other.seconds,
        )

    @property
    def words(self) -> str:
        """What came of the checks and what they cost, in one line.

        >>> Checks(3412, seconds_finding=0.2, seconds_checking=0.12, seconds=1.0).words
        '3,412 proofs checked, 0 refused; finding them took 20 % of the time, checking them 12 %'
        """
        total = self.accepted + self.refused
        said = f"{total:,} proof{'s' * (total != 1)} checked, {self.refused:,} refused"
        if self.undecided:
            limit = f"over the checker's limit of {MAX_NODES:,} tries"
            said += f", {self.undecided:,} undecided ({limit})"
        return said + self._cost()

    def _cost(self) -> str:
        if not self.seconds or not self.accepted:
            return ""
        finding, checking = (
            f"{each / self.seconds:.0%}".replace("%", " %")
            for each in (self.seconds_finding, self.seconds_checking)
        )
        return f"; finding them took {finding} of the time, checking them {checking}"


NO_CHECKS = Checks()
"""The checks of games whose proofs were not checked."""
