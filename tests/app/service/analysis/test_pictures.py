"""A position or an explanation as a picture, from the server."""

from __future__ import annotations

from base64 import b64decode

import pytest
from tests.app.web.conftest import Page

WISH = {"board": ["01#1#1#"], "mines": None, "cell": "g1"}
HEADS = {"svg": b"<svg ", "png": b"\x89PNG", "gif": b"GIF89a"}


@pytest.mark.parametrize("form", HEADS)
def test_a_picture_and_its_text(page: Page, form: str) -> None:
    told = page.post("/api/analyse/picture", {**WISH, "format": form})
    assert told["file"] == f"g1.{form}"
    assert b64decode(told["base64"]).startswith(HEADS[form])
    assert told["text"].splitlines()[-1] == "So g1 is a mine."


@pytest.mark.parametrize("form", HEADS)
def test_a_position_is_drawn_as_it_is(page: Page, form: str) -> None:
    told = page.post("/api/analyse/picture", {"board": ["1##", "###"], "mines": 2, "format": form})
    assert told["file"] == f"position.{form}"
    assert b64decode(told["base64"]).startswith(HEADS[form])
    assert told["text"] == "1##\n###\nThere are 2 mines in total."


def test_a_drawn_position_tells_its_mine_count_if_it_is_known(page: Page) -> None:
    wish = {"board": ["1#"], "format": "svg", "lang": "zh-TW"}
    drawn = [page.post("/api/analyse/picture", wish | {"mines": each}) for each in (1, None)]
    known, unknown = (b64decode(each["base64"]).decode() for each in drawn)
    assert "地雷" in known
    assert "地雷" not in unknown
    assert drawn[1]["text"] == "1#"


def test_refusals(page: Page) -> None:
    assert page.refused("POST", "/api/analyse/picture", {**WISH, "format": "jpg"})[0] == 422
    assert page.refused("POST", "/api/analyse/picture", {**WISH, "cell": "z9"})[0] == 400
    clash = {**WISH, "board": ["1*1*"], "cell": "c1"}
    assert page.refused("POST", "/api/analyse/picture", {**clash, "board": ["#3"]})[0] == 400
