"""seed-tuples: matching clause by clause, and the mine count once.

Literals are tuples, KB and KB0 lists. When there is no unit, each clause of two literals is matched
with all others. When that leads to nothing and at most 15 cells are unmarked, the mine count joins.

Known fault, kept here: it counts clauses, not rounds, to see that it is stuck. If six clauses of
two literals in a row give nothing new, the round ends and what it has found is thrown away. So what
it concludes depends on the order of the clauses. Not kept: the listing as printed loses a clause of
more than two literals that it has matched, which its author mended; the mine count as a list of all
subsets of the cells, which has the same clauses in the end.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.engines.base import Reasoner
from mineproof.engines.seeds.clause_list import LIMIT, Entry, ListEngine, ListReasoner, Table
from mineproof.logic.problem import Cell


class SeedTuples(ListEngine):
    """A student's system with tuple literals: two-literal matching, the mine count once.

    `count_limit`: the number of unmarked cells at which the mine count joins as one more hint.
    `patience`: how many clauses in a row may give nothing new before a round is given up.
    `limit`: after looking at so many clauses it stops matching, and the status is LIMIT.
    """

    name = "seed-tuples"

    def __init__(self, *, count_limit: int = 15, patience: int = 5, limit: int = LIMIT) -> None:
        self.count_limit = count_limit
        self.patience = patience
        self.limit = limit

    def begin_among(self, cells: Collection[Cell], total: int | None, table: Table) -> Reasoner:
        return _Reasoner(cells, total, self, table)


class _Reasoner(ListReasoner):
    def __init__(
        self, cells: Collection[Cell], total: int | None, options: SeedTuples, table: Table
    ) -> None:
        super().__init__(cells, total, options.name, limit=options.limit, table=table)
        self._patience = options.patience
        self.count_limit = -1 if total is None else options.count_limit

    def advance(self) -> bool:
        return self._match_each() or self.join_count()

    def _match_each(self) -> bool:
        """Match one clause after another; tell whether anything was kept that is new."""
        self.counters["rounds"] += 1
        found: list[Entry] = []
        idle = 0
        for entry in [entry for entry in self.kb if len(entry.clause) == 2]:
            news = self._news(entry)
            found += news
            idle = 0 if news else idle + 1
            if idle > self._patience:
                return False
        return self.insert_all(self.look_through(found))

    def _news(self, entry: Entry) -> list[Entry]:
        """Return the resolvents of a clause with every other that are not in KB."""
        found = [self.match(entry, other) for other in self.look_through(self.kb)]
        return [new for new in found if new and not self.holds(new.clause)]
