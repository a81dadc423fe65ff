"""`mineproof serve`: opens a port, says where, opens the browser, and serves until Ctrl-C."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn
from starlette.types import ASGIApp

from mineproof.app.service.limits import Guests
from mineproof.app.web.connection import protocol
from mineproof.app.web.proxy import Proxies
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Bounds, Settings, data_file, public_address
from mineproof.course.library import library
from mineproof.errors import BadInput

_GOODBYE_SECONDS = 3
"""How long running requests may take after Ctrl-C."""

_INTERRUPTED = 130

MAX_PORT = 65535


def serve(
    host: str,
    port: int,
    data: str | None,
    *,
    opens_browser: bool,
    guests: Guests = Guests(),  # noqa: B008 - frozen
    lessons: Path | None = None,
    origin: str | None = None,
    proxies: Proxies = Proxies(),  # noqa: B008 - frozen
    public_url: str | None = None,
) -> int:
    """Serve the page until Ctrl-C, and return the exit code; raise BadInput if it cannot."""
    if lessons is not None:
        library(lessons)  # what is wrong with them is told now, not to a student
    file = Path(data) if data else data_file()
    settings = Settings(
        data=file,
        host=host,
        guests=guests,
        lessons=lessons,
        origin=origin,
        proxies=proxies,
        public_url=None if public_url is None else public_address(public_url),
    )
    with listen(host, port) as listening:
        app = create_app(settings)
        address = f"{origin}/" if origin else _address(host, listening)
        print(f"mineproof is at {address} (Ctrl-C ends it)", flush=True)
        if opens_browser and has_screen():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        return _run(uvicorn.Server(config(app, settings.bounds, proxies)), listening)


@contextmanager
def in_background(
    data: Path,
    bounds: Bounds = Bounds(),  # noqa: B008 - frozen
    guests: Guests = Guests(),  # noqa: B008 - frozen
) -> Iterator[str]:
    """Serve on a free local port while the context lasts; yield the address."""
    settings = Settings(data=data, bounds=bounds, guests=guests)
    with listen("127.0.0.1", 0) as listening:
        server = uvicorn.Server(config(create_app(settings), bounds))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield _address("127.0.0.1", listening)
        finally:
            server.should_exit = True
            thread.join()


def config(
    app: ASGIApp,
    bounds: Bounds = Bounds(),  # noqa: B008 - frozen
    proxies: Proxies = Proxies(),  # noqa: B008 - frozen
) -> uvicorn.Config:
    """Return uvicorn's configuration: quiet, bounded, and itself trusting no proxy headers."""
    return uvicorn.Config(
        app,
        http=protocol(bounds, proxies),
        timeout_keep_alive=bounds.idle_seconds,
        log_level="warning",
        access_log=False,
        ws="none",
        server_header=False,
        proxy_headers=False,  # proxy.py reads them, and knows whose
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
    )


def _run(server: uvicorn.Server, listening: socket.socket) -> int:
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise BadInput, which says why, if there is none."""
    if not 0 <= port <= MAX_PORT:
        raise BadInput(f"port {port}; expected 0 to {MAX_PORT}")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        _bind(listening, address)
    except (OSError, OverflowError, UnicodeError) as error:
        raise BadInput(_complaint(host, port, error)) from None
    return listening


def _bind(listening: socket.socket, address: tuple[object, ...]) -> None:
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except BaseException:
        listening.close()
        raise


def _complaint(host: str, port: int, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; try another, such as --port {port + 1}"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"cannot listen at {host}, port {port}: {reason}"


def _address(host: str, listening: socket.socket) -> str:
    name = "localhost" if host in ("0.0.0.0", "::") else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}:{listening.getsockname()[1]}/"


def has_screen(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Tell whether there is a screen for a browser to open on.

    >>> has_screen({}, "linux"), has_screen({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    (False, True)
    """
    if platform in ("win32", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
