"""A file server as plain as the plainest host: below a prefix, and it can be stopped."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

PREFIX = "some/where"


class _Files(SimpleHTTPRequestHandler):
    # Hosts that have been running for years know none of these types.
    extensions_map = {  # noqa: RUF012 - as in the class that it extends
        **SimpleHTTPRequestHandler.extensions_map,
        **dict.fromkeys((".mjs", ".wasm", ".webmanifest"), "application/octet-stream"),
    }

    def __init__(self, *args: Any, sent: Counter[str], **more: Any) -> None:
        self._sent = sent
        super().__init__(*args, **more)

    def end_headers(self) -> None:
        """Let the browser unpack what ends in `.gz`, as some hosts do."""
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, and count it."""
        self._sent[self.path.removeprefix(f"/{PREFIX}/")] += 1
        shutil.copyfileobj(source, outputfile)

    def log_message(self, *_: object) -> None:
        """Keep still."""

    def handle(self) -> None:
        """Answer, unless the browser has gone."""
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True


class FileServer:
    """Serves a folder below a prefix, at one address, whether it is stopped and started or not."""

    def __init__(self, folder: Path) -> None:
        """Start it; `folder` holds the prefix."""
        self._folder = folder
        self.sent: Counter[str] = Counter()
        """How often each file was sent whole, by its address below the prefix."""
        self._port = 0
        self.start()
        self.url = f"http://127.0.0.1:{self._port}/{PREFIX}/"

    def bytes_sent(self) -> int:
        """Return how many bytes of files were sent so far."""
        at = self._folder / PREFIX
        return sum(times * _size(at / name) for name, times in self.sent.items())

    def show(self, site: Path) -> None:
        """Serve another site from now on."""
        at, fresh = self._folder / PREFIX, self._folder / "fresh"
        fresh.symlink_to(site, target_is_directory=True)
        fresh.replace(at)

    def start(self) -> None:
        """Begin to listen, on the same port as before."""
        handler = partial(_Files, directory=str(self._folder), sent=self.sent)
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._port = self._server.server_port
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _size(file: Path) -> int:
    return (file / "index.html" if file.is_dir() else file).stat().st_size


@contextmanager
def serving_files(site: Path, folder: Path) -> Iterator[FileServer]:
    """Serve a site below the prefix; `folder` is empty."""
    (folder / PREFIX).parent.mkdir(parents=True)
    (folder / PREFIX).symlink_to(site, target_is_directory=True)
    server = FileServer(folder)
    try:
        yield server
    finally:
        server.stop()
