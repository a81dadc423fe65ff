"""Labels: what a node says and where it comes from, in a few signs or words.

Clauses are written as in logic books: a name stands for a mine, `¬` for a safe cell. Bounds are
sums: a name counts 1 if its cell is a mine.
"""

from __future__ import annotations

from collections.abc import Sequence

from mineproof.logic.derivation.graph import Derivation, Node
from mineproof.logic.problem import Cell, Constraint, Namer
from mineproof.logic.proof import Bound, Claim, Clause, Clue, MineCount, cell_of

MOST_CELLS = 16
"""The size above which a set or a clause is cut short; JSON has all of it."""


def claim_label(claim: Claim, name: Namer) -> str:
    """Return a claim on one line.

    >>> claim_label(frozenset({-1, 2}), "ab".__getitem__)
    '¬a ∨ b'
    >>> claim_label(Constraint(frozenset({0, 1}), 1), "ab".__getitem__)
    '1 of {a, b}'
    >>> claim_label(Bound.at_most(1, {0, 1}), "ab".__getitem__)
    'a + b ≤ 1'
    """
    return " ".join(claim_lines(claim, name, MOST_CELLS + 1))


def claim_lines(claim: Claim, name: Namer, per_line: int = 4) -> tuple[str, ...]:
    """Return a claim in lines of at most so many cells; a single one is a fact in words."""
    if isinstance(claim, Bound):
        return _bound_lines(claim, name, per_line)
    if not isinstance(claim, Constraint):
        return _clause_lines(claim, name, per_line)
    if len(claim.cells) == 1:
        (cell,) = claim.cells
        return (f"{name(cell)} is {'a mine' if claim.mines else 'safe'}",)
    return _set_lines(claim, name, per_line)


def _clause_lines(clause: Clause, name: Namer, per_line: int) -> tuple[str, ...]:
    literals = [literal_label(lit, name) for lit in sorted(clause, key=abs)]
    return _lines(literals, " ∨ ", per_line)


def _bound_lines(bound: Bound, name: Namer, per_line: int) -> tuple[str, ...]:
    literals, end = sorted(bound.literals, key=abs), f" ≥ {bound.least}"
    if all(lit < 0 for lit in literals):
        end = f" ≤ {len(literals) - bound.least}"
        literals = [-lit for lit in literals]
    terms = [literal_label(lit, name) for lit in literals] or ["0"]
    *most, last = _lines(terms, " + ", per_line)
    return (*most, last + end)


def literal_label(lit: int, name: Namer) -> str:
    """Return a literal: the name of its cell, after `¬` if that is safe."""
    return name(cell_of(lit)) if lit > 0 else f"¬{name(cell_of(lit))}"


def _set_lines(claim: Constraint, name: Namer, per_line: int) -> tuple[str, ...]:
    if len(claim.cells) > MOST_CELLS:
        return (f"{claim.mines} of {len(claim.cells)} cells",)
    first, *rest = _lines([name(cell) for cell in sorted(claim.cells)], ", ", per_line) or ("",)
    lines = [f"{claim.mines} of {{{first}", *rest]
    return (*lines[:-1], f"{lines[-1]}}}")


def _lines(parts: Sequence[str], between: str, per_line: int) -> tuple[str, ...]:
    """Return parts with a sign between them, in lines as even as possible."""
    if len(parts) > MOST_CELLS:
        parts = [*parts[: MOST_CELLS - 1], f"{len(parts) - MOST_CELLS + 1} more"]
    count = -(-len(parts) // per_line)
    size = -(-len(parts) // count) if count else 1
    lines = [between.join(parts[i : i + size]) for i in range(0, len(parts), size)]
    return tuple(line + between.rstrip() * (line is not lines[-1]) for line in lines)


def source_label(source: Clue | MineCount, name: Namer) -> str:
    """Return where a clue is, or that it is the mine count."""
    claim = source.claim
    if isinstance(source, MineCount):
        return f"mine count {claim.mines}"
    return "given" if claim.clue is None else f"{claim.mines} at {name(claim.clue)}"


def reason_label(node: Node, name: Namer) -> str:
    """Return how a node follows from its premises, or where it comes from.

    >>> from mineproof.logic.problem import fact
    >>> from mineproof.logic.proof import Pigeonhole, Unit
    >>> both = Clue(Constraint(frozenset({0, 1}), 2, clue=2))
    >>> mined = Unit(fact(0, True), Pigeonhole(frozenset({1}), both))
    >>> reason_label(Derivation.of([mined]).conclusion, "abc".__getitem__)
    '2 at c'
    """
    if node.source is not None:
        return source_label(node.source, name)
    return "known" if node.rule == "known" else f"{_rule(node, name)} {_numbers(node.premises)}"


def rule_label(node: Node, name: Namer) -> str:
    """Return how a node follows, or where it comes from, without the numbers of its premises."""
    if node.source is not None:
        return source_label(node.source, name)
    match node.rule:
        case "known":
            return "known"
        case "resolvent":
            return f"resolved on {_pivot(node, name)}"
        case "difference":
            return "what is left"
        case "counted":
            return "in every layout"
        case "combination":
            return "added up"
        case _:
            return "all of it" if node.is_fact else "one of its clauses"


def _rule(node: Node, name: Namer) -> str:
    match node.rule:
        case "resolvent":
            return f"resolved on {_pivot(node, name)} from"
        case "difference":
            return "left of"
        case "counted":
            return "in every layout of"
        case "combination":
            return "added up from"
        case _:
            return "all of" if node.is_fact else "clause of"


def _pivot(node: Node, name: Namer) -> str:
    pivot: Cell | None = node.pivot
    assert pivot is not None, "only resolvents have a pivot"
    return name(pivot)


def _numbers(numbers: Sequence[int]) -> str:
    if len(numbers) <= 6:
        return ", ".join(map(str, numbers))
    return f"{', '.join(map(str, numbers[:5]))} and {len(numbers) - 5} more"


def title(derivation: Derivation, name: Namer) -> str:
    """Return what is derived, and how long that is, in words."""
    said = f"{len(derivation.certain)} cells are certain"
    if len(derivation.tops) == 1:
        said = claim_label(derivation.conclusion.claim, name)
    return f"{said}: {summary(derivation)}"


def summary(derivation: Derivation) -> str:
    """Return how long a derivation is, in words."""
    found = derivation.sources
    clues = sum(isinstance(source, Clue) for source in found)
    parts = [_amount(clues, "clue")] if clues else []
    parts += ["the mine count"] * (len(found) > clues)
    return f"{_amount(derivation.step_count, 'step')} from {' and '.join(parts) or 'what is known'}"


def _amount(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
