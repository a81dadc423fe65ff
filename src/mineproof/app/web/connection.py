"""Connections: how many there may be, and how long each may keep the server waiting.

uvicorn ends connections that are idle between two requests. By itself it would wait for ever for
the head of a request, or for a client to read an answer, and accept headers without end. A
connection here is also ended if it

- does not send the whole head of a request within `head_seconds`, or sends more than `head_bytes`;
- does not take an answer within `answer_seconds`;
- sends many requests without waiting for the answers;
- is one too many, on the whole or from its network, unless that is a proxy's.

Bodies are limited by `guard.py`.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from mineproof.app.web.proxy import Proxies
from mineproof.app.web.settings import Bounds

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    Protocol = AutoHTTPProtocol

_MOST_PIPELINED = 16
"""How many requests may queue behind another one. Browsers never do that."""

_LOOKS = 4
"""How often a connection is looked at within the shortest time it is given."""


def protocol(bounds: Bounds, proxies: Proxies) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol for one server, within bounds."""
    own = {"bounds": bounds, "proxies": proxies, "count": Counter()}
    return type("Bounded", (Connection,), own)


def long_head(bounds: Bounds) -> str:
    """Return what is said about headers that are too long."""
    return f"the headers are too long; expected at most {bounds.head_bytes} bytes"


def network(host: str) -> str:
    """Return what tells clients apart: an IPv4 address, or the network of an IPv6 address.

    A machine may take any of the 2**64 addresses in its network.

    >>> network("192.0.2.1"), network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.1")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address) >> 64 << 64, 64)))


class Connection(Protocol):
    """A connection that ends if it keeps the server waiting, or is one too many."""

    bounds: ClassVar[Bounds]
    proxies: ClassVar[Proxies]
    count: ClassVar[Counter[str]]

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and begin to look after it."""
        super().connection_made(transport)
        self._from = network(self.client[0]) if self.client else ""
        self._is_proxy = self.client is not None and self.proxies.has(self.client[0])
        self._head_since: float | None = self.loop.time()
        self._head_bytes = 0
        self._unread_since: float | None = None
        self.count[self._from] += 1
        self._look_later()
        if self._is_one_too_many():
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._timer.cancel()
        self.count[self._from] -= 1
        if not self.count[self._from]:
            del self.count[self._from]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read part of a request; end the connection if its head is too long."""
        if self._is_between_requests():
            self._head_bytes += len(data)
            self._head_since = self._head_since or self.loop.time()
        super().data_received(data)
        if not self._is_between_requests():
            self._head_bytes, self._head_since = 0, None
        elif self._head_bytes > self.bounds.head_bytes:
            self._refuse_head()
        if len(getattr(self, "pipeline", ())) > _MOST_PIPELINED:
            self.transport.abort()

    def _is_between_requests(self) -> bool:
        cycle: Any = self.cycle  # None before the first request, whatever uvicorn's types say
        return cycle is None or bool(cycle.response_complete)

    def _is_one_too_many(self) -> bool:
        is_crowd = self.count[self._from] > self.bounds.connections_per_client
        return (is_crowd and not self._is_proxy) or self.count.total() > self.bounds.connections

    def _refuse_head(self) -> None:
        body = json.dumps({"error": long_head(self.bounds)})
        head = "HTTP/1.1 431 Request Header Fields Too Large", "content-type: application/json"
        rest = f"content-length: {len(body)}", "connection: close", "", body
        self.transport.write("\r\n".join((*head, *rest)).encode())
        self.transport.close()

    def _look_later(self) -> None:
        seconds = min(self.bounds.head_seconds, self.bounds.answer_seconds) / _LOOKS
        self._timer = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """End the connection if it has kept the server waiting for too long."""
        now = self.loop.time()
        is_unread = self.transport.get_write_buffer_size() > 0
        self._unread_since = (self._unread_since or now) if is_unread else None
        waits = (
            (self._head_since, self.bounds.head_seconds),
            (self._unread_since, self.bounds.answer_seconds),
        )
        if any(since is not None and now - since > most for since, most in waits):
            self.transport.abort()
        else:
            self._look_later()
