"""A forced guess in words: the candidates side by side, and what makes the first the best."""

from __future__ import annotations

from collections.abc import Iterator

from mineproof.coach.forced_guess import Candidate, Guessing, advantage
from mineproof.coach.language import Language, Sentence, percent
from mineproof.logic.problem import Cell, Namer

NOTICEABLE = 0.005
"""Chances that differ by less read the same."""


def guess_words(guessing: Guessing, name: Namer, language: Language) -> tuple[Sentence, ...]:
    """Return the sentences about a forced guess: one for each candidate, then what follows.

    >>> from mineproof.board.view import View
    >>> from mineproof.coach.forced_guess import rank_guesses
    >>> from mineproof.coach.language import language
    >>> view = View.from_picture("1## ###", mines=2)
    >>> for sentence in guess_words(rank_guesses(view, most=2), view.grid.name, language("en")):
    ...     print(sentence)
    No cell is certainly safe: this is a guess.
    c1: 50% risk, wins 33%; 50% chance of a certain move next; 50% chance of surviving two moves.
    b1: 33% risk, wins 33%; 0% chance of a certain move next; 33% chance of surviving two moves.
    c1 and b1 win about equally often.
    b1 can show only one number, so opening it tells you nothing.
    c1 and c2 are an unavoidable 50/50: exactly one of them is a mine, and no other cell \
will ever show which. Guessing now costs nothing.
    Compared by searching all play to its end: the chances to win are exact.
    """
    candidates = guessing.candidates
    lines = [language.tell("guesses.forced")]
    lines += [candidate_words(candidate, name, language) for candidate in candidates]
    if len(candidates) > 1 and advantage(candidates[0], candidates[1]) > -NOTICEABLE:
        lines.append(advantage_words(candidates[0], candidates[1], name, language))
    dead = [_named(each.cell, name) for each in candidates if each.is_dead]
    lines += [language.tell("guesses.dead", cell=cell) for cell in dead]
    lines += [
        language.tell("guesses.fifty_fifty", cell=_named(cell, name), other=_named(other, name))
        for cell, other in guessing.unavoidable
    ]
    if guessing.how is not None and guessing.budget is not None:
        budget = language.say(f"guesses.{guessing.budget.value}")
        lines.append(language.tell(f"guesses.by_{guessing.how.value}", budget=budget))
    return tuple(lines)


def candidate_words(candidate: Candidate, name: Namer, language: Language) -> Sentence:
    """Return what to expect of one candidate, in a sentence."""
    win = candidate.win
    return language.tell(
        f"guesses.{_candidate_key(candidate)}",
        cell=_named(candidate.cell, name),
        risk=percent(candidate.risk),
        win=None if win is None else percent(win),
        error=percent(2 * (candidate.win_error or 0.0)),
        progress=percent(candidate.progress),
        survival=percent(candidate.survival),
    )


def _candidate_key(candidate: Candidate) -> str:
    if candidate.win is None:
        return "candidate"
    return "candidate_estimate" if candidate.win_error else "candidate_wins"


def advantage_words(
    first: Candidate, second: Candidate, name: Namer, language: Language
) -> Sentence:
    """Say why one candidate is better than another: by wins, otherwise by the first difference."""
    cells = {"first": _named(first.cell, name), "second": _named(second.cell, name)}
    for key, one, other, gain in _gains(first, second):
        if gain >= NOTICEABLE:
            figures = {"one": percent(one), "other": percent(other)}
            return language.tell(f"guesses.{key}", **cells, **figures)
    is_known = first.win is not None and second.win is not None
    return language.tell("guesses.equal_wins" if is_known else "guesses.equal", **cells)


def _gains(first: Candidate, second: Candidate) -> Iterator[tuple[str, float, float, float]]:
    """Yield what may be said for the first: two figures, and how much better the first one is."""
    if first.win is not None and second.win is not None:
        key = "wins_though" if first.risk >= second.risk + NOTICEABLE else "wins"
        yield key, first.win, second.win, first.win - second.win
        return
    yield "safer", first.risk, second.risk, second.risk - first.risk
    yield "progress", first.progress, second.progress, first.progress - second.progress
    yield "survival", first.survival, second.survival, first.survival - second.survival


def _named(cell: Cell, name: Namer) -> Sentence:
    return Sentence(name(cell), (cell,))
