"""Contrast, computed from the palette: nothing that is read is paler than WCAG AA allows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

THEMES = ("light", "dark", "contrast light", "contrast dark", "classic")
ENOUGH = 4.5


def palette(static: Path, theme: str) -> dict[str, str]:
    """Return the colours of a theme as #rrggbb, by their names."""
    text = re.sub(r"/\*.*?\*/", "", (static / "css" / "palette.css").read_text(), flags=re.DOTALL)
    blocks = dict(re.findall(r'(:root|\[data-theme="\w+"\])\s*\{(.*?)\}', text, flags=re.DOTALL))
    name, _, scheme = theme.partition(" ")
    is_dark = "dark" in (name, scheme)
    own = blocks.get(f'[data-theme="{name}"]', "")
    colours = dict(re.findall(r"--([\w-]+):\s*([^;]+);", blocks[":root"] + own))
    return {key: _choose(value, is_dark) for key, value in colours.items()}


def _choose(value: str, is_dark: bool) -> str:
    pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
    return value if pair is None else pair[2 if is_dark else 1]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_what_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#0000ff", "#c0c0c0") == pytest.approx(4.72, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_digits_are_legible(static: Path, theme: str) -> None:
    colours = palette(static, theme)
    grounds = [colours["open"], colours["clue-fill"]]
    pale = {
        (digit, ground): contrast(colours[f"digit-{digit}"], ground)
        for digit in range(1, 9)
        for ground in grounds
    }
    assert min(pale.values()) >= ENOUGH, min(pale, key=lambda key: pale[key])


@pytest.mark.parametrize("theme", THEMES)
def test_words_are_legible(static: Path, theme: str) -> None:
    colours = palette(static, theme)
    pairs = [
        *[("ink", ground) for ground in ("page", "sheet", "accent-soft")],
        *[("ink-soft", ground) for ground in ("page", "sheet", "accent-soft")],
        *[("accent", ground) for ground in ("page", "sheet", "accent-soft")],
        *[("bad", ground) for ground in ("page", "sheet")],
        ("on-accent", "accent"),
        ("on-safe", "safe"),
        ("on-danger", "danger"),
        ("clue", "clue-fill"),
        *[("on-risk", ground) for ground in ("risk-low", "risk-mid", "risk-high")],
    ]
    pale = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in pale.items() if value < ENOUGH} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_signs_stand_out(static: Path, theme: str) -> None:
    """Flags, mines, outlines and the edges of buttons need 3:1, as WCAG asks of graphics."""
    colours = palette(static, theme)
    pairs = [
        ("flag", "hidden"),
        ("mine", "open"),
        ("mine", "boom"),
        ("clue", "open"),
        ("danger", "open"),
        ("focus", "focus-gap"),
        ("line-strong", "sheet"),
    ]
    pale = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in pale.items() if value < 3} == {}
