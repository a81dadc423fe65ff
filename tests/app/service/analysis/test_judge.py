"""The judge of a prove-it game never keeps the server from answering others, and judges once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.app.web.conftest import Inline, MakePage, Page

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.limits import Limits
from mineproof.app.service.messages.games import GameRequest
from mineproof.app.web.games import StoredGames
from mineproof.board.appointed import appoint, appointed
from mineproof.board.game import Act
from mineproof.board.layout import Layout
from mineproof.board.transcript import Transcript
from mineproof.errors import Overdue, Undecided
from mineproof.play import judge

CODE = "9x9/20/opening/fair#1 e5"
FAIR = Transcript.parse(CODE)


@pytest.fixture
def hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be judged quickly."""

    def quickly(*case: Any) -> Layout:
        raise Undecided(case[1])

    monkeypatch.setattr(judge, "judge_quickly", quickly)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What was judged, quickly or not."""
    [usual], cases = appointed, list[Any]()

    def noted(*case: Any) -> Layout:
        cases.append(case)
        layout: Layout = usual(*case)
        return layout

    monkeypatch.setattr(judge, "judge_quickly", noted)
    appoint(noted)
    yield cases
    appoint(usual)


def moves_of(code: str) -> list[list[int]]:
    """Return places to open one after the other: provable ones, or guesses."""
    transcript = Transcript.parse(code)
    game, places = transcript.end(), []
    while game.status.value == "playing":
        known = judge.certainty(game.view)
        covered = game.view.covered_cells()
        safe = [c for c in covered if known.get(c) is False]
        cell = (safe or [c for c in covered if not known.get(c)])[0]
        places.append([*game.grid.place(cell)])
        game.open(cell)
    return places


@pytest.mark.usefixtures("hard")
def test_a_hard_game_is_judged_by_workers_and_is_the_same_game(page: Page) -> None:
    """So is one that is read from the file, undone, or opened by its code."""
    game = page.opened(CODE)
    places = moves_of(CODE)
    page.analyst.asked.clear()
    shown = [game.move("open", *place) for place in places]
    assert shown[-1]["status"] == "won"
    assert [task for task, _ in page.analyst.asked] == ["judge_opening"] * len(places)
    page.analyst.asked.clear()
    assert game.post("/undo")["board"] == shown[-2]["board"]
    assert page.analyst.asked == []
    code = game.get("/code")["code"]
    assert page.opened(code).begun["board"] == shown[-2]["board"]
    assert [task for task, _ in page.analyst.asked] == ["judge_game"]


def test_what_was_judged_is_not_judged_again(
    make_page: MakePage, tmp_path: Path, judged: list[Any]
) -> None:
    """Neither for an undo nor for a restart, nor when the game is read from the file again."""
    page = make_page()
    game = page.begin("9x9/20", start="opening", finish="fair", seed=1)
    game.move("open", 4, 4)
    *places, last = moves_of(CODE)[:8]
    before = [game.move("open", *place) for place in places][-1]
    after = game.move("open", *last)
    assert len(judged) > len(places)
    judged.clear()
    assert game.post("/undo")["board"] == before["board"]
    assert judged == []
    assert game.move("open", *last)["board"] == after["board"]  # which is a new opening
    assert len(judged) == 1
    game.post("/restart")
    for place in (*places, last):
        game.move("open", *place)
    judged.clear()
    again = StoredGames.open(tmp_path / "games", Limits(), page.clock)
    assert again.session(game.begun["token"]).game.view.picture().split("\n") == after["board"]
    assert judged == []
    again.close()


@pytest.mark.usefixtures("hard")
def test_a_move_that_takes_too_long_to_judge_changes_nothing(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = page.opened(CODE)
    place, before, quick = moves_of(CODE)[0], game.get(), page.analyst.ask

    async def slow(_: str, __: object, seconds: float, ___: Asker) -> Json:
        raise Overdue(f"the analysis took longer than {seconds:g} seconds and was stopped")

    monkeypatch.setattr(page.analyst, "ask", slow)
    body = {"act": "open", "cell": place}
    name = FAIR.grid.name(FAIR.grid.at(*place))
    said = f"{name} could not be judged within 5 seconds; nothing has changed"
    assert game.refused("/moves", body) == (503, said)
    assert game.get() == before
    monkeypatch.setattr(page.analyst, "ask", quick)
    assert game.post("/moves", body)["opened"] > before["opened"]


class Slow(Inline):
    """An analyst who answers when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        self.is_asked.set()
        await self.may_answer.wait()
        return await super().ask(task, asked, seconds, asker)


@pytest.mark.usefixtures("hard")
def test_others_are_answered_while_a_move_is_judged(tmp_path: Path) -> None:
    async def meanwhile() -> None:
        slow, games = Slow(), StoredGames.open(tmp_path / "games", Limits())
        desk = Desk(games, slow, Limits())
        slow.may_answer.set()
        mine, other = [
            games.add(session, "") for session in [await begun(desk, CODE) for _ in range(2)]
        ]
        slow.may_answer.clear()
        slow.is_asked.clear()
        cell = FAIR.grid.place(next(iter(FAIR.end().view.hidden_cells())))
        judging = asyncio.create_task(desk.play(Asker("", mine), Act.OPEN, cell))
        await asyncio.wait_for(slow.is_asked.wait(), 30)
        assert (await desk.play(Asker("", other), Act.FLAG, cell))["moves"] == 2
        assert not judging.done()
        slow.may_answer.set()
        assert (await judging)["moves"] == 2
        games.close()

    asyncio.run(meanwhile())


async def begun(desk: Desk, code: str) -> Any:
    return await desk.new_session(GameRequest(code=code), "")
