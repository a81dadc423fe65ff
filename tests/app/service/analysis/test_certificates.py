"""Boards that a client asks about: the verdict, the script as a game, and the certificate."""

from __future__ import annotations

from tests.app.web.conftest import Page

from mineproof.board.game import GameStatus
from mineproof.board.transcript import Transcript
from mineproof.certificates.check import check
from mineproof.certificates.text import read_text

CLEAR = "layout/clearing 113***2 2*3*5*3 *33133* 2*102*3 11213*2 001*211 0011100"
GUESS = "layout/clearing 01*3*21 122*3*1 *221211 3*10111 *2101*1"


def test_a_board_without_a_guess_has_a_script_that_wins(page: Page) -> None:
    found = page.post("/api/certify", {"code": f"{CLEAR} d4"})
    assert (found["verdict"], found["first"], found["hardest"]) == ("no guess", [[3, 3]], "L3")
    assert found["passed"] is None
    assert check(read_text(found["certificate"])).position.is_cleared
    assert Transcript.parse(found["code"]).end().status is GameStatus.WON


def test_a_forced_guess_comes_with_its_position(page: Page) -> None:
    found = page.post("/api/certify", {"code": GUESS, "first": "d4"})
    assert (found["verdict"], found["hardest"]) == ("guess", None)
    assert found["board"][1:] == ["##2*3#1", "#221211", "##101#1", "##101#1"]
    certificate = read_text(found["certificate"])
    assert certificate.needs_guess
    check(certificate)
    assert Transcript.parse(found["code"]).end().status is GameStatus.PLAYING


def test_without_a_first_cell_all_are_tried(page: Page) -> None:
    found = page.post("/api/certify", {"code": "layout/clearing *211 12*1 0111"})
    assert found["passed"] == [[0, 1], [1, 1], [2, 0]]
    assert found["first"] == [[2, 0]]


def test_what_cannot_be_certified_is_refused(page: Page) -> None:
    for body, message in (
        ({"code": "hello"}, "'hello' is not a game id"),
        ({"code": CLEAR, "first": "z9"}, "no cell 'z9'"),
        ({"code": CLEAR, "first": "d1"}, "the first cell d1 is a mine"),
        ({"code": "1000x1000/9/none#1"}, "expected at most"),
        ({"code": "easy/opening/fair#1"}, "a fair game; expected one with a layout"),
    ):
        status, told = page.refused("POST", "/api/certify", body)
        assert status in (400, 409)
        assert message in told
