"""Game ids and save files of Simon Tatham's Mines: there and back, and the no.

The masked ids in `tatham_ids.txt` were computed by that program's own masking function.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mineproof.board.formats.recognition import format_in_place, recognise
from mineproof.board.formats.tatham import read_tatham, tatham_id, write_tatham
from mineproof.board.formats.values import Replay, as_layout
from mineproof.board.game import GameStatus
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.errors import BadInput

IDS = Path(__file__).parents[2] / "data" / "tatham_ids.txt"
PAIRS = [line.split() for line in IDS.read_text().splitlines()]
BOARD = Transcript.parse("layout/clearing *211 12*1 0111")
PLAIN, MASKED = "4x3:3,2,u820", "4x3:3,2,mf48"


def saved(**fields: str) -> bytes:
    """A save file with these fields, over those of a game on BOARD."""
    usual = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": "Mines",
        "PARAMS": "4x3n2",
        "DESC": "3,2,mf48",
    }
    lines = [f"{name:8}:{len(text)}:{text}\n" for name, text in (usual | fields).items()]
    return "".join(lines).encode()


def moves(*words: str, at: int | None = None) -> bytes:
    """The part of a save file that has the moves, `at` states after the start."""
    states = str(len(words) + 1 if at is None else at + 1)
    lines = [("NSTATES", str(len(words) + 1)), ("STATEPOS", states)]
    lines += [("MOVE", word) for word in words]
    return "".join(f"{name:8}:{len(text)}:{text}\r\n" for name, text in lines).encode()


def test_forty_ids_survive() -> None:
    assert len(PAIRS) == 40
    for plain, masked in PAIRS:
        game = read_tatham(plain.encode())
        assert game == read_tatham(f"{masked}\n".encode())
        assert write_tatham(game).decode() == f"{masked}\n"
        board, opened = game.transcript.board, game.transcript.moves
        assert isinstance(board, GivenLayout)
        first = opened[0].cell if opened else None
        assert tatham_id(board.layout, first, masked=False) == plain


def test_what_an_id_may_leave_out_or_add() -> None:
    game = read_tatham(MASKED.encode())
    assert game.transcript == Transcript.parse(f"{BOARD} d3")
    for text in (PLAIN, "4x3n2:3,2,mF48", "4x3n2a:3,2,820", "4x3n2aX1Y2:3,2,u820"):
        assert read_tatham(text.encode()) == game
    assert read_tatham(b"4x3:mf48") == read_tatham(b"4x3:820") == Replay(BOARD)
    assert as_layout(read_tatham(b"3:u000")).grid.cols == 3


def test_ids_are_recognised_and_nothing_else_is() -> None:
    for text in (MASKED, "4x3n2:r2,u,abc", "9x9n10#123456", saved().decode()):
        assert recognise(text.encode()).name == "tatham"
    for text in ("torus:9x9/10/opening#1 d4", "4x3x2 HHHH", "1#2 ###"):
        assert recognise(text.encode()).name != "tatham"
    assert format_in_place(MASKED) is recognise(MASKED.encode())
    assert format_in_place("9x9.mbf") is format_in_place("9x9#1") is None
    assert format_in_place("expert/opening#1") is recognise(b"expert/opening#1 d4")
    assert format_in_place("boards/opening#1") is None


def test_a_save_file_has_the_moves_that_did_something() -> None:
    file = saved(PRIVDESC="mf48") + moves("O3,2", "F0,0", "O3,2", "F3,2", "C3,0", "O1,0", at=4)
    assert read_tatham(file).transcript == Transcript.parse(f"{BOARD} d3 Fa1")
    untouched = read_tatham(saved(PRIVDESC="mf48") + moves("O3,2", at=0))
    assert untouched.transcript == BOARD
    begun_by_id = read_tatham(saved() + moves("F0,0;F2,1", "S", "O1,1"))
    assert begun_by_id.transcript == Transcript.parse(f"{BOARD} d3 Fa1 Fc2")
    lost = read_tatham(saved() + moves("O0,0", "O1,1"))
    assert lost.transcript.end().status is GameStatus.LOST
    assert len(lost.transcript.moves) == 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello", "'hello'; expected WxH:x,y,mHEX"),
        (b"4x3:3,2,q820", "'3,2,q820' after the size; expected WxH:x,y,mHEX"),
        (b"4x3:u82", "2 hex digits; expected 3 for 3x4"),
        (b"3x1:uf", "a bit after the last of the 3 cells; expected 0"),
        (b"4x3:4,2,u820", "the cell 4,2 is not on 3x4"),
        (b"4x3n5:u820", "2 mines in the id; expected 5, as n5 says"),
        (b"4x3n2:r2,u,00ff", "'r2,u,00ff' has no board, which Mines lays at the first click"),
        (b"4x3n2#77", "'4x3n2#77' has no board"),
        (b"0x3:u", "a grid of 3 rows and 0 columns"),
        (b"\xff", "byte 0 is not text"),
        (b"SAVEFILE:99:Simon", "byte 12: the file ends in SAVEFILE"),
        (saved() + b"rubbish", "no field; expected NAME:LENGTH:VALUE"),
        (saved(GAME="Net"), "a save file of 'Net'; expected one of 'Mines'"),
        (b"SAVEFILE:1:S\nGAME    :5:Mines\n", "no field PARAMS"),
        (saved() + moves("P1,1"), "move 'P1,1'; expected O, F or C and a cell x,y"),
        (saved() + moves("O4,0"), "the cell 4,0 is not on 3x4"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_tatham(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
