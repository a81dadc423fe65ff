"""The native kernel of mineproof: plain integers in, plain integers out."""

from collections.abc import Sequence


def random_mines(cells: int, mines: int, seed: int, clear: Sequence[int]) -> list[int]:
    """
    Draw `mines` of the cells 0 to `cells` - 1 outside `clear`, as board.rng does.
    """
