"""The resolution algorithm as one would first write it: the slow twin of `engines/resolution.py`.

Same rules, same conclusions, no thought for speed. KB is a list of sets and KB0 a list of literals,
and every question about them (is this clause there, does one subsume it, which mention this cell,
is there a unit) is answered by going through the list. Each round of matching tries all pairs
again. It keeps no proofs, which the engine does.

What it concludes does not depend on the order in which it works: a clause that subsumes another
can stand in for it in every resolution, and a hint with marked cells taken off gives the clauses
of the smaller hint. So it must end with the same marks as the engine on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell


class NaiveResolution:
    """One marking game and what is known about it; literals are those of `logic/proof.py`."""

    def __init__(
        self, game: Game, *, count_limit: int = 15, tick: Callable[[], None] = lambda: None
    ) -> None:
        """Begin `game`; `tick` is called for each clause to be inserted, and may raise to stop."""
        self.game = game
        self.kb: list[set[int]] = []
        self.kb0: list[int] = []
        self.count_limit = count_limit
        self.tick = tick

    def play(self) -> None:
        """Mark all that can be proved, until the game is won or a round of matching is in vain."""
        for cell, _ in self.game.handed_out:
            self.kb0.append(-(cell + 1))
        for cell, number in self.game.handed_out:
            self.insert_hint(self.game.grid.neighbours(cell), number)
        while self.game.status is GameStatus.PLAYING:
            units = [clause for clause in self.kb if len(clause) == 1]
            if units:
                self.mark(units[0])
            elif not self.match() and not self.count_mines():
                return

    def mark(self, unit: set[int]) -> None:
        """Mark the cell of a unit, move the unit to KB0, propagate it; a safe cell gives a hint."""
        (lit,) = unit
        self.kb0.append(lit)
        shorter = [clause - {-lit} for clause in self.kb if -lit in clause]
        self.kb = [clause for clause in self.kb if lit not in clause and -lit not in clause]
        self.insert_all(shorter)
        for cell, number in self.game.mark(abs(lit) - 1, mined=lit > 0):
            self.insert_hint(self.game.grid.neighbours(cell), number)

    def insert_hint(self, cells: Iterable[Cell], mines: int) -> bool:
        """Insert all clauses of a hint and tell whether any was news."""
        literals = [cell + 1 for cell in cells]
        unmarked = [lit for lit in literals if lit not in self.kb0 and -lit not in self.kb0]
        mines -= len([lit for lit in literals if lit in self.kb0])
        return self.insert_all(clauses(unmarked, mines))

    def insert_all(self, new: Iterable[set[int]]) -> bool:
        """Insert clauses and tell whether any was news."""
        news = [self.insert(clause) for clause in new]
        return any(news)

    def insert(self, clause: set[int]) -> bool:
        """Put a clause into KB and tell whether it was news."""
        self.tick()
        if any(lit in self.kb0 for lit in clause):
            return False
        clause = {lit for lit in clause if -lit not in self.kb0}
        assert clause, "two clauses clash"
        if clause in self.kb:
            return False
        if any(other <= clause for other in self.kb):
            return False
        self.kb = [other for other in self.kb if not clause <= other]
        self.kb.append(clause)
        return True

    def match(self) -> bool:
        """Resolve each pair of which one is short, once, and tell whether that gave any news."""
        resolvents = []
        for left, right in combinations(self.kb, 2):
            if len(left) == 2 or len(right) == 2:
                clashing = [lit for lit in left if -lit in right]
                if len(clashing) == 1:
                    resolvents.append((left | right) - {clashing[0], -clashing[0]})
        return self.insert_all(resolvents)

    def count_mines(self) -> bool:
        """Insert the mine count as one more hint if few cells are unmarked; tell if it was news."""
        if self.game.unmarked > self.count_limit:
            return False
        return self.insert_hint(range(self.game.grid.size), self.game.mines)


def clauses(literals: list[int], mines: int) -> Iterator[set[int]]:
    """Yield the clauses of a hint: so many mines among the cells of these literals."""
    if mines > 0:
        yield from map(set, combinations(literals, len(literals) - mines + 1))
    if mines < len(literals):
        yield from map(set, combinations([-lit for lit in literals], mines + 1))
