"""The static site, built once, at a plain file server, for the browser tests of the page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.app.web.browser.conftest import KEEP, browser, desk, static, visit
from tests.app.web.browser.npm import module
from tools.file_server import FileServer, serving_files
from tools.site_builder.build import FOR_TESTS, build_if_changed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["browser", "desk", "static", "visit"]  # the fixtures that are as for the served page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """As for the served page: a test that failed in a browser is tried once more."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, without the documents; built unless its sources are as they were."""
    module("pyodide/pyodide.mjs")
    if shutil.which("node") is None:
        pytest.skip("no node, which builds the site")
    return build_if_changed(FOR_TESTS)


@pytest.fixture(scope="package")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileServer]:
    with serving_files(site, tmp_path_factory.mktemp("files") / "root") as started:
        yield started


@pytest.fixture
def own_server(site: Path, tmp_path: Path) -> Iterator[FileServer]:
    """A server of one's own, to stop."""
    with serving_files(site, tmp_path / "root") as started:
        yield started


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that knows nothing of the site, except that the tour was seen."""
    opened = browser.new_context()
    settings = json.dumps({"language": "en", "theme": "light", "motion": False})
    once = f"if (!localStorage['mineproof.settings']) ({KEEP})({json.dumps(settings)})"
    opened.add_init_script(once)
    yield opened
    opened.close()


def come(context: BrowserContext, url: str) -> Page:
    """Open the page in a tab, and wait until it can be used."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("[data-ready]")
    return page
