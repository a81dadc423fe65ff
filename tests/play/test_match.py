from __future__ import annotations

from itertools import count

import pytest

from mineproof.agents import agent_named
from mineproof.agents.never_guess import NeverGuess
from mineproof.agents.random import RandomGuess
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Grid
from mineproof.board.layout import Layout
from mineproof.board.rules import Finish
from mineproof.engines import engine_named
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.play.match import Match
from mineproof.play.record import Outcome

LAYOUT = Layout(Grid(4, 4), frozenset({0}))


def test_a_won_game_leaves_nothing() -> None:
    record = Match(Game.of("easy/list#1"), NeverGuess()).play()
    assert record.outcome is Outcome.WON
    assert record.game == "easy/list#1"
    assert (record.agent, record.engine, record.seed) == ("never-guess", "cascade", 1)
    assert record.guesses == record.unmarked == 0
    assert record.moves == sum(record.proved.values()) == 72


def test_a_stuck_game_lists_the_cells_that_are_left() -> None:
    match = Match(Game.of("easy/list#0"), NeverGuess(engine_named("single")))
    record = match.play()
    assert record.outcome is Outcome.STUCK
    assert match.stuck is Status.STALLED
    assert record.unmarked_cells == tuple(match.game.view.hidden_cells())
    assert record.unmarked == match.game.unmarked == 4


def test_a_lost_game_ends_at_once() -> None:
    match = Match(Game.on(LAYOUT, Finish.CLEARING), NeverGuess(), first=0)
    (turn,) = match.turns()
    assert turn.move == Move(Act.OPEN, 0)
    assert turn.choice is None
    assert match.record.outcome is Outcome.LOST
    assert match.record.moves == 1


def test_a_flagging_game_is_won_by_the_flags_of_proved_mines() -> None:
    outcomes = set()
    for seed in range(30):
        game = Game.of(f"cs50/none/flagging#{seed}")
        match = Match(game, agent_named("random", engine_named("subset")), tell_total=False)
        outcomes.add(match.play().outcome)
        flagged = {cell for cell in range(game.grid.size) if game.view.is_flagged(cell)}
        assert (flagged == game.layout.mines) is (game.status is GameStatus.WON)
    assert outcomes == {Outcome.WON, Outcome.LOST}


def test_the_start_rule_opens_its_first_cell() -> None:
    game = Game.of("easy/opening:e5#3")
    first = next(Match(game, NeverGuess()).turns())
    assert first.move == Move(Act.OPEN, game.grid.parse("e5"))
    assert first.sights[0].number == 0


def test_nothing_is_opened_where_no_rule_promises_it() -> None:
    record = Match(Game.of("easy/none#3"), NeverGuess()).play()
    assert (record.outcome, record.moves) == (Outcome.STUCK, 0)


def test_turns_are_moves_that_were_made() -> None:
    match = Match(Game.of("medium/list#181"), NeverGuess())
    for turn in match.turns():
        assert turn.choice is not None
        assert turn.choice.move == turn.move
        assert turn.choice.deduction is not None
        assert turn.choice.deduction.is_mine is (turn.move.act is Act.FLAG)
        assert match.game.view.is_open(turn.move.cell) is bool(turn.sights)
    assert match.game.status is GameStatus.WON


def test_guesses_are_counted_apart_from_proved_moves() -> None:
    record = Match(Game.of("cs50/none#4"), RandomGuess(engine_named("subset"))).play()
    assert record.guesses > 0
    assert record.guesses + sum(record.proved.values()) == record.moves
    assert set(record.proved) <= {"subset"}


@pytest.mark.parametrize("agent", ["never-guess", "random"])
@pytest.mark.parametrize("game", ["easy/list#8", "beginner/safe#8", "hex:9x9/10/opening#8"])
def test_the_same_game_is_played_the_same_way(game: str, agent: str) -> None:
    first, second = (
        [turn.move for turn in Match(Game.of(game), agent_named(agent)).turns()] for _ in range(2)
    )
    assert first == second


def test_an_agent_that_is_not_told_the_mine_count_does_without() -> None:
    empty = Layout(Grid(2, 2), frozenset())
    told = Match(Game.on(empty, Finish.MARKING), NeverGuess())
    untold = Match(Game.on(empty, Finish.MARKING), NeverGuess(), tell_total=False)
    assert told.play().outcome is Outcome.WON
    assert untold.play().outcome is Outcome.STUCK


def test_luck_is_not_kept_where_the_mine_count_is_not_told() -> None:
    games = [Game.of(f"beginner/safe#{seed}") for seed in range(5)]
    records = [Match(game, RandomGuess(Exact()), tell_total=False).play() for game in games]
    assert {record.luck is None for record in records if record.guesses} == {True}
    assert {record.luck for record in records if not record.guesses} <= {0.0}


def test_only_the_time_of_the_match_counts_not_that_of_who_watches() -> None:
    # Each look at the clock is a second later; a watcher who takes ages looks at another clock.
    ticks = count()
    match = Match(Game.of("easy/list#1"), NeverGuess(), clock=lambda: float(next(ticks)))
    for _ in match.turns():
        for _ in range(1000):
            next(ticks)
    assert match.record.seconds == match.record.moves + 1


def test_a_given_layout_has_no_id() -> None:
    record = Match(Game.on(LAYOUT, Finish.MARKING, safe=[15, 5]), NeverGuess()).play()
    assert (record.game, record.seed, record.outcome) == ("layout", 0, Outcome.WON)
