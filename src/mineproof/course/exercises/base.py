"""Exercise: what every kind of exercise has in common, and Verdict: what is said of an answer.

An exercise is a frozen value. It keeps no state: whoever asks hands in the whole answer. Answers
are plain data as JSON has them, and each kind says which; anything else raises BadInput.

A new kind is one file with a class here in the room, and one line in `kinds.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from mineproof.board.view import View
from mineproof.coach.language import LANGUAGES, Language, Sentence
from mineproof.course.language import Part, tell
from mineproof.errors import BadInput

Answer: TypeAlias = Any
"""An answer as JSON has it; each kind of exercise says what it expects."""

Words: TypeAlias = Mapping[str, str]
"""A text in every language, by the tags of `coach.language.LANGUAGES`."""

DIFFICULTIES = range(1, 6)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, and why: the key of a sentence, and the parts to fill in.

    `more` is what a screen may show beside it, as JSON: cells are numbers in reading order, and
    literals as in `logic.proof`. Each kind says what it is.
    """

    is_right: bool
    why: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in words, with the lines of the exercise that it names, if it has lines."""

    words: Sentence
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise(ABC):
    """A question with a check. `source` names the book that the idea is from, if any.

    `asks_itself` tells whether the kind has a question of its own where the author gives none.
    """

    kind: ClassVar[str]
    asks_itself: ClassVar[bool] = False

    id: str
    difficulty: int
    question: Words | None = None
    view: View | None = None
    hints: Sequence[Words] = ()
    reason: Words | None = None
    source: str | None = None

    def __post_init__(self) -> None:
        if self.difficulty not in DIFFICULTIES:
            raise BadInput(f"difficulty {self.difficulty!r} of {self.id}; expected 1 to 5")
        if self.question is None and not self.asks_itself:
            raise BadInput(f"no question in {self.id}; expected one in {_listed(LANGUAGES)}")
        for words in (self.question, *self.hints, self.reason):
            if words is not None and set(words) != set(LANGUAGES):
                raise BadInput(
                    f"words in {_listed(words)} in {self.id}; expected {_listed(LANGUAGES)}"
                )

    @property
    def position(self) -> View:
        """The position, of an exercise that needs one."""
        if self.view is None:
            raise BadInput(f"no board in {self.id}; expected one")
        return self.view

    def ask(self, language: Language) -> Sentence:
        """Return the question."""
        assert self.question is not None, "a kind that asks itself words its question"
        return Sentence(self.question[language.tag])

    @abstractmethod
    def check(self, answer: Answer) -> Verdict:
        """Judge an answer by what it means; raise BadInput if it is none at all."""

    @abstractmethod
    def solution(self) -> Answer:
        """Return an answer that `check` finds right."""

    def setting(self) -> Mapping[str, Any]:
        """Return what a screen needs to ask for an answer, as `Verdict.more` has it.

        It gives nothing away.
        """
        return {}

    @property
    def rungs(self) -> int:
        """How many hints there are, each of which reveals a little more."""
        return len(self.hints)

    def hint(self, rung: int, language: Language, answer: Answer = None) -> Hint:
        """Return the hint on a rung, counted from 0, for somebody who has come as far as `answer`.

        Raises BadInput if there is no such rung.
        """
        self._check_rung(rung)
        del answer  # words that the author wrote suit everyone
        return Hint(Sentence(self.hints[rung][language.tag]))

    def say(self, verdict: Verdict, language: Language) -> Sentence:
        """Return a verdict in words."""
        return tell(verdict.why, verdict.parts, self.view, language)

    def _check_rung(self, rung: int) -> None:
        if not 0 <= rung < self.rungs:
            raise BadInput(f"rung {rung} in {self.id}; expected 0 to {self.rungs - 1}")


def _listed(tags: Iterable[str]) -> str:
    return " and ".join(sorted(tags)) or "no language"
