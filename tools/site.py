"""What mkdocs needs to turn the documents into a site: `make docs` calls these hooks.

- The navigation is that of docs/README.md: its headings, and the pages that it links to.
- The lessons of the course are pages, made from their files (`site_lessons.py`).
- The API reference has a page for `import mineproof` and one for each room, made from docstrings.
- Links that leave docs/ work on GitHub, and must work in the site. A document elsewhere becomes a
  page of the site; any other file is copied as text into `source/`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from tools import site_lessons

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

ROOMS = ("board", "logic", "counting", "engines", "agents", "stats", "play", "coach", "lab")
"""The rooms that have a page in the API reference, from the inside out."""

_FACADE = (
    "mineproof.facade.play.play",  # its name in the package is taken by the room
    *(
        f"mineproof.facade.coach.{result}"
        for result in ("ViewHint", "ViewExplanation", "BestMoves", "GameReview", "NoGuessBoard")
    ),
)
"""What belongs to `import mineproof` and is not found there by name."""

_LINK = re.compile(r"(\]\()([^)\s]+)(\))")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


# Hooks


def on_config(config: Any) -> Any:
    """Lay out the navigation, and make anchors as GitHub does."""
    lessons = {"Lessons": site_lessons.nav()}
    config.nav = [*_nav(), lessons, {"API reference": [_page(room) for room in ("", *ROOMS)]}]
    config.mdx_configs.setdefault("toc", {})["slugify"] = slug
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the API reference, the lessons, and what documents link to outside docs/."""
    from mkdocs.structure.files import File

    for room in ("", *ROOMS):
        files.append(File.generated(config, _page(room), content=_api_page(room)))
    for path, text in site_lessons.pages():
        files.append(File.generated(config, path, content=text))
    for target in sorted(_outside()):
        text = (ROOT / target).read_text(encoding="utf-8")
        files.append(File.generated(config, site_path(target), content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001
    """Make the links of a page lead to where things are in the site."""
    here = _repository_path(page.file.src_uri)
    return markdown if here is None else relinked(markdown, here)


# Navigation


def _nav() -> Iterator[dict[str, Any] | str]:
    """Yield the start page and the sections of docs/README.md, each page once."""
    yield "README.md"
    seen = {"README.md"}
    _, *parts = _HEADING.split((DOCS / "README.md").read_text(encoding="utf-8"))
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        links = [path for _, path, _ in _LINK.findall(text) if "#" not in path]
        pages = dict.fromkeys(site_path(_target("docs", path)) for path in links)
        yield {heading: [page for page in pages if page.endswith(".md") and page not in seen]}
        seen.update(pages)


# The API reference


def _page(room: str) -> str:
    return f"api_reference/{room or 'index'}.md"


def _api_page(room: str) -> str:
    """Return the page of a room: what it is for, then its modules one after the other."""
    title, whole = (room, f"mineproof.{room}") if room else ("import mineproof", "mineproof")
    head = f"# {title}\n\n::: {whole}\n    options:\n      show_root_heading: false\n"
    return head + "".join(f"\n::: {name}\n" for name in (_modules(room) if room else _FACADE))


def _modules(room: str) -> Iterator[str]:
    """Yield the modules of a room by their full names, then those of its folders."""
    files = (ROOT / "src" / "mineproof" / room).rglob("*.py")
    for file in sorted(files, key=lambda file: (file.parent, file.name)):
        name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
        if name != f"mineproof.{room}.__init__":
            yield name.removesuffix(".__init__")


# Links


def relinked(markdown: str, here: PurePosixPath) -> str:
    """Return the text of a document with its links as the site needs them; code stays as it is."""
    pieces = _FENCE.split(markdown)
    for i in range(0, len(pieces), 2):
        pieces[i] = _LINK.sub(lambda link: link[1] + _moved(link[2], here) + link[3], pieces[i])
    return "".join(pieces)


def _moved(link: str, here: PurePosixPath) -> str:
    path, mark, anchor = link.partition("#")
    if not path or re.match(r"[a-z]+:", path):
        return link
    target = site_path(_target(here.parent, path))
    return os.path.relpath(target, Path(site_path(here)).parent) + mark + anchor


def _target(folder: PurePosixPath | str, path: str) -> PurePosixPath:
    """Return the file that a link means; for a folder, its README."""
    target = PurePosixPath(os.path.normpath(PurePosixPath(folder) / path))
    return target / "README.md" if (ROOT / target).is_dir() else target


def site_path(path: PurePosixPath) -> str:
    """Return where a file of the repository is in the site.

    >>> site_path(PurePosixPath("docs/lab.md")), site_path(PurePosixPath("CHANGELOG.md"))
    ('lab.md', 'project/CHANGELOG.md')
    >>> site_path(PurePosixPath("tools/site.py"))
    'source/tools/site.py.txt'
    >>> site_path(PurePosixPath(".github/workflows/release.yml"))
    'source/github/workflows/release.yml.txt'
    """
    if path.is_relative_to("docs"):
        return path.relative_to("docs").as_posix()
    shown = PurePosixPath(*(part.lstrip(".") for part in path.parts))  # mkdocs skips hidden files
    return f"project/{shown}" if path.suffix == ".md" else f"source/{shown}.txt"


def _repository_path(site: str) -> PurePosixPath | None:
    """Return where a page of the site comes from; None if it was made for the site."""
    if site.startswith(("api_reference/", f"{site_lessons.FOLDER}/")):
        return None
    path = PurePosixPath(site)
    return path.relative_to("project") if path.is_relative_to("project") else "docs" / path


def _outside() -> set[PurePosixPath]:
    """Return the files outside docs/ that documents link to, and those that these link to."""
    found: set[PurePosixPath] = set()
    waiting = [PurePosixPath(page.relative_to(ROOT).as_posix()) for page in DOCS.rglob("*.md")]
    while waiting:
        page = waiting.pop()
        for target in _links(page):
            if not target.is_relative_to("docs") and target not in found:
                found.add(target)
                waiting.extend([target] * (target.suffix == ".md"))
    return found


def _links(page: PurePosixPath) -> Iterator[PurePosixPath]:
    text = _FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    for _, link, _ in _LINK.findall(text):
        path = link.partition("#")[0]
        if path and not re.match(r"[a-z]+:", path):
            yield _target(page.parent, path)


def slug(heading: str, separator: str) -> str:
    """Return the anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", separator)
