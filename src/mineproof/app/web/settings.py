"""Settings: where a server keeps its games, and how much it spends on all clients."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mineproof.app.service.limits import Guests, Limits
from mineproof.app.web.proxy import Proxies
from mineproof.errors import BadInput

_NAME = "mineproof"
_FILE = "games.sqlite3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much a server spends on all clients together, and on one connection."""

    waiting: int = 100
    requests: int = 200
    """How many questions may wait for a worker, and requests for the thread that handles them."""

    gate_seconds: float = 5.0
    """How long a request may wait for that thread."""

    worker_bytes: int = 2 << 30
    """The most memory of a worker process, where the system can enforce it."""

    games: int = 20_000
    stored_bytes: int = 1_200_000_000
    """How many games are stored, and how much of the disk they take. An expert game takes about
    1 kB, the longest possible one 250 kB."""

    cells_in_memory: int = 1_000_000
    """How many cells and moves the games in memory may have together, at about 160 bytes each."""

    connections: int = 800
    connections_per_client: int = 400
    head_bytes: int = 32_768
    """How long the headers of a request may be, with its first line."""

    head_seconds: float = 10.0
    body_seconds: float = 20.0
    answer_seconds: float = 60.0
    """How long a client may take to send headers, to send a body, and to read an answer."""

    idle_seconds: int = 5
    """How long a connection stays open between two requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that decides how a server runs.

    `data` is the file with its games. `host` is a name that it is reached by, besides
    `localhost` and numeric addresses. `analysts` is how many analyses may run at once. `guests`
    are players that are not ours. `lessons` is a folder with lessons of somebody's own. `origin`
    is where a reverse proxy offers the page, and `proxies` are believed about clients.
    `public_url` is where shared links lead, if not to this server.
    """

    data: Path
    host: str = "localhost"
    analysts: int = 2
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    bounds: Bounds = Bounds()
    guests: Guests = Guests()  # noqa: RUF009 - frozen
    lessons: Path | None = None
    origin: str | None = None
    proxies: Proxies = Proxies()  # noqa: RUF009 - frozen
    public_url: str | None = None


def public_address(text: str) -> str:
    """Return an address to which shared links lead, up to its last slash; raise BadInput.

    >>> public_address("https://example.org/mines")
    'https://example.org/mines/'
    """
    try:
        told = urlsplit(text)
        is_good = told.scheme in ("http", "https") and bool(told.hostname) and told.port != 0
    except ValueError:
        is_good = False
    if not is_good or not text.isprintable() or " " in text or "?" in text or "#" in text:
        raise BadInput(f"public address {text!r}; expected one such as https://example.org/mines/")
    return text if text.endswith("/") else f"{text}/"


def data_file(
    environment: Mapping[str, str] = os.environ,
    home: Path | None = None,
    platform: str = sys.platform,
) -> Path:
    """Return the file that holds a user's games, in the system's usual place.

    >>> data_file({}, Path("/home/ada"), "linux").as_posix()
    '/home/ada/.local/share/mineproof/games.sqlite3'
    """
    return _data_folder(environment, home or _home(), platform) / _NAME / _FILE


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # HOME is not set, and the user has no entry in the user database
        raise BadInput("no home directory for the games; expected HOME or --data FILE") from None


def _data_folder(environment: Mapping[str, str], home: Path, platform: str) -> Path:
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    folder = Path(environment.get("XDG_DATA_HOME") or "")
    return folder if folder.is_absolute() else home / ".local" / "share"
