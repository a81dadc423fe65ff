"""seed-integers: unit propagation and subsumption, and no matching.

A clause is a set of signed integers, KB a list of clauses, KB0 a set of integers. One step of play
takes the first unit, marks its cell and propagates it; without a unit the game is stuck.

Known faults, kept here: there is no matching, so it marks what single clues settle; the mine count
is not used, so the inside of a closed ring of mines is never decided.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.engines.base import Reasoner
from mineproof.engines.seeds.clause_list import ListEngine, ListReasoner, Table
from mineproof.logic.problem import Cell


class SeedIntegers(ListEngine):
    """A student's system with integer literals: units and subsumption, no matching."""

    name = "seed-integers"

    def begin_among(self, cells: Collection[Cell], total: int | None, table: Table) -> Reasoner:
        return _Reasoner(cells, total, self.name, table=table)


class _Reasoner(ListReasoner):
    def advance(self) -> bool:
        return False
