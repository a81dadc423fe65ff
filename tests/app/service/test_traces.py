"""Traces for the page: all steps in pages, made once, and cut with a word about it."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.app.web.conftest import Page

from mineproof.agents.entrant import Entrant
from mineproof.app.service.analysis import traces
from mineproof.app.service.traces import Trace, latest_traces
from mineproof.board.game import Game
from mineproof.board.view import View
from mineproof.play.replay import Replay
from mineproof.play.trace import trace, trace_view

ENGINE = 'resolution(hints="at once")'
STUCK = "4x4/3/list3#98"


def test_pages_make_up_the_trace(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "PAGE", 90)
    asked = len(page.analyst.asked)
    answers = [page.post("/api/trace", {"code": STUCK, "page": number}) for number in range(3)]
    assert len(page.analyst.asked) == asked + 1
    steps = [step for answer in answers for step in answer["steps"]]
    assert steps == list(trace(Game.of(STUCK), Entrant(engine=ENGINE)))
    assert {answer["total"] for answer in answers} == {len(steps)}
    assert answers[0]["pages"] == 3
    status, sentence = page.refused("POST", "/api/trace", {"code": STUCK, "page": 3})
    assert (status, sentence) == (400, "page 3; expected 0 to 2")


def test_a_stuck_game_says_why(page: Page) -> None:
    answer = page.post("/api/trace", {"code": STUCK, "engine": ENGINE})
    assert answer["outcome"] == "stuck"
    assert answer["groups"] == [
        {"cells": [11, 15], "cause": "several layouts", "certain": [], "layouts": "2"}
    ]


def test_too_many_steps_are_cut(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "MOST", 50)
    answer = page.post("/api/trace", {"code": "5x5/4/list#89"})
    assert answer["outcome"] is None
    assert answer["total"] == len(answer["steps"]) == 50
    whole = trace(Game.of("5x5/4/list#89"), Entrant(engine=ENGINE))
    assert answer["steps"] == list(islice(whole, 50))
    position = page.post("/api/analyse/trace", {"board": ["#####", "12221", "00000"]})
    assert (position["outcome"], position["total"]) == (None, 50)


def test_a_position_is_traced_and_says_why_it_is_stuck(page: Page) -> None:
    board = ["####", "1#21", "0000"]
    answer = page.post("/api/analyse/trace", {"board": board, "mines": 2})
    view = View.from_rows(board, 2)
    assert answer["steps"] == list(trace_view(view, "resolution(hints='at once')"))
    replay = Replay(answer["steps"])
    sizes = [len(replay.state_at(number).kb) for number in range(answer["total"])]
    assert answer["largest_kb"] == max(sizes)
    stuck = page.post("/api/analyse/trace", {"board": ["#F", "11"]})
    assert stuck["outcome"] == "stalled"
    assert [group["cause"] for group in stuck["groups"]] == ["several layouts"]
    impossible = page.post("/api/analyse/trace", {"board": ["#3"]})
    assert (impossible["outcome"], impossible["groups"]) == ("contradiction", [])


def test_the_moves_of_a_transcript_are_not_made(page: Page) -> None:
    answer = page.post("/api/trace", {"code": f"{STUCK} Fa1"})
    assert answer["steps"][0]["game"] == STUCK
    assert answer["outcome"] == "stuck"


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"code": "nonsense"}, "nonsense"),
        ({"code": "201x9/99/list#1"}, "a board of 201 rows"),
        ({"code": STUCK, "engine": "thinker"}, "thinker"),
        ({"code": STUCK, "engine": "os:system"}, "os:system"),
    ],
)
def test_what_cannot_be_traced_is_refused(page: Page, wish: dict[str, str], sentence: str) -> None:
    status, told = page.refused("POST", "/api/trace", wish)
    assert status == 400
    assert sentence in told


def test_the_latest_traces_are_kept() -> None:
    kept = latest_traces(most_bytes=10)
    for name in "abcd":
        kept.keep(name, Trace({}, ("xxxx",)))
    assert [bool(kept.get(name)) for name in "abcd"] == [False, False, True, True]
    assert kept.get("c")
    kept.keep("e", Trace({}, ("xxxx",)))
    assert [bool(kept.get(name)) for name in "cde"] == [True, False, True]
    kept.keep("e", Trace({}, ("x" * 20,)))
    assert [bool(kept.get(name)) for name in "ce"] == [False, True]
