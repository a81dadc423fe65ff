"""What is said of answers: wrong ones get a reason, and where a layout refutes them, the layout."""

from __future__ import annotations

from typing import Any

import pytest

from mineproof.course.exercises.base import Exercise
from mineproof.course.exercises.kinds import exercise_of
from mineproof.course.language import language
from mineproof.errors import BadInput

BOTH = {"en": "?", "zh-TW": "？"}
CLAUSES = ["a1 ∨ b1", "¬a1 ∨ ¬b1", "a1 ∨ c1", "b1 ∨ c1", "¬b1 ∨ ¬c1"]


def made(kind: str, board: str | None = "### 121", **fields: Any) -> Exercise:
    place = {} if board is None else {"board": board}
    data = {"kind": kind, "id": "e", "difficulty": 1, "question": BOTH}
    return exercise_of(data | place | fields)


CASES: list[tuple[Exercise, str, str]] = [
    (made("safe"), "b1", "Right."),
    (made("safe"), "none", "Right so far, but one more cell is certain."),
    (made("safe"), "a1", "a1 could be a mine: here is a layout that fits."),
    (made("safe"), "a2", "a2 is open already."),
    (made("mines"), "c1, a1", "Right."),
    (made("mines"), "a1 b1", "b1 could be safe: here is a layout that fits."),
    (made("clues", target="c1 mine"), "a2 b2", "Right."),
    (made("clues", target="c1 mine"), "a2 c2", "These clues alone leave this layout"),
    (made("clues", target="c1 mine"), "a2 b2 c2", "They prove it, but 2 would do."),
    (made("clues", target="c1 mine"), "a1", "a1 is not open and shows no clue."),
    (made("layout", "## 11", where=["b1 mine"]), "b1", "Right."),
    (made("layout", "## 11", where=["b1 mine"]), "a1", "It fits the clues, but it is not"),
    (made("layout", "## 11"), "a1 b1", "The 1 at a2 would touch 2."),
    (made("layout", "## 11"), "a2", "a2 is open already."),
    (made("layout", "1## ###", mines=2), "b1", "There would be 1 mines in all; there are 2."),
    (made("layouts", "1## ###", mines=2), "6", "Right."),
    (made("layouts", "1## ###", mines=2), "5", "There are more. To begin with, 2 have a mine"),
    (made("layouts", "1## ###", mines=2), "7", "There are not that many."),
    (made("risk", "1## ###", mines=2, cell="b1"), "2/6", "Right."),
    (made("risk", "1## ###", mines=2, cell="b1"), "33 %", "Right."),
    (made("risk", "1## ###", mines=2, cell="b1"), "33/100", "Not yet. There are 6 layouts"),
    (made("safest", "1## ### ##1", mines=3), "b2", "Right."),
    (made("safest", "1## ### ##1", mines=3), "b1", "b1 is safe in 5 of the 9 layouts."),
    (made("guess", "1## ### ##1", mines=3), "b3", "Right."),
    (made("guess", "1## ### ##1", mines=3), "b2", "Opening b2 first wins in 3 of the 9"),
    (made("clauses", clue="b2"), "a1 b1\na1 c1\nb1 c1\n-a1 -b1 -c1", "Right."),
    (made("clauses", clue="b2"), "a1|b1; c1|a1; b1 or c1; !a1 ~b1 ¬c1", "Right."),
    (made("clauses", clue="b2"), "¬a1 ∨ ¬b1", "¬a1 ∨ ¬b1 does not follow"),
    (made("clauses", clue="b2"), "a1 ∨ b1", "Not enough: your clauses allow these mines"),
    (made("clauses", clue="b2"), "", "Not enough: your clauses allow no mine at all"),
    (made("clauses", clue="a2"), "c1", "The clue says nothing about c1."),
    (made("clause-count", clue="b2"), "4", "Right."),
    (made("clause-count", clue="b2"), "3", "Not yet: 2 of 3 cells are mines."),
    (made("clause-count", "1## ###", mines=2, clue="count"), "15", "Right."),
    (made("resolvent", given=["a1 ∨ b1", "¬b1 ∨ c1"]), "c1 a1", "Right."),
    (made("resolvent", given=["a1 ∨ b1", "¬b1 ∨ c1"]), "a1", "Right so far, but one literal"),
    (made("resolvent", given=["a1 ∨ b1", "¬b1 ∨ c1"]), "a1 ¬b1 c1", "¬b1 does not belong"),
    (made("resolvent", given=["a1 ∨ b1", "¬b1 ∨ c1"]), "none", "They do resolve"),
    (made("resolvent", given=["a1 ∨ b1", "¬b1 ∨ ¬a1"]), "none", "Right."),
    (made("resolvent", given=["a1 ∨ b1", "¬b1 ∨ ¬a1"]), "a1", "They disagree on two cells."),
    (made("resolvent", given=["a1 ∨ b1", "c1"]), "a1", "No literal of one is negated"),
    (made("units", given=CLAUSES, suppose="¬b1"), "a1 c1", "Right."),
    (made("units", given=CLAUSES, suppose="¬b1"), "a1", "Right so far, but b1 ∨ c1 has become"),
    (made("units", given=CLAUSES), "none", "Right."),
    (made("units", given=CLAUSES), "¬b1", "¬b1 is true, but unit propagation does not"),
    (made("units", given=CLAUSES), "b1", "b1 does not follow from these clauses."),
    (made("subsumed", given=["a1", "a1 ∨ b1", "b1"]), "2", "Right."),
    (made("subsumed", given=["a1", "a1 ∨ b1", "b1"]), "1", "No other clause is a part of a1."),
    (made("subsumed", given=["a1", "a1 ∨ b1", "b1"]), "", "Right so far, but one more"),
    (made("dpll", given=CLAUSES), "decide", "Right."),
    (made("dpll", given=CLAUSES), "model", "Not yet: no clause is false, none is a unit"),
    (made("dpll", given=CLAUSES, trail="b1"), "¬c1", "Right."),
    (made("dpll", given=CLAUSES, trail="b1"), "a1", "a1 is not forced now"),
    (made("dpll", given=CLAUSES, trail="b1"), "decide", "Not yet: some clause has a single"),
    (made("dpll", given=CLAUSES, trail="b1 ¬a1 ¬c1"), "衝突", "Right."),
    (made("dpll", given=CLAUSES, trail="b1 ¬a1 ¬c1"), "decide", "Not yet: look at the lit"),
    (made("dpll", given=CLAUSES, trail="¬b1 a1 c1"), "model", "Right."),
    (made("dpll", given=CLAUSES, trail="¬b1 a1 c1"), "decide", "Not yet: every clause has"),
    (made("dimacs", line="-1 3 0"), "c1 ∨ ¬a1", "Right."),
    (made("dimacs", line="-1 3 0"), "a1 c1", "a1 does not belong there."),
    (made("dimacs", line="-1 3 0"), "c1", "Right so far, but one literal is missing."),
    (made("same", "## 11", models=["a1"]), "a1 b1", "Right."),
    (made("same", "## 11", models=["a1", "b1"]), "a1", "a1 is a mine in one of these"),
    (made("same", "## 11", models=["a1"]), "a1", "Right so far, but one more cell never"),
    (made("truth", claim="b1 safe"), "YES", "Right."),
    (made("truth", claim="b1 safe"), "no", "Yes, it is so."),
    (made("truth", claim="a1 safe"), "yes", "No: here is a layout that fits"),
    (made("truth", claim="2 layouts"), "是", "No, it is not so."),
    (made("rates", None, wins=62, games=100, rates=["50 %", "60 %"]), "1", "Right."),
    (made("rates", None, wins=62, games=100, rates=["50 %", "60 %"]), "2", "60 % lies inside"),
    (made("rates", None, wins=62, games=100, rates=["50 %", "60 %"]), "", "Right so far, but"),
]


