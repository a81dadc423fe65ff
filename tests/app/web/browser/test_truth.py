"""Nothing that the browser receives before the end of a game holds a mine."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, expect
from tests.app.web.browser.conftest import Visit

from mineproof.board.view import View
from mineproof.engines.exact import Exact

KEYS = {
    "token", "version", "level", "start", "no_guess", "daily", "finish", "shape", "rows", "cols",
    "mines", "status", "board", "handed_out", "changed", "opened", "moves", "mines_left", "lost_at",
    "wrong_flags", "assisted", "elapsed", "clock_runs", "figures", "seed", "can_undo",
}  # fmt: skip
ASKED = {"batch", "risks", "hint", "flags"}


def test_no_answer_tells_where_a_mine_is(visit: Visit) -> None:
    """A whole game with all the help there is, and everything read that came meanwhile."""
    page = visit(own=True)
    responses: list[Response] = []

    def keep(response: Response) -> None:
        responses.append(response)

    page.on("response", keep)
    ask_for_help(page)
    let_the_ai_finish(page)
    check_all([(response.url, response.text()) for response in responses])


def check_all(texts: list[tuple[str, str]]) -> None:
    """See that no answer before the end holds more than follows from the board."""
    before, end = until_the_end(texts)
    assert {urlsplit(url).path.rpartition("/")[2] for url, _ in before} >= ASKED
    assert end["seed"] is not None
    shown: list[str] = []
    for url, text in before:
        assert str(end["seed"]) not in text, url
        if "/api/games" in url:
            answer = json.loads(text)
            shown = check(url, answer, shown)


def ask_for_help(page: Page) -> None:
    """Begin a beginner's game: the first cell by hand, risks, a hint, flags checked."""
    page.locator("#no-guess").uncheck()
    page.locator("#play-board [data-cell='40']").click()
    expect(page.locator("#game-status")).to_have_text("Your move.")
    page.locator("#risks").click()
    page.locator("#play-board :is([data-risk], [data-sign])").first.wait_for()
    page.locator("#risks").click()
    page.keyboard.press("h")
    page.locator("#play-hint .rung").first.wait_for()
    page.locator("#check-flags").click()
    expect(page.locator("#notice")).to_be_visible()


def let_the_ai_finish(page: Page) -> None:
    page.locator("#tab-ai").click()
    page.locator("#ai-agent").select_option("safest")
    page.locator("#ai-speed").fill("20")
    page.locator("#ai-auto").click()
    expect(page.locator("#to-review")).to_be_visible(timeout=120_000)


def until_the_end(texts: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], dict[str, Any]]:
    """Return what came before the game was over, and the game that was."""
    for i, (url, text) in enumerate(texts):
        if "/api/games/" in url:
            answer = json.loads(text)
            game: dict[str, Any] = answer.get("game", answer)
            if game.get("status") in ("won", "lost"):
                return texts[:i], game
    raise AssertionError("the game did not come to its end")


def check(url: str, answer: dict[str, Any], shown: list[str]) -> list[str]:
    """See that an answer holds no more than follows from the board that was shown; return that."""
    if "frontier" in answer:
        check_odds(answer, View.from_rows(shown, mines=10))
    assert answer.get("wrong", []) == [], url
    game = answer.get("game", answer)
    if "board" not in game:
        return shown
    assert set(game) == KEYS, url
    rows = game["board"] or changed(shown, game["changed"])
    assert "*" not in "".join(rows), url
    assert [game[key] for key in ("seed", "lost_at", "wrong_flags", "figures")] == [None] * 4, url
    mines = set(Exact().look(View.from_rows(rows, mines=10)).mines)
    assert {i for i, face in enumerate("".join(rows)) if face == "F"} <= mines, url
    return rows


def changed(rows: list[str], cells: list[tuple[int, int, str]]) -> list[str]:
    """Return a board after some of its cells have changed."""
    faces = [list(row) for row in rows]
    for row, col, face in cells:
        faces[row][col] = face
    return ["".join(row) for row in faces]


def check_odds(odds: dict[str, Any], view: View) -> None:
    """See that risks are those that follow from a view."""
    place = view.grid.place
    exact = {place(cell): risk for cell, risk in Exact().look(view).risks.items()}
    told = {(row, col): risk for row, col, risk in odds["frontier"]}
    elsewhere = dict.fromkeys(exact.keys() - told.keys(), odds["elsewhere"])
    assert told | elsewhere == pytest.approx(exact, abs=1e-6)
    for name, certain in (("safe", 0), ("mines", 1)):
        assert {tuple(each) for each in odds[name]} == {c for c in exact if exact[c] == certain}
