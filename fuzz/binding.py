"""The kernel's binding, by random calls: only what is documented may be raised.

A call that raises must leave its object and the caller's arrays as they were, and what a call
returns must be consistent with what was asked. Some programs run in two threads at once.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from fuzz.calls import program
from fuzz.harness.sanitized import environment, load
from fuzz.target import Json, Target
from fuzz.values import value_of
from mineproof.board.rng import Rng
from mineproof.counting.kernel import Kernel, kernel
from mineproof.errors import Contradiction, LimitReached

Arguments: TypeAlias = Mapping[str, Any]

_EXPECTED = (ValueError, TypeError, OverflowError, Contradiction, LimitReached)
_MAKERS = {"study_view": "Study", "study_problem": "Study", "play_games": "Games"}
_MAKERS |= {"play_layouts": "Games", "Watcher": "Watcher", "Fleet": "Fleet"}
_MAKERS |= {"KnowledgeBase": "KnowledgeBase"}


_TALLY: Counter[str] = Counter()

load()


class _Refused(Exception):
    """A call that raised one of the documented errors."""


class _Run:
    """The objects of one program; each class has one object at a time."""

    def __init__(self, *, shares: bool) -> None:
        self._native = kernel()
        self._objects: dict[str, Any] = {}
        self._shares = shares
        self._memory = bytearray(8192)

    def make(self, name: str, given: Json) -> None:
        arguments = {key: value_of(each, self._memory) for key, each in given.items()}
        _TALLY["calls"] += 1
        try:
            result = self._call(name, arguments)
        except _Refused:
            _TALLY["refused"] += 1
            return
        if name in _MAKERS:
            self._objects[_MAKERS[name]] = result
        if not self._shares:
            _judge(name, arguments, result)

    def _call(self, name: str, arguments: Arguments) -> Any:
        owner, _, method = name.rpartition(".")
        if not owner:
            return _tried(getattr(self._native, name), arguments)
        if owner not in self._objects:
            raise _Refused
        target = self._objects[owner]
        if self._shares or owner in ("Study", "Games"):
            return self._use(target, method, arguments)
        before = _state(owner, target), _contents(arguments)
        try:
            return self._use(target, method, arguments)
        except _Refused:
            after = _state(owner, target), _contents(arguments)
            assert before == after, f"{name} has failed and changed something: {before}, {after}"
            raise

    def _use(self, target: Any, method: str, arguments: Arguments) -> Any:
        try:
            found = getattr(target, method)  # of a property, its value
            return _tried(found, arguments) if callable(found) else found
        except RuntimeError as error:
            if not (self._shares and "is busy in another thread" in str(error)):
                raise
            raise _Refused from error
        except IndexError as error:
            if method != "hint":
                raise
            raise _Refused from error


def _tried(call: Any, arguments: Arguments) -> Any:
    try:
        return call(**arguments)
    except _EXPECTED as error:
        raise _Refused from error


def _state(owner: str, target: Any) -> Any:
    if owner == "Watcher":
        return target.known()
    if owner == "KnowledgeBase":
        return target.kb(), target.kb0(0), target.counters()
    return None


def _contents(arguments: Arguments) -> list[bytes]:
    return [each.tobytes() for each in arguments.values() if isinstance(each, np.ndarray)]


# --- what must hold -----------------------------------------------------------------------------


def _judge(name: str, given: Arguments, result: Any) -> None:
    judge = _JUDGES.get(name)
    if judge is not None:
        assert judge(given, result), f"{name} returned {result!r}"


def _is_draw(given: Arguments, mines: list[int]) -> bool:
    pool = [cell for cell in range(given["cells"]) if cell not in list(given["clear"])]
    return mines == Rng(given["seed"]).choose(pool, given["mines"])


def _is_count(given: Arguments, counted: Kernel.Counted) -> bool:
    risks, certain = list(counted.risk_by_cell().values()), counted.certain
    fits = all(0 <= risk <= 1 for risk in risks)
    for cell, risk in counted.risk_by_cell().items():
        fits &= certain[cell] != 1 or risk == 0
        fits &= certain[cell] != 2 or risk == 1
    if given.get("total") is not None:
        fits &= math.isclose(sum(risks), given["total"], rel_tol=1e-6, abs_tol=1e-6)
    return fits


def _are_counts(given: Arguments, found: list[Kernel.Counted | None]) -> bool:
    asked = zip(found, given["totals"], strict=True)
    return all(each is None or _is_count({"total": total}, each) for each, total in asked)


def _is_chance(_: Arguments, chance: float) -> bool:
    return -1e-9 <= chance <= 1 + 1e-9


def _are_chances(_: Arguments, chances: list[float]) -> bool:
    return all(-1e-9 <= each <= 1 + 1e-9 for each in chances) and sum(chances) <= 1 + 1e-9


def _are_wins(given: Arguments, wins: dict[int, int] | None) -> bool:
    layouts = [set(layout) for layout in given["layouts"]]
    safe = {c for c in given["covered"] if any(c not in layout for layout in layouts)}
    if wins is None:
        return True
    return wins.keys() == safe and all(
        0 <= won <= sum(cell not in layout for layout in layouts) for cell, won in wins.items()
    )


def _is_board(given: Arguments, found: tuple[int, int, list[int] | None]) -> bool:
    tries, _, mines = found
    if mines is None:
        return bool(tries == given["tries"])
    native = kernel()
    assert native is not None
    names = ("rows", "cols", "shape", "first", "hardest", "with_count", "max_states")
    asked = {name: given[name] for name in names if name in given}  # one has a default
    return len(mines) == given["mines"] and native.is_solvable(mines=mines, **asked) is True


def _are_games(given: Arguments, games: Kernel.Games) -> bool:
    endings = games.endings
    return (
        len(games) == len(given["seeds"]) == len(endings)
        and set(endings) <= {0, 1, 2, 3}
        and all(
            p + g <= m for p, g, m in zip(games.proved, games.guesses, games.moves, strict=True)
        )
        and all((e == 1) == (at >= 0) for e, at in zip(endings, games.lost_at, strict=True))
    )


def _are_risks(_: Arguments, answer: tuple[dict[int, float], str]) -> bool:
    risks, outcome = answer
    return outcome in {"counted", "limit", "contradiction", "unsupported"} and all(
        0 <= risk <= 1 for risk in risks.values()
    )


def _are_guesses(given: Arguments, answer: tuple[list[tuple[int, float, float]], str]) -> bool:
    guesses, _ = answer
    cells = {cell for cell, _, _ in guesses}
    return (
        len(cells) == len(guesses) <= given["most"]
        and cells.isdisjoint(given["excluded"])
        and all(0 <= risk <= 1 for _, risk, _ in guesses)
    )


def _are_deductions(_: Arguments, found: tuple[list[int], list[int], str]) -> bool:
    safe, mines, outcome = found
    return (outcome == "found") == bool(safe or mines) and set(safe).isdisjoint(mines)


def _is_step(given: Arguments, _: None) -> bool:
    which = given["which"]
    return all(int(s) in {0, 1, 2} for s, w in zip(given["status"], which, strict=True) if w)


_JUDGES: Mapping[str, Any] = {
    "random_mines": _is_draw,
    "count_view": _is_count,
    "count_views": _are_counts,
    "count_problem": _is_count,
    "study_view": _is_count,
    "study_problem": _is_count,
    "Study.chance": _is_chance,
    "Study.numbers": _are_chances,
    "count_wins": _are_wins,
    "no_guess": _is_board,
    "play_games": _are_games,
    "play_layouts": _are_games,
    "Watcher.risks": _are_risks,
    "Watcher.guesses": _are_guesses,
    "Watcher.deduce": _are_deductions,
    "Fleet.open": _is_step,
}


# --- the target ---------------------------------------------------------------------------------


def check(given: Json) -> None:
    """Make the calls of a program; raise AssertionError if something does not hold."""
    if kernel() is None:
        return
    run = _Run(shares=given["threads"] > 1)
    calls = given["calls"]
    if given["threads"] == 1:
        _make_all(run, calls)
    elif calls:
        run.make(*calls[0])
        _at_once(run, calls[1:], given["threads"])


def _make_all(run: _Run, calls: list[Json]) -> None:
    for name, arguments in calls:
        run.make(name, arguments)


def _at_once(run: _Run, calls: list[Json], threads: int) -> None:
    errors: list[BaseException] = []

    def work() -> None:
        try:
            _make_all(run, calls)
        except BaseException as error:  # raised again below
            errors.append(error)

    crew = [threading.Thread(target=work) for _ in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    if errors:
        raise errors[0]


TARGET = Target(inputs=program, check=check, environment=environment, tally=_TALLY)
