"""The server: routes, static files and guard, put together."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp

from mineproof.app.web.analysis.workers import Analyst, Analysts
from mineproof.app.web.api import router_of
from mineproof.app.web.desk import Desk
from mineproof.app.web.games import Games
from mineproof.app.web.guard import Guard
from mineproof.app.web.openapi import describe
from mineproof.app.web.refusal import Refusal, refuse, sentence_of
from mineproof.app.web.settings import Settings
from mineproof.app.web.static_files import FOLDER, PageFiles
from mineproof.errors import MineproofError

_LOG = logging.getLogger(__name__)


def create_app(
    settings: Settings, *, clock: Callable[[], float] = time.time, analyst: Analyst | None = None
) -> ASGIApp:
    """Return the application, guarded; raise BadInput if its games cannot be stored.

    `analyst` answers questions; by default worker processes do, started with the application.
    """
    games = Games.open(settings.data, settings.limits, clock, settings.bounds)
    workers = Analysts(settings.analysts, settings.bounds)
    app = FastAPI(
        lifespan=partial(_open, games=games, workers=None if analyst else workers),
        openapi_url="/api/openapi.json",
        docs_url=None,  # that page would load scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    offers = settings.guests, settings.lessons
    desk = Desk(games, analyst or workers, settings.limits, clock, *offers)
    app.include_router(router_of(desk))
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    _refuse_in_one_shape(app)
    return Guard(PageFiles(FOLDER, app), settings)  # outermost: no error bypasses it


@asynccontextmanager
async def _open(_: FastAPI, games: Games, workers: Analysts | None) -> AsyncIterator[None]:
    """Keep workers and games open while the application runs."""
    if workers is not None:
        await workers.start()
    try:
        yield
    finally:
        if workers is not None:
            await workers.stop()
        games.close()


def _refuse_in_one_shape(app: FastAPI) -> None:
    app.add_exception_handler(MineproofError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_malformed)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(sqlite3.Error, _refuse_unsaved)
    app.add_exception_handler(Exception, _refuse_bug)


async def _refuse(_: Request, error: Exception) -> Response:
    return refuse(cast(MineproofError, error))


async def _refuse_malformed(_: Request, error: Exception) -> Response:
    return Refusal(422, sentence_of(cast(RequestValidationError, error).errors()))


async def _refuse_http(request: Request, error: Exception) -> Response:
    known, path = cast(HTTPException, error), request.url.path
    sentences = {404: f"nothing at {path}", 405: f"{request.method} is not allowed at {path}"}
    sentence = sentences.get(known.status_code, known.detail)
    return Refusal(known.status_code, sentence, dict(known.headers or {}))


async def _refuse_unsaved(_: Request, error: Exception) -> Response:
    """Say what is wrong with the file of games, here and in the log; it is left as it is."""
    if not isinstance(error, sqlite3.OperationalError):
        _LOG.error("the file of games is damaged, and is left as it is: %s", error)
        return Refusal(503, f"the file of games is damaged: {error}")
    _LOG.error("a game could not be saved: %s", error)
    headers = {"Retry-After": "1"} if "locked" in str(error) else None
    return Refusal(503, f"the game could not be saved: {error}", headers)


async def _refuse_bug(*_: object) -> Response:
    return Refusal(500, "internal error; see the server's log")
