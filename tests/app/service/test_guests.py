"""Guests of a server: clients choose from what its owner offers, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.app.web.conftest import Page, page_on
from tests.guests.roads import (
    AGENTS,
    ENGINES,
    FILE,
    HOSTILE,
    PROGRAM,
    STUDENT,
    each_engine,
    installed,
)

from mineproof.app.service.analysis import tasks
from mineproof.app.service.guests import guests_named
from mineproof.app.service.handlers import info
from mineproof.errors import BadInput

AGENT, ENGINE = f"{FILE}:Leftmost", f"{FILE}:Mine"
BAD = [f"{HOSTILE}:{name}" for name in ("raising", "outside", "dying")]
BAD += [f"{PROGRAM} {mode}" for mode in ("dies", "outside", "huge")]
HANGING = [f"{HOSTILE}:endless", f"{HOSTILE}:silent", f"{PROGRAM} hangs"]
GAME = "4x4/3/safe#1 a1"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("guests")
    agents = [AGENT, *AGENTS.values(), STUDENT, *BAD, *HANGING]
    with (
        installed(folder),
        page_on(folder / "games", guests_named(agents, ENGINES.values())) as page,
    ):
        yield page
    info.info_json.cache_clear()


def test_guests_are_offered(page: Page) -> None:
    told = page.get("/api/info")
    agents = {agent["name"]: agent for agent in told["agents"]}
    about = "Guesses at a cell as far to the left as possible."
    assert agents[AGENT] == {"name": AGENT, "about": about, "needs_risks": False}
    assert agents[AGENTS["program"]]["about"] == "test 7"
    assert agents[AGENTS["file"]]["about"] == "Open the first hidden cell, or a later one."
    assert agents["guest-leftmost"]["about"] == f"{about} (guest-package 1.2)"
    engines = {engine["name"]: engine for engine in told["engines"]}
    assert engines[ENGINE]["knows_risks"] is False
    assert "guest-engine" in engines


@pytest.mark.parametrize(("agent", "engine"), [(AGENT, "single"), ("guest-leftmost", ENGINE)])
def test_a_guest_moves_and_says_why(page: Page, agent: str, engine: str) -> None:
    game = page.opened("4x4/3/none#1")
    made = game.post("/ai", {"agent": agent, "engine": engine})
    assert made["move"]["name"] == "a1"
    assert made["reason"][-1]["text"] == "“It is on the left.”"


@pytest.mark.parametrize("agent", [*AGENTS.values(), STUDENT], ids=[*AGENTS, "student"])
def test_a_guest_moves_on_every_road(page: Page, agent: str) -> None:
    made = page.opened(GAME).post("/ai", {"agent": agent})
    assert (made["move"]["name"], made["by"]) == ("a3", "single")


@each_engine
def test_an_engine_proves_on_every_road(page: Page, engine: str) -> None:
    made = page.opened(GAME).post("/ai", {"agent": "never-guess", "engine": engine})
    assert (made["move"]["name"], made["by"]) == ("a3", "single")


@pytest.mark.parametrize("agent", BAD)
def test_a_fault_is_a_sentence(page: Page, agent: str) -> None:
    game = page.opened(GAME)
    status, sentence = game.refused("/ai", {"agent": agent})
    assert status == 503
    assert sentence.startswith(f"{agent}/cascade failed: ")
    assert game.get()["status"] == "playing"


@pytest.mark.parametrize("agent", HANGING)
def test_a_guest_that_hangs_is_ended(
    page: Page, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "GUEST_SECONDS", 0.3)
    status, sentence = page.opened(GAME).refused("/ai", {"agent": agent})
    assert status == 503
    assert sentence.startswith(f"{agent}/cascade failed: no move within 0.3 seconds")


@pytest.mark.parametrize(
    "name", [f"{FILE}:Failing", f"{AGENT} ", f"{AGENT}(x=1)", "os:abort", "exec:true", "cs50:x.py"]
)
def test_nothing_else_is_loaded(page: Page, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mineproof.plugins.source.load_file", lambda _: pytest.fail("loaded"))
    game = page.opened(GAME)
    for wish in ({"agent": name}, {"engine": name}, {"engine": f"single+{name}"}):
        status, sentence = game.refused("/ai", wish)
        assert (status, sentence.split(";")[1]) == (400, " expected one that this server offers")


def test_a_server_is_not_started_with_what_cannot_play(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot read"):
        guests_named([f"{tmp_path}/none.py:X"], [])
    with pytest.raises(BadInput, match="is no engine"):
        guests_named([], [f"{FILE}:first"])
