"""The WebAssembly kernel, presented as the native module is; `_native.pyi` documents both.

It has no threads, and does not answer Ctrl-C before a call is over. `PARTS` is what it offers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import UnionType

from mineproof.counting.wasm.fields import Reply, number, numbers, octets, real, seed, text
from mineproof.counting.wasm.hosts import Host
from mineproof.counting.wasm.instance import Instance, Remote
from mineproof.errors import Contradiction, LimitReached

MAX_STATES = 20_000_000
_MAX_BYTES = 1 << 31
_MAX_WORK = (1 << 31) - 1
_FAR = 1 << 40  # a number of mines beyond it is as impossible as this one

PARTS = frozenset(
    {
        "Watcher",
        "count_problem",
        "count_view",
        "count_views",
        "count_wins",
        "is_solvable",
        "no_guess",
        "random_mines",
        "study_problem",
        "study_view",
    }
)
"""What a WasmKernel offers of what the native kernel does."""


class WasmKernel:
    """Offers the functions and classes of `PARTS`."""

    def __init__(self, host: Host) -> None:
        self._instance = Instance(host)
        self.Watcher = partial(Watcher, self._instance)

    def random_mines(self, cells: int, mines: int, seed: int, clear: Sequence[int]) -> list[int]:
        return self._instance.ask(
            "random_mines",
            number("cells", cells),
            number("mines", mines),
            _seed(seed),
            numbers("clear cell", clear),
        ).numbers()

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
        max_states: int = MAX_STATES,
        max_bytes: int = _MAX_BYTES,
    ) -> Counted:
        view = _view(rows, cols, shape, cells)
        prior = _prior(total, density, over, max_states, max_bytes)
        return Counted(self._instance.ask("count_view", view, prior))

    def count_problem(
        self,
        cells: int,
        clues: Iterable[tuple[Iterable[int], int]],
        total: int | None = None,
        *,
        density: float = 0.5,
        over: int | None = None,
        max_states: int = MAX_STATES,
        max_bytes: int = _MAX_BYTES,
    ) -> Counted:
        problem = _problem(cells, clues)
        prior = _prior(total, density, over, max_states, max_bytes)
        return Counted(self._instance.ask("count_problem", problem, prior))

    def count_views(
        self,
        rows: int,
        cols: int,
        shape: str,
        cells: Sequence[bytes],
        totals: Sequence[int | None],
        *,
        threads: int = 1,
        density: float = 0.5,
        max_states: int = MAX_STATES,
        max_bytes: int = _MAX_BYTES,
    ) -> list[Counted | None]:
        if len(cells) != len(totals):
            raise ValueError(
                f"{len(cells)} views and {len(totals)} totals; expected the same number of each"
            )
        if not 1 <= threads <= 256:
            raise ValueError(f"threads {threads} is out of range; expected 1 to 256")
        _check_entries("cells", cells, bytes, "bytes")
        _check_entries("totals", totals, int | None, "an integer or None")

        def count(view: bytes, total: int | None) -> Counted | None:
            prior = _prior(total, density, None, max_states, max_bytes)
            asked = _view(rows, cols, shape, view)
            try:
                return Counted(self._instance.ask("count_view", asked, prior))
            except (Contradiction, LimitReached, OverflowError):
                return None

        return list(map(count, cells, totals))

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
        max_states: int = MAX_STATES,
        max_bytes: int = _MAX_BYTES,
    ) -> Study:
        view = _view(rows, cols, shape, cells)
        prior = _prior(total, density, over, max_states, max_bytes)
        return Study(self._instance, "study_view", view, prior)

    def study_problem(
        self,
        cells: int,
        clues: Iterable[tuple[Iterable[int], int]],
        total: int | None = None,
        *,
        density: float = 0.5,
        over: int | None = None,
        max_states: int = MAX_STATES,
        max_bytes: int = _MAX_BYTES,
    ) -> Study:
        problem = _problem(cells, clues)
        prior = _prior(total, density, over, max_states, max_bytes)
        return Study(self._instance, "study_problem", problem, prior)

    def count_wins(
        self,
        rows: int,
        cols: int,
        shape: str,
        covered: Sequence[int],
        layouts: Sequence[Sequence[int]],
        *,
        max_work: int = _MAX_WORK,
    ) -> dict[int, int] | None:
        reply = self._instance.ask(
            "count_wins",
            _board(rows, cols, shape),
            numbers("covered cell", covered),
            number("layouts", len(layouts)),
            *(numbers("mine", mines) for mines in layouts),
            number("max_work", max_work),
        )
        is_done, wins = reply.number(), reply.numbers()
        return dict(zip(wins[::2], wins[1::2], strict=True)) if is_done else None

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
        max_states: int = MAX_STATES,
    ) -> bool | None:
        answer = self._instance.ask(
            "is_solvable",
            _board(rows, cols, shape),
            number("first cell", first),
            numbers("mine", mines),
            text("hardest", hardest),
            number("with_count", with_count),
            number("max_states", max_states),
        ).number()
        return (False, True, None)[answer]

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
        max_states: int = MAX_STATES,
    ) -> tuple[int, int, list[int] | None]:
        reply = self._instance.ask(
            "no_guess",
            _board(rows, cols, shape),
            text("start", start),
            number("first cell", first),
            number("mines", mines),
            _seed(seed),
            number("skip", skip),
            number("tries", tries),
            text("hardest", hardest),
            number("with_count", with_count),
            number("repairs", repairs),
            number("max_states", max_states),
            number("too_easy", too_easy is not None),
            b"" if too_easy is None else text("too_easy", too_easy),
        )
        tries, is_found = reply.number(), reply.number()
        return (tries, reply.seed(), reply.numbers()) if is_found else (tries, 0, None)


# --- what is asked --------------------------------------------------------------------------------

_seed = seed  # which some arguments hide


def _check_entries(name: str, entries: Iterable[object], kind: type | UnionType, what: str) -> None:
    for entry in entries:
        if not isinstance(entry, kind):
            found = type(entry).__name__
            raise TypeError(f"an entry of {name} is of type {found}; expected {what}")


def _board(rows: int, cols: int, shape: str) -> bytes:
    return number("rows", rows) + number("cols", cols) + text("shape", shape)


def _view(rows: int, cols: int, shape: str, cells: bytes) -> bytes:
    return _board(rows, cols, shape) + octets(cells)


def _problem(cells: int, clues: Iterable[tuple[Iterable[int], int]]) -> bytes:
    fields = [_clue(clue) for clue in clues]
    return b"".join([number("cells", cells), number("clues", len(fields)), *fields])


def _clue(clue: object) -> bytes:
    if not isinstance(clue, tuple) or len(clue) != 2:
        raise TypeError("a clue that is not a pair; expected (cells, mines)")
    cells, mines = clue
    if not isinstance(mines, int):
        raise TypeError("the mines of a clue; expected an integer")
    return number("mines", _near(mines)) + numbers("cell", list(cells))


def _near(mines: int) -> int:
    return max(-_FAR, min(mines, _FAR))


def _prior(
    total: int | None, density: float, over: int | None, max_states: int, max_bytes: int
) -> bytes:
    if total is not None:
        mines = number("prior", 0) + number("total", _near(total))
    elif over is not None:
        mines = number("prior", 1) + number("over", over)
    elif 0 < density < 1:
        mines = number("prior", 2) + real(density)
    else:
        raise ValueError(f"density {density!r}; expected more than 0 and less than 1")
    return mines + number("max_states", max_states) + number("max_bytes", max_bytes)


# --- what is answered -----------------------------------------------------------------------------


def _by_cell(risks: memoryview[float]) -> dict[int, float]:
    """Return the risks by cell, without those that are not a number."""
    return {cell: risk for cell, risk in enumerate(risks.tolist()) if risk >= 0}


class Counted:
    """The result of a count, by cell."""

    def __init__(self, reply: Reply) -> None:
        self.floating = reply.number()
        risk = reply.real()
        self.floating_risk = risk if self.floating else None
        cells = reply.number()
        self.risks = reply.reals(cells)
        self.certain = bytes(reply.octets(cells))

    def risk_by_cell(self) -> dict[int, float]:
        return _by_cell(self.risks)


class Study(Remote, Counted):
    """A count that answers further questions, one at a time."""

    kind = "study"

    def __init__(self, instance: Instance, name: str, *fields: bytes) -> None:
        reply = instance.ask(name, *fields)
        Remote.__init__(self, instance, reply.number())
        Counted.__init__(self, reply)

    def numbers(self, cell: int) -> list[float]:
        return list(self._ask("numbers", number("cell", cell)).reals(9))

    def prospect(self, cell: int) -> float:
        return self._ask("prospect", number("cell", cell)).real()

    def chance(self, mines: Sequence[int], safe: Sequence[int]) -> float:
        return self._ask("chance", numbers("cell", mines), numbers("cell", safe)).real()

    def sample(self, seed: int) -> list[int]:
        return self._ask("sample", _seed(seed)).numbers()

    def fronts(self) -> list[tuple[list[list[int]], list[int], list[list[int]]]]:
        reply = self._ask("fronts")
        return [_front(reply) for _ in range(reply.number())]


def _front(reply: Reply) -> tuple[list[list[int]], list[int], list[list[int]]]:
    boxes = [reply.numbers() for _ in range(reply.number())]
    return boxes, _ways(reply), [_ways(reply) for _ in boxes]


def _ways(reply: Reply) -> list[int]:
    return [reply.wide() for _ in range(reply.number())]


_ENDINGS = (
    "nothing",
    "found",
    "counted",
    "endgame",
    "games",
    "lookahead",
    "safest",
    "limit",
    "contradiction",
    "unsupported",
)
"""How a watcher's work ends, in the order of `Ending` in `native/wasm/wasm_watch.cpp`."""


