"""Replay files: what people have played, what ms_toollib makes of it, and all that can be written.

`tests/data/replays` tells where the files of people come from. The figures in `KNOWN` are those of
ms_toollib 1.5.20 for the same files.
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.board.formats.writers import BASIC, WRITERS, Writer
from tests.strategies import cells_of

from mineproof.board.formats import format_named, format_of
from mineproof.board.formats.mouse import Mouse, MouseEvent, replay_of
from mineproof.board.formats.values import Clicks, Replay
from mineproof.board.game import GameStatus
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.metrics.effort import Effort, effort
from mineproof.board.rng import Rng
from mineproof.board.transcript import move_word
from mineproof.errors import BadFile

REPLAYS = Path(__file__).parents[2] / "data" / "replays"
KNOWN = {
    "arbiter_0.52.3.avf": (Effort(28, 3), 5.41, Clicks(3, 7, 26), 25),
    "metasweeper_3.1.9.evf": (Effort(167, 11), 69.597, Clicks(29, 98, 207), 209),
    "made_by_ms_toollib.evf": (Effort(28, 3), 5.41, Clicks(3, 7, 26), 25),
    "vienna_3.0.2.rmv": (Effort(10, 2), 4.153, Clicks(19, 0, 0), 13),
    "vienna_5.0.0.rmv": (Effort(32, 2), 6.303, Clicks(13, 5, 13), 28),
}
DOWN, UP = Mouse.LEFT_DOWN, Mouse.LEFT_UP
RIGHT, RIGHT_UP = Mouse.RIGHT_DOWN, Mouse.RIGHT_UP


def read(name: str) -> Replay:
    form = format_of(name)
    assert form is not None
    value = form.read((REPLAYS / name).read_bytes())
    assert isinstance(value, Replay)
    return value


def moves(replay: Replay) -> str:
    grid = replay.transcript.grid
    return " ".join(move_word(grid, move) for move in replay.transcript.moves)


# --- files of people ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KNOWN)
def test_a_real_game_is_won_as_ms_toollib_says(name: str) -> None:
    replay = read(name)
    game = replay.transcript.end()
    assert game.status is GameStatus.WON
    found = (effort(game.layout), replay.seconds, replay.clicks, len(replay.transcript.moves))
    assert found == KNOWN[name]


@pytest.mark.parametrize("name", KNOWN)
def test_times_never_go_back(name: str) -> None:
    replay = read(name)
    assert len(replay.times) == len(replay.transcript.moves)
    assert list(replay.times) == sorted(replay.times)


def test_one_game_in_two_formats() -> None:
    one, other = read("arbiter_0.52.3.avf"), read("made_by_ms_toollib.evf")
    assert one == other


# --- from the mouse to moves ----------------------------------------------------------------------

BOARD = Layout.from_picture("*1. 11. ...")


def played(*events: tuple[Mouse, int | None], questions: bool = False) -> Replay:
    timed = [MouseEvent(what, 10 * i, cell) for i, (what, cell) in enumerate(events)]
    return replay_of(BOARD, timed, 1.0, has_questions=questions)


def test_the_left_button_opens_where_it_is_let_go() -> None:
    replay = played((DOWN, 0), (Mouse.MOVE, 1), (UP, 1))
    assert (moves(replay), replay.times) == ("b1", (0.02,))


def test_nothing_is_opened_outside_the_board() -> None:
    assert moves(played((DOWN, 1), (UP, None))) == ""


def test_a_release_without_a_press_opens_nothing() -> None:
    assert moves(played((UP, 1))) == ""


def test_the_right_button_flags_at_once_and_takes_the_flag_off() -> None:
    assert moves(played((RIGHT, 0), (RIGHT_UP, 5))) == "Fa1"
    assert moves(played((RIGHT, 0), (RIGHT_UP, 0), (RIGHT, 0))) == "Fa1 Fa1"


def test_a_question_mark_comes_between_flag_and_nothing() -> None:
    thrice = [(RIGHT, 0), (RIGHT_UP, 0)] * 4
    assert moves(played(*thrice, questions=True)) == "Fa1 Fa1 Fa1"
    assert moves(played(*thrice)) == "Fa1 Fa1 Fa1 Fa1"
    assert played(*thrice, questions=True).clicks == Clicks(0, 4, 0)


OPENED: list[tuple[Mouse, int | None]] = [(DOWN, 4), (UP, 4), (RIGHT, 0), (RIGHT_UP, 0)]


@pytest.mark.parametrize(
    "chord",
    [
        [(DOWN, 4), (RIGHT, 4), (UP, 4), (RIGHT_UP, 4)],
        [(DOWN, 4), (RIGHT, 4), (RIGHT_UP, 4), (UP, 1)],
        [(RIGHT, 4), (DOWN, 4), (UP, 4), (RIGHT_UP, 4)],
        [(RIGHT, 4), (DOWN, 4), (RIGHT_UP, 4), (UP, 1)],
        [(Mouse.MIDDLE_DOWN, 4), (Mouse.MIDDLE_UP, 4)],
        [(Mouse.MIDDLE, 4), (Mouse.MIDDLE, 4)],
        [(Mouse.LEFT, 4), (Mouse.RIGHT, 4), (Mouse.LEFT, 4), (Mouse.RIGHT, 4)],
        [(Mouse.BOTH_DOWN, 4), (UP, 4)],
        [(DOWN, 4), (Mouse.BOTH_DOWN, 4), (RIGHT_UP, 4), (UP, 1)],
    ],
)
def test_every_way_to_chord(chord: list[tuple[Mouse, int | None]]) -> None:
    replay = played(*OPENED, *chord)
    assert (moves(replay), replay.clicks) == ("b2 Fa1 Cb2", Clicks(1, 1, 1))
    assert replay.transcript.end().status is GameStatus.WON


def test_what_a_chord_leaves_down_can_chord_again() -> None:
    chords = [(DOWN, 5), (RIGHT, 5), (RIGHT_UP, 5), (RIGHT, 4), (RIGHT_UP, 4), (UP, 1)]
    assert moves(played(*OPENED, *chords)) == "b2 Fa1 Cb2"


def test_wasted_clicks_are_counted_and_are_no_moves() -> None:
    wasted: list[tuple[Mouse, int | None]] = [
        *[(DOWN, 4), (UP, 4)],  # open already
        *[(RIGHT, 4), (RIGHT_UP, 4)],  # no flag on an open cell
        *[(Mouse.MIDDLE_DOWN, 1), (Mouse.MIDDLE_UP, 1)],  # not open: no chord
        *[(DOWN, 0), (UP, 0)],  # flagged
    ]
    replay = played(*OPENED, *wasted)
    assert (moves(replay), replay.clicks) == ("b2 Fa1", Clicks(3, 2, 1))


def test_outside_the_board_a_chord_is_no_click_but_an_opening_is() -> None:
    outside = [(Mouse.MIDDLE_DOWN, 4), (Mouse.MIDDLE_UP, None), (DOWN, 1), (UP, None)]
    assert played(*OPENED, *outside).clicks == Clicks(2, 1, 0)


def test_clicks_before_anything_happens_are_not_counted() -> None:
    assert played((Mouse.MIDDLE_UP, 4), (DOWN, 1), (UP, None)).clicks == Clicks(0, 0, 0)


def test_nothing_happens_after_the_end() -> None:
    replay = played((DOWN, 0), (UP, 0), (DOWN, 1), (UP, 1))
    assert moves(replay) == "a1"
    assert replay.transcript.end().status is GameStatus.LOST


# --- everything that can be written ---------------------------------------------------------------


@st.composite
def scenes(draw: st.DrawFn, writer: Writer) -> tuple[Layout, list[MouseEvent]]:
    """A layout, and events in order of time that a file of this kind can hold."""
    sides = st.integers(1, 30)
    grid = Grid(draw(sides), draw(sides))
    layout = Layout(grid, draw(st.frozensets(cells_of(grid))))
    raw = draw(st.lists(st.tuples(st.sampled_from(writer.kinds), st.integers(0, 300))))
    times = accumulate(step * writer.tick for _, step in raw)
    where = st.none() | cells_of(grid)
    events = [
        MouseEvent(what, time, draw(where)) for (what, _), time in zip(raw, times, strict=True)
    ]
    return layout, events


def as_stored(writer: Writer, events: list[MouseEvent]) -> list[MouseEvent]:
    """Return what a reader can know of these events."""
    if writer.suffix == "mvf":
        return [event for event in _changes(events) if event.what is not Mouse.MOVE]
    if writer.swallows_press and events:
        return [events[0]._replace(what=Mouse.LEFT_DOWN), *events]
    return events


def _changes(events: list[MouseEvent]) -> list[MouseEvent]:
    """Leave out presses of what is down and releases of what is up: a state does not show them."""
    down: set[str] = set()
    kept = []
    for event in events:
        button, _, way = event.what.name.partition("_")
        if (way == "DOWN") == (button not in down):
            kept.append(event)
            down ^= {button} if way else set()
    return kept


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_written_is_read_again(name: str, data: st.DataObject) -> None:
    writer = WRITERS[name]
    layout, events = data.draw(scenes(writer))
    questions = writer.has_questions and data.draw(st.booleans())
    milliseconds = 10 * data.draw(st.integers(0, 60_000))
    file = writer.write(layout, events, milliseconds, questions)
    wanted = replay_of(
        layout, as_stored(writer, events), milliseconds / 1000, has_questions=questions
    )
    assert format_named(writer.suffix).read(file) == wanted


@pytest.mark.parametrize(
    ("code", "grid", "mines"), [(3, Grid(8, 8), 10), (4, Grid(16, 16), 40), (5, Grid(16, 30), 99)]
)
def test_levels_of_avf_go_without_a_size(code: int, grid: Grid, mines: int) -> None:
    layout = Layout.random(grid, mines, Rng(7))
    file = WRITERS["avf"].write(layout, [MouseEvent(DOWN, 0, 4), MouseEvent(UP, 10, 4)], 500, False)
    named = file[:5] + bytes([code]) + file[10:]
    assert format_named("avf").read(named) == format_named("avf").read(file)


def test_flags_before_the_start_of_rmv_are_moves() -> None:
    file = WRITERS["rmv 2"].write(BOARD, [MouseEvent(UP, 5, 4)], 1000, False)
    head, mine, rest = file.partition(bytes([3, 3, 0, 1, 0, 0]))
    assert rest.startswith(b"\0\0")
    flagged = format_named("rmv").read(head + mine + b"\0\1" + bytes([0, 0]) + rest[2:])
    assert isinstance(flagged, Replay)
    assert (moves(flagged), flagged.clicks) == ("Fa1 b2", Clicks(1, 1, 0))


@pytest.mark.parametrize("name", WRITERS)
def test_far_cells_late_times_and_question_marks(name: str) -> None:
    writer = WRITERS[name]
    layout = Layout(Grid(24, 30), frozenset({0, 718}))
    far, late = 719, 300_000  # more than 255 pixels, more than 255 seconds
    clicks = [(DOWN, far), (UP, far), *[(RIGHT, 0), (RIGHT_UP, 0)] * 4]
    events = [MouseEvent(what, late + 1000 * i, cell) for i, (what, cell) in enumerate(clicks)]
    file = writer.write(layout, events, 400_000, writer.has_questions)
    found = format_named(writer.suffix).read(file)
    assert isinstance(found, Replay)
    flags = "Fa1 Fa1 Fa1" if writer.has_questions else "Fa1 Fa1 Fa1 Fa1"
    assert (moves(found), found.seconds) == (f"ad24 {flags}", 400.0)
    assert found.times[:2] == (301.0, 302.0)


def test_what_rmv_tells_besides_the_mouse_is_passed_over() -> None:
    """Small movements, clocks, and what the board showed."""
    file = WRITERS["rmv 2"].write(BOARD, [MouseEvent(UP, 5, 1)], 1000, False)
    end = file.rindex(b"\x10")
    more = file[:end] + bytes([28, 7, 0x8F, 0, 1, 2, 3, 4, 9, 0, 0, 27, 1, 1]) + file[end:]
    assert format_named("rmv").read(more) == format_named("rmv").read(file)


# --- the no ---------------------------------------------------------------------------------------


def wrong(name: str, data: bytes) -> str:
    with pytest.raises(BadFile) as caught:
        format_named(name).read(data)
    return str(caught.value)


def test_errors_name_what_was_found_and_wanted() -> None:
    layout, events = BOARD, [MouseEvent(DOWN, 0, 4), MouseEvent(UP, 10, 4)]
    files = {name: writer.write(layout, events, 500, False) for name, writer in WRITERS.items()}
    assert wrong("avf", b"") == "not avf: byte 5: the file ends in the level; expected 1 bytes more"
    assert wrong("avf", b"\x34abcd\x09") == "not avf: byte 6: the level is 9; expected 3, 4, 5, 6"
    assert "two mines at a1; expected each once" in wrong("rmv", _doubled(files["rmv 1"]))
    assert "begins with b'*rmw'; expected b'*rmv'" in wrong("rmv", b"*rmw" + files["rmv 1"][4:])
    assert "the version is 3; expected 1, 2" in wrong("rmv", b"*rmv\0\3" + files["rmv 1"][6:])
    assert "begins with 08 08; expected 11 4d" in wrong("mvf", b"\x08\x08")
    assert "the year's digit is 57; expected" in wrong("mvf", b"\x11\x4d".ljust(27) + b"9")
    assert "the version is 5; expected 0, 1, 2, 3, 4" in wrong("evf", b"\5" + files["evf 3"][1:])
    assert "a grid of 0 rows and 3 columns" in wrong("evf", b"\3\0\0\0" + files["evf 3"][4:])
    assert "1 mines on the board; expected 2" in wrong("evf", _count(files["evf 3"], 2))
    assert "the event before this is 8; expected 0, 1, 2" in wrong("rmv", _event(files["rmv 2"], 8))
    assert "mode 11, with recursive chords" in wrong("evf", _mode(files["evf 3"], 11))
    assert "the event before this is 100; expected" in wrong("evf", files["evf 4"][:-5] + b"\x64\0")
    for name, file in files.items():
        assert "the file ends in" in wrong(name.split()[0], file[:-12])


def _doubled(file: bytes) -> bytes:
    """Say that there are two mines, and repeat the first."""
    board = bytes([3, 3, 0, 1, 0, 0])
    assert board in file
    return file.replace(board, bytes([3, 3, 0, 2, 0, 0, 0, 0]))


def _count(file: bytes, mines: int) -> bytes:
    return file[:5] + mines.to_bytes(2, "big") + file[7:]


def _event(file: bytes, code: int) -> bytes:
    end = file.rindex(b"\x10")
    return file[:end] + bytes([code]) + file[end:]


def _mode(file: bytes, mode: int) -> bytes:
    return file[:8] + mode.to_bytes(2, "big") + file[10:]


def test_the_writers_know_all_that_a_mouse_does() -> None:
    assert {kind for writer in WRITERS.values() for kind in writer.kinds} == set(Mouse)
    assert set(BASIC) < set(Mouse)
