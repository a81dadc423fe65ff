"""Links that version 0.1 has shared still open what they opened then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.app.web.browser.conftest import Visit
from tests.app.web.browser.player import wait_for_faces

OLD = Path(__file__).parents[3] / "data" / "version_0.1" / "texts.json"
LINKS = json.loads(OLD.read_text())["links"]


@pytest.mark.parametrize("link", LINKS)
def test_an_old_link_shows_the_same_board(visit: Visit, link: str) -> None:
    board = "analyse-board" if link.startswith("#analyse") else "play-board"
    wait_for_faces(visit(link), LINKS[link], board)
