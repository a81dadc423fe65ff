"""Reasons: why a program made a move, or makes none, in words that a person can follow.

A certain move is explained by the easiest steps to it, whichever engine found it. A guess is
compared with other guesses. Where the coach sees more than the engine did, it says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.board.view import View
from mineproof.coach.forced_guess import Guessing, Weighing, advantage
from mineproof.coach.hints import tell_no_lead
from mineproof.coach.language import Language, Sentence
from mineproof.coach.steps.leads import Lead, find_lead, lead_to
from mineproof.coach.words.guess_words import advantage_words, candidate_words
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.engines.inference import Deduction
from mineproof.errors import BadInput, LimitReached
from mineproof.logic.problem import Cell
from mineproof.logic.proof_words import proof_sentences

MOST_CANDIDATES = 3
"""How many guesses are compared with the one that was made."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a program made its decision; a forced guess is compared with others."""

    sentences: tuple[Sentence, ...]
    guessing: Guessing | None = None


def reason_of(decision: Decision, view: View, language: Language, *, flags: bool = False) -> Reason:
    """Return why a decision was made in `view`; raise Contradiction if no layout fits.

    With `flags`, a mine to flag was a possible move too.

    >>> from mineproof.agents import agent_named
    >>> from mineproof.coach.language import language
    >>> view = View.from_picture("### 121 000")
    >>> print(*reason_of(agent_named("never-guess").choose(view), view, language("en")).sentences)
    The 2 at b2 needs one more mine than the 1 at a2, and has only one cell of its own, c1. \
So c1 is a mine.
    """
    if isinstance(decision, Stuck):
        return Reason((_why_stuck(view, language, flags=flags),))
    if decision.deduction is not None:
        return Reason(_why_certain(decision.deduction, view, language))
    return _why_guess(decision, view, language)


def why_first(cell: Cell, view: View, language: Language) -> Reason:
    """Return why `cell` is opened before anything is seen."""
    return Reason((language.tell("moves.first", cell=_named(cell, view)),))


def _why_stuck(view: View, language: Language, *, flags: bool) -> Sentence:
    lead = find_lead(view, flags=flags)
    if isinstance(lead, Lead):
        return language.tell("moves.too_weak")
    return tell_no_lead(Voice(language, view), lead)


def _why_certain(deduction: Deduction, view: View, language: Language) -> tuple[Sentence, ...]:
    lead = lead_to(view, deduction.cell)
    if lead is None:  # too much to count, though not for the engine
        return tuple(map(Sentence, proof_sentences(deduction.proof, view.grid.name, view.is_open)))
    told = [each for step in lead.steps for each in tell(step, view, language)]
    if view.is_flagged(deduction.cell):  # and not a mine: a flagged mine is left alone
        told.append(language.tell("hints.unflag", cell=_named(deduction.cell, view)))
    return tuple(told)


def _why_guess(guess: Choice, view: View, language: Language) -> Reason:
    """Compare a guess with the best; flagged cells are excluded, because no program opens those."""
    cell = guess.move.cell
    try:
        compared, taken = Weighing(view).compare_with(cell, MOST_CANDIDATES)
    except BadInput:  # a cell is certainly safe
        return Reason((language.tell("moves.overlooked", cell=_named(cell, view)),))
    except LimitReached:
        return Reason((language.tell("moves.guess", cell=_named(cell, view)),))
    told = [language.tell("guesses.forced"), candidate_words(taken, view.grid.name, language)]
    if advantage(compared.best, taken) > 0:
        told.append(advantage_words(compared.best, taken, view.grid.name, language))
    return Reason(tuple(told), compared)


def _named(cell: Cell, view: View) -> Sentence:
    return Sentence(view.grid.name(cell), (cell,))
