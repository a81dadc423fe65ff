"""resolve: prove what a cell is, by resolution, step by step.

The clues of a position become clauses, as the engine `resolution` makes them: without duplicates,
and without clauses that another one subsumes. The student picks two lines at a time. The goal is
the unit of one cell, in as few steps as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mineproof.coach.language import Language, Sentence
from mineproof.course.exercises.base import Answer, Exercise, Hint, Verdict
from mineproof.course.exercises.resolution.given import (
    Clues,
    count_of,
    engine_lines,
    given_clauses,
    hints_of,
)
from mineproof.course.exercises.resolution.sheet import (
    Line,
    Pair,
    Refused,
    Sheet,
    next_pair,
    replay,
)
from mineproof.course.language import Part, tell
from mineproof.errors import BadInput
from mineproof.logic.clause import in_order
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clause, Literal, cell_of, literal

MOST_STEPS = 100
"""How many steps an answer may have."""

ENGINE_WIDTH = 2
"""The limit by which the engine matches if the exercise has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolve(Exercise):
    """The answer is a list of steps, each a pair of lines counted from 0.

    `goal` is the literal to prove, such as "b3" or "¬b3"; `clues` are the cells of the clues that
    are given, and `with_count` adds the mine count. If there is a `width`, one clause of each pair
    must have at most so many literals. `shortest` is the shortest derivation that is known; if
    `is_exhaustive`, all shorter ones were tried.
    """

    kind: ClassVar[str] = "resolve"
    asks_itself: ClassVar[bool] = True

    goal: str
    clues: Sequence[str]
    shortest: Sequence[Sequence[int]]
    is_exhaustive: bool = False
    with_count: bool = False
    width: int | None = None

    def __post_init__(self) -> None:
        Exercise.__post_init__(self)
        hints, grid = hints_of(self.position), self.position.grid
        for clue in self.clues:
            if grid.parse(clue) not in hints:
                raise BadInput(f"no clue at {clue} in {self.id}; expected one with unknown cells")

    # What is given

    @property
    def literal(self) -> Literal:
        """The literal to prove."""
        name = self.goal.removeprefix("¬")
        return literal(self.position.grid.parse(name), is_mine=name == self.goal)

    def constraints(self) -> tuple[Constraint, ...]:
        """Return what the given clues say about unknown cells, and the mine count if given."""
        hints, count = hints_of(self.position), count_of(self.position)
        told = [hints[self.position.grid.parse(clue)] for clue in self.clues]
        return (*told, count) if self.with_count and count else tuple(told)

    def given(self) -> Mapping[Clause, Clues]:
        """Return the given clauses with their clues."""
        return given_clauses(self.constraints())

    def sheet(self, answer: Answer = None) -> Sheet:
        """Return the sheet after the steps of an answer that are not refused."""
        sheet = Sheet.of(self.given(), self.width)
        return replay(sheet, _pairs(answer or [], len(sheet.lines)))

    def setting(self) -> Mapping[str, Any]:
        """Return the goal, the given lines and the limit of the width."""
        goal = {"input": "steps", "goal": self.literal, "width": self.width}
        return goal | self._more(self.sheet())

    # Verdicts

    def check(self, answer: Answer) -> Verdict:
        """Replay the steps; the verdict is about the first that is refused, else about the last.

        `more` has the lines. Once the goal is proved, `compared` tells how many steps were made,
        how many the goal needed, and how many the shortest derivation and the engine's have.
        """
        sheet, said = self.sheet(), Verdict(False, "resolve.begin")
        for pair in _pairs(answer, len(sheet.lines)):
            line = sheet.attempt(pair)
            if isinstance(line, Refused):
                return self._refuse(line, sheet)
            sheet, said = sheet.plus(line), _joined(line)
        return self._judge(said, sheet)

    def _refuse(self, refused: Refused, sheet: Sheet) -> Verdict:
        parts: dict[str, Part] = {"width": self.width or 0}
        if refused.pivots:
            parts["cells"] = tuple(map(cell_of, refused.pivots))
        if refused.line is not None:
            parts["clause"], parts["line"] = refused.clause or frozenset(), refused.line + 1
            parts["other"] = sheet.lines[refused.line].clause
        return Verdict(False, refused.why.value, parts, self._more(sheet))

    def _judge(self, said: Verdict, sheet: Sheet) -> Verdict:
        proved = sheet.subsumer(self._unit())
        if proved is None:
            return Verdict(False, said.why, said.parts, self._more(sheet))
        made, needed = sheet.steps, len(sheet.ancestors(proved))
        compared = {
            "made": made,
            "needed": needed,
            "shortest": len(self.shortest),
            "is_exhaustive": self.is_exhaustive,
            "engine": self.engine_steps(),
        }
        more = self._more(sheet) | {"compared": compared}
        return Verdict(True, "resolve.proved", {"count": made, "clause": self._unit()}, more)

    def _more(self, sheet: Sheet) -> dict[str, Any]:
        given = self.given()
        return {"lines": [_line_json(line, sheet, given) for line in sheet.lines]}

    def _unit(self) -> Clause:
        return frozenset((self.literal,))

    # Solutions

    def solution(self) -> Answer:
        """Return the shortest derivation that is known."""
        return [list(pair) for pair in self.shortest]

    def engine_steps(self) -> int:
        """Return how many resolutions the engine `resolution` makes of the same clauses."""
        width = self.width or ENGINE_WIDTH
        given = self.given()
        lines = engine_lines(given, self.constraints(), cell_of(self.literal), width)
        return len(lines) - len(given)

    # Words

    def ask(self, language: Language) -> Sentence:
        """Return the question; usually it names the cell, and what it is to be proved to be."""
        if self.question is not None:
            return Exercise.ask(self, language)
        key = "resolve.prove_mine" if self.literal > 0 else "resolve.prove_safe"
        parts: dict[str, Part] = {"cells": (cell_of(self.literal),), "clause": self._unit()}
        return tell(key, parts, self.view, language)

    @property
    def rungs(self) -> int:
        """Four: a cell, the clues, one clause, the pair."""
        return 4

    def hint(self, rung: int, language: Language, answer: Answer = None) -> Hint:
        """Return a hint at the next useful step after those of `answer`."""
        self._check_rung(rung)
        sheet = self.sheet(answer)
        pair = next_pair(sheet, self.sheet(self.solution()).lines)
        if pair is None:
            return Hint(tell("resolve.done", {}, self.view, language))
        key, parts, lines = self._rung(rung, sheet, pair)
        return Hint(tell(key, parts, self.view, language), lines)

    def _rung(
        self, rung: int, sheet: Sheet, pair: Pair
    ) -> tuple[str, dict[str, Part], tuple[int, ...]]:
        one, other = pair
        left, right = sheet.lines[one].clause, sheet.lines[other].clause
        match rung:
            case 0:
                line = sheet.attempt(pair)
                assert isinstance(line, Line), "the next step is never refused"
                return "resolve.hint_cell", {"cells": (cell_of(line.pivot or 0),)}, ()
            case 1:
                return (*self._clue_hint(sheet, pair), ())
            case 2:
                return "resolve.hint_clause", {"line": one + 1, "clause": left}, (one,)
            case _:
                parts: dict[str, Part] = {"one": one + 1, "other": other + 1}
                return "resolve.hint_pair", parts | {"left": left, "right": right}, pair

    def _clue_hint(self, sheet: Sheet, pair: Pair) -> tuple[str, dict[str, Part]]:
        given = self.given()
        leaves = {leaf for number in pair for leaf in sheet.leaves(number)}
        said = {clue for leaf in leaves for clue in given[sheet.lines[leaf].clause][:1]}
        clues = tuple(sorted(clue for clue in said if clue is not None))
        both = "resolve.hint_clues_and_count" if clues else "resolve.hint_count"
        key = both if None in said else "resolve.hint_clues"
        parts: dict[str, Part] = {"count": len(clues)}
        return key, parts | {"cells": clues} if clues else parts


