"""Traces: those that were asked for last, so that each is made once however many pages it has."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mineproof.errors import BadInput


class Trace(NamedTuple):
    """A trace as it is sent: what it came to, and its steps in pages, each a JSON text."""

    head: Mapping[str, Any]
    pages: Sequence[str]

    def page(self, number: int) -> bytes:
        """Return a page with the head, as JSON; raise BadInput if there is no such page."""
        if number >= len(self.pages):
            raise BadInput(f"page {number}; expected 0 to {len(self.pages) - 1}")
        head = json.dumps({**self.head, "page": number, "pages": len(self.pages)})
        return f'{head[:-1]}, "steps": {self.pages[number]}}}'.encode()


class Traces:
    """The latest traces, as many as `most_bytes` hold."""

    def __init__(self, most_bytes: int = 64_000_000) -> None:
        self._kept: OrderedDict[str, Trace] = OrderedDict()
        self._left = most_bytes

    def get(self, key: str) -> Trace | None:
        """Return the trace that was kept under a key, if it is still there."""
        found = self._kept.get(key)
        if found:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: str, trace: Trace) -> None:
        """Keep a trace under a key, and forget the oldest ones if there is no room."""
        self._left -= _size(trace) - _size(self._kept.pop(key, Trace({}, ())))
        self._kept[key] = trace
        while self._left < 0 and len(self._kept) > 1:
            self._left += _size(self._kept.popitem(last=False)[1])


def _size(trace: Trace) -> int:
    return sum(map(len, trace.pages))
