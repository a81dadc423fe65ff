"""`add_knowledge` concludes what CS50's course expects."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.adapters.cs50.model import A, B, C, D, E, Place, ai_told, places, state

from mineproof.adapters.cs50 import Minesweeper, MinesweeperAI, Sentence


def test_the_move_is_recorded_and_safe() -> None:
    ai = ai_told(4, 5, ((3, 0), 2))
    assert ai.moves_made == ai.safes == {(3, 0)}
    assert ai.mines == set()


@pytest.mark.parametrize(
    ("cell", "count", "near"),
    [
        ((1, 1), 2, {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}),
        ((3, 4), 1, {(2, 3), (2, 4), (3, 3)}),
        ((0, 2), 3, {(0, 1), (0, 3), (1, 1), (1, 2), (1, 3)}),
        ((2, 0), 1, {(1, 0), (1, 1), (2, 1), (3, 0), (3, 1)}),
    ],
)
def test_a_sentence_that_allows_no_conclusion_stays(
    cell: Place, count: int, near: set[Place]
) -> None:
    assert ai_told(4, 5, (cell, count)).knowledge == [Sentence(near, count)]


def test_zero_makes_every_neighbour_safe() -> None:
    ai = ai_told(3, 3, ((0, 0), 0))
    assert ai.safes == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert (ai.mines, ai.knowledge) == (set(), [])
    assert ai_told(3, 3, ((1, 1), 0)).safes == set(places(3, 3))


def test_full_count_makes_every_neighbour_a_mine() -> None:
    ai = ai_told(3, 3, ((0, 0), 3))
    assert ai.mines == {(0, 1), (1, 0), (1, 1)}
    assert (ai.safes, ai.knowledge) == ({(0, 0)}, [])


def test_known_mines_are_subtracted() -> None:
    ai = ai_told(4, 5, ((0, 0), 3), ((0, 2), 3))
    assert ai.knowledge == [Sentence({(0, 3), (1, 2), (1, 3)}, 1)]


def test_known_safes_are_left_out() -> None:
    ai = ai_told(4, 5, ((0, 0), 0), ((0, 2), 2))
    assert ai.knowledge == [Sentence({(0, 3), (1, 2), (1, 3)}, 2)]


def test_one_more_zero_leaves_one_mine() -> None:
    ai = ai_told(4, 5, ((2, 4), 1), ((2, 3), 1), ((1, 4), 0), ((3, 2), 0))
    assert ai.mines == {(3, 4)}


def test_one_more_zero_leaves_two_mines() -> None:
    assert ai_told(4, 5, ((2, 0), 2), ((3, 1), 0)).mines == {(1, 0), (1, 1)}


def test_safe_cells_follow_from_several_counts() -> None:
    clues = {(0, 1): 1, (1, 0): 1, (1, 2): 1, (3, 1): 0, (0, 4): 0, (3, 4): 0}
    ai = ai_told(4, 5, *clues.items())
    assert {(0, 0), (0, 2)} <= ai.safes
    assert ai.mines == {(1, 1)}


def test_conclusions_chain_over_three_counts() -> None:
    ai = ai_told(4, 5, ((3, 0), 2), ((2, 0), 3), ((1, 2), 1))
    assert ai.mines == {(1, 0), (2, 1), (3, 1)}
    assert (1, 1) in ai.safes


def wall(*counts: int | None) -> MinesweeperAI:
    """Tell an AI the lower of two rows; where there is no count it is only known to be safe."""
    ai = MinesweeperAI(2, len(counts))
    ai.safes.update((1, col) for col in range(len(counts)))
    for col, count in enumerate(counts):
        if count is not None:
            ai.add_knowledge((1, col), count)
    return ai


def upper_row(ai: MinesweeperAI) -> str:
    return "".join(
        "*" if (0, col) in ai.mines else "." if (0, col) in ai.safes else "?"
        for col in range(ai.width)
    )


@pytest.mark.parametrize(
    ("counts", "row"),
    [
        ((1, 1), "??"),
        ((1, 1, 0), "*.."),
        ((1, 1, 1), ".*."),
        ((1, 2, 1), "*.*"),
        ((1, 1, 1, 1), "*..*"),
        ((1, 2, 2, 1, 0), ".**.."),
        ((1, 1, None, None), "??.?"),
        ((1, 2, None, None), "??*?"),
        ((1, 1, 1, 1, 1, 1, 1), "*..*..*"),  # from the left edge step by step to the right
        ((1, 1, 1, 1, 1, None, None), "??.??.?"),
    ],
)
def test_walls(counts: tuple[int | None, ...], row: str) -> None:
    assert upper_row(wall(*counts)) == row


def test_derived_sentences_stand_behind_the_told() -> None:
    ai = wall(1, 1, 1, None, None)
    assert ai.knowledge == [Sentence({A, B}, 1), Sentence({B, D}, 1)]
    ai = MinesweeperAI(1, 5)
    ai.knowledge += [Sentence({A, B}, 1), Sentence({A, B, C, D}, 2)]
    ai.add_knowledge(E, 1)
    assert ai.mines == {D}
    assert ai.knowledge == [Sentence({A, B}, 1)]
    assert ai.safes == {C, E}


def test_nothing_that_needs_more_than_the_subset_rule() -> None:
    ai = wall(None, 1, 2, None)
    assert ai.knowledge == [Sentence({A, B, C}, 1), Sentence({B, C, D}, 2)]
    assert upper_row(ai) == "????"
    fits = [
        set(mines)
        for k in range(5)
        for mines in combinations((A, B, C, D), k)
        if len({A, B, C} & set(mines)) == 1 and len({B, C, D} & set(mines)) == 2
    ]
    assert all(D in mines and A not in mines for mines in fits)  # so a wider inference gives both


def test_nothing_that_needs_the_mine_count() -> None:
    game = Minesweeper(1, 5, 1)
    game.board, game.mines = [[False, False, False, False, True]], {E}
    ai = ai_told(1, 5, (A, game.nearby_mines(A)), (B, game.nearby_mines(B)))
    assert ai.safes == {A, B, C}
    ai.add_knowledge(C, 0)
    assert (ai.safes, ai.mines) == ({A, B, C, D}, set())


def test_the_same_count_twice_changes_nothing() -> None:
    ai = ai_told(4, 5, ((1, 1), 2), ((1, 2), 2), ((3, 4), 1))
    before = state(ai)
    ai.add_knowledge((1, 2), 2)
    assert state(ai) == before
