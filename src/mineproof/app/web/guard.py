"""Guard: checks on every request before it is handled, and security headers on every answer.

Four attacks are blocked here. DNS rebinding, where another site points its name to this machine,
arrives with a foreign `Host`: only numeric IP addresses, `localhost` and the server's own name are
accepted. Cross-site forms and scripts arrive with their own `Origin`. A body that is too long is
not read. And our pages load nothing from elsewhere, run no inline script and cannot be framed: the
Content-Security-Policy forbids it.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mineproof.app.web.refusal import Refusal
from mineproof.app.web.settings import Settings

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
HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_API = (*HEADERS, (b"cache-control", b"no-store"))
_STATIC = (*HEADERS, (b"cache-control", b"no-cache"))
_READING = ("GET", "HEAD", "OPTIONS")


class Guard:
    """The application, behind the checks."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = {"localhost", settings.host.lower()}
        self._most_bytes = settings.limits.request_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, is_api=scope["path"].startswith("/api"))
        refusal = self._refuse(scope)
        if refusal is None:
            body = await _read(receive, self._most_bytes)
            if body is None:
                refusal = self._too_long()
            else:
                receive = _replay(body, receive)
        await (refusal or self._app)(scope, receive, send)

    def _refuse(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return Refusal(400, f"unknown host {host!r}; expected localhost")
        if scope["method"] in _READING:
            return None
        if not _is_same_origin(headers, scope["scheme"], host):
            return Refusal(403, "cross-site request; expected one from this page")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._most_bytes:
            return self._too_long()
        is_json = headers.get("content-type", "").partition(";")[0].strip() == "application/json"
        if length != "0" and not is_json:
            return Refusal(415, "expected Content-Type: application/json")
        return None

    def _too_long(self) -> Refusal:
        return Refusal(413, f"the request is too long; expected at most {self._most_bytes} bytes")

    def _is_ours(self, host: str) -> bool:
        name = _without_port(host).lower()
        return name in self._names or _is_address(name)


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


def _is_same_origin(headers: Headers, scheme: str, host: str) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    site = headers.get("sec-fetch-site", "none")
    return origin in (None, f"{scheme}://{host}") and site in ("same-origin", "none")


async def _read(receive: Receive, most: int) -> bytes | None:
    """Return the whole body of a request; None if it is longer than `most`."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return bytes(body)


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
