"""Explanations as pictures that can be shared."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from mineproof.app.text.drawings import draw_explanation
from mineproof.board.view import View
from mineproof.coach.explanation import explain
from mineproof.coach.frames import frames_of

VIEW = View.from_picture("01#1#1#")


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_pictures(lang: str) -> None:
    """PNG and GIF have captions if Pillow's own font has the letters; SVG always has them."""
    explanation = explain(VIEW, 6, language=lang)
    frames, plain = frames_of(explanation), Image.open(BytesIO(VIEW.png()))
    moving = Image.open(BytesIO(draw_explanation(VIEW, explanation, "gif")))
    assert (moving.format, getattr(moving, "n_frames", 1)) == ("GIF", len(frames))
    still = Image.open(BytesIO(draw_explanation(VIEW, explanation, "png")))
    assert (still.height > plain.height) == (moving.height > plain.height) == (lang == "en")
    svg = draw_explanation(VIEW, explanation, "svg").decode()
    assert svg.count("<text") > len(frames)
    assert "font" in svg
