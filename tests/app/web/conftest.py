from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from mineproof.app.json.cells import Json
from mineproof.app.service.analysis.jobs import do_job
from mineproof.app.service.analyst import Asker, read_answer, write_job
from mineproof.app.service.limits import Guests, Limits
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Settings


class Inline:
    """An analyst who does tasks at once, as a worker would, and keeps what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Mapping[str, Any]]] = []

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        del seconds, asker
        self.asked.append((task, asked))
        job = write_job(task, asked)
        return read_answer(do_job(job))


@dataclass
class Clock:
    """A clock that stands still until it is told to go on."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Page:
    """A page that talks to a server: all answers must be of one shape."""

    client: TestClient
    analyst: Inline
    clock: Clock
    bodies: list[str] = field(default_factory=list)

    def send(self, method: str, path: str, body: object = None, **wishes: Any) -> Response:
        told: dict[str, Any] = {} if body is None else {"json": body}
        response = self.client.request(method, path, **told, **wishes)
        self.bodies.append(response.text)
        if response.status_code >= 400:
            assert list(response.json()) == ["error"], response.text
            assert response.json()["error"]
        return response

    def get(self, path: str) -> Any:
        """Return what is answered, which must be no refusal."""
        response = self.send("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: object = None) -> Any:
        """Return what is answered, which must be no refusal."""
        response = self.send("POST", path, body)
        assert response.status_code in (200, 201), response.text
        return response.json()

    def refused(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """Return status and sentence of a refusal."""
        response = self.send(method, path, body)
        assert response.status_code >= 400, response.text
        return response.status_code, response.json()["error"]

    def begin(self, level: str = "easy", **wishes: object) -> GameHandle:
        return GameHandle(self, self.post("/api/games", {"level": level, **wishes}))

    def opened(self, code: str) -> GameHandle:
        """Open a transcript."""
        return GameHandle(self, self.post("/api/games", {"code": code}))


@dataclass
class GameHandle:
    """A game on the page, and how it was when it was begun."""

    page: Page
    begun: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/api/games/{self.begun['token']}"

    def get(self, what: str = "") -> Any:
        return self.page.get(self.path + what)

    def post(self, what: str, body: object = None) -> Any:
        return self.page.post(self.path + what, body)

    def refused(self, what: str, body: object = None, method: str = "POST") -> tuple[int, str]:
        return self.page.refused(method, self.path + what, body)

    def move(self, act: str, row: int, col: int, **wishes: object) -> Any:
        return self.post("/moves", {"act": act, "cell": [row, col], **wishes})


MakePage = Callable[..., Page]


@contextmanager
def page_on(file: Path, guests: Guests | None = None, **limits: Any) -> Iterator[Page]:
    """Start a server, in this process and with a clock of its own, with any guests and limits."""
    clock, analyst = Clock(), Inline()
    settings = Settings(data=file, limits=Limits(**limits), guests=guests or Guests())
    app = create_app(settings, clock=clock, analyst=analyst)
    with TestClient(app, base_url="http://localhost") as client:
        yield Page(client, analyst, clock)


@pytest.fixture
def make_page(tmp_path: Path) -> Iterator[MakePage]:
    """Start as many servers as a test wants."""
    with ExitStack() as stack:
        yield lambda file=tmp_path / "games", **limits: stack.enter_context(page_on(file, **limits))


@pytest.fixture(autouse=True)
def same_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games whose seed nobody has named be the same every time a test runs."""
    monkeypatch.setattr("secrets.randbits", Random(request.node.name).getrandbits)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A server for a whole file of tests: each has its own games, and cannot reach the others'."""
    with page_on(tmp_path_factory.mktemp("page") / "games") as page:
        yield page
