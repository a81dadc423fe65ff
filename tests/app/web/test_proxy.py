"""Behind a reverse proxy: whose word is believed about a client, and which origin is ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.app.web.conftest import Clock, Inline, page_on

from mineproof.app.web.connection import Connection, protocol
from mineproof.app.web.proxy import Proxies, origin_of
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Bounds, Settings
from mineproof.errors import BadInput

PROXY, STRANGER = "10.0.0.7", "203.0.113.5"
GAME = {"level": "easy"}


@contextmanager
def behind(folder: Path, peer: str) -> Iterator[TestClient]:
    """Yield who talks to a server that knows its proxy, from an address."""
    settings = Settings(
        data=folder / "games",
        origin=origin_of("https://mines.example"),
        proxies=Proxies.parse(["10.0.0.0/8"]),
    )
    app = create_app(settings, clock=Clock(), analyst=Inline())
    with TestClient(app, base_url="http://127.0.0.1:8000", client=(peer, 4711)) as client:
        yield client


def owners(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "games")) as base:
        return [client for (client,) in base.execute("SELECT client FROM games ORDER BY rowid")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        (PROXY, ["192.0.2.9"], "192.0.2.9"),
        (PROXY, ["198.51.100.1, 192.0.2.9"], "192.0.2.9"),  # the first, the client has invented
        (PROXY, ["198.51.100.1", "192.0.2.9"], "192.0.2.9"),  # as two headers
        (PROXY, ["192.0.2.9, 10.0.0.8"], "192.0.2.9"),  # two proxies of ours
        (PROXY, ["192.0.2.9:1234"], "192.0.2.9"),
        (PROXY, ["2001:db8::1:2:3:4"], "2001:db8::/64"),
        (PROXY, ["10.0.0.8"], "10.0.0.8"),
        (PROXY, ["192.0.2.9, unknown"], PROXY),
        (PROXY, [""], PROXY),
        (PROXY, [], PROXY),
        (f"::ffff:{PROXY}", ["192.0.2.9"], "192.0.2.9"),
        (STRANGER, ["192.0.2.9"], STRANGER),
        (STRANGER, [], STRANGER),
    ],
)
def test_whose_a_game_is(tmp_path: Path, peer: str, forwarded: list[str], client: str) -> None:
    headers = [("x-forwarded-for", value) for value in forwarded]
    with behind(tmp_path, peer) as page:
        assert page.post("/api/games", json=GAME, headers=headers).status_code == 201
    assert owners(tmp_path) == [client]


def test_nobody_is_believed_by_default(tmp_path: Path) -> None:
    with page_on(tmp_path / "games") as page:
        page.send("POST", "/api/games", GAME, headers={"x-forwarded-for": "192.0.2.9"})
    assert owners(tmp_path) == ["testclient"]


@pytest.mark.parametrize("host", ["mines.example", "127.0.0.1:8000"])
@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://mines.example", 201),
        ("http://mines.example", 403),
        ("https://mines.example:8443", 403),
        ("https://evil.example", 403),
        ("https://mines.example.evil.example", 403),
        ("null", 403),
    ],
)
def test_only_pages_of_the_origin_may_post(
    tmp_path: Path, host: str, origin: str, status: int
) -> None:
    if (host, origin) == ("mines.example", "http://mines.example"):
        status = 201  # where the server itself is reached by that name, without TLS
    headers = {"host": host, "origin": origin, "sec-fetch-site": "same-origin"}
    with behind(tmp_path, PROXY) as page:
        assert page.post("/api/games", json=GAME, headers=headers).status_code == status


@pytest.mark.parametrize(("host", "status"), [("mines.example", 200), ("other.example", 400)])
def test_hosts_that_a_proxy_may_pass_on(tmp_path: Path, host: str, status: int) -> None:
    with behind(tmp_path, PROXY) as page:
        assert page.get("/api/info", headers={"host": host}).status_code == status


def test_a_proxy_may_have_more_connections_than_a_client() -> None:
    kind = protocol(Bounds(connections_per_client=2, connections=5), Proxies.parse([PROXY]))
    assert issubclass(kind, Connection)
    for peer, most in ((PROXY, 5), (STRANGER, 2)):
        crowd = kind.__new__(kind)
        crowd._from, crowd._is_proxy = peer, kind.proxies.has(peer)
        kind.count.clear()
        kind.count[peer] = most
        assert not crowd._is_one_too_many()
        kind.count[peer] += 1
        assert crowd._is_one_too_many()


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://mines.example", "https://mines.example"),
        ("HTTPS://Mines.Example:443/", "https://mines.example"),
        ("http://mines.example:8080", "http://mines.example:8080"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_origins_are_written_as_browsers_write_them(address: str, origin: str) -> None:
    assert origin_of(address) == origin


@pytest.mark.parametrize(
    "address",
    [
        *("mines.example", "ftp://mines.example", "https://", "https://mines.example/play", ""),
        *("https://mines.example?x=1", "https://ada@mines.example", "https://mines.example:port"),
        *("https://[mines", "https://mines.example:99999"),
    ],
)
def test_what_is_no_origin(address: str) -> None:
    with pytest.raises(BadInput, match=r"expected one such as https://mines\.example"):
        origin_of(address)


@pytest.mark.parametrize("text", ["mines.example", "10.0.0.1/8", "10.0.0.0/33", "", "*"])
def test_what_is_no_proxy(text: str) -> None:
    with pytest.raises(BadInput, match=r"expected an address or network, such as 127\.0\.0\.1"):
        Proxies.parse([text])


def test_bad_options_are_one_line(complains: Callable[..., str]) -> None:
    assert "origin 'mines'" in complains("serve", "--no-open", "--origin", "mines")
    assert "proxy 'mines'" in complains("serve", "--no-open", "--proxy", "mines")


def test_a_copy_that_is_made_while_games_are_played(tmp_path: Path) -> None:
    """As docs/deploy.md tells how to make one."""
    file, copy = tmp_path / "games", tmp_path / "copy"
    with page_on(file) as page:
        game = page.begin("easy")
        with closing(sqlite3.connect(file)) as base:
            base.execute(f"VACUUM INTO '{copy}'")
        page.begin("easy")
    with page_on(copy) as page:
        assert page.get(game.path)["board"] == game.begun["board"]
