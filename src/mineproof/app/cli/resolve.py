"""`mineproof learn resolve-1-1`: a proof by resolution, made step by step by typing two lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from mineproof.app.text.board import Marks, Window, board
from mineproof.coach.language import Language
from mineproof.course.exercises.base import Verdict
from mineproof.course.exercises.resolution.resolve import Resolve
from mineproof.errors import BadInput
from mineproof.logic.clause import clause_words
from mineproof.logic.proof import cell_of

_HINT, _UNDO, _SHOW, _QUIT = "hint", "undo", "show", "quit"


def prove(console: Console, exercise: Resolve, words: Language, lines: Iterator[str]) -> bool:
    """Take steps until the goal is proved or shown, or the reader quits; tell whether proved."""
    return _Proof(console, exercise, words).run(lines)


class _Proof:
    """An exercise, and the steps made so far."""

    def __init__(self, console: Console, exercise: Resolve, words: Language) -> None:
        self._console, self._exercise, self._words = console, exercise, words
        self._given = len(exercise.given())
        self._steps: list[list[int]] = []
        self._rung = 0

    def run(self, lines: Iterator[str]) -> bool:
        self._pose()
        for line in lines:
            match line.split():
                case [word] if word == _QUIT:
                    return False
                case [word] if word == _SHOW:
                    self._steps = []
                    self._check(self._exercise.solution())
                    return False
                case [word] if word == _HINT:
                    self._hint()
                case [word] if word == _UNDO:
                    self._undo()
                case []:
                    continue
                case typed:
                    if self._is_proved_by(typed):
                        return True
        return False

    def _pose(self) -> None:
        console, exercise = self._console, self._exercise
        console.print(Text(exercise.ask(self._words).text, "bold"))
        if exercise.width is not None:
            console.print(self._words.say("resolve.limit", width=exercise.width))
        view, clues = (
            exercise.position,
            [c.clue for c in exercise.constraints() if c.clue is not None],
        )
        width = console.width if console.is_terminal else None
        marks = Marks(clues=clues, bright=[cell_of(exercise.literal)])
        console.print(board(view, marks, Window.whole(view.grid, width)), soft_wrap=True)
        self._list(exercise.setting()["lines"])
        commands = {"hint": _HINT, "undo": _UNDO, "show": _SHOW, "quit": _QUIT}
        console.print(Text(self._words.say("resolve.type", **commands), "dim"))

    def _list(self, lines: list[Mapping[str, Any]], start: int = 0) -> None:
        name = self._exercise.position.grid.name
        for number, line in enumerate(lines[start:], start + 1):
            clause = clause_words(frozenset(line["clause"]), name)
            self._console.print(f"{number:4}  {clause:24}  {self._origin(line)}".rstrip())

    def _origin(self, line: Mapping[str, Any]) -> str:
        if line["parents"]:
            return " + ".join(str(parent + 1) for parent in line["parents"])
        name, count = self._exercise.position.grid.name, self._words.say("resolve.count")
        return ", ".join(count if clue is None else name(clue) for clue in line["clues"])

    def _is_proved_by(self, typed: list[str]) -> bool:
        """Make the step that was typed; tell whether that proves the goal."""
        try:
            verdict = self._check([*self._steps, self._pair(" ".join(typed))])
        except BadInput as error:
            self._console.print(str(error))
            return False
        if verdict.is_right:
            self._compare(verdict)
        return verdict.is_right

    def _pair(self, text: str) -> list[int]:
        numbers, last = text.replace("+", " ").split(), self._given + len(self._steps)
        known = {str(number): number - 1 for number in range(1, last + 1)}
        if len(numbers) != 2 or not known.keys() >= set(numbers):
            raise BadInput(f"{text!r:.40}; expected two lines from 1 to {last}, such as 1 4")
        return [known[number] for number in numbers]

    def _check(self, steps: list[list[int]]) -> Verdict:
        """Say what the last step gives, and list what is new."""
        verdict = self._exercise.check(steps)
        lines, before = verdict.more["lines"], self._given + len(self._steps)
        self._console.print(self._exercise.say(verdict, self._words).text)
        if len(lines) > before:
            self._steps, self._rung = steps, 0
            self._list(lines, before)
        return verdict

    def _compare(self, verdict: Verdict) -> None:
        compared = verdict.more["compared"]
        key = "resolve.compared" if compared["is_exhaustive"] else "resolve.compared_known"
        self._console.print(self._words.say(key, **compared))

    def _hint(self) -> None:
        rung = min(self._rung, self._exercise.rungs - 1)
        self._console.print(self._exercise.hint(rung, self._words, self._steps).words.text)
        self._rung += 1

    def _undo(self) -> None:
        self._steps, self._rung = self._steps[:-1], 0
        self._list(self._exercise.check(self._steps).more["lines"])
