"""Memory: what requests leave behind for the next ones; all of it can be made again."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from mineproof.app.service.latest import Latest
from mineproof.app.service.traces import Trace, latest_traces
from mineproof.board.view import View

_KEPT_BYTES = 16_000_000


class Comparison(NamedTuple):
    """An analyst's answer about guesses as JSON, and until when it is good."""

    text: str
    until: float = math.inf


def _comparisons() -> Latest[Comparison]:
    return Latest(lambda told: len(told.text), _KEPT_BYTES)


def _views() -> Latest[View]:
    return Latest(lambda view: len(view.cells), _KEPT_BYTES)


@dataclass(frozen=True, slots=True)
class Memory:
    """The latest traces, comparisons of guesses, and views."""

    traces: Latest[Trace] = field(default_factory=latest_traces)
    comparisons: Latest[Comparison] = field(default_factory=_comparisons)
    shown: Latest[View] = field(default_factory=_views)
    """What clients have seen of which version: the next answer says only what has changed."""
