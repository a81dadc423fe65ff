"""Proofs in JSON, as `prove --format json` writes them: read, and every step derived again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from mineproof.app.game.grounds import hold_claims_to, hold_leaves_to
from mineproof.board.grid import Cell, name_place, parse_place
from mineproof.board.view import View
from mineproof.errors import BadFile, BadGrid, BadProof
from mineproof.logic.checker import Checker
from mineproof.logic.derivation.statements import check_statements
from mineproof.logic.derivation.stored import stored_nodes
from mineproof.logic.problem import Constraint, Namer, fact
from mineproof.logic.proof import Clue, Known, MineCount, Proof, leaves


def check_json(text: str, view: View | None) -> tuple[list[tuple[str, bool]], int]:
    """Check one proof, or one in each line; return what they claim, and how many nodes they have.

    A claim is the name of a cell, and whether that is a mine. With a view, names are those of its
    cells; without, they are those in the text, which must be the names of cells of one grid.
    """
    values = _json_values(text)
    found = [_Stored(value, *stored_nodes(value)) for value in values]
    _check_one_position(list(chain.from_iterable(leaves(each.proof) for each in found)))
    name = _namer(values) if view is None else view.grid.name
    claims = [_check(each, name, view) for each in found]
    if view is not None:
        hold_claims_to(claims, view)
    return claims, sum(len(each.nodes) for each in found)


class _Stored(NamedTuple):
    """A proof as data, and what it is: the proofs of its nodes, and that of the last as a set."""

    value: Mapping[str, Any]
    nodes: Sequence[Proof]
    proof: Proof


def _json_values(text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise BadFile("not JSON; expected what 'prove --format json' writes") from None


def _check_one_position(given: Sequence[Clue | MineCount | Known]) -> None:
    """Raise BadProof if a clue says two things, or if there are two mine counts."""
    told = dict[Cell | None, Constraint]()  # the mine count has no cell
    for leaf in given:
        clue = leaf.claim.clue
        is_told = isinstance(leaf, MineCount) or clue is not None
        if is_told and told.setdefault(clue, leaf.claim) != leaf.claim:
            raise BadProof("two steps start from different numbers of one clue, or mine counts")


def _check(stored: _Stored, name: Namer, view: View | None) -> tuple[str, bool]:
    """Check a proof; return the name of its cell, and whether that is a mine."""
    claim = stored.proof.claim
    assert isinstance(claim, Constraint), "a stored proof ends with a set"
    if len(claim.cells) != 1 or claim.mines not in (0, 1):
        raise BadProof("it ends with a set of cells; expected what one cell is")
    (cell,) = claim.cells
    given = list(leaves(stored.proof))
    if view is not None:
        hold_leaves_to(given, view)
    _checker(given).check(cell, claim.mines == 1, stored.proof)
    check_statements(stored.value, stored.nodes, name)
    return name(cell), claim.mines == 1


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


# Names


def _namer(values: Sequence[Mapping[str, Any]]) -> Namer:
    """Return the names that proofs give their cells; a cell without a name is `cell N`."""
    names = dict[Cell, str]()
    for value in values:
        names |= _names(value.get("names", {}))
    _check_one_grid(names)
    return lambda cell: names.get(cell, f"cell {cell}")


def _names(value: object) -> dict[Cell, str]:
    if not isinstance(value, dict):
        raise BadFile("'names' is no object; expected the name of each cell by its number")
    for key, name in value.items():
        if not re.fullmatch(r"0|[1-9][0-9]{0,6}", key) or not _is_name(name):
            raise BadFile(f"'names' calls {key[:10]} {str(name)[:40]!r}; expected a name like b3")
    return {int(key): name for key, name in value.items()}


def _is_name(name: object) -> bool:
    try:
        return isinstance(name, str) and name_place(parse_place(name)) == name
    except BadGrid:
        return False


def _check_one_grid(names: Mapping[Cell, str]) -> None:
    """Raise BadProof unless some grid, numbered in reading order, has cells of these names."""
    places = {cell: parse_place(name) for cell, name in names.items()}
    wide = 1 + max((col for _, col in places.values()), default=0)
    cols = next(((cell - col) // row for cell, (row, col) in places.items() if row), wide)
    if cols < wide or any(cell != row * cols + col for cell, (row, col) in places.items()):
        raise BadProof("'names' are not those of the cells of one grid in reading order")
