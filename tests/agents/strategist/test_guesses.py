"""Guesses: the kernel's and Python's are the same, and no position is too odd for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from mineproof.agents.base import Player
from mineproof.agents.choice import Decision
from mineproof.agents.strategist.agent import StrategistFast
from mineproof.agents.strategist.endgame import count_wins, fitting, ranked_wins
from mineproof.agents.strategist.fifty import alike, take_at_once
from mineproof.agents.strategist.guesses import best_guesses, weigh_guesses
from mineproof.board.game import Game
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of
from mineproof.counting.kernel import kernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget, Guesses, How
from mineproof.engines.study import study
from mineproof.errors import BadInput, Contradiction
from mineproof.logic.reader import read
from mineproof.play.match import Match

each_budget = pytest.mark.parametrize("budget", [Budget.FAST, Budget.NORMAL])


def in_python(view: View, **options: object) -> Guesses:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python")
        return best_guesses(view, Budget.FAST, **options)  # type: ignore[arg-type]


def assert_same(one: Guesses, other: Guesses) -> None:
    assert one.how is other.how
    assert [each.cell for each in one.best] == [each.cell for each in other.best]
    for mine, theirs in zip(one.best, other.best, strict=True):
        assert mine.risk == pytest.approx(theirs.risk, abs=1e-12)
        assert mine.merit == pytest.approx(theirs.merit, abs=1e-12)


def positions(game: str) -> Iterator[View]:
    """Yield the positions in which a strategist had to guess."""
    views: list[View] = []

    class Watched(StrategistFast):
        def guess(self, player: Player) -> Decision:
            views.append(player.watcher.view)
            return super().guess(player)

    Match(Game.of(game), Watched(Exact())).play()
    yield from views


@pytest.mark.skipif(kernel() is None, reason="there is nothing to compare")
@pytest.mark.parametrize(
    "game",
    [
        "beginner/safe#1",
        "beginner/safe#7",
        "6x6/9/none#11",
        "torus:5x5/6/safe#4",
        "hex:7x7/10/opening#3",
    ],
)
@pytest.mark.parametrize("most", [1, 3])
def test_kernel_and_python_decide_alike(game: str, most: int) -> None:
    for view in positions(game):
        assert_same(best_guesses(view, Budget.FAST, most=most), in_python(view, most=most))


@pytest.mark.skipif(kernel() is None, reason="there is nothing to compare")
@pytest.mark.parametrize(
    ("picture", "mines"),
    [
        ("1### ##2# ####", 3),
        ("1###2 ##### 2#### ####1", 6),
        ("1###2 ##### 2#### ####1", None),
        ("##### ##### ##### #####", 4),
        ("##### ##### ##### #####", None),
        ("1F## ##2# F###", 3),
        ("1F## ##2# F###", None),
        ("*#### 2#### #####", 4),
        ("*#### 2#### #####", None),
        ("1#### ##### ##2## #####", 5),
        ("###### #1##2# ###### ##1### ######", 6),
    ],
)
def test_odd_positions_are_decided_alike(picture: str, mines: int | None) -> None:
    view = View.from_picture(picture, mines=mines)
    for most in (1, 4):
        assert_same(best_guesses(view, Budget.FAST, most=most), in_python(view, most=most))


def test_a_guess_that_must_be_made_anyway_tells_more_than_a_safe_one() -> None:
    # b1 and a2, b2 are safer, but the right column is a 50/50 that costs half of the games.
    view = View.from_picture("1## ###", mines=2)
    guesses = best_guesses(view)
    assert guesses.how is How.ENDGAME
    assert guesses.best[0].merit == pytest.approx(1 / 3)


@each_budget
def test_excluded_cells_are_left_out(budget: Budget) -> None:
    view = View.from_picture("1#### ##### ##2## #####", mines=4)
    first = best_guesses(view, budget).best[0].cell
    others = best_guesses(view, budget, excluded=[first])
    assert first not in [each.cell for each in others.best]
    covered: list[Cell] = view.covered_cells()
    assert best_guesses(view, budget, excluded=covered).best == ()


@each_budget
def test_the_best_does_not_depend_on_how_many_are_wanted(budget: Budget) -> None:
    for picture in ("1#### ##### ##2## #####", "###### #1##2# ###### ##1### ######"):
        view = View.from_picture(picture, mines=6)
        (best,) = best_guesses(view, budget, most=1).best
        assert best_guesses(view, budget, most=5).best[0].cell == best.cell


@each_budget
def test_what_is_certain_is_no_guess(budget: Budget) -> None:
    with pytest.raises(BadInput, match="b1 is certainly safe"):
        best_guesses(View.from_picture("0# ##"), budget)
    with pytest.raises(BadInput, match="no covered cell can be safe"):
        best_guesses(View.from_picture("1#"), budget)
    with pytest.raises(BadInput, match="0 guesses; expected 1 or more"):
        best_guesses(View.from_picture("1## ###"), budget, most=0)


@pytest.mark.usefixtures("both_ways")
def test_a_position_that_cannot_be() -> None:
    with pytest.raises(Contradiction):
        best_guesses(View.from_picture("3## ### 1##", mines=2))


def test_python_raises_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    test_what_is_certain_is_no_guess(Budget.FAST)


def test_in_python_too_a_greater_budget_searches_larger_endgames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    view = View.from_picture("###### #1#### ###### ######", mines=3)
    assert 600 < study(view).layouts <= 1000
    fast, normal, deep = (best_guesses(view, budget, most=1) for budget in Budget)
    assert (fast.how, normal.how, deep.how) == (How.LOOKAHEAD, How.ENDGAME, How.ENDGAME)
    assert normal == deep


@pytest.mark.skipif(kernel() is None, reason="Python plays no games on")
def test_games_tell_the_chance_to_win() -> None:
    view = View.from_picture("###### #1##2# ###### ##1### ######", mines=6)
    guesses = best_guesses(view, Budget.NORMAL, most=4)
    assert guesses.how is How.GAMES
    survivals = best_guesses(view, Budget.FAST, most=40)
    assert survivals.wins == (None,) * len(survivals.best)
    likely = {each.cell: each.merit for each in survivals.best}
    wins = [win for win in guesses.wins if win is not None]
    assert wins == sorted(wins, reverse=True) == [each.merit for each in guesses.best]
    assert all(0 < each.merit < likely[each.cell] for each in guesses.best)


@pytest.mark.skipif(kernel() is None, reason="Python plays no games on")
def test_games_come_close_to_the_best_play() -> None:
    # All play can be looked at, but it would take longer than `normal` may.
    view = View.from_picture("###### #1##2# ###### ##1### ######", mines=5)
    problem = read(view)
    fits = fitting(problem)
    best = count_wins(view.grid, sorted(problem.cells), fits)
    guesses = best_guesses(view, Budget.NORMAL)
    assert guesses.how is How.GAMES
    for each in guesses.best:
        assert each.merit == pytest.approx(best[each.cell] / len(fits), abs=0.07)


WITH_PAIR = """
########
########
##11112#
##100022
##33222#
#####2#2
####3211
####1000
"""
PAIR = ("d7", "d8")
GAMES_WITH_PAIRS = ("4x5/8/opening:a1", "5x5/9/opening:a1", "5x6/11/opening:a1", "4x4/6/safe")


def test_a_fifty_fifty_that_is_taken_at_once_is_a_best_move() -> None:
    found = 0
    for game, seed in product(GAMES_WITH_PAIRS, range(60)):
        for view in positions(f"{game}#{seed}"):
            problem = read(view)
            cell = take_at_once(view, odds_of(problem).risks)
            if cell is None:
                continue
            found += 1
            wins = ranked_wins(view.grid, sorted(problem.cells), fitting(problem))
            assert wins[cell] == max(wins.values()), view
    assert found > 3


@pytest.mark.parametrize("budget", Budget)
def test_it_is_taken_before_all_else(budget: Budget) -> None:
    view = View.from_picture(WITH_PAIR, mines=16)
    guesses = best_guesses(view, budget, most=3)
    assert view.grid.name(guesses.best[0].cell) in PAIR
    assert guesses.best[0].risk == pytest.approx(0.5)
    assert_same(best_guesses(view, Budget.FAST, most=2), in_python(view, most=2))
    excluded = [guesses.best[0].cell]
    without = best_guesses(view, budget, most=1, excluded=excluded)
    assert view.grid.name(without.best[0].cell) in PAIR
    assert in_python(view, most=1, excluded=excluded).best[0].cell == without.best[0].cell


TWO_MINES_MISSING = "02#200 13#211 #4222# ##12#3 #434#3 ######"
NOTHING_TO_TELL = "02#200 14#300 ###411 3##3#2 2#445# 112###"


@pytest.mark.parametrize("picture", [TWO_MINES_MISSING, NOTHING_TO_TELL])
def test_what_is_not_taken_at_once(picture: str) -> None:
    """Two cells alike whose clues miss more than one mine; a 50/50 whose number tells nothing."""
    view = View.from_picture(picture, mines=12)
    risks = odds_of(read(view)).risks
    mines = [cell for cell, risk in risks.items() if risk == 1]
    halves = [cell for cell, risk in risks.items() if risk == pytest.approx(0.5)]
    assert list(alike(view.grid, halves, mines))
    assert take_at_once(view, risks) is None


def test_two_cells_that_may_both_be_mines_are_no_fifty_fifty() -> None:
    view = View.from_picture("1### ####", mines=3)
    risks = odds_of(read(view)).risks
    assert list(alike(view.grid, [2, 6], mines=())) == [(2, 6)]
    assert risks[2] == risks[6] == pytest.approx(0.5)
    assert take_at_once(view, risks) is None


# --- guesses that are given -----------------------------------------------------------------------


@pytest.mark.usefixtures("both_ways")
def test_each_guess_can_be_weighed_alone() -> None:
    view = View.from_picture("1### ##2# ####", mines=3)
    problem = read(view)
    fits = fitting(problem)
    wins = count_wins(view.grid, sorted(problem.cells), fits)
    for cell in sorted(problem.cells):
        (found,) = weigh_guesses(view, [cell]).best
        assert found.cell == cell
        assert found.merit == pytest.approx(wins[cell] / len(fits))


def test_given_guesses_are_told_best_first_and_mines_left_out() -> None:
    view = View.from_picture("1## ###", mines=3)  # so c1 and c2 are mines
    assert [each.cell for each in weigh_guesses(view, [2, 4, 1]).best] == [1, 4]
    assert weigh_guesses(view, [2, 5]).best == ()
    odds = View.from_picture("1## ###", mines=2)
    assert [each.cell for each in weigh_guesses(odds, [3, 2]).best] == [2, 3]


@pytest.mark.skipif(kernel() is None, reason="Python plays no games on")
def test_by_games_too_a_guess_is_weighed_as_among_all() -> None:
    view = View.from_picture("###### #1##2# ###### ##1### ######", mines=6)
    best, *others = best_guesses(view, most=4).best
    for each in (best, *others):
        guesses = weigh_guesses(view, [each.cell])
        assert guesses.how is How.GAMES
        (alone,) = guesses.best
        assert min(alone.merit, best.merit) == pytest.approx(each.merit, abs=0.07)


def test_python_compares_given_guesses_by_survival(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    view = View.from_picture("1#### ##### ##2## #####", mines=6)
    guesses = weigh_guesses(view, [19, 1])
    assert (guesses.how, guesses.wins) == (How.LOOKAHEAD, (None, None))
    assert {each.cell for each in guesses.best} == {1, 19}
