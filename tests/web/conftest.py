"""One browser and one server for all browser tests that a process runs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from playwright.sync_api import expect
from tools.browser import NO_BROWSER, REQUIRED, Server, find_browser, open_browser, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Visit(Protocol):
    """Open the page, in a browser profile of its own."""

    def __call__(
        self,
        place: str = "",
        *,
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        system: dict[str, str] | None = None,
        server: Server | None = None,
        **settings: object,
    ) -> Page:
        """Go to a hash, on a screen of this size; `settings` are those of the page."""


expect.set_options(timeout=30_000)  # patience costs nothing where all is well


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if find_browser() is None:
        (pytest.fail if os.environ.get("MINEPROOF_BROWSER") == REQUIRED else pytest.skip)(
            NO_BROWSER
        )
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served") / "games") as started:
        yield started


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Visits whose pages must not raise an error, nor break the security policy."""
    usual = server
    contexts = []
    errors: list[str] = []

    def go(
        place: str = "",
        *,
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        system: dict[str, str] | None = None,
        server: Server | None = None,
        **settings: object,
    ) -> Page:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            **(system or {}),  # type: ignore[arg-type]
        )
        contexts.append(context)
        chosen = json.dumps({"language": "en", "theme": "light"} | settings)
        keep = f"localStorage['mineproof.settings'] ??= JSON.stringify({chosen})"
        context.add_init_script(f"if (location.protocol === 'http:') {keep}")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: _note(errors, message.type, message.text))
        page.goto((server or usual).url + place)
        page.wait_for_selector("[data-ready]")
        return page

    yield go
    for context in contexts:
        context.close()
    assert errors == []


def _note(errors: list[str], kind: str, text: str) -> None:
    """Keep what the console reports as an error; a refused request is the page's to explain."""
    if kind == "error" and not text.startswith("Failed to load resource"):
        errors.append(text)


@pytest.fixture(scope="session")
def static() -> Path:
    """The folder of the page's own files."""
    return Path(__file__).parents[2] / "src" / "mineproof" / "app" / "static"
