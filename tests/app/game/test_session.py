from __future__ import annotations

import pytest

from mineproof.app.game.session import Session
from mineproof.board.game import Act, Move
from mineproof.board.transcript import Transcript
from mineproof.errors import BadInput, IllegalMove

CLEARING, MARKING = "layout/clearing 1*1 111", "layout/marking 1*1 111"


def begin(code: str) -> Session:
    return Session(Transcript.parse(code), is_given=True)


def play(session: Session, *moves: str) -> None:
    """Make moves as a transcript writes them."""
    for move in Transcript.parse(f"{session.board} {' '.join(moves)}").moves:
        session.play(move, now=0.0)


def test_a_transcript_that_breaks_the_rules_is_bad_input() -> None:
    with pytest.raises(BadInput, match="move 2, a1: a1 is already open") as raised:
        begin(f"{CLEARING} a1 a1")
    assert not isinstance(raised.value, IllegalMove)


def test_undo_after_a_loss() -> None:
    session = begin(f"{CLEARING} a1")
    before = session.game.view
    play(session, "b1")
    assert session.is_over
    session.undo(now=0.0)
    assert (session.game.view, session.is_over) == (before, False)
    assert str(session.transcript).endswith("\na1")


def test_undo_takes_back_marks() -> None:
    session = begin(MARKING)
    session.mark(1, mined=True, now=0.0)
    session.undo(now=0.0)
    assert session.moves == ()
    with pytest.raises(IllegalMove, match="there is no move to undo"):
        session.undo(now=0.0)


def test_restart_keeps_what_was_handed_out() -> None:
    session = begin("layout/marking:a1 1*1 111")
    play(session, "c1")
    session.restart()
    assert (session.game.view.open_cells(), session.moves) == ([0], ())


@pytest.mark.parametrize("start", ["safe", "opening"])
def test_restart_is_the_same_board_where_the_first_opening_laid_it(start: str) -> None:
    session = begin(f"beginner/{start}#3 Fi9 e5")
    layout, opened = session.game.layout, session.game.view.open_cells()
    play(session, "Fi9")
    session.restart()
    assert session.game.layout == layout
    assert session.game.view.open_cells() == opened
    assert session.moves == (Move(Act.OPEN, session.grid.parse("e5")),)


def test_a_restart_before_anything_was_opened_leaves_the_mines_unlaid() -> None:
    session = begin("beginner/safe#3 Fi9")
    session.restart()
    assert session.moves == ()
    with pytest.raises(IllegalMove):
        _ = session.game.layout
