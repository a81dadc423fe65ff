"""Desk: how a request reaches a game. Find it, act, save, answer."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from mineproof.app.game.new_game import NewGame, day
from mineproof.app.game.session import Session
from mineproof.app.json.cells import Json, places, position_json
from mineproof.app.json.coach import move_json
from mineproof.app.web.analysis.turns import Asker
from mineproof.app.web.analysis.workers import Analyst
from mineproof.app.web.answers import game_json
from mineproof.app.web.games import Games
from mineproof.app.web.latest import Latest
from mineproof.app.web.messages.files import FileRequest
from mineproof.app.web.messages.games import GameRequest
from mineproof.app.web.settings import Guests, Limits
from mineproof.app.web.traces import Trace, latest_traces
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Cell, Grid
from mineproof.board.judge import Court, Verdict
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish, Level, Start
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.hints import RUNGS
from mineproof.course.library import Library, library
from mineproof.engines.guess import strongest
from mineproof.errors import (
    BadInput,
    BadSetting,
    Busy,
    IllegalMove,
    LimitReached,
    NotNow,
    Overdue,
    Undecided,
)
from mineproof.play.judge import judge_quickly

Place: TypeAlias = tuple[int, int]

_SIZE = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII)
_KEPT_BYTES = 16_000_000
_WEAK_SECONDS = 60.0
"""How long a comparison is kept for which there was too little time: soon there may be more."""


class _Comparison(NamedTuple):
    """A worker's answer about guesses as JSON, and until when it is good."""

    text: str
    until: float = math.inf


