"""Engines whose findings are true and whose proofs are worth nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from mineproof.engines.base import Reasoner
from mineproof.engines.inference import Deduction
from mineproof.engines.single import Single
from mineproof.logic.problem import Cell, fact
from mineproof.logic.proof import Clue


class MadeUp(Single):
    """Proves each cell by a clue that is not on the board."""

    name = "made-up"

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return _with_reasons(super().begin(cells, total), self.name, _made_up)


class Proofless(Single):
    """Gives no proofs."""

    name = "proofless"

    def begin(self, cells: Collection[Cell], total: int | None) -> Reasoner:
        return _with_reasons(super().begin(cells, total), self.name, lambda _: None)


def _made_up(found: Deduction) -> Clue:
    return Clue(fact(found.cell, found.is_mine))


def _with_reasons(reasoner: Reasoner, name: str, reason: Callable[[Deduction], Any]) -> Reasoner:
    honest = reasoner.deduce

    def deduce() -> tuple[Deduction, ...]:
        return tuple(replace(each, reason=reason(each), engine=name) for each in honest())

    reasoner.deduce = deduce  # type: ignore[method-assign]
    return reasoner
