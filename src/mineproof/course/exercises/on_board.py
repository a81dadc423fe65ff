"""OnBoard: an exercise about a small board, answered in writing.

Answers are texts as they are typed in a terminal; a screen that takes clicks writes the same text.
What an answer that is wrong may show beside the words: `layout`, the mines of a layout that fits
the board, and `lit`, the cells to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mineproof.board.grid import Cell, Grid
from mineproof.course.exercises.base import Exercise, Verdict
from mineproof.course.language import Part
from mineproof.course.layouts import Mines
from mineproof.course.notation import places
from mineproof.errors import BadInput
from mineproof.logic.clause import clause_words, in_order
from mineproof.logic.proof import Clause, Literal, cell_of

RIGHT = Verdict(True, "answers.right")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnBoard(Exercise):
    """An exercise that always has a view."""

    def __post_init__(self) -> None:
        Exercise.__post_init__(self)
        if self.view is None:
            raise BadInput(f"no board in {self.id}; expected one")
        self.check(self.solution())  # what is wrong with the fields shows here, not in a lesson

    @property
    def grid(self) -> Grid:
        """The grid of the view."""
        return self.position.grid

    def wrong(
        self,
        why: str,
        *,
        layout: Mines | None = None,
        lit: Iterable[Cell] = (),
        **parts: Part,
    ) -> Verdict:
        """Return the verdict on a wrong answer."""
        more: dict[str, Any] = {"lit": places(frozenset(lit), self.grid)}
        if layout is not None:
            more["layout"] = places(layout, self.grid)
        return Verdict(False, why, parts, more)

    def names(self, cells: Iterable[Cell]) -> str:
        """Return cells as an answer lists them."""
        return " ".join(map(self.grid.name, sorted(cells))) or "none"

    def literal_names(self, literals: Iterable[Literal]) -> str:
        """Return literals as an answer lists them."""
        units = [frozenset({lit}) for lit in sorted(literals, key=abs)]
        names = [clause_words(unit, self.grid.name) for unit in units]
        return ", ".join(names) or "none"

    def clause_text(self, clause: Clause) -> str:
        """Return a clause as an answer writes it."""
        return clause_words(clause, self.grid.name)

    def clause_json(self, clause: Clause) -> Mapping[str, Any]:
        """Return a clause with its cells, for a screen."""
        cells = [list(self.grid.place(cell_of(lit))) for lit in in_order(clause)]
        return {"text": self.clause_text(clause), "cells": cells}


def single(cells: tuple[Cell, ...]) -> Cell:
    """Return the only cell of an answer; raise BadInput if there is not exactly one."""
    if len(cells) != 1:
        raise BadInput(f"an answer of {len(cells)} cells; expected one cell, such as b3")
    return cells[0]
