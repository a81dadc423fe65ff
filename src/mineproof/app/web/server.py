"""The server: the routes of the service as FastAPI's, static files and guard, put together."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from inspect import Parameter, Signature
from types import NoneType
from typing import Annotated, Any, get_args

from fastapi import APIRouter, FastAPI, Path, Query, Request
from fastapi.routing import APIRoute
from starlette.responses import Response
from starlette.types import ASGIApp

from mineproof.app.service.analyst import Analyst
from mineproof.app.service.desk import Desk
from mineproof.app.service.exchange import Sent, answer
from mineproof.app.service.messages.values import PATHS, Error, coach_name
from mineproof.app.service.routes import PREFIX, ROUTES, Route
from mineproof.app.web.connection import network
from mineproof.app.web.games import StoredGames
from mineproof.app.web.guard import Guard
from mineproof.app.web.openapi import describe
from mineproof.app.web.refusal import refuse_in_one_shape
from mineproof.app.web.settings import Settings
from mineproof.app.web.static_files import FOLDER, PageFiles
from mineproof.app.web.workers.pool import Analysts

_WHY = {
    400: "A value out of range, or an unknown host.",
    403: "A cross-site request.",
    404: "No such game.",
    409: "Not allowed in the current state of the game.",
    408: "Sent too slowly.",
    413: "Too long.",
    415: "Not JSON.",
    422: "Not as described here.",
    429: "Too many games.",
    431: "Too many headers.",
    503: "The analysis took too long, too many questions wait, or the game cannot be stored now.",
}


def create_app(
    settings: Settings, *, clock: Callable[[], float] = time.time, analyst: Analyst | None = None
) -> ASGIApp:
    """Return the application, guarded; raise BadInput if its games cannot be stored.

    `analyst` answers questions; by default worker processes do, started with the application.
    """
    games = StoredGames.open(settings.data, settings.limits, clock, settings.bounds)
    workers = Analysts(settings.analysts, settings.bounds)
    app = FastAPI(
        lifespan=partial(_open, games=games, workers=None if analyst else workers),
        redirect_slashes=False,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # that page would load scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    offers = settings.guests, settings.lessons
    at = settings.public_url
    desk = Desk(games, analyst or workers, settings.limits, clock, *offers, public_url=at)
    app.include_router(_router(desk))
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    refuse_in_one_shape(app)
    return Guard(PageFiles(FOLDER, app), settings)  # outermost: no error bypasses it


@asynccontextmanager
async def _open(_: FastAPI, games: StoredGames, workers: Analysts | None) -> AsyncIterator[None]:
    """Keep workers and games open while the application runs."""
    if workers is not None:
        await workers.start()
    try:
        yield
    finally:
        if workers is not None:
            await workers.stop()
        games.close()


# The routes of the service, as FastAPI's


def _router(desk: Desk) -> APIRouter:
    """Return all routes with their answers."""
    router = APIRouter(prefix=PREFIX, route_class=_Described)
    for route in ROUTES:
        endpoint = _endpoint(route, desk)
        router.add_api_route(
            route.path,
            endpoint,
            methods=[route.method],
            status_code=route.status,
            responses=_answers(route),
            response_model=None,
            operation_id=endpoint.__name__,
        )
        if route.former_path:
            router.add_api_route(
                route.former_path, endpoint, methods=[route.method], include_in_schema=False
            )
    return router


class _Described(APIRoute):
    """A route whose signature only describes it: its endpoint reads the request by itself."""

    def get_route_handler(self) -> Any:
        """Return the endpoint, which FastAPI would wrap to read the request."""
        return self.endpoint


def _endpoint(route: Route, desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a route, with a signature that tells FastAPI what it reads."""

    async def endpoint(request: Request) -> Response:
        client = network(request.client.host) if request.client else ""
        query, body = request.url.query, await request.body()
        text = await answer(desk, route, Sent(client, request.path_params, query, body))
        return Response(text, route.status, media_type="application/json")

    endpoint.__name__ = route.handle.__name__
    endpoint.__doc__ = route.handle.__doc__
    vars(endpoint)["__signature__"] = Signature([*_parameters(route)])
    return endpoint


def _parameters(route: Route) -> Iterator[Parameter]:
    if route.names:
        yield _parameter(route.names, _in_path(PATHS[route.names]))
    message = route.message
    if message is not NoneType:
        default = None if NoneType in get_args(message) else Parameter.empty
        yield _parameter(
            "asked", Annotated[message, Query()] if route.method == "GET" else message, default
        )


def _parameter(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _in_path(kind: Any) -> Any:
    """Return the type of a name in a path, described as FastAPI wants it."""
    _, about = get_args(kind)
    return Annotated[kind, Path(description=about.description, examples=about.examples)]


def _answers(route: Route) -> dict[int | str, dict[str, Any]]:
    if route.model is None:
        schema = {"$ref": f"#/components/schemas/{coach_name(route.answer)}"}
        good: dict[str, Any] = {"content": {"application/json": {"schema": schema}}}
    else:
        good = {"model": route.model}
    answers: dict[int | str, dict[str, Any]] = {route.status: {"description": "Done.", **good}}
    for code in route.refusals:
        answers[code] = {"description": _WHY[code], "model": Error}
    return answers
