"""Refusals as HTTP answers, in the language of the request."""

from __future__ import annotations

import logging
import sqlite3
from typing import cast

from fastapi import FastAPI, Request
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from mineproof.app.service.refusals.phrasebook import language_of
from mineproof.app.service.refusals.refusal import (
    Refusal,
    not_allowed,
    nothing_at,
    refusal_of,
    unsaved,
)
from mineproof.errors import MineproofError

_LOG = logging.getLogger(__name__)

BODY = "mineproof.body"
"""The key under which a scope has the body of its request."""

QUIET = "quiet-refusals"
"""What a client prefers that wants the status of what it may not do in a header: browsers show any
other status than success as an error in their console."""


class Refused(Response):
    """A refusal, translated when it is sent."""

    media_type = "application/json"

    def __init__(self, refusal: Refusal) -> None:
        self._refusal = refusal
        super().__init__(None, refusal.status, dict(refusal.headers))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the sentence in the language that the request asks for."""
        self.body = self.render(self._refusal.text(_language_of(scope)))
        self.headers["content-length"] = str(len(self.body))
        if self.status_code < 500 and QUIET in Headers(scope=scope).get("prefer", ""):
            self.headers["Refusal"] = str(self.status_code)
            self.status_code = 200
        await super().__call__(scope, receive, send)


def _language_of(scope: Scope) -> str:
    query = scope.get("query_string", b"").decode("latin-1")
    accepted = Headers(scope=scope).get("accept-language", "")
    return language_of(query, scope.get(BODY, b""), accepted)


def refuse_in_one_shape(app: FastAPI) -> None:
    """Let an application answer every error as a refusal."""
    app.add_exception_handler(MineproofError, _refuse)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(sqlite3.Error, _refuse_unsaved)
    app.add_exception_handler(Exception, _refuse_bug)


async def _refuse(_: Request, error: Exception) -> Response:
    return Refused(refusal_of(cast(MineproofError, error)))


async def _refuse_http(request: Request, error: Exception) -> Response:
    known, path = cast(HTTPException, error), request.url.path
    headers = known.headers or {}
    match known.status_code:
        case 404:
            return Refused(nothing_at(path))
        case 405:
            return Refused(not_allowed(request.method, path, headers.get("Allow", "")))
        case status:
            return Refused(Refusal(status, known.detail, headers))


async def _refuse_unsaved(_: Request, error: Exception) -> Response:
    """Say what is wrong with the file of games, here and in the log; it is left as it is."""
    if not isinstance(error, sqlite3.OperationalError):
        _LOG.error("the file of games is damaged, and is left as it is: %s", error)
        return Refused(Refusal(503, f"the file of games is damaged: {error}"))
    _LOG.error("a game could not be saved: %s", error)
    headers = {"Retry-After": "1"} if "locked" in str(error) else {}
    return Refused(unsaved(error)._replace(headers=headers))


async def _refuse_bug(*_: object) -> Response:
    return Refused(Refusal(500, "internal error; see the server's log"))
