"""Errors as HTTP answers: one sentence, in one shape, in the language of the request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from mineproof.app.web.refusals.phrasebook import language_of, phrasebook
from mineproof.errors import (
    Busy,
    Contradiction,
    Fault,
    IllegalMove,
    LimitReached,
    MineproofError,
    NotNow,
    TooMany,
    UnknownGame,
    WorkersLost,
)

_LONGEST = 400
_STATUS: dict[type[MineproofError], int] = {
    UnknownGame: 404,
    IllegalMove: 409,
    NotNow: 409,
    TooMany: 429,
    LimitReached: 503,
    WorkersLost: 503,
    Fault: 503,
    Contradiction: 400,
}
_RETRY_AFTER: dict[type[MineproofError], int] = {Busy: 5, TooMany: 600}
"""After how many seconds the same request may succeed."""


class Refusal(JSONResponse):
    """An error answer: `{"error": "one sentence"}`, translated when it is sent."""

    def __init__(self, status: int, sentence: str, headers: dict[str, str] | None = None) -> None:
        self._sentence = _short(sentence)
        super().__init__({"error": self._sentence}, status, headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the sentence in the language that the request asks for."""
        told = phrasebook(language_of(scope)).translate(self._sentence)
        self.body = self.render({"error": told})
        self.headers["content-length"] = str(len(self.body))
        await super().__call__(scope, receive, send)

    def render(self, content: Any) -> bytes:
        """Return the JSON in ASCII: it may quote the request, even if that is not valid text."""
        return json.dumps(content).encode()


def status_of(error: MineproofError) -> int:
    """Return the HTTP status of an error: that of its closest class, or 400."""
    return next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 400)


def refuse(error: MineproofError) -> Refusal:
    """Return an error as an answer; if waiting may help, `Retry-After` says how long."""
    seconds = _RETRY_AFTER.get(type(error))
    headers = None if seconds is None else {"Retry-After": str(seconds)}
    return Refusal(status_of(error), str(error), headers)


def sentence_of(mistakes: Sequence[Any]) -> str:
    """Say what is wrong with a malformed request; the first mistake is enough.

    >>> sentence_of([{"loc": ("body", "cell", 0), "msg": "Field required", "type": "missing"}])
    'cell.0: Field required'
    """
    first = mistakes[0]
    if first["type"] == "json_invalid":
        return f"the body is not JSON: {first['ctx']['error']}"
    where = ".".join(str(part) for part in first["loc"][1:])
    what = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {what}" if where else what


def _short(sentence: str) -> str:
    line = " ".join(sentence.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"
