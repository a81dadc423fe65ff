"""Build: every part of the site, in a folder beside the last one, which it then replaces."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock
from tools.site_builder.hashes import digest_of, integrity_of
from tools.site_builder.offline import write_service_worker
from tools.site_builder.page import write_page
from tools.site_builder.python_files import write_python
from tools.wasm import KERNEL

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "site_work"
FOR_TESTS = ROOT / "build" / "site_for_tests"


def build(to: Path, *, with_docs: bool = True) -> None:
    """Write the site, the documents in docs/ if wished."""
    fresh = WORK / "site"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    python = write_python(fresh, WORK / "python", KERNEL)
    write_page(fresh, python, _first_answers(), with_docs=with_docs)
    if with_docs:
        _write_docs(fresh / "docs")
    write_service_worker(fresh)
    shutil.rmtree(to, ignore_errors=True)
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(fresh, to)


def build_if_changed(folder: Path) -> Path:
    """Build the site without the documents in a folder, if its sources have changed; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        made, now = folder / "made", _sources()
        if not made.exists() or made.read_text(encoding="utf-8") != now:
            build(folder / "site", with_docs=False)
            made.write_text(now, encoding="utf-8")
    return folder / "site"


def _sources() -> str:
    """Return a name for what the site is made of."""
    folders = (ROOT / each for each in ("src/mineproof", "tools/site_builder"))
    files = (ROOT / "Makefile", ROOT / "constraints.txt", KERNEL)  # versions are in the first two
    there = (file.read_bytes() for file in files if file.is_file())
    return " ".join([*(digest_of(each, "*.pyc") for each in folders), *map(integrity_of, there)])


def _first_answers() -> str:
    """Return the answers that need no Python, as JSON."""
    script, work = Path(__file__).with_name("first.mjs"), WORK / "python"
    command = ["node", str(script), str(work / "python"), str(work / "modules")]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def _write_docs(to: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(to)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, check=True, cwd=ROOT, env=quiet)
