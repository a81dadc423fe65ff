"""Match: an agent plays one game, move by move or to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from mineproof.agents.base import Agent, Player
from mineproof.agents.checked import CheckedWatcher
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.clock import CLOCK
from mineproof.agents.never_guess import NeverGuess
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.view import Sight
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.errors import LimitReached, RefusedProof
from mineproof.play.record import Outcome, Record
from mineproof.play.referee import Referee


class Turn(NamedTuple):
    """A move and what it opened. `choice` is None for the first cell of a start rule."""

    move: Move
    sights: tuple[Sight, ...]
    choice: Choice | None = None

    @property
    def author(self) -> str:
        """The source of the move: an engine, "guess" or "rules"."""
        if self.choice is None:
            return "rules"
        return self.choice.deduction.engine if self.choice.deduction else "guess"


class Match:
    """An agent in a game.

    `first` is opened before the agent is asked; by default it is the first cell of the game's start
    rule, if the rule has one. `seed` decides the agent's guesses; by default it is the game's own.
    `tell_total` says whether the agent knows the mine count. With a `referee`, a fault of the
    player loses the game, and `fault` says what it was; without one it is raised. A refused proof
    always loses the game. `witness` is called with each turn, before the player sees what the move
    opened.
    """

    def __init__(
        self,
        game: Game,
        agent: Agent,
        *,
        first: Cell | None = None,
        seed: int | None = None,
        tell_total: bool = True,
        clock: Callable[[], float] = CLOCK,
        referee: Referee | None = None,
        witness: Callable[[Turn], None] | None = None,
    ) -> None:
        self.game = game
        self.agent = agent
        self.fault: str | None = None
        self._refused_at: str | None = None
        self._referee = referee
        self._witness = witness
        self.seed = seed if seed is not None else (game.setting.seed if game.setting else 0)
        self.tell_total = tell_total
        self.player = self._begin()
        self.stuck: Status | None = None
        self.proved: Counter[str] = Counter()
        self._first = game.setting.first_cell if first is None and game.setting else first
        self._clock = clock
        self._moves = self._guesses = 0
        self._luck: float | None = 0.0
        self._seconds = 0.0

    def _begin(self) -> Player:
        """Let the agent begin; if it cannot, one that plays nothing stands in for it."""
        total = self.game.mines if self.tell_total else None
        marks_mines = self.game.finish.needs_flags
        begin = self.agent.begin
        if isinstance(self.agent, OwnMoves):
            start = str(self.game.setting.start) if self.game.setting else None
            seconds = self._referee.seconds if self._referee else None
            begin = partial(self.agent.begin, finish=self.game.finish, start=start, seconds=seconds)
        try:
            return begin(self.game.grid, total, self.seed, marks_mines=marks_mines)
        except Exception as error:
            if self._referee is None:
                raise
            self.fault = self._referee.judge(error)
            return NeverGuess(Exact()).begin(self.game.grid, total, self.seed)

    def turns(self) -> Iterator[Turn]:
        """Play, and yield each move once it is made; the caller's time is not measured."""
        turns = self._turns()
        while (turn := self._timed(turns)) is not None:
            yield turn

    def _timed(self, turns: Iterator[Turn]) -> Turn | None:
        started = self._time()
        try:
            return next(turns, None)
        finally:
            self._seconds += self._time() - started

    def _time(self) -> float:
        """Return the time so far, here and in processes that play for the agent."""
        return self._clock() + self.player.seconds_elsewhere()

    def _turns(self) -> Iterator[Turn]:
        if self.fault is not None:
            return
        try:
            yield from self._moves_of_both()
        except RefusedProof as refusal:
            self.fault = str(refusal)
            self._refused_at = self.game.view.picture().replace("\n", " ")
        except Exception as error:
            if self._referee is None:
                raise
            self.fault = self._referee.judge(error)
        self.player.leave(self._ending)

    def _moves_of_both(self) -> Iterator[Turn]:
        """Play the first cell of the start rule, then what the player decides."""
        self.player.see(self.game.handed_out)
        if self._first is not None and self.game.status is GameStatus.PLAYING:
            yield self._make(Move(Act.OPEN, self._first))
        ask = self.player.choose if self._referee is None else self._judged(self._referee)
        while self.game.status is GameStatus.PLAYING:
            decision = ask()
            if isinstance(decision, Stuck):
                self.stuck = decision.status
                return
            yield self._make_noted(decision)

    def _judged(self, referee: Referee) -> Callable[[], Decision]:
        """Return what asks the player for a move, in the time that it has."""
        seconds, choose = self.agent.seconds_allowed(referee.seconds), self.player.choose

        def ask() -> Decision:
            referee.count(self._moves, self.game.grid.size)
            return referee.time(choose, seconds)

        return ask

    def play(self) -> Record:
        """Play to the end and return the record."""
        started = self._time()
        for _ in self._turns():
            pass
        self._seconds += self._time() - started
        return self.record

    @property
    def record(self) -> Record:
        """The figures of the game, once it has ended."""
        outcome = self._outcome
        won = outcome is Outcome.WON
        return Record(
            game=str(self.game.setting or "layout"),
            agent=self.agent.name,
            engine=self.agent.engine.name,
            seed=self.seed,
            outcome=outcome,
            moves=self._moves,
            guesses=self._guesses,
            unmarked_cells=() if won else tuple(sorted(self.player.untouched)),
            proved=dict(self.proved),
            counters=dict(self.player.watcher.counters),
            seconds=self._seconds,
            lost_at=self.game.lost_at,
            luck=self._luck,
            fault=self.fault,
            refused_at=self._refused_at,
        )

    @property
    def _outcome(self) -> Outcome:
        if self.fault is not None:
            return Outcome.LOST
        return Outcome.STUCK if self.stuck else Outcome(self.game.status.value)

    @property
    def _ending(self) -> str:
        return "fault" if self.fault is not None else self._outcome.value

    def _make(self, move: Move, choice: Choice | None = None) -> Turn:
        self._moves += 1
        turn = Turn(move, self.game.play(move), choice)
        if self._witness:
            self._witness(turn)
        self.player.see(turn.sights)
        return turn

    def _make_noted(self, choice: Choice) -> Turn:
        if choice.deduction is not None:
            if isinstance(self.player.watcher, CheckedWatcher):
                self.player.watcher.check(choice.deduction)  # if an agent made it itself
            self.proved[choice.deduction.engine] += 1
            return self._make(choice.move, choice)
        if choice.move.act is Act.FLAG and not self.game.finish.checks_flags:
            return self._make(choice.move, choice)  # a note, which risks nothing
        self._guesses += 1
        risk = self._risk(choice)
        turn = self._make(choice.move, choice)
        self._add_luck(risk)
        return turn

    def _risk(self, guess: Choice) -> float | None:
        if not self.tell_total or self.game.finish.is_judged:
            # This risk averages over several mine counts, or is not what decides: the expected
            # luck is not zero.
            return None
        if guess.risk is not None or not self.agent.engine.knows_risks:
            return guess.risk
        try:
            return self.player.watcher.risks()[guess.move.cell]
        except LimitReached:
            return None

    def _add_luck(self, risk: float | None) -> None:
        if risk is None or self._luck is None:
            self._luck = None
        else:
            self._luck += risk - (self.game.status is GameStatus.LOST)
