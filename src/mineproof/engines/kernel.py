"""Finds the native kernel; the only file that imports it.

Where no compiler is, mineproof installs without its kernel and Python does the same work. The
environment variable MINEPROOF_KERNEL chooses: `auto` (or nothing) takes the kernel if it is
built, `native` insists on it, `python` does without.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from mineproof.errors import BadInput

_VARIABLE = "MINEPROOF_KERNEL"


class Kernel(Protocol):
    """What the native kernel offers."""

    def random_mines(self, cells: int, mines: int, seed: int, clear: Sequence[int]) -> list[int]:
        """Draw `mines` of the cells 0 to `cells` - 1 outside `clear`, as `board.rng` does.

        The kernel takes boards of up to 2**24 cells; it raises ValueError for what is out of range.
        """


def kernel() -> Kernel | None:
    """Return the native kernel, or None where it is not built or not wanted.

    Raise BadInput if MINEPROOF_KERNEL has no such value, or insists on a kernel that is not built.
    """
    match os.environ.get(_VARIABLE, ""):
        case "" | "auto":
            return _native()
        case "native":
            if (native := _native()) is None:
                raise BadInput(f"{_VARIABLE}=native, but the native kernel is not built")
            return native
        case "python":
            return None
        case other:
            raise BadInput(f"{_VARIABLE} is {other!r}; want auto, native or python")


def describe() -> str:
    """Say in one line what does the work, and if it is Python, why."""
    if kernel():
        return "native kernel"
    forced = os.environ.get(_VARIABLE) == "python"
    why = f"{_VARIABLE}=python" if forced else "the native kernel is not built"
    return f"pure Python: {why}; everything works, slower"


@cache
def _native() -> Kernel | None:
    # By name: import-linter takes an import of compiled code for one of the whole package.
    try:
        return cast(Kernel, import_module("mineproof._native"))
    except ModuleNotFoundError:
        return None
