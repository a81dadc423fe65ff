"""A graded board in words."""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.board.grid import Cell
from mineproof.coach.boards.grade import ForcedGuess, Grade
from mineproof.coach.language import Language, percent
from mineproof.coach.steps.techniques import StepLevel
from mineproof.logic.problem import Namer

_MOST_NAMES = 6


def level_words(level: StepLevel, language: Language) -> str:
    """Return what a level requires."""
    return language.say(f"techniques.level_{level.name.lower()}")


def grade_words(grade: Grade, name: Namer, language: Language) -> tuple[str, ...]:
    """Return the grade in a sentence, and one for each place where a guess is forced."""
    words = level_words(grade.level, language)
    lines = [language.say("grade.grade", level=grade.level.name, words=words)]
    for number, guess in enumerate(grade.guesses, start=1):
        lines.append(_guess(number, guess, name, language))
    return tuple(lines)


def _guess(number: int, guess: ForcedGuess, name: Namer, language: Language) -> str:
    return language.say(
        "grade.guess",
        number=number,
        count=len(guess.safest),
        cells=_list(guess.safest, name, language),
        risk=percent(guess.risk),
        opened=name(guess.opened),
    )


def _list(cells: Sequence[Cell], name: Namer, language: Language) -> str:
    """Return the names of cells; a long list is cut."""
    if len(cells) <= _MOST_NAMES:
        return language.listing(map(name, cells))
    first = language.say("words.comma").join(map(name, cells[: _MOST_NAMES - 1]))
    return language.say("grade.more", cells=first, count=len(cells) - _MOST_NAMES + 1)
