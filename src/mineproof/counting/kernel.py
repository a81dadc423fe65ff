"""The kernel, native or as WebAssembly, if there is one; no other module imports it.

Without a C++ compiler mineproof installs without its kernel, and Python does the same work. In a
browser, the page offers the kernel as WebAssembly. The environment variable MINEPROOF_KERNEL
chooses: `auto` (or unset) uses what is there, `native` or `wasm` requires that one, `python` does
without. Outside a browser, `wasm` is for tests: wasmtime runs the file that MINEPROOF_WASM names,
by default the one that `make wasm` builds.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from mineproof.counting.wasm.hosts import IS_BROWSER, Host, PageHost, WasmtimeHost
from mineproof.counting.wasm.module import PARTS, WasmKernel
from mineproof.errors import BadInput

if TYPE_CHECKING:
    from mineproof import _native

_VARIABLE = "MINEPROOF_KERNEL"
_FILE_VARIABLE = "MINEPROOF_WASM"
_WASM_FILE = Path(__file__).parents[3] / "build/wasm/kernel.wasm"

MAX_STATES = 20_000_000
"""The most states the kernel may list for one count; that many take some seconds and 2 GB."""


class Kernel:
    """The type of the native kernel, which is a module; `_native.pyi` documents its contents.

    A module cannot be named as a type, so this lists what the module offers.
    """

    if TYPE_CHECKING:
        Counted: TypeAlias = _native.Counted
        Fleet: TypeAlias = _native.Fleet
        Games: TypeAlias = _native.Games
        KnowledgeBase: TypeAlias = _native.KnowledgeBase
        Study: TypeAlias = _native.Study
        Watcher: TypeAlias = _native.Watcher
        count_problem = staticmethod(_native.count_problem)
        count_view = staticmethod(_native.count_view)
        count_views = staticmethod(_native.count_views)
        count_wins = staticmethod(_native.count_wins)
        is_solvable = staticmethod(_native.is_solvable)
        no_guess = staticmethod(_native.no_guess)
        play_games = staticmethod(_native.play_games)
        play_layouts = staticmethod(_native.play_layouts)
        random_mines = staticmethod(_native.random_mines)
        study_problem = staticmethod(_native.study_problem)
        study_view = staticmethod(_native.study_view)


def kernel(*parts: str) -> Kernel | None:
    """Return the kernel, or None if there is none, or MINEPROOF_KERNEL disables it.

    The kernel as WebAssembly lacks some parts, which only mass production needs. Whoever uses one
    names it, as in `kernel("Fleet")`, and gets None there too.

    Raises BadInput if that variable has an unknown value, or requires a kernel that is not built.
    """
    found = _chosen()
    if isinstance(found, WasmKernel):
        return cast(Kernel, found) if PARTS.issuperset(parts) else None
    return found


def _chosen() -> Kernel | WasmKernel | None:
    match os.environ.get(_VARIABLE, ""):
        case "" | "auto":
            return _built() or _on_page()
        case "native":
            if (native := _built()) is None:
                raise BadInput(f"{_VARIABLE}=native, but the native kernel is not built")
            return native
        case "wasm":
            return _on_page() or _in_wasmtime(os.environ.get(_FILE_VARIABLE, str(_WASM_FILE)))
        case "python":
            return None
        case other:
            raise BadInput(f"{_VARIABLE} is {other!r}; expected auto, native, wasm or python")


def describe() -> str:
    """Say in one line whether the kernel or Python does the work, and if Python, why."""
    match _chosen():
        case None:
            forced = os.environ.get(_VARIABLE) == "python"
            why = f"{_VARIABLE}=python" if forced else "the native kernel is not built"
            return f"pure Python: {why}; everything works, slower"
        case WasmKernel():
            return "kernel as WebAssembly"
        case _:
            return "native kernel"


@cache
def _built() -> Kernel | None:
    # By name: `from mineproof import _native` hides whether the kernel is missing or broken.
    try:
        return cast(Kernel, import_module("mineproof._native"))
    except ModuleNotFoundError:
        return None


@cache
def _on_page() -> WasmKernel | None:
    if not IS_BROWSER:
        return None
    try:
        return WasmKernel(PageHost())
    except ModuleNotFoundError:
        return None


@cache
def _in_wasmtime(path: str) -> WasmKernel:
    try:
        host: Host = WasmtimeHost(Path(path))
    except ModuleNotFoundError:
        raise BadInput(f"{_VARIABLE}=wasm needs the package wasmtime outside a browser") from None
    except OSError as error:
        why = error.strerror
        raise BadInput(f"{_VARIABLE}=wasm, but {path} cannot be read: {why}") from None
    return WasmKernel(host)
