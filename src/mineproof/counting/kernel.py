"""Finds the native kernel; the only file that imports it.

Where no compiler is, mineproof installs without its kernel and Python does the same work. The
environment variable MINEPROOF_KERNEL chooses: `auto` (or nothing) takes the kernel if it is
built, `native` insists on it, `python` does without.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from mineproof.errors import BadInput

_VARIABLE = "MINEPROOF_KERNEL"

MAX_STATES = 20_000_000
"""How many states the kernel may list for one count; near it, that takes some seconds and 2 GB."""


class NativeCount(Protocol):
    """What came of a count, by cell; `native/count/count.hpp`."""

    @property
    def risks(self) -> Sequence[float]:
        """The probability that each cell is a mine; not a number for an open cell.

        It is a memoryview of doubles.
        """

    def risk_by_cell(self) -> dict[int, float]:
        """Return the same without the open cells, in order."""

    @property
    def certain(self) -> bytes:
        """Of each cell: 1 if it is certainly safe, 2 if certainly a mine, otherwise 0."""

    @property
    def floating(self) -> int:
        """How many cells no clue mentions."""

    @property
    def floating_risk(self) -> float | None:
        """The probability that such a cell is a mine; None if there is none."""


class NativeStudy(NativeCount, Protocol):
    """A count that can be asked more, by one thread at a time.

    `native/count/query.hpp`, `prospect.hpp`, `sample.hpp` and `tally.hpp`. Any question may raise
    LimitReached.
    """

    def numbers(self, cell: int) -> list[float]:
        """Return the probabilities that `cell` of a view is safe and shows 0, 1, ... 8."""

    def prospect(self, cell: int) -> float:
        """Return the mean number of covered cells that are certain once `cell` of a view is open.

        `cell` itself does not count, nor do any cells where it is a mine. Raises OverflowError as a
        count does.
        """

    def chance(self, mines: Sequence[int], safe: Sequence[int]) -> float:
        """Return the probability that all of `mines` are mines and all of `safe` are safe."""

    def sample(self, seed: int) -> list[int]:
        """Draw a layout that fits, each as likely as it is, and return its mines in order."""

    def fronts(self) -> list[tuple[list[list[int]], list[int], list[list[int]]]]:
        """Return each front as a `counting.Tally`: its boxes, their cells in no order, then counts.

        They are exact; raises OverflowError if one might need more than 128 bits.
        """


class PlayedGames(Protocol):
    """The results of many games, in their order; `bulk.hpp` and `play.hpp` in `native/play`."""

    def __len__(self) -> int: ...

    @property
    def endings(self) -> Sequence[int]:
        """For each game 0 if it was won, 1 lost, 2 stuck; 3 if a count was too much."""

    @property
    def moves(self) -> Sequence[int]:
        """How many moves were made."""

    @property
    def proved(self) -> Sequence[int]:
        """How many of the moves were certain."""

    @property
    def guesses(self) -> Sequence[int]:
        """How many of the moves were guesses."""

    @property
    def counts(self) -> Sequence[int]:
        """How often layouts were counted."""

    @property
    def unmarked(self) -> Sequence[int]:
        """How many cells were neither open nor settled at the end; none if the game was won."""

    @property
    def lost_at(self) -> Sequence[int]:
        """The cell that lost the game, -1 if none did."""

    @property
    def luck(self) -> Sequence[float]:
        """The sum over guesses of the risk if it was survived, else of the risk less 1."""

    @property
    def seconds(self) -> Sequence[float]:
        """The CPU time of each game."""

    def unmarked_cells(self, game: int) -> list[int]:
        """Return the unmarked cells of a game in order; they must have been asked for."""

    def trace(self, game: int) -> list[tuple[int, bool, bool]]:
        """Return the moves of a game: cell, whether marked as mined, whether a guess."""


class NativeWatcher(Protocol):
    """Follows one game and finds what is certain; `native/count/reason.hpp`."""

    def see(self, sights: Sequence[tuple[int, int]]) -> None:
        """Take in newly opened cells with their numbers."""

    def learn(self, cell: int, is_mine: bool) -> None:
        """Take in what a cell is known to be."""

    def deduce(self) -> tuple[list[int], list[int], str]:
        """Return safe cells, mines, and `found`.

        Or none, and `nothing`, `limit`, `contradiction` or `unsupported`.
        """

    def risks(self) -> tuple[dict[int, float], str]:
        """Return the risk of every unsettled cell, and `counted`.

        Or none, and `limit`, `contradiction` or `unsupported`.
        """

    def known(self) -> dict[int, bool]:
        """Return the cells that are settled, and whether they are mines."""

    def guesses(
        self, budget: str, most: int, excluded: Sequence[int]
    ) -> tuple[list[tuple[int, float, float]], str]:
        """Return the best guesses when nothing is certain, best first: cell, risk and merit.

        At most so many, and how they were found: `endgame`, `games`, `lookahead` or `safest`. Or
        none, and `limit`, `contradiction` or `unsupported`.
        """

    @property
    def counts(self) -> int:
        """How often layouts were counted."""


class KnowledgeBase(Protocol):
    """The clauses of one game; `native/bind/bind_resolution.cpp` tells what each call gives."""

    def tell(self, cells: Iterable[int], mines: int) -> None: ...
    def learn(self, cell: int, is_mine: bool) -> bool: ...
    def deduce(self) -> int: ...
    def derivation(self, cell: int) -> list[tuple[list[int], int, int, int]]: ...
    def hint(self, number: int) -> tuple[int, list[int], int]: ...
    def kb(self) -> list[list[int]]: ...
    def kb0(self, start: int) -> list[int]: ...
    def counters(self) -> list[int]: ...

    @property
    def clash(self) -> tuple[int, int]: ...

    @property
    def hit_limit(self) -> bool: ...


class NativeFleet(Protocol):
    """Many games, one move in each at a time; `native/play/fleet.hpp`.

    Everything is passed in arrays, one entry or row for each game: `which` are the games that are
    meant, `shown` is what is seen of them, -1 for a hidden cell.
    """

    def begin(self, seeds: Any, which: Any, shown: Any) -> None:
        """Begin some games anew, and show what is open then."""

    def open(self, cells: Any, which: Any, shown: Any, opened: Any, status: Any) -> None:
        """Open a cell in some games, and show what opens.

        `opened` gets how many cells did, `status` 0 for a game that goes on, 1 for one that is
        won, 2 for a lost one. An open cell, or a game that is over, stays as it is.
        """


class Kernel(Protocol):
    """What the native kernel offers."""

    def KnowledgeBase(  # noqa: N802
        self, cells: Iterable[int], total: int, width: int, count_limit: int, max_clauses: int
    ) -> KnowledgeBase:
        """Begin a game over `cells` with `total` mines, -1 if that is not known."""

    def Fleet(  # noqa: N802
        self,
        *,
        rows: int,
        cols: int,
        shape: str,
        mines: int,
        start: str,
        safe_cells: int,
        games: int,
    ) -> NativeFleet:
        """Set up `games` boards of one kind; any cell may be opened first."""

    def random_mines(self, cells: int, mines: int, seed: int, clear: Sequence[int]) -> list[int]:
        """Draw `mines` of the cells 0 to `cells` - 1 outside `clear`, as `board.rng` does.

        The kernel takes boards of up to 2**24 cells; it raises ValueError for what is out of range.
        """

    def count_view(
        self,
        rows: int,
        cols: int,
        shape: str,
        cells: bytes,
        total: int | None = None,
        *,
        density: float = 0.5,
        over: int | None = None,
        max_states: int = ...,
        max_bytes: int = ...,
    ) -> NativeCount:
        """Find the risk of every cell of a view; `cells` are its codes, as in `board.view`.

        `total` mines are among all that is not open. If it is None, each cell is a mine with
        probability `density` by itself. If `over` is given, any number of mines among so many cells
        is equally likely instead: all that is not open, and others that have turned out to be safe.

        Raises Contradiction if no layout fits, LimitReached beyond `max_states` or `max_bytes`,
        OverflowError beyond the range of the kernel's numbers (Python's counting can do it), and
        ValueError or TypeError for what cannot be meant. Where long polynomials are multiplied,
        200 products count as one state.
        """

    def count_problem(
        self,
        cells: int,
        clues: Iterable[tuple[Iterable[int], int]],
        total: int | None = None,
        *,
        density: float = 0.5,
        over: int | None = None,
        max_states: int = ...,
        max_bytes: int = ...,
    ) -> NativeCount:
        """Find the risk of the cells 0 to `cells` - 1, given clues: so many of these are mines.

        The other arguments, and what is raised, are as for `count_view`.
        """

    def study_view(
        self,
        rows: int,
        cols: int,
        shape: str,
        cells: bytes,
        total: int | None = None,
        *,
        density: float = 0.5,
        over: int | None = None,
        max_states: int = ...,
        max_bytes: int = ...,
    ) -> NativeStudy:
        """Count as `count_view` does, and keep all to be asked more."""

    def study_problem(
        self,
        cells: int,
        clues: Iterable[tuple[Iterable[int], int]],
        total: int | None = None,
        *,
        density: float = 0.5,
        over: int | None = None,
        max_states: int = ...,
        max_bytes: int = ...,
    ) -> NativeStudy:
        """Count as `count_problem` does, and keep all to be asked more."""

    def play_games(
        self,
        *,
        rows: int,
        cols: int,
        shape: str,
        mines: int,
        start: str,
        detail: int,
        finish: str,
        policy: str,
        seeds: Sequence[int],
        threads: int = 1,
        max_states: int = MAX_STATES,
        unmarked: bool = False,
        trace: bool = False,
    ) -> PlayedGames:
        """Play the games of these seeds, as `lab.match` does with the engine `exact`.

        `detail` is the first cell of `safe` and `opening`, and for `list` the number of safe
        cells. `max_states` limits each count; `unmarked` and `trace` say what to keep of a game.
        """

    def play_layouts(
        self,
        *,
        rows: int,
        cols: int,
        shape: str,
        mines: Sequence[Sequence[int]],
        safe: Sequence[Sequence[int]],
        first: Sequence[int | None],
        finish: str,
        policy: str,
        seeds: Sequence[int],
        threads: int = 1,
        max_states: int = MAX_STATES,
        unmarked: bool = False,
        trace: bool = False,
    ) -> PlayedGames:
        """Play given layouts.

        Each has its mines, the safe cells that are open from the start or the cell to open first,
        and the seed of the guesses.
        """

    def count_wins(
        self,
        rows: int,
        cols: int,
        shape: str,
        covered: Sequence[int],
        layouts: Sequence[Sequence[int]],
        *,
        max_work: int = ...,
    ) -> dict[int, int] | None:
        """Count the layouts that are won if a cell is opened next, for each that may be safe.

        `layouts` are all that fit, each the list of its mines; the cells are 128 at most. None if
        it takes more work: layouts looked at, once for each cell.
        """

    def is_solvable(
        self,
        *,
        rows: int,
        cols: int,
        shape: str,
        mines: Sequence[int],
        first: int,
        hardest: str,
        with_count: bool,
        max_states: int = ...,
    ) -> bool | None:
        """Tell whether a layout can be cleared from its first cell, as `coach.solving` does.

        None if that is too much to count.
        """

    def no_guess(
        self,
        *,
        rows: int,
        cols: int,
        shape: str,
        mines: int,
        start: str,
        first: int,
        seed: int,
        skip: int,
        tries: int,
        hardest: str,
        with_count: bool,
        too_easy: str | None,
        repairs: bool,
        max_states: int = ...,
    ) -> tuple[int, int, list[int] | None]:
        """Look for a layout that can be cleared without a guess, as `coach.generate` does.

        Return how many tries it took, the seed of the layout that was dealt, and the mines in
        order; or no mines.
        """

    def Watcher(  # noqa: N802
        self, rows: int, cols: int, shape: str, total: int | None, max_states: int
    ) -> NativeWatcher:
        """Begin to follow a game."""


def kernel() -> Kernel | None:
    """Return the native kernel, or None where it is not built or not wanted.

    Raise BadInput if MINEPROOF_KERNEL has no such value, or insists on a kernel that is not built.
    """
    match os.environ.get(_VARIABLE, ""):
        case "" | "auto":
            return _native()
        case "native":
            if (native := _native()) is None:
                raise BadInput(f"{_VARIABLE}=native, but the native kernel is not built")
            return native
        case "python":
            return None
        case other:
            raise BadInput(f"{_VARIABLE} is {other!r}; expected auto, native or python")


def describe() -> str:
    """Say in one line what does the work, and if it is Python, why."""
    if kernel():
        return "native kernel"
    forced = os.environ.get(_VARIABLE) == "python"
    why = f"{_VARIABLE}=python" if forced else "the native kernel is not built"
    return f"pure Python: {why}; everything works, slower"


@cache
def _native() -> Kernel | None:
    # By name: import-linter takes an import of compiled code for one of the whole package.
    try:
        return cast(Kernel, import_module("mineproof._native"))
    except ModuleNotFoundError:
        return None
