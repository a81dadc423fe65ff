"""The native kernel, if it is built; no other module imports it.

Without a C++ compiler mineproof installs without its kernel, and Python does the same work. The
environment variable MINEPROOF_KERNEL chooses: `auto` (or unset) uses the kernel if it is built,
`native` requires it, `python` does without.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

from mineproof.errors import BadInput

if TYPE_CHECKING:
    from mineproof import _native

_VARIABLE = "MINEPROOF_KERNEL"

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


def kernel() -> Kernel | None:
    """Return the native kernel, or None if it is not built or MINEPROOF_KERNEL disables it.

    Raises BadInput if that variable has an unknown value, or requires a kernel that is not built.
    """
    match os.environ.get(_VARIABLE, ""):
        case "" | "auto":
            return _built()
        case "native":
            if (native := _built()) is None:
                raise BadInput(f"{_VARIABLE}=native, but the native kernel is not built")
            return native
        case "python":
            return None
        case other:
            raise BadInput(f"{_VARIABLE} is {other!r}; expected auto, native or python")


def describe() -> str:
    """Say in one line whether the kernel or Python does the work, and if Python, why."""
    if kernel():
        return "native kernel"
    forced = os.environ.get(_VARIABLE) == "python"
    why = f"{_VARIABLE}=python" if forced else "the native kernel is not built"
    return f"pure Python: {why}; everything works, slower"


@cache
def _built() -> Kernel | None:
    # By name: `from mineproof import _native` hides whether the kernel is missing or broken.
    try:
        return cast(Kernel, import_module("mineproof._native"))
    except ModuleNotFoundError:
        return None
