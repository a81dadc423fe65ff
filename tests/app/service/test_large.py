"""The largest boards: every question about them is answered, in numbers of thousands of digits."""

from __future__ import annotations

from typing import Any

import pytest
from tests.app.web.conftest import GameHandle, Page

from mineproof.app.json.cells import position_json
from mineproof.board.transcript import Transcript

CODE = "200x200/7000/opening#5 cv100"
LAYOUTS = 8027
"""How many digits their number has after the first cell."""


@pytest.fixture(scope="module")
def game(page: Page) -> GameHandle:
    return page.opened(CODE)


def test_risks_of_a_game(game: GameHandle) -> None:
    whole = game.get("/risks")
    assert len(whole["layouts"]) == LAYOUTS
    assert {len(row) for row in whole["risks"]} == {200}


def test_live_hints_and_the_card_beside_a_cell(game: GameHandle) -> None:
    """They ask for the same."""
    brief = game.get("/risks?brief=true")
    assert len(brief["layouts"]) == LAYOUTS
    assert brief["elsewhere"] == pytest.approx(0.175, abs=0.001)


@pytest.mark.parametrize("brief", [True, False])
def test_analysis(page: Page, game: GameHandle, brief: bool) -> None:
    view = Transcript.parse(CODE).end().view
    told: dict[str, Any] = page.post("/api/analyse", position_json(view) | {"brief": brief})
    assert told["layouts"] == game.get("/risks?brief=true")["layouts"]
