"""Derivations for the page: where a cell of a position, or a clause of a trace, comes from.

The page shows a part of a derivation and asks again when a node is folded or unfolded, so what was
found last is kept.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mineproof.agents.entrant import USUAL_AGENT
from mineproof.app.game.proofs import export_proofs, prove
from mineproof.app.json.cells import Json
from mineproof.app.json.derivation import picture_json, told_json
from mineproof.app.service.analysis.traces import MOST
from mineproof.app.service.guests import offered
from mineproof.board.grid import Cell, Grid, Shape
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.explanation import explain
from mineproof.logic.derivation.formats import format_named
from mineproof.logic.derivation.graph import Derivation
from mineproof.logic.derivation.labels import claim_label
from mineproof.logic.derivation.picture import picture
from mineproof.logic.proof import Known, Proof
from mineproof.play.ancestry import ancestry
from mineproof.play.guests import conclude, match_of
from mineproof.play.steps import Step
from mineproof.play.trace import trace, trace_view

MOST_SHOWN = 40
"""How many nodes are unfolded at first."""


def show_derivation(of: Mapping[str, Any], unfolded: Sequence[int] | None, lang: str) -> Json:
    """Return the part of a derivation that is unfolded; at first, what fits a screen."""
    found = _found(_key(of))
    derivation, name = found.derivation, found.grid.name
    shown = derivation.unfolded(MOST_SHOWN) if unfolded is None else frozenset(unfolded)
    told = _told(_key(of), lang) if "cell" in of else []
    drawn = picture_json(picture(derivation, name, shown), shown)
    return {**drawn, "engine": found.engine, "told": told}


def write_derivation(of: Mapping[str, Any], form: str) -> Json:
    """Return a derivation as a file: its name, and its text or, in base 64, its bytes."""
    found = _found(_key(of))
    name, written = found.grid.name, export_proofs(found.proofs, form, found.grid.name)
    label = claim_label(found.derivation.conclusion.claim, name)
    file = f"{'-'.join(label.replace('∨', 'or').replace('¬', 'not-').split())}"
    is_text = isinstance(written, str)
    return {
        "file": f"{file}.{format_named(form).suffix}",
        "text": written if is_text else None,
        "base64": None if isinstance(written, str) else b64encode(written).decode(),
    }


class _Found(NamedTuple):
    """Proofs in order, the last of which is asked for, and what engine found it where."""

    grid: Grid
    proofs: Sequence[Proof]
    derivation: Derivation
    engine: str


def _key(of: Mapping[str, Any]) -> str:
    return json.dumps(of, sort_keys=True)


@lru_cache(maxsize=8)
def _found(key: str) -> _Found:
    of = json.loads(key)
    if "cell" in of:
        view, prover = _view(of), offered(USUAL_AGENT, of["engine"], of["guests"])
        proved = prove(view, view.grid.parse(of["cell"]), prover)
        proofs = [each.proof for each in proved.chain]
        return _Found(view.grid, proofs, proved.derivation, proved.deduction.engine)
    steps = _steps(_key({name: of[name] for name in of if name not in ("step", "clause")}))
    begin = steps[0]
    grid = Grid(begin["rows"], begin["columns"], Shape(begin["shape"]))
    proof = ancestry(steps, of["step"], frozenset(of["clause"]))
    # An engine without clauses says only that it has settled a cell; its own proof says why.
    proofs = (isinstance(proof, Known) and _deduced(of, min(proof.claim.cells))) or [proof]
    return _Found(grid, proofs, Derivation.of(proofs), begin["engine"])


def _deduced(of: Mapping[str, Any], cell: Cell) -> list[Proof]:
    """Return the proofs of the engine up to that of a cell; none if it has proved no such cell."""
    entrant = offered(USUAL_AGENT, of["engine"], of["guests"])
    if "board" in of:
        return [each.proof for each in conclude(entrant, _view(of)).chain(cell)]
    proofs: list[Proof] = []
    for turn in match_of(Transcript.parse(of["code"]).begin(), entrant).turns():
        if turn.choice is not None and turn.choice.deduction is not None:
            proofs.append(turn.choice.deduction.proof)
            if turn.choice.deduction.cell == cell:
                return proofs
    return []


@lru_cache(maxsize=2)
def _steps(key: str) -> Sequence[Step]:
    of = json.loads(key)
    entrant = offered(USUAL_AGENT, of["engine"], of["guests"])
    if "code" in of:
        return tuple(trace(Transcript.parse(of["code"]).begin(), entrant, MOST))
    return tuple(trace_view(_view(of), entrant.full_engine, MOST))


@lru_cache(maxsize=8)
def _told(key: str, lang: str) -> list[Json]:
    """Return what the coach says about a cell."""
    of, found = json.loads(key), _found(key)
    view = _view(of)
    told = explain(view, view.grid.parse(of["cell"]), language=lang)
    return told_json(told, found.derivation, view.grid)


def _view(of: Mapping[str, Any]) -> View:
    return View.from_rows(of["board"], of["mines"], Shape(of["shape"]))
