"""A forced guess in words: the candidates side by side, and what makes the first the best."""

from __future__ import annotations

from mineproof.coach.figures import percent
from mineproof.coach.guessing import Candidate, Guessing
from mineproof.coach.language import Language, Sentence
from mineproof.logic.problem import Cell, Namer

NOTICEABLE = 0.005
"""Chances that differ by less look the same in words."""


def guess_words(guessing: Guessing, name: Namer, language: Language) -> tuple[Sentence, ...]:
    """Return the sentences about a forced guess: one for each candidate, then what follows.

    >>> from mineproof.board.view import View
    >>> from mineproof.coach.guessing import compare
    >>> from mineproof.coach.language import language
    >>> view = View.from_picture("1## ###", mines=2)
    >>> for sentence in guess_words(compare(view, most=2), view.grid.name, language("en")):
    ...     print(sentence)
    No cell is certainly safe: this is a guess.
    c1: 50% risk; 50% to find a certain move next; 50% to survive the next move as well.
    c2: 50% risk; 50% to find a certain move next; 50% to survive the next move as well.
    c1 and c2 are equally good.
    c1 and c2 are a 50/50 that no play can avoid: exactly one of them is a mine, and no other cell \
will ever tell which. To take it now loses nothing.
    """
    candidates = guessing.candidates
    lines = [language.tell("guesses.forced")]
    lines += [candidate_words(candidate, name, language) for candidate in candidates]
    if len(candidates) > 1:
        lines.append(_advantage(candidates[0], candidates[1], name, language))
    dead = [_named(each.cell, name) for each in candidates if each.is_dead]
    lines += [language.tell("guesses.dead", cell=cell) for cell in dead]
    lines += [
        language.tell("guesses.fifty_fifty", cell=_named(cell, name), other=_named(other, name))
        for cell, other in guessing.unavoidable
    ]
    return tuple(lines)


def candidate_words(candidate: Candidate, name: Namer, language: Language) -> Sentence:
    """Return what is to be expected of one candidate, in a sentence."""
    return language.tell(
        "guesses.candidate",
        cell=_named(candidate.cell, name),
        risk=percent(candidate.risk),
        progress=percent(candidate.progress),
        survival=percent(candidate.survival),
    )


def _advantage(first: Candidate, second: Candidate, name: Namer, language: Language) -> Sentence:
    """Say what makes one candidate better than the next: the first thing that can be noticed."""
    cells = {"first": _named(first.cell, name), "second": _named(second.cell, name)}
    for key, one, other, gain in (
        ("safer", first.risk, second.risk, second.risk - first.risk),
        ("progress", first.progress, second.progress, first.progress - second.progress),
        ("survival", first.survival, second.survival, first.survival - second.survival),
    ):
        if gain >= NOTICEABLE:
            figures = {"one": percent(one), "other": percent(other)}
            return language.tell(f"guesses.{key}", **cells, **figures)
    return language.tell("guesses.equal", **cells)


def _named(cell: Cell, name: Namer) -> Sentence:
    return Sentence(name(cell), (cell,))
