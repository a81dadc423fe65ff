"""Refusals: errors as one sentence with a status, whoever carries it to the client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mineproof.app.service.refusals.phrasebook import phrasebook
from mineproof.errors import (
    Busy,
    Contradiction,
    Fault,
    IllegalMove,
    LimitReached,
    Malformed,
    MineproofError,
    NotNow,
    TooMany,
    UnknownGame,
    WorkersLost,
)

_LONGEST = 400
_STATUS: dict[type[MineproofError], int] = {
    UnknownGame: 404,
    Malformed: 422,
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


class Refusal(NamedTuple):
    """Why a request is not answered: a status, an English sentence, and headers."""

    status: int
    sentence: str
    headers: Mapping[str, str] = MappingProxyType({})

    def text(self, lang: str) -> str:
        """Return `{"error": "one sentence"}` in a language.

        It is ASCII: it may quote the request, even if that is not valid text.
        """
        return json.dumps({"error": phrasebook(lang).translate(_short(self.sentence))})


def refusal_of(error: MineproofError) -> Refusal:
    """Return an error as a refusal; if waiting may help, `Retry-After` says how long."""
    seconds = _RETRY_AFTER.get(type(error))
    headers = {} if seconds is None else {"Retry-After": str(seconds)}
    return Refusal(_status_of(error), str(error), headers)


def nothing_at(path: str) -> Refusal:
    """Return the refusal of a path that is not in the table of routes."""
    return Refusal(404, f"nothing at {path}")


def not_allowed(method: str, path: str, allowed: str) -> Refusal:
    """Return the refusal of a method that a path does not have."""
    return Refusal(405, f"{method} is not allowed at {path}", {"Allow": allowed})


def too_long(most: int) -> Refusal:
    """Return the refusal of a request whose body has more bytes than it may."""
    return Refusal(413, f"the request is too long; expected at most {most} bytes")


def unsaved(error: Exception) -> Refusal:
    """Return the refusal of a change that could not be stored."""
    return Refusal(503, f"the game could not be saved: {error}")


def _status_of(error: MineproofError) -> int:
    """Return the status of an error: that of its closest class, or 400."""
    return next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 400)


def _short(sentence: str) -> str:
    line = " ".join(sentence.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"
