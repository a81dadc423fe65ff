"""Where a clause of a trace comes from: the same derivation as the engine's, and the checker's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.view import Sight, View
from mineproof.engines.inference import Deduction
from mineproof.errors import BadInput
from mineproof.logic.checker import Checker
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import Clause, Known, MineCount, Proof, Unit, leaves
from mineproof.logic.reader import Reader, read
from mineproof.play.ancestry import ancestry
from mineproof.play.match import Match
from mineproof.play.steps import Step
from mineproof.play.trace import trace, trace_view

RESOLUTION = Entrant(engine="resolution")


def shape(proof: Proof) -> list[tuple[object, ...]]:
    """Return a derivation as data."""
    nodes = Derivation.of([proof]).nodes
    return [(node.rule, node.claim, node.premises) for node in nodes]


def deductions_of(game: Game) -> list[Deduction]:
    """Return all deductions of `resolution` in a game, in order."""
    turns = Match(game, RESOLUTION.hire()).turns()
    found = [turn.choice.deduction for turn in turns if turn.choice is not None]
    return [deduction for deduction in found if deduction is not None]


def clauses_of(steps: list[Step]) -> Iterator[tuple[int, Clause]]:
    """Yield each clause that a trace makes, with the number of its step."""
    for step in steps:
        if step["kind"] in ("inserted", "unit", "marked"):
            yield step["number"], frozenset(step["clause"])


@pytest.mark.parametrize("code", ["easy/list9#4", "5x5/4/list#89", "hex:6x6/6/list#3"])
def test_each_marked_cell_has_the_engines_own_derivation(code: str) -> None:
    steps = list(trace(Game.of(code), RESOLUTION))
    found = deductions_of(Game.of(code))
    assert len(found) > 10
    for i, deduction in enumerate(found):
        if any(isinstance(leaf, MineCount) for leaf in leaves(deduction.proof)):
            continue
        own = Derivation.of(each.proof for each in found[: i + 1])
        clause = frozenset({deduction.cell + 1 if deduction.is_mine else -deduction.cell - 1})
        traced = ancestry(steps, len(steps) - 1, clause)
        assert shape(traced) == shape(own.proof)


def test_the_checker_accepts_every_clause_from_the_clues_alone() -> None:
    game = Game.of("4x4/4/list3#181")
    steps = list(trace(game, RESOLUTION))
    assert any(step["kind"] == "mine count" for step in steps)
    for number, clause in clauses_of(steps):
        checker = seen_until(steps, number, game)
        proof = ancestry(steps, number, clause)
        for step in Derivation.of([proof]).nodes:
            assert all(checker._holds(each) for each in step.steps), step


def seen_until(steps: list[Step], number: int, game: Game) -> Checker:
    """Return a checker who has seen the board until a step."""
    reader, covered, told = Reader(game.grid), set(range(game.grid.size)), list[Constraint]()
    for step in steps[: number + 1]:
        if opened := step.get("opened"):
            sights = [Sight(cell, shown) for cell, shown in opened]
            told += reader.read(sights)
            covered -= {cell for cell, _ in sights}
    checker = Checker(covered, game.mines)
    for constraint in told:
        checker.tell(constraint)
    return checker


@settings(max_examples=30)
@given(
    rows=st.lists(st.text("#012", min_size=4, max_size=4), min_size=2, max_size=4),
    at_once=st.booleans(),
)
def test_positions(rows: list[str], at_once: bool) -> None:
    view = View.from_picture(" ".join(rows))
    engine = "resolution(hints='at once')" if at_once else "resolution"
    steps = list(trace_view(view, engine))
    checker = Checker(read(view).cells, view.mines)
    for constraint in read(view).constraints:
        checker.tell(constraint)
    for number, clause in clauses_of(steps):
        proof = ancestry(steps, number, clause)
        assert is_of(proof, clause)
        assert all(
            checker._holds(step) for node in Derivation.of([proof]).nodes for step in node.steps
        )


def is_of(proof: Proof, clause: Clause) -> bool:
    if not isinstance(proof, Unit):
        return proof.claim == clause
    (lit,) = clause
    return proof.claim == fact(abs(lit) - 1, lit > 0)


def test_what_was_seen_is_a_leaf() -> None:
    steps = list(trace_view(View.from_picture("1* ##"), "resolution"))
    assert isinstance(ancestry(steps, len(steps) - 1, frozenset({2})), Known)


def test_a_clause_that_nobody_made_is_refused() -> None:
    steps = list(trace_view(View.from_picture("### 1#2"), "resolution"))
    with pytest.raises(BadInput, match=r"^clause \[1, 2\]; expected one that the trace has made$"):
        ancestry(steps, 3, frozenset({1, 2}))
