"""What is drawn on a board beside its cells: the clues and targets of a hint, and their legend."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mineproof.app.text.board import Marks
from mineproof.board.grid import Cell
from mineproof.coach.hints import Hint
from mineproof.coach.language import language
from mineproof.coach.missed import Missed
from mineproof.coach.steps.steps import Step


def hint_marks(found: Hint) -> Marks:
    """Return what is drawn on the board for everything a hint reveals."""
    targets = dict(found.targets or ())
    guesses = found.candidates or ()
    return Marks(certain=targets, bright=targets, clues=found.clues or (), guesses=guesses)


def step_marks(steps: Iterable[Step], cell: Cell | None) -> Marks:
    """Return what is drawn on the board for steps that lead to a cell."""
    told = tuple(steps)
    clues = [clue.clue for step in told for clue in step.clues if clue.clue is not None]
    certain = dict(each for step in told for each in step.conclusions)
    return Marks(certain=certain, bright=() if cell is None else (cell,), clues=clues)


def missed_marks(found: Missed) -> Marks:
    """Return what is drawn on a lost board: the proof, and all cells that were provably safe."""
    marks = step_marks(found.explanation.steps, found.explanation.cell)
    safe = dict.fromkeys(found.safe, False)
    return replace(marks, last=found.cell, certain=safe | dict(marks.certain))


def legend(marks: Marks, tag: str) -> str:
    """Say what the signs on a board mean."""
    verdicts = set(marks.certain.values())
    signs = {
        "screen.clue": bool(marks.clues),
        "screen.safe": False in verdicts,
        "screen.mine": True in verdicts,
        "screen.guess": bool(marks.guesses),
    }
    said = language(tag)
    return said.say("screen.gap").join(said.say(key) for key, is_there in signs.items() if is_there)
