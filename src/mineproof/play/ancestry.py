"""Ancestry: where a clause of a trace comes from, as a proof down to the clues.

Each clause of a trace names its parents or its clue. Followed back to the first step, they are the
derivation of the clause: the same that the engine would give for it. The clues are those that the
board showed, so a checker who saw the same game accepts it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from itertools import islice

from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.view import Sight
from mineproof.errors import BadInput
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import (
    Clause,
    Clue,
    Difference,
    Known,
    Literal,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
    literal,
)
from mineproof.logic.reader import Reader
from mineproof.play.steps import Step


def ancestry(steps: Iterable[Step], number: int, clause: Clause) -> Proof:
    """Return the proof of a clause that is known after a step, by the step's number.

    A clause of one literal is a cell: its proof is that of the fact. Raises BadInput if no step up
    to this one has made the clause.

    >>> from mineproof.board.view import View
    >>> from mineproof.play.trace import trace_view
    >>> steps = list(trace_view(View.from_picture("### 1#2"), "resolution"))
    >>> type(ancestry(steps, len(steps) - 1, frozenset({3}))).__name__
    'Unit'
    """
    family = _Family()
    for step in islice(steps, number + 1):
        family.take(step)
    return family.proof(clause)


class _Family:
    """The proofs of all clauses that are known, built step by step."""

    def __init__(self) -> None:
        self._parts: dict[str, _Part] = defaultdict(lambda: _Part(self))
        self._reader: Reader | None = None
        self._total: int | None = None
        self._covered: set[Cell] = set()
        self.clues: dict[Cell, Proof] = {}
        self.facts: dict[Literal, Proof] = {}

    def proof(self, clause: Clause) -> Proof:
        """Return the proof of a clause; raise BadInput if there is none."""
        settled = [self.facts[lit] for lit in clause if len(clause) == 1 and lit in self.facts]
        if settled:
            return settled[0]
        for part in reversed(self._parts.values()):
            if (found := part.proofs.get(clause)) is not None:
                return _as_fact(found) if len(clause) == 1 else found
        raise BadInput(f"clause {sorted(clause, key=abs)}; expected one that the trace has made")

    def take(self, step: Step) -> None:
        """Take in one more step."""
        if step["kind"] == "begin":
            self._begin(step)
        if "opened" in step:
            self._open(Sight(cell, number) for cell, number in step["opened"])
        if step["kind"] not in ("begin", "move", "end"):
            self._parts[step["by"]].take(step)

    def count(self) -> Proof:
        """Return the mine count of the cells that are covered now."""
        assert self._total is not None, "a mine count that is not known cannot join"
        return MineCount(Constraint(frozenset(self._covered), self._total))

    def known(self, lit: Literal) -> Proof:
        """Return the proof of a settled cell; if nothing has proved it, it was seen."""
        return self.facts.setdefault(lit, Known.of(cell_of(lit), lit > 0))

    def _begin(self, step: Step) -> None:
        grid = Grid(step["rows"], step["columns"], Shape(step["shape"]))
        self._reader, self._total = Reader(grid), step["mines"]
        self._covered = set(range(grid.size))

    def _open(self, sights: Iterable[Sight]) -> None:
        assert self._reader is not None, "a trace begins with its first step"
        seen = list(sights)
        self._covered.difference_update(cell for cell, _ in seen)
        for constraint in self._reader.read(seen):
            assert constraint.clue is not None, "a reader reads clues"
            self.clues[constraint.clue] = Clue(constraint)


class _Part:
    """What one engine knows, with the proof of each clause."""

    def __init__(self, family: _Family) -> None:
        self._family = family
        self._hints: dict[Cell | None, Proof] = {}
        self._units: dict[Literal, deque[Proof]] = defaultdict(deque)
        self._known: dict[Cell, bool] = {}
        self.proofs: dict[Clause, Proof] = {}

    def take(self, step: Step) -> None:
        """Take in a step of this engine."""
        match step["kind"]:
            case "learned":
                self._settle(step["clause"][0])
            case "hint":
                self._hints[step["clue"]] = self._hint(step)
            case "inserted":
                self._add(step)
            case "unit":
                self._units[step["clause"][0]].append(self._add(step))
            case "marked":
                self._mark(step["clause"][0])
            case "duplicate" if len(step.get("clause", ())) == 1:
                self._units[step["clause"][0]].popleft()
            case _:
                pass  # it makes no clause

    def _hint(self, step: Step) -> Proof:
        """Return the proof of what a clue says without the cells that are settled."""
        clue = step["clue"]
        told = self._family.count() if clue is None else self._family.clues[clue]
        assert isinstance(told.claim, Constraint), "clues are constraints"
        settled = sorted(told.claim.cells.difference(step["cells"]))
        if not settled:
            return told
        mines = step["mines"]
        assert mines is not None, "a hint says how many"
        rest = Constraint(frozenset(step["cells"]), mines)
        facts = [self._family.known(literal(cell, self._known[cell])) for cell in settled]
        return Difference(rest, told, tuple(facts))

    def _add(self, step: Step) -> Proof:
        clause = frozenset(step["clause"])
        if step["parents"]:
            left, right = (self._parent(frozenset(parent)) for parent in step["parents"])
            self.proofs[clause] = Resolvent(clause, left, right)
        else:
            self.proofs[clause] = Pigeonhole(clause, self._hints[step["clue"]])
        return self.proofs[clause]

    def _parent(self, clause: Clause) -> Proof:
        if len(clause) == 1:
            return Pigeonhole(clause, self._family.known(*clause))
        return self.proofs[clause]

    def _mark(self, lit: Literal) -> None:
        waiting = self._units[lit]
        if waiting:  # not so if the engine has no events of its own
            self._family.facts[lit] = _as_fact(waiting.popleft())
        self._settle(lit)

    def _settle(self, lit: Literal) -> None:
        self._known[cell_of(lit)] = lit > 0
        self._family.known(lit)


def _as_fact(proof: Proof) -> Proof:
    claim = proof.claim
    assert isinstance(claim, frozenset), "units are clauses"
    (lit,) = claim
    return Unit(fact(cell_of(lit), lit > 0), proof)
