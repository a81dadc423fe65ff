"""Statements: what the data of a proof say in words, lists and numbers, held to what it proves.

Only the steps prove something, but people read the words. So whatever the data state must be what
would be written of the proof that their steps make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mineproof.errors import BadProof
from mineproof.logic.derivation.data import data, node_data
from mineproof.logic.derivation.graph import Derivation, Node
from mineproof.logic.derivation.labels import claim_label
from mineproof.logic.problem import Namer, fact
from mineproof.logic.proof import Bound, Claim, Clue, MineCount, Pigeonhole, Proof, cell_of


def check_statements(value: Mapping[str, Any], proofs: Sequence[Proof], name: Namer) -> None:
    """Raise BadProof if data state anything that does not follow from the proofs of their nodes.

    The steps must have been checked. Fields that are missing state nothing.
    """
    nodes = value["nodes"]
    derivation = Derivation(proofs[-1], tuple(_nodes(nodes, proofs, name)))
    _check_used(derivation)
    for node, given in zip(derivation.nodes, nodes, strict=True):
        _compare(f"node {node.number}: ", given, node_data(derivation, node, name))
    _compare("", {**value, "nodes": None}, {**data(derivation, name), "nodes": None})


def _nodes(given: Sequence[Any], proofs: Sequence[Proof], name: Namer) -> Iterator[Node]:
    for number, (node, proof) in enumerate(zip(given, proofs, strict=True), start=1):
        below = tuple(node["premises"])
        source = None if below else _source(proof)
        claim = _claim(node.get("text"), proof.claim, name)
        yield Node(number, node["rule"], claim, below, source, (proof,))


def _source(proof: Proof) -> Clue | MineCount | None:
    source = proof.of if isinstance(proof, Pigeonhole) else proof
    return source if isinstance(source, Clue | MineCount) else None


def _claim(text: object, claim: Claim, name: Namer) -> Claim:
    """Return a claim as its node states it: one about a single literal may be read as a fact."""
    literals = claim.literals if isinstance(claim, Bound) else claim
    if not isinstance(literals, frozenset) or len(literals) != 1:
        return claim
    (literal,) = literals
    read = fact(cell_of(literal), literal > 0)
    return read if text in (None, claim_label(read, name)) else claim


def _check_used(derivation: Derivation) -> None:
    last = derivation.conclusion.number
    for unused in sorted({*range(1, last)} - derivation.below(last)):
        raise BadProof(f"nothing follows from node {unused}; expected only what the proof uses")


def _compare(where: str, given: Mapping[str, Any], proved: Mapping[str, object]) -> None:
    for field, stated in given.items():
        if field not in proved:
            raise BadProof(
                f"{where}unknown field {field[:40]!r}; nothing in the proof is like that"
            )
        if stated != proved[field]:
            raise BadProof(f"{where}{field!r} is not what the steps of the proof say")
