"""The words of a trace: a sentence for each kind of step, which can be read back."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.agents.entrant import Entrant
from mineproof.app.text.trace_words import event_words, step_words
from mineproof.board.game import Game
from mineproof.engines.event import Branch, Event, Happening, Hint
from mineproof.logic.problem import Constraint
from mineproof.play.steps import Step
from mineproof.play.trace import trace

NAMES = ["a1", "b1", "c1", "d1"]


CLUE = Hint(Constraint(frozenset({0, 1, 2}), 2, clue=3), Constraint(frozenset({0, 1, 2}), 2))
COUNT = Hint(Constraint(frozenset({0, 1, 2}), 2), Constraint(frozenset({0, 1}), 1), is_count=True)
C_IS_MINED = Constraint(frozenset({2}), 1)
AB, B = frozenset({1, 2}), frozenset({2})


SENTENCES = [
    (Event(Happening.ROUND), "round of matching: no unit is left"),
    (
        Event(Happening.STALLED, engine="resolution 2"),
        "stalled: no unit, and nothing left to match",
    ),
    (Event(Happening.STALLED, engine="single"), "stalled: no clue settles a cell alone"),
    (Event(Happening.STALLED, engine="my_engine"), "stalled: this method finds no more"),
    (
        Event(Happening.LIMIT, engine="resolution"),
        "stopped at a limit: KB, or a hint, has too many clauses",
    ),
    (Event(Happening.LIMIT, engine="sat"), "stopped at a limit: there is too much to do"),
    (Event(Happening.COMPLETE), "complete: every certain cell is found"),
    (
        Event(Happening.LEARNED, frozenset({-2})),
        "learned ¬b1: seen or proved elsewhere, moved to KB0",
    ),
    (
        Event(Happening.MARKED, frozenset({-2}), (frozenset({-2, 1}), frozenset({-1}))),
        "marked ¬b1: moved to KB0",
    ),
    (
        Event(Happening.MARKED, B, (), CLUE),
        "marked b1: moved to KB0, from the clue at d1",
    ),
    (Event(Happening.UNIT, B, (), COUNT), "unit b1: waits to be marked, from the mine count"),
    (Event(Happening.INSERTED, frozenset({3, -2})), "inserted ¬b1 ∨ c1"),
    (Event(Happening.INSERTED, AB, (), CLUE), "inserted a1 ∨ b1, from the clue at d1"),
    (Event(Happening.SATISFIED, AB, (B,)), "satisfied a1 ∨ b1 by b1"),
    (Event(Happening.SUBSUMED, AB, (B,)), "subsumed a1 ∨ b1 by b1"),
    (Event(Happening.DUPLICATE, AB), "duplicate a1 ∨ b1: KB has it"),
    (Event(Happening.DUPLICATE, B), "duplicate b1: KB0 has it"),
    (
        Event(Happening.RESOLVED, frozenset({2, 3}), (AB, frozenset({-1, 3}))),
        "resolved (a1 ∨ b1) with (¬a1 ∨ c1): b1 ∨ c1",
    ),
    (
        Event(Happening.SHORTENED, B, (AB, frozenset({-1}))),
        "shortened (a1 ∨ b1) by ¬a1: b1",
    ),
    (
        Event(Happening.COUNT, hint=COUNT),
        "the mine count joins: 1 mine left in 2 unmarked cells",
    ),
    (
        Event(Happening.HINT, hint=CLUE),
        (
            "the 2 at d1: 2 mines in 3 cells, 3 + 1 clauses; of {a1, b1, c1}, any 2 include a mine,"
            " since only 1 is safe; any 3 include a safe cell, since only 2 are mined"
        ),
    ),
    (
        Event(Happening.HINT, hint=COUNT),
        (
            "the mine count: 1 mine in 2 cells, 1 + 1 clauses; of {a1, b1}, any 2 include a mine,"
            " since only 1 is safe; any 2 include a safe cell, since only 1 is mined"
        ),
    ),
    (
        Event(Happening.HINT, hint=CLUE._replace(rest=Constraint(frozenset({0, 1}), 2))),
        "the 2 at d1: 2 mines in 2 cells, 2 clauses; each of {a1, b1} is a mine",
    ),
    (
        Event(Happening.HINT, hint=CLUE._replace(rest=Constraint(frozenset({0}), 0))),
        "the 2 at d1: 0 mines in 1 cell, 1 clause; a1 is safe",
    ),
    (
        Event(Happening.SETTLED, hint=CLUE._replace(rest=Constraint(frozenset({0, 1}), 2))),
        "the 2 at d1 settles its cells: each of {a1, b1} is a mine",
    ),
    (
        Event(Happening.SETTLED, hint=COUNT._replace(rest=Constraint(frozenset({0}), 0))),
        "the mine count settles its cells: a1 is safe",
    ),
    (
        Event(Happening.SETTLED, sentence=Constraint(frozenset({0, 1}), 0)),
        "{a1, b1} = 0 settles its cells: each of {a1, b1} is safe",
    ),
    (
        Event(Happening.MARKED, B, sentence=Constraint(frozenset({0, 1}), 2)),
        "marked b1: moved to KB0, from {a1, b1} = 2",
    ),
    (
        Event(Happening.MARKED, B, twin=0),
        "marked b1: moved to KB0, like a1, which the same clues touch",
    ),
    (
        Event(Happening.SENTENCE, hint=CLUE, sentence=CLUE.rest),
        "the 2 at d1 says {a1, b1, c1} = 2",
    ),
    (
        Event(Happening.SENTENCE, hint=COUNT, sentence=COUNT.rest),
        "the mine count says {a1, b1} = 1",
    ),
    (
        Event(Happening.DIFFERENCE, sentence=C_IS_MINED, minus=(CLUE.rest, COUNT.rest)),
        "difference: {a1, b1, c1} = 2 minus {a1, b1} = 1 leaves {c1} = 1",
    ),
    (
        Event(Happening.SHORTENED, sentence=COUNT.rest, minus=(CLUE.rest, C_IS_MINED)),
        "shortened {a1, b1, c1} = 2 by {c1} = 1: {a1, b1} = 1",
    ),
    (Event(Happening.DUPLICATE, sentence=COUNT.rest), "duplicate {a1, b1} = 1: known already"),
    (Event(Happening.SEARCH, branch=Branch(0)), "search: is there any layout?"),
    (
        Event(Happening.SEARCH, branch=Branch(0, None, -2)),
        "search: can it be that b1 is safe?",
    ),
    (
        Event(Happening.DECIDED, branch=Branch(1, 0, 2)),
        "decided: suppose that b1 is a mine",
    ),
    (
        Event(Happening.PROPAGATED, AB, hint=COUNT, branch=Branch(1, 0, 2)),
        "propagated: b1 is a mine, by a1 ∨ b1, from the mine count: {a1, b1} = 1",
    ),
    (
        Event(Happening.CLASHED, AB, hint=CLUE, branch=Branch(1, 0)),
        "clashed: a1 ∨ b1 is false, from the clue at d1: {a1, b1, c1} = 2",
    ),
    (
        Event(Happening.RESOLVED, B, (AB, frozenset({-1, 2})), branch=Branch(1)),
        "resolved (a1 ∨ b1) with (¬a1 ∨ b1): b1",
    ),
    (
        Event(Happening.REFUTED, AB, branch=Branch(1, 0)),
        "refuted: what is supposed contradicts a1 ∨ b1",
    ),
    (
        Event(Happening.REFUTED, branch=Branch(0)),
        "refuted: what is supposed contradicts nothing",
    ),
    (
        Event(Happening.BACKTRACKED, AB, branch=Branch(2, 0, 2)),
        "backtracked: b1 is a mine instead, by a1 ∨ b1",
    ),
    (Event(Happening.FITTED, branch=Branch(2, 0)), "fitted: all clues are met"),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES)
def test_each_event_is_one_sentence(event: Event, words: str) -> None:
    assert event_words(event, NAMES.__getitem__) == words


def test_no_event_is_without_words() -> None:
    told = {event.happening for event, _ in SENTENCES}
    assert told == set(Happening)


def test_the_steps_around_the_events_have_words_too() -> None:
    name = NAMES.__getitem__
    begin, move = Step(kind="begin", game="easy#1", opened=[[0, 1]]), Step(kind="move", cell=1)
    assert step_words(begin, name) == "easy#1: 1 safe cell handed out"
    assert step_words(move | {"act": "open", "by": "guess"}, name) == "open b1 (guess)"
    assert step_words(Step(kind="end", outcome="won"), name) == "the game is won"


# Each sentence is read back, and says what its step says

CLAUSE, SET, FACT, CLUE_WORDS = r"[^(){},:]+", r"\{.*?\}", r"\w+ is (?:a mine|safe)", r"the (?:mine count|(?:clue|\d+) at \w+)"  # fmt: skip # noqa: E501
SENTENCE = rf"{SET} = \d+"
ORIGIN = rf"(?:, from (?P<clue>{CLUE_WORDS})|, from (?P<sentence>{SENTENCE})|, like (?P<twin>\w+), .*)?"  # fmt: skip # noqa: E501
MINUS = rf"(?P<whole>{SENTENCE}) (?:minus|by) (?P<part>{SENTENCE})"
PROOF = rf"from (?P<clue>{CLUE_WORDS}): (?P<sentence>{SENTENCE})"
COUNTS = "(?P<clauses>.*) clauses?; (?P<pigeonhole>.*)"
SHAPES = {
    "learned": [rf"learned (?P<clause>{CLAUSE}): .*"],
    "marked": [rf"marked (?P<clause>{CLAUSE}): moved to KB0{ORIGIN}"],
    "stalled": ["stalled: .*"],
    "complete": ["complete: .*"],
    "settled": [
        rf"(?P<clue>{CLUE_WORDS}) settles its cells: (?P<all>.*)",
        rf"(?P<sentence>{SENTENCE}) settles its cells: (?P<all>.*)",
    ],
    "mine count": [r"the mine count joins: (?P<mines>\d+) .* left in (?P<size>\d+) unmarked .*"],
    "sentence": [rf"(?P<clue>{CLUE_WORDS}) says (?P<sentence>{SENTENCE})"],
    "difference": [rf"difference: {MINUS} leaves (?P<sentence>{SENTENCE})"],
    "hint": [
        rf"(?P<clue>{CLUE_WORDS}): (?P<mines>\d+) mines? in (?P<size>\d+) cells?, {COUNTS}",
    ],
    "unit": [rf"unit (?P<clause>{CLAUSE}): waits to be marked{ORIGIN}"],
    "inserted": [rf"inserted (?P<clause>{CLAUSE}){ORIGIN}"],
    "duplicate": [
        rf"duplicate (?P<clause>{CLAUSE}): .*",
        rf"duplicate (?P<sentence>{SENTENCE}): known already",
    ],
    "resolved": [rf"resolved \((?P<a>{CLAUSE})\) with \((?P<b>{CLAUSE})\): (?P<clause>{CLAUSE})"],
    "shortened": [
        rf"shortened \((?P<a>{CLAUSE})\) by (?P<b>{CLAUSE}): (?P<clause>{CLAUSE})",
        rf"shortened {MINUS}: (?P<sentence>{SENTENCE})",
    ],
    "subsumed": [rf"subsumed (?P<clause>{CLAUSE}) by (?P<a>{CLAUSE})"],
    "satisfied": [rf"satisfied (?P<clause>{CLAUSE}) by (?P<a>{CLAUSE})"],
    "round": ["round of matching: .*"],
    "search": [r"search: is there any layout\?", rf"search: can it be that (?P<literal>{FACT})\?"],
    "decided": [rf"decided: suppose that (?P<literal>{FACT})"],
    "propagated": [rf"propagated: (?P<literal>{FACT}), by (?P<clause>{CLAUSE}), {PROOF}"],
    "clashed": [rf"clashed: (?P<clause>{CLAUSE}) is false, {PROOF}"],
    "refuted": [rf"refuted: what is supposed contradicts (?P<clause>{CLAUSE})"],
    "backtracked": [
        rf"backtracked: (?P<literal>{FACT}) instead, by (?P<clause>{CLAUSE})",
    ],
    "fitted": ["fitted: .*"],
}
UNSAID = {
    "parents": {"unit", "marked", "inserted", "duplicate"},  # those of the step before
    "clue": {"subsumed", "duplicate", "mine count"},
    "literal": {"search"},  # of the first search, which supposes nothing
}


class Reader:
    """Reads the words of one board's trace."""

    def __init__(self, game: Game) -> None:
        self._cell = game.grid.parse

    def check(self, step: Step, text: str) -> None:
        """Read a sentence back: it says the same as its step, and leaves nothing out."""
        found = [each for shape in SHAPES[step["kind"]] if (each := re.fullmatch(shape, text))]
        assert len(found) == 1, text
        said = {name: value for name, value in found[0].groupdict().items() if value is not None}
        for name, value in said.items():
            getattr(self, f"check_{name}", self.check_same)(step, name, value)
        self.check_complete(step, set(said))

    def check_complete(self, step: Step, said: set[str]) -> None:
        if {"all", "pigeonhole"} & said:
            said |= {"sentence", "cells"}
        said |= {"parents"} & ({"parents"} if "a" in said or not step.get("parents") else set())
        for name in ("clause", "parents", "sentence", "whole", "part", "clue", "literal", "twin"):
            if name in step and name not in said:
                assert step["kind"] in UNSAID.get(name, ()), (name, step)

    def check_same(self, step: Step, name: str, text: str) -> None:
        read: dict[str, Callable[[str], object]] = {
            "clause": self.clause,
            **dict.fromkeys(("sentence", "whole", "part"), self.sentence),
            "literal": self.fact,
            "twin": self._cell,
            "mines": int,
        }
        assert read[name](text) == step[name]  # type: ignore[literal-required]

    def check_a(self, step: Step, _: str, text: str) -> None:
        assert self.clause(text) == step["parents"][0]
        assert len(step["parents"]) == 1 + (step["kind"] in ("resolved", "shortened"))

    def check_b(self, step: Step, _: str, text: str) -> None:
        assert self.clause(text) == step["parents"][1]

    def check_clue(self, step: Step, _: str, text: str) -> None:
        if text == "the mine count":
            assert step["clue"] is None
            return
        shown, _, name = text.removeprefix("the ").split(" ")
        assert self._cell(name) == step["clue"]
        assert shown in ("clue", str(step.get("shown")))

    def check_size(self, step: Step, _: str, text: str) -> None:
        assert int(text) == len(step["cells"])

    def check_clauses(self, step: Step, _: str, text: str) -> None:
        assert [int(each) for each in text.split(" + ")] == [n for n in step["clauses"] if n]

    def check_all(self, step: Step, _: str, text: str) -> None:
        """Read "each of {a1, b1} is safe"."""
        cells, what = text.removeprefix("each of ").rsplit(" is ", 1)
        told = step.get("sentence") or {"cells": step["cells"], "mines": step["mines"]}
        assert self.cells(cells) == told["cells"]
        assert told["mines"] == (len(self.cells(cells)) if what == "a mine" else 0)

    def check_pigeonhole(self, step: Step, _: str, text: str) -> None:
        """Read "of {a1, b1, c1}, any 2 include a mine, since only 1 is safe; ..."."""
        n, m = step["mines"], len(step["cells"])
        if n in (0, m):
            return self.check_all(step, "", text)
        assert n is not None
        (cells,) = re.findall(SET, text)
        assert self.cells(cells) == step["cells"]
        numbers = [int(each) for each in re.findall(r"(?<= )\d+(?= )", text)]
        assert numbers == [m - n + 1, m - n, n + 1, n]
        assert step["clauses"] == [comb(m, m - n + 1), comb(m, n + 1)]
        return None

    def clause(self, text: str) -> list[int]:
        return [] if text == "nothing" else [self._literal(each) for each in text.split(" ∨ ")]

    def _literal(self, text: str) -> int:
        number = self._cell(text.removeprefix("¬")) + 1
        return -number if text.startswith("¬") else number

    def cells(self, text: str) -> list[int]:
        inside = text.strip("{}")
        return [self._cell(each) for each in inside.split(", ")] if inside else []

    def sentence(self, text: str) -> dict[str, object]:
        cells, mines = text.split(" = ")
        return {"cells": self.cells(cells), "mines": int(mines)}

    def fact(self, text: str) -> int:
        name, what = text.split(" is ")
        return self._literal(name) * (1 if what == "a mine" else -1)


ENGINES = ["single", "subset", "dpll", "resolution", "resolution(hints='at once')", "cascade"]


def read_back(game: Game, engine: str) -> set[str]:
    """Read all sentences of a trace back; return the kinds of its steps."""
    reader, seen = Reader(game), set[str]()
    for step in trace(game, Entrant(engine=engine)):
        if step["kind"] not in ("begin", "move", "end"):
            reader.check(step, step_words(step, game.grid.name))
            seen.add(step["kind"])
    return seen


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 999), st.sampled_from(ENGINES))
def test_sentences_say_what_their_steps_say(seed: int, engine: str) -> None:
    read_back(Game.of(f"5x4/4/list2#{seed}"), engine)


def test_sentences_of_all_kinds_are_read_back() -> None:
    seen = set[str]()
    for name, engine in (
        ("5x5/4/list#89", "resolution"),
        ("easy/list9#0", "resolution"),
        ("easy/list9#0", "subset"),
        ("easy/list9#0", "dpll"),
        ("easy/list9#13", "dpll"),
    ):
        seen |= read_back(Game.of(name), engine)
    assert seen == set(SHAPES) == {each.value for each in Happening} - {"limit"}
