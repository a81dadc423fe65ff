"""How a program decides in a person's game: by the view alone, and with regard to their flags."""

from __future__ import annotations

from hashlib import blake2b

from mineproof.agents.choice import Choice
from mineproof.board.game import Act, Move
from mineproof.board.view import View


def seed_of(view: View) -> int:
    """Return the seed of a program's guesses in `view`: they depend on nothing else.

    >>> seed_of(View.from_picture("1# ##")) == seed_of(View.from_picture("1# #F"))
    False
    """
    return int.from_bytes(blake2b(view.cells, digest_size=8).digest())


def move_in(view: View, choice: Choice) -> Move:
    """Return the move that a choice leads to: a wrong flag is taken off before its cell is opened.

    >>> move_in(View.from_picture("F#"), Choice(Move(Act.OPEN, 0)))
    Move(act=<Act.FLAG: 'flag'>, cell=0)
    """
    cell = choice.move.cell
    return Move(Act.FLAG, cell) if view.is_flagged(cell) else choice.move
