"""Desk: how a request reaches a game. Find it, act, save, answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from mineproof.app.game.new_game import NewGame, day
from mineproof.app.game.session import Session
from mineproof.app.json.cells import Json, move_json, places
from mineproof.app.service.analyst import Analyst, Asker
from mineproof.app.service.answers import game_json
from mineproof.app.service.games import Games
from mineproof.app.service.limits import Guests, Limits
from mineproof.app.service.memory import Memory
from mineproof.app.service.messages.games import GameRequest
from mineproof.app.service.messages.positions import Position
from mineproof.app.service.questions import Questions
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Cell, Shape
from mineproof.board.judge import Court, Verdict
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Start
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.errors import BadSetting, Busy, IllegalMove, LimitReached, NotNow, Overdue, Undecided

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Desk:
    """The stored games, the analyst who is asked about them, and the limits of both.

    `lessons` is a folder with lessons of somebody's own. `place` says whose computer this is, and
    `public_url` where anybody finds the page that this one's links should lead to.
    """

    games: Games
    analyst: Analyst
    limits: Limits
    clock: Callable[[], float] = time.time
    guests: Guests = field(default_factory=Guests)
    lessons: Path | None = None
    memory: Memory = field(default_factory=Memory)
    place: Literal["server", "browser"] = "server"
    public_url: str | None = None

    @property
    def questions(self) -> Questions:
        """What can be asked of the analyst."""
        return Questions(self.analyst, self.limits, self.clock, self.memory)

    # New games

    async def new_session(self, asked: GameRequest, client: str) -> Session:
        """Set up the requested game; raise BadInput if there is no such game."""
        if asked.code is not None:
            return await self._given(asked.code, asked.seconds, Asker(client))
        if asked.level is not None:
            self.limits.check_level(asked.level)
        session = _new_game(asked).begin()
        self.limits.check_judged(session.game.finish, session.grid)
        if asked.daily is not None:  # any other no-guess board waits for the player's first cell
            assert session.no_guess is not None, "the board of a day needs no guess"
            first = session.no_guess.setting.start.first_cell(session.grid)
            session.lay(first, await self._generated(session, first, Asker(client)))
        return session

    async def _given(self, code: str, seconds: float | None, who: Asker) -> Session:
        transcript = self.limits.transcript(code)
        court = await self._court(who, transcript)
        session = Session(transcript, is_given=True, assisted=True, court=court)
        if seconds is not None:
            session.set_clock(seconds, self.clock())
        return session

    def session_again(self, token: str, move: int) -> Session:
        """Set up a finished game as it was before some move; raise NotNow if it is not over."""
        session = self.finished(token, "going back in it")
        before, court = session.transcript.before(move), session.game.court.again()
        given, no_guess = session.is_given, session.no_guess
        return Session(before, is_given=given, assisted=True, no_guess=no_guess, court=court)

    def begin(self, session: Session, client: str) -> Json:
        """Store a new game, and return it."""
        return self._tell(self.games.add(session, client), session)

    # Existing games: read from the store once per request, and again after each wait. A client that
    # has the board of version `since` gets what has changed since then, if that is shorter.

    def show(self, token: str) -> Json:
        """Return the current state of a game."""
        return self._tell(token, self.games.session(token))

    def act(
        self, token: str, deed: Callable[[Session, float], object], since: int | None = None
    ) -> Json:
        """Change a game, save it, and return it with what has changed."""
        return self._act(token, self.games.session(token), deed, since)

    def undo(self, token: str, since: int | None = None) -> Json:
        """Undo the last move, and return the game with that move; raise IllegalMove if none."""
        session = self.games.session(token)
        last = session.moves[-1:]
        told = self._act(token, session, Session.undo, since)
        return told | {"undone": move_json(last[0], session.grid)}

    async def play(
        self, who: Asker, act: Act, place: tuple[int, int], since: int | None = None
    ) -> Json:
        """Make a move; raise BadGrid for an unknown cell, IllegalMove if the rules forbid it."""
        return await self._play(who, self.games.session(who.topic), act, place, since)

    async def play_on(
        self,
        who: Asker,
        after: int,
        moves: Sequence[tuple[Act, Place]],
        since: int | None = None,
    ) -> Json:
        """Make the moves that follow the first `after` ones, unless the game has them already.

        A move on a cell that has been opened meanwhile is skipped, and so is everything once the
        game is over. Raise NotNow if the game has gone on otherwise, IllegalMove for a move that
        the rules forbid; those before it stay made.
        """
        token = who.topic
        session = self.games.session(token)
        before, grid = session.game.view, session.grid
        for move in session.yet_to_make(after, [Move(act, grid.at(*at)) for act, at in moves]):
            session = self.games.session(token)
            if not session.is_moot(move):
                await self._play(who, session, move.act, grid.place(move.cell))
        return self._tell(token, self.games.session(token), before, since)

    async def flag_proved(self, who: Asker, since: int | None = None) -> Json:
        """Flag every mine that the numbers prove; return the game and what was flagged."""
        token = who.topic
        session = self.assisted(token, "flagging what is proved")
        version = session.version
        found = await self.questions.about(who, "analyse_position", session.known, lang="en")
        session = self._unchanged(token, version)
        proved = {session.grid.at(*place) for place in found["mines"]}
        mines = [cell for cell in session.game.view.hidden_cells() if cell in proved]
        game = self._act(token, session, lambda it, now: it.flag_all(mines, now), since)
        return {"game": game, "flagged": places(session.grid, mines)}

    async def follow(
        self, who: Asker, version: int, found: dict[str, Any] | None, since: int | None = None
    ) -> Json:
        """Make the move that a program has found, unless the game has changed in the meantime."""
        session = self._unchanged(who.topic, version)
        if found is None:
            return self._tell(who.topic, session, since=since)
        return await self._play(who, session, Act(found["act"]), found["cell"], since)

    async def _play(
        self,
        who: Asker,
        session: Session,
        act: Act,
        place: tuple[int, int],
        since: int | None = None,
    ) -> Json:
        """Make a move; the first one in a no-guess game has its board generated."""
        token = who.topic
        cell = session.grid.at(*place)
        is_first = session.awaits_board and act is Act.OPEN
        if is_first and cell in session.game.view.hidden_cells():
            everyone = Asker(who.address)  # each game has one board: it would always be new
            version, layout = session.version, await self._generated(session, cell, everyone)
            session = self._unchanged(token, version)
            return self._act(
                token, session, lambda it, now: it.open_first(cell, layout, now), since
            )
        return await self._make(who, session, Move(act, cell), since)

    async def _make(
        self, who: Asker, session: Session, move: Move, since: int | None = None
    ) -> Json:
        """Make a move; what takes the judge of a prove-it game long is left to a worker."""

        def make(session: Session, now: float) -> None:
            if session.game.finish.is_judged:
                from mineproof.play.judge import judge_quickly  # it counts: no other game waits

                session.game.court.judge = judge_quickly
            session.play(move, now)

        token, version = who.topic, session.version
        try:
            return self._act(token, session, make, since)
        except Undecided as case:
            self.games.forget(token)  # for as long as it is not known what the move does
            verdict = await self._verdict(who, session.game, case.cells)
            session = self._unchanged(token, version)
            session.game.court.foresee(verdict)
            return self._act(token, session, make, since)

    async def _verdict(self, who: Asker, game: Game, cells: Sequence[Cell]) -> Verdict | None:
        """Return what opening some cells of a prove-it game does; raise Overdue."""
        case = {"cells": cells, "laid": sorted(game.layout.mines), "state": game.random_state}
        try:
            told = await self.questions.about(who, "judge_opening", game.view, **case)
        except Overdue:
            names, seconds = ", ".join(map(game.grid.name, cells)), self.limits.analysis_seconds
            raise Overdue(
                f"{names} could not be judged within {seconds:g} seconds; nothing has changed"
            ) from None
        return None if told["verdict"] is None else Verdict.parse(told["verdict"], game.grid)

    async def _court(self, who: Asker, transcript: Transcript) -> Court | None:
        """Return the court of a prove-it game, with its verdicts on all moves; None if it has none.

        Raises Overdue if that takes long.
        """
        if not (transcript.board.finish.is_judged and transcript.moves):
            return None
        told = await self.questions.ask_long(who, "judge_game", transcript=str(transcript))
        return Court.read(told["verdicts"], transcript.grid)

    def _act(
        self,
        token: str,
        session: Session,
        deed: Callable[[Session, float], object],
        since: int | None = None,
    ) -> Json:
        before = session.game.view
        deed(session, self.clock())
        if len(session.moves) > self.limits.max_moves:
            self.games.forget(token)
            raise NotNow(f"the game has {self.limits.max_moves} moves, the most allowed")
        self.games.save(token, session)
        return self._tell(token, session, before, since)

    def _tell(
        self, token: str, session: Session, before: View | None = None, since: int | None = None
    ) -> Json:
        """Return a game, and what has changed since version `since`, or else since `before`."""
        known = None if since is None else self.memory.shown.get(f"{token} {since}")
        self.memory.shown.keep(f"{token} {session.version}", session.game.view)
        if known is not None:
            return game_json(token, session, self.clock(), known, is_known=True)
        return game_json(token, session, self.clock(), before)

    def _unchanged(self, token: str, version: int) -> Session:
        session = self.games.session(token)
        if session.version != version:
            raise NotNow("the game changed while the program was thinking; ask again")
        return session

    def assisted(self, token: str, by: str, *, moves: bool = False) -> Session:
        """Return a game, marked as assisted if the help is of use; raise NotNow if it is over."""
        session = self.games.session(token)
        had_help = session.assisted
        session.assist(by=by, moves=moves)
        if session.assisted and not had_help:
            self.games.save(token, session)
        return session

    def finished(self, token: str, what: str) -> Session:
        """Return a game that is over; raise NotNow if it is not."""
        session = self.games.session(token)
        if not session.is_over:
            raise NotNow(f"the game is not over; {what} is available once it is")
        return session

    def lost_by_guess(self, token: str) -> Session:
        """Return a prove-it game that is lost; raise NotNow if it is another."""
        session = self.finished(token, "what was missed")
        game = session.game
        if not game.finish.is_judged or game.lost_view is None:
            raise NotNow("no proof was missed; expected a prove-it game that is lost")
        return session

    def open_book(self, token: str) -> Session:
        """Return a game that has no secrets left; raise NotNow otherwise."""
        session = self.games.session(token)
        if not session.is_given:
            return self.finished(token, "its code, which names the seed,")
        if session.awaits_board:
            raise NotNow("a no-guess game has no board, and no code, before its first cell is open")
        return session

    async def _generated(self, session: Session, cell: Cell, who: Asker) -> Layout:
        """Return a board that needs no guess from a cell; raise IllegalMove or NotNow if none.

        The error is worded here, because the generator's own message names the seed.
        """
        assert session.no_guess is not None, "only a no-guess game is generated"
        setting = _from_cell(session.no_guess.setting, cell)
        name = session.grid.name(cell)
        try:
            made = await self.questions.ask(who, "generate_board", game_id=str(setting))
        except Busy:
            raise
        except LimitReached:
            raise NotNow(
                f"no board of {setting.level} without a guess from {name} was found; expected"
                " another first cell, or fewer mines"
            ) from None
        return Layout(session.grid, frozenset(made["mines"]))

    # Positions that belong to no game

    def view(self, asked: Position) -> View:
        """Return the view of a position; raise BadInput if it is none, or too large."""
        self.limits.check_size(len(asked.board), max(map(len, asked.board)))
        return View.from_rows(asked.board, asked.mines, Shape(asked.shape))

    async def ask_about(self, who: Asker, task: str, asked: Position) -> Json:
        """Return the answer to a task, which gets the position and what else the message has."""
        wish = asked.model_dump(exclude={"board", "mines", "shape"})
        return await self.questions.about(who, task, self.view(asked), **wish)


def _new_game(asked: GameRequest) -> NewGame:
    return NewGame(
        level=asked.level,
        start=asked.start or None,
        finish=None if asked.finish is None else Finish(asked.finish),
        seed=asked.seed,
        needs_no_guess=asked.no_guess,
        day=None if asked.daily is None else day(asked.daily),
    )


def _from_cell(setting: Setting, cell: Cell) -> Setting:
    """Return the setting with another first cell; raise IllegalMove if it has no room."""
    level = setting.level
    start = Start(setting.start.rule, first=level.grid.place(cell))
    try:
        return Setting.make(level, start, setting.seed, setting.finish)
    except BadSetting as error:
        raise IllegalMove(f"no opening fits at {level.grid.name(cell)}: {error}") from None
