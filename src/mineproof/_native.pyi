"""The native kernel of mineproof: plain integers in, plain numbers out."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def random_mines(cells: int, mines: int, seed: int, clear: Sequence[int]) -> list[int]:
    """
    Draw `mines` of the cells 0 to `cells` - 1 outside `clear`, as board.rng does.
    """

class Counted:
    """What came of a count, by cell."""

    @property
    def risks(self) -> Sequence[float]:
        """
        The probability that each cell is a mine; not a number for an open cell.
        """

    def risk_by_cell(self) -> dict[int, float]:
        """Return the same without the open cells, in order."""

    @property
    def certain(self) -> bytes:
        """
        Of each cell: 1 if it is certainly safe, 2 if certainly a mine, otherwise 0.
        """

    @property
    def floating(self) -> int:
        """How many cells no clue mentions."""

    @property
    def floating_risk(self) -> float | None:
        """
        The probability that a cell is a mine that no clue mentions; None without any.
        """

class Study(Counted):
    """A count that can be asked more."""

    def numbers(self, cell: int) -> list[float]:
        """
        Return the probabilities that `cell` of a view is safe and shows 0, 1, ... 8.
        """

    def prospect(self, cell: int) -> float:
        """
        Return the mean number of covered cells of a view, without `cell`, that are certain once it is
        open and shows its number; none are where it is a mine.

        Raises LimitReached and OverflowError as a count does.
        """

    def chance(self, mines: Sequence[int], safe: Sequence[int]) -> float:
        """
        Return the probability that all of `mines` are mines and all of `safe` are safe.
        """

    def sample(self, seed: int) -> list[int]:
        """
        Draw a layout that fits, each as likely as it is, and return its mines.
        """

    def fronts(self) -> list[tuple[list[list[int]], list[int], list[list[int]]]]:
        """
        Return of each front its boxes of twin cells; its layouts with 0, 1, ... mines; and for each
        box as many numbers: those of the layouts that mine a given cell of it.

        Raises OverflowError if a number might need more than 128 bits.
        """

def count_view(rows: int, cols: int, shape: str, cells: bytes, total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Counted:
    """
    Find the risk of every cell of a view of this shape: square, torus or hex.

    `cells` are codes as in board.view: 0 to 8 open, 9 hidden, 10 flag, 11 seen mine. Flags are
    hidden. `total` mines are among all that is not open. If it is None, each cell is a mine with
    probability `density` by itself. If `over` is given, any number of mines among so many cells
    is equally likely instead: all that is not open, and others that have turned out to be safe.

    Raises Contradiction if no layout fits, LimitReached beyond `max_states` or `max_bytes`,
    OverflowError beyond the range of the kernel's numbers, ValueError for what cannot be meant.
    """

def count_problem(cells: int, clues: Iterable[tuple[Iterable[int], int]], total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Counted:
    """
    Find the risk of the cells 0 to `cells` - 1, given clues: so many of these cells are mines.

    The other arguments, and what is raised, are as for `count_view`.
    """

def study_view(rows: int, cols: int, shape: str, cells: bytes, total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Study:
    """Count as `count_view` does, and keep all to be asked more."""

def study_problem(cells: int, clues: Iterable[tuple[Iterable[int], int]], total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Study:
    """Count as `count_problem` does, and keep all to be asked more."""

def count_wins(rows: int, cols: int, shape: str, covered: Sequence[int], layouts: Sequence[Sequence[int]], *, max_work: int = 2147483647) -> dict[int, int] | None:
    """
    Return for each covered cell that may be safe how many of the layouts are won if
    it is opened next and play is best from there; None if that takes more work.
    All layouts that fit must be given, each as the list of its mines.
    """

class Fleet:
    """Many games, one move in each at a time."""

    def __init__(self, rows: int, cols: int, shape: str, mines: int, start: str, safe_cells: int, games: int) -> None: ...

    def begin(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], shown: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Begin some games anew, and show what is open then."""

    def open(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], shown: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], opened: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], status: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Open a cell in some games, and show what opens; `opened` gets how many cells did,
        `status` 0 for a game that goes on, 1 for one that is won, 2 for a lost one.
        """

def is_solvable(*, rows: int, cols: int, shape: str, mines: Sequence[int], first: int, hardest: str, with_count: bool, max_states: int = 20000000) -> bool | None:
    """
    Tell whether a layout can be cleared from its first cell by steps up to `hardest`:
    single, pair or counting. None if that is too much to count.
    """

def no_guess(*, rows: int, cols: int, shape: str, mines: int, start: str, first: int, seed: int, skip: int, tries: int, hardest: str, with_count: bool, too_easy: str | None, repairs: bool, max_states: int = 20000000) -> tuple[int, int, list[int] | None]:
    """
    Look for a layout that can be cleared without a guess, by up to `tries` tries after
    `skip` others: return how many it took, the seed of the layout that was dealt, and
    the mines; or no mines.

    `hardest` is the hardest step that may be asked for: single, pair or counting. What
    can be cleared by steps up to `too_easy` without the mine count is not wanted.
    `repairs` says to move mines where the play is stuck.
    """

class Games:
    """The results of many games, in their order."""

    def __len__(self) -> int: ...

    @property
    def endings(self) -> list[int]:
        """
        For each game 0 if it was won, 1 lost, 2 stuck; 3 if a count was too much.
        """

    @property
    def moves(self) -> list[int]:
        """How many moves were made."""

    @property
    def proved(self) -> list[int]:
        """How many of the moves were certain."""

    @property
    def guesses(self) -> list[int]:
        """How many of the moves were guesses."""

    @property
    def counts(self) -> list[int]:
        """How often layouts were counted."""

    @property
    def unmarked(self) -> list[int]:
        """
        How many cells were neither open nor settled; none if the game was won.
        """

    @property
    def lost_at(self) -> list[int]:
        """The cell that lost the game, -1 if none did."""

    @property
    def luck(self) -> list[float]:
        """The sum over guesses of the risk if survived, else of the risk less 1."""

    @property
    def seconds(self) -> list[float]:
        """The CPU time of each game."""

    def unmarked_cells(self, game: int) -> list[int]:
        """Return the unmarked cells of a game, in order."""

    def trace(self, game: int) -> list[tuple[int, bool, bool]]:
        """
        Return the moves of a game: cell, whether marked as mined, whether a guess.
        """

def play_games(rows: int, cols: int, shape: str, mines: int, start: str, detail: int, finish: str, policy: str, seeds: Sequence[int], *, threads: int = 1, max_states: int = 20000000, unmarked: bool = False, trace: bool = False) -> Games:
    """
    Play the games of these seeds. `detail` is the first cell of `safe` and
    `opening`, and for `list` the number of safe cells.
    """

def play_layouts(rows: int, cols: int, shape: str, mines: Sequence[Sequence[int]], safe: Sequence[Sequence[int]], first: Sequence[int | None], finish: str, policy: str, seeds: Sequence[int], *, threads: int = 1, max_states: int = 20000000, unmarked: bool = False, trace: bool = False) -> Games:
    """
    Play given layouts: for each its mines, the safe cells that are open from the
    start or the cell to open first, and the seed of the guesses.
    """

class KnowledgeBase:
    """The clauses of one game, for resolution."""

    def __init__(self, cells: Iterable[int], total: int, width: int, count_limit: int, max_clauses: int) -> None:
        """Begin a game over `cells` with `total` mines, -1 if that is not known."""

    def tell(self, cells: Iterable[int], mines: int) -> None:
        """Add a hint; they are numbered from 0."""

    def learn(self, cell: int, is_mine: bool) -> bool:
        """Add a fact, and tell whether it went without contradiction."""

    def deduce(self) -> int:
        """
        Mark one more cell and return its literal; 0 if there is none, or a contradiction.
        """

    def derivation(self, cell: int) -> list[tuple[list[int], int, int, int]]:
        """
        Return the steps (clause, left, right, hint) to a mark, premises first.

        A step has two earlier steps, or a number for `hint`, or, all being -1, it is a mark.
        """

    def hint(self, number: int) -> tuple[int, list[int], int]:
        """
        Return what a hint of a derivation said: (number of the told hint, cells, mines).

        The number is -1 for the mine count.
        """

    def kb(self) -> list[list[int]]:
        """Return the clauses of two or more literals, oldest first."""

    def kb0(self, start: int) -> list[int]:
        """
        Return the literals of the marked cells, in order, from the one of this number on.
        """

    def counters(self) -> list[int]:
        """Return kb, kb0, resolvents, subsumed, rounds and largest_kb."""

    @property
    def clash(self) -> tuple[int, int]:
        """
        What the last call met: 1 a hint, 2 a clause, 3 a cell, 4 the mine count that
        cannot be met, 0 nothing; and the cell, or -1.
        """

    @property
    def hit_limit(self) -> bool:
        """Whether the last `deduce` ended at a limit."""

class Watcher:
    """Follows one game and finds what is certain."""

    def __init__(self, rows: int, cols: int, shape: str, total: int | None, max_states: int) -> None: ...

    def see(self, sights: Sequence[tuple[int, int]]) -> None:
        """Take in newly opened cells with their numbers."""

    def learn(self, cell: int, is_mine: bool) -> None:
        """Take in what a cell is known to be."""

    def deduce(self) -> tuple[list[int], list[int], str]:
        """
        Return safe cells, mines, and `found`; or none, and `nothing`, `limit`,
        `contradiction` or `unsupported`.
        """

    def risks(self) -> tuple[dict[int, float], str]:
        """
        Return the risk of every unsettled cell, and `counted`; or none, and `limit`,
        `contradiction` or `unsupported`.
        """

    def known(self) -> dict[int, bool]:
        """Return the cells that are settled, and whether they are mines."""

    def guesses(self, budget: str, most: int, excluded: Sequence[int]) -> tuple[list[tuple[int, float, float]], str]:
        """
        Return the best guesses when nothing is certain, at most so many: of each its cell,
        risk and merit, best first; and how they were found. By `endgame` and `games`, the
        merit is the chance to win; by `lookahead`, that to survive this move and the next;
        by `safest`, to survive this one. Or none, and `limit`, `contradiction` or
        `unsupported`.
        """

    @property
    def counts(self) -> int:
        """How often layouts were counted."""
