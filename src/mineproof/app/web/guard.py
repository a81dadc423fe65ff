"""Guard: checks on every request before it is handled, and security headers on every answer.

DNS rebinding, where another site points its name to this machine, arrives with a foreign `Host`:
only numeric IP addresses, `localhost` and the server's own names are accepted. Forms, scripts and
links of other sites arrive with their own `Origin` or `Sec-Fetch-Site`: they may open the page, and
nothing under `/api`. What is too long or comes too slowly is not read, and when a client hangs up,
its request is dropped. Our pages load nothing from elsewhere, run no inline script and cannot be
framed: the Content-Security-Policy forbids it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, MutableMapping
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mineproof.app.service.refusals.refusal import Refusal, refusal_of, too_long
from mineproof.app.web.connection import long_head
from mineproof.app.web.gate import Gate
from mineproof.app.web.refusal import BODY, Refused
from mineproof.app.web.settings import Settings
from mineproof.errors import Busy

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_NO_FEATURES = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-permitted-cross-domain-policies", b"none"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", _NO_FEATURES.encode()),
)
_API = (*HEADERS, (b"cache-control", b"no-store"))
_STATIC = (*HEADERS, (b"cache-control", b"no-cache"))
_CLOSE = {"Connection": "close"}
"""For answers to requests that are not read to their end."""


class Guard:
    """The application, behind the checks."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = {"localhost", settings.host.lower()}
        self._origin = settings.origin
        if settings.origin:
            self._names.add(_without_port(settings.origin.partition("://")[2]))
        self._proxies = settings.proxies
        self._limits = settings.limits
        self._bounds = settings.bounds
        self._gate = Gate(settings.bounds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._name_client(scope)
        send = _with_headers(send, is_api=_is_api(scope))
        most = self._limits.body_bytes(scope["path"])
        body = self._refuse(scope, most) or await self._read(receive, most)
        if isinstance(body, bytes):
            await _unless_gone(self._handle(scope, body, receive, send), receive)
        elif body is not None:
            await Refused(body)(scope, receive, send)

    def _name_client(self, scope: Scope) -> None:
        """Put who sends a request into its scope, where a proxy has passed it on."""
        if scope.get("client"):
            host, port = scope["client"]
            forwarded = Headers(scope=scope).getlist("x-forwarded-for")
            scope["client"] = self._proxies.client(host, forwarded), port

    async def _handle(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        scope[BODY] = body
        refusal = _refuse_body(scope, body)
        try:
            if _is_api(scope):
                await self._gate.enter(scope)
        except Busy as busy:
            refusal = refusal_of(busy)
        app = Refused(refusal) if refusal else self._app
        await app(scope, _replay(body, receive), send)

    def _refuse(self, scope: Scope, most: int) -> Refusal | None:
        headers = Headers(scope=scope)
        length = sum(len(name) + len(value) for name, value in scope["headers"])
        if length > self._bounds.head_bytes:
            return Refusal(431, long_head(self._bounds), _CLOSE)
        host = headers.get("host", "")
        if not self._is_ours(host) or len(headers.getlist("host")) > 1:
            return Refusal(400, f"unknown host {host!r}; expected localhost", _CLOSE)
        is_safe = scope["method"] in ("GET", "HEAD") and not _is_api(scope)
        if not is_safe and not self._is_same_origin(headers, f"{scope['scheme']}://{host}"):
            return Refusal(403, "cross-site request; expected one from this page", _CLOSE)
        announced = headers.get("content-length", "0")
        if not announced.isdecimal() or int(announced[:20]) > most:
            return _too_long(most)
        return None

    async def _read(self, receive: Receive, most: int) -> bytes | Refusal | None:
        """Return the body of a request, or why it is refused; None if the client has hung up."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._bounds.body_seconds):
                while len(body) <= most:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if not message.get("more_body", False):
                        return bytes(body) if len(body) <= most else _too_long(most)
        except TimeoutError:
            seconds = self._bounds.body_seconds
            late = f"the request took longer than {seconds:g} seconds to arrive"
            return Refusal(408, late, _CLOSE)
        return _too_long(most)

    def _is_ours(self, host: str) -> bool:
        name = _without_port(host).lower()
        return name in self._names or _is_address(name)

    def _is_same_origin(self, headers: Headers, here: str) -> bool:
        """Tell whether a request comes from a page of this server, or from no page at all."""
        origin = headers.get("origin")
        site = headers.get("sec-fetch-site", "none")
        return origin in (None, here, self._origin) and site in ("same-origin", "none")


def _too_long(most: int) -> Refusal:
    return too_long(most)._replace(headers=_CLOSE)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_api(scope: Scope) -> bool:
    return bool(scope["path"].startswith("/api"))


def _refuse_body(scope: Scope, body: bytes) -> Refusal | None:
    kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip()
    if body and kind != "application/json":
        return Refusal(415, "expected Content-Type: application/json")
    return None


async def _unless_gone(handling: Awaitable[None], receive: Receive) -> None:
    """Handle a request, but drop it where it waits if the client hangs up.

    It cannot be in the midst of a change to a game: nothing waits there.
    """
    work, hang_up = asyncio.ensure_future(handling), asyncio.ensure_future(receive())
    try:
        await asyncio.wait({work, hang_up}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            await work
    finally:
        hang_up.cancel()
        work.cancel()


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that replays a body already read, then continues."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


def _with_headers(send: Send, *, is_api: bool) -> Send:
    more = _API if is_api else _STATIC

    async def sealed(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *more]
        await send(message)

    return sealed
