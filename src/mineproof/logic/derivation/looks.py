"""Looks: the colours of nodes, the same in every drawing.

Leaves have the colour of their clue's digit, settled cells that of safe or mined cells. Nothing
depends on colour alone: every node says in words what it is.
"""

from __future__ import annotations

from typing import NamedTuple

from mineproof.board.drawings import colours
from mineproof.logic.derivation.graph import Node
from mineproof.logic.problem import Constraint
from mineproof.logic.proof import Clue


class Look(NamedTuple):
    """The colours of a node: its ground, its edge, its text, and the line below that."""

    fill: str
    edge: str
    ink: str
    note: str


def look(node: Node) -> Look:
    """Return the colours of a node."""
    if node.is_fact and isinstance(node.claim, Constraint):
        fill = colours.MINED if node.claim.mines else colours.SAFE
        return Look(fill, fill, colours.WHITE, colours.WHITE)
    if node.source is not None:
        digit = str(node.source.claim.mines) if isinstance(node.source, Clue) else ""
        edge = colours.DIGITS.get(digit, colours.INK)
        return Look(colours.WHITE, edge, colours.INK, edge)
    return Look(colours.OPEN, colours.HIDDEN, colours.INK, colours.SOFT_INK)
