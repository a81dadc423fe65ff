"""The static page leads to what is missing there, and to the documents where there are some."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.site_builder.page import STATIC, write_page


@pytest.mark.parametrize("with_docs", [True, False])
def test_the_help_leads_on(tmp_path: Path, *, with_docs: bool) -> None:
    (tmp_path / "python").mkdir()
    write_page(tmp_path, "python", "{}", with_docs=with_docs)
    pages = {page.name: page.read_text(encoding="utf-8") for page in tmp_path.glob("*.html")}
    (line,) = re.findall('id="help-site">.*', pages["index.html"])
    assert 'href="missing.html"' in line
    assert ('href="docs/"' in line) is with_docs
    assert any('href="docs/' in page for page in pages.values()) is with_docs
    assert "install mineproof" in pages["missing.html"]


def test_the_served_page_has_neither() -> None:
    assert 'id="help-site" hidden' in (STATIC / "index.html").read_text(encoding="utf-8")
