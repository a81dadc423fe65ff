"""Drawn boards: every cell is there, everything said about cells is shown, and files are sound."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from tests.strategies import grids

from mineproof.board.drawings import colours
from mineproof.board.drawings.cells import MARKS
from mineproof.board.drawings.colours import Colour
from mineproof.board.drawings.shapes import Canvas, Disc, Label, Line, Polygon
from mineproof.board.game import Game
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.errors import BadGrid, BadInput, UnknownName
from mineproof.facade.analysis import analyse

GOLDEN = Path(__file__).parents[2] / "data" / "drawings" / "corner.svg"
CORNER = View.from_picture("1F 2# #*", mines=3)
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in parsed(svg).iter(f"{SVG}text")]


def tips(svg: str) -> list[str]:
    return [each.text or "" for each in parsed(svg).iterfind(f".//{SVG}path/{SVG}title")]


def canvas(view: View, **said: Any) -> Canvas:
    return view._canvas(said.get("marks"), said.get("risks"), said.get("lit", ()), "")


def cells(drawn: Canvas) -> list[Polygon]:
    """The polygons of cells; the first two are the ground, and signs are not rounded."""
    rounded = [each for each in drawn.shapes if isinstance(each, Polygon) and each.rounding]
    return rounded[2:]


def tipless(drawn: Canvas) -> list[object]:
    return [replace(each, tip="") if isinstance(each, Polygon) else each for each in drawn.shapes]


def test_the_same_file_as_before() -> None:
    marks, risks = {"b2": "guess", "b1": "mine"}, {"b2": 1 / 3, "a3": 0.25}
    assert CORNER.svg(marks=marks, risks=risks, lit=["a1"]) == GOLDEN.read_text()


@settings(max_examples=40)
@given(grids(), st.data())
def test_every_board_is_sound_xml_with_one_polygon_per_cell(grid: Grid, data: Any) -> None:
    faces = data.draw(st.binary(min_size=grid.size, max_size=grid.size))
    view = View(grid, bytes(face % 12 for face in faces))
    some = st.integers(0, grid.size - 1)
    said = {
        "marks": data.draw(st.dictionaries(some, st.sampled_from(list(MARKS)))),
        "risks": data.draw(st.dictionaries(some, st.floats(0, 1))),
        "lit": data.draw(st.sets(some)),
    }
    assert parsed(view.svg(**said, title=data.draw(st.text()))).tag == f"{SVG}svg"
    drawn = canvas(view, **said)
    assert len(cells(drawn)) == grid.size
    letters = [each for each in drawn.shapes if isinstance(each, Label)]
    assert len(letters) >= grid.rows + grid.cols + sum(0 < code < 9 for code in view.cells)
    for shape in drawn.shapes:
        points = shape.points if isinstance(shape, Polygon | Line) else (shape.centre,)
        assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in points)


@pytest.mark.parametrize("shape", Shape)
def test_cells_do_not_overlap(shape: Shape) -> None:
    view = View.hidden(Grid(4, 5, shape))
    centres = []
    for each in cells(canvas(view)):
        xs, ys = zip(*each.points, strict=True)
        centres.append((sum(xs) / len(xs), sum(ys) / len(ys)))
    gaps = [
        ((a - c) ** 2 + (b - d) ** 2) ** 0.5
        for number, (a, b) in enumerate(centres)
        for c, d in centres[:number]
    ]
    assert min(gaps) == pytest.approx(28)


def test_a_hex_board_shows_who_touches_whom() -> None:
    grid = Grid(4, 4, Shape.HEX)
    middle = {}
    for cell, each in enumerate(cells(canvas(View.hidden(grid)))):
        xs, ys = zip(*each.points, strict=True)
        middle[cell] = (sum(xs) / 6, sum(ys) / 6)
    for cell, (x, y) in middle.items():
        near = [
            c
            for c, (a, b) in middle.items()
            if c != cell and ((a - x) ** 2 + (b - y) ** 2) ** 0.5 < 28.1
        ]
        assert tuple(near) == grid.neighbours(cell)


def test_a_torus_has_a_dashed_frame() -> None:
    drawn = [canvas(View.hidden(Grid(3, 4, shape))) for shape in (Shape.SQUARE, Shape.TORUS)]
    lines = [sum(isinstance(each, Line) for each in its.shapes) for its in drawn]
    assert lines == [0, 2 * (3 + 4)]


def test_names_of_rows_and_columns() -> None:
    assert texts(View.hidden(Grid(2, 28)).svg())[24:] == ["y", "z", "aa", "ab", "1", "2"]


def test_risks_are_rounded_and_only_certainty_is_0_or_100() -> None:
    view = View.hidden(Grid(1, 8))
    risks = dict(enumerate((0, 0.004, 0.005, 1 / 3, 0.125, 0.994, 0.996, 1)))
    want = ["0%", "<1%", "1%", "33%", "13%", "99%", ">99%", "100%"]
    shown = texts(view.svg(risks=risks))[9:]
    assert sorted(shown) == sorted(want)
    assert "a1: risk 0.0%" in tips(view.svg(risks=risks))
    assert "d1: risk 33.3%" in tips(view.svg(risks=risks))


def test_risks_of_open_cells_are_not_shown() -> None:
    assert View.from_picture("1#").svg(risks={"a1": 0.5}) == View.from_picture("1#").svg()


def test_what_is_certain_hides_a_risk_and_a_guess_does_not() -> None:
    view = View.from_picture("##")
    for mark in ("safe", "mine"):
        assert "50%" not in texts(view.svg(marks={"a1": mark}, risks={"a1": 0.5}))
    for mark, sign in (("guess", "?"), ("best", None)):
        assert "50%" in texts(view.svg(marks={"a1": mark}, risks={"a1": 0.5}))
        assert ("?" in texts(view.svg(marks={"a1": mark}))) == (sign == "?")


@pytest.mark.parametrize("mark", list(MARKS))
@pytest.mark.parametrize("picture", ["1#", "F#", "##", "*#"])
def test_every_mark_is_seen_and_told(mark: str, picture: str) -> None:
    view = View.from_picture(picture)
    marked = canvas(view, marks={"a1": mark})
    assert tipless(marked) != tipless(canvas(view))
    assert tips(view.svg(marks={"a1": mark}))[0].startswith("a1: ")
    assert ": a1." in marked.description


def test_cells_by_number_or_name() -> None:
    assert CORNER.svg(marks={3: "safe"}, lit=[0]) == CORNER.svg(marks={"b2": "safe"}, lit=["a1"])


@pytest.mark.parametrize(
    ("more", "error", "told"),
    [
        ({"marks": {"b2": "<x>"}}, UnknownName, "unknown mark '<x>'; expected safe, mine, guess"),
        ({"marks": {"z9": "safe"}}, BadGrid, "no cell 'z9'"),
        ({"risks": {6: 0.5}}, BadGrid, "no cell 6"),
        ({"risks": {"b2": 1.5}}, BadInput, "a risk of 1.5 at b2; expected 0 to 1"),
        ({"risks": {"b2": float("nan")}}, BadInput, "a risk of nan at b2; expected 0 to 1"),
        ({"lit": ["b9"]}, BadGrid, "no cell 'b9'"),
    ],
)
def test_bad_input(more: dict[str, Any], error: type[BadInput], told: str) -> None:
    with pytest.raises(error, match=told):
        CORNER.svg(**more)


def test_text_is_escaped_and_said() -> None:
    svg = CORNER.svg(title='<b> & "c" \x00', marks={"b2": "safe"}, risks={"a3": 0.2})
    title, desc, *_ = parsed(svg)
    assert title.text == '<b> & "c" '
    assert desc.text == (
        "Cells: open 2, hidden 2, flagged 1, mined 1. Certainly safe: b2."
        " Least risk: a3 with 20.0%."
    )
    assert (
        parsed(View.hidden(Grid(2, 3, Shape.HEX), 2).svg())[0].text
        == "Minesweeper hex board, 2 x 3, 2 mines"
    )


def test_nothing_is_loaded_and_nothing_has_an_id() -> None:
    root = parsed(analyse(View.from_picture("##1# ####", mines=3)).svg())
    names = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert names <= {"svg", "title", "desc", "g", "path", "circle", "text"}
    assert not [each for each in root.iter() if {"id", "href", "style", "class"} & set(each.attrib)]


def test_a_lost_game_shows_why() -> None:
    game = Game.on(Layout.from_picture("*.* ..."), Finish.CLEARING)
    game.flag("b1")
    game.flag("c1")
    assert game.svg() == game.view.svg()
    game.open("a1")
    assert game.svg() == game.view.svg(marks={"a1": "lost", "b1": "wrong"}) == game._repr_svg_()
    assert game.png() == game.view.png(marks={"a1": "lost", "b1": "wrong"})
    assert game.svg() in (game._repr_html_() or "")
    drawn = canvas(game.view, marks={"a1": "lost", "b1": "wrong"})
    assert sum(isinstance(each, Disc) for each in drawn.shapes) == 1
    assert "mined 1. A wrong flag: b1. The mine that lost the game: a1." in drawn.description


def test_an_analysis_draws_what_it_knows() -> None:
    view = View.from_picture("##1# ####", mines=3)
    found = analyse(view)
    svg = found.svg()
    assert {"a1: certainly a mine", "b1: risk 20.0%"} <= set(tips(svg))
    assert found._repr_svg_() == svg == view.svg(marks={0: "mine", 4: "mine"}, risks=found.risks)
    assert svg in (found._repr_html_() or "")
    assert tips(analyse(view, "single").svg()) == []  # it knows no risks


def test_a_notebook_is_not_flooded() -> None:
    huge = View.hidden(Grid(1000, 1000))
    assert huge._repr_svg_() is huge._repr_html_() is None


@pytest.mark.parametrize("digit", "12345678")
def test_digits_are_readable(digit: str) -> None:
    def luminance(code: str) -> float:
        return Colour(*bytes.fromhex(code[1:])).luminance

    for ground in (colours.OPEN, colours.CLUE_FILL):
        light, dark = luminance(ground), luminance(colours.DIGITS[digit])
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("risk", [0, 0.25, 0.5, 0.75, 1])
def test_risks_are_readable(risk: float) -> None:
    ink = Colour(*bytes.fromhex(colours.INK[1:])).luminance
    assert (colours.RISKS.at(risk).luminance + 0.05) / (ink + 0.05) >= 4.5


# --- PNG ------------------------------------------------------------------------------------------


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("scale", [1, 2, 2.5])
def test_a_png_has_the_size_and_the_colours_of_the_drawing(scale: float) -> None:
    marks = {"b2": "safe"}
    data, drawn = CORNER.png(marks=marks, scale=scale), canvas(CORNER, marks=marks)
    picture = opened(data)
    assert picture.size == (round(drawn.width * scale), round(drawn.height * scale))
    for each in cells(drawn):
        x, y = (round(at * scale) for at in each.points[0])
        assert picture.getpixel((x, y)) == tuple(bytes.fromhex(each.fill[1:]))
    assert CORNER.png(marks=marks, scale=scale) == data


def test_letters_are_in_a_png() -> None:
    one, other = (opened(View.from_picture(text).png()) for text in ("1#", "2#"))
    assert one.tobytes() != other.tobytes()


@pytest.mark.parametrize("scale", [0, -1, 101, float("nan")])
def test_a_scale_that_is_none(scale: float) -> None:
    with pytest.raises(BadInput, match="expected more than 0 and at most 100"):
        CORNER.png(scale=scale)


def test_a_png_that_would_be_too_large() -> None:
    with pytest.raises(BadInput, match=r"pixels are too many for PNG; expected at most 16 million"):
        View.hidden(Grid(40, 40)).png(scale=10)


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BadInput, match=r"^PNG needs Pillow: pip install 'mineproof\[png\]'$"):
        CORNER.png()
