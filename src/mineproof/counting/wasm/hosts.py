"""What runs the WebAssembly kernel: a page's worker in the browser, wasmtime for tests.

A host passes a request to a function of the module, and returns its reply. When the module fails,
its memory is lost; the host raises Trapped, and begins with a new instance at the next call.
"""

from __future__ import annotations

import atexit
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import wasmtime


class Trapped(Exception):
    """The module has failed, and its memory is lost."""


class Host(Protocol):
    """Runs the module."""

    def call(self, name: str, request: bytes, /) -> bytes:
        """Call a function of the module with a request, and return its reply; raise Trapped."""


IS_BROWSER = sys.platform == "emscripten"
"""Whether this is Pyodide."""


class PageHost:
    """The JavaScript of our page, which Pyodide offers as a module.

    `static/js/worker/kernel.js` has loaded the WebAssembly there. Raises ModuleNotFoundError where
    it has not.
    """

    def __init__(self) -> None:
        self._page: Any = import_module("mineproof_kernel")
        self._ffi: Any = import_module("pyodide.ffi")

    def call(self, name: str, request: bytes, /) -> bytes:
        try:
            reply = self._page.call(name, self._ffi.to_js(request))
        except self._ffi.JsException as error:
            raise Trapped(str(error)) from error
        return bytes(reply.to_bytes())


class WasmtimeHost:
    """The module in this process, run by wasmtime.

    Raises ModuleNotFoundError where that is not installed, OSError if the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        import wasmtime

        config = wasmtime.Config()
        config.wasm_exceptions = True
        self._engine = wasmtime.Engine(config)
        self._module = wasmtime.Module(self._engine, path.read_bytes())
        self._instance: _Instance | None = None
        atexit.register(self._close)

    def _close(self) -> None:
        """Free what the interpreter would free too late, when wasmtime is already gone."""
        self._instance = None
        self._module.close()
        self._engine.close()

    def call(self, name: str, request: bytes, /) -> bytes:
        import wasmtime

        try:
            if self._instance is None:
                self._instance = _Instance(self._engine, self._module)
            return self._instance.call(name, request)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self._instance = None
            raise Trapped(str(error).splitlines()[-1].strip()) from error


class _Instance:
    """One instance of the module, with its memory."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        import wasmtime

        self._store = wasmtime.Store(engine)
        self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._functions: dict[str, Any] = {}
        self._memory: Any = self._exports["memory"]
        self._function("_initialize")(self._store)

    def call(self, name: str, request: bytes) -> bytes:
        at = self._function("reserve")(self._store, len(request))
        if at == 0:
            raise MemoryError("the request is too large for the WebAssembly kernel")
        self._memory.write(self._store, request, at)
        size = self._function(name)(self._store, len(request))
        start = self._function("reply")(self._store)
        return bytes(self._memory.read(self._store, start, start + size))

    def _function(self, name: str) -> Any:
        if name not in self._functions:
            self._functions[name] = self._exports[name]
        return self._functions[name]