class Watcher(Remote):
    """Follows one game and finds what is certain."""

    kind = "watcher"

    def __init__(  # noqa: PLR0917 - as the native one
        self,
        instance: Instance,
        rows: int,
        cols: int,
        shape: str,
        total: int | None,
        max_states: int,
    ) -> None:
        reply = instance.ask(
            "watcher",
            _board(rows, cols, shape),
            number("total", total is not None),
            number("total", 0 if total is None else total),
            number("max_states", max_states),
        )
        super().__init__(instance, reply.number())
        self._cells = range(rows * cols)

    def see(self, sights: Sequence[tuple[int, int]]) -> None:
        flat = [integer for cell, shown in sights for integer in (cell, shown)]
        self._ask("see", numbers("number", flat))

    def learn(self, cell: int, is_mine: bool) -> None:
        self._ask("learn", number("cell", cell), number("is_mine", is_mine))

    def deduce(self) -> tuple[list[int], list[int], str]:
        reply = self._ask("deduce")
        ending = _ENDINGS[reply.number()]
        return (reply.numbers(), reply.numbers(), ending) if ending == "found" else ([], [], ending)

    def risks(self) -> tuple[dict[int, float], str]:
        reply = self._ask("risks")
        ending = _ENDINGS[reply.number()]
        if ending != "counted":
            return {}, ending
        risks = reply.reals(len(self._cells))
        return _by_cell(risks), ending

    def known(self) -> dict[int, bool]:
        known = self._ask("known").octets()
        return {cell: known[cell] == 2 for cell in self._cells if known[cell]}

    def guesses(
        self, budget: str, most: int, excluded: Sequence[int]
    ) -> tuple[list[tuple[int, float, float]], str]:
        reply = self._ask(
            "guesses", text("budget", budget), number("most", most), numbers("cell", excluded)
        )
        ending = _ENDINGS[reply.number()]
        found = []
        while not reply.is_over:
            found.append((reply.number(), reply.real(), reply.real()))
        return found, ending

    @property
    def counts(self) -> int:
        """The number of times layouts were counted."""
        return self._ask("counts").number()
