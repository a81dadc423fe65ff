"""Clauses: what the contract asks of a player, and Breach: one that it has broken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from mineproof.board.grid import Cell


class Clause(Enum):
    """What a player must keep; its value says it in one sentence."""

    WORKS = "It answers in time, without errors, and makes legal moves."
    SOUND = "What it calls certain is true in every layout that fits."
    PROOFS = "The checker accepts its proofs."
    BLUNDERS = "It makes no move that a single number shows to lose."
    SETS = "It changes its sets only as it should."
    REPEATS = "The same question gets the same answer, in the same order."
    CLASHES = "It reports a contradiction only where there is one, and names the clues of it."
    COMPLETE = "It finds every certain cell, as it promises."
    RISKS = "Its risks are the exact ones, as it promises."
    NAMES = "The numbers of the cells do not matter."
    MONOTONE = "One more true clue loses nothing."
    STEPWISE = "Clues told one by one lead to the same as all at once."
    WATCHING = "A game watched cell by cell leads to the same as its last view."

    @property
    def is_remark(self) -> bool:
        """Whether breaking it is a weakness, and nothing worse."""
        return self in _REMARKS


_REMARKS = (Clause.NAMES, Clause.MONOTONE, Clause.STEPWISE, Clause.WATCHING)

OF_ENGINES = tuple(each for each in Clause if each not in (Clause.BLUNDERS, Clause.SETS))
OF_AGENTS = (Clause.WORKS, Clause.SOUND, Clause.PROOFS, Clause.BLUNDERS, Clause.REPEATS)
OF_KNOWLEDGE = (Clause.WORKS, Clause.SOUND, Clause.BLUNDERS, Clause.REPEATS)
OF_CS50 = (Clause.WORKS, Clause.SOUND, Clause.SETS, Clause.BLUNDERS, Clause.REPEATS)


class Kind(Enum):
    """What a candidate is; its value says it in words."""

    ENGINE = "engine"
    AGENT = "agent"
    CS50 = "CS50 file"
    KNOWLEDGE = "knowledge-base player"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """What the contract asks of it."""
        own = {Kind.ENGINE: OF_ENGINES, Kind.CS50: OF_CS50, Kind.KNOWLEDGE: OF_KNOWLEDGE}
        return own.get(self, OF_AGENTS)


@dataclass(frozen=True, slots=True)
class Breach:
    """A clause that was broken: what was said about `cell`, or in `detail` what happened."""

    clause: Clause
    cell: Cell | None = None
    is_mine: bool = False
    detail: str = ""
