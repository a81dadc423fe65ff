"""CS50's `minesweeper.py`, name for name, on top of this package.

A student of CS50's course on AI can import the three classes from here and keep the course's
window and checks: a game, a sentence ("3 of these cells are mines") and an AI that closes
its sentences under the subset rule. Cells are (row, column) here, counted from 0. Mines are laid
by `board.layout`, conclusions are drawn by `engines.subset`; this file translates.

Differences from the course: there is a `seed`, given or chosen, so that every game can be replayed;
the first safe move in reading order is made; and contradictory input raises an error of
`mineproof.errors` where the course's own files would continue with nonsense.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from itertools import product

from mineproof.board.grid import Grid, Place
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.engines.subset import Subset, SubsetReasoner
from mineproof.errors import Contradiction
from mineproof.logic.problem import Constraint


class Minesweeper:
    """A board with its mines, and the mines that a player has found.

    The same seed lays the same mines, as it does for a `Game` of that level without a start rule.
    `is_mine` and `nearby_mines` read `board`, `won` compares the two sets; a caller may set up a
    position of its own by changing both. Raises BadGrid or BadSetting if there is no such board.

    >>> game = Minesweeper(height=2, width=3, mines=1, seed=5)
    >>> game.mines, game.nearby_mines((1, 1)), game.won()
    ({(0, 1)}, 1, False)
    """

    def __init__(
        self, height: int = 8, width: int = 8, mines: int = 8, *, seed: int | None = None
    ) -> None:
        self.height = height
        self.width = width
        self.seed = _seed(seed)
        self._grid = Grid(height, width)
        layout = Layout.random(self._grid, mines, Rng(self.seed))
        self.mines: set[Place] = {self._grid.place(cell) for cell in layout.mines}
        self.board = [[(row, col) in self.mines for col in range(width)] for row in range(height)]
        self.mines_found: set[Place] = set()

    def print(self) -> None:
        """Print the board with an X for each mine."""
        rule = "-" * (2 * self.width + 1)
        print(rule)
        for row in self.board:
            print(f"|{'|'.join('X' if is_mine else ' ' for is_mine in row)}|\n{rule}")

    def is_mine(self, cell: Place) -> bool:
        """Tell whether there is a mine in `cell`; raise BadGrid if it is not on the board."""
        self._grid.at(*cell)  # a list would take -1 for its last entry
        row, col = cell
        return self.board[row][col]

    def nearby_mines(self, cell: Place) -> int:
        """Return how many neighbours of `cell` are mines, not counting the cell itself."""
        return sum(self.board[row][col] for row, col in _touching(self._grid, cell))

    def won(self) -> bool:
        """Tell whether exactly the mines have been found."""
        return self.mines_found == self.mines


class Sentence:  # noqa: PLW1641 - mutable, so it has no hash
    """Exactly `count` of `cells` are mines. Mutable; sentences that say the same are equal.

    >>> sentence = Sentence({(0, 0), (0, 1)}, 1)
    >>> sentence.mark_safe((0, 0))
    >>> print(sentence, sentence.known_mines())
    {(0, 1)} = 1 {(0, 1)}
    """

    def __init__(self, cells: Iterable[Place], count: int) -> None:
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    def __str__(self) -> str:
        return f"{{{', '.join(map(str, sorted(self.cells)))}}} = {self.count}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def known_mines(self) -> set[Place]:
        """Return all cells, as a new set, if each of them must be a mine; else the empty set."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Place]:
        """Return all cells, as a new set, if none of them can be a mine; else the empty set."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Place) -> None:
        """Remove a cell that is a mine; does nothing if the sentence does not mention it."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Place) -> None:
        """Remove a cell that is safe; does nothing if the sentence does not mention it."""
        self.cells.discard(cell)


