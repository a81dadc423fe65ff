"""The page in a real browser: Debian's Chromium driven by Playwright, and a server to show it.

Browser tests and screenshots share it. The browser is the one that is installed, or the one that
MINEPROOF_BROWSER names; `python -m tools.browser` installs one where that is easy. Chromium's
headless shell comes first: the same engine without windows takes half the time to open a page.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REQUIRED = "required"
"""The value of MINEPROOF_BROWSER that makes a missing browser an error instead of a skip."""

NO_BROWSER = (
    "No Chromium, and so no browser tests. Install it, on Debian or Ubuntu"
    ' "apt install chromium", or name one: MINEPROOF_BROWSER=/path/to/chromium.'
)

_SHELL, _WHOLE = "chromium-headless-shell", "chromium"
_NAMES = (_SHELL, _WHOLE, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# As root there is no sandbox, and without a network no background service finds its host.
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_PATIENCE = 120.0


def find_browser() -> str | None:
    """Return the path of the browser to use, None if there is none."""
    wish = os.environ.get("MINEPROOF_BROWSER", "")
    if wish and wish != REQUIRED:
        return wish
    return next(filter(None, map(shutil.which, _NAMES)), None)


def have_browser() -> bool:
    """Find the browser, or install it, which root may on Debian and its kin."""
    if _lacks_shell() and _may_install():
        print("Installing Chromium's headless shell, a minute or two ...", flush=True)
        _apt("update")
        _apt("install", "-y", _SHELL)
        if find_browser() is None:  # not all of Debian's kin have the shell alone
            _apt("install", "-y", _WHOLE)
    return find_browser() is not None


def _lacks_shell() -> bool:
    has_wish = os.environ.get("MINEPROOF_BROWSER", REQUIRED) not in ("", REQUIRED)
    return not has_wish and shutil.which(_SHELL) is None


def _may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _apt(*words: str) -> None:
    """Run apt-get, which may fail: without a network it should not take long to say so."""
    patience = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"]
    command, nothing = ["apt-get", "-qq", *patience, *words], subprocess.DEVNULL
    subprocess.run(command, stdout=nothing, stderr=nothing, check=False)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the browser, and close it in the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(_FLAGS))
        yield browser
        browser.close()


def until(page: Page, question: str, arg: object = None, *, seconds: float = 30) -> None:
    """Wait until a function of the page's says yes.

    Playwright's own wait_for_function needs `eval`, which the page's security policy forbids.
    """
    deadline = time.monotonic() + seconds
    while not page.evaluate(question, arg):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain for {question}"
        page.wait_for_timeout(15)


class Server:
    """`mineproof serve` in a process of its own, on a free port, with its games in `data`."""

    def __init__(self, data: Path) -> None:
        """Start it, and wait until it answers."""
        self._data = data
        self._port = _free_port()
        self.url = f"http://127.0.0.1:{self._port}/"
        self.start()

    def start(self) -> None:
        """Start the process, at the same address as before."""
        command = ["serve", "--no-open", "--port", str(self._port), "--data", str(self._data)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mineproof", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait()

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait(_PATIENCE)

    def _wait(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not _answers(f"{self.url}api/info"):
            assert self._process.poll() is None, f"the server has ended: {self._process.returncode}"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.05)


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    """Run a server, and stop it in the end."""
    server = Server(data)
    try:
        yield server
    finally:
        server.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=1):
            return True
    except (URLError, OSError):
        return False


def main() -> int:
    """Have a browser, or say what to do; to fail is right only where one is required."""
    if have_browser():
        return 0
    print(NO_BROWSER, file=sys.stderr)
    return int(os.environ.get("MINEPROOF_BROWSER") == REQUIRED)


if __name__ == "__main__":
    sys.exit(main())
