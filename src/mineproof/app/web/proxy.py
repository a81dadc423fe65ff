"""Proxies: where one offers the page, and whose word about a client is believed.

A reverse proxy speaks to browsers in the server's place. It changes two things that the server
looks at: requests come from the proxy's address, and their `Origin` names the proxy's address,
with https. So a server behind one is told both: the origin, and which addresses are proxies. Of
anybody else `X-Forwarded-For` is not read: everybody can write it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from mineproof.errors import BadInput


@dataclass(frozen=True, slots=True)
class Proxies:
    """The networks whose word about who sends a request is believed.

    >>> proxies = Proxies.parse(["127.0.0.1", "10.0.0.0/8"])
    >>> proxies.client("127.0.0.1", ["192.0.2.9, 10.1.2.3"])
    '192.0.2.9'
    >>> proxies.client("192.0.2.1", ["192.0.2.9"])  # which is no proxy of ours
    '192.0.2.1'
    """

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def parse(cls, texts: Iterable[str]) -> Proxies:
        """Read addresses and networks; raise BadInput."""
        return cls(tuple(map(_network, texts)))

    def has(self, host: str) -> bool:
        """Tell whether an address is a proxy's."""
        address = _address(host)
        return address is not None and any(address in network for network in self.networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return who sends a request, by the values of its headers `X-Forwarded-For`.

        Each proxy adds whom it was sent by at the end. So the last one that is no proxy is true,
        and what is before it, the client may have invented. A peer that says nothing of use, or is
        no proxy, is the client itself.
        """
        hops = [hop for value in forwarded for hop in value.split(",")]
        while self.has(peer) and hops:
            before = _address(_without_port(hops.pop().strip()))
            if before is None:
                break
            peer = str(before)
        return peer


def origin_of(address: str) -> str:
    """Return the origin that an address has, as browsers write it; raise BadInput.

    >>> origin_of("https://Mines.example:443/")
    'https://mines.example'
    """
    wish = "expected one such as https://mines.example"
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadInput(f"origin {address!r}; {wish}") from None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    rest = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if usual is None or not host or rest:
        raise BadInput(f"origin {address!r}; {wish}")
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, usual) else "")


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError:
        wish = "expected an address or network, such as 127.0.0.1 or 10.0.0.0/8"
        raise BadInput(f"proxy {text!r}; {wish}") from None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _without_port(hop: str) -> str:
    """Return an address without the port that some proxies add.

    >>> [_without_port(hop) for hop in ("192.0.2.1:80", "[2001:db8::1]:80", "2001:db8::1")]
    ['192.0.2.1', '2001:db8::1', '2001:db8::1']
    """
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
