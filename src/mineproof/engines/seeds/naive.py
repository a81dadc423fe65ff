"""naive: the algorithm of `resolution` as one would first write it.

Same rules, same conclusions, no thought for speed: each round of matching tries all pairs again.

What it concludes does not depend on the order in which it works: a clause that subsumes another can
stand in for it in every resolution, and a hint with marked cells taken off gives the clauses of the
smaller hint. So it ends with the same marks as `resolution` on every board, unless a limit stops
one of them.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.engines.base import Reasoner
from mineproof.engines.seeds.clause_list import LIMIT, ListEngine, ListReasoner, Table
from mineproof.logic.problem import Cell
from mineproof.logic.proof import literal


class Naive(ListEngine):
    """The rules of resolution as one would first write them: the slow twin.

    `count_limit`: the number of unmarked cells at which the mine count joins as one more hint.
    `limit`: after looking at so many clauses it stops matching, and the status is LIMIT.
    """

    name = "naive"

    def __init__(self, *, count_limit: int = 15, limit: int = LIMIT) -> None:
        self.count_limit = count_limit
        self.limit = limit

    def begin_among(self, cells: Collection[Cell], total: int | None, table: Table) -> Reasoner:  # noqa: ARG002 - seen cells need not wait
        return _Reasoner(cells, total, self)


class _Reasoner(ListReasoner):
    def __init__(self, cells: Collection[Cell], total: int | None, options: Naive) -> None:
        super().__init__(cells, total, options.name, limit=options.limit)
        self.count_limit = -1 if total is None else options.count_limit

    def learn(self, cell: Cell, is_mine: bool) -> None:
        if self.ledger.add(cell, is_mine):
            self.join(literal(cell, is_mine))

    def advance(self) -> bool:
        return self.insert_all(self.look_through(self.resolvents())) or self.join_count()
