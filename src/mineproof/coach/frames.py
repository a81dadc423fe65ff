"""Frames: an explanation as pictures that follow each other, one for each of its sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mineproof.board.drawings.captions import Frame
from mineproof.coach.explanation import CellVerdict, Explanation
from mineproof.coach.language import Sentence
from mineproof.coach.steps.steps import Step
from mineproof.logic.problem import Cell


def frames_of(explanation: Explanation) -> tuple[Frame, ...]:
    """Return a frame for each sentence: its cells lit, the clues of its step, and what is proved.

    >>> from mineproof.board.view import View
    >>> from mineproof.coach.explanation import explain
    >>> view = View.from_picture("01#1#")
    >>> for frame in frames_of(explain(view, view.grid.parse("e1"))):
    ...     print(frame.caption, dict(frame.marks))
    The 1 at b1 touches only one covered cell, c1. {1: 'clue'}
    So c1 is a mine. {1: 'clue', 2: 'mine'}
    The 1 at d1 already has its one mine, c1. {2: 'mine', 3: 'clue'}
    So e1 is safe. {2: 'mine', 3: 'clue', 4: 'safe'}
    """
    return tuple(_of_steps(explanation)) or tuple(_of_remarks(explanation))


def still_of(explanation: Explanation) -> Frame:
    """Return all of an explanation in one frame."""
    frames = frames_of(explanation)
    marks = {cell: mark for frame in frames for cell, mark in frame.marks.items()}
    caption = "\n".join(frame.caption for frame in frames)
    return Frame(caption, marks, (explanation.cell,))


def _of_steps(explanation: Explanation) -> Iterator[Frame]:
    known: dict[Cell, str] = {}
    for step, told in zip(explanation.steps, explanation.told, strict=True):
        clues = {clue.clue: "clue" for clue in step.clues if clue.clue is not None}
        for sentence in told[:-1]:
            yield _frame(sentence, known | clues)
        known |= _concluded(step)
        yield _frame(told[-1], known | clues)


def _of_remarks(explanation: Explanation) -> Iterator[Frame]:
    is_certain = explanation.verdict in (CellVerdict.SAFE, CellVerdict.MINE)
    is_covered = explanation.verdict is not CellVerdict.OPEN
    mark = explanation.verdict.value if is_certain else "guess"
    for remark in explanation.remarks:
        yield _frame(remark, {explanation.cell: mark} if is_covered else {})


def _concluded(step: Step) -> dict[Cell, str]:
    return {cell: "mine" if is_mine else "safe" for cell, is_mine in step.conclusions}


def _frame(sentence: Sentence, marks: dict[Cell, str]) -> Frame:
    lit = (*sentence.cells, *sentence.unnamed)
    return Frame(str(sentence), dict(sorted(marks.items())), lit)
