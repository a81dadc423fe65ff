"""seed-classes: matching that replaces parents by their resolvent.

Literals, clauses and KB are classes. When there is no unit, each pair of clauses of which one has
two literals is matched; after ten rounds without a mark the game is stuck.

Known faults, kept here: the two parents of a resolvent leave KB, as the report says, so conclusions
are lost; what is lost depends on the order of the clauses. The mine count is not used. The report's
own games cannot have been played that way: they are won as often as with parents that stay, which
`parents="kept"` shows. Not kept: clauses whose hash depends on the order of a set, so that
duplicates stay, and a loop that never ends when a sealed region leaves no clause.
"""

from __future__ import annotations

from collections.abc import Collection

from mineproof.engines.base import Reasoner
from mineproof.engines.seeds.clause_list import LIMIT, ListEngine, ListReasoner, Table
from mineproof.errors import BadInput
from mineproof.logic.problem import Cell, Constraint
from mineproof.logic.proof import Literal

REPLACED, KEPT = "replaced", "kept"
"""The values of the option `parents`."""


class SeedClasses(ListEngine):
    """A student's system with classes: a resolvent replaces its parents; no mine count.

    `parents`: "replaced", or "kept" as in the other systems.
    `rounds`: how many rounds of matching without a mark make it stuck.
    `limit`: after looking at so many clauses it stops matching, and the status is LIMIT.
    """

    name = "seed-classes"

    def __init__(self, *, parents: str = REPLACED, rounds: int = 10, limit: int = LIMIT) -> None:
        if parents not in (REPLACED, KEPT):
            raise BadInput(f"parents {parents!r}; expected {REPLACED!r} or {KEPT!r}")
        self.parents = parents
        self.rounds = rounds
        self.limit = limit

    def begin_among(self, cells: Collection[Cell], total: int | None, table: Table) -> Reasoner:
        return _Reasoner(cells, total, self, table)


class _Reasoner(ListReasoner):
    def __init__(
        self, cells: Collection[Cell], total: int | None, options: SeedClasses, table: Table
    ) -> None:
        super().__init__(cells, total, options.name, limit=options.limit, table=table)
        self._replaces = options.parents == REPLACED
        self._most_rounds = options.rounds
        self._rounds = 0

    def tell(self, constraint: Constraint) -> None:
        super().tell(constraint)
        self._rounds = 0

    def join(self, lit: Literal) -> None:
        super().join(lit)
        self._rounds = 0

    def advance(self) -> bool:
        self._rounds += 1
        if self._rounds > self._most_rounds:
            return False
        found = self.resolvents()
        if self._replaces:
            gone = {parent for entry in found for parent in entry.parents}
            self.kb = [entry for entry in self.kb if entry not in gone]
        self.insert_all(self.look_through(found))
        return True
