"""Advice: what the panel beside the board says, and what is drawn on the board with it.

Nothing here sees the layout: hints, explanations and programs' moves come from the view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mineproof.app.game.assist import Assistance
from mineproof.app.text.board import Marks
from mineproof.app.text.marks import hint_marks, missed_marks, step_marks
from mineproof.app.tui.words import Words
from mineproof.board.grid import Cell
from mineproof.board.rules import Finish
from mineproof.board.view import HIDDEN, View
from mineproof.coach.explanation import CellVerdict, Explanation, explain
from mineproof.coach.hints import Hint
from mineproof.coach.missed import Missed
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import Outlook, wrong_flags
from mineproof.coach.steps.regions import Region
from mineproof.coach.steps.techniques import title
from mineproof.coach.words.guess_words import guess_words

_TOP = RUNGS[-1]
_GUESS_RUNGS = (3, 4, 5)
"""The rungs that read differently where a guess is forced."""


class Section(NamedTuple):
    """Sentences under a heading, which may be empty."""

    heading: str
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """Sections of text, and what is drawn with them."""

    sections: tuple[Section, ...]
    marks: Marks = field(default_factory=Marks)
    wrong: Collection[Cell] = ()
    region: Region | None = None
    grows: bool = False
    """Whether the news is at the end, as on a ladder."""

    @classmethod
    def of(cls, heading: str, *sentences: object) -> Advice:
        """Return sentences under a heading, with nothing to draw."""
        return cls((Section(heading, tuple(map(str, sentences))),))


# Hints


def hint_advice(found: Hint, words: Words) -> Advice:
    """Return a hint up to the rung reached, and what the next rung would reveal."""
    sections = [
        Section(words.say(_rung_key("rung", found, rung)), tuple(map(str, told)))
        for rung, told in enumerate(found.words)
        if told
    ]
    marks = hint_marks(found)
    if found.best is not None:
        marks = replace(marks, bright=(found.best,))
    region = found.region if found.rung < _GUESS_RUNGS[0] else None
    return Advice((*sections, *_more(found, words)), marks, region=region, grows=True)


def _more(found: Hint, words: Words) -> list[Section]:
    if found.rung < _TOP:
        ask = words.say(_rung_key("rung.ask", found, found.rung + 1))
    elif found.move is not None:
        ask = words.say("rung.play")
    else:
        return []
    return [Section("", (f"H: {ask}",))]


def _rung_key(stem: str, found: Hint, rung: int) -> str:
    is_other = found.outlook is Outlook.GUESS and rung in _GUESS_RUNGS
    return f"{stem}.{'guess.' if is_other else ''}{rung}"


# Cells


def cell_advice(view: View, cell: Cell, words: Words) -> Advice:
    """Return what is known about a cell, and the steps that prove it; raise Contradiction."""
    found = explain(view, cell, language=words.coach.tag)
    remarks = Section("", tuple(map(str, found.remarks)))
    head = Section(_verdict(view, cell, found.verdict, words))
    return Advice((head, *_steps(found, words), remarks), step_marks(found.steps, cell))


def missed_advice(found: Missed, words: Words) -> Advice:
    """Return what the player of a prove-it game missed, and all cells that were provably safe."""
    head = Section("", (str(found.words),))
    return Advice((head, *_steps(found.explanation, words)), missed_marks(found))


def _steps(found: Explanation, words: Words) -> Iterator[Section]:
    """Yield each step of an explanation under its technique."""
    heads = (
        words.coach.say(
            "screen.step",
            number=number,
            technique=title(step.technique, words.coach, is_reduced=step.is_reduced),
        )
        for number, step in enumerate(found.steps, start=1)
    )
    for head, told in zip(heads, found.told, strict=True):
        yield Section(head, tuple(map(str, told)))


def _verdict(view: View, cell: Cell, verdict: CellVerdict, words: Words) -> str:
    name = view.grid.name(cell)
    if verdict in (CellVerdict.SAFE, CellVerdict.MINE):
        return words.say(f"verdict.{verdict.value}", cell=name)
    return words.say("analyse.explain", cell=name)


def flags_advice(view: View, words: Words) -> Advice:
    """Return which flags are provably wrong; raise Contradiction."""
    wrong = wrong_flags(view)
    cells = ", ".join(map(view.grid.name, wrong))
    told = words.say("play.wrong_flags", n=len(wrong), cells=cells)
    return replace(Advice.of(words.say("coach.check_flags"), told), wrong=wrong)


# Programs


def move_advice(found: Assistance, view: View, finish: Finish, words: Words) -> Advice:
    """Return what a program does in `view`, and why; or why it does nothing."""
    if found.move is None:
        return Advice.of(words.say("ai.stuck"), *found.reason.sentences, *found.said)
    sentences = found.reason.sentences
    if found.reason.guessing is not None:
        sentences = tuple(guess_words(found.reason.guessing, view.grid.name, words.coach))
    clues = {cell for each in sentences for cell in each.cells if view.is_open(cell)}
    marks = Marks(last=found.move.cell, clues=clues)
    heading = words.say(
        f"ai.{'mark_' if finish.checks_flags else ''}{found.move.act.value}",
        cell=view.grid.name(found.move.cell),
        by=words.say_or(f"by.{found.by}", str(found.by)),
    )
    return replace(Advice.of(heading, *sentences, *found.said), marks=marks)


# The board


def board_advice(view: View, mines: int, where: Cell, words: Words) -> Advice:
    """Describe the board: its size, how many cells are open, and the cell at the cursor."""
    grid = view.grid
    row, col = grid.place(where)
    flags = sum(map(view.is_flagged, view.covered_cells()))
    told = (
        words.say("describe.board", rows=grid.rows, cols=grid.cols, mines=mines),
        words.say("describe.open", n=len(view.open_cells())),
        words.say("describe.hidden", n=len(view.hidden_cells())),
        words.say("describe.flags", n=flags),
        words.say(
            "describe.at",
            where=words.say("cell.where", row=row + 1, col=col + 1),
            what=_what(view, where, words),
        ),
    )
    return Advice.of(grid.name(where), *told)


def _what(view: View, cell: Cell, words: Words) -> str:
    if view.is_open(cell):
        return str(view.number(cell))
    key = {"#": "hidden", "F": "flag", "*": "mine"}[view.picture().replace("\n", "")[cell]]
    return words.say(f"cell.{key}")


def can_chord(view: View, cell: Cell) -> bool:
    """Tell whether a number has all its flags, and a neighbour left to open."""
    if not view.is_open(cell):
        return False
    near = view.grid.neighbours(cell)
    is_more = any(view.cells[each] == HIDDEN for each in near)
    return is_more and view.number(cell) == sum(map(view.is_flagged, near))
