"""The page of the static site: that of the server, with the addresses of its files."""

from __future__ import annotations

import html
import json
import re
import shutil
from pathlib import Path

from tools.site_builder.hashes import digest_of
from tools.site_builder.icons import write_icons

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "mineproof" / "app" / "static"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""That of the server, with WebAssembly; who may frame the page is for the host to say."""

_PAGES = Path(__file__).with_name("pages")
_ENTRY = "js/worker/client.js"
_TO_DOCS = re.compile(r'<a href="docs/[^>]*>(.*?)</a>')
_IMPORT = re.compile(r'^import [^;]*?"(\.[\w./]+)";', re.MULTILINE)


def write_page(to: Path, python: str, first: str, *, with_docs: bool) -> None:
    """Write the page below `to`; `first` has the answers that need no Python."""
    files = to / "app" / "new"
    shutil.copytree(STATIC, files, ignore=shutil.ignore_patterns("index.html"))
    (files / "first.json").write_text(first, encoding="utf-8")
    app = f"app/{digest_of(files)}"
    files.rename(to / app)
    _write_html(to / "index.html", _page(to, app, python), with_docs=with_docs)
    shutil.copyfile(STATIC / "icon.svg", to / "icon.svg")
    write_icons(to / "icons")
    for page in sorted(_PAGES.iterdir()):
        text = page.read_text(encoding="utf-8").replace("{app}", app)
        text = text.replace("{policy}", html.escape(POLICY))
        _write_html(to / page.name, text, with_docs=with_docs)


def _write_html(to: Path, text: str, *, with_docs: bool) -> None:
    """Write a page; where there are no documents, no link leads to them."""
    to.write_text(text if with_docs else _TO_DOCS.sub(r"\1", text), encoding="utf-8")


def _page(to: Path, app: str, python: str) -> str:
    """Return index.html, whose files are in a folder that is named for what they hold."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    text = re.sub(r'\b(href|src)="((?:css|js)/|icon\.svg)', rf'\1="{app}/\2', text)
    text = text.replace('id="help-site" hidden', 'id="help-site"')
    return text.replace('<meta charset="utf-8">', _head(to, app, python), 1)


def _head(to: Path, app: str, python: str) -> str:
    site = {
        "python": f"{python}/",
        "first": f"{app}/first.json",
        "offline": "service_worker.js",
        "bytes": sum(file.stat().st_size for file in (to / python).iterdir()),
    }
    known = set(re.findall(r'href="(js/[^"]+)"', (STATIC / "index.html").read_text("utf-8")))
    known |= {"js/main.js", "js/page/first.js"}
    preloads = sorted(_needed(_ENTRY) - known)
    lines = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(POLICY)}">',
        f'<meta name="mineproof-worker" content="{html.escape(json.dumps(site))}">',
        '<meta name="theme-color" content="#1f5fbf">',
        '<link rel="manifest" href="manifest.webmanifest">',
        '<link rel="apple-touch-icon" href="icons/180.png">',
        f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{app}/first.json">',
        *(f'<link rel="modulepreload" href="{app}/{name}">' for name in preloads),
    ]
    return "\n".join(lines)


def _needed(name: str) -> set[str]:
    """Return a script with all that it imports."""
    found, queue = {name}, [name]
    while queue:
        path = STATIC / queue.pop()
        names = _IMPORT.findall(path.read_text(encoding="utf-8"))
        fresh = {_beside(path, each) for each in names} - found
        found |= fresh
        queue += sorted(fresh)
    return found


def _beside(path: Path, name: str) -> str:
    return (path.parent / name).resolve().relative_to(STATIC.resolve()).as_posix()
