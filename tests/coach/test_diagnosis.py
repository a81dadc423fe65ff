"""A stuck game is told why it is stuck: each cause in a picture, and whole games."""

from __future__ import annotations

import pytest
from tests.boards import Board, boards

from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Game, GameStatus
from mineproof.board.grid import Cell, Grid
from mineproof.board.view import View
from mineproof.coach.diagnosis import Cause, Group, diagnose, regions, words
from mineproof.counting.count import count
from mineproof.engines import engine_named
from mineproof.errors import Contradiction
from mineproof.logic.reader import read
from mineproof.play.match import Match

NOT_TO_BE_KNOWN = {Cause.SEALED, Cause.SEVERAL_LAYOUTS}


def flags(view: View) -> dict[Cell, bool]:
    return {cell: True for cell in view.covered_cells() if view.is_flagged(cell)}


def diagnosed(picture: str, mines: int | None = None) -> list[tuple[Group, str]]:
    """Diagnose a picture in which flags are mines that were proved."""
    view = View.from_picture(picture, mines)
    return [(group, words(group, view.grid.name)) for group in diagnose(view, flags(view))]


def only(picture: str, mines: int | None = None) -> tuple[Group, str]:
    (found,) = diagnosed(picture, mines)
    return found


# --- each cause -----------------------------------------------------------------------------------

CORNER = "##F2 FFF2 2321"


def test_sealed_off_by_mines() -> None:
    group, sentence = only(CORNER, mines=5)
    assert group == Group((0, 1), Cause.SEALED, walls=(2, 4, 5, 6))
    assert sentence == "a1, b1: sealed off by mines; no clue touches them."


def test_one_sealed_cell_is_spoken_of_as_one() -> None:
    assert only("#F2 FF2 221")[1] == "a1: sealed off by mines; no clue touches it."


@pytest.mark.parametrize(("mines", "verdict"), [(4, "are safe"), (6, "are mines")])
def test_a_sealed_region_that_the_mine_count_settles(mines: int, verdict: str) -> None:
    group, sentence = only(CORNER, mines)
    assert group.cause is Cause.MINE_COUNT
    assert group.certain == ((0, mines == 6), (1, mines == 6))
    assert sentence == f"a1, b1: certain only with the mine count: a1, b1 {verdict}."


def test_cells_behind_others_are_not_called_sealed_off_by_mines() -> None:
    front, behind = diagnosed("1### ####", mines=3)
    assert (front[0].cells, front[0].cause) == ((1, 4, 5), Cause.SEVERAL_LAYOUTS)
    assert (behind[0].cause, behind[0].beside) == (Cause.SEALED, (1, 5))
    assert behind[1] == (
        "c1, d1, c2, d2: behind b1, b2, which are not certain either; no clue touches them."
    )


def test_nothing_is_open_yet() -> None:
    assert only("## ##", mines=1)[1] == "a1, b1, a2, b2: no clue touches them."


def test_several_layouts() -> None:
    group, sentence = only("## 11", mines=1)
    assert group == Group((0, 1), Cause.SEVERAL_LAYOUTS, layouts=2)
    assert sentence == "a1, b1: 2 layouts fit the clues, and nothing shows which is right."


def test_mine_count() -> None:
    group, sentence = only("#1#1#", mines=2)
    certain = ((0, True), (2, False), (4, True))
    assert group == Group((0, 2, 4), Cause.MINE_COUNT, certain, layouts=2)
    assert sentence == (
        "a1, c1, e1: certain only with the mine count: c1 is safe and a1, e1 are mines."
    )
    assert only("#1#1#")[0].cause is Cause.SEVERAL_LAYOUTS


def test_the_mine_count_settles_one_group_through_another() -> None:
    (chain, _), (pair, _) = diagnosed("#1#1#F#1#", mines=3)
    assert (chain.cause, pair.cause) == (Cause.MINE_COUNT, Cause.SEVERAL_LAYOUTS)
    assert chain.certain == ((0, False), (2, True), (4, False))


def test_stronger_engine() -> None:
    group, sentence = only("### 121 000")
    assert group.cause is Cause.STRONGER_ENGINE
    assert sentence == (
        "a1, b1, c1: a stronger engine proves that b1 is safe and a1, c1 are mines."
    )


def test_what_could_be_found_is_the_cause_even_if_the_rest_is_open() -> None:
    group, sentence = only("### 12F")
    assert group == Group((0, 1, 2), Cause.STRONGER_ENGINE, ((2, False),), layouts=2)
    assert sentence == "a1, b1, c1: a stronger engine proves that c1 is safe."


