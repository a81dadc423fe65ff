"""Builds the kernel as WebAssembly: `make wasm` writes build/wasm/kernel.wasm.

The compiler is Zig's clang, which comes from PyPI as `ziglang` with the sources of its libraries.
Zig builds libc++ for WebAssembly without exceptions, and our kernel ends a count with one. So what
throws and catches is compiled here from those sources: libc++abi, libunwind, and the few files of
libc++ that the kernel needs.

The module imports nothing, not even WASI, and is the same wherever it is built.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build/wasm"
KERNEL = BUILD / "kernel.wasm"
_ZIG = BUILD / "zig/ziglang"

_MOST_MEMORY = 1 << 30
_STACK = 1 << 20

_FLAGS = [
    "--target=wasm32-wasi",
    "-mexec-model=reactor",
    "-O2",
    "-g0",
    "-DNDEBUG",
    "-ffp-contract=off",  # as on x86-64, so that both kernels round alike
    "-fwasm-exceptions",
    "-mexception-handling",
    "-mllvm",
    "-wasm-use-legacy-eh=false",  # the encoding of the standard; wasmtime knows no other
    "-U_LIBCPP_HARDENING_MODE",
    "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_FAST",  # checked containers
]

_OURS = [
    "-std=c++20",
    "-Inative",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
]

_LIBRARY = [
    "-std=c++23",
    "-w",
    *(f"-I{_ZIG / 'lib' / each}" for each in ("libcxxabi/include", "libcxxabi/src", "libcxx/src")),
    f"-I{_ZIG / 'lib/libunwind/include'}",
    "-D_LIBCPP_BUILDING_LIBRARY",
    "-D_LIBCXXABI_BUILDING_LIBRARY",
    "-DLIBCXX_BUILDING_LIBCXXABI",
    "-D_LIBCXXABI_HAS_NO_THREADS",
    "-DLIBCXXABI_NON_DEMANGLING_TERMINATE",
]

_UNWIND = [
    "-std=c23",
    f"-I{_ZIG / 'lib/libunwind/include'}",
    "-D_LIBUNWIND_HAS_NO_THREADS",
    "-D_LIBUNWIND_HIDE_SYMBOLS",
]

_LIBRARY_FILES = [
    *(
        f"libcxxabi/src/{name}.cpp"
        for name in (
            "cxa_default_handlers",
            "cxa_exception",
            "cxa_exception_storage",
            "cxa_handlers",
            "cxa_personality",
            "fallback_malloc",
            "private_typeinfo",
            "stdlib_exception",
            "stdlib_new_delete",
            "stdlib_stdexcept",
            "stdlib_typeinfo",
        )
    ),
    *(
        f"libcxx/src/{name}.cpp"
        for name in ("algorithm", "new_handler", "new_helpers", "stdexcept", "string")
    ),
]


def main() -> None:
    """Compile, link, and say how large it is."""
    ours = sorted((ROOT / "native/wasm").glob("*.cpp"))
    library = [_ZIG / "lib" / name for name in _LIBRARY_FILES]
    jobs = [(path, "c++", _OURS) for path in ours]
    jobs += [(path, "c++", _LIBRARY) for path in library]
    jobs += [(_ZIG / "lib/libunwind/src/Unwind-wasm.c", "cc", _UNWIND)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda job: _compile(*job), jobs))
    _link(objects)
    print(f"{KERNEL.relative_to(ROOT)}: {KERNEL.stat().st_size:,} bytes")


def _compile(source: Path, language: str, flags: list[str]) -> Path:
    made = BUILD / "objects" / f"{source.stem}.o"
    made.parent.mkdir(parents=True, exist_ok=True)
    _zig(language, *flags, "-c", str(source.relative_to(ROOT)), "-o", str(made))
    return made


def _link(objects: list[Path]) -> None:
    _zig(
        "cc",
        "-nostdlib++",
        "-Wl,--strip-all",
        f"-Wl,--max-memory={_MOST_MEMORY}",
        "-Wl,-z,stack-size=" + str(_STACK),
        *map(str, objects),
        "-o",
        str(KERNEL),
    )


def _zig(command: str, *arguments: str) -> None:
    caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(BUILD / "cache"))
    done = subprocess.run(
        [_ZIG / "zig", command, *_FLAGS, *arguments], cwd=ROOT, env=os.environ | caches, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{KERNEL.relative_to(ROOT)} was not built")


if __name__ == "__main__":
    main()
