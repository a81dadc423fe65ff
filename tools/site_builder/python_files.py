"""What Python needs in a browser: Pyodide, its library, and our modules with those they import."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from tools.site_builder.hashes import digest_of

ROOT = Path(__file__).parents[2]
NPM = ROOT / "build" / "npm" / "node_modules"
PYODIDE = NPM / "pyodide"
_WORKER = ROOT / "src" / "mineproof" / "app" / "static" / "js" / "worker"

_TAGS = ("--python-version=3.14", "--implementation=cp", "--abi=cp314", "--abi=none")
_PLATFORMS = ("--platform=pyemscripten_2026_0_wasm32", "--platform=any")
_REQUIREMENT = "pydantic"

_UNUSED = (  # of mineproof: what the two workers never import
    "mineproof/app/cli/*",
    "mineproof/app/main.py",
    "mineproof/app/static/*",
    "mineproof/app/tui/*",
    "mineproof/app/web/*",
    "mineproof/adapters/*",
    "mineproof/assess/homework/*",
    "mineproof/assess/starters/*",
    "mineproof/facade/*",  # which the package itself imports when asked for its names
    "mineproof/lab/*",
    "mineproof/__main__.py",
    "*.pyi",
    "*.so",
    "*/__pycache__/*",
    "*/py.typed",
)
_UNUSED_ELSEWHERE = (
    "*.dist-info/*",
    "pydantic/v1/*",
    "pydantic/mypy.py",
    "*.pyi",
    "*/py.typed",
)
_UNUSED_STD = (
    "_pyio.py",
    "_pyrepl/*",
    "argparse.py",
    "cProfile.py",
    "doctest.py",
    "ensurepip/*",
    "ftplib.py",
    "http/*",
    "idlelib/*",
    "imaplib.py",
    "lib2to3/*",
    "mailbox.py",
    "multiprocessing/*",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pydoc*",
    "smtplib.py",
    "sqlite3/*",
    "tarfile.py",
    "tomllib/mypy*",
    "turtle*",
    "unittest/*",
    "wsgiref/*",
    "xmlrpc/*",
)
_MAP = re.compile(rb"^//# sourceMappingURL=.*\n?", re.MULTILINE)


def write_python(to: Path, work: Path, kernel: Path) -> str:
    """Write the folder of Python below `to`, and return its name, which tells its content."""
    if not PYODIDE.is_dir():
        raise SystemExit('Pyodide is not there. Run "make build/npm/ready", which needs npm.')
    if not kernel.is_file():
        raise SystemExit(f'{kernel} is not there. Run "make wasm".')
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    _stage(work)
    _compile(work)
    made = work / "python"
    made.mkdir()
    _pack(work / "std", made / "python_stdlib.zip")
    (made / "modules.bin").write_bytes(_archive(work / "modules"))
    _write_scripts(made)
    shutil.copyfile(PYODIDE / "pyodide.asm.wasm", made / "pyodide.asm.wasm")
    _write_lock(made / "pyodide-lock.json")
    shutil.copyfile(kernel, made / "kernel.wasm")
    _take_snapshot(made, work)
    name = f"python/{digest_of(made)}"
    shutil.copytree(made, to / name)
    return name


# Sources


def _stage(work: Path) -> None:
    """Put the sources where they are compiled, and let node take all scripts there for modules."""
    (work / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    std, modules = work / "std", work / "modules"
    _unzip(PYODIDE / "python_stdlib.zip", std, _UNUSED_STD)
    for wheel in _wheels(work / "wheels"):
        _unzip(wheel, modules, _UNUSED_ELSEWHERE)
    source = ROOT / "src"
    for file in sorted((source / "mineproof").rglob("*")):
        name = file.relative_to(source).as_posix()
        if file.is_file() and not _is_among(name, _UNUSED):
            (modules / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, modules / name)


def _wheels(to: Path) -> list[Path]:
    """Download what our modules import, in the versions that we pin."""
    download = [sys.executable, "-m", "pip", "download", "-qq", "--only-binary=:all:"]
    pins = ["--constraint", str(ROOT / "constraints.txt")]
    where = ["--dest", str(to), *_TAGS, *_PLATFORMS]
    subprocess.run([*download, *pins, *where, _REQUIREMENT], check=True, cwd=ROOT)
    return sorted(to.glob("*.whl"))


def _unzip(archive: Path, to: Path, unused: Iterable[str]) -> None:
    with zipfile.ZipFile(archive) as files:
        wanted = [name for name in files.namelist() if not _is_among(name, unused)]
        files.extractall(to, wanted)


def _is_among(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def _compile(work: Path) -> None:
    script = Path(__file__).with_name("compile.mjs")
    subprocess.run(["node", str(script), str(PYODIDE), str(work)], check=True, cwd=ROOT)


# What the browser gets


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def _pack(folder: Path, to: Path) -> None:
    """Write a zip file that is the same for the same files."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in _files(folder):
            info = zipfile.ZipInfo(file.relative_to(folder).as_posix())
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, file.read_bytes())


def _archive(folder: Path) -> bytes:
    """Return all files of a folder in one, as js/worker/python.js unpacks it.

    Its name does not end in `.gz`: some hosts tell the browser to unpack such files.
    """
    contents = {file.relative_to(folder).as_posix(): file.read_bytes() for file in _files(folder)}
    head = json.dumps([[name, len(data)] for name, data in contents.items()]).encode()
    whole = len(head).to_bytes(4, "little") + head + b"".join(contents.values())
    return gzip.compress(whole, 9, mtime=0)


def _take_snapshot(made: Path, work: Path) -> None:
    """Write the snapshot of Python's memory with everything imported."""
    scripts = work / "scripts"
    scripts.mkdir()
    for name in ("archive.js", "snapshot.js"):
        shutil.copyfile(_WORKER / name, scripts / name)
    script, whole = Path(__file__).with_name("snapshot.mjs"), work / "snapshot.bin"
    subprocess.run(["node", script, made, scripts, whole], check=True, cwd=ROOT)
    (made / "snapshot.bin").write_bytes(gzip.compress(whole.read_bytes(), 9, mtime=0))


def _write_scripts(made: Path) -> None:
    """Write Pyodide's modules as `.js`, for not every host sends `.mjs` as JavaScript."""
    for name in ("pyodide", "pyodide.asm"):
        script = _MAP.sub(b"", (PYODIDE / f"{name}.mjs").read_bytes())
        script = script.replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        (made / f"{name}.js").write_bytes(script)


def _write_lock(to: Path) -> None:
    """Write Pyodide's list of packages without any: ours come in one archive."""
    told = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    to.write_text(json.dumps({"info": told["info"], "packages": {}}), encoding="utf-8")