class MinesweeperAI:
    """A player that knows what follows from the counts by the subset rule, and no more.

    `moves_made`, `mines` and `safes` are sets of cells, `knowledge` is a list of sentences about
    the cells that are neither. There is no other state: a caller may change them between two
    calls, and the next conclusions follow from what they then hold.

    >>> ai = MinesweeperAI(height=1, width=5)
    >>> ai.add_knowledge((0, 1), 1)
    >>> ai.knowledge, ai.make_safe_move()
    ([<{(0, 0), (0, 2)} = 1>], None)
    >>> ai.add_knowledge((0, 3), 2)
    >>> sorted(ai.mines), ai.make_safe_move(), ai.make_random_move()
    ([(0, 2), (0, 4)], (0, 0), (0, 0))
    """

    def __init__(self, height: int = 8, width: int = 8, *, seed: int | None = None) -> None:
        self.height = height
        self.width = width
        self.seed = _seed(seed)
        self.moves_made: set[Place] = set()
        self.mines: set[Place] = set()
        self.safes: set[Place] = set()
        self.knowledge: list[Sentence] = []
        self._grid = Grid(height, width)
        # One step on: in the game's own stream, the same seed would guess its first mine.
        self._rng = Rng(Rng(self.seed).next())

    def mark_mine(self, cell: Place) -> None:
        """Note that `cell` is a mine, in every sentence too; `add_knowledge` concludes from it."""
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Place) -> None:
        """Note that `cell` is safe, in every sentence too; `add_knowledge` concludes from it."""
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Place, count: int) -> None:
        """Learn that `cell` was opened and shows `count`, and draw every conclusion.

        Then `mines` and `safes` hold all that follows by the subset rule, and `knowledge` all
        sentences that do, each once, never empty, without settled cells. Existing sentences keep
        their places; new ones come after them.

        Raises Contradiction if the rule finds that a count, or a cell or sentence that the caller
        put in, cannot be true together with the rest, and BadGrid for a cell that is not on the
        board; the AI is then unchanged.
        """
        closed = self._close(cell, count)
        self.moves_made.add(cell)
        self.mark_safe(cell)
        for number, is_mine in closed.ledger.known.items():
            mark = self.mark_mine if is_mine else self.mark_safe
            mark(divmod(number, self.width))
        self._rewrite(closed.sentences())

    def make_safe_move(self) -> Place | None:
        """Return the first safe cell in reading order that is not open; None if there is none."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Place | None:
        """Return a cell that is neither open nor a known mine; None if there is none.

        Each is equally likely; the seed and the number of earlier draws decide.
        """
        taken = self.moves_made | self.mines
        free = [p for p in product(range(self.height), range(self.width)) if p not in taken]
        return free[self._rng.below(len(free))] if free else None

    # Starting over at every call costs little: only the sentences about unsettled cells are
    # repeated, on average 2 on 8x8 with 8 mines and 11 on 16x30 with 99. In return, no hidden state
    # can get out of step with what a caller does to the sets.
    def _close(self, cell: Place, count: int) -> SubsetReasoner:
        """Return what follows from everything known and `count` at `cell`; change nothing."""
        safes = self.safes | {cell}
        if both := self.mines & safes:
            raise Contradiction(f"{min(both)} is in mines and also safe; expected one or the other")
        told = [*self.knowledge, Sentence(_touching(self._grid, cell), count)]
        reasoner = Subset().begin(range(self._grid.size), None)
        try:
            for sentence in told:
                reasoner.tell(self._reduce(sentence, safes))
            while reasoner.deduce():
                pass
        except Contradiction:
            raise Contradiction(
                f"no layout with {count} mine{'s' * (count != 1)} around {cell} fits what the AI"
                " already knows"
            ) from None
        return reasoner

    def _reduce(self, sentence: Sentence, safes: set[Place]) -> Constraint:
        """Return what `sentence` says about cells that are neither in `mines` nor in `safes`."""
        mined = sentence.cells & self.mines
        rest = sentence.cells - mined - (sentence.cells & safes)
        cells = frozenset(self._grid.at(row, col) for row, col in rest)
        return Constraint(cells, sentence.count - len(mined))

    def _rewrite(self, closure: list[Constraint]) -> None:
        """Update `knowledge` to these sentences, keeping existing objects."""
        sentences: dict[frozenset[Place], Sentence] = {}
        for sentence in self.knowledge:
            self._settle(sentence)
            if sentence.cells:
                sentences.setdefault(frozenset(sentence.cells), sentence)
        for constraint in closure:
            cells = frozenset(divmod(number, self.width) for number in constraint.cells)
            sentences.setdefault(cells, Sentence(cells, constraint.mines))
        self.knowledge[:] = sentences.values()

    def _settle(self, sentence: Sentence) -> None:
        """Remove the cells that a caller has put into the sets without marking them."""
        for cell in sentence.cells & self.mines:
            sentence.mark_mine(cell)
        for cell in sentence.cells & self.safes:
            sentence.mark_safe(cell)


def _seed(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else seed


def _touching(grid: Grid, place: Place) -> list[Place]:
    return [divmod(near, grid.cols) for near in grid.neighbours(grid.at(*place))]
