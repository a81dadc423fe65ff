"""Agent and Player: an Agent begins a Player for each game; the player sees and chooses.

A player gets only what the game shows. It sees each newly opened cell once, so a whole game costs
no more than its moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from typing import ClassVar

from mineproof.agents.checked import CheckedWatcher
from mineproof.agents.choice import Choice, Decision
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.rng import Rng
from mineproof.board.view import MINE, Sight, View
from mineproof.engines.base import Engine, Watcher
from mineproof.engines.cascade import Cascade
from mineproof.engines.inference import Deduction
from mineproof.errors import BadInput

# Guesses use a random stream of their own: with the seed itself they would repeat the draws that
# laid the mines.
_GUESS_STREAM = 0x6D696E6570726F6F


FILE = "FILE"
"""The `argument` of agents that take a Python file; they get its Source."""


class Agent(ABC):
    """A way to play: an engine for what is certain, and `guess` for what is not."""

    name: str
    needs_risks: ClassVar[bool] = False
    """Whether `guess` asks for the risks of cells."""

    kernel_plays: ClassVar[bool] = False
    """Whether the kernel's loop can play it, under the same name; not inherited."""

    needs_host: ClassVar[bool] = False
    """Whether it calls code that is not ours and may hang; many games are then played in a host."""

    checks_proofs: bool = False
    """Whether the checker must accept every proof before the player sees what it proves."""

    argument: ClassVar[str] = ""
    """What follows its name and a colon, such as COMMAND; it is the second parameter then."""

    def __init_subclass__(cls) -> None:
        # If inherited, the kernel would play the parent, whatever the subclass changes.
        cls.kernel_plays = cls.__dict__.get("kernel_plays", False)

    def __init__(self, engine: Engine | None = None) -> None:
        """Play with this engine, by default the cascade; raise BadInput if the two do not match."""
        self.engine = engine or Cascade()
        if self.needs_risks and not self.engine.knows_risks:
            raise BadInput(
                f"the agent {self.name} needs risks, and the engine {self.engine.name} knows none; "
                "expected exact, or a cascade that ends with it"
            )

    @abstractmethod
    def guess(self, player: Player) -> Decision:
        """Decide when no move is certain."""

    def begin(
        self, grid: Grid, total: int | None, seed: int = 0, *, marks_mines: bool = True
    ) -> Player:
        """Return a player for one game with `total` mines, None if unknown.

        The clearing game needs no flags; `marks_mines` says whether the player sets them.
        """
        return Player(self, grid, total, seed, marks_mines=marks_mines)

    def watch(self, grid: Grid, total: int | None) -> Watcher:
        """Return the watcher of its engine for one game, checked if `checks_proofs` says so."""
        watcher = self.engine.watch(grid, total)
        return CheckedWatcher(watcher) if self.checks_proofs else watcher

    @property
    def about(self) -> str:
        """What it is, in one line, for lists of players."""
        return (type(self).__doc__ or "").split("\n")[0]

    def check_ready(self) -> None:  # noqa: B027 - most are
        """Raise BadInput if it cannot play; this is called once, before any game."""

    def seconds_allowed(self, usual: float) -> float:
        """Return how many seconds a referee should allow for a move."""
        return usual

    def choose(self, view: View, seed: int = 0) -> Decision:
        """Return the decision for a position, which is read as in `join`."""
        return self.join(view, seed).choose()

    def join(self, view: View, seed: int = 0, *, marks_mines: bool = True) -> Player:
        """Return a player that joins in the middle of a game and has seen all of `view`.

        It neither flags a flagged cell again nor guesses at it, but may decide to open one that is
        certainly safe. A visible mine is a fact.
        """
        player = self.begin(view.grid, view.mines, seed, marks_mines=marks_mines)
        player.catch_up(view)
        return player


class Player:
    """One agent in one game: certain moves first, in the order they were proved."""

    def __init__(
        self, agent: Agent, grid: Grid, total: int | None, seed: int, *, marks_mines: bool
    ) -> None:
        self.grid = grid
        self.marks_mines = marks_mines
        self.flagged: frozenset[Cell] = frozenset()
        self.rng = Rng(seed ^ _GUESS_STREAM)
        self.watcher = agent.watch(grid, total)
        self.untouched: dict[Cell, None] = dict.fromkeys(range(grid.size))  # in reading order
        self._agent = agent
        self._near = grid.table
        self._covered_around = bytearray(map(len, grid.table))
        self._certain: deque[Deduction] = deque()

    def see(self, sights: Iterable[Sight]) -> None:
        """Take in newly opened cells."""
        sights = tuple(sights)
        untouched, covered, near = self.untouched, self._covered_around, self._near
        for cell, _ in sights:
            untouched.pop(cell, None)
            for other in near[cell]:
                covered[other] -= 1
        self.watcher.see(sights)

    def catch_up(self, view: View) -> None:
        """Take in what is new in `view`; call this only before the first `choose`."""
        fresh = [cell for cell in self.untouched if view.is_open(cell)]
        self.see(Sight(cell, view.number(cell)) for cell in fresh)
        for mine in [cell for cell in self.untouched if view.cells[cell] == MINE]:
            del self.untouched[mine]
            self.watcher.learn(mine)
        self.flagged = frozenset(filter(view.is_flagged, view.covered_cells()))

    def think(self) -> None:
        """Find everything that is certain now, to play later."""
        while found := self.watcher.deduce():
            self._certain.extend(found)

    def choose(self) -> Decision:
        """Return the next move: a certain one if the engine finds one, else the agent's guess.

        The player uses up the engine's deductions before it asks for more.
        """
        certain, untouched = self._certain, self.untouched
        while True:
            while certain:
                deduction = certain.popleft()
                cell = deduction.cell
                if cell in untouched:
                    del untouched[cell]
                    if not deduction.is_mine:
                        return Choice(Move(Act.OPEN, cell), deduction)
                    if self.marks_mines and cell not in self.flagged:
                        return Choice(Move(Act.FLAG, cell), deduction)
            certain.extend(self.watcher.deduce())
            if not certain:
                return self._agent.guess(self)

    def seconds_elsewhere(self) -> float:
        """Return the CPU time that other processes have used for it so far."""
        return 0.0

    def leave(self, outcome: str) -> None:
        """Hear how the game ended: won, lost, stuck or fault."""

    def candidates(self) -> list[Cell]:
        """Return the cells that may be guessed at, in reading order."""
        if not self.flagged:
            return list(self.untouched)
        return [cell for cell in self.untouched if cell not in self.flagged]

    def covered_neighbours(self, cell: Cell) -> int:
        """Return how many neighbours of `cell` are not open."""
        return self._covered_around[cell]
