"""Guesses compared: every figure by all layouts, every 50/50 by the best play there is."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

import pytest
from hypothesis import given, settings
from tests import brute_force
from tests.boards import DATA, flagged, mid_game
from tests.brute_force import fifty_fifties, fitting, forced_guesses, value, value_of

from mineproof.agents import agent_named
from mineproof.agents.choice import Choice
from mineproof.board.game import Game
from mineproof.board.grid import Cell, Shape
from mineproof.board.view import View
from mineproof.coach.forced_guess import (
    Candidate,
    Guessing,
    Weighing,
    advantage,
    given_up,
    rank_guesses,
)
from mineproof.coach.language import LANGUAGES, language
from mineproof.coach.steps.leads import without_flags
from mineproof.coach.words.guess_words import advantage_words, guess_words
from mineproof.counting.kernel import kernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget, Guess, Guesses, How, fewest_playouts, strongest
from mineproof.errors import BadInput, Contradiction
from mineproof.play.match import Match

needs_kernel = pytest.mark.skipif(kernel() is None, reason="Python plays no games on, and is slow")


def names(view: View, cells: list[int] | tuple[int, ...]) -> list[str]:
    return [view.grid.name(cell) for cell in cells]


# --- the figures ----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(forced_guesses())
def test_every_figure_is_that_of_all_layouts(view: View) -> None:
    weighing = Weighing(view)
    for cell in view.covered_cells():
        found = weighing.weigh(cell)
        assert found.risk == pytest.approx(brute_force.risk(view, cell))
        assert found.progress == pytest.approx(brute_force.progress(view, cell))
        assert found.survival == pytest.approx(brute_force.survival(view, cell))
        assert found.is_dead == (len(brute_force.futures(view, cell)) == 1)


@settings(max_examples=60)
@given(forced_guesses())
def test_where_few_layouts_are_left_the_chance_to_win_is_that_of_the_best_play(view: View) -> None:
    found = rank_guesses(view, most=99).candidates
    cells = [cell for cell in view.hidden_cells() if brute_force.risk(view, cell) < 1]
    assert sorted(each.cell for each in found) == cells
    for each in found:
        assert each.win == pytest.approx(value_of(view, each.cell))
        assert Weighing(view).weigh(each.cell) == each
    assert found[0].win == pytest.approx(value(view))
    assert_in_order(found)


def assert_in_order(candidates: tuple[Candidate, ...]) -> None:
    """The one that wins most often first; nobody wins more often than is survived."""
    wins = [each.win for each in candidates if each.win is not None]
    assert wins == sorted(wins, reverse=True)
    for each in candidates:
        assert 0 <= (each.win or 0) <= 1 - each.risk + 1e-9


@needs_kernel
def test_positions_that_another_program_has_searched() -> None:
    searched = json.loads((DATA / "optimal_positions.json").read_text())["positions"]
    for each in searched:
        view = View.from_rows(each["rows"], each["mines"])
        try:
            found = rank_guesses(view, most=99).candidates
        except BadInput:  # a cell is certainly safe
            continue
        wins = {",".join(map(str, view.grid.place(one.cell))): one.win for one in found}
        shares = {place: won / each["layouts"] for place, won in each["wins"].items()}
        assert wins == pytest.approx(shares)
        assert_in_order(found)


@settings(max_examples=40)
@given(forced_guesses())
def test_without_the_kernel_it_is_the_same(view: View) -> None:
    fast = rank_guesses(view)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        slow = rank_guesses(view)
    assert [each.cell for each in fast.candidates] == [each.cell for each in slow.candidates]
    assert fast.unavoidable == slow.unavoidable
    for one, other in zip(fast.candidates, slow.candidates, strict=True):
        assert merit(one) == merit(other)
        assert one.is_dead == other.is_dead


def merit(candidate: Candidate) -> list[float]:
    figures = [candidate.win or 0, candidate.survival, candidate.progress, candidate.risk]
    return [round(each, 9) for each in figures]


def test_without_the_kernel_survival_counts_where_many_layouts_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    view = View.from_picture("1#### ##### ##2## #####", mines=6)
    compared, taken = Weighing(view).compare_with(view.grid.parse("d2"), 3)
    assert {each.win for each in compared.candidates} == {None}
    survivals = [each.survival for each in compared.candidates]
    assert survivals == sorted(survivals, reverse=True)
    assert given_up(compared.best, taken) == pytest.approx(survivals[0] - taken.survival)
    assert_takes_the_best(view)


# --- the strategist -------------------------------------------------------------------------------


@needs_kernel
@pytest.mark.parametrize(
    "game",
    ["beginner/safe", "intermediate/safe", "expert/safe", "expert/opening", "hex:9x9/14/safe"],
)
def test_the_best_is_what_the_strategist_takes(game: str) -> None:
    strategist = agent_named("strategist", Exact())
    guesses = 0
    for seed in range(3):
        match = Match(Game.of(f"{game}#{seed}"), strategist)
        view = match.game.view
        for turn in match.turns():
            if turn.choice is not None and turn.choice.is_guess:
                guesses += 1
                assert rank_guesses(view).best.cell == turn.move.cell
                assert_takes_the_best(flagged(view, [turn.move.cell]))
            view = match.game.view
    assert guesses >= 3


def assert_takes_the_best(view: View) -> None:
    """A flagged cell is neither taken nor recommended."""
    decision = agent_named("strategist", Exact()).join(view, marks_mines=False).choose()
    if isinstance(decision, Choice):
        assert decision.move.cell == rank_guesses(view).best.cell
    else:
        with pytest.raises(BadInput, match="no hidden cell can be safe"):
            rank_guesses(view)


def test_a_game_that_is_won_needs_no_next_move() -> None:
    (best, other) = rank_guesses(View.from_picture("## 11", mines=1)).candidates
    assert (best.risk, best.progress, best.survival) == (0.5, 0.5, 0.5)
    assert (best.fifty_fifty, other.fifty_fifty) == (1, 0)


def test_wins_count_before_risk() -> None:
    view = View.from_picture("1## ###", mines=2)
    *_, last = found = rank_guesses(view, most=99).candidates
    assert names(view, [each.cell for each in found]) == ["c1", "b1", "b2", "c2", "a2"]
    assert found[0].risk > last.risk
    assert value_of(view, found[0].cell) == value(view) > value_of(view, last.cell)


def test_flagged_cells_are_no_candidates() -> None:
    view = View.from_picture("F# 11", mines=1)
    assert [each.cell for each in rank_guesses(view).candidates] == [1]
    assert rank_guesses(view).unavoidable == ((0, 1),)


def test_seen_mines_are_facts() -> None:
    view = View.from_picture("*#2 ###", mines=4)  # so a2 is a mine
    risks = {each.cell: each.risk for each in rank_guesses(view, most=99).candidates}
    assert risks == pytest.approx({1: 2 / 3, 4: 2 / 3, 5: 2 / 3})


@pytest.mark.parametrize("seed", [0, 2, 4, 7, 17, 37])
def test_positions_of_expert_games(seed: int) -> None:
    view = mid_game("expert", seed)
    found = rank_guesses(view)
    assert 1 <= len(found.candidates) <= 3
    for each in found.candidates:
        assert 0 <= each.progress <= 1 - each.risk + 1e-9
        assert each.progress - 1e-9 <= each.survival <= 1 - each.risk + 1e-9
    assert_in_order(found.candidates)
    assert found == rank_guesses(view)
    assert rank_guesses(view, most=1).best == found.best


# --- the guess that was taken ---------------------------------------------------------------------


@settings(max_examples=40)
@given(forced_guesses())
def test_a_guess_that_was_taken_finds_its_place(view: View) -> None:
    alone = rank_guesses(view, most=1)
    for cell in view.hidden_cells():
        compared, taken = Weighing(view).compare_with(cell, 1)
        assert taken in compared.candidates
        assert compared.best == alone.best
        assert {each.cell for each in compared.candidates} == {alone.best.cell, cell}
        assert taken == Weighing(view).weigh(cell)
        assert Weighing(view).compare_best(cell) == (alone.best, taken)
        assert given_up(compared.best, taken) == pytest.approx(value(view) - value_of(view, cell))
        assert_in_order(compared.candidates)


@needs_kernel
@pytest.mark.parametrize("seed", [0, 2, 4, 7])
def test_by_games_too_nothing_is_better_than_the_best(seed: int) -> None:
    view = mid_game("expert", seed)
    weighing, plain = Weighing(view), rank_guesses(view)
    for cell in view.hidden_cells()[:: len(view.hidden_cells()) // 12]:
        compared, taken = weighing.compare_with(cell, 3)
        others = tuple(each for each in compared.candidates if each != taken)
        assert compared.best == plain.best
        assert others == tuple(each for each in plain.candidates if each.cell != cell)
        assert advantage(plain.best, taken) >= 0 or taken.win is None
        assert_in_order(compared.candidates)
        best, again = weighing.compare_best(cell)
        assert (best.cell, again.cell) == (plain.best.cell, cell)
        assert_in_order((best, again))
        assert advantage(best, again) >= 0 or again.win is None


@needs_kernel
def test_by_games_nobody_knows_how_often_a_dead_cell_wins() -> None:
    view = mid_game("expert", 14)
    compared, taken = Weighing(view).compare_with(view.grid.parse("p11"), 3)
    assert compared.best.win is not None
    assert (taken.is_dead, taken.win) == (True, None)
    assert given_up(compared.best, taken) == compared.best.survival - taken.survival


def test_a_guess_that_was_lucky_in_its_games_does_not_beat_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lucky(_: View, cells: Collection[Cell], __: Budget) -> Guesses:
        return Guesses(tuple(Guess(cell, 0.4, 0.01 * cell) for cell in cells), How.GAMES)

    monkeypatch.setattr("mineproof.coach.forced_guess.weigh_guesses", lucky)
    view = View.from_picture("1## ###", mines=2)
    compared, taken = Weighing(view).compare_with(3, 3)
    assert taken.win == 0.03 < (compared.best.win or 0)
    best, taken = Weighing(view).compare_best(3)
    assert (best.cell, taken.cell) == (2, 3)
    assert taken.win == best.win == 0.02


def test_a_mine_that_was_taken_never_wins() -> None:
    view = View.from_picture("1## ###", mines=3)  # so c1 and c2 are mines
    compared, taken = Weighing(view).compare_with(2, 2)
    assert compared.candidates[-1] == taken
    assert (taken.risk, taken.win, taken.survival) == (1, 0, 0)


def test_the_place_of_one_whose_chance_is_not_known_is_by_survival() -> None:
    best, good, bad = (known(cell, survival, survival / 2) for cell, survival in FIGURES)
    for survival, place in ((0.9, 1), (0.7, 2), (0.3, 3)):
        taken = Candidate(9, 0.1, 0.1, survival, is_dead=True)
        joined = Guessing((best, good, bad)).with_taken(taken)
        assert joined.candidates.index(taken) == place


FIGURES = [(0, 0.8), (1, 0.75), (2, 0.6)]


def known(cell: int, survival: float, win: float) -> Candidate:
    return Candidate(cell, 0.1, 0.1, survival, is_dead=False, win=win)


# --- the no ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "mines", "message"),
    [
        ("1#0", None, "no layout fits"),
        ("0## ###", 1, "b1 is certainly safe; expected a view in which no cell is"),
        ("1# 00", None, "no layout fits"),
        ("3# ##", 3, "no hidden cell can be safe; expected a view with a cell to guess at"),
        ("FF 11", 1, "no hidden cell can be safe"),
        ("12 21", None, "no layout fits"),
    ],
)
def test_where_there_is_nothing_to_guess(picture: str, mines: int | None, message: str) -> None:
    with pytest.raises((BadInput, Contradiction), match=f"^{re.escape(message)}"):
        rank_guesses(View.from_picture(picture, mines))


def test_no_candidates_are_asked_for() -> None:
    with pytest.raises(BadInput, match=r"^0 candidates; expected 1 or more"):
        rank_guesses(View.from_picture("## 11", mines=1), most=0)


# --- 50/50 ----------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(forced_guesses())
def test_every_fifty_fifty_is_found_and_no_other(view: View) -> None:
    assert list(rank_guesses(view).unavoidable) == fifty_fifties(view)


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
    pairs = rank_guesses(view).unavoidable
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
    assert brute_force.risk(view, a) == brute_force.risk(view, b) == 0.5
    assert value_of(view, a) < value(view)
    assert (a, b) not in rank_guesses(view).unavoidable
    assert Weighing(view).weigh(a).fifty_fifty is None


def test_a_chain_of_cells_is_no_fifty_fifty_though_two_of_them_seem_one() -> None:
    # e1 tells what a1 and c1 are, and touches neither.
    assert rank_guesses(View.from_picture("#1#1#")).unavoidable == ()


def test_what_is_given_up() -> None:
    best = Candidate(0, 0.1, 0.5, 0.8, is_dead=False)
    taken = Candidate(1, 0.2, 0.5, 0.6, is_dead=False)
    assert given_up(best, taken) == pytest.approx(0.2)
    assert given_up(taken, best) == 0
    assert given_up(best, Candidate(1, 0.5, 0.5, 0.5, is_dead=True, fifty_fifty=2)) == 0


def test_what_is_given_up_is_told_by_wins_if_both_are_known() -> None:
    assert given_up(known(0, 0.6, 0.5), known(1, 0.8, 0.4)) == pytest.approx(0.1)
    assert given_up(known(0, 0.8, 0.4), known(1, 0.6, 0.5)) == 0
    unknown = Candidate(1, 0.2, 0.5, 0.5, is_dead=False)
    assert given_up(known(0, 0.6, 0.1), unknown) == pytest.approx(0.1)


# --- in words -------------------------------------------------------------------------------------


def candidate(
    cell: int, risk: float, progress: float, survival: float, win: float | None = None
) -> Candidate:
    return Candidate(cell, risk, progress, survival, is_dead=False, win=win)


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
            "a is better than b: it survives two moves more often, 80% against 70%.",
        ),
        (candidate(0, 0.2, 0.4, 0.7), candidate(1, 0.2, 0.4, 0.7), "a and b are equally good."),
        (
            candidate(0, 0.1, 0.4, 0.7, win=0.41),
            candidate(1, 0.2, 0.5, 0.8, win=0.38),
            "a is better than b: it wins more often, 41% against 38%.",
        ),
        (
            candidate(0, 0.3, 0.4, 0.7, win=0.41),
            candidate(1, 0.2, 0.5, 0.8, win=0.38),
            "a is better than b: it wins more often, 41% against 38%, though its risk is higher.",
        ),
        (
            candidate(0, 0.3, 0.4, 0.7, win=0.412),
            candidate(1, 0.2, 0.5, 0.8, win=0.41),
            "a and b win about equally often.",
        ),
    ],
)
def test_what_makes_the_first_better(first: Candidate, second: Candidate, sentence: str) -> None:
    said = guess_words(Guessing((first, second)), "ab".__getitem__, language("en"))
    assert str(said[-1]) == sentence
    assert said[-1] == advantage_words(first, second, "ab".__getitem__, language("en"))


def test_nothing_is_said_for_the_first_if_all_that_is_told_speaks_for_the_second() -> None:
    pair = Guessing((candidate(0, 0.3, 0.4, 0.6), candidate(1, 0.2, 0.5, 0.7)))
    assert len(guess_words(pair, "ab".__getitem__, language("en"))) == 3


NEXT, BOTH = "chance of a certain move next", "chance of surviving two moves"
PAIR = (
    "c1 and c2 are an unavoidable 50/50: exactly one of them is a mine, and no other cell"
    " will ever show which. Guessing now costs nothing."
)


def test_all_that_is_said_of_a_forced_guess() -> None:
    view = View.from_picture("1## ###", mines=2)
    said = guess_words(rank_guesses(view), view.grid.name, language("en"))
    assert tuple(map(str, said)) == (
        "No cell is certainly safe: this is a guess.",
        f"c1: 50% risk, wins 33%; 50% {NEXT}; 50% {BOTH}.",
        f"b1: 33% risk, wins 33%; 0% {NEXT}; 33% {BOTH}.",
        f"b2: 33% risk, wins 33%; 0% {NEXT}; 33% {BOTH}.",
        "c1 and b1 win about equally often.",
        "b1 can show only one number, so opening it tells you nothing.",
        "b2 can show only one number, so opening it tells you nothing.",
        PAIR,
        "Compared by searching all play to its end: the chances to win are exact.",
    )


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_single_candidate_is_not_compared(tag: str) -> None:
    view = View.from_picture("F# 11", mines=1)
    assert len(guess_words(rank_guesses(view), view.grid.name, language(tag))) == 5


# --- how sure the chances are ---------------------------------------------------------------------


@needs_kernel
def test_the_deep_budget_searches_endgames_that_the_normal_one_leaves_to_playouts() -> None:
    stored = json.loads((DATA / "first_hints.json").read_text())
    views = [View.from_rows(each["board"], each["mines"], Shape(each["shape"])) for each in stored]
    bare = [view for view in map(without_flags, views) if not Exact().look(view).safe]
    compared = [(rank_guesses(v), rank_guesses(v, budget=Budget.DEEP)) for v in bare[:20]]
    for normal, deep in compared:
        assert (normal.budget, deep.budget) == (Budget.NORMAL, Budget.DEEP)
        for found in (normal, deep):
            for each in found.candidates:
                assert (each.win_error is None) == (each.win is None)
                is_exact = found.how is not How.GAMES
                assert is_exact <= (each.win_error in (None, 0.0))
                assert (each.win_error or 0) < 0.1
    assert {found.how for pair in compared for found in pair} >= {How.GAMES, How.ENDGAME}


def test_the_strongest_budget_fits_the_time() -> None:
    budgets = [strongest(seconds) for seconds in (10, 2, 1.9, 0.5, 0.1, 0)]
    deep, normal, fast = Budget.DEEP, Budget.NORMAL, Budget.FAST
    assert budgets == [deep, deep, normal, normal, fast, fast]
    assert fewest_playouts(normal, 100) == 250
