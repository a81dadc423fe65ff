"""Proofs in JSON, as `prove --format json` writes them: read, and every step derived again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mineproof.app.game.grounds import hold_leaves_to
from mineproof.board.view import View
from mineproof.errors import BadFile, BadProof
from mineproof.logic.checker import Checker
from mineproof.logic.derivation.stored import stored
from mineproof.logic.problem import Constraint, fact
from mineproof.logic.proof import Clue, Known, MineCount, leaves


def check_json(text: str, view: View | None) -> tuple[list[tuple[str, bool]], int]:
    """Check one proof, or one in each line; return what they claim, and how many nodes they have.

    A claim is the name of a cell, and whether that is a mine.
    """
    claims, nodes = [], 0
    for line in _json_values(text):
        claims.append(_check_stored(line, view))
        nodes += len(line["nodes"])
    return claims, nodes


def _json_values(text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise BadFile("not JSON; expected what 'prove --format json' writes") from None


def _check_stored(value: Mapping[str, Any], view: View | None) -> tuple[str, bool]:
    """Check a proof; return the name of its cell, and whether that is a mine."""
    found = stored(value)
    names: Mapping[str, str] = value.get("names", {})
    claim = found.claim
    assert isinstance(claim, Constraint), "a stored proof ends with a set"
    if len(claim.cells) != 1 or claim.mines not in (0, 1):
        raise BadProof("it ends with a set of cells; expected what one cell is")
    (cell,) = claim.cells
    given = list(leaves(found))
    if view is not None:
        hold_leaves_to(given, view)
    _checker(given).check(cell, claim.mines == 1, found)
    return names.get(str(cell), f"cell {cell}"), claim.mines == 1


def _checker(given: Sequence[Clue | MineCount | Known]) -> Checker:
    """Return a checker that knows these leaves and nothing else."""
    counts = [leaf.claim for leaf in given if isinstance(leaf, MineCount)]
    cells, total = (counts[0].cells, counts[0].mines) if counts else (frozenset[int](), None)
    checker = Checker(cells, total)
    for leaf in given:
        if isinstance(leaf, Clue):
            checker.tell(leaf.claim)
        elif isinstance(leaf, Known):
            (cell,) = leaf.claim.cells
            if leaf.claim != fact(cell, True):
                raise BadProof("a cell is taken as known to be safe; only mines can be seen")
            checker.learn(cell, True)
    return checker
