"""Who is let in, with what, and what every answer carries."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import ASGITransport, AsyncClient, Response
from starlette.testclient import TestClient
from tests.app.web.conftest import Inline, MakePage, Page

from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Bounds, Settings

GAME = {"level": "easy"}


def policy(page: Page, path: str) -> dict[str, str]:
    header = page.client.get(path).headers["content-security-policy"]
    return dict(part.strip().partition(" ")[::2] for part in header.split(";"))


@pytest.mark.parametrize(
    "path", ["/", "/api/info", "/nothing", "/api/nothing", "/api/openapi.json"]
)
def test_every_answer_is_sealed(page: Page, path: str) -> None:
    headers = page.client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-permitted-cross-domain-policies"] == "none"
    assert "camera=()" in headers["permissions-policy"]
    assert "set-cookie" not in headers
    said = policy(page, path)
    assert said["default-src"] == "'none'"
    assert said["frame-ancestors"] == "'none'"
    assert said["script-src"] == said["style-src"] == said["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


def test_games_are_not_cached_and_files_are_asked_after(page: Page) -> None:
    assert page.client.get("/api/info").headers["cache-control"] == "no-store"
    first = page.client.get("/")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-type"].startswith("text/html")
    again = page.client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is served in the place of the page."""
    folder = tmp_path / "static"
    folder.mkdir()
    monkeypatch.setattr("mineproof.app.web.server.FOLDER", folder)
    return folder


def test_files_are_compressed_and_what_they_are(files: Path, make_page: MakePage) -> None:
    text = "let mines = 99;\n" * 100
    for suffix in ("js", "css", "json", "svg"):
        (files / f"file.{suffix}").write_text(text)
    page = make_page()
    kinds = {}
    for suffix in ("js", "css", "json", "svg"):
        answer = page.client.get(f"/file.{suffix}")
        assert answer.text == text
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(text) / 4
        kinds[suffix] = answer.headers["content-type"].partition(";")[0]
    assert kinds == {
        "js": "text/javascript",
        "css": "text/css",
        "json": "application/json",
        "svg": "image/svg+xml",
    }
    plain = page.client.get("/file.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in page.client.get("/api/info").headers


def test_a_file_that_has_changed_is_sent_anew(files: Path, make_page: MakePage) -> None:
    file = files / "index.html"
    file.write_text("one")
    page = make_page()
    first = page.client.get("/")
    file.write_text("two")
    os.utime(file, (0, 0))
    again = page.client.get("/index.html", headers={"if-none-match": first.headers["etag"]})
    assert (first.text, again.text) == ("one", "two")


def test_a_file_is_only_read(page: Page) -> None:
    assert page.client.head("/").headers["content-length"] > "0"
    assert page.send("POST", "/index.html", {}).status_code == 405


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/web/api.py", "/..%2fweb/api.py"])
def test_nothing_but_the_files_of_the_page(page: Page, path: str) -> None:
    assert page.send("GET", path).status_code == 404


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "LOCALHOST"],
)
def test_hosts_that_are_ours(page: Page, host: str) -> None:
    assert page.send("GET", "/api/info", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "evil.example:8000", "", "[", "127.0.0.1.x"]
)
def test_a_strange_host_is_sent_away(page: Page, host: str) -> None:
    for path in ("/", "/api/info"):
        assert page.send("GET", path, headers={"host": host}).status_code == 400


