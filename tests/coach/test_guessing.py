"""Guesses compared: every figure by all layouts, every 50/50 by the best play there is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from tests import futures
from tests.boards import mid_game
from tests.futures import fifty_fifties, fitting, forced_guesses, value, value_of

from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.coach import guessing
from mineproof.coach.guess_words import guess_words
from mineproof.coach.guessing import Candidate, Guessing, Weighing, compare, given_up, rank
from mineproof.coach.language import LANGUAGES, language
from mineproof.errors import BadInput, Contradiction


def names(view: View, cells: list[int] | tuple[int, ...]) -> list[str]:
    return [view.grid.name(cell) for cell in cells]


# --- the figures ----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(forced_guesses())
def test_every_figure_is_that_of_all_layouts(view: View) -> None:
    weighing = Weighing(view)
    for cell in view.covered_cells():
        found = weighing.weigh(cell)
        assert found.risk == pytest.approx(futures.risk(view, cell))
        assert found.progress == pytest.approx(futures.progress(view, cell))
        assert found.survival == pytest.approx(futures.survival(view, cell))
        assert found.is_dead == (len(futures.futures(view, cell)) == 1)


@settings(max_examples=40)
@given(forced_guesses())
def test_the_best_are_the_best_of_all(view: View) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guessing, "MOST_TWINS", 99)
        found = compare(view, most=2).candidates
    hidden = [cell for cell in view.hidden_cells() if futures.risk(view, cell) < 1]
    every = rank(Weighing(view).weigh(cell) for cell in hidden)
    assert [merit(each) for each in found] == [merit(each) for each in every[:2]]


def merit(candidate: Candidate) -> list[float]:
    return [round(candidate.survival, 9), round(candidate.progress, 9), round(candidate.risk, 9)]


@settings(max_examples=40)
@given(forced_guesses())
def test_without_the_kernel_it_is_the_same(view: View) -> None:
    fast = compare(view)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        slow = compare(view)
    assert [each.cell for each in fast.candidates] == [each.cell for each in slow.candidates]
    assert fast.unavoidable == slow.unavoidable
    for one, other in zip(fast.candidates, slow.candidates, strict=True):
        assert merit(one) == merit(other)
        assert one.is_dead == other.is_dead


def test_a_game_that_is_won_needs_no_next_move() -> None:
    (best, other) = compare(View.from_picture("## 11", mines=1)).candidates
    assert (best.risk, best.progress, best.survival) == (0.5, 0.5, 0.5)
    assert (best.fifty_fifty, other.fifty_fifty) == (1, 0)


def test_survival_counts_before_risk() -> None:
    view = View.from_picture("1## ###", mines=2)
    best, _, third = compare(view).candidates
    assert view.grid.name(best.cell) == "c1"
    assert best.risk > third.risk
    assert value_of(view, best.cell) == value(view) > value_of(view, third.cell)


def test_ties_are_broken_by_progress_then_risk_then_order() -> None:
    a = Candidate(0, 0.3, 0.2, 0.6, is_dead=False)
    b = Candidate(1, 0.4, 0.3, 0.6 + 1e-13, is_dead=False)
    c = Candidate(2, 0.2, 0.2, 0.6, is_dead=False)
    d = Candidate(3, 0.2, 0.2, 0.6, is_dead=False)
    e = Candidate(4, 0.9, 0.0, 0.7, is_dead=False)
    assert [each.cell for each in rank([a, b, c, d, e])] == [4, 1, 2, 3, 0]


def test_corners_come_first_where_no_clue_is() -> None:
    view = View.from_picture("##### ##### #####", mines=4)
    assert names(view, [each.cell for each in compare(view, most=3).candidates]) == [
        "a1",
        "e1",
        "a3",
    ]


def test_flagged_cells_are_no_candidates() -> None:
    view = View.from_picture("F# 11", mines=1)
    assert [each.cell for each in compare(view).candidates] == [1]
    assert compare(view).unavoidable == ((0, 1),)


def test_seen_mines_are_facts() -> None:
    view = View.from_picture("*#2 ###", mines=4)  # so a2 is a mine
    risks = {each.cell: each.risk for each in compare(view, most=99).candidates}
    assert risks == pytest.approx({1: 2 / 3, 4: 2 / 3, 5: 2 / 3})


@pytest.mark.parametrize("seed", [0, 2, 4, 7, 17, 37])
def test_positions_of_expert_games(seed: int) -> None:
    view = mid_game("expert", seed)
    found = compare(view)
    assert 1 <= len(found.candidates) <= 3
    for each in found.candidates:
        assert 0 <= each.progress <= 1 - each.risk + 1e-9
        assert each.progress - 1e-9 <= each.survival <= 1 - each.risk + 1e-9
    assert found == compare(view)


# --- the no ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "mines", "message"),
    [
        ("1#0", None, "no layout fits"),
        ("0## ###", 1, "b1 is certainly safe; want a view in which no cell is"),
        ("1# 00", None, "no layout fits"),
        ("3# ##", 3, "no hidden cell can be safe; want a view with a cell to guess at"),
        ("FF 11", 1, "no hidden cell can be safe"),
        ("12 21", None, "no layout fits"),
    ],
)
def test_where_there_is_nothing_to_guess(picture: str, mines: int | None, message: str) -> None:
    with pytest.raises((BadInput, Contradiction), match=f"^{re.escape(message)}"):
        compare(View.from_picture(picture, mines))


def test_no_candidates_are_asked_for() -> None:
    with pytest.raises(BadInput, match=r"^0 candidates; want 1 or more"):
        compare(View.from_picture("## 11", mines=1), most=0)


# --- 50/50 ----------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(forced_guesses())
def test_every_fifty_fifty_is_found_and_no_other(view: View) -> None:
    assert list(compare(view).unavoidable) == fifty_fifties(view)


SEALED = [
    ("## 11", 1, Shape.SQUARE),
    ("#100 #100", None, Shape.SQUARE),
    ("## #1", None, Shape.HEX),
    ("#### #2##", 3, Shape.SQUARE),
    ("##2# ####", 3, Shape.SQUARE),
    ("##1# ####", 2, Shape.TORUS),
    ("##2##", 3, Shape.SQUARE),  # the mine count alone links the two ends
]


@pytest.mark.parametrize(("picture", "mines", "shape"), SEALED)
def test_no_play_beats_a_fifty_fifty_and_to_take_it_first_is_best(
    picture: str, mines: int | None, shape: Shape
) -> None:
    view = View.from_picture(picture, mines, shape)
    pairs = compare(view).unavoidable
    assert pairs
    assert value(view) <= 0.5 + 1e-9
    for pair in pairs:
        for cell in pair:
            assert value_of(view, cell) == pytest.approx(value(view))


@pytest.mark.parametrize(
    ("picture", "mines", "pair"),
    [
        # Each time exactly one of the two is a mine, both are as likely, and the clues that are
        # there do not tell them apart. But another cell will.
        ("#10 #31 ###", 3, ("a1", "a2")),
        ("### 13# 01#", 3, ("a1", "b1")),
        ("012# 02## 02##", None, ("d1", "d2")),
        ("###2 #4#2 #211", 4, ("a2", "a3")),
        ("#2## ##21 ##10", None, ("b2", "b3")),
    ],
)
def test_what_only_looks_like_a_fifty_fifty(
    picture: str, mines: int | None, pair: tuple[str, str]
) -> None:
    view = View.from_picture(picture, mines)
    a, b = map(view.grid.parse, pair)
    assert all((a in layout) != (b in layout) for layout in fitting(view))
    assert futures.risk(view, a) == futures.risk(view, b) == 0.5
    assert value_of(view, a) < value(view)
    assert (a, b) not in compare(view).unavoidable
    assert Weighing(view).weigh(a).fifty_fifty is None


def test_a_chain_of_cells_is_no_fifty_fifty_though_two_of_them_seem_one() -> None:
    # e1 tells what a1 and c1 are, and touches neither.
    assert compare(View.from_picture("#1#1#")).unavoidable == ()


def test_what_is_given_up() -> None:
    best = Candidate(0, 0.1, 0.5, 0.8, is_dead=False)
    taken = Candidate(1, 0.2, 0.5, 0.6, is_dead=False)
    assert given_up(best, taken) == pytest.approx(0.2)
    assert given_up(taken, best) == 0
    assert given_up(best, Candidate(1, 0.5, 0.5, 0.5, is_dead=True, fifty_fifty=2)) == 0


# --- in words -------------------------------------------------------------------------------------


def candidate(cell: int, risk: float, progress: float, survival: float) -> Candidate:
    return Candidate(cell, risk, progress, survival, is_dead=False)


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (
            candidate(0, 0.1, 0.3, 0.8),
            candidate(1, 0.2, 0.4, 0.7),
            "a is better than b: its risk is lower, 10% against 20%.",
        ),
        (
            candidate(0, 0.2, 0.6, 0.8),
            candidate(1, 0.2, 0.4, 0.7),
            "a is better than b: it leads to a certain move more often, 60% against 40%.",
        ),
        (
            candidate(0, 0.2, 0.4, 0.8),
            candidate(1, 0.2, 0.4, 0.7),
            "a is better than b: the move after it is safer, so that 80% against 70% survive both.",
        ),
        (candidate(0, 0.2, 0.4, 0.7), candidate(1, 0.2, 0.4, 0.7), "a and b are equally good."),
    ],
)
def test_what_makes_the_first_better(first: Candidate, second: Candidate, sentence: str) -> None:
    said = guess_words(Guessing((first, second)), "ab".__getitem__, language("en"))
    assert str(said[-1]) == sentence


PAIR = (
    "c1 and c2 are a 50/50 that no play can avoid: exactly one of them is a mine, and no other cell"
    " will ever tell which. To take it now loses nothing."
)


def test_all_that_is_said_of_a_forced_guess() -> None:
    view = View.from_picture("1## ###", mines=2)
    said = guess_words(compare(view), view.grid.name, language("en"))
    assert tuple(map(str, said)) == (
        "No cell is certainly safe: this is a guess.",
        "c1: 50% risk; 50% to find a certain move next; 50% to survive the next move as well.",
        "c2: 50% risk; 50% to find a certain move next; 50% to survive the next move as well.",
        "a2: 33% risk; 0% to find a certain move next; 33% to survive the next move as well.",
        "c1 and c2 are equally good.",
        "a2 can show one number only, so its number tells nothing.",
        PAIR,
    )


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_single_candidate_is_not_compared(tag: str) -> None:
    view = View.from_picture("F# 11", mines=1)
    assert len(guess_words(compare(view), view.grid.name, language(tag))) == 4
