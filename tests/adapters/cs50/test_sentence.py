"""A sentence of CS50's Minesweeper: what its cells are, and how it is marked."""

from __future__ import annotations

import pytest
from tests.adapters.cs50.model import A, B, C, D, E, Place

from mineproof.adapters.cs50 import Sentence


@pytest.mark.parametrize(
    ("cells", "count", "mines", "safes"),
    [
        ([A, B], 2, {A, B}, set()),
        ([A, B], 1, set(), set()),
        ([A, B], 0, set(), {A, B}),
        ([A], 1, {A}, set()),
        ([A, B, C, D], 3, set(), set()),
        ([], 0, set(), set()),
    ],
)
def test_sentence_knows_its_cells_when_all_or_none_are_mines(
    cells: list[Place], count: int, mines: set[Place], safes: set[Place]
) -> None:
    sentence = Sentence(cells, count)
    assert (sentence.cells, sentence.count) == (set(cells), count)
    assert type(sentence.cells) is set
    assert sentence.known_mines() == mines
    assert sentence.known_safes() == safes


def test_sentence_hands_out_copies_that_can_be_walked_while_marking() -> None:
    given_cells = {A, B}
    mined, safe = Sentence(given_cells, 2), Sentence(given_cells, 0)
    for cell in mined.known_mines():
        mined.mark_mine(cell)
    for cell in safe.known_safes():
        safe.mark_safe(cell)
    assert mined == safe == Sentence([], 0)
    assert given_cells == {A, B}


def test_sentence_marks_only_cells_that_it_mentions() -> None:
    sentence = Sentence([A, B, C, D], 3)
    sentence.mark_mine(E)
    sentence.mark_safe(E)
    assert sentence == Sentence({A, B, C, D}, 3)
    sentence.mark_mine(B)
    assert sentence == Sentence({A, C, D}, 2)
    sentence.mark_mine(B)
    assert sentence == Sentence({A, C, D}, 2)
    sentence.mark_safe(D)
    assert sentence == Sentence({A, C}, 2)
    assert sentence.known_mines() == {A, C}


def test_sentences_are_equal_when_they_say_the_same() -> None:
    assert Sentence([A, B], 1) == Sentence((B, A), 1)
    assert Sentence([A, B], 1) != Sentence([A, B], 0)
    assert Sentence([A, B], 1) != Sentence([A, C], 1)
    assert Sentence([A], 1) != ({A}, 1)


def test_sentence_reads_as_text() -> None:
    assert str(Sentence([B, A], 1)) == "{(0, 0), (0, 1)} = 1"
    assert str(Sentence([], 0)) == "{} = 0"
    assert repr(Sentence([A], 1)) == "<{(0, 0)} = 1>"