@pytest.mark.parametrize(("exercise", "answer", "words"), CASES)
def test_the_reason_is_told(exercise: Exercise, answer: str, words: str) -> None:
    verdict = exercise.check(answer)
    assert exercise.say(verdict, language("en")).text.startswith(words)
    assert verdict.is_right is (words == "Right.")


def test_layouts_that_refute_are_shown() -> None:
    assert made("safe", "## 11").check("a1").more == {"lit": [[0, 0]], "layout": [[0, 0]]}
    assert made("clauses", clue="b2").check("¬a1 ∨ ¬b1").more["layout"] == [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("exercise", "answer", "message"),
    [
        (made("safe"), "z9", "z9"),
        (made("safe"), 7, "answer 7; expected a text"),
        (made("safe"), "a1 " * 2000, "an answer of 6000 characters; expected at most 5000"),
        (made("safest", "## 11"), "a1 b1", "an answer of 2 cells; expected one cell"),
        (made("layouts", "## 11"), "many", "expected a number"),
        (made("subsumed", given=["a1"]), "2", "number '2'; expected 1 to 1, or none"),
        (made("truth", claim="b1 safe"), "perhaps", "answer 'perhaps'; expected yes or no"),
        (made("clauses", clue="a2"), "a1 ∨ x", "x"),
    ],
)
def test_what_is_no_answer_is_refused(exercise: Exercise, answer: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        exercise.check(answer)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "clues", "target": "1 of a1 b1"}, "expected such as 'c1 safe'"),
        ({"kind": "clues", "target": "a1 safe"}, "expected what clues prove"),
        ({"kind": "layout", "where": ["a1 safe"]}, "expected what some layout meets"),
        ({"kind": "layout", "where": ["1 of a1"]}, "expected such as 'c1 mine'"),
        ({"kind": "clauses", "clue": "a1"}, "expected the cell of a clue, or 'count'"),
        ({"kind": "clauses", "clue": "count"}, "expected the cell of a clue, or 'count'"),
        ({"kind": "resolvent", "given": ["a1"]}, "1 clauses in e; expected two"),
        ({"kind": "units", "given": ["a1", "¬a1"]}, "conflict; expected some that do not"),
        ({"kind": "dimacs", "line": "1 9 0"}, "expected numbers to 6, then 0"),
        ({"kind": "dimacs", "line": "x 0"}, "expected numbers to 6, then 0"),
        ({"kind": "same", "models": []}, "no models in e; expected one or more"),
        ({"kind": "same", "models": ["b1"]}, "expected a layout that fits"),
        ({"kind": "truth", "claim": "b1 is safe"}, "is"),
    ],
)
def test_exercises_that_cannot_be_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        made(**fields)


def test_boards_with_too_many_layouts_are_refused() -> None:
    with pytest.raises(BadInput, match="layouts; expected at most 10000"):
        made("safe", "1##### ###### ######", mines=8)
