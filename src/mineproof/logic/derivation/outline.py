"""Outlines: a derivation as text, indented under its conclusion.

A settled cell has a tree of its own, and so does what lies too deep for a line; where it is used,
only its number stands. What is shared is written out once.
"""

from __future__ import annotations

from collections.abc import Iterator

from mineproof.logic.derivation.graph import Derivation, Node
from mineproof.logic.derivation.labels import claim_label, reason_label, title
from mineproof.logic.problem import Namer

_DEEPEST = 20
"""How many levels a tree has before it continues below."""


def outline(derivation: Derivation, name: Namer) -> str:
    """Return a derivation as text, the conclusion first.

    >>> from mineproof.logic.problem import Constraint, fact
    >>> from mineproof.logic.proof import Clue, Pigeonhole, Resolvent, Unit
    >>> one = Pigeonhole(frozenset({1, 2}), Clue(Constraint(frozenset({0, 1}), 1, clue=2)))
    >>> two = Pigeonhole(frozenset({-2}), Clue(Constraint(frozenset({1}), 0, clue=3)))
    >>> proof = Unit(fact(0, True), Resolvent(frozenset({1}), one, two))
    >>> print(outline(Derivation.of([proof]), "abcd".__getitem__), end="")
    a is a mine: 1 step from 2 clues
    <BLANKLINE>
    3. a is a mine: resolved on b from 1, 2
    ├─ 1. a ∨ b: 1 at c
    └─ 2. ¬b: 0 at d
    """
    trees = _Outline(derivation, name).trees()
    return "\n".join(
        [title(derivation, name), *(line for tree in trees for line in ("", *tree)), ""]
    )


class _Outline:
    """Writes the trees of a derivation, each node once."""

    def __init__(self, derivation: Derivation, name: Namer) -> None:
        self._derivation = derivation
        self._name = name
        self._written: set[int] = set()
        self._later: dict[int, None] = dict.fromkeys(derivation.tops)

    def trees(self) -> Iterator[list[str]]:
        """Yield the lines of each tree; the largest number first of those that wait."""
        while self._later:
            number = max(self._later)
            del self._later[number]
            yield list(self._tree(number))

    def _tree(self, top: int) -> Iterator[str]:
        self._written.add(top)
        yield self._line(self._derivation[top])
        stack = self._branches(top, "")
        while stack:
            indent, mark, number = stack.pop()
            node = self._derivation[number]
            depth = len(indent) // 3 + 1
            if (place := self._elsewhere(node, depth)) is not None:
                yield f"{indent}{mark} {number}. {claim_label(node.claim, self._name)} ({place})"
                continue
            self._written.add(number)
            yield f"{indent}{mark} {self._line(node)}"
            stack += self._branches(number, indent + ("│  " if mark == "├─" else "   "))

    def _branches(self, number: int, indent: str) -> list[tuple[str, str, int]]:
        """Return the premises of a node, the last first, each with what stands before it."""
        *others, last = dict.fromkeys(self._derivation[number].premises) or (None,)
        if last is None:
            return []
        return [(indent, "└─", last), *((indent, "├─", each) for each in reversed(others))]

    def _elsewhere(self, node: Node, depth: int) -> str | None:
        """Return where else a node is written out, and see to it that it is; None if nowhere."""
        if node.number in self._written:
            return "above"
        if node.premises and (node.is_fact or depth >= _DEEPEST):
            self._later[node.number] = None
            return "below"
        return None

    def _line(self, node: Node) -> str:
        claim = claim_label(node.claim, self._name)
        return f"{node.number}. {claim}: {reason_label(node, self._name)}"
