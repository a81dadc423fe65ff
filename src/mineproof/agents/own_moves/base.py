"""OwnMoves: an agent that makes every move itself, and the player who judges them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from time import perf_counter

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision, Stuck
from mineproof.agents.own_moves.table import Answer, Mover, Table, Testimony
from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.rules import Finish
from mineproof.board.view import FLAG, HIDDEN, MINE, Sight, View
from mineproof.engines.inference import Deduction
from mineproof.errors import LimitReached

__all__ = ["Answer", "Mover", "OwnMoves", "OwnPlayer", "Table"]


class OwnMoves(Agent):
    """An agent that makes every move itself. Its engine tells which of them were certain."""

    @abstractmethod
    def sit_down(self, table: Table) -> Mover:
        """Return a mover for one game."""

    def begin(
        self,
        grid: Grid,
        total: int | None,
        seed: int = 0,
        *,
        marks_mines: bool = True,
        finish: Finish | None = None,
        start: str | None = None,
        seconds: float | None = None,
    ) -> Player:
        """Return a player as every agent does; `finish`, `start` and `seconds` are for its table.

        Without a finish it is the marking game if mines are to be marked, else the clearing game.
        """
        finish = finish or (Finish.MARKING if marks_mines else Finish.CLEARING)
        return OwnPlayer(self, Table(grid, total, seed, finish, start, seconds))

    def join(
        self,
        view: View,
        seed: int = 0,
        *,
        marks_mines: bool = True,
        seconds: float | None = None,
    ) -> Player:
        """Return a player as every agent does; `seconds` are for its table."""
        player = self.begin(view.grid, view.mines, seed, marks_mines=marks_mines, seconds=seconds)
        player.catch_up(view)
        return player

    def guess(self, player: Player) -> Decision:
        """Do not decide: an OwnPlayer never asks."""
        raise AssertionError(f"{type(player).__name__} asked an agent that makes its own moves")


class OwnPlayer(Player):
    """One such agent in one game; `own_seconds` is how long it has thought so far."""

    def __init__(self, agent: OwnMoves, table: Table) -> None:
        """Sit down at a table, which has the game's seed here."""
        grid, total, seed = table.grid, table.mines, table.seed
        super().__init__(agent, grid, total, seed, marks_mines=table.marks_mines)
        self._checks_flags = table.finish.checks_flags
        self._knows_risks = agent.engine.knows_risks
        self._total = total
        self._cells = bytearray([HIDDEN]) * grid.size
        self._news: list[Sight] = []
        self._proved: dict[Cell, Deduction] = {}
        self.own_seconds = 0.0
        # One step on: the guess stream itself would lead back to the game's seed.
        self._mover = agent.sit_down(replace(table, seed=self.rng.next()))

    def see(self, sights: Iterable[Sight]) -> None:
        sights = tuple(sights)
        for cell, number in sights:
            self._cells[cell] = number
        self._news.extend(sights)
        super().see(sights)

    def catch_up(self, view: View) -> None:
        super().catch_up(view)
        for cell, code in enumerate(view.cells):
            if code in (FLAG, MINE):
                self._cells[cell] = code

    def choose(self) -> Decision:
        """Return the agent's own move, with the engine's proof if it has one."""
        view = View(self.grid, bytes(self._cells), self._total)
        news = tuple(self._news)
        self._news.clear()
        started = perf_counter()
        try:
            answer = self._mover.move(view, news)
        finally:
            self.own_seconds += perf_counter() - started
        self._judge()
        if answer.move is None:
            return Stuck(self.watcher.status, answer.reason)
        return self._choice(answer, answer.move)

    def testify(self) -> Testimony:
        """Return what the agent holds certain after its last decision; raise Fault if it fails."""
        return self._mover.testify()

    @property
    def is_gone(self) -> bool:
        """Whether the agent's process has ended."""
        return self._mover.is_gone

    def seconds_elsewhere(self) -> float:
        return self._mover.seconds_elsewhere()

    def leave(self, outcome: str) -> None:
        self._mover.leave(outcome)

    def _judge(self) -> None:
        """Find everything that is certain now."""
        self.think()
        while self._certain:
            deduction = self._certain.popleft()
            self._proved[deduction.cell] = deduction

    def _choice(self, answer: Answer, move: Move) -> Choice:
        deduction = self._proved.get(move.cell)
        is_proved = deduction is not None and deduction.is_mine == (move.act is Act.FLAG)
        risk = None if is_proved else self._risk(move)
        self._note(move)
        return Choice(
            move,
            deduction if is_proved else None,
            risk,
            reason=answer.reason,
            is_claimed=answer.is_certain,
            is_own=True,
        )

    def _risk(self, move: Move) -> float | None:
        """Return the true risk of a move, if the engine knows it."""
        if move.act is Act.OPEN:
            return self._mined(move.cell)
        mined = self._mined(move.cell) if self._checks_flags else 1.0  # a note risks nothing
        return None if mined is None else 1 - mined

    def _mined(self, cell: Cell) -> float | None:
        """Return how likely a cell is a mine, if the engine knows it."""
        known = self.watcher.known.get(cell)
        if known is not None or not self._knows_risks:
            return None if known is None else float(known)
        try:
            return self.watcher.risks().get(cell)
        except LimitReached:
            return None

    def _note(self, move: Move) -> None:
        """Remember a flag, which a second one takes back where nobody checks them."""
        is_flag = move.act is Act.FLAG
        if is_flag and 0 <= move.cell < len(self._cells):
            was_flag = self._cells[move.cell] == FLAG
            self._cells[move.cell] = HIDDEN if was_flag else FLAG
        if not is_flag or self._checks_flags:
            self.untouched.pop(move.cell, None)
