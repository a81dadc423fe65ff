"""`add_knowledge` concludes exactly what the subset rule allows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.adapters.cs50.model import (
    Lie,
    Place,
    Places,
    around,
    closure,
    expect,
    games,
    places,
    state,
    told,
)

from mineproof.adapters.cs50 import Minesweeper, MinesweeperAI, Sentence
from mineproof.board.rng import Rng
from mineproof.errors import Contradiction


def tell_all(game: Minesweeper, order: list[Place]) -> None:
    """Open the cells in this order and hold the AI to the closure of all counts after each."""
    ai = MinesweeperAI(game.height, game.width)
    counts: list[tuple[Places, int]] = []
    for number, cell in enumerate(order, start=1):
        ai.add_knowledge(cell, game.nearby_mines(cell))
        counts.append((around(game.height, game.width, cell), game.nearby_mines(cell)))
        expect(ai, *closure(counts, safes=frozenset(order[:number])))
        assert ai.moves_made == set(order[:number])
        assert ai.mines <= game.mines
        assert not ai.safes & game.mines


@settings(deadline=None)
@given(games())
def test_each_count_is_taken_to_the_closure(drawn: tuple[Minesweeper, list[Place]]) -> None:
    tell_all(*drawn)


@pytest.mark.parametrize(
    ("height", "width", "mines"), [(8, 8, 8), (5, 9, 9), (9, 4, 6), (2, 16, 8)]
)
def test_each_count_is_taken_to_the_closure_on_larger_boards(
    height: int, width: int, mines: int
) -> None:
    for seed in range(3):
        game = Minesweeper(height, width, mines, seed=seed)
        safe = [place for place in places(height, width) if place not in game.mines]
        tell_all(game, [safe[i] for i in Rng(seed).choose(range(len(safe)), len(safe))])


@settings(deadline=None)
@given(games(largest=6))
def test_safe_moves_are_safe_and_new(drawn: tuple[Minesweeper, list[Place]]) -> None:
    game, order = drawn
    ai = MinesweeperAI(game.height, game.width)
    while len(ai.moves_made) < len(order):
        move = ai.make_safe_move() or next(cell for cell in order if cell not in ai.moves_made)
        assert move not in ai.moves_made
        assert not game.is_mine(move)
        ai.add_knowledge(move, game.nearby_mines(move))
    assert ai.safes == ai.moves_made == set(order)


@settings(deadline=None)
@given(games(largest=4), st.data())
def test_callers_may_put_true_things_in(
    drawn: tuple[Minesweeper, list[Place]], data: st.DataObject
) -> None:
    game, order = drawn
    ai = MinesweeperAI(game.height, game.width)
    everywhere = places(game.height, game.width)
    acts = st.lists(st.tuples(st.integers(0, 4), cells(everywhere)), max_size=3)
    for cell in order:
        meddle(ai, game, data.draw(acts))
        count = game.nearby_mines(cell)
        new = (around(game.height, game.width, cell), count)
        before = told(ai), frozenset(ai.mines), frozenset(ai.safes)
        ai.add_knowledge(cell, count)
        expect(ai, *closure([*before[0], new], before[1], before[2] | {cell}))


def cells(everywhere: list[Place]) -> st.SearchStrategy[set[Place]]:
    return st.sets(st.sampled_from(everywhere), min_size=1, max_size=4)


def meddle(ai: MinesweeperAI, game: Minesweeper, acts: list[tuple[int, set[Place]]]) -> None:
    """Do to the AI what a caller might: put facts into the sets, mark, add or drop sentences."""
    for act, chosen in acts:
        mined = chosen & game.mines
        if act == 0:
            ai.mines |= mined
        elif act == 1:
            ai.safes |= chosen - mined
        elif act == 2:
            for cell in sorted(chosen):
                (ai.mark_mine if cell in mined else ai.mark_safe)(cell)
        elif act == 3:
            ai.knowledge.append(Sentence(chosen, len(mined)))
        else:
            ai.knowledge[:] = ai.knowledge[1:]
            ai.mines -= chosen


@settings(deadline=None)
@given(
    st.integers(1, 4),
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=8),
)
def test_lies_are_met_when_the_closure_meets_them_and_change_nothing(
    height: int, width: int, opened: list[tuple[int, int]]
) -> None:
    ai = MinesweeperAI(height, width)
    for number, count in opened:
        cell = divmod(number % (height * width), width)
        before, sentences = state(ai), [*told(ai), (around(height, width, cell), count)]
        try:
            expected = closure(sentences, frozenset(ai.mines), frozenset(ai.safes) | {cell})
        except Lie:
            with pytest.raises(Contradiction):
                ai.add_knowledge(cell, count)
            assert state(ai) == before
        else:
            ai.add_knowledge(cell, count)
            expect(ai, *expected)