def _joined(line: Line) -> Verdict:
    assert line.pivot is not None, "a step has a pivot"
    return Verdict(
        False, "resolve.joined", {"cells": (cell_of(line.pivot),), "clause": line.clause}
    )


def _pairs(answer: Answer, lines: int) -> list[Pair]:
    if not isinstance(answer, list) or len(answer) > MOST_STEPS:
        raise BadInput(f"answer {answer!r:.40}; expected a list of at most {MOST_STEPS} steps")
    return [_pair(step, lines + made) for made, step in enumerate(answer)]


def _pair(step: Answer, lines: int) -> Pair:
    match step:
        case [bool(), _] | [_, bool()]:
            pass  # JSON's true is no 1
        case [int(one), int(other)] if 0 <= one < lines and 0 <= other < lines:
            return one, other
    raise BadInput(f"step {step!r:.40}; expected two lines, 0 to {lines - 1}")


def _line_json(line: Line, sheet: Sheet, given: Mapping[Clause, Clues]) -> dict[str, Any]:
    number = sheet.subsumer(line.clause)
    assert number is not None, "a line subsumes itself"
    other = sheet.lines[number].clause
    return {
        "clause": in_order(line.clause),
        "clues": list(given[line.clause]) if line.parents is None else [],
        "parents": line.parents and list(line.parents),
        "pivot": line.pivot,
        "subsumed_by": None if other == line.clause else number,
    }