@dataclass(frozen=True, slots=True)
class Desk:
    """The stored games, the workers that analyse them, and the limits of both."""

    games: Games
    analysts: Analyst
    limits: Limits
    clock: Callable[[], float] = time.time
    guests: Guests = field(default_factory=Guests)
    lessons: Path | None = None

    @property
    def library(self) -> Library:
        """The lessons of the course, and those of the server's owner; read once."""
        return library(self.lessons)

    traces: Latest[Trace] = field(default_factory=latest_traces)
    answers: Latest[_Comparison] = field(
        default_factory=lambda: Latest(lambda told: len(told.text), _KEPT_BYTES)
    )
    shown: Latest[View] = field(
        default_factory=lambda: Latest(lambda view: len(view.cells), _KEPT_BYTES)
    )
    """What clients have seen of which version: the next answer says only what has changed."""

    # New games

    async def new_session(self, asked: GameRequest, client: str) -> Session:
        """Set up the requested game; raise BadInput if there is no such game."""
        if asked.code is not None:
            return await self._given(asked.code, asked.seconds, Asker(client))
        if asked.level is not None:
            self.check_level(asked.level)
        session = _new_game(asked).begin()
        self._check_judged(session.game.finish, session.grid)
        if asked.daily is not None:  # any other no-guess board waits for the player's first cell
            assert session.no_guess is not None, "the board of a day needs no guess"
            first = session.no_guess.setting.start.first_cell(session.grid)
            session.lay(first, await self._generated(session, first, Asker(client)))
        return session

    async def _given(self, code: str, seconds: float | None, asker: Asker) -> Session:
        transcript = self.transcript(code)
        court = await self._court(asker, transcript)
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

    # Existing games: read from the file once per request, and again after each wait. A client that
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
        self, asker: Asker, act: Act, place: tuple[int, int], since: int | None = None
    ) -> Json:
        """Make a move; raise BadGrid for an unknown cell, IllegalMove if the rules forbid it."""
        return await self._play(asker, self.games.session(asker.topic), act, place, since)

    async def play_on(
        self,
        asker: Asker,
        after: int,
        moves: Sequence[tuple[Act, Place]],
        since: int | None = None,
    ) -> Json:
        """Make the moves that follow the first `after` ones, unless the game has them already.

        A move on a cell that has been opened meanwhile is skipped, and so is everything once the
        game is over. Raise NotNow if the game has gone on otherwise, IllegalMove for a move that
        the rules forbid; those before it stay made.
        """
        token = asker.topic
        session = self.games.session(token)
        before, grid = session.game.view, session.grid
        for move in session.yet_to_make(after, [Move(act, grid.at(*at)) for act, at in moves]):
            session = self.games.session(token)
            if not session.is_moot(move):
                await self._play(asker, session, move.act, grid.place(move.cell))
        return self._tell(token, self.games.session(token), before, since)

    async def flag_proved(self, asker: Asker, since: int | None = None) -> Json:
        """Flag every mine that the numbers prove; return the game and what was flagged."""
        token = asker.topic
        session = self.assisted(token, "flagging what is proved")
        version = session.version
        found = await self.ask(asker, "analyse_position", session.known, lang="en")
        session = self._unchanged(token, version)
        proved = {session.grid.at(*place) for place in found["mines"]}
        mines = [cell for cell in session.game.view.hidden_cells() if cell in proved]
        game = self._act(token, session, lambda it, now: it.flag_all(mines, now), since)
        return {"game": game, "flagged": places(session.grid, mines)}

    async def follow(
        self, asker: Asker, version: int, found: dict[str, Any] | None, since: int | None = None
    ) -> Json:
        """Make the move that a program has found, unless the game has changed in the meantime."""
        session = self._unchanged(asker.topic, version)
        if found is None:
            return self._tell(asker.topic, session, since=since)
        return await self._play(asker, session, Act(found["act"]), found["cell"], since)

    async def _play(
        self,
        asker: Asker,
        session: Session,
        act: Act,
        place: tuple[int, int],
        since: int | None = None,
    ) -> Json:
        """Make a move; the first one in a no-guess game has its board generated."""
        token = asker.topic
        cell = session.grid.at(*place)
        is_first = session.awaits_board and act is Act.OPEN
        if is_first and cell in session.game.view.hidden_cells():
            everyone = Asker(asker.address)  # each game has one board: it would always be new
            version, layout = session.version, await self._generated(session, cell, everyone)
            session = self._unchanged(token, version)
            return self._act(
                token, session, lambda it, now: it.open_first(cell, layout, now), since
            )
        return await self._make(asker, session, Move(act, cell), since)

    async def _make(
        self, asker: Asker, session: Session, move: Move, since: int | None = None
    ) -> Json:
        """Make a move; what takes the judge of a prove-it game long is left to a worker."""

        def make(session: Session, now: float) -> None:
            session.game.court.judge = judge_quickly
            session.play(move, now)

        token, version = asker.topic, session.version
        try:
            return self._act(token, session, make, since)
        except Undecided as case:
            self.games.forget(token)  # for as long as it is not known what the move does
            verdict = await self._verdict(asker, session.game, case.cells)
            session = self._unchanged(token, version)
            session.game.court.foresee(verdict)
            return self._act(token, session, make, since)

    async def _verdict(self, asker: Asker, game: Game, cells: Sequence[Cell]) -> Verdict | None:
        """Return what opening some cells of a prove-it game does; raise Overdue."""
        seconds = self.limits.analysis_seconds
        case = {"cells": cells, "laid": sorted(game.layout.mines), "state": game.random_state}
        asked = position_json(game.view) | case
        try:
            told: dict[str, Any] = await self.analysts.ask("judge_opening", asked, seconds, asker)
        except Overdue:
            names = ", ".join(map(game.grid.name, cells))
            raise Overdue(
                f"{names} could not be judged within {seconds:g} seconds; nothing has changed"
            ) from None
        return None if told["verdict"] is None else Verdict.parse(told["verdict"], game.grid)

    async def _court(self, asker: Asker, transcript: Transcript) -> Court | None:
        """Return the court of a prove-it game, with its verdicts on all moves; None if it has none.

        Raises Overdue if that takes long.
        """
        if not (transcript.board.finish.is_judged and transcript.moves):
            return None
        seconds = self.limits.review_seconds
        asked = {"transcript": str(transcript)}
        told: dict[str, Any] = await self.analysts.ask("judge_game", asked, seconds, asker)
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
        known = None if since is None else self.shown.get(f"{token} {since}")
        self.shown.keep(f"{token} {session.version}", session.game.view)
        if known is not None:
            return game_json(token, session, self.clock(), known, is_known=True)
        return game_json(token, session, self.clock(), before)

    def _unchanged(self, token: str, version: int) -> Session:
        session = self.games.session(token)
        if session.version != version:
            raise NotNow("the game changed while the program was thinking; ask again")
        return session

    def assisted(self, token: str, by: str) -> Session:
        """Return a game, now marked as assisted; raise NotNow if it is over."""
        session = self.games.session(token)
        had_help = session.assisted
        session.assist(by=by)
        if not had_help:
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

    # Analysis

    async def hint(self, asker: Asker, view: View, rung: int, **wish: object) -> Json:
        """Return a hint at one rung; guesses are compared once for all rungs."""
        top = RUNGS[-1] if rung else RUNGS[0]  # that a guess is needed is said before comparing
        told = await self._remember(asker, "give_hint", view, **wish, rung=top)
        found: Json = told["rungs"][rung]
        return found

    async def guesses(self, asker: Asker, view: View, **wish: object) -> Json:
        """Return the best guesses in a position that forces one."""
        return await self._remember(asker, "compare_guesses", view, **wish)

    async def _remember(
        self, asker: Asker, task: str, view: View, **wish: object
    ) -> dict[str, Any]:
        """Return a worker's answer about guesses, which is asked for unless it was lately."""
        question = position_json(view) | wish
        key = json.dumps([task, question], sort_keys=True)
        kept = self.answers.get(key)
        if kept is None or kept.until < self.clock():
            kept = await self._within_time(asker, task, question)
            self.answers.keep(key, kept)
        told: dict[str, Any] = json.loads(kept.text)
        return told

    async def _within_time(self, asker: Asker, task: str, question: Json) -> _Comparison:
        """Return an answer with the strongest budget that fits half of the time.

        On a machine that is too slow or too busy for it, a weaker one then has all of the time;
        that answer is good for all rungs of a hint, but not for ever.
        """
        whole = self.limits.analysis_seconds
        half = whole / 2
        strong, weak = ({**question, "budget": strongest(s).value} for s in (half, half / 4))
        try:
            return _Comparison(json.dumps(await self.analysts.ask(task, strong, half, asker)))
        except Overdue:
            told = await self.analysts.ask(task, weak, whole, asker)
            return _Comparison(json.dumps(told), self.clock() + _WEAK_SECONDS)

    async def ask(self, asker: Asker, task: str, view: View, **asked: object) -> dict[str, Any]:
        """Return a worker's answer about a position."""
        question = position_json(view) | asked
        return await self.analysts.ask(task, question, self.limits.analysis_seconds, asker)

    async def _generated(self, session: Session, cell: Cell, asker: Asker) -> Layout:
        """Return a board that needs no guess from a cell; raise IllegalMove or NotNow if none.

        The error is worded here, because the generator's own message names the seed.
        """
        assert session.no_guess is not None, "only a no-guess game is generated"
        setting = _from_cell(session.no_guess.setting, cell)
        asked, name = {"game_id": str(setting)}, session.grid.name(cell)
        try:
            made: dict[str, Any] = await self.analysts.ask(
                "generate_board", asked, self.limits.analysis_seconds, asker
            )
        except Busy:
            raise
        except LimitReached:
            raise NotNow(
                f"no board of {setting.level} without a guess from {name} was found; expected"
                " another first cell, or fewer mines"
            ) from None
        return Layout(session.grid, frozenset(made["mines"]))

    async def puzzle(self, asker: Asker, id: str) -> Json:  # noqa: A002 - the name in the API
        """Return the puzzle of an id."""
        return await self.analysts.ask("make_puzzle", {"id": id}, self.limits.review_seconds, asker)

    async def review(self, asker: Asker, transcript: Transcript, lang: str) -> Json:
        """Return the review of a game, with its boards unless they are too many."""
        cells = len(transcript.moves) * transcript.grid.size
        asked = {
            "transcript": str(transcript),
            "lang": lang,
            "pictured": cells <= self.limits.pictured_cells,
        }
        return await self.analysts.ask("review_game", asked, self.limits.review_seconds, asker)

    async def remark(
        self, asker: Asker, transcript: Transcript, number: int, cell: str | None, lang: str
    ) -> Json:
        """Return the remark on one move of a game, or on opening another cell in its place."""
        asked = {"transcript": str(transcript), "number": number, "cell": cell, "lang": lang}
        return await self.analysts.ask("remark_move", asked, self.limits.analysis_seconds, asker)

    async def missed(self, asker: Asker, transcript: Transcript, lang: str) -> Json:
        """Return what was missed in a lost prove-it game."""
        asked = {"transcript": str(transcript), "lang": lang}
        return await self.analysts.ask("find_missed", asked, self.limits.review_seconds, asker)

    async def chances(self, asker: Asker, transcript: Transcript) -> Json:
        """Return the chance of winning a game, move by move."""
        asked = {"transcript": str(transcript)}
        return await self.analysts.ask("count_chances", asked, self.limits.review_seconds, asker)

    async def trace(self, asker: Asker, task: str, asked: Mapping[str, object]) -> Trace:
        """Return a trace, which is made unless it was asked for lately."""
        key = json.dumps([task, asked], sort_keys=True)
        found = self.traces.get(key)
        if found is None:
            limit = self.limits.review_seconds
            told: dict[str, Any] = await self.analysts.ask(task, asked, limit, asker)
            found = Trace(told["head"], told["pages"])
            self.traces.keep(key, found)
        return found

    async def read_file(self, asker: Asker, asked: FileRequest) -> Json:
        """Return what a file holds; raise BadInput if it cannot be read, or is too large here."""
        found: dict[str, Any] = await self.analysts.ask(
            "read_file", asked.model_dump(exclude={"lang"}), self.limits.analysis_seconds, asker
        )
        self.check_size(len(found["board"]), len(found["board"][0]))
        return found

    async def certify(self, asker: Asker, code: str, first: str | None) -> Json:
        """Return whether a board needs a guess; raise BadInput if it is none, or too large here."""
        grid = Transcript.parse(code).grid
        self.check_size(grid.rows, grid.cols)
        asked = {"code": code, "first": first}
        return await self.analysts.ask("certify_board", asked, self.limits.review_seconds, asker)

    async def derive(self, asker: Asker, task: str, asked: Mapping[str, object]) -> Json:
        """Return a derivation, or a file of one."""
        return await self.analysts.ask(task, asked, self.limits.review_seconds, asker)

    # Sizes, checked before anything that large is built

    def check_level(self, text: str) -> None:
        """Raise BadInput if a text is not a level, or the level is too large for this server."""
        grid = Level.parse(text).grid
        self.check_size(grid.rows, grid.cols)

    def transcript(self, code: str) -> Transcript:
        """Return the transcript in a code; raise BadInput if it cannot be played here."""
        for rows, cols in _SIZE.findall(code.partition("#")[0]):
            self.check_size(int(rows), int(cols))
        transcript = Transcript.parse(code)
        self.check_size(transcript.grid.rows, transcript.grid.cols)
        self._check_judged(transcript.board.finish, transcript.grid)
        if len(transcript.moves) > self.limits.max_moves:
            most = self.limits.max_moves
            raise BadInput(f"a game of {len(transcript.moves)} moves; expected at most {most}")
        return transcript

    def check_size(self, rows: int, cols: int) -> None:
        """Raise BadSetting if a board is too large for this server."""
        side, cells = self.limits.max_side, self.limits.max_cells
        if max(rows, cols) > side or rows * cols > cells:
            raise BadSetting(
                f"a board of {rows} rows and {cols} columns; expected at most {side} of each, and"
                f" {cells} cells"
            )

    def _check_judged(self, finish: Finish, grid: Grid) -> None:
        """Raise BadSetting if a board is too large to be judged move by move."""
        if finish.is_judged and grid.size > self.limits.judged_cells:
            most = self.limits.judged_cells
            raise BadSetting(f"a {finish.value} game of {grid.size} cells; expected at most {most}")


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
