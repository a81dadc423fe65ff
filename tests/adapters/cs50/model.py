"""What CS50's AI must know: the whole theory in one naive loop over all pairs of sentences.

`closure` shares nothing with the engine. What the AI holds after each call must be equal to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from typing import TypeAlias

from hypothesis import strategies as st

from mineproof.adapters.cs50 import Minesweeper, MinesweeperAI

Place: TypeAlias = tuple[int, int]
Places: TypeAlias = frozenset[Place]
Theory: TypeAlias = dict[Places, int]
State: TypeAlias = tuple[set[Place], set[Place], set[Place], list[tuple[set[Place], int]]]

A, B, C, D, E = ((0, col) for col in range(5))


class Lie(Exception):
    pass


def closure(
    told: Iterable[tuple[Places, int]], mines: Places = frozenset(), safes: Places = frozenset()
) -> tuple[Places, Places, Theory]:
    """Return the mines, the safes and the sentences about other cells that follow."""
    sentences = set(told)
    while True:
        sentences = {(s - mines - safes, n - len(s & mines)) for s, n in sentences}
        if any(not 0 <= n <= len(s) for s, n in sentences) or mines & safes:
            raise Lie
        sentences.discard((frozenset(), 0))
        new_mines = mines.union(*(s for s, n in sentences if n == len(s)))
        new_safes = safes.union(*(s for s, n in sentences if n == 0))
        if (new_mines, new_safes) != (mines, safes):
            mines, safes = new_mines, new_safes
            continue
        rest = {(b - a, m - n) for (a, n), (b, m) in permutations(sentences, 2) if a <= b}
        if rest <= sentences:
            return mines, safes, dict(sentences)
        sentences |= rest


def around(height: int, width: int, cell: Place) -> Places:
    return frozenset(
        (row, col)
        for row, col in product(range(height), range(width))
        if max(abs(row - cell[0]), abs(col - cell[1])) == 1
    )


def told(ai: MinesweeperAI) -> list[tuple[Places, int]]:
    return [(frozenset(s.cells), s.count) for s in ai.knowledge]


def state(ai: MinesweeperAI) -> State:
    """Return a copy of all that a caller can see."""
    knowledge = [(set(s.cells), s.count) for s in ai.knowledge]
    return set(ai.moves_made), set(ai.mines), set(ai.safes), knowledge


def expect(ai: MinesweeperAI, mines: Places, safes: Places, theory: Theory) -> None:
    assert ai.mines == mines
    assert ai.safes == safes
    assert dict(told(ai)) == theory
    assert len(ai.knowledge) == len(theory)
    assert all(s.cells for s in ai.knowledge)


def places(height: int, width: int) -> list[Place]:
    return list(product(range(height), range(width)))


@st.composite
def games(draw: st.DrawFn, largest: int = 5) -> tuple[Minesweeper, list[Place]]:
    """A board and its safe cells in the order in which they are opened."""
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest + 1))
    mines = draw(st.integers(0, height * width // 3))
    game = Minesweeper(height, width, mines, seed=draw(st.integers(0, 2**64 - 1)))
    safe = [place for place in places(height, width) if place not in game.mines]
    return game, draw(st.permutations(safe))


def ai_told(height: int, width: int, *opened: tuple[Place, int]) -> MinesweeperAI:
    ai = MinesweeperAI(height, width)
    for cell, count in opened:
        ai.add_knowledge(cell, count)
    return ai
