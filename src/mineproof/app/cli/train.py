"""`mineproof train`: puzzles answered by typing.

Answers are written as in transcripts: `b3` for safe, `Fb3` for a mine. Each `hint` climbs one rung
of the ladder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from rich.console import Console
from rich.text import Text

from mineproof.app.game.assist import Climb
from mineproof.app.text.board import Marks, Window, board
from mineproof.app.text.console import keyboard, prompted
from mineproof.coach.boards.classes import PuzzleClass
from mineproof.coach.boards.exercises import Exercise, Worth
from mineproof.coach.explanation import explain
from mineproof.coach.hints import hint
from mineproof.coach.language import Sentence, language
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import Lead
from mineproof.coach.steps.techniques import title
from mineproof.coach.words.step_words import tell
from mineproof.coach.words.voice import Voice
from mineproof.errors import BadInput
from mineproof.logic.problem import Fact

_HINT, _SHOW, _QUIT = "hint", "show", "quit"


@dataclass(frozen=True, slots=True)
class Score:
    """How many exercises were solved without help, solved with help, and shown."""

    alone: int = 0
    helped: int = 0
    shown: int = 0

    @property
    def all(self) -> int:
        """How many exercises there were."""
        return self.alone + self.helped + self.shown


@dataclass(frozen=True, slots=True)
class Course:
    """A number of exercises in one language; a technique that was chosen is named.

    A streak ends with the first fault: a wrong answer, a hint, or the answer shown.
    """

    exercises: Iterator[Exercise]
    count: int
    language: str
    names_technique: bool
    is_streak: bool = False

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadInput(f"{self.count} exercises; expected 1 or more")


class _Left(Exception):
    """The player quits."""


def train(console: Console, course: Course) -> int:
    """Run the exercises until the player is done or quits; print the score, return the code."""
    typed = keyboard()
    lines = prompted() if typed.isatty() else iter(typed)
    return run_course(console, course, lines)


def run_course(console: Console, course: Course, lines: Iterator[str]) -> int:
    """Do the same with lines from any source."""
    score, code = Score(), 0
    try:
        for number in range(1, course.count + 1):
            lesson = _Lesson(console, next(course.exercises), course)
            score = lesson.teach(number, lines, score)
            if course.is_streak and score.alone < number:
                break
    except _Left:
        pass
    except KeyboardInterrupt:
        code = 130
    words = language(course.language)
    if course.is_streak:
        console.print(Text(words.say("train.streak", count=score.alone), "bold"))
        return code
    figures = {"alone": score.alone, "helped": score.helped, "shown": score.shown}
    console.print(Text(words.say("train.score", all=score.all, **figures), "bold"))
    return code


class _Lesson:
    """One exercise and the player's progress in it."""

    def __init__(self, console: Console, exercise: Exercise, course: Course) -> None:
        self._console, self._exercise, self._course = console, exercise, course
        self._view, self._words = exercise.view, language(course.language)
        self._voice = Voice(self._words, exercise.view)
        self._ladder: Climb | None = None
        self._is_helped = False

    def teach(self, number: int, lines: Iterator[str], score: Score) -> Score:
        """Ask until the answer is right or shown; return the new score."""
        self._ask(number)
        for line in lines:
            match line.split():
                case []:
                    continue
                case [word] if word == _QUIT:
                    raise _Left
                case [word] if word == _HINT:
                    self._climb()
                case [word] if word == _SHOW:
                    self._explain("train.answer", self._exercise.targets, self._exercise.lead)
                    return replace(score, shown=score.shown + 1)
                case words:
                    if self._is_right(words):
                        return self._counted(score)
        raise _Left

    def _counted(self, score: Score) -> Score:
        if self._is_helped:
            return replace(score, helped=score.helped + 1)
        return replace(score, alone=score.alone + 1)

    def _ask(self, number: int) -> None:
        exercise, course = self._exercise, self._course
        step = exercise.lead.steps[-1]
        name = title(step.technique, self._words, is_reduced=step.is_reduced)
        key = "train.task_technique" if course.names_technique else "train.task"
        parts: dict[str, Any] = {"technique": name} if course.names_technique else {}
        if course.is_streak:
            task = self._words.say(f"{key}_streak", number=number, **parts)
        else:
            task = self._words.say(key, number=number, all=course.count, **parts)
        self._console.print(Text(task, "bold"))
        self._show(Marks())
        mines = self._view.mines or 0
        self._console.print(str(self._voice.tell("steps.total", count=mines, mines=mines)))
        if number == 1:
            how = {"hint": _HINT, "show": _SHOW, "quit": _QUIT, "safe": "b3", "mine": "Fb3"}
            self._console.print(self._words.say("train.how", **how))

    def _show(self, marks: Marks) -> None:
        width = self._console.width if self._console.is_terminal else None
        window = Window.whole(self._view.grid, width)
        self._console.print(board(self._view, marks, window), soft_wrap=True)

    def _climb(self) -> None:
        """Print the next rung that has something to say."""
        self._is_helped = True
        if self._ladder is None:
            found = hint(self._view, RUNGS[-1], language=self._words.tag, flags=True)
            self._ladder = Climb.begin(found)
        elif self._ladder.is_at_top:
            self._console.print(self._words.say("train.top"))
            return
        else:
            self._ladder = self._ladder.up()
        self._print(self._ladder.news)

    def _is_right(self, words: list[str]) -> bool:
        """Judge an answer, print the verdict, and return whether the exercise is solved."""
        try:
            cell, is_mine = self._parse(words)
        except BadInput as error:
            self._console.print(str(error))
            return False
        worth = self._exercise.judge(cell, is_mine)
        if worth.is_right:
            self._explain(
                f"train.{worth.value}", [(cell, is_mine)], self._exercise.found(cell, is_mine)
            )
            return True
        self._is_helped = True
        verdict = self._voice.verdicts([(cell, not is_mine)])
        parts = {"verdict": verdict} if worth is Worth.WRONG else {"cell": self._name(cell)}
        self._console.print(self._words.say(f"train.{worth.value}", **parts))
        if worth is not Worth.KNOWN:
            about = explain(self._view, cell, language=self._words.tag)
            self._print([*chain.from_iterable(about.told), *about.remarks[1:]])
        return False

    def _parse(self, words: list[str]) -> Fact:
        if len(words) > 1:
            raise BadInput(f"{' '.join(words)!r} has more than one word; expected b3 or Fb3")
        name = words[0].removeprefix("F")
        return self._view.grid.parse(name), name != words[0]

    def _name(self, cell: int) -> str:
        return self._view.grid.name(cell)

    def _explain(self, key: str, found: Iterable[Fact], lead: Lead) -> None:
        """Print the answer, the board that shows it, and the reason."""
        verdict = self._voice.verdicts(list(found))
        name = PuzzleClass.of(lead.steps).title(self._words)
        parts = {"technique": name} if key == "train.elsewhere" else {}
        self._console.print(self._words.say(key, verdict=verdict, **parts))
        clues = [clue.clue for step in lead.steps for clue in step.clues if clue.clue is not None]
        targets = dict(lead.news(self._view))
        self._show(Marks(certain=targets, bright=targets, clues=clues))
        for step in lead.steps:
            self._print(tell(step, self._view, self._words))

    def _print(self, sentences: Iterable[Sentence]) -> None:
        for sentence in sentences:
            self._console.print(str(sentence))
