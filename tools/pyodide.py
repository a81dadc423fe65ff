"""mineproof in Pyodide, in a real browser: what tests and benchmarks of the WebAssembly kernel run.

A page of its own loads Pyodide from npm, `kernel.js` with the module of `make wasm`, and this
clone's Python. Served on loopback, from the files as they are.
"""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.browser import open_browser
from tools.wasm import KERNEL, ROOT

PYODIDE = ROOT / "build/npm/node_modules/pyodide"
_PACKAGE = ROOT / "src/mineproof"
_LOADER = _PACKAGE / "app/static/js/worker/kernel.js"

_PAGE = b"""<!doctype html><title>mineproof</title><script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { loadKernel } from "./kernel.js";
const python = await loadPyodide({ indexURL: "./pyodide/" });
window.kernel = await loadKernel("./kernel.wasm");
python.registerJsModule("mineproof_kernel", window.kernel);
const code = await (await fetch("./code.zip")).arrayBuffer();
python.unpackArchive(code, "zip", { extractDir: "/code" });
python.runPython("import sys; sys.path.insert(0, '/code')");
window.python = python;
</script>"""


@contextmanager
def open_pyodide(*folders: Path) -> Iterator[Callable[[str], str]]:
    """Yield a function that runs Python code and returns its last value, as text.

    It can import mineproof, and what is in these folders of the clone.
    """
    served = {
        "/": _PAGE,
        "/kernel.js": _LOADER.read_bytes(),
        "/kernel.wasm": KERNEL.read_bytes(),
        "/code.zip": _zipped([(ROOT / "src", _PACKAGE), *((ROOT, each) for each in folders)]),
    }
    with _serving(served) as url, open_browser() as browser:
        page = browser.new_page()
        page.goto(url)
        page.wait_for_function("window.python !== undefined", timeout=120_000)
        yield lambda code: str(page.evaluate("code => String(python.runPython(code))", code))


def _zipped(trees: list[tuple[Path, Path]]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for root, folder in trees:
            for path in sorted(folder.rglob("*")):
                if path.suffix in {".py", ".toml", ".json"}:
                    archive.write(path, path.relative_to(root))
    return data.getvalue()


@contextmanager
def _serving(files: dict[str, bytes]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


class _Handler(BaseHTTPRequestHandler):
    """Serves some bytes, and Pyodide's folder."""

    def __init__(self, files: dict[str, bytes], *args: object) -> None:
        self._files = files
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        data = self._files.get(self.path)
        if data is None and self.path.startswith("/pyodide/"):
            path = PYODIDE / Path(self.path).name
            data = path.read_bytes() if path.is_file() else None
        if data is None:
            self.send_error(404)
            return
        kind = "text/html" if self.path == "/" else _TYPES.get(Path(self.path).suffix, "text/plain")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass
