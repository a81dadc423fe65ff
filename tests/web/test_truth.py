"""Nothing that the browser receives before the end of a game holds a mine."""

from __future__ import annotations

import json

from playwright.sync_api import Response
from tests.web.conftest import Visit
from tools.browser import until

from mineproof.board.view import View
from mineproof.engines.analysis import analyse
from mineproof.engines.exact import Exact


def test_no_answer_tells_where_a_mine_is(visit: Visit) -> None:
    """A whole game with all the help there is, and every answer of it read."""
    page = visit()
    received: list[tuple[str, str]] = []

    def keep(response: Response) -> None:
        if "/api/games" in response.url and response.ok:
            received.append((response.url, response.text()))

    page.on("response", keep)
    page.locator("#level").select_option("beginner")
    page.locator("#play-board [data-cell='40']").click()
    until(page, "() => document.querySelector('#game-status').textContent === 'Your move.'")
    page.locator("#risks").click()
    page.keyboard.press("h")
    page.locator("#check-flags").click()
    page.locator("#tab-ai").click()
    page.locator("#ai-agent").select_option("safest")
    page.locator("#ai-speed").fill("20")
    page.locator("#ai-auto").click()
    until(page, "() => document.querySelector('#ai-auto').textContent === 'Autoplay'", seconds=60)
    page.wait_for_timeout(200)
    assert len(received) > 8
    for url, text in received:
        _check(url, json.loads(text))


def _check(url: str, answer: dict[str, object]) -> None:
    """See that a game says nothing but its view, and that all that is certain follows from it."""
    game = answer.get("game", answer)
    assert isinstance(game, dict)
    if "board" not in game or game["status"] != "playing":
        return
    assert "*" not in "".join(game["board"]), url
    assert [game[key] for key in ("seed", "lost_at", "wrong_flags", "figures")] == [None] * 4, url
    inference = analyse(Exact(), View.from_rows(game["board"], mines=10))
    flagged = [i for i, face in enumerate("".join(game["board"])) if face == "F"]
    assert set(flagged) <= set(inference.mines), url
    assert set(game) == {
        "token", "level", "start", "finish", "shape", "rows", "cols", "mines", "status", "board",
        "handed_out", "changed", "opened", "moves", "mines_left", "lost_at", "wrong_flags",
        "assisted", "elapsed", "figures", "seed", "can_undo",
    }  # fmt: skip
