"""Traces for the page: every step of a game or a position, in pages of JSON, and the outcome.

The page replays the steps by itself, so they are sent as they are. A trace is cut after `MOST`
steps: clauses may multiply for hours. It has no outcome then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mineproof.agents.clock import CLOCK
from mineproof.agents.entrant import USUAL_AGENT
from mineproof.app.json.cells import Json
from mineproof.app.service.guests import offered
from mineproof.board.game import Act
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.diagnosis import Group, diagnose
from mineproof.counting.digits import digits
from mineproof.errors import Contradiction
from mineproof.play.steps import Step
from mineproof.play.trace import trace, trace_view

MOST = 100_000
"""How many steps of a trace are sent at most; they take some seconds."""

PAGE = 5000
"""How many steps there are on a page, about half a megabyte."""


def trace_game(code: str, engine: str) -> Json:
    """Return the trace of an engine that plays a game from its beginning, in pages.

    The moves of a transcript are not made: the engine makes its own.
    """
    game = Transcript.parse(code).begin()
    steps, seconds = _timed(trace(game, offered(USUAL_AGENT, engine, ()), MOST))
    return _paged(steps, seconds, game.view)


def trace_position(view: View, engine: str) -> Json:
    """Return the trace of an engine that thinks about a position, in pages."""
    engine = offered(USUAL_AGENT, engine, ()).full_engine
    steps, seconds = _timed(trace_view(view, engine, MOST))
    return _paged(steps, seconds, view)


def _timed(steps: Iterable[Step]) -> tuple[list[Step], float]:
    started = CLOCK()
    found = list(steps)
    return found, CLOCK() - started


def _paged(steps: Sequence[Step], seconds: float, view: View) -> Json:
    outcome = steps[-1].get("outcome")
    head = {
        "total": len(steps),
        "outcome": outcome,
        "kinds": Counter(step["kind"] for step in steps),
        "largest_kb": max(_sizes(steps)),
        "seconds": seconds,
        "groups": [_group(each) for each in _left(steps, view)] if outcome in _STUCK else [],
    }
    pages = [steps[first : first + PAGE] for first in range(0, len(steps), PAGE)]
    # Each page is a text: nobody on the way to the page has to read what is in it.
    return {"head": head, "pages": [json.dumps(page, separators=(",", ":")) for page in pages]}


def _sizes(steps: Iterable[Step]) -> Iterator[int]:
    """Yield how many clauses there are in KB after each step."""
    kb: set[tuple[int, ...]] = set()
    for step in steps:
        match step["kind"]:
            case "inserted":
                kb.add(tuple(step["clause"]))
            case "satisfied" | "subsumed":
                kb.discard(tuple(step["clause"]))
            case "shortened" if "clause" in step:
                kb.discard(tuple(step["parents"][0]))
            case _:
                pass
        yield len(kb)


_STUCK = ("stuck", "stalled", "limit", "complete")


def _left(steps: Iterable[Step], view: View) -> tuple[Group, ...]:
    """Return the cells that are left at the end, and why; nothing if no layout fits."""
    settled: dict[Cell, bool] = {}
    for step in steps:
        if step["kind"] == "marked":
            settled[step["cell"]] = step["clause"][0] > 0
        elif step.get("act") == Act.FLAG.value:
            settled[step["cell"]] = True
    try:
        return diagnose(view, settled)
    except Contradiction:
        return ()


def _group(group: Group) -> Json:
    return {
        "cells": list(group.cells),
        "cause": group.cause.value,
        "certain": [list(each) for each in group.certain],
        "layouts": None if group.layouts is None else digits(group.layouts),
    }
