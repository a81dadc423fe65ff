"""Derivations as plain data, ready for JSON; docs/prove.md has the schema.

Cells are numbers in reading order from 0 and literals are signed, as in traces; `names` has what
the cells are called.
"""

from __future__ import annotations

from typing import TypeAlias

from mineproof.logic.derivation.graph import Derivation, Node
from mineproof.logic.derivation.labels import claim_label
from mineproof.logic.problem import Constraint, Namer
from mineproof.logic.proof import Bound, Clue, Combination, MineCount, literal

Data: TypeAlias = dict[str, object]


def data(derivation: Derivation, name: Namer) -> Data:
    """Return a derivation with all its nodes, premises first."""
    nodes, claim = derivation.nodes, derivation.conclusion.claim
    cells = {cell for node in nodes for cell in node.cells}
    cells |= {clue for source in derivation.sources if (clue := source.claim.clue) is not None}
    counts = [each for each in derivation.sources if isinstance(each, MineCount)]
    return {
        "conclusion": claim_label(claim, name),
        "literal": _literals(derivation.conclusion)[0],
        "steps": derivation.step_count,
        "leaves": derivation.leaf_count,
        "clues": [_source(each) for each in derivation.sources if isinstance(each, Clue)],
        "mine_count": _source(counts[0]) if counts else None,
        "nodes": [node_data(derivation, node, name) for node in nodes],
        "names": {str(cell): name(cell) for cell in sorted(cells)},
    }


def node_data(derivation: Derivation, node: Node, name: Namer) -> Data:
    """Return one node of a derivation."""
    source = node.source
    return {
        "number": node.number,
        "rule": node.rule,
        "text": claim_label(node.claim, name),
        **claim_data(node),
        "premises": list(node.premises),
        "clue": source.claim.clue if isinstance(source, Clue) else None,
        "pivot": node.pivot,
        "front": derivation.fronts[node.number - 1],
        **_arithmetic(node),
    }


def _arithmetic(node: Node) -> Data:
    """Return how a bound is made of its premises, in their order."""
    step = node.steps[0]
    if not isinstance(step, Combination):
        return {}
    return {"multipliers": list(step.multipliers), "divisor": step.divisor}


def claim_data(node: Node) -> Data:
    """Return a claim: a fact or a clause by its literals, a set by its cells and mines.

    A bound has literals and how many of them hold at least.
    """
    if isinstance(node.claim, Bound):
        return {"literals": _literals(node), "least": node.claim.least}
    if isinstance(node.claim, Constraint) and not node.is_fact:
        return {"cells": list(node.cells), "mines": node.claim.mines}
    return {"clause": _literals(node)}


def _literals(node: Node) -> list[int]:
    if isinstance(node.claim, Constraint):
        return [literal(cell, node.claim.mines == 1) for cell in node.cells]
    claim = node.claim
    return sorted(claim.literals if isinstance(claim, Bound) else claim, key=abs)


def _source(source: Clue | MineCount) -> Data:
    claim = source.claim
    return {"cell": claim.clue, "mines": claim.mines, "cells": sorted(claim.cells)}
