"""Traces for the page: every step of a game, in pages of JSON, and what it came to.

The page replays the steps by itself, so they are sent as they are. A trace is cut after `MOST`
steps, and says so: clauses may multiply for hours.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from mineproof.agents.entrant import USUAL_AGENT
from mineproof.app.json.cells import Json
from mineproof.app.web.guests import offered
from mineproof.board.transcript import Transcript
from mineproof.coach.diagnosis import Group, diagnose
from mineproof.engines.event import Event
from mineproof.play.match import CLOCK, Match
from mineproof.play.steps import Step
from mineproof.play.trace import Recorder

MOST = 100_000
"""How many steps of a trace are sent at most; they take some seconds."""

PAGE = 5000
"""How many steps there are on a page, about half a megabyte."""


def trace_game(code: str, engine: str) -> Json:
    """Return the trace of an engine that plays a game from its beginning, in pages.

    The moves of a transcript are not made: the engine makes its own.
    """
    game, entrant = Transcript.parse(code).begin(), offered(USUAL_AGENT, engine, ())
    recorder, started = Recorder(_Budget(MOST).spend), CLOCK()
    match = recorder.match(game, entrant)
    with suppress(_Enough):
        for _ in match.turns():
            pass
        recorder.end(match)
    return _paged(recorder.take(), match, CLOCK() - started)


class _Enough(Exception):
    """There are enough steps."""


class _Budget:
    """Counts events, and ends the game when there are too many."""

    def __init__(self, most: int) -> None:
        self._left = most

    def spend(self, event: Event) -> None:
        del event
        self._left -= 1
        if self._left <= 0:
            raise _Enough


def _paged(steps: Sequence[Step], match: Match, seconds: float) -> Json:
    head = {
        "total": len(steps),
        "outcome": steps[-1].get("outcome"),
        "kinds": Counter(step["kind"] for step in steps),
        "counters": dict(match.player.watcher.counters),
        "seconds": seconds,
        "groups": [_group(group) for group in _groups(match)],
    }
    pages = [steps[first : first + PAGE] for first in range(0, len(steps), PAGE)]
    # Each page is a text: nobody on the way to the page has to read what is in it.
    return {"head": head, "pages": [json.dumps(page, separators=(",", ":")) for page in pages]}


def _groups(match: Match) -> tuple[Group, ...]:
    """Return the cells that a stuck game has left, and why."""
    return diagnose(match.game.view, match.player.watcher.known) if match.stuck else ()


def _group(group: Group) -> Json:
    return {
        "cells": list(group.cells),
        "cause": group.cause.value,
        "certain": [list(each) for each in group.certain],
        "layouts": group.layouts,
    }
