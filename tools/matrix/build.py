"""Builds: sdist and wheels from a clean tree, and what must and must not be in them."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.matrix.process import Env, Failed, call

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "matrix"
"""Where wheels stay: one folder for each sdist, for the kernel takes minutes to build."""

SHIPPED = (
    "_native.pyi",
    "app/static/css/page.css",
    "app/static/icon.svg",
    "app/static/index.html",
    "app/static/js/main.js",
    "app/static/lang/en.json",
    "app/static/lang/zh-TW.json",
    "app/tui/application.tcss",
    "app/tui/words/zh-TW.json",
    "coach/languages/en.toml",
    "coach/languages/zh-TW.toml",
    "coach/schema.json",
    "py.typed",
)
_TOP = {
    "native",
    "src",
    "tools",
    "CMakeLists.txt",
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "pyproject.toml",
}
_PROVIDER = "tools/package_page.py"
"""The build back end runs it."""

_MAY = {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "constraints.txt"}
_JUNK = ("__pycache__", ".pyc", ".orig", ".rej", "~", ".swp", ".log", ".sqlite3", ".git")
_SDIST = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"


def pip(python: Path, *words: str | Path, path: str | None = None) -> None:
    """Run our pip for another Python, which may have none; raise Failed if that fails."""
    versions = str(ROOT / "constraints.txt")
    env: Env = {
        "PIP_CONSTRAINT": versions,
        "PIP_BUILD_CONSTRAINT": versions,
        "PYTHONWARNINGS": "ignore",
        **({} if path is None else {"PATH": path, "CC": None, "CXX": None}),
    }
    call([sys.executable, "-m", "pip", "--python", python, *words], env=env).well()


def clean_tree(to: Path) -> Path:
    """Write what is committed to a folder, without git."""
    archive = to.with_suffix(".tar")
    call(["git", "-C", ROOT, "archive", "-o", archive, "HEAD"]).well()
    with tarfile.open(archive) as tar:
        tar.extractall(to, filter="data")
    archive.unlink()
    return to


def build_sdist(builder: Path, tree: Path, to: Path) -> Path:
    """Build the sdist of a tree by a Python that has the build back end."""
    home = {"MINEPROOF_HOME": os.environ.get("MINEPROOF_HOME")}  # see tools/package_page.py
    call([builder, "-c", _SDIST, to], cwd=tree, env=home).well()
    (sdist,) = to.glob("*.tar.gz")
    return sdist


def build_wheel(
    python: Path, source: Path, to: Path, *options: str, path: str | None = None
) -> Path:
    """Build the wheel of a tree or an sdist for a Python."""
    pip(python, "wheel", "--no-deps", "-w", to, *options, source, path=path)
    (wheel,) = to.glob("*.whl")
    return wheel


def kept_wheel(python: Path, version: str, sdist: Path, work: Path) -> tuple[Path, bool]:
    """Return the wheel of this sdist, and whether it was built just now."""
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()[:16]
    folder = KEPT / digest / version
    if not (found := list(folder.glob("*.whl"))):
        built = build_wheel(python, sdist, work)
        _forget_others(digest)
        folder.mkdir(parents=True, exist_ok=True)
        found = [Path(shutil.move(built, folder / built.name))]
        return found[0], True
    return found[0], False


def _forget_others(digest: str) -> None:
    for folder in KEPT.glob("*"):
        if folder.name != digest:
            shutil.rmtree(folder)


def check_sdist(sdist: Path) -> str:
    """Raise Failed unless the sdist has what is built and nothing else."""
    with tarfile.open(sdist) as tar:
        names = [name.split("/", 1)[1] for name in tar.getnames() if "/" in name]
    tops = {name.split("/")[0] for name in names}
    if tops - _TOP - _MAY or _TOP - tops:
        raise Failed(f"the sdist holds {sorted(tops)}; expected {sorted(_TOP)}")
    if tools := [name for name in names if name.startswith("tools/") and name != _PROVIDER]:
        raise Failed(f"the sdist holds {tools[0]}; expected of the tools {_PROVIDER} only")
    _check_names([name.removeprefix("src/mineproof/") for name in names])
    return f"{len(names)} files, {sdist.stat().st_size // 1024} KB"


def check_wheel(wheel: Path, *, has_kernel: bool) -> str:
    """Raise Failed unless the wheel has the package and nothing else."""
    names = list(contents(wheel))
    outside = [name for name in names if not name.startswith(("mineproof/", "mineproof-"))]
    if outside:
        raise Failed(f"the wheel holds {outside[0]}; expected files of the package only")
    _check_names([name.removeprefix("mineproof/") for name in names])
    if any("/_native." in name and not name.endswith(".pyi") for name in names) != has_kernel:
        raise Failed(f"{wheel.name}: expected it {'with' if has_kernel else 'without'} the kernel")
    return f"{wheel.name}, {len(names)} files"


def _check_names(names: Iterable[str]) -> None:
    there = list(names)
    if missing := [name for name in SHIPPED if name not in there]:
        raise Failed(f"{missing[0]} is missing")
    if junk := [name for name in there if any(mark in name for mark in _JUNK)]:
        raise Failed(f"{junk[0]} is junk")


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel by name."""
    with zipfile.ZipFile(wheel) as files:
        return {name: files.read(name) for name in files.namelist() if not name.endswith("/")}


def check_same(one: Path, other: Path) -> None:
    """Raise Failed unless two wheels hold the same files, but for the kernel and their tags."""
    first, second = (_lasting(contents(wheel)) for wheel in (one, other))
    if first != second:
        differing = min(set(first.items()) ^ set(second.items()))[0]
        raise Failed(f"{differing} differs between {one} and {other}")


def _lasting(files: dict[str, bytes]) -> dict[str, bytes]:
    passing = ("RECORD", "WHEEL", ".so", ".pyd")
    return {name: data for name, data in files.items() if not name.endswith(passing)}
