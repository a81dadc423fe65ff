"""Voice: how the coach names the clues and cells of one view, in a language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from mineproof.board.view import View
from mineproof.coach.language import Language, Sentence
from mineproof.logic.problem import Cell, Constraint, Fact


@dataclass(frozen=True, slots=True)
class Voice:
    """A language that knows a view."""

    language: Language
    view: View

    def tell(self, key: str, **parts: object) -> Sentence:
        """Return the sentence of `key`; numbers among its parts are said in words."""
        said = {name: self._in_words(part) for name, part in parts.items()}
        return self.language.tell(key, **(said | {"count": parts.get("count")}))

    def _in_words(self, part: object) -> object:
        return self.language.number(part) if isinstance(part, int) else part

    def list(self, cells: Iterable[Cell]) -> Sentence:
        """Name cells as a list."""
        return self.language.list_cells(sorted(cells), self.view.grid.name)

    def set(self, cells: Iterable[Cell]) -> Sentence:
        """Name cells as a set."""
        return self.language.cells(sorted(cells), self.view.grid.name)

    def clue(self, clue: Constraint) -> Sentence:
        """Name a clue by its number and its cell, inside a sentence."""
        return self._clue("steps.clue", _place(clue))

    def first_clue(self, clue: Constraint) -> Sentence:
        """Name a clue by its number and its cell, at the beginning of a sentence."""
        return self._clue("steps.Clue", _place(clue))

    def clues(self, clues: Iterable[Constraint]) -> Sentence:
        """Name clues as a list."""
        return self.clues_at(_place(clue) for clue in clues)

    def clues_at(self, cells: Iterable[Cell]) -> Sentence:
        """Name the clues of some open cells as a list."""
        return self.language.join([self._clue("steps.clue", cell) for cell in cells])

    def _clue(self, key: str, cell: Cell) -> Sentence:
        return self.tell(key, number=str(self.view.number(cell)), cell=self.list([cell]))

    def verdict(self, cells: Collection[Cell], is_mine: bool) -> Sentence:
        """Say what some cells are, as a part of a sentence."""
        key = "steps.are_mines" if is_mine else "steps.are_safe"
        return self.tell(key, count=len(cells), cells=self.list(cells))

    def verdicts(self, facts: Collection[Fact]) -> Sentence:
        """Say which cells are safe, and which are mines, as a part of a sentence."""
        safe = [cell for cell, is_mine in facts if not is_mine]
        mines = [cell for cell, is_mine in facts if is_mine]
        if not (safe and mines):
            return self.verdict(safe or mines, not safe)
        safe_ones, mined_ones = self.verdict(safe, False), self.verdict(mines, True)
        return self.tell("steps.both", safe=safe_ones, mines=mined_ones)

    def conclude(self, facts: Collection[Fact]) -> Sentence:
        """State what follows."""
        return self.tell("steps.so", verdict=self.verdicts(facts))

    def left(self, clue: Constraint, known: Mapping[Cell, bool]) -> Sentence:
        """Say what the known cells around a clue leave it."""
        mines = sum(known.get(cell, False) for cell in clue.cells)
        return self.tell(
            "steps.left",
            count=clue.mines - mines,
            mines=clue.mines - mines,
            Clue=self.first_clue(clue),
            known=self._known(clue.cells & known.keys(), known),
            cells=self.set(clue.cells.difference(known)),
        )

    def _known(self, cells: Collection[Cell], known: Mapping[Cell, bool]) -> Sentence:
        """Say what is known about some cells, at least one, as a part of a sentence."""
        mines, safe = ([cell for cell in cells if known[cell] is kind] for kind in (True, False))
        if not safe:
            return self._known_mines(mines)
        safe_ones = self.tell("steps.known_safe", cells=self.list(safe))
        if not mines:
            return safe_ones
        return self.tell("steps.known_both", mines=self._known_mines(mines), safe=safe_ones)

    def _known_mines(self, cells: Collection[Cell]) -> Sentence:
        return self.tell(
            "steps.known_mines", count=len(cells), mines=len(cells), cells=self.list(cells)
        )


def _place(clue: Constraint) -> Cell:
    assert clue.clue is not None, "the clues of a view are shown by cells"
    return clue.clue
