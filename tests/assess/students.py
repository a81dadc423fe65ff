"""Students' files with one mistake each: a right file in which one text stands for another."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mineproof.assess.clauses import Clause

DATA = Path(__file__).parents[1] / "data"
CS50 = DATA / "cs50_files" / "right.py"
KB = DATA / "kb_files" / "right.py"

WORKS, SOUND, SETS = Clause.WORKS, Clause.SOUND, Clause.SETS
BLUNDERS, REPEATS = Clause.BLUNDERS, Clause.REPEATS


class Mistake(NamedTuple):
    """What stands where in a right file, and the clauses that this breaks, no more and no less."""

    right: Path
    old: str
    new: str
    broken: frozenset[Clause]

    def written(self, folder: Path) -> Path:
        """Write the file with the mistake."""
        text = self.right.read_text("utf-8")
        assert self.old in text
        path = folder / "my_file.py"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return path


def _cs50(old: str, new: str, *broken: Clause) -> Mistake:
    return Mistake(CS50, old, new, frozenset(broken))


def _kb(old: str, new: str, *broken: Clause) -> Mistake:
    return Mistake(KB, old, new, frozenset(broken))


_SAFE_MOVE = "return min(self.safes - self.moves_made, default=None)"

_GUESS = "return random.choice(free) if free else None"
_MARK = "game.mark(cell, mined)\n"
_STOP = "elif not match(kb):\n            return"

MISTAKES = {
    "it crashes": _cs50("self.learn(self.neighbours(cell), count)", "{}[count]", WORKS),
    "its cells lie off the board": _cs50("range(max(0, cell[0] - 1)", "range(cell[0] - 1", WORKS),
    "it opens open cells": _cs50(_SAFE_MOVE, "return min(self.safes, default=None)", WORKS),
    "a move changes safes": _cs50(
        _SAFE_MOVE,
        f"self.last = {_SAFE_MOVE[7:]}; self.safes -= {{self.last}}; return self.last",
        SETS,
    ),
    "a guess is recorded": _cs50(_GUESS, f"self.moves_made |= set(free[:1]); {_GUESS}", SETS),
    "it forgets": _cs50("self.moves_made.add(cell)\n", "self.moves_made = {cell}\n", SETS, WORKS),
    "a sentence changes without the cell": _cs50(
        "if cell in self.cells:\n            self.cells.remove(cell)\n            self.count -= 1",
        "self.cells.discard(cell)\n        self.count -= 1",
        SETS,
        SOUND,
    ),
    "a mine leaves its count behind": _cs50(" - len(cells & self.mines)", "", SOUND, BLUNDERS),
    "sentences that overlap are subtracted": _cs50(
        "small.cells < large.cells",
        "small.cells & large.cells and small.count < large.count",
        SOUND,
        SETS,
    ),
    "it opens mines that it knows": _cs50(
        "self.moves_made | self.mines]", "self.moves_made]", WORKS
    ),
    "it plays dice that nobody can seed": _cs50(
        "random.choice(free)", "random.SystemRandom().choice(free)", REPEATS
    ),
    "its clauses are too short": _kb("len(cells) - mines + 1)", "len(cells) - mines)", SOUND),
    "it marks a cell twice": _kb(_MARK, f"{_MARK}            {_MARK}", WORKS),
    "it calls a guess a proof": _kb(_STOP, f"{_STOP} game.mark(game.unmarked()[0], False)", SOUND),
}
"""Mistakes by what the student did."""
