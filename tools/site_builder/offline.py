"""The service worker of the site, with the list of files that it keeps."""

from __future__ import annotations

import json
from pathlib import Path

from tools.site_builder.hashes import integrity_of

_SCRIPT = Path(__file__).with_name("service_worker.js")
_NOT_KEPT = ("docs/", "404.html")


def write_service_worker(to: Path) -> None:
    """Write the script: it changes whenever any of its files does."""
    files = {_address(name): integrity_of((to / name).read_bytes()) for name in _kept(to)}
    text = _SCRIPT.read_text(encoding="utf-8")
    told = json.dumps(files, separators=(",", ":"))
    (to / _SCRIPT.name).write_text(text.replace("/* the files */ {}", told), encoding="utf-8")


def _address(name: str) -> str:
    """Return the address of a file; that of the page names none, for a host may redirect it."""
    return "./" if name == "index.html" else name


def _kept(to: Path) -> list[str]:
    files = sorted(file for file in to.rglob("*") if file.is_file())
    names = [file.relative_to(to).as_posix() for file in files]
    return [name for name in names if not name.startswith((*_NOT_KEPT, _SCRIPT.name))]
