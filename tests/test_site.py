"""The site that `make docs` builds: no warning, every link leads, nothing comes from elsewhere."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import pytest

import mineproof
from mineproof.coach.language import LANGUAGES
from mineproof.course.library import library

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
_ADDRESS = re.compile(r'\b(?:href|src)="([^"]*)"')
_LOADED = re.compile(r'<(?:link|script|img|iframe)\b[^>]*?\b(?:href|src)="(https?:[^"]*)"')
_ID = re.compile(r'\b(?:id|name)="([^"]+)"')


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    """The pages of the site with their HTML."""
    if find_spec("mkdocs") is None or find_spec("mkdocstrings") is None:
        pytest.skip("mkdocs is missing: pip install 'mineproof[docs]'")
    folder = tmp_path_factory.mktemp("site")
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir"]
    done = subprocess.run(
        [*build, str(folder)], cwd=ROOT, env=quiet, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    files = [file for file in folder.rglob("*.html") if file.name != "404.html"]
    return {file: file.read_text(encoding="utf-8") for file in files}


def test_links_lead_somewhere(pages: dict[Path, str]) -> None:
    anchors = {page: set(_ID.findall(text)) for page, text in pages.items()}
    for page, text in pages.items():
        links = [html.unescape(link) for link in _ADDRESS.findall(text)]
        inside = [link for link in links if link and not re.match(r"[a-z]+:", link)]
        assert [link for link in inside if not leads(page, link, anchors)] == [], page.name


def leads(page: Path, link: str, anchors: dict[Path, set[str]]) -> bool:
    """Tell whether a link leads to a file of the site, and to an anchor if it names one."""
    path, _, anchor = unquote(link).partition("#")
    target = (page.parent / path).resolve() if path else page
    if target.is_dir():
        target /= "index.html"
    return target.is_file() and (not anchor or anchor in anchors.get(target, {anchor}))


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, str]) -> None:
    assert [address for text in pages.values() for address in _LOADED.findall(text)] == []


def test_every_public_name_is_in_the_reference(pages: dict[Path, str]) -> None:
    (reference,) = (text for page, text in pages.items() if page.match("api_reference/index.html"))
    missing = [name for name in mineproof.__all__ if f'id="mineproof.{name}"' not in reference]
    assert missing == ["__version__", "play"]  # `play` is a room as well
    assert 'id="mineproof.facade.play.play"' in reference


def test_every_lesson_is_a_page_in_every_language(pages: dict[Path, str]) -> None:
    for tag in LANGUAGES:
        for lesson in library():
            text = pages[next(page for page in pages if page.match(f"{tag}/{lesson.name}.html"))]
            shown = len(lesson.texts[tag].boards) + sum(
                e.view is not None for e in lesson.exercises
            )
            assert text.count("<title>Minesweeper board") == shown, lesson.name
            assert html.escape(lesson.texts[tag].title) in text
