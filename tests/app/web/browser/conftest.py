"""One browser and one server for all browser tests that a process runs in a row."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from playwright.sync_api import expect
from tools.browser import NO_BROWSER, REQUIRED, Server, find_browser, open_browser, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Page


class Visit(Protocol):
    """Open the page in a browser that knows nothing of it."""

    def __call__(
        self,
        place: str = "",
        *,
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        own: bool = False,
        system: dict[str, str] | None = None,
        fails: str = "",
        **settings: object,
    ) -> Page:
        """Go to a hash, on a screen of this size; `settings` are those of the page.

        `own` gives a browser profile of its own, for who listens to requests or changes them.
        Requests to addresses that contain `fails` are meant to fail.
        """


expect.set_options(timeout=30_000)  # patience costs nothing where all is well


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a test that failed in a browser once more; the summary names it if it then passes."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if find_browser() is None:
        (pytest.fail if os.environ.get("MINEPROOF_BROWSER") == REQUIRED else pytest.skip)(
            NO_BROWSER
        )
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served") / "games") as started:
        yield started


@pytest.fixture(scope="package")
def desk(browser: Browser) -> Iterator[Page]:
    """One page for all visits that need nothing special: a new one costs three times as much."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def visit(browser: Browser, server: Server, desk: Page) -> Iterator[Visit]:
    """Visits whose pages must not raise an error, nor break the security policy."""
    visitors: list[_Visitor] = []

    def go(
        place: str = "",
        *,
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        own: bool = False,
        system: dict[str, str] | None = None,
        fails: str = "",
        **settings: object,
    ) -> Page:
        is_shared = not (touch or own or visitors)
        page = (
            desk if is_shared else browser.new_context(has_touch=touch, is_mobile=touch).new_page()
        )
        visitor = _Visitor(page, is_shared=is_shared, fails=fails)
        visitors.append(visitor)
        visitor.forget(server.url, {"language": "en", "theme": "light", "motion": False} | settings)
        visitor.dress(size, system or {})
        visitor.come(server.url + place)
        return page

    yield go
    errors = [error for visitor in visitors for error in visitor.leave()]
    assert errors == []


DEAD = "net::ERR_CONNECTION_REFUSED"
"""What Chromium writes to the console, whatever a page does, when nobody listens."""


class _Visitor:
    """One visit to a page, and what went wrong there."""

    def __init__(self, page: Page, *, is_shared: bool, fails: str) -> None:
        self._page = page
        self._is_shared = is_shared
        self._fails = fails
        self._errors: list[str] = []

    def forget(self, url: str, settings: dict[str, object]) -> None:
        """Leave the page of before, forget what the browser has kept, and take these settings."""
        self._page.mouse.move(0, 0)
        self._page.goto(f"{url}icon.svg")  # of the same origin, and no more than a drawing
        self._page.on("pageerror", self._raised)
        self._page.on("console", self._logged)
        self._page.evaluate(KEEP, json.dumps(settings))

    def dress(self, size: tuple[int, int], system: dict[str, str]) -> None:
        """Make the screen as large as this, and the system wish for this and nothing else."""
        self._page.set_viewport_size({"width": size[0], "height": size[1]})
        wishes = ("color_scheme", "contrast", "forced_colors", "reduced_motion")
        nothing: dict[str, Any] = dict.fromkeys(wishes, "null")
        self._page.emulate_media(**(nothing | system))

    def come(self, address: str) -> None:
        """Open the page."""
        self._page.goto(address)
        self._page.wait_for_selector("[data-ready]")

    def leave(self) -> list[str]:
        """Look away, and return the errors that there were.

        A shared page stays open: the next visit goes on from there in the same process, which a
        blank page in between would end.
        """
        self._page.remove_listener("pageerror", self._raised)
        self._page.remove_listener("console", self._logged)
        if not self._is_shared:
            self._page.context.close()
        return self._errors

    def _raised(self, error: Error) -> None:
        self._errors.append(str(error))

    def _logged(self, message: ConsoleMessage) -> None:
        """Keep what is reported as an error, but for the browser's own lines on a dead server."""
        url = message.location["url"]
        is_meant = bool(self._fails) and self._fails in url
        if message.type == "error" and not (is_meant or DEAD in message.text):
            self._errors.append(f"{message.text} {url}")


KEEP = """settings => {
    localStorage.clear();
    localStorage["mineproof.settings"] = settings;
    localStorage["mineproof.tour"] = "true"; // it was seen
}"""


@pytest.fixture(scope="session")
def static() -> Path:
    """The folder of the page's own files."""
    return Path(__file__).parents[4] / "src" / "mineproof" / "app" / "static"
