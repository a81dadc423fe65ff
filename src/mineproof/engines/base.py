"""The interface of every engine: Engine, its Reasoner for constraints, its Watcher for a board.

An Engine is a method of reasoning. For each game it begins a Reasoner, which takes constraints as
they come, remembers what it has found and never starts over. A Watcher does the same for the board
of a game, cell by cell. `infer` and `look` take a complete problem or view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import chain, repeat

from mineproof.board.grid import Grid
from mineproof.board.view import HIDDEN, MINE, Sight, View
from mineproof.counting.odds import Odds
from mineproof.engines.event import Event, Happening, Hint, Listener, signed
from mineproof.engines.guess import Budget, Guesses
from mineproof.engines.inference import Concluded, Deduction, Inference, Status
from mineproof.errors import BadInput, Contradiction, LimitReached
from mineproof.logic.clash import smallest_clash
from mineproof.logic.problem import Cell, Constraint, Problem
from mineproof.logic.proof import MineCount, Proof, unit, without
from mineproof.logic.reader import Reader, read


class Ledger:
    """The facts of one game: which cells are settled, and how many cells and mines are not."""

    def __init__(self, cells: Collection[Cell], total: int | None) -> None:
        self.known: dict[Cell, bool] = {}
        self.unmarked = len(cells)
        self.mines_left = total
        self._cells = cells
        self.total = total
        self._check_count()

    def add(self, cell: Cell, is_mine: bool) -> bool:
        """Add a fact; return whether it is new. Raise Contradiction if the opposite is known."""
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
        """Whether no mines are left, or as many as cells."""
        return self.unmarked > 0 and self.mines_left in (0, self.unmarked)

    def reduce(self, proof: Proof) -> Proof:
        """Return the proof of what a constraint says about its unsettled cells."""
        return without(proof, self.known)

    def rest(self) -> Proof:
        """Return the proof of how many unsettled cells are mines."""
        assert self.total is not None, "the mine count is not known"
        return self.reduce(MineCount(Constraint(frozenset(self._cells), self.total)))


class Reasoner(ABC):
    """One engine at work on one game."""

    def __init__(
        self, cells: Collection[Cell], total: int | None, listener: Listener | None = None
    ) -> None:
        """Begin with undetermined `cells` and the `total` of mines among them, None if unknown.

        A method that has events calls the `listener` with each.
        """
        self.listener = listener
        self.ledger = Ledger(cells, total)
        self.counters: MutableMapping[str, int] = {}
        self.hit_limit = False

    @abstractmethod
    def tell(self, constraint: Constraint) -> None:
        """Take in one more constraint."""

    @abstractmethod
    def learn(self, cell: Cell, is_mine: bool) -> None:
        """Take in a fact that was seen or that another engine proved."""

    @abstractmethod
    def deduce(self) -> tuple[Deduction, ...]:
        """Return some new deductions; none when this method finds nothing more.

        Raises Contradiction if it finds that a clue or the mine count cannot hold.
        """

    def risks(self) -> Mapping[Cell, float]:
        """Return the risk of every unsettled cell; raise BadInput if the method has no risks."""
        raise BadInput("this engine knows no risks; expected exact, or a cascade that ends with it")

    @property
    def status(self) -> Status:
        """What the last `deduce` that returned nothing means."""
        if self.ledger.unmarked == 0:
            return Status.COMPLETE
        return Status.LIMIT if self.hit_limit else Status.STALLED

    # Events, for methods that have them

    def report_learned(self, cell: Cell, is_mine: bool) -> None:
        """Tell the listener that a fact was taken in."""
        if self.listener:
            self.listener(Event(Happening.LEARNED, unit(cell, is_mine)))

    def report_settled(self, by: Proof) -> None:
        """Tell the listener that a clue, or the mine count, settles all its cells."""
        if self.listener:
            self.listener(Event(Happening.SETTLED, hint=Hint.of(by)))

    def report_marked(self, cell: Cell, is_mine: bool, by: Proof | None = None) -> None:
        """Tell the listener that a cell is proved, by one clue or by more than that."""
        if self.listener:
            hint = None if by is None else Hint.of(by)
            self.listener(Event(Happening.MARKED, unit(cell, is_mine), hint=hint))

    def report_stop(self) -> None:
        """Tell the listener why nothing more is found."""
        if self.listener and self.ledger.unmarked:
            self.listener(Event(Happening(self.status.value)))


class Watcher(ABC):
    """One engine at work on the board of one game: it sees what is opened, and deduces."""

    def __init__(self, grid: Grid, total: int | None) -> None:
        self.grid, self.total = grid, total
        self._seen: list[Sequence[Sight]] = []
        self._seen_mines: list[Cell] = []

    def see(self, sights: Sequence[Sight]) -> None:
        """Take in newly opened cells."""
        self._seen.append(sights)

    def learn(self, mine: Cell) -> None:
        """Take in a mine that was seen."""
        self._seen_mines.append(mine)

    @property
    def view(self) -> View:
        """Everything seen, without flags, which are only notes."""
        cells = bytearray([HIDDEN]) * self.grid.size
        for cell, number in chain.from_iterable(self._seen):
            cells[cell] = number
        for mine in self._seen_mines:
            cells[mine] = MINE
        return View(self.grid, bytes(cells), self.total)

    @abstractmethod
    def deduce(self) -> tuple[Deduction, ...]:
        """Return some new deductions, as `Reasoner.deduce` does."""

    @abstractmethod
    def risks(self) -> Mapping[Cell, float]:
        """Return the risk of every unsettled cell, as `Reasoner.risks` does."""

    def guesses(
        self,
        budget: Budget,  # noqa: ARG002 - for subclasses that can
        *,
        most: int,  # noqa: ARG002
        excluded: Collection[Cell],  # noqa: ARG002
    ) -> Guesses | None:
        """Return the best guesses when nothing is certain; None if it cannot compare them.

        At most `most`, and none `excluded`. Raises LimitReached if there is too much to count.
        """
        return None

    @property
    @abstractmethod
    def status(self) -> Status:
        """What the last `deduce` that returned nothing means."""

    @property
    @abstractmethod
    def known(self) -> Mapping[Cell, bool]:
        """The settled cells, and whether they are mines."""

    @property
    @abstractmethod
    def counters(self) -> Mapping[str, int]:
        """The engine's own figures."""


