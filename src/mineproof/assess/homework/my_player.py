"""My knowledge-base player.

    mineproof assess my_player.py

`play` is called once for each game. It knows `game.height`, `game.width`, `game.mines` (how many in
all) and `game.safe_cells`, and it may call

    game.query(cell)        of a cell that is marked safe: (mines left, unmarked neighbours)
    game.mark(cell, mined)  for what it has proved: True for a mine, False for a safe cell
    game.unmarked()         the cells that are not marked yet

A cell is (row, column), counted from 0. A wrong mark loses the game. If nothing more can be proved,
`play` returns.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]
Literal: TypeAlias = tuple[Cell, bool]  # (cell, True): the cell is a mine
Clause: TypeAlias = frozenset[Literal]  # at least one of its literals is true


def play(game: Any) -> None:
    """Mark what can be proved, until nothing more can."""
    kb: set[Clause] = set()
    for cell in game.safe_cells:
        kb |= clauses(*game.query(cell))
    while unit := find_unit(kb):
        ((cell, mined),) = unit
        game.mark(cell, mined)
        if not mined:
            kb |= clauses(*game.query(cell))
        kb = learn(kb, cell, mined)
    # Task 3: when no unit is left, match pairs of clauses, and go on if that gives a new one.


def clauses(mines: int, cells: list[Cell]) -> set[Clause]:
    """Return the clauses of a hint: exactly so many of these cells are mines.

    Task 1: this returns them only where the hint settles every cell. What about the others?
    """
    if mines == 0:
        return {frozenset([(cell, False)]) for cell in cells}
    if mines == len(cells):
        return {frozenset([(cell, True)]) for cell in cells}
    return set()


def find_unit(kb: set[Clause]) -> Clause | None:
    """Return a clause of one literal, the first in order, so that a game can be repeated."""
    return min((clause for clause in kb if len(clause) == 1), key=sorted, default=None)


def learn(kb: set[Clause], cell: Cell, mined: bool) -> set[Clause]:
    """Return what is left of the clauses once a cell is known.

    Task 2: clauses that are true now are dropped here. Shorten those that lose a literal, and drop
    each clause that contains another one.
    """
    return {clause for clause in kb if (cell, mined) not in clause}
