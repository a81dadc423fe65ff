"""The kernel built with ASan and UBSan: where it is, and how Python runs with it.

`make fuzz` builds it where there is a compiler, and names its folder in `MINEPROOF_SANITIZED`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from mineproof.errors import BadInput

_VARIABLE = "MINEPROOF_SANITIZED"
_KERNEL = "mineproof._native"
_ASAN = "libasan.so"


def environment() -> Mapping[str, str]:
    """Return the variables with which a child runs the sanitized kernel; none without one."""
    if not os.environ.get(_VARIABLE):
        return {}
    _file()
    return {
        # ASan must be first in the process, and finds the C++ runtime only if it is there too.
        "LD_PRELOAD": " ".join(_library(name) for name in (_ASAN, "libstdc++.so")),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


def load() -> None:
    """Let `import mineproof._native` give the sanitized kernel, in a process made for it."""
    is_ready = _ASAN in os.environ.get("LD_PRELOAD", "")
    if not os.environ.get(_VARIABLE) or not is_ready or _KERNEL in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(_KERNEL, _file())
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_KERNEL] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


def _file() -> Path:
    folder = Path(os.environ[_VARIABLE])
    found = sorted(folder.glob("_native.*.so"))
    if not found:
        raise BadInput(f"no kernel in {folder}, which {_VARIABLE} names; expected _native.*.so")
    return found[0]


def _library(name: str) -> str:
    compiler = os.environ.get("CXX") or "c++"
    if shutil.which(compiler) is None:
        raise BadInput(f"no C++ compiler ({compiler}), which knows where {name} is")
    asked = [compiler, f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