def test_what_is_settled_is_taken_out() -> None:
    view = View.from_picture("### 121 000")
    assert diagnose(view, {0: True, 1: False, 2: True}) == ()
    (group,) = diagnose(view, {1: False})
    assert (group.cells, group.certain) == ((0, 2), ((0, True), (2, True)))


def test_mines_seen_after_a_loss_are_known() -> None:
    assert diagnose(View.from_picture("*1 11", mines=1), {}) == ()


def test_too_much_to_count() -> None:
    view = View.from_picture("#1#1# ##### #1#1#", mines=4)
    (group,) = diagnose(view, {}, max_states=3)
    assert (group.cause, group.certain, group.layouts) == (Cause.UNKNOWN, (), None)
    assert words(group, view.grid.name).endswith(
        ": too many states to count; it is unknown whether anything is certain here."
    )


def test_what_the_clues_alone_prove_is_found_where_the_whole_is_too_much() -> None:
    (chain, _), (pair, _) = diagnosed("#1#1#F#2#", mines=4)
    assert (chain.cause, pair.cause) == (Cause.MINE_COUNT, Cause.STRONGER_ENGINE)
    view = View.from_picture("#1#1#F#2#", mines=4)
    chain, pair = diagnose(view, flags(view), max_states=1)
    assert (chain.cause, pair.cause) == (Cause.UNKNOWN, Cause.STRONGER_ENGINE)


def test_groups_that_can_be_counted_one_by_one_but_not_together() -> None:
    view = View.from_picture("#1#1#F#1#1#", mines=3)
    assert {group.cause for group in diagnose(view, flags(view))} == {Cause.MINE_COUNT}
    groups = diagnose(view, flags(view), max_states=7)
    assert [(group.cause, group.layouts) for group in groups] == [(Cause.UNKNOWN, 2)] * 2
    assert diagnose(View(view.grid, view.cells), flags(view), max_states=7)[0].cause is (
        Cause.SEVERAL_LAYOUTS
    )


def test_marks_that_no_layout_fits_are_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        diagnose(View.from_picture("### 121"), {1: True})
    with pytest.raises(Contradiction):
        diagnose(View.from_picture("#1"), {0: False})


def test_a_long_list_of_cells_is_cut() -> None:
    sentence = words(Group(tuple(range(30)), Cause.SEALED), str)
    assert sentence == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 20 more: no clue touches them."


def test_regions_hang_together_by_corners_too() -> None:
    assert regions(Grid(3, 4), [0, 5, 3, 11]) == [(0, 5), (3,), (11,)]


# --- whole games ----------------------------------------------------------------------------------


def play_by_counting(game: Game) -> None:
    """Mark every cell that is certain until none is left: a complete player."""
    while game.status is GameStatus.PLAYING:
        certain = count(read(game.view)).certain()
        news = [cell for cell in certain if not game.view.is_flagged(cell)]
        if not news:
            return
        for cell in news:
            game.mark(cell, mined=certain[cell])


def stuck_boards(level: str, among: int) -> list[Board]:
    return [board for board in boards(level, among) if board.undecidable]


@pytest.mark.parametrize(("level", "among"), [("easy", 60), ("medium", 60), ("hard", 8)])
def test_a_complete_player_leaves_only_what_cannot_be_known(level: str, among: int) -> None:
    games = stuck_boards(level, among)
    assert games
    for board in games:
        game = board.game()
        play_by_counting(game)
        groups = diagnose(game.view, flags(game.view))
        assert {cell for group in groups for cell in group.cells} == board.undecidable
        assert {group.cause for group in groups} <= NOT_TO_BE_KNOWN
        assert not any(group.certain for group in groups)


@pytest.mark.parametrize(("level", "among"), [("easy", 40), ("medium", 30), ("hard", 10)])
def test_a_weak_player_is_told_what_it_missed(level: str, among: int) -> None:
    for board in boards(level, among):
        match = Match(board.game(), NeverGuess(engine_named("single")))
        left = set(match.play().unmarked_cells)
        groups = diagnose(match.game.view, flags(match.game.view))
        assert {cell for group in groups for cell in group.cells} == left
        missed = [verdict for group in groups for verdict in group.certain]
        assert all(board.layout.is_mine(cell) == is_mine for cell, is_mine in missed)
        assert ({group.cause for group in groups} <= NOT_TO_BE_KNOWN) == (left == board.undecidable)