class ReasoningWatcher(Watcher):
    """A reasoner fed by a reader of the board."""

    def __init__(self, reasoner: Reasoner, grid: Grid) -> None:
        super().__init__(grid, reasoner.ledger.total)
        self.reasoner = reasoner
        self._reader = Reader(grid)

    def see(self, sights: Sequence[Sight]) -> None:
        super().see(sights)
        for cell, _ in sights:
            self.reasoner.learn(cell, False)
        for constraint in self._reader.read(sights):
            self.reasoner.tell(constraint)

    def learn(self, mine: Cell) -> None:
        super().learn(mine)
        self.reasoner.learn(mine, True)

    def deduce(self) -> tuple[Deduction, ...]:
        return self.reasoner.deduce()

    def risks(self) -> Mapping[Cell, float]:
        return self.reasoner.risks()

    @property
    def status(self) -> Status:
        return self.reasoner.status

    @property
    def known(self) -> Mapping[Cell, bool]:
        return self.reasoner.ledger.known

    @property
    def counters(self) -> Mapping[str, int]:
        return self.reasoner.counters


class Engine(ABC):
    """A method of reasoning. Copy `single.py` to write another."""

    name: str
    is_complete: bool = False
    """Whether it finds every certain cell, unless it reaches a work limit."""

    knows_risks: bool = False
    """Whether its reasoners know the risk of a cell."""

    kernel_plays: bool = False
    """Whether the kernel's loop can play whole games with it."""

    counter_names: tuple[str, ...] = ()
    """What its reasoners may count."""

    listener: Listener | None = None
    """Called with each Event of the reasoners that begin from now on, if the method has events."""

    def speak_to(self, listener: Listener | None) -> None:
        """Let somebody hear each Event, with the name of the engine; None for nobody."""
        for part, name in zip(self.parts, _names(self.parts), strict=True):
            part.listener = listener and signed(listener, name)

    @property
    def parts(self) -> tuple[Engine, ...]:
        """The engines of a cascade; for any other engine, only itself."""
        return (self,)

    @abstractmethod
    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        """Return a reasoner for one game over `cells` with `total` mines, None if unknown."""

    def watch(self, grid: Grid, total: int | None) -> Watcher:
        """Return a watcher for one game on `grid` with `total` mines, None if unknown."""
        return ReasoningWatcher(self.begin(range(grid.size), total), grid)

    def look(self, view: View) -> Inference:
        """Return everything that this method concludes from `view`.

        Raises Contradiction like `infer`, with a message that names the clashing clues.
        """
        try:
            return self.infer(read(view))
        except Contradiction as clash:
            raise clash.named(view.grid.name) from None

    def look_at_all(
        self, views: Sequence[View], threads: int = 1
    ) -> Iterator[Inference | Contradiction | LimitReached]:
        """Yield what `look` returns for each view, or the error that it raises, in order.

        `threads` is the number of cores to use, where the method can use several.
        """
        for view, seen in zip(views, self.glances(views, threads), strict=True):
            try:
                yield seen or self.look(view)
            except (Contradiction, LimitReached) as error:
                yield error

    def glances(self, views: Sequence[View], threads: int) -> Iterable[Inference | None]:  # noqa: ARG002 - for subclasses
        """Return what is seen of each of many views at once; None where `look` must be asked."""
        return repeat(None, len(views))

    def infer(self, problem: Problem) -> Inference:
        """Return everything that this method concludes from `problem`.

        Raises Contradiction if the method finds that no layout fits, with a smallest clashing set
        of clues, or a minimal one if that takes too long (`clash.py`).
        """
        try:
            return self.conclude(problem)
        except Contradiction:
            raise smallest_clash(problem, self._clashes) from None

    def conclude(self, problem: Problem) -> Inference:
        """Return the same as `infer`, but raise Contradiction as the reasoner does, at once."""
        reasoner = self.begin(problem.cells, problem.total)
        for constraint in problem.constraints:
            reasoner.tell(constraint)
        found: list[Deduction] = []
        while news := reasoner.deduce():
            found.extend(news)
        return Concluded(tuple(found), reasoner.status, dict(reasoner.counters), self.odds(problem))

    def odds(self, problem: Problem) -> Odds | None:  # noqa: ARG002 - for subclasses
        """Return the odds of a problem; None if this method does not know them."""
        return None

    def _clashes(self, problem: Problem) -> bool:
        try:
            self.conclude(problem)
        except Contradiction:
            return True
        return False


def _names(engines: Sequence[Engine]) -> Iterator[str]:
    """Yield the names of engines; a second one of the same name has its number."""
    for place, engine in enumerate(engines):
        before = sum(other.name == engine.name for other in engines[:place])
        yield f"{engine.name} {before + 1}" if before else engine.name
