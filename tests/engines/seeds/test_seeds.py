"""The engines for comparison: sound, with real proofs, and as weak as they are said to be."""

from __future__ import annotations

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests.engines.test_contract import case, fits
from tests.problems import problems

from mineproof.agents.entrant import Entrant
from mineproof.agents.game_checker import GameChecker
from mineproof.agents.never_guess import NeverGuess
from mineproof.assess.clauses import Clause
from mineproof.assess.engine_contract import (
    clashes,
    monotone,
    names,
    proofs,
    repeats,
    sound,
    stepwise,
    unproved,
    verdicts,
    watching,
)
from mineproof.assess.positions import Position
from mineproof.assess.truth import case_of
from mineproof.board.game import Game
from mineproof.board.view import View
from mineproof.engines import BUILT_IN, ENGINES, FOR_COMPARISON, engine_named
from mineproof.engines.base import Engine, ReasoningWatcher
from mineproof.engines.inference import Status
from mineproof.engines.seeds.clause_list import ListReasoner
from mineproof.errors import BadInput
from mineproof.logic.problem import Problem
from mineproof.logic.reader import read
from mineproof.play.match import Match
from mineproof.play.record import Record

EACH = [*FOR_COMPARISON, "seed-classes(parents=kept)"]
IN_ANY_ORDER = ["seed-integers", "naive"]
"""What these conclude does not depend on the order of the clauses."""

each = pytest.mark.parametrize("name", EACH)


def play(game: Game, name: str, *, tell_total: bool = True) -> Record:
    return Match(game, NeverGuess(engine_named(name)), tell_total=tell_total).play()


@settings(max_examples=40)
@given(problem=problems(max_cells=8), seed=st.integers(0, 1000))
def test_contract(problem: Problem, seed: int) -> None:
    asked = case(problem, seed)
    for name in EACH:
        note(name)
        ordered = (names, monotone, stepwise) if name in IN_ANY_ORDER else ()
        for check in (sound, proofs, repeats, *ordered):
            assert check(engine_named(name), asked) is None
        assert clashes(engine_named(name), problem, fits) is None


@each
@pytest.mark.parametrize("seed", range(3))
def test_true_while_watching(name: str, seed: int) -> None:
    game = Game.new("6x7/8", "opening:a1", seed=seed)
    game.open(0)
    asked = case_of(Position(game.layout, frozenset(game.view.open_cells())), seed)
    found = watching(engine_named(name), asked)
    allowed = [] if name in IN_ANY_ORDER else [Clause.WATCHING]
    assert found is None or found.clause in allowed


@each
@pytest.mark.parametrize("game_id", ["easy/list9#3", "easy/list40#1", "6x6/7/list12#5"])
def test_every_proof_of_a_whole_game_is_accepted(name: str, game_id: str) -> None:
    """Also where hints mention safe cells that wait to be marked."""
    game = Game.of(game_id)
    watcher, checker = (
        engine_named(name).watch(game.grid, game.mines),
        GameChecker(game.grid, game.mines),
    )
    sights, marked = game.handed_out, 0
    while True:
        watcher.see(sights)
        checker.see(sights)
        news = watcher.deduce()
        assert unproved(news, checker) is None
        if not news:
            break
        marked += len(news)
        sights = tuple(s for d in news for s in game.mark(d.cell, mined=d.is_mine))
    assert marked > 20


@pytest.mark.parametrize(
    ("slow", "fast", "knows_count"),
    [("naive", "resolution", True), ("seed-integers", "single", False)],
)
def test_marks_the_same_as_one_of_ours(slow: str, fast: str, knows_count: bool) -> None:
    for seed in range(15):
        left = [
            play(Game.of(f"7x7/9/list7#{seed}"), name, tell_total=knows_count).unmarked_cells
            for name in (slow, fast)
        ]
        assert left[0] == left[1]


# As they are described


def reasoner_of(name: str, game: Game) -> ListReasoner:
    watcher = engine_named(name).watch(game.grid, game.mines)
    watcher.see(game.handed_out)
    assert isinstance(watcher, ReasoningWatcher)
    assert isinstance(watcher.reasoner, ListReasoner)
    return watcher.reasoner


@pytest.mark.parametrize("name", ["seed-integers", "seed-classes", "seed-tuples"])
def test_kb_begins_with_the_safe_list(name: str) -> None:
    game = Game.of("easy/list9#4")
    reasoner = reasoner_of(name, game)
    assert [entry.clause for entry in reasoner.kb] == [{-(cell + 1)} for cell, _ in game.handed_out]
    assert not reasoner.kb0


def test_hints_mention_safe_cells_that_wait() -> None:
    """So KB grows where all safe cells are handed out, though each clue settles its cells."""
    largest = {
        name: play(Game.of("easy/list71#0"), name).counters["largest_kb"]
        for name in ("seed-integers", "resolution")
    }
    assert largest["seed-integers"] > 71
    assert largest["resolution"] == 0


def test_parents_that_go_lose_conclusions() -> None:
    wall = read(View.from_picture("????? 11211 00000", mines=None))
    kept, replaced = (
        verdicts(engine_named(name).infer(wall))
        for name in ("seed-classes(parents=kept)", "seed-classes")
    )
    assert replaced.items() < kept.items()


@pytest.mark.parametrize("name", ["naive", "seed-classes", "seed-tuples"])
def test_limits(name: str) -> None:
    game = Game.of("easy/list9#0")
    match = Match(game, NeverGuess(engine_named(name, {"limit": 1})))
    match.play()
    assert match.stuck is Status.LIMIT


def test_names() -> None:
    assert not ENGINES.keys() & FOR_COMPARISON.keys()
    assert all(engine_named(name).name == name for name in BUILT_IN)
    assert not Entrant(engine="naive").is_guest
    assert isinstance(engine_named("single+seed-tuples(patience=3)"), Engine)
    with pytest.raises(BadInput, match="parents 'gone'; expected 'replaced' or 'kept'"):
        engine_named("seed-classes(parents=gone)")
