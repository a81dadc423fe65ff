"""What every engine is, and what they hand on.

An Engine is a method of reasoning. For one game it begins a Reasoner, which is told constraints as
they come, remembers what it has found, and never starts over. `Engine.infer` is the same for a
problem that is there all at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from mineproof.counting.odds import Odds
from mineproof.errors import BadInput, Contradiction
from mineproof.logic.clash import smallest_clash
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import Known, MineCount, Proof, leaves, without


class Status(Enum):
    """Why an engine has stopped."""

    COMPLETE = "complete"
    """Every certain cell has been found."""

    STALLED = "stalled"
    """This method finds no more; a stronger one might."""

    LIMIT = "limit"
    """A limit of work was reached; the same method with a larger one might find more."""


class Prover(ABC):
    """Finds proofs when somebody asks for them: what is found fast is often never doubted."""

    @abstractmethod
    def prove(self, cell: Cell) -> Proof:
        """Return the proof of what `cell` was found to be."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A certain cell, the proof of it or who can prove it, and the engine that found it.

    The proof may use, as known, every deduction that came before this one.
    """

    cell: Cell
    is_mine: bool
    reason: Proof | Prover = field(compare=False, repr=False)
    engine: str

    @property
    def proof(self) -> Proof:
        """The proof that the cell is what it is said to be."""
        return self.reason.prove(self.cell) if isinstance(self.reason, Prover) else self.reason


class Inference(ABC):
    """All that an engine concludes from a problem, in the order in which it was found."""

    odds: Odds | None

    @property
    @abstractmethod
    def deductions(self) -> tuple[Deduction, ...]:
        """The certain cells with their proofs."""

    @property
    @abstractmethod
    def status(self) -> Status:
        """Why the engine has stopped."""

    @property
    @abstractmethod
    def counters(self) -> Mapping[str, int]:
        """The engine's own figures."""

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The cells that are certainly safe, in order."""
        return tuple(sorted(d.cell for d in self.deductions if not d.is_mine))

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells that are certainly mines, in order."""
        return tuple(sorted(d.cell for d in self.deductions if d.is_mine))

    @property
    def risks(self) -> Mapping[Cell, float]:
        """The risk of every undetermined cell; empty where the engine knows none."""
        return {} if self.odds is None else self.odds.risks

    @property
    def risk_fractions(self) -> Mapping[Cell, Fraction]:
        """The same as exact fractions."""
        return {} if self.odds is None else self.odds.risk_fractions

    @property
    def layouts(self) -> int | None:
        """How many layouts fit, exactly; None where the engine does not count them."""
        return None if self.odds is None else self.odds.layouts

    def chain(self, cell: Cell) -> tuple[Deduction, ...]:
        """Return the deductions that settle `cell`, in order, it last; none if none does."""
        needed, chain = {cell}, []
        for deduction in reversed(self.deductions):
            if deduction.cell in needed:
                chain.append(deduction)
                known = [leaf for leaf in leaves(deduction.proof) if isinstance(leaf, Known)]
                needed.update(*(leaf.claim.cells for leaf in known))
        return tuple(reversed(chain))

    def __iter__(self) -> Iterator[tuple[Cell, bool, Proof]]:
        """Yield what the checker wants of each deduction."""
        return ((d.cell, d.is_mine, d.proof) for d in self.deductions)


@dataclass(frozen=True, slots=True)
class Concluded(Inference):
    """An inference of which all is there."""

    deductions: tuple[Deduction, ...]
    status: Status
    counters: Mapping[str, int] = field(default_factory=dict)
    odds: Odds | None = field(default=None, compare=False, repr=False)


