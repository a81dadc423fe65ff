"""The files of the page, held in memory as they go over the wire.

A first visit loads some forty of them and waits for each. Reading and compressing them every time
took longer than everything the browser does with them, so each is prepared once, and again if it
changes. Only files that existed at the start are served.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mineproof.app.service.refusals.refusal import not_allowed
from mineproof.app.web.refusal import Refused

FOLDER = Path(__file__).parent.parent / "static"

_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A file as it is sent, and when it was last changed."""

    changed: int
    plain: bytes
    packed: bytes
    headers: dict[str, str]

    @classmethod
    def read(cls, path: Path) -> _Prepared:
        changed, plain = path.stat().st_mtime_ns, path.read_bytes()
        headers = {
            "content-type": f"{_KINDS[path.suffix]}; charset=utf-8",
            "etag": f'"{blake2b(plain, digest_size=12).hexdigest()}"',
            "vary": "Accept-Encoding",
        }
        return cls(changed, plain, gzip.compress(plain, mtime=0), headers)

    def answer(self, asked: Headers) -> Response:
        """Return the file, compressed if the client accepts it; no body if it has the file."""
        if self.headers["etag"] in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        if "gzip" in asked.get("accept-encoding", ""):
            return Response(self.packed, headers=self.headers | {"content-encoding": "gzip"})
        return Response(self.plain, headers=self.headers)


class PageFiles:
    """Serves the files of a folder, and leaves every other path to the application."""

    def __init__(self, folder: Path, app: ASGIApp) -> None:
        self._app = app
        found = (path for path in folder.rglob("*") if path.suffix in _KINDS)
        self._paths = {f"/{path.relative_to(folder).as_posix()}": path for path in found}
        if "/index.html" in self._paths:
            self._paths["/"] = self._paths["/index.html"]
        self._prepared: dict[Path, _Prepared] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = self._paths.get(scope["path"]) if scope["type"] == "http" else None
        app = self._app if path is None else self._answer(path, scope)
        await app(scope, receive, send)

    def _answer(self, path: Path, scope: Scope) -> Response:
        if scope["method"] in ("GET", "HEAD"):
            return self._file(path).answer(Headers(scope=scope))
        return Refused(not_allowed(scope["method"], scope["path"], "GET, HEAD"))

    def _file(self, path: Path) -> _Prepared:
        known = self._prepared.get(path)
        if known is None or known.changed != path.stat().st_mtime_ns:
            known = self._prepared[path] = _Prepared.read(path)
        return known
