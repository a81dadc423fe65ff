"""Suppositions: what if a cell were a mine, or safe? It cannot be, or something would follow.

A supposition that contradicts the board is refuted by the steps that prove the opposite. Otherwise
some layouts agree with it, and what is certain in those would follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mineproof.board.view import View
from mineproof.coach.language import Sentence, percent
from mineproof.coach.language import language as language_named
from mineproof.coach.steps.chain import chain_to, steps_to
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.steps import suppose as supposing
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.counting.counted_odds import odds_of
from mineproof.counting.odds import Prior
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, LimitReached
from mineproof.logic.problem import Cell, Fact
from mineproof.logic.reader import read


@dataclass(frozen=True, slots=True)
class Supposition:
    """What comes of supposing that a cell is a mine, or safe.

    `is_possible` is False if the board contradicts it: `steps` then prove the opposite. Otherwise
    `follows` are the cells that would be certain and are not now, and `steps` lead to the first of
    them, to a safe one if any. `chance` is how likely the supposition is. Both are None if there is
    too much to count. `told` has the words of each step, `remarks` those of the whole.
    """

    cell: Cell
    is_mine: bool
    language: str
    is_possible: bool | None
    chance: float | None = None
    follows: tuple[Fact, ...] = ()
    steps: tuple[Step, ...] = ()
    told: tuple[tuple[Sentence, ...], ...] = ()
    remarks: tuple[Sentence, ...] = ()


def suppose(
    view: View, cell: Cell, mined: bool, *, language: str = "en", prior: Prior | None = None
) -> Supposition:
    """Suppose that a covered cell is a mine, or safe.

    `prior` is what to believe about an unknown mine count. Raises BadInput if the cell is open or a
    visible mine, Contradiction if no layout fits even without the supposition.

    >>> view = View.from_picture("### 121 000")
    >>> for sentence in suppose(view, 1, True).remarks:
    ...     print(sentence)
    Suppose that b1 is a mine.
    That cannot be: b1 is safe.
    >>> suppose(View.from_picture("## 11"), 0, True).follows
    ((1, False),)
    """
    if cell not in view.covered_cells():
        name = view.grid.name(cell)
        raise BadInput(f"{name} is not covered; expected a covered cell to suppose about")
    voice = Voice(language_named(language), view)
    found = _found(view, cell, mined, prior)
    return replace(
        found,
        language=voice.language.tag,
        told=tuple(tell(step, view, voice.language) for step in found.steps),
        remarks=tuple(_remarks(voice, found)),
    )


def _found(view: View, cell: Cell, mined: bool, prior: Prior | None) -> Supposition:
    """Return what comes of a supposition, not yet in words."""
    nothing = Supposition(cell, mined, "", is_possible=None)
    try:
        now = Exact(prior=prior).look(view)
        if cell in (now.safe if mined else now.mines):
            steps = chain_to(view, cell)
            return replace(nothing, is_possible=False, chance=0.0, steps=steps)
        if cell in (now.mines if mined else now.safe):
            return replace(nothing, is_possible=True, chance=1.0)
        known = {*now.safe, *now.mines, cell}
        certain = odds_of(supposing(read(view), (cell, mined)), prior).certain
        follows = tuple((each, certain[each]) for each in certain if each not in known)
        risk = now.risks[cell]
        return replace(
            nothing,
            is_possible=True,
            chance=risk if mined else 1 - risk,
            follows=follows,
            steps=_steps_to_first(view, (cell, mined), dict(follows)),
        )
    except LimitReached:
        return nothing


def _steps_to_first(view: View, supposed: Fact, follows: Mapping[Cell, bool]) -> tuple[Step, ...]:
    """Return the steps to the first safe cell that would follow; to the first mine if none is."""
    wanted = {cell for cell, is_mine in follows.items() if not is_mine} or follows.keys()
    steps = list[Step]()
    for step in find_steps(view, supposed=supposed):
        steps.append(step)
        for cell, _ in step.conclusions:
            if cell in wanted:
                return steps_to(cell, steps)
    return ()


def _remarks(voice: Voice, found: Supposition) -> list[Sentence]:
    """Say what was supposed, and what comes of it."""
    verdict = voice.verdict([found.cell], found.is_mine)
    opening = voice.tell("suppositions.suppose", verdict=verdict)
    if found.is_possible is None:
        return [opening, voice.tell("suppositions.unknown")]
    if not found.is_possible:
        truth = voice.verdict([found.cell], not found.is_mine)
        return [opening, voice.tell("suppositions.impossible", verdict=truth)]
    if found.chance == 1:
        return [opening, voice.tell("suppositions.certain")]
    chance = voice.tell("suppositions.chance", share=percent(found.chance or 0.0))
    if not found.follows:
        return [opening, chance, voice.tell("suppositions.nothing")]
    then = voice.tell("suppositions.follows", verdict=voice.verdicts(found.follows))
    return [opening, chance, then]
