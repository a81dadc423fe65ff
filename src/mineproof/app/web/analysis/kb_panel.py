"""The panel of `resolution`: its clauses, facts and latest events, as JSON.

A clause is a list of facts, at least one of which holds. Long lists are cut: KB to its shortest
clauses, KB0 and events to the latest.
"""

from __future__ import annotations

from collections.abc import Iterable

from mineproof.agents.base import Player
from mineproof.app.json.cells import Json, cell_json, places
from mineproof.app.json.coach import facts_json
from mineproof.board.grid import Grid
from mineproof.engines.base import ReasoningWatcher
from mineproof.engines.event import Event, EventLog, Hint
from mineproof.engines.parts.resolution_kernel import NativeResolutionReasoner
from mineproof.engines.resolution import ResolutionReasoner
from mineproof.logic.cnf import clause_counts
from mineproof.logic.proof import Clause, Literal, cell_of

MOST = 200
"""The most clauses, facts or events that are shown."""


def panel_json(player: Player, log: EventLog) -> Json | None:
    """Return what the panel shows of a player; None unless it uses `resolution`."""
    watcher, grid = player.watcher, player.grid
    if not isinstance(watcher, ReasoningWatcher):
        return None
    if not isinstance(watcher.reasoner, ResolutionReasoner | NativeResolutionReasoner):
        return None
    kb, kb0 = watcher.reasoner.kb, watcher.reasoner.kb0
    return {
        "kb": [_clause(clause, grid) for clause in sorted(kb, key=len)[:MOST]],
        "kb0": _facts(kb0[-MOST:], grid),
        "events": [_event(event, grid) for event in log.events],
        "sizes": {"kb": len(kb), "kb0": len(kb0), "events": log.count},
    }


def _event(event: Event, grid: Grid) -> Json:
    return {
        "happening": event.happening.value,
        "clause": _clause(event.clause, grid),
        "parents": [_clause(parent, grid) for parent in event.parents],
        "hint": event.hint and _hint(event.hint, grid),
    }


def _hint(hint: Hint, grid: Grid) -> Json:
    clue = hint.told.clue
    return {
        "clue": None if clue is None else cell_json(clue, grid),
        "mines": hint.rest.mines,
        "cells": places(grid, sorted(hint.rest.cells)),
        "clauses": list(clause_counts(hint.rest)),
    }


def _clause(clause: Clause, grid: Grid) -> list[Json]:
    return _facts(sorted(clause, key=abs), grid)


def _facts(literals: Iterable[Literal], grid: Grid) -> list[Json]:
    return facts_json(((cell_of(literal), literal > 0) for literal in literals), grid)
