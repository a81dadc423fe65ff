"""Exchange: one request and its answer, whoever carries them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import NoneType
from typing import Any, NamedTuple

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.reader import read_body, read_name, read_query
from mineproof.app.service.routes import Route


class Sent(NamedTuple):
    """A request as it comes: from whom, what its path names, its query and its body."""

    client: str
    named: Mapping[str, str]
    query: str
    body: str | bytes


async def answer(desk: Desk, route: Route, sent: Sent) -> str:
    """Read a request, let it be handled, and return the answer as it is sent.

    Raises Malformed, or whatever its handler raises.
    """
    topics = [read_name(kind, name) for kind, name in sent.named.items()]
    asked = _asked(route, sent)
    return _encode(await route.handle(desk, Asker(sent.client, *topics), asked))


def _asked(route: Route, sent: Sent) -> Any:
    """Return the message of a request: a GET has it in the query, any other in the body."""
    message = route.message
    if message is NoneType:
        return None
    if route.method == "GET":
        return read_query(message, sent.query)
    return read_body(message, sent.body)


def _encode(answer: Json | str) -> str:
    """Return an answer as JSON text, which it may be already."""
    if isinstance(answer, str):
        return answer
    return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
