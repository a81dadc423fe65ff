"""The page on a package index: no link leads nowhere there, and an sdist keeps its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import package_page

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
HOME = "https://host.example/us/mineproof"
_TARGET = re.compile(
    r"\]\(([^)]+)\)|^\[[^\]]+\]: *(\S+)|(?:src|href)=[\"']?([^\"'> ]+)", re.MULTILINE
)


def targets(text: str) -> list[str]:
    """Return where Markdown or HTML leads, in any of the forms that they have."""
    return ["".join(found) for found in _TARGET.findall(text)]


@pytest.mark.parametrize("home", ["", HOME])
def test_no_link_depends_on_where_it_is_shown(home: str) -> None:
    page = package_page.page(README, home, "1.2.3")
    assert len(targets(README)) > 20
    assert [link for link in targets(page) if not link.startswith("https://")] == []
    assert page.count("```") == README.count("```")
    assert "## What it does" in page


def test_links_lead_to_this_version() -> None:
    page = package_page.page(README, HOME, "1.2.3")
    assert f"]({HOME}/blob/v1.2.3/docs/tour.md)" in page
    assert f"![A hint on the page, opened up to its proof]({HOME}/raw/v1.2.3/docs/images/" in page


def test_without_an_address_words_stay() -> None:
    text = "![A picture](docs/a.png)\n\nSee [`play`](docs/cli.md) and [the web](https://host/).\n"
    assert package_page.page(text, "", "1") == "\n\nSee `play` and [the web](https://host/).\n"


def test_code_is_left_alone() -> None:
    text = "```\n[a](b.md)\n```\n"
    assert package_page.page(text, HOME, "1") == text


@pytest.mark.parametrize("home", ["", HOME])
def test_what_is_built_from_an_sdist_has_its_page(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINEPROOF_HOME", home)
    Path("README.md").write_text(README, encoding="utf-8")
    built = package_page.dynamic_metadata({}, {"version": "1.2.3"})
    urls = "".join(f"Project-URL: {name}, {url}\n" for name, url in built["urls"].items())
    info = f"Name: mineproof\n{urls}\n{built['readme']['text']}"
    Path("PKG-INFO").write_text(info, encoding="utf-8")
    monkeypatch.setenv("MINEPROOF_HOME", "https://elsewhere.example/")
    assert package_page.dynamic_metadata({}, {"version": "1.2.3"}) == built
    assert bool(built["urls"]) == bool(home)
