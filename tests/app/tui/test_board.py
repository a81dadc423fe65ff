"""The board: what is drawn without colours, how it scrolls, and its colours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from tests.app.tui.pilot import Stage, acted, on_stage
from tests.app.web.browser.test_palette import ENOUGH, contrast
from tests.strategies import positions

import mineproof.app.tui as room
from mineproof.app.text.board import Marks
from mineproof.app.text.heat import heat
from mineproof.app.tui.arrangement import WORDS_HEIGHT, WORDS_WIDTH, arrange
from mineproof.app.tui.painter import NARROW, WIDE, Painter, Scene, head_height, whole_size
from mineproof.app.tui.palette import DARK, LIGHT, Palette
from mineproof.app.tui.words import words_of
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import LEVELS, Finish, StartRule
from mineproof.board.view import View
from mineproof.coach.language import LANGUAGES
from mineproof.errors import BadPicture

# Keys that are put together from a stem and a name.
STEMS = {
    "act": ("open", "flag", "chord"),
    "ai": ("open", "flag", "mark_open", "mark_flag"),
    "by": ("guess", "rules"),
    "cell": ("hidden", "flag", "mine"),
    "finish": [finish.value for finish in Finish],
    "level": LEVELS,
    "rung": tuple("0123456"),
    "rung.ask": tuple("0123456"),
    "rung.ask.guess": tuple("345"),
    "rung.guess": tuple("345"),
    "start": [rule.value for rule in StartRule],
    "status": ("ready_clearing", "ready_marking", "ready_flagging", "ready_fair"),
    "verdict": ("safe", "mine"),
}


def plain(segments: list[Segment]) -> str:
    return "".join(segment.text for segment in segments)


@given(positions(), st.sampled_from([NARROW, WIDE]))
def test_characters_say_what_a_picture_says(position: tuple[Layout, View], pitch: int) -> None:
    view = position[1]
    painter = Painter(Scene(view), None, pitch, DARK)
    rows = [plain(painter.row(row, range(view.grid.cols))) for row in range(view.grid.rows)]
    shifts = [len(row) - len(rows[0]) for row in rows]
    shown = [
        row[shift + 1 :: pitch][: view.grid.cols] for row, shift in zip(rows, shifts, strict=True)
    ]
    assert "\n".join(shown) == view.picture().replace("0", " ")


@given(positions(), st.sampled_from([NARROW, WIDE]), st.integers(0, 24))
def test_a_copied_screen_can_be_read(
    position: tuple[Layout, View], pitch: int, cursor: int
) -> None:
    view = position[1]
    grid, cols = view.grid, range(view.grid.cols)
    painter = Painter(Scene(view), min(cursor, grid.size - 1), pitch, DARK)
    lines = ["  " + plain(painter.head(line, cols)) for line in range(head_height(grid))]
    lines += [painter.label(row).text + plain(painter.row(row, cols)) for row in range(grid.rows)]
    if 0 in view.cells and not view.hidden_cells():
        with pytest.raises(BadPicture, match="blank cells could be hidden or empty"):
            View.from_text("\n".join(lines), view.mines, grid.shape)
    else:
        copied = "\n".join(line.rstrip() for line in lines)
        assert View.from_text(copied, view.mines, grid.shape) == view


@pytest.mark.parametrize(("pitch", "row"), [(NARROW, " 1>2<1|1]# m"), (WIDE, " 1 >2<[1][1] #  m ")])
def test_clues_and_the_cursor_have_fences(pitch: int, row: str) -> None:
    view = View.from_picture("1211##")
    marks = Marks(certain={5: True}, clues=(2, 3))
    painter = Painter(Scene(view, marks), 1, pitch, DARK)
    assert plain(painter.row(0, range(6))).rstrip() == row.rstrip()


def test_wrong_flags_risks_and_guesses_have_signs() -> None:
    view = View.from_picture("F##F#")
    risks = {0: 0.5, 1: 0.257, 2: 0.0, 3: 1.0, 4: 1.0}
    painter = Painter(Scene(view, Marks(guesses=(4,)), risks, wrong=(3,)), None, WIDE, DARK)
    assert plain(painter.row(0, range(5))) == " F  26 s  X  ? "


# Size


@acted
async def test_a_board_larger_than_the_terminal_scrolls_with_its_cursor() -> None:
    async with on_stage("40x60/300/opening#1", size=(40, 14)) as stage:
        for key, name in (("end", "bh21"), ("pagedown", "bh40"), ("home", "a40"), ("pageup", "a1")):
            await stage.press(key)
            assert seen_at_cursor(stage) == stage.board.grid.parse(name)
        await stage.press("end", "pagedown", "space")
        assert stage.session.moves[0].cell == stage.board.grid.parse("bh40")


@acted
async def test_a_click_means_the_cell_that_is_seen_there() -> None:
    async with on_stage("40x60/300/opening#1", size=(40, 14)) as stage:
        await stage.press("end", "pagedown")
        await stage.click("bg39", button=3)
        assert stage.session.game.view.is_flagged(stage.board.grid.parse("bg39"))
        assert stage.board.grid.name(stage.board.cursor) == "bg39"


@acted
async def test_the_terminal_is_resized() -> None:
    async with on_stage("expert/opening#1 d4", size=(140, 40)) as stage:
        assert stage.board.pitch == WIDE
        await stage.pilot.resize_terminal(80, 24)
        await stage.pilot.pause()
        assert stage.board.pitch == NARROW
        assert stage.board.size.height == 18
        await stage.pilot.resize_terminal(20, 8)
        await stage.pilot.pause()
        assert seen_at_cursor(stage) == stage.board.cursor


def seen_at_cursor(stage: Stage) -> Cell | None:
    """Return the cell after the sign of the cursor, wherever that is drawn."""
    places = [(line.index(">"), y) for y, line in enumerate(stage.lines) if ">" in line]
    assert len(places) == 1
    (x, y), heads = places[0], head_height(stage.board.grid)
    assert y >= heads
    return stage.board.cell_at(x + 1, y)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(20, 200), st.integers(8, 60))
def test_an_arrangement_fits(rows: int, cols: int, width: int, height: int) -> None:
    grid = Grid(rows, cols)
    found = arrange(grid, width, height)
    columns, lines = whole_size(grid, found.pitch)
    if found.is_beside:
        assert found.width + WORDS_WIDTH <= width
    elif height > WORDS_HEIGHT + head_height(grid) + 4:
        assert found.height + WORDS_HEIGHT <= height
    assert found.height <= height
    if columns + WORDS_WIDTH <= width and lines <= height:
        assert (found.is_beside, found.width) == (True, columns)


# Colours and words


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_all_that_is_read_is_legible(palette: Palette) -> None:
    styles = [*palette.digits]
    styles += [
        each for name in palette.__slots__ if isinstance(each := getattr(palette, name), Style)
    ]
    styles += [heat(risk / 100) for risk in range(101)]
    assert len(styles) > 100
    assert min(map(_contrast, styles)) >= ENOUGH


def _contrast(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    return contrast(*(each.get_truecolor().hex for each in (style.color, style.bgcolor)))


def test_every_key_is_there_in_both_languages() -> None:
    folder = Path(room.__file__).parent
    source = "\n".join(path.read_text() for path in sorted(folder.glob("*.py")))
    asked = set(re.findall(r'(?<!coach\.)\bsay\(\s*"([\w.]+)"', source))
    asked |= set(re.findall(r'"((?:key|tui|help)\.\w+)"', source))
    asked |= {f"{stem}.{name}" for stem, names in STEMS.items() for name in names}
    own = [json.loads((folder / "words" / f"{tag}.json").read_text()) for tag in LANGUAGES]
    assert list(own[0]) == list(own[1])
    assert set(own[0]) <= asked
    for tag in LANGUAGES:
        assert asked - set(words_of(tag).entries) == set()
