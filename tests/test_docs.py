"""The documents are true: sessions run, commands print what is shown, links lead somewhere.

A `>>>` session in a document under docs is a doctest; all sessions of a file share one namespace.
A `console` block contains commands, each after `$ `, and what they print; all commands of a block
share a folder, and so do those of the whole tour. Times differ from run to run, so all times count
as equal. A command that needs the shell starts a Python; most do not, and run here.
"""

from __future__ import annotations

import doctest
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mineproof.app.main import main

ROOT = Path(__file__).parents[1]
DOCS = sorted(ROOT.glob("docs/**/*.md"))
PAGES = sorted({*ROOT.glob("*.md"), *DOCS})
CODE = ("benchmarks", "examples", "fuzz", "src", "tests", "tools")

_FENCE = re.compile(r"^```.*$", re.MULTILINE)
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_PATH = re.compile(r"`([\w/]+/[\w/]+\.(?:py|hpp|cpp|js|css|toml|json))`")
_ROOMS = "logic|counting|engines|agents|play|coach|stats|lab|adapters|app"
_NAME = re.compile(rf"`(?:mineproof\.)?((?:{_ROOMS})\.(?!(?:py|js)`)\w+(?:\.\w+)*)`")
_TARGET = re.compile(r"`(?:[A-Z_]+=\S+ )*make ([a-z-][\w/-]*)")
_PLAIN = re.compile(r"mineproof [^|>;$\\]*")
_TIME = re.compile(r'\d+\.\d+ [mµ]?s\b|"seconds": [-\d.e]+')


def named(pages: list[Path]) -> pytest.MarkDecorator:
    names = [page.relative_to(ROOT).as_posix() for page in pages]
    return pytest.mark.parametrize("page", pages, ids=names)


def console_blocks() -> list[str]:
    return [block for page in DOCS for block in blocks_of(page)]


def blocks_of(page: Path) -> list[str]:
    blocks: list[str] = _CONSOLE.findall(page.read_text(encoding="utf-8"))
    return ["".join(blocks)] if page.name == "tour.md" else blocks


@named(DOCS)
def test_sessions_run(page: Path) -> None:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))  # a fence would pass for output
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("block", console_blocks(), ids=lambda block: block.partition("\n")[0])
def test_commands_print_what_is_shown(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for command, shown in commands(block):
        run = run_here if _PLAIN.fullmatch(command) else run_in_shell
        assert timeless(run(command)) == timeless(shown), command


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a block, each with what is shown as its output."""
    parts = [part for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def run_here(command: str) -> str:
    """Return all that a plain command prints."""
    with CliRunner().isolation() as (_, _, both):
        main(shlex.split(command)[1:])
        sys.stderr.flush()
        return both.getvalue().decode()


def run_in_shell(command: str) -> str:
    """Return all that a command of the shell prints, where `mineproof` is ours."""
    ours = f'mineproof() {{ {shlex.quote(sys.executable)} -m mineproof.app.main "$@"; }}\n'
    plain = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        ["sh", "-c", ours + command],
        env=plain,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode()


def timeless(output: str) -> list[str]:
    """Return the lines without their times, nor the spaces that depend on how long a time is."""
    return [" ".join(_TIME.sub("TIME", line).split()) for line in output.splitlines()]


@named(PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    links = [link for link in _LINK.findall(text) if not re.match(r"[a-z]+:", link)]
    assert [link for link in links if not leads(page, link)] == []


@named(PAGES)
def test_files_and_names_that_are_mentioned_exist(page: Path) -> None:
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    homes = [ROOT, *(ROOT / "src/mineproof" / room for room in ("", "app", "app/static"))]
    paths = [path for path in _PATH.findall(text) if not any((at / path).exists() for at in homes)]
    assert paths == []
    for name in _NAME.findall(text):
        pkgutil.resolve_name(f"mineproof.{name}")


def test_targets_that_are_mentioned_exist() -> None:
    today = [page for page in PAGES if page.name != "CHANGELOG.md"]  # which has old names too
    code = (path for room in CODE for path in (ROOT / room).rglob("*.py"))
    written = [*today, *code]
    told = {name for each in written for name in _TARGET.findall(each.read_text("utf-8"))}
    known = subprocess.run(["make", "-qp"], cwd=ROOT, capture_output=True, text=True, check=False)
    targets = set(re.findall(r"^([\w/-]+):", known.stdout, re.MULTILINE))
    assert told - targets == set()


@named([page for page in DOCS if page.name != "README.md"])
def test_every_document_is_listed_for_its_readers(page: Path) -> None:
    listed = _LINK.findall((ROOT / "docs/README.md").read_text(encoding="utf-8"))
    overview = page.with_name("README.md") if page.parent != ROOT / "docs" else page
    assert overview.relative_to(ROOT / "docs").as_posix() in listed


def leads(page: Path, link: str) -> bool:
    """Tell whether a link leads to a file, and if it names a heading, to one of that file."""
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    if not anchor or not target.is_file():
        return target.exists()
    return anchor in map(slug, _HEADING.findall(target.read_text(encoding="utf-8")))


def slug(heading: str) -> str:
    """Return the anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
