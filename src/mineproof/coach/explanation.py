"""One cell explained: the chain of steps to it, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from mineproof.board.view import MINE, View
from mineproof.coach.doubt import Doubt, doubt, doubt_words
from mineproof.coach.language import Sentence
from mineproof.coach.language import language as language_named
from mineproof.coach.steps.chain import chain_to
from mineproof.coach.steps.steps import Step
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.counting.odds import Prior
from mineproof.engines.exact import Exact
from mineproof.errors import LimitReached
from mineproof.logic.problem import Cell


class CellVerdict(Enum):
    """What can be said about a cell."""

    SAFE = "safe"
    MINE = "mine"
    OPEN = "open"
    UNCERTAIN = "uncertain"
    UNKNOWN = "unknown"
    """The count exceeded its limit."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a cell is, the chain of steps to it, each in words, and further remarks.

    `risk` is set for a covered cell whose risk could be counted; `doubt` says why it is uncertain.
    """

    cell: Cell
    language: str
    verdict: CellVerdict
    steps: tuple[Step, ...]
    told: tuple[tuple[Sentence, ...], ...]
    remarks: tuple[Sentence, ...]
    risk: float | None = None
    doubt: Doubt | None = None


def explain(
    view: View, cell: Cell, *, language: str = "en", prior: Prior | None = None
) -> Explanation:
    """Explain what `cell` is; raise Contradiction if no layout fits.

    `prior` is what to believe about an unknown mine count.

    >>> view = View.from_picture("01#1#1#")
    >>> explanation = explain(view, view.grid.parse("g1"))
    >>> for sentences in explanation.told:
    ...     print(*sentences)
    The 1 at b1 touches only one covered cell, c1. So c1 is a mine.
    The 1 at d1 already has its one mine, c1. So e1 is safe.
    The 1 at f1 touches e1, known to be safe: that leaves one mine for g1. So g1 is a mine.
    """
    voice = Voice(language_named(language), view)
    steps = chain_to(view, cell)
    verdict, risk = _judge(view, cell, steps, prior)
    why_not = _doubt(view, cell, prior) if verdict is CellVerdict.UNCERTAIN else None
    return Explanation(
        cell=cell,
        language=voice.language.tag,
        verdict=verdict,
        steps=steps,
        told=tuple(tell(step, view, voice.language) for step in steps),
        remarks=(
            *_remarks(voice, cell, verdict, risk),
            *(doubt_words(why_not, voice) if why_not else ()),
        ),
        risk=risk,
        doubt=why_not,
    )


def explain_first(view: View, cell: Cell, *, language: str = "en") -> Explanation:
    """Explain a cell where nothing is open yet and the start rule makes any first cell safe."""
    voice = Voice(language_named(language), view)
    remark = voice.tell("cells.first", cell=voice.list([cell]))
    tag, verdict = voice.language.tag, CellVerdict.SAFE
    return Explanation(cell, tag, verdict, steps=(), told=(), remarks=(remark,), risk=0.0)


def _judge(
    view: View, cell: Cell, steps: tuple[Step, ...], prior: Prior | None
) -> tuple[CellVerdict, float | None]:
    if view.is_open(cell):
        return CellVerdict.OPEN, None
    if view.cells[cell] == MINE:
        return CellVerdict.MINE, 1.0
    if steps:
        is_mine = dict(steps[-1].conclusions)[cell]
        return (CellVerdict.MINE, 1.0) if is_mine else (CellVerdict.SAFE, 0.0)
    try:
        return CellVerdict.UNCERTAIN, Exact(prior=prior).look(view).risks[cell]
    except LimitReached:
        return CellVerdict.UNKNOWN, None


def _doubt(view: View, cell: Cell, prior: Prior | None) -> Doubt | None:
    try:
        return doubt(view, cell, prior)
    except LimitReached:  # drawing layouts takes more than counting them
        return None


def _remarks(
    voice: Voice, cell: Cell, verdict: CellVerdict, risk: float | None
) -> Iterator[Sentence]:
    view, named = voice.view, voice.list([cell])
    if verdict is CellVerdict.OPEN:
        yield voice.tell("cells.open", cell=named, number=str(view.number(cell)))
    elif view.cells[cell] == MINE:
        yield voice.tell("cells.seen", cell=named)
    elif verdict is CellVerdict.UNCERTAIN:
        yield voice.tell("cells.uncertain", cell=named, risk=f"{risk:.1%}")
    elif verdict is CellVerdict.UNKNOWN:
        yield voice.tell("cells.unknown", cell=named)
    if view.is_flagged(cell):
        yield voice.tell(_FLAGS.get(verdict, "cells.uncertain_flag"), cell=named)


_FLAGS = {CellVerdict.SAFE: "cells.wrong_flag", CellVerdict.MINE: "cells.right_flag"}