class Ledger:
    """The facts of one game: which cells are settled, and how many cells and mines are not."""

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        self.known: dict[Cell, bool] = {}
        self.unmarked = len(cells)
        self.mines_left = total
        self._cells = cells
        self._total = total
        self._check_count()

    def add(self, cell: Cell, is_mine: bool) -> bool:
        """Enter a fact and tell whether it is new; raise Contradiction if the opposite is known."""
        before = self.known.get(cell)
        if before is not None:
            if before != is_mine:
                raise Contradiction(f"cell {cell} would have to be both safe and mined")
            return False
        self.known[cell] = is_mine
        self.unmarked -= 1
        if self.mines_left is not None:
            self.mines_left -= is_mine
            self._check_count()
        return True

    def _check_count(self) -> None:
        if self.mines_left is not None and not 0 <= self.mines_left <= self.unmarked:
            raise Contradiction("the mine count cannot be met", with_count=True)

    @property
    def count_settles_all(self) -> bool:
        """Whether the mines left are none, or as many as the cells left."""
        return self.unmarked > 0 and self.mines_left in (0, self.unmarked)

    def reduce(self, proof: Proof) -> Proof:
        """Return the proof of what a constraint says about its cells that are not settled yet."""
        return without(proof, self.known)

    def rest(self) -> Proof:
        """Return the proof of how many mines are among the cells that are not settled yet."""
        assert self._total is not None, "the mine count is not known"
        return self.reduce(MineCount(Constraint(frozenset(self._cells), self._total)))


class Reasoner(ABC):
    """One engine at work on one game."""

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        """Begin with undetermined `cells` and the `total` of mines among them, None if unknown."""
        self.ledger = Ledger(cells, total)
        self.counters: MutableMapping[str, int] = {}
        self.hit_limit = False

    @abstractmethod
    def tell(self, constraint: Constraint) -> None:
        """Take in one more constraint."""

    @abstractmethod
    def learn(self, cell: Cell, is_mine: bool) -> None:
        """Take in a fact that was seen, or that another engine has proved."""

    @abstractmethod
    def deduce(self) -> tuple[Deduction, ...]:
        """Return some new deductions; none when there is nothing more for this method to find.

        Raises Contradiction when the method meets one: a clue, or the mine count, that cannot hold.
        """

    def risks(self) -> Mapping[Cell, float]:
        """Return the risk of every unsettled cell; raise BadInput if the method knows none."""
        raise BadInput("this engine knows no risks; expected exact, or a cascade that ends with it")

    @property
    def status(self) -> Status:
        """What the last `deduce` that returned nothing means."""
        if self.ledger.unmarked == 0:
            return Status.COMPLETE
        return Status.LIMIT if self.hit_limit else Status.STALLED


class Engine(ABC):
    """A method of reasoning. Copy `single.py` to write another."""

    name: str
    is_complete: bool = False
    """Whether it finds every certain cell, unless it reaches a limit of work."""

    knows_risks: bool = False
    """Whether its reasoners know the risk of a cell."""

    counter_names: tuple[str, ...] = ()
    """What its reasoners may count."""

    @property
    def parts(self) -> tuple[Engine, ...]:
        """The engines that it is made of: those of a cascade, else only itself."""
        return (self,)

    @abstractmethod
    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        """Return a reasoner for one game over `cells` with `total` mines, None if unknown."""

    def infer(self, problem: Problem) -> Inference:
        """Return all that this method concludes from `problem`.

        Raises Contradiction when the method finds that no layout fits, with a smallest clashing set
        of clues (`clash.py` tells how hard it looks; none of the set could be left out).
        """
        try:
            return self._infer(problem)
        except Contradiction:
            raise smallest_clash(problem, self._clashes) from None

    def _infer(self, problem: Problem) -> Inference:
        reasoner = self.begin(problem.cells, problem.total)
        for constraint in problem.constraints:
            reasoner.tell(constraint)
        found: list[Deduction] = []
        while news := reasoner.deduce():
            found.extend(news)
        return Concluded(tuple(found), reasoner.status, dict(reasoner.counters), self.odds(problem))

    def odds(self, problem: Problem) -> Odds | None:  # noqa: ARG002 - for those who know them
        """Return the odds of a problem; None if this method does not know them."""
        return None

    def _clashes(self, problem: Problem) -> bool:
        try:
            self._infer(problem)
        except Contradiction:
            return True
        return False
