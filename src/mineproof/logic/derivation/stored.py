"""Derivations from data: the proof that a JSON text holds, ready to be checked again.

Nothing in the data is believed. What the clues are is for the caller to compare with a position;
every other node is one of the steps that `logic/checker.py` derives again. `statements` compares
what else the data say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mineproof.errors import BadFile
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import (
    Bound,
    Clause,
    Clue,
    Combination,
    Counted,
    Difference,
    Forced,
    Known,
    MineCount,
    Pigeonhole,
    Proof,
    Resolvent,
    Unit,
    cell_of,
    unit,
)

_MOST_BITS = 64


def stored(value: Mapping[str, Any]) -> Proof:
    """Return the proof of a derivation's data; raise BadFile if the data make none."""
    return stored_nodes(value)[1]


def stored_nodes(value: Mapping[str, Any]) -> tuple[tuple[Proof, ...], Proof]:
    """Return the proof of each node, and that of the last one as a set; raise BadFile likewise."""
    try:
        nodes = _Nodes(value).proofs()
        return nodes, _as_set(nodes[-1])
    except BadFile as error:
        raise BadFile(f"not the data of a proof: {error}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadFile(
            f"not the data of a proof ({repr(error)[:80]}); expected what 'prove' writes"
        ) from None


class _Nodes:
    """Proofs of the nodes before, each as a clause and as a set if it has both forms."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self._nodes: list[Mapping[str, Any]] = value["nodes"]
        self._clues = [Clue(_constraint(clue, clue["cell"])) for clue in value["clues"]]
        count = value["mine_count"]
        self._count = None if count is None else MineCount(_constraint(count, None))
        self._proofs: list[Proof] = []

    def proofs(self) -> tuple[Proof, ...]:
        for node in self._nodes:
            self._proofs.append(self._step(node))
        return tuple(self._proofs)

    def _step(self, node: Mapping[str, Any]) -> Proof:
        below = [self._proofs[self._place(number)] for number in node["premises"]]
        match node["rule"]:
            case "clue":
                return self._clue(node)
            case "mine count":
                return self._mine_count()
            case "known":
                return _known(node)
            case "clause":
                (of,) = map(_as_set, below or [self._source(node)])
                return Pigeonhole(_literals(node), of)
            case "unit" | "forced":
                (of,) = below
                return Forced(_claim(node), of if isinstance(of.claim, Bound) else _as_set(of))
            case "combination":
                return _combination(node, below)
            case "difference":
                whole, *parts = map(_as_set, below)
                return Difference(_claim(node), whole, tuple(parts))
            case "resolvent":
                left, right = map(_as_clause, below)
                return Resolvent(_literals(node), left, right)
            case "counted":
                return Counted(_claim(node), tuple(map(_as_set, below)))
            case rule:
                raise BadFile(
                    f"unknown rule {repr(rule)[:40]}; expected one that docs/prove.md lists"
                )

    def _place(self, value: object) -> int:
        number = _int(value)
        if not 0 < number <= len(self._proofs):
            raise BadFile(f"premise {number} is no earlier node; expected 1 to {len(self._proofs)}")
        return number - 1

    def _source(self, node: Mapping[str, Any]) -> Proof:
        """Return the clue or the mine count that a clause without premises belongs to."""
        cells = frozenset(map(cell_of, _literals(node)))
        for clue in self._clues:
            if clue.claim.clue == _clue(node["clue"]) and cells <= clue.claim.cells:
                return clue
        return self._mine_count()

    def _clue(self, node: Mapping[str, Any]) -> Clue:
        return Clue(_claim(node, node["clue"]))

    def _mine_count(self) -> MineCount:
        if self._count is None:
            raise BadFile("a step by the mine count, but no count; expected 'mine_count'")
        return self._count


def _known(node: Mapping[str, Any]) -> Known:
    claim = _claim(node)
    if len(claim.cells) != 1:
        raise BadFile(f"{len(claim.cells)} cells are known together; expected one cell")
    return Known(claim)


def _combination(node: Mapping[str, Any], below: Sequence[Proof]) -> Proof:
    """Return a sum; only of a set there is an "at most", which a negative multiplier takes."""
    literals, least = node.get("literals", node.get("clause")), node.get("least", 1)
    multipliers = tuple(map(_int, node["multipliers"]))
    given = [_as_set(p) if k < 0 else p for p, k in zip(below, multipliers, strict=True)]
    bound = Bound(_distinct(_literal, literals), _int(least))
    return Combination(bound, tuple(given), multipliers, _int(node["divisor"]))


def _constraint(value: Mapping[str, Any], clue: object) -> Constraint:
    return Constraint(_distinct(_cell, value["cells"]), _int(value["mines"]), _clue(clue))


def _claim(node: Mapping[str, Any], clue: object = None) -> Constraint:
    if "clause" not in node:
        return _constraint(node, clue)
    (literal,) = _literals(node)
    return Constraint(frozenset((cell_of(literal),)), int(literal > 0), _clue(clue))


def _literals(node: Mapping[str, Any]) -> Clause:
    return _distinct(_literal, node["clause"])


def _distinct(read: Callable[[object], int], values: Sequence[object]) -> frozenset[int]:
    found = frozenset(map(read, values))
    if len(found) != len(values):
        raise BadFile(f"{len(values)} numbers, {len(found)} of them different; expected each once")
    return found


def _clue(value: object) -> int | None:
    return None if value is None else _cell(value)


def _cell(value: object) -> int:
    cell = _int(value)
    if cell < 0:
        raise BadFile(f"cell {cell}; expected a number from 0")
    return cell


def _literal(value: object) -> int:
    literal = _int(value)
    if literal == 0:
        raise BadFile("a literal 0; expected a number above or below it")
    return literal


def _int(value: object) -> int:
    """Return a whole number of 64 bits at most; 1.5, true and "1" are none."""
    if type(value) is not int or value.bit_length() > _MOST_BITS:
        raise BadFile(f"{repr(value)[:40]} in place of a number; expected a whole one of 64 bits")
    return value


def _as_set(step: Proof) -> Proof:
    """Return a step as a set: a clause of one literal is a fact."""
    claim = step.claim
    if isinstance(claim, Constraint):
        return step
    (literal,) = claim.literals if isinstance(claim, Bound) else claim
    fits = Forced if isinstance(claim, Bound) else Unit
    return fits(fact(cell_of(literal), literal > 0), step)


def _as_clause(step: Proof) -> Proof:
    """Return a step as a clause: a fact is a clause of one literal."""
    if isinstance(step.claim, frozenset):
        return step
    known = _as_set(step)
    assert isinstance(known.claim, Constraint), "a fact is a set"
    (cell,) = known.claim.cells
    return Pigeonhole(unit(cell, known.claim.mines == 1), known)