def test_a_server_knows_its_name(
    make_page: MakePage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    make_page()
    file = tmp_path_factory.mktemp("named") / "games"
    app = create_app(Settings(data=file, host="Mines.example"), analyst=Inline())
    with TestClient(app, base_url="http://mines.example:8000") as client:
        assert client.get("/api/info").status_code == 200
        assert client.get("/api/info", headers={"host": "other.example"}).status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "http://localhost"}, 201),
        ({"origin": "http://localhost", "sec-fetch-site": "same-origin"}, 201),
        ({"sec-fetch-site": "none"}, 201),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://localhost:9000"}, 403),
        ({"origin": "https://localhost"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_only_the_page_itself_may_post(page: Page, headers: dict[str, str], status: int) -> None:
    assert page.send("POST", "/api/games", GAME, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
    ],
)
def test_other_sites_may_link_to_the_page_and_ask_nothing(
    page: Page, headers: dict[str, str], status: int
) -> None:
    """Even a GET may mark a game as assisted."""
    assert page.send("GET", "/api/info", headers=headers).status_code == status
    assert page.send("GET", "/", headers=headers).status_code == 200


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/api/info", "/api/games"])
def test_methods_that_are_refused(page: Page, method: str, path: str) -> None:
    answer = page.send(method, path, headers={"x-secret": "echo"})
    assert answer.status_code == 405
    assert "echo" not in answer.text


def test_two_hosts_are_none(page: Page) -> None:
    hosts = [("host", "localhost"), ("host", "evil.example")]
    assert page.send("GET", "/api/info", headers=hosts).status_code == 400


def test_no_other_site_may_read(page: Page) -> None:
    response = page.client.options(
        "/api/info",
        headers={"origin": "http://evil.example", "access-control-request-method": "GET"},
    )
    assert response.status_code == 403
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("is_announced", [True, False])
def test_a_body_is_json(page: Page, kind: str, *, is_announced: bool) -> None:
    """Whether its length is said beforehand or not."""
    body = b'{"level": "easy"}'
    content = body if is_announced else iter([body])
    response = page.client.post("/api/games", content=content, headers={"content-type": kind})
    assert response.status_code == 415
    assert response.json() == {"error": "expected Content-Type: application/json"}


def test_what_is_too_long_is_not_read(make_page: MakePage) -> None:
    page = make_page(request_bytes=1000)
    json_type = {"content-type": "application/json"}
    long = b'{"level": "easy", "code": "' + b"x" * 1000
    response = page.client.post("/api/games", content=long, headers=json_type)
    assert response.status_code == 413
    assert response.json() == {"error": "the request is too long; expected at most 1000 bytes"}

    def pieces() -> Iterator[bytes]:  # its length is not said beforehand
        yield from [b"x" * 300] * 1000

    response = page.client.post("/api/games", content=pieces(), headers=json_type)
    assert response.status_code == 413
    lying = {**json_type, "content-length": "9" * 5000}
    assert page.client.post("/api/games", content=b"{}", headers=lying).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"seed": ' + b"9" * 5000 + b"}",
        b'{"level": NaN}',
        b'{"level": "easy", "level": 1e999}',
        b"null",
        b'"level"',
    ],
)
def test_what_is_no_request(page: Page, body: bytes) -> None:
    response = page.client.post(
        "/api/games", content=body, headers={"content-type": "application/json"}
    )
    assert response.status_code in (400, 422)
    assert list(response.json()) == ["error"]


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/api/nothing", 404, "nothing at /api/nothing"),
        ("GET", "/nothing", 404, "nothing at /nothing"),
        ("DELETE", "/api/info", 405, "DELETE is not allowed at /api/info"),
        ("POST", "/", 405, "POST is not allowed at /"),
        ("GET", "/docs", 404, "nothing at /docs"),
        ("GET", "/api", 404, "nothing at /api"),
    ],
)
def test_what_is_not_there(page: Page, method: str, path: str, status: int, sentence: str) -> None:
    response = page.send(method, path)
    assert (response.status_code, response.json()) == (status, {"error": sentence})


def test_who_prefers_it_is_refused_quietly(page: Page) -> None:
    """A browser's console would show any other status as an error; the sentence is the same."""
    quiet = {"Prefer": "respond-async, quiet-refusals"}
    for body, status in (({"level": "frog"}, 400), ({"frog": 1}, 422)):
        aloud = page.client.post("/api/games", json=body)
        told = page.client.post("/api/games", json=body, headers=quiet)
        assert (aloud.status_code, aloud.headers.get("Refusal")) == (status, None)
        assert (told.status_code, told.headers["Refusal"]) == (200, str(status))
        assert told.json() == aloud.json()
    begun = page.client.post("/api/games", json=GAME, headers=quiet)
    assert (begun.status_code, begun.headers.get("Refusal")) == (201, None)


def test_a_mistake_of_ours_is_told_without_a_traceback(
    make_page: MakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = make_page()
    monkeypatch.setattr("mineproof.app.service.handlers.info.info_json", lambda *_: 1 / 0)
    client = TestClient(page.client.app, base_url="http://localhost", raise_server_exceptions=False)
    response = client.get("/api/info", headers={"Prefer": "quiet-refusals"})
    assert response.status_code == 500
    assert response.json() == {"error": "internal error; see the server's log"}
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.long
def test_quick_requests_pass_slow_ones(tmp_path: Path) -> None:
    """Twenty long games are opened at once; a move that comes later is answered among the first."""

    async def scene() -> list[str]:
        app = create_app(Settings(data=tmp_path / "games"), analyst=Inline())
        order = list[str]()
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as page:

            async def post(name: str, path: str, body: object) -> Response:
                answer = await page.post(path, json=body)
                order.append(name)
                return answer

            slow = {"code": "63x63/1000/opening#1 " + "Fa1 " * 3000}
            begun = (await post("begin", "/api/games", GAME)).json()
            path, move = f"/api/games/{begun['token']}/moves", {"act": "flag", "cell": [0, 0]}
            await post("slow", "/api/games", slow)
            await post("move", path, move)
            order.clear()
            crowd = [post("slow", "/api/games", slow) for _ in range(20)]
            await asyncio.gather(*crowd, post("move", path, move))
        return order

    order = asyncio.run(scene())
    assert order.count("slow") == 20
    assert order.index("move") < 5


def test_not_too_many_requests_may_wait(tmp_path: Path) -> None:
    async def scene() -> list[Response]:
        settings = Settings(data=tmp_path / "games", bounds=Bounds(requests=3))
        app = create_app(settings, analyst=Inline())
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as page:
            return list(await asyncio.gather(*(page.get("/api/info") for _ in range(10))))

    answers = asyncio.run(scene())
    refused = [each for each in answers if each.status_code != 200]
    assert 0 < len(refused) < 10
    for each in refused:
        assert (each.status_code, each.headers["retry-after"]) == (503, "5")
        assert each.json() == {"error": "too many questions are waiting; ask again later"}
