"""An explanation as a picture, from the server."""

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


def test_refusals(page: Page) -> None:
    assert page.refused("POST", "/api/analyse/picture", {**WISH, "format": "jpg"})[0] == 422
    assert page.refused("POST", "/api/analyse/picture", {**WISH, "cell": "z9"})[0] == 400
    clash = {**WISH, "board": ["1*1*"], "cell": "c1"}
    assert page.refused("POST", "/api/analyse/picture", {**clash, "board": ["#3"]})[0] == 400
