"""Traces as they are sent, page by page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mineproof.app.service.latest import Latest
from mineproof.errors import BadInput


class Trace(NamedTuple):
    """A trace as it is sent: what it came to, and its steps in pages, each a JSON text."""

    head: Mapping[str, Any]
    pages: Sequence[str]

    def page(self, number: int) -> str:
        """Return a page with the head, as JSON; raise BadInput if there is no such page."""
        if number >= len(self.pages):
            raise BadInput(f"page {number}; expected 0 to {len(self.pages) - 1}")
        head = json.dumps({**self.head, "page": number, "pages": len(self.pages)})
        return f'{head[:-1]}, "steps": {self.pages[number]}}}'


def latest_traces(most_bytes: int = 64_000_000) -> Latest[Trace]:
    """Return an empty store of traces."""
    return Latest(lambda trace: sum(map(len, trace.pages)), most_bytes)
