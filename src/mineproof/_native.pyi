"""The native kernel of mineproof: plain integers in, plain numbers out."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def random_mines(cells: int, mines: int, seed: int, clear: Sequence[int]) -> list[int]:
    """
    Draw `mines` of the cells 0 to `cells` - 1 outside `clear`, as `board.rng` does.

    Raises ValueError for a number out of range; `cells` is at most 2**24.
    """

class Counted:
    """The result of a count, by cell."""

    @property
    def risks(self) -> Sequence[float]:
        """
        The probability that each cell is a mine, NaN for an open cell; a memoryview of doubles.
        """

    def risk_by_cell(self) -> dict[int, float]:
        """Return the risks as a dict in cell order, without the open cells."""

    @property
    def certain(self) -> bytes:
        """
        For each cell 1 if it is certainly safe, 2 if it is certainly a mine, otherwise 0.
        """

    @property
    def floating(self) -> int:
        """The number of floating cells, which no clue mentions."""

    @property
    def floating_risk(self) -> float | None:
        """
        The probability that a floating cell is a mine; None if there are none.
        """

class Study(Counted):
    """
    A count that answers further questions, one at a time.

    Any question may raise LimitReached, and RuntimeError while another thread asks one.
    """

    def numbers(self, cell: int) -> list[float]:
        """
        Return the probabilities that `cell` of a view is safe and shows 0, 1, ... 8.
        """

    def prospect(self, cell: int) -> float:
        """
        Return the expected number of covered cells that are certain once `cell` of a view is
        open.

        `cell` itself does not count, and where it is a mine nothing does. Raises
        OverflowError as a count does.
        """

    def chance(self, mines: Sequence[int], safe: Sequence[int]) -> float:
        """
        Return the probability that all of `mines` are mines and all of `safe` are safe.
        """

    def sample(self, seed: int) -> list[int]:
        """
        Draw a layout that fits, by its probability, and return its mines in order.
        """

    def fronts(self) -> list[tuple[list[list[int]], list[int], list[list[int]]]]:
        """
        Return for each front its boxes of twin cells; how many layouts it has with 0, 1, ...
        mines; and for each box how many of those mine a given cell of it.

        The numbers are exact, and the cells of a box are in no order. Raises OverflowError
        if a number might need more than 128 bits.
        """

def count_view(rows: int, cols: int, shape: str, cells: bytes, total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Counted:
    """
    Find the risk of every cell of a view of this shape: square, torus or hex.

    `cells` are codes as in `board.view`: 0 to 8 open, 9 hidden, 10 flag, 11 seen mine; a flag
    counts as hidden. The cells that are not open hold `total` mines. If `total` is None, each of
    them is a mine with probability `density`, independently. If `over` is given instead, every
    number of mines among `over` cells is equally likely: the cells that are not open, and others
    that have turned out to be safe.

    Raises Contradiction if no layout fits, LimitReached beyond `max_states` or `max_bytes`,
    OverflowError beyond the range of the kernel's numbers (counting in Python has no such range),
    and ValueError or TypeError for bad arguments. In long products of polynomials, 200
    multiplications count as one state.
    """

def count_problem(cells: int, clues: Iterable[tuple[Iterable[int], int]], total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Counted:
    """
    Find the risk of the cells 0 to `cells` - 1, given clues: pairs of cells and their mines.

    The other arguments and the errors are those of `count_view`.
    """

def count_views(rows: int, cols: int, shape: str, cells: Sequence[bytes], totals: Sequence[int | None], *, threads: int = 1, density: float = 0.5, max_states: int = 20000000, max_bytes: int = 2147483648) -> list[Counted | None]:
    """
    Count many views of one shape on several threads, as `count_view` does each; in their order.

    `cells` and `totals` have an entry for each view. Where `count_view` would raise Contradiction,
    LimitReached or OverflowError, the result is None: ask it about that view alone. There are
    2**24 cells at most in all. Raises ValueError or TypeError for bad arguments.
    """

def study_view(rows: int, cols: int, shape: str, cells: bytes, total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Study:
    """Count as `count_view` does, and keep everything for further questions."""

def study_problem(cells: int, clues: Iterable[tuple[Iterable[int], int]], total: int | None = None, *, density: float = 0.5, over: int | None = None, max_states: int = 20000000, max_bytes: int = 2147483648) -> Study:
    """
    Count as `count_problem` does, and keep everything for further questions.
    """

def count_wins(rows: int, cols: int, shape: str, covered: Sequence[int], layouts: Sequence[Sequence[int]], *, max_work: int = 2147483647) -> dict[int, int] | None:
    """
    Return, for each covered cell that may be safe, how many of the layouts are won if it
    is opened next and play is best from there.

    `layouts` are all that fit, each the list of its mines, no two alike; at most 128 cells may be
    covered. None if it takes more than `max_work`: layouts looked at, once per cell.
    """

class Fleet:
    """
    Many games, one move in each at a time.

    Arrays have an entry or a row for each game: `which` selects the games, `shown` is
    what is seen of them, -1 for a hidden cell. What is written to may overlap no other
    array. Wrong arrays raise ValueError or TypeError before anything has changed. Ctrl-C
    may leave the last games without their move. A call while another thread is in one
    raises RuntimeError.
    """

    def __init__(self, rows: int, cols: int, shape: str, mines: int, start: str, safe_cells: int, games: int) -> None:
        """
        Set up `games` boards of one kind; any cell may be opened first.

        Raises ValueError for numbers out of range, or more than 2**30 cells in all.
        """

    def begin(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], shown: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Start the selected games over, and show what is open then."""

    def open(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], shown: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], opened: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], status: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Open a cell in each selected game, and show what opens.

        `opened` gets the number of cells that opened, `status` 0 if the game goes on, 1 if it
        is won, 2 if it is lost. An open cell, or a game that is over, stays as it is.
        """

def is_solvable(*, rows: int, cols: int, shape: str, mines: Sequence[int], first: int, hardest: str, with_count: bool, max_states: int = 20000000) -> bool | None:
    """
    Tell whether a layout can be cleared from its first cell by steps up to `hardest`:
    single, pair or counting. None if counting hits a limit.
    """

def no_guess(*, rows: int, cols: int, shape: str, mines: int, start: str, first: int, seed: int, skip: int, tries: int, hardest: str, with_count: bool, too_easy: str | None, repairs: bool, max_states: int = 20000000) -> tuple[int, int, list[int] | None]:
    """
    Look for a layout that can be cleared without a guess, as `coach.boards.generate` does.

    Returns how many tries it took, the seed of the layout that was dealt, and the mines in
    order; or None for the mines, if `tries` tries after the first `skip` did not suffice.
    `hardest` is the hardest step a player may need: single, pair or counting. Layouts that
    can be cleared by steps up to `too_easy` without the mine count are rejected. `repairs`
    moves mines where play is stuck, instead of rejecting the layout.
    """

class Games:
    """The results of many games, in their order."""

    def __len__(self) -> int: ...

    @property
    def endings(self) -> list[int]:
        """
        For each game 0 if it was won, 1 lost, 2 stuck; 3 if counting hit a limit.
        """

    @property
    def moves(self) -> list[int]:
        """The number of moves."""

    @property
    def proved(self) -> list[int]:
        """The number of moves that were certain."""

    @property
    def guesses(self) -> list[int]:
        """The number of guesses."""

    @property
    def counts(self) -> list[int]:
        """The number of times layouts were counted."""

    @property
    def unmarked(self) -> list[int]:
        """
        The number of cells neither open nor settled at the end; 0 if the game was won.
        """

    @property
    def lost_at(self) -> list[int]:
        """The cell that lost the game, -1 if none did."""

    @property
    def luck(self) -> list[float]:
        """The sum over guesses of the risk, less 1 for the guess that lost."""

    @property
    def seconds(self) -> list[float]:
        """The CPU time of each game."""

    def unmarked_cells(self, game: int) -> list[int]:
        """Return the unmarked cells of a game in order; needs `unmarked=True`."""

    def trace(self, game: int) -> list[tuple[int, bool, bool]]:
        """
        Return the moves of a game: the cell, whether it was marked as a mine, whether it was
        a guess; needs `trace=True`.
        """

def play_games(rows: int, cols: int, shape: str, mines: int, start: str, detail: int, finish: str, policy: str, seeds: Sequence[int], *, threads: int = 1, max_states: int = 20000000, unmarked: bool = False, trace: bool = False) -> Games:
    """
    Play the games of these seeds, as `play.match` does with the engine `exact`.

    `detail` is the first cell for `safe` and `opening`, and the number of safe cells for
    `list`. `max_states` limits each count; `unmarked` and `trace` say what to keep.
    """

def play_layouts(rows: int, cols: int, shape: str, mines: Sequence[Sequence[int]], safe: Sequence[Sequence[int]], first: Sequence[int | None], finish: str, policy: str, seeds: Sequence[int], *, threads: int = 1, max_states: int = 20000000, unmarked: bool = False, trace: bool = False) -> Games:
    """
    Play given layouts.

    Each has its mines, the safe cells that are open from the start or the cell to open
    first, and the seed of its guesses.
    """

class KnowledgeBase:
    """
    The clauses of one game, for resolution.

    Bad arguments raise ValueError or TypeError and change nothing. A call while another
    thread is in one raises RuntimeError. After Ctrl-C the next call takes up the work.
    """

    def __init__(self, cells: Iterable[int], total: int, width: int, count_limit: int, max_clauses: int) -> None:
        """
        Start a game over `cells` with `total` mines, -1 if the number is unknown.
        """

    def tell(self, cells: Iterable[int], mines: int) -> None:
        """
        Add a hint: how many of these cells are mines. Hints are numbered from 0.
        """

    def learn(self, cell: int, is_mine: bool) -> bool:
        """Add a fact; true if it met no contradiction."""

    def deduce(self) -> int:
        """
        Mark one more cell and return its literal; 0 if none follows, or on a contradiction.
        """

    def derivation(self, cell: int) -> list[tuple[list[int], int, int, int]]:
        """
        Return the steps (clause, left, right, hint) to a mark, premises first.

        A step has two earlier steps, or the number of a hint; if all three are -1, it is a mark.
        """

    def hint(self, number: int) -> tuple[int, list[int], int]:
        """
        Return what a hint of a derivation said: (number of the hint, cells, mines).

        The number is -1 for the mine count. Raises IndexError if there is no such hint.
        """

    def kb(self) -> list[list[int]]:
        """Return the clauses of two or more literals, oldest first."""

    def kb0(self, start: int) -> list[int]:
        """
        Return the literals of the marked cells in order, from number `start` on.
        """

    def counters(self) -> list[int]:
        """Return kb, kb0, resolvents, subsumed, rounds and largest_kb."""

    @property
    def clash(self) -> tuple[int, int]:
        """
        What contradicted in the last call, and the cell or -1: 0 nothing, 1 a hint, 2 clauses,
        3 a cell, 4 the mine count.
        """

    @property
    def hit_limit(self) -> bool:
        """Whether the last `deduce` ended at a limit."""

class Watcher:
    """
    Follows one game and finds what is certain.

    Bad arguments raise ValueError or TypeError and change nothing. A call while another
    thread is in one raises RuntimeError.
    """

    def __init__(self, rows: int, cols: int, shape: str, total: int | None, max_states: int) -> None:
        """
        Start to follow a game with `total` mines, None if the number is unknown.

        `max_states` limits each count.
        """

    def see(self, sights: Sequence[tuple[int, int]]) -> None:
        """
        Take in newly opened cells with their numbers.

        Raises Contradiction, and takes in nothing, if one of them is known to be a mine or
        shows another number.
        """

    def learn(self, cell: int, is_mine: bool) -> None:
        """
        Take in whether a cell is a mine.

        Raises Contradiction, and takes in nothing, if the opposite is known.
        """

    def deduce(self) -> tuple[list[int], list[int], str]:
        """
        Return the cells that are certainly safe, the certain mines, and `found`.

        Or none of either, and `nothing`, `limit`, `contradiction` or `unsupported`.
        """

    def risks(self) -> tuple[dict[int, float], str]:
        """
        Return the risk of every unsettled cell, and `counted`.

        Or no risks, and `limit`, `contradiction` or `unsupported`.
        """

    def known(self) -> dict[int, bool]:
        """Return the settled cells, and whether each is a mine."""

    def guesses(self, budget: str, most: int, excluded: Sequence[int]) -> tuple[list[tuple[int, float, float]], str]:
        """
        Return the best guesses when nothing is certain, and how they were found.

        There are at most `most`, best first, each with its cell, risk and merit. Found by
        `endgame` or `games`, the merit is the chance to win; by `lookahead`, to survive this
        move and the next; by `safest`, to survive this one. Or no guesses, and `limit`,
        `contradiction` or `unsupported`.
        """

    @property
    def counts(self) -> int:
        """The number of times layouts were counted."""
