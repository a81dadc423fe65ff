from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.boards import mid_game

from mineproof.agents import AGENTS, agent_named
from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Stuck
from mineproof.agents.never_guess import NeverGuess
from mineproof.agents.random import RandomGuess
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Grid
from mineproof.board.view import HIDDEN, View
from mineproof.engines import ENGINES, engine_named
from mineproof.engines.inference import Status
from mineproof.errors import BadInput, UnknownName
from mineproof.logic.checker import Checker
from mineproof.logic.reader import read
from mineproof.play.match import Match
from mineproof.play.record import Outcome

each_agent = pytest.mark.parametrize("agent", [agent_named(name) for name in AGENTS])


@each_agent
def test_certain_moves_come_first_and_are_true(agent: Agent) -> None:
    match = Match(Game.of("medium/safe:h8#5"), agent)
    for turn in match.turns():
        if turn.choice and turn.choice.deduction:
            is_mine = match.game.layout.is_mine(turn.move.cell)
            assert turn.choice.deduction.is_mine is is_mine


@each_agent
def test_one_decision_in_a_position(agent: Agent) -> None:
    decision = agent.choose(View.from_picture("0# ##"))
    assert isinstance(decision, Choice)
    assert decision.move == Move(Act.OPEN, 1)
    assert not decision.is_guess


@each_agent
def test_a_position_is_decided_the_same_way_twice(agent: Agent) -> None:
    view = View.from_picture("1## ### ###", mines=2)
    assert agent.choose(view, seed=3) == agent.choose(view, seed=3)


@each_agent
def test_mines_that_are_flagged_already_are_not_flagged_again(agent: Agent) -> None:
    assert agent.choose(View.from_picture("1F")) == Stuck(Status.COMPLETE)
    decision = agent.choose(View.from_picture("1F#1#"))
    assert isinstance(decision, Choice | Stuck)
    assert not (isinstance(decision, Choice) and decision.move.cell == 1)


@each_agent
def test_a_wrong_flag_does_not_hide_a_safe_cell(agent: Agent) -> None:
    decision = agent.choose(View.from_picture("0F ##"))
    assert isinstance(decision, Choice)
    assert decision.move == Move(Act.OPEN, 1)


def test_never_guess_never_guesses() -> None:
    for seed in range(30):
        record = Match(Game.of(f"hard/list#{seed}"), NeverGuess(engine_named("single"))).play()
        assert record.guesses == 0
        assert record.outcome is not Outcome.LOST


def test_never_guess_says_why_it_stops() -> None:
    view = View.from_picture("1## ###")
    assert NeverGuess(engine_named("single")).choose(view) == Stuck(Status.STALLED)
    assert NeverGuess(engine_named("brute")).choose(view) == Stuck(Status.COMPLETE)


def test_random_guesses_only_cells_that_may_be_safe() -> None:
    # b1 is a mine, so c1 and d1 are all that is left to guess; both must come up.
    view = View.from_picture("1F##")
    guesses = set()
    for seed in range(40):
        decision = RandomGuess().choose(view, seed=seed)
        assert isinstance(decision, Choice)
        assert decision.is_guess
        assert decision.move.act is Act.OPEN
        guesses.add(decision.move.cell)
    assert guesses == {2, 3}


def test_random_is_decided_by_its_seed_alone() -> None:
    view = View.from_picture("#" * 50)
    moves = [RandomGuess().choose(view, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert moves[0] == moves[1]
    assert len({choice.move for choice in moves if isinstance(choice, Choice)}) > 2


def test_random_guesses_are_not_the_draws_that_laid_the_mines() -> None:
    # With the game's own stream every first guess would be a mine.
    lost = [Match(Game.of(f"cs50/none#{seed}"), RandomGuess()).play().moves == 1 for seed in range(100)]  # fmt: skip # noqa: E501
    assert 0 < sum(lost) < 35


def test_random_stops_when_no_cell_is_left() -> None:
    assert isinstance(RandomGuess().choose(View.from_picture("0")), Stuck)


def test_an_agent_without_an_engine_takes_the_cascade() -> None:
    assert NeverGuess().engine.name == "cascade"
    assert agent_named("random", engine_named("subset")).engine.name == "subset"


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("engine", [*ENGINES, "single+subset", "subset+exact"])
def test_agents_that_need_risks_refuse_engines_that_know_none(agent: str, engine: str) -> None:
    if AGENTS[agent].needs_risks and not engine_named(engine).knows_risks:
        told = f"agent {agent} needs risks, and the engine {engine} knows none; expected exact"
        with pytest.raises(BadInput, match=re.escape(told)):
            agent_named(agent, engine_named(engine))
    else:
        player = agent_named(agent, engine_named(engine)).begin(Grid(1, 3), 1)
        assert isinstance(player.choose(), Choice | Stuck)


def test_unknown_agents_are_refused_with_the_choices() -> None:
    with pytest.raises(UnknownName, match="unknown agent 'x'; expected never-guess, random"):
        agent_named("x")


# --- coming in the middle of a game ---------------------------------------------------------------


@pytest.mark.parametrize("name", list(ENGINES))
def test_a_mine_that_is_seen_is_a_fact(name: str) -> None:
    """A mine at b1, which nothing proves, is the one that the 1s have to find: so a1 is safe."""
    view = View.from_picture("#* 11", mines=1)
    player = agent_named("never-guess", engine_named(name)).join(view)
    player.think()
    (choice,) = decisions(player)
    assert choice.move == Move(Act.OPEN, 0)
    assert choice.deduction is not None
    checker = Checker(range(4), 1)
    for constraint in read(view).constraints:
        checker.tell(constraint)
    for cell in range(1, 4):
        checker.learn(cell, cell == 1)
    checker.check(0, False, choice.deduction.proof)


def decisions(player: Player) -> Iterator[Choice]:
    """Yield what a player would do, move after move, if nothing were opened."""
    while isinstance(decision := player.choose(), Choice):
        yield decision


@pytest.mark.parametrize("name", list(ENGINES))
def test_who_catches_up_knows_what_one_knows_who_came_late(name: str) -> None:
    for seed in range(3):
        view = mid_game("6x6/6", seed)
        agent = agent_named("never-guess", engine_named(name))
        early, late = agent.join(half_seen(view)), agent.join(view)
        early.think()
        early.catch_up(view)
        early.think()
        late.think()
        assert early.watcher.known == late.watcher.known
        assert {c.move for c in decisions(early)} == {c.move for c in decisions(late)}


def half_seen(view: View) -> View:
    """Return a view as it may have been before: every second open cell is hidden."""
    codes = bytearray(view.cells)
    for cell in view.open_cells()[::2]:
        codes[cell] = HIDDEN
    return View(view.grid, bytes(codes), view.mines)


def test_who_thinks_first_decides_no_less() -> None:
    view = mid_game("beginner", 4)
    for name in ENGINES:
        agent = agent_named("never-guess", engine_named(name))
        thoughtful = agent.join(view)
        thoughtful.think()
        moves = {choice.move for choice in decisions(thoughtful)}
        assert moves == {choice.move for choice in decisions(agent.join(view))}
