"""`add_knowledge` with callers who change the AI's knowledge themselves."""

from __future__ import annotations

import copy
import pickle

import pytest
from tests.adapters.cs50.model import A, B, C, D, E, Place, ai_told, state

from mineproof.adapters.cs50 import MinesweeperAI, Sentence
from mineproof.errors import BadGrid, Contradiction


def test_mines_put_in_by_the_caller_are_subtracted() -> None:
    ai = MinesweeperAI(4, 5)
    ai.mines.update({(0, 1), (1, 1)})
    ai.add_knowledge((0, 2), 3)
    assert ai.knowledge == [Sentence({(0, 3), (1, 2), (1, 3)}, 1)]


def test_safes_put_in_by_the_caller_are_left_out() -> None:
    ai = MinesweeperAI(4, 5)
    ai.safes.update({(0, 1), (1, 1)})
    ai.add_knowledge((0, 2), 2)
    assert ai.knowledge == [Sentence({(0, 3), (1, 2), (1, 3)}, 2)]
    assert ai.moves_made == {(0, 2)}


def test_facts_put_in_later_reach_the_older_sentences() -> None:
    ai = ai_told(1, 9, (B, 1))
    ai.mines.add(A)
    ai.add_knowledge((0, 8), 0)
    assert C in ai.safes
    assert ai.knowledge == []


def test_sentences_put_in_take_part_and_keep_their_identity() -> None:
    ai = MinesweeperAI(3, 5)
    pair, triple = Sentence({A, B}, 1), Sentence({A, B, C}, 2)
    empty, again = Sentence([], 0), Sentence({A, B}, 1)
    ai.knowledge += [pair, pair, empty, triple, again]
    held = ai.knowledge, ai.mines, ai.safes, ai.moves_made
    ai.add_knowledge((2, 4), 1)
    assert ai.mines == {C}
    assert ai.knowledge == [Sentence({A, B}, 1), Sentence({(1, 3), (1, 4), (2, 3)}, 1)]
    assert ai.knowledge[0] is pair
    assert (triple, empty, again) == (pair, Sentence([], 0), pair)
    now = ai.knowledge, ai.mines, ai.safes, ai.moves_made
    assert all(mine is yours for mine, yours in zip(now, held, strict=True))


def test_what_the_caller_takes_away_is_forgotten() -> None:
    ai = ai_told(1, 9, (B, 1))
    ai.knowledge.clear()
    ai.add_knowledge(D, 1)
    assert ai.knowledge == [Sentence({C, E}, 1)]
    ai.mark_mine(E)
    ai.add_knowledge(D, 1)
    assert (ai.mines, ai.safes) == ({E}, {B, C, D})


@pytest.mark.parametrize(("cell", "count"), [(A, 4), (A, -1), ((1, 1), 9)])
def test_counts_that_cannot_be_are_refused(cell: Place, count: int) -> None:
    ai = MinesweeperAI(3, 3)
    with pytest.raises(Contradiction, match=rf"{count} mines around \({cell[0]}, {cell[1]}\)"):
        ai.add_knowledge(cell, count)
    assert state(ai) == (set(), set(), set(), [])


def test_an_opened_mine_is_refused() -> None:
    ai = ai_told(1, 3, (B, 2))
    before = state(ai)
    with pytest.raises(Contradiction, match=r"\(0, 0\) is in mines"):
        ai.add_knowledge(A, 0)
    assert state(ai) == before


def test_facts_and_sentences_that_clash_are_refused_until_they_are_gone() -> None:
    ai = MinesweeperAI(3, 3)
    ai.mark_mine(A)
    ai.mark_safe(A)
    with pytest.raises(Contradiction, match=r"\(0, 0\) is in mines"):
        ai.add_knowledge((2, 2), 0)
    ai.mines.clear()
    ai.knowledge += [Sentence({B, C}, 1), Sentence({B, C}, 2)]
    before = state(ai)
    with pytest.raises(Contradiction, match="0 mines around"):
        ai.add_knowledge((2, 2), 0)
    assert state(ai) == before
    ai.knowledge.pop()
    ai.add_knowledge((2, 2), 0)
    assert ai.knowledge == [Sentence({B, C}, 1)]


def test_cells_off_the_board_are_refused() -> None:
    ai = MinesweeperAI(2, 3)
    for cell in [(-1, 0), (2, 0), (0, 3)]:
        with pytest.raises(BadGrid):
            ai.add_knowledge(cell, 0)
    ai.knowledge.append(Sentence({A, (0, 3)}, 1))
    before = state(ai)
    with pytest.raises(BadGrid, match="row 0, column 3"):
        ai.add_knowledge(B, 0)
    assert state(ai) == before


def test_copies_go_their_own_way() -> None:
    ai = ai_told(8, 8, ((1, 1), 2), ((1, 2), 2))
    for twin in (copy.deepcopy(ai), pickle.loads(pickle.dumps(ai))):
        before = state(ai)
        assert state(twin) == before
        twin.add_knowledge((7, 7), 0)
        assert state(ai) == before != state(twin)
