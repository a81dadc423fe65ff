"""Certified boards: verdicts that others have reached, by people's steps and by every engine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.coach.boards.test_reach import Judged, judged_boards

from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.rng import Rng
from mineproof.board.transcript import Transcript
from mineproof.certificates.certificate import Certificate, Conclusion
from mineproof.certificates.check import check
from mineproof.certificates.text import read_text, write_text
from mineproof.coach.boards.certify import Certified, Verdict, certify
from mineproof.coach.boards.generate import no_guess
from mineproof.coach.boards.reach import is_solvable
from mineproof.coach.boards.starts import Board
from mineproof.engines import engine_named
from mineproof.errors import BadInput, BadProof, BadSetting

BOX = Layout.from_picture("113***2 2*3*5*3 *33133* 2*102*3 11213*2 001*211 0011100")


def assert_checks(found: Certified) -> None:
    """The certificate, as it is after a journey through a file, says what was found."""
    assert found.certificate is not None
    certificate = read_text(write_text(found.certificate))
    assert certificate.needs_guess is (found.verdict is Verdict.GUESS)
    assert check(certificate).position.view() == found.view


def assert_agrees(board: Judged) -> None:
    for with_count, is_clear in ((True, board.with_count), (False, board.without_count)):
        found = certify(board.layout, board.first, with_count=with_count)
        assert (found.verdict is Verdict.NO_GUESS) == is_clear
        assert_checks(found)
        if with_count:
            assert found.view.picture().replace("*", "#") == board.final_view


def test_verdicts_agree_with_those_of_others() -> None:
    boards = judged_boards()
    differing = [board for board in boards if board.with_count != board.without_count]
    for board in (*boards[:4], *differing[:2]):
        assert_agrees(board)


@pytest.mark.long
def test_all_verdicts_agree_with_those_of_others() -> None:
    for board in judged_boards():
        assert_agrees(board)


@pytest.mark.parametrize(
    "engine", ["single", "subset", "cutting-planes", "resolution", "dpll", "exact", "cascade"]
)
def test_an_engine_is_certified_by_its_own_proofs(engine: str) -> None:
    verdicts = []
    for layout in (BOX, no_guess("beginner", 3).layout):
        found = certify(layout, layout.grid.parse("d4"), engine=engine_named(engine))
        verdicts.append(found.verdict)
        if found.verdict is Verdict.BEYOND:
            assert found.certificate is None
            assert not any(map(layout.is_mine, found.safe))
        else:
            assert_checks(found)
    assert Verdict.GUESS not in verdicts
    is_weak = engine in ("single", "subset")
    assert verdicts[0] is (Verdict.BEYOND if is_weak else Verdict.NO_GUESS)


@pytest.mark.parametrize("engine", ["subset", "exact"])
def test_mines_are_proved_only_where_something_rests_on_them(engine: str) -> None:
    layout = no_guess("beginner", 3).layout
    found = certify(layout, layout.grid.parse("d4"), engine=engine_named(engine)).certificate
    assert found is not None
    mines = [each for step in found.steps for each in step.conclusions if each.is_mine]
    for mine in mines:
        with pytest.raises(BadProof):
            check(without(found, mine))
    assert len(mines) < len(layout.mines)


def without(found: Certificate, dropped: Conclusion) -> Certificate:
    """The certificate without one conclusion."""
    kept = (
        replace(step, conclusions=tuple(each for each in step.conclusions if each is not dropped))
        for step in found.steps
    )
    return replace(found, steps=tuple(kept))


@pytest.mark.parametrize("shape", list(Shape))
def test_every_shape_is_certified(shape: Shape) -> None:
    grid, verdicts = Grid(6, 8, shape), set()
    for seed in range(12):
        layout = Layout.random(grid, 7, Rng(seed), [0, *grid.neighbours(0)])
        found = certify(layout, 0)
        assert_checks(found)
        assert (found.verdict is Verdict.NO_GUESS) == is_solvable(layout, 0)
        verdicts.add(found.verdict)
    assert len(verdicts) == 2


def test_several_first_cells_and_none() -> None:
    found = certify(BOX, [BOX.grid.parse("d4"), BOX.grid.parse("g1")])
    assert_checks(found)
    with pytest.raises(BadSetting, match="no first cell"):
        certify(BOX, [])
    with pytest.raises(BadSetting, match="d1 is a mine"):
        certify(BOX, BOX.grid.parse("d1"))


def test_a_generated_board_has_its_certificate() -> None:
    board = no_guess("intermediate", 11)
    assert check(board.certificate).position.is_cleared
    assert board.certificate.first == (board.first,)


# --- starts ---------------------------------------------------------------------------------------


def test_where_a_board_begins() -> None:
    def first(text: str) -> list[str] | None:
        board = Board(Transcript.parse(text))
        start = board.usual()
        return None if start is None else board.grid.names(start.first)

    assert first("beginner/opening:c3#1") == ["c3"]
    assert first("beginner/safe#1 e5") == ["e5"]
    assert first("layout/clearing *.. ... ... c3") == ["c3"]
    assert first("layout/marking:a3,c1 *.. ... ...") == ["a3", "c1"]
    assert first("layout/clearing *.. ... ...") is None
    assert first("cs50/none#1") is None


def test_starts_that_open_the_same_are_one() -> None:
    starts = Board(Transcript.parse("layout/clearing ...* .... ....")).starts()
    names = [Grid(3, 4).names((*start.first, *start.others)) for start in starts]
    assert names == [["a1", "b1", "a2", "b2", "a3", "b3", "c3", "d3"], ["c1"], ["c2"], ["d2"]]
    assert len(Board(Transcript.parse("3x3/2/safe#1")).starts()) == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("easy/list#1", "a game that hands out its first cells"),
        ("layout/clearing *. ..", "the first cell a1 is a mine; expected a safe one"),
        ("easy/opening/fair#1", "a fair game; expected one with a layout"),
    ],
)
def test_first_cells_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Board(Transcript.parse(text)).start(0)
