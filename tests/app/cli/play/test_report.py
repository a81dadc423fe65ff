from __future__ import annotations

from mineproof.agents.never_guess import NeverGuess
from mineproof.app.cli.play.report import cell_names, marks
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.lab.report.numerals import seconds
from mineproof.play.match import Match


def test_mines_that_are_known_but_not_flagged_are_marked_when_clearing() -> None:
    game = Game.on(Layout(Grid(1, 4), frozenset({1})), Finish.CLEARING)
    match = Match(game, NeverGuess(), first=0, tell_total=False)
    (turn,) = match.turns()
    assert marks(match, turn).certain == {1: True}
    assert marks(match, turn).last == 0


def test_a_mine_is_unmarked_until_it_is_marked() -> None:
    game = Game.on(Layout(Grid(2, 2), frozenset({1, 2, 3})), Finish.MARKING, safe=[0])
    match = Match(game, NeverGuess())
    first = next(match.turns())
    assert len(match.player.watcher.known) == 4
    assert marks(match, first).certain == {}


def test_long_lists_of_cells_are_counted() -> None:
    assert cell_names(["a1", "b1"]) == "a1 and b1"
    assert cell_names([f"a{i}" for i in range(1, 101)]).endswith("a39, a40 and 60 more")


def test_times_are_readable() -> None:
    assert [seconds(value) for value in (0.00042, 0.0042, 0.25, 2.0, 75.04)] == [
        "420.0 µs",
        "4.2 ms",
        "250.0 ms",
        "2.0 s",
        "75.0 s",
    ]
