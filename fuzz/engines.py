"""Every engine and both kernels against all layouts of small positions.

Each position is looked at by all engines with the kernel and by `exact` without it; one in four
also by `resolution` or `cascade` without it, the other two that have a twin in Python. One of
these ways, at random, also watches it move by move. What is checked: each deduction is true, a
complete engine misses none, the checker accepts every proof, counts and risks are exact (with a
prior, too, where the mine count is unknown), both kernels find the same in the same order, and
watching finds what looking finds.

A position that no layout fits is watched in all these ways, and every complete engine must refuse
it. Two ways also look at it, and the clues that they name must clash indeed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isclose
from random import Random

from fuzz.layouts import Layouts
from fuzz.positions import from_json, position, smaller
from fuzz.target import Json, Target
from mineproof.board.view import HIDDEN, MINE, Sight, View
from mineproof.counting.kernel import kernel
from mineproof.counting.odds import AnyCount, Density
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Deduction, Inference, Status
from mineproof.errors import Contradiction
from mineproof.logic.checker import Checker, check
from mineproof.logic.problem import Cell
from mineproof.logic.reader import Reader, read

_VARIABLE = "MINEPROOF_KERNEL"
_PRIORS = (AnyCount(), Density(Fraction(1, 5)))


@dataclass(frozen=True)
class _Way:
    """An engine, and the kernel that it uses."""

    name: str
    kernel: str

    def __str__(self) -> str:
        return f"{self.name} ({self.kernel})"

    @contextmanager
    def chosen(self) -> Iterator[None]:
        before = os.environ.get(_VARIABLE)
        os.environ[_VARIABLE] = self.kernel
        try:
            yield
        finally:
            os.environ.pop(_VARIABLE)
            if before is not None:
                os.environ[_VARIABLE] = before


_NATIVE = [_Way(name, "native" if kernel() else "python") for name in ENGINES]
_TWINS = [_Way(name, "python") for name in ("exact", "resolution", "cascade")]
_ENGINES = {name: engine_named(name) for name in ENGINES}


def _check(value: Json) -> None:
    view = from_json(value)
    layouts = Layouts(view)
    dice = Random(repr(value))
    if layouts.count:
        _Possible(view, layouts, dice).judge()
    else:
        _Impossible(view, dice).judge()


class _Possible:
    """A position that some layout fits."""

    def __init__(self, view: View, layouts: Layouts, dice: Random) -> None:
        self._view, self._layouts, self._dice = view, layouts, dice
        self._certain = layouts.certain()
        self._looked: dict[_Way, Inference] = {}

    def judge(self) -> None:
        twins = _TWINS[:1] + _TWINS[1:][self._dice.randrange(8) :][:1]
        for way in _NATIVE + twins:
            with way.chosen():
                self._look(way)
        watching = self._dice.choice(_NATIVE + twins)
        with watching.chosen():
            self._watch(watching)
        for way in twins:
            self._compare(way)
        self._weigh()

    def _look(self, way: _Way) -> None:
        self._looked[way] = inference = _ENGINES[way.name].look(self._view)
        found = {d.cell: d.is_mine for d in inference.deductions}
        self._judge(way, found, inference.status)
        check(read(self._view), inference)
        TARGET.tally["proofs"] += len(found)
        if _ENGINES[way.name].knows_risks:
            self._count(way, inference)

    def _judge(self, way: _Way, found: dict[Cell, bool], status: Status) -> None:
        certain = self._certain
        assert found.items() <= certain.items(), f"{way} is wrong: {found}; true is {certain}"
        is_complete = _ENGINES[way.name].is_complete or status is Status.COMPLETE
        if is_complete and status is not Status.LIMIT:
            assert found == certain, f"{way} is not complete: {found}; true is {certain}"

    @cached_property
    def _risks(self) -> dict[Cell, Fraction]:
        return self._layouts.risks()

    def _count(self, way: _Way, inference: Inference) -> None:
        risks = self._risks
        assert inference.layouts == self._layouts.count, f"{way} counts {inference.layouts}"
        assert dict(inference.risk_fractions) == risks, f"{way}: {inference.risk_fractions}"
        _compare_floats(way, inference, risks)
        assert inference.safe == tuple(c for c, is_mine in self._certain.items() if not is_mine)
        assert inference.mines == tuple(c for c, is_mine in self._certain.items() if is_mine)

    def _watch(self, way: _Way) -> None:
        found, status = _watched(way, self._view, self._dice)
        self._judge(way, found, status)
        looked = {d.cell: d.is_mine for d in self._looked[way].deductions}
        is_limited = Status.LIMIT in (status, self._looked[way].status)  # brute, beyond 20 cells
        assert found == looked or is_limited, f"{way} finds {found} watching, {looked} looking"

    def _compare(self, twin: _Way) -> None:
        """Both kernels find the same in the same order."""
        native = next(way for way in _NATIVE if way.name == twin.name)
        one, other = self._looked[native], self._looked[twin]
        assert one.deductions == other.deductions, f"{twin}: the kernels differ"
        assert one.status == other.status, f"{twin}: the kernels differ in status"

    def _weigh(self) -> None:
        """Compare the risks with a prior, which matters only if the mine count is unknown."""
        if self._view.mines is None:
            prior = self._dice.choice(_PRIORS)
            risks = self._layouts.risks(prior.weights(len(self._layouts.cells)))
            for way in (_NATIVE[0], _TWINS[0]):
                with way.chosen():
                    inference = Exact(prior=prior).look(self._view)
                    assert dict(inference.risk_fractions) == risks, f"{way} with {prior}"
                    _compare_floats(way, inference, risks)


class _Impossible:
    """A position that no layout fits."""

    def __init__(self, view: View, dice: Random) -> None:
        self._view, self._dice = view, dice

    def judge(self) -> None:
        for way in _NATIVE + _TWINS[:1] + _TWINS[1:][self._dice.randrange(8) :][:1]:
            with way.chosen():
                self._watch(way)
        for way in (_TWINS[0], self._dice.choice(_NATIVE)):
            with way.chosen():
                self._look(way)

    def _watch(self, way: _Way) -> None:
        try:
            _, status = _watched(way, self._view, self._dice)
        except Contradiction:
            return
        self._judge(way, status)

    def _judge(self, way: _Way, status: Status) -> None:
        is_complete = _ENGINES[way.name].is_complete and status is not Status.LIMIT
        assert not is_complete, f"{way} finds no contradiction; no layout fits"

    def _look(self, way: _Way) -> None:
        try:
            inference = _ENGINES[way.name].look(self._view)
        except Contradiction as clash:
            self._blame(way, clash)
        else:
            self._judge(way, inference.status)

    def _blame(self, way: _Way, clash: Contradiction) -> None:
        """What is named must clash, and without any one clue it must not."""

        def fits(clues: Sequence[Cell]) -> bool:
            return Layouts(self._view, clues, counts_mines=clash.with_count).count > 0

        assert not fits(clash.clues), f"{way} names {clash.clues}, which do not clash"
        if _ENGINES[way.name].is_complete and MINE not in self._view.cells:
            for i in range(len(clash.clues)):
                fewer = clash.clues[:i] + clash.clues[i + 1 :]
                assert fits(fewer), f"{way} names {clash.clues}; {fewer} clash already"


def _watched(way: _Way, view: View, dice: Random) -> tuple[dict[Cell, bool], Status]:
    """Show a position to a watcher in random portions; check its proofs; return what it found."""
    watcher = _ENGINES[way.name].watch(view.grid, view.mines)
    checker, reader = Checker(range(view.grid.size), view.mines), Reader(view.grid)
    found: dict[Cell, bool] = {}
    for cell in (c for c, code in enumerate(view.cells) if code == MINE):
        watcher.learn(cell)
        checker.learn(cell, True)
        found[cell] = True
    for sights in _portions(view, dice):
        watcher.see(sights)
        for cell, _ in sights:
            checker.learn(cell, False)
        for constraint in reader.read(sights):
            checker.tell(constraint)
        while news := watcher.deduce():
            _accept(checker, news)
            found |= {d.cell: d.is_mine for d in news}
    return {c: mine for c, mine in sorted(found.items()) if view.cells[c] >= HIDDEN}, watcher.status


def _accept(checker: Checker, news: Sequence[Deduction]) -> None:
    for deduction in news:
        checker.check(deduction.cell, deduction.is_mine, deduction.proof)
    TARGET.tally["proofs"] += len(news)


def _portions(view: View, dice: Random) -> Iterator[list[Sight]]:
    """Yield the open cells in random order, a few at a time; at least once, if only none."""
    sights = [Sight(cell, code) for cell, code in enumerate(view.cells) if code < HIDDEN]
    dice.shuffle(sights)
    size = dice.randint(1, 4) if dice.random() < 1 / 2 else max(1, len(sights))
    for start in range(0, max(1, len(sights)), size):
        yield sights[start : start + size]


def _compare_floats(way: _Way, inference: Inference, risks: dict[Cell, Fraction]) -> None:
    floats = inference.risks
    assert floats.keys() == risks.keys(), f"{way} has risks of {sorted(floats)}"
    for cell, risk in risks.items():
        is_equal = floats[cell] == risk if risk in (0, 1) else isclose(floats[cell], risk)
        assert is_equal, f"{way}: the risk of cell {cell} is {floats[cell]}; true is {risk}"


TARGET = Target(inputs=position, check=_check, smaller=smaller)
