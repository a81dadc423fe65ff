"""Connections that keep a server waiting are ended, whatever they are slow at."""

from __future__ import annotations

import asyncio
import json
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import uvicorn
from tests.app.web.conftest import Inline

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.web.serve import config, listen
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Bounds, Settings

HEAD = b"GET /api/info HTTP/1.1\r\nHost: localhost\r\n"
PATIENCE = 60
"""Seconds, against hanging only: what is tested takes a fraction of one."""


class Endless(Inline):
    """An analyst who thinks until nobody waits for him any more."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.is_dropped = Event(), Event()

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        del task, asked, seconds, asker
        self.is_asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.is_dropped.set()
        raise AssertionError


@contextmanager
def serving(file: Path, analyst: Inline, bounds: Bounds) -> Iterator[int]:
    """Serve without workers in another thread; yield the port."""
    settings = Settings(data=file, bounds=bounds)
    with listen("127.0.0.1", 0) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
        server = uvicorn.Server(config(create_app(settings, analyst=analyst), bounds))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


Connect = Callable[[], socket.socket]
Serve = Callable[..., Connect]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a server with some bounds, and return how to connect to it."""
    with ExitStack() as stack:

        def start(analyst: Inline | None = None, **bounds: Any) -> Connect:
            run = serving(tmp_path / "games", analyst or Inline(), Bounds(**bounds))
            port = stack.enter_context(run)
            return lambda: stack.enter_context(
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            )

        yield start


def everything(connection: socket.socket) -> bytes:
    """Return what is sent until the connection ends, which it must."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def dribble(connection: socket.socket, text: bytes) -> bytes:
    """Send byte by byte, for as long as it is let; return what is answered."""
    poll = select.poll()
    poll.register(connection, select.POLLIN | select.POLLHUP)
    for byte in text * 10_000:
        if poll.poll(20):
            return everything(connection)
        connection.send(bytes([byte]))
    raise AssertionError("it may go on for ever")


def test_who_says_nothing(serve: Serve) -> None:
    assert everything(serve(head_seconds=0.2)()) == b""


def test_who_never_comes_to_the_end_of_the_head(serve: Serve) -> None:
    connection = serve(head_seconds=0.4)()
    connection.send(HEAD)
    assert dribble(connection, b"x: y\r\n") == b""


def test_who_begins_a_second_request_and_stops(serve: Serve) -> None:
    connection = serve(head_seconds=0.4, idle_seconds=600)()
    connection.send(HEAD + b"\r\n")
    assert b"200 OK" in connection.recv(65_536)
    connection.send(HEAD)
    everything(connection)


def test_who_sends_headers_without_end(serve: Serve) -> None:
    connection = serve(head_bytes=1000)()
    connection.send(HEAD + b"x: " + b"y" * 2000)
    answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 431 ")
    sentence = "the headers are too long; expected at most 1000 bytes"
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {"error": sentence}


def test_who_sends_long_headers_at_once(serve: Serve) -> None:
    connection = serve(head_bytes=1000)()
    connection.send(HEAD + b"x: " + b"y" * 2000 + b"\r\n\r\n")
    assert everything(connection).startswith(b"HTTP/1.1 431 ")


def test_who_dribbles_a_body(serve: Serve) -> None:
    connection = serve(body_seconds=0.3)()
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.send(head + b"Content-Length: 90000\r\n\r\n")
    answer = dribble(connection, b" ")
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"took longer than 0.3 seconds to arrive" in answer


def test_who_hangs_up_in_the_middle_of_a_body_has_asked_nothing(serve: Serve) -> None:
    connect = serve()
    begun = ask(connect(), "POST", "/api/games", {"level": "easy", "start": "none"})
    path = f"/api/games/{begun['token']}"
    ask(connect(), "POST", f"{path}/moves", {"act": "flag", "cell": [0, 0]})
    broken = connect()
    head = f"POST {path}/undo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    broken.send(f"{head}Content-Length: 2\r\n\r\n".encode())
    broken.shutdown(socket.SHUT_WR)
    everything(broken)
    assert ask(connect(), "GET", path)["moves"] == 1


def ask(connection: socket.socket, method: str, path: str, body: object = None) -> Any:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    connection.send(head.encode() + data)
    return json.loads(everything(connection).partition(b"\r\n\r\n")[2])


def test_who_does_not_read(serve: Serve) -> None:
    connect = serve(answer_seconds=0.3, idle_seconds=600, connections=1)
    connection = connect()
    for _ in range(10):  # more than the buffers of the system hold
        connection.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
    wait_for_room(connect)
    assert everything(connection).count(b"HTTP/1.1 200 OK") < 10


def wait_for_room(connect: Connect) -> None:
    """Return when the server has room for a connection again."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with connect() as connection:
            connection.send(HEAD + b"Connection: close\r\n\r\n")
            if everything(connection):
                return
    raise AssertionError("there is no room")


def test_who_sends_a_thousand_requests_at_once(serve: Serve) -> None:
    connection = serve()()
    connection.send((HEAD + b"\r\n") * 1000)
    assert everything(connection).count(b"HTTP/1.1 200") < 1000


def test_who_is_idle_between_requests(serve: Serve) -> None:
    connection = serve(idle_seconds=1)()
    connection.send(HEAD + b"\r\n")
    assert everything(connection).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("bound", ["connections", "connections_per_client"])
def test_one_connection_too_many(serve: Serve, bound: str) -> None:
    connect = serve(**{bound: 3})
    first = [connect() for _ in range(3)]
    for each in first:
        each.send(HEAD + b"\r\n")
        assert each.recv(10).startswith(b"HTTP/1.1 2")
    assert everything(connect()) == b""
    first.pop().close()
    wait_for_room(connect)


def test_who_hangs_up_while_a_worker_thinks(serve: Serve) -> None:
    analyst = Endless()
    connect = serve(analyst)
    begun = ask(connect(), "POST", "/api/games", {"code": "easy/opening#1 d4"})
    connection = connect()
    head = f"GET /api/games/{begun['token']}/risks HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection.send(head.encode())
    assert analyst.is_asked.wait(PATIENCE)
    connection.close()
    assert analyst.is_dropped.wait(PATIENCE)
