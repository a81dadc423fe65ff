"""Formats that hold layouts and views: there and back, and the no."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cells_of, positions

from mineproof.board.formats import FORMATS, Format, format_named, format_of
from mineproof.board.formats.values import (
    Holds,
    Replay,
    as_layout,
    as_replay,
    as_view,
    kind,
)
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import effort
from mineproof.board.metrics.zini import eight_way_zini, human_zini, zini
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.errors import BadFile, BadInput, UnknownName

WRITABLE = [form for form in FORMATS if form.writer]


def named(forms: list[Format]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("form", forms, ids=lambda form: form.name)


@st.composite
def square_layouts(draw: st.DrawFn, max_side: int = 40) -> Layout:
    sides = st.integers(1, max_side)
    grid = Grid(draw(sides), draw(sides))
    return Layout(grid, draw(st.frozensets(cells_of(grid))))


square_views = positions(max_side=9).filter(lambda pair: pair[1].grid.shape is Shape.SQUARE)


# --- there and back -------------------------------------------------------------------------------


@named([form for form in WRITABLE if form.holds is not Holds.GAME])
@given(layout=square_layouts())
def test_a_layout_survives(form: Format, layout: Layout) -> None:
    assert as_layout(form.read(form.write(layout))) == layout


@given(layout=square_layouts())
def test_a_layout_survives_as_a_transcript(layout: Layout) -> None:
    form = format_named("transcript")
    assert as_layout(form.read(form.write(layout))) == layout


@given(pair=square_views)
def test_a_view_survives(pair: tuple[Layout, View]) -> None:
    view = View(pair[1].grid, pair[1].cells, len(pair[0].mines))
    assert format_named("mine").read(format_named("mine").write(view)) == view
    picture = format_named("picture")
    assert picture.read(picture.write(view)) == View(view.grid, view.cells)


def test_a_game_survives_as_a_transcript() -> None:
    replay = Replay(Transcript.parse("easy/opening#1 d4 Fb2"))
    form = format_named("transcript")
    assert form.read(form.write(replay)) == replay


@named(WRITABLE)
def test_what_is_read_is_what_the_format_holds(form: Format) -> None:
    assert kind(form.read(form.write(Layout.from_picture("*1 11")))) is form.holds


# --- from one to the other ------------------------------------------------------------------------


def test_a_view_is_a_layout_if_it_shows_all_mines() -> None:
    assert as_layout(View.from_picture("*# ##", mines=1)) == Layout.from_picture("*. ..")
    assert as_layout(View.from_picture("*1 11")) == Layout.from_picture("*. ..")
    with pytest.raises(
        BadFile, match="3 covered cells and 1 of 2 mines visible; expected a view that"
    ):
        as_layout(View.from_picture("*# ##", mines=2))
    with pytest.raises(BadFile, match="0 covered cells and 1 of 2 mines visible"):
        as_layout(View.from_picture("*1 11", mines=2))
    with pytest.raises(BadFile, match="3 covered cells and 1 mines visible"):
        as_layout(View.from_picture("*# ##"))


def test_a_game_shows_its_end() -> None:
    replay = Replay(Transcript.parse("layout/clearing *1. 11. c2 Fa1"))
    assert as_view(replay).picture() == "F10\n#10"
    assert as_layout(replay) == Layout.from_picture("*.. ...")
    assert as_replay(replay) is replay


# --- the bytes themselves -------------------------------------------------------------------------


def test_mbf_byte_by_byte() -> None:
    layout = Layout.from_picture("...* .... *...")
    assert format_named("mbf").write(layout) == bytes([4, 3, 0, 2, 3, 0, 0, 2])
    assert format_of("a/board.ABF") is format_named("mbf")


def test_the_first_cell_of_an_address_is_worth_16() -> None:
    grid = Grid(9, 9)
    first, sixth = frozenset({0}), frozenset({5, 9})
    assert format_named("url").write(Layout(grid, first)) == b"?b=1&m=g0000000000000000\n"
    assert format_named("url").write(Layout(grid, sixth)) == b"?b=1&m=0h000000000000000\n"


@pytest.mark.parametrize(
    ("size", "address"),
    [
        ((16, 16), "?b=2&"),
        ((16, 30), "?b=3&"),
        ((30, 16), "?b=1630&"),
        ((7, 12), "?b=1207&"),
        ((100, 5), "?b=005100&"),
    ],
)
def test_sizes_in_an_address(size: tuple[int, int], address: str) -> None:
    layout = Layout(Grid(*size), frozenset({0}))
    assert format_named("url").write(layout).decode().startswith(address)


# Boards that Llamasweeper's tests give with the fewest clicks that clear them, and their 3BV.
SOLVED = [
    ("?b=1&m=o020000800142g060", 11, 14),
    ("?b=1&m=h100080080004109g", 7, 8),
    ("?b=2010&m=41880gmg008038200g8182g920414s0284400088", 43, 62),
    ("?b=1020&m=18901080g00c09cg2o13g00o0iah05c08003a0h0", 45, 77),
    ("?b=1207&m=1208mk2420073400e", 28, 35),
    ("?b=2&m=gg2081042801200898a0320080ho1o001a80020i008000g6001g", 38, 54),
    (
        (
            "?b=3&m=2600026g0001k0201b0m10qi008209p48bg1i40m20l81m2"
            "00k0308214080008a00o0088106401c46820ccc05ipc0400g"
        ),
        103,
        160,
    ),
]


@pytest.mark.parametrize(("address", "fewest", "bbbv"), SOLVED)
def test_addresses_that_others_have_written(address: str, fewest: int, bbbv: int) -> None:
    layout = as_layout(format_named("url").read(f"https://example.org/#/x{address}".encode()))
    assert format_named("url").write(layout).decode() == f"{address}\n"
    assert effort(layout).bbbv == bbbv
    assert fewest <= len(eight_way_zini(layout)) <= len(zini(layout))
    assert fewest <= len(human_zini(layout))


def test_what_a_mine_text_may_say() -> None:
    view = format_named("mine").read(b"\xef\xbb\xbf4X2x3\r\n0123\r\nHMm?\r\n\r\n")
    assert view == View.from_picture("0123 #***", mines=3)


# --- the no ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("mbf", b"", "not mbf: byte 0: the file ends in the width; expected 1 bytes more"),
        (
            "mbf",
            b"\x09\x09\0\x0a\0",
            "not mbf: byte 4: the file ends in the mines; expected 19 bytes",
        ),
        ("mbf", b"\0\x09\0\0", "a grid of 9 rows and 0 columns; expected 1 to 1000"),
        ("mbf", b"\2\2\0\1\2\0", "a mine outside: no cell at row 0, column 2 of 2x2"),
        ("mbf", b"\2\2\0\2\1\1\1\1", "two mines at b2; expected each once"),
        ("mbf", b"\2\2\0\0!", "1 bytes after the last mine; expected none"),
        ("mine", b"", "line 1 is ''; expected WIDTHxHEIGHTxMINES"),
        ("mine", b"2x2x1\n11", "not mine: 1 rows; expected 2 as line 1 says"),
        ("mine", b"2x1x1\n1HH", "line 2 has 3 cells; expected 2"),
        ("mine", b"2x1x1\n1x", "'x' in line 2; expected 0-8, H, F, M, m or ?"),
        ("mine", b"2x1x3\n1H", "3 mines; expected 2 at most"),
        ("mine", b"9999x9999x3\n1H", "expected 1 to 1000 of each"),
        ("mine", b"\xff", "not mine: byte 0 is not text; expected UTF-8"),
        ("url", b"https://example.org", "no board in it; expected ?b="),
        (
            "url",
            b"?b=4&m=0",
            "b is '4'; expected 1, 2, 3, or width and height with the same number of digits",
        ),
        ("url", b"?b=123&m=0", "b is '123'"),
        ("url", b"?b=0303&m=0", "1 digits in m; expected 2 for 3x3"),
        ("url", b"?b=0303&m=0w", "'w' in m; expected 0-9 and a-v"),
        ("url", b"?b=0303&m=01", "a mine after the last of the 9 cells"),
        ("url", b"?b=99999999&m=0", "expected 1 to 1000 of each"),
        ("layout", b"*x", "not layout: 'x'; expected * for a mine"),
        ("layout", b"", "no rows or rows of different lengths"),
        ("picture", b"12 1", "row 2 has 1 cell; expected 2"),
        ("transcript", b"easy/opening#1 d44", "move 1: no cell 'd44'"),
    ],
)
def test_what_is_wrong_is_named(name: str, data: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        format_named(name).read(data)
    assert message in str(caught.value)


@named([form for form in WRITABLE if form.name != "transcript"])
def test_only_transcripts_know_other_shapes(form: Format) -> None:
    torus = Layout(Grid(3, 3, Shape.TORUS), frozenset({1}))
    with pytest.raises(
        BadFile, match=f"{form.name} cannot hold a torus grid; expected a square one"
    ):
        form.write(torus)


def test_what_does_not_fit() -> None:
    with pytest.raises(BadFile, match="1x256 is too large for mbf; expected sides of 255 at most"):
        format_named("mbf").write(Layout(Grid(1, 256), frozenset()))
    with pytest.raises(BadFile, match="mine needs the mine count, which this view does not have"):
        format_named("mine").write(View.from_picture("1#"))
    with pytest.raises(BadFile, match="avf is read-only; expected one of mbf, url, layout, mine"):
        format_named("avf").write(Layout.from_picture("*1"))
    with pytest.raises(UnknownName, match="unknown format 'xyz'; expected mbf, url"):
        format_named("xyz")


def test_names_and_suffixes_are_used_once() -> None:
    names = [form.name for form in FORMATS]
    suffixes = [suffix for form in FORMATS for suffix in form.suffixes]
    assert len({*names}) == len(names)
    assert len({*suffixes}) == len(suffixes)
