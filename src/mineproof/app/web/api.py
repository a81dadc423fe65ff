"""The HTTP routes: one method per request, and the table of their paths.

They decide nothing: they find the game or the position, and send the result as JSON. All run in one
thread, and only analyses are awaited, so two requests cannot interleave within one game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import JSONResponse, Response

from mineproof.app.game.assist import first_move, flags_are_moves, hint_to_begin
from mineproof.app.json.cells import Json, position_json
from mineproof.app.json.coach import explanation_json, hint_json
from mineproof.app.json.course import (
    course_hint_json,
    exercise_json,
    exercises_json,
    solution_json,
    verdict_json,
)
from mineproof.app.json.values import risks_json
from mineproof.app.web.analysis.assistance import assistance_json
from mineproof.app.web.analysis.puzzles import puzzle_id, rate_attempt, techniques_json
from mineproof.app.web.analysis.turns import Asker
from mineproof.app.web.connection import network
from mineproof.app.web.desk import Desk
from mineproof.app.web.info import info_json
from mineproof.app.web.lessons import answer_json, check_json, lesson_json, list_json
from mineproof.app.web.messages import (
    derivations,
    exercises,
    files,
    games,
    info,
    lessons,
    positions,
    puzzles,
    traces,
    values,
)
from mineproof.board.game import Act
from mineproof.board.grid import Shape
from mineproof.board.view import View
from mineproof.coach.explanation import explain_first
from mineproof.coach.language import language
from mineproof.course.answers import check_text
from mineproof.course.exercises.ready import exercise_named, ready_exercises
from mineproof.course.language import language as course_language
from mineproof.errors import NotNow


async def client_of(request: Request) -> str:
    """Return the network that a request comes from."""
    return network(request.client.host) if request.client else ""


Client = Annotated[str, Depends(client_of)]
Token = Annotated[str, Path(max_length=100, description="The token of the game.")]
Known: TypeAlias = games.KnownBoard | None
Lang = Annotated[values.Lang, Query(description="The language of all sentences.")]
Brief = Annotated[bool, Query(description="Send `frontier` and `elsewhere` instead of `risks`.")]
ExerciseId = Annotated[
    str, Path(max_length=60, description="The id of an exercise.", examples=["resolve-1-1"])
]
LessonName = Annotated[
    str, Path(max_length=100, description="The number or the name of a lesson.", examples=["7"])
]
CellName = Annotated[
    str, Query(max_length=10, description="The name of the cell.", examples=["b3"])
]
MoveNumber = Annotated[
    int | None, Query(ge=1, le=1_000_000, description="The number of a move; the last by default.")
]
OtherCell = Annotated[
    str | None,
    Query(max_length=10, description="The cell to open in place of the move.", examples=["b3"]),
]


class Routes:
    """The handler of each request."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def get_info(self) -> JSONResponse:
        """Levels, start rules, engines, agents, languages and limits."""
        return JSONResponse(info_json(self._desk.limits, self._desk.guests))

    # Games

    async def create_game(self, asked: games.GameRequest, client: Client) -> JSONResponse:
        """Begin a game of a level, begin the board of a day, or open a transcript."""
        session = await self._desk.new_session(asked, client)
        return JSONResponse(self._desk.begin(session, client), status_code=201)

    async def get_game(self, token: Token) -> JSONResponse:
        """The current state of a game."""
        return JSONResponse(self._desk.show(token))

    async def make_move(
        self, token: Token, asked: games.MoveRequest, client: Client
    ) -> JSONResponse:
        """Open, flag, chord or mark a cell."""
        if asked.act != "mark":
            asker, since = Asker(client, token), asked.since
            return JSONResponse(await self._desk.play(asker, Act(asked.act), asked.cell, since))
        place, mined = asked.cell, asked.mined is True
        return JSONResponse(
            self._desk.act(
                token,
                lambda it, now: it.mark(it.grid.at(*place), mined=mined, now=now),
                asked.since,
            )
        )

    async def make_moves(
        self, token: Token, asked: games.BatchRequest, client: Client
    ) -> JSONResponse:
        """Make several moves in their order, those that are not made already."""
        moves = [(Act(each.act), each.cell) for each in asked.moves]
        asker, since = Asker(client, token), asked.since
        return JSONResponse(await self._desk.play_on(asker, asked.after, moves, since))

    async def undo_move(self, token: Token, asked: Known = None) -> JSONResponse:
        """Undo the last move, even if it hit a mine; the game then counts as assisted."""
        return JSONResponse(self._desk.undo(token, asked.since if asked else None))

    async def restart_game(self, token: Token) -> JSONResponse:
        """Restart the same board; if the first opening has laid the mines, it stays open."""
        return JSONResponse(self._desk.act(token, lambda session, _: session.restart()))

    async def get_code(self, token: Token) -> JSONResponse:
        """The game as a transcript, once it is over: until then its seed is a secret."""
        return JSONResponse({"code": str(self._desk.open_book(token).transcript)})

    async def play_again(
        self, token: Token, asked: games.AgainRequest, client: Client
    ) -> JSONResponse:
        """A new game that continues a finished one from before a given move."""
        session = self._desk.session_again(token, asked.move)
        return JSONResponse(self._desk.begin(session, client), status_code=201)

    # Help

    async def give_hint(
        self, token: Token, asked: games.HintRequest, client: Client
    ) -> JSONResponse:
        """A hint that reveals what its rung allows, and no more."""
        session = self._desk.assisted(token, "a hint")
        if session.awaits_first:
            found = hint_to_begin(session, asked.lang).down_to(asked.rung)
            return JSONResponse(hint_json(found, session.grid))
        flags = flags_are_moves(session, asked.flags)
        asker, wish = Asker(client, token), {"lang": asked.lang, "flags": flags}
        return JSONResponse(await self._desk.hint(asker, session.known, asked.rung, **wish))

    async def make_ai_move(
        self, token: Token, asked: games.AiRequest, client: Client
    ) -> JSONResponse:
        """Let a program make one move, certain if it finds one, else a guess, and say why."""
        session = self._desk.assisted(token, "a program's move")
        version, asker = session.version, Asker(client, token)
        if session.awaits_first:
            first = first_move(session, language(asked.lang))
            found: dict[str, Any] = assistance_json(first, session.game.view, asked.lang)
        else:
            flags = flags_are_moves(session, asked.flags)
            own = {"flags": flags, "guests": self._desk.guests.names}
            wish = asked.model_dump(exclude={"since"}) | own
            found = await self._desk.ask(asker, "choose_move", session.known, **wish)
        game = await self._desk.follow(asker, version, found["move"], asked.since)
        return JSONResponse({"game": game, **found})

    async def get_risks(
        self, token: Token, client: Client, *, brief: Brief = False
    ) -> JSONResponse:
        """The probability of a mine in each covered cell, and which cells are certain."""
        session = self._desk.assisted(token, "the risk of each cell")
        if not session.awaits_first:
            asker = Asker(client, token)
            wish = {"brief": brief}
            return JSONResponse(await self._desk.ask(asker, "count_risks", session.known, **wish))
        nothing: Json = {"layouts": None, "safe": [], "mines": []}
        if brief:
            return JSONResponse({"risks": None, "frontier": [], "elsewhere": 0.0, **nothing})
        none = dict.fromkeys(range(session.grid.size), 0.0)
        return JSONResponse({"risks": risks_json(none, session.grid), **nothing})

    async def get_wrong_flags(self, token: Token, client: Client) -> JSONResponse:
        """The flags that the numbers prove wrong; nothing about the others."""
        session = self._desk.assisted(token, "the flag check")
        asker = Asker(client, token)
        return JSONResponse(await self._desk.ask(asker, "find_wrong_flags", session.known))

    async def flag_proved_mines(
        self, token: Token, client: Client, asked: Known = None
    ) -> JSONResponse:
        """Flag every mine that the numbers prove; the game then counts as assisted."""
        since = asked.since if asked else None
        return JSONResponse(await self._desk.flag_proved(Asker(client, token), since))

    async def explain_cell(
        self, token: Token, client: Client, cell: CellName, lang: Lang = "en"
    ) -> JSONResponse:
        """What a cell is, and the steps that prove it."""
        session = self._desk.assisted(token, "an explanation")
        if session.awaits_first:
            found = explain_first(session.known, session.grid.parse(cell), language=lang)
            return JSONResponse(explanation_json(found, session.grid))
        asker, wish = Asker(client, token), {"cell": cell, "lang": lang}
        return JSONResponse(await self._desk.ask(asker, "explain_cell", session.known, **wish))

    async def suppose_cell(
        self, token: Token, asked: games.SupposeRequest, client: Client
    ) -> JSONResponse:
        """What would follow if a cell were a mine, or safe; or why it cannot be."""
        session = self._desk.assisted(token, "a supposition")
        if session.awaits_first:
            raise NotNow("nothing is open yet, and any first cell is safe; expected an open cell")
        asker = Asker(client, token)
        return JSONResponse(
            await self._desk.ask(asker, "suppose_cell", session.known, **asked.model_dump())
        )

    async def review_game(self, token: Token, client: Client, lang: Lang = "en") -> JSONResponse:
        """What could have been known at each move of a finished game, with the board after each."""
        session = self._desk.finished(token, "its review")
        return JSONResponse(await self._desk.review(Asker(client, token), session.transcript, lang))

    async def remark_on_move(
        self,
        token: Token,
        client: Client,
        move: MoveNumber = None,
        cell: OtherCell = None,
        lang: Lang = "en",
    ) -> JSONResponse:
        """The verdict on one move of a finished game, or on opening another cell in its place."""
        transcript = self._desk.finished(token, "its review").transcript
        number = len(transcript.moves) if move is None else move
        asker = Asker(client, token)
        return JSONResponse(await self._desk.remark(asker, transcript, number, cell, lang))

    async def get_missed(self, token: Token, client: Client, lang: Lang = "en") -> JSONResponse:
        """Why a prove-it game is lost, with the proof that its player has missed."""
        transcript = self._desk.lost_by_guess(token).transcript
        return JSONResponse(await self._desk.missed(Asker(client, token), transcript, lang))

    async def get_chances(self, token: Token, client: Client) -> JSONResponse:
        """The chance of winning a finished game, before its first move and after each."""
        session = self._desk.finished(token, "its chances")
        return JSONResponse(await self._desk.chances(Asker(client, token), session.transcript))

    # Positions

    async def analyse_position(self, asked: positions.PositionOdds, client: Client) -> JSONResponse:
        """What is certain in any position and the risk of every cell, or why no layout fits."""
        wish = {"lang": asked.lang, "brief": asked.brief}
        return await self._ask_about(asked, client, "analyse_position", **wish)

    async def hint_in_position(self, asked: positions.PositionHint, client: Client) -> JSONResponse:
        """A hint in any position."""
        view, wish = self._view(asked), {"lang": asked.lang, "flags": asked.flags}
        return JSONResponse(await self._desk.hint(Asker(client), view, asked.rung, **wish))

    async def explain_in_position(
        self, asked: positions.PositionCell, client: Client
    ) -> JSONResponse:
        """What a cell of any position is, and the steps that prove it."""
        return await self._ask_about(
            asked, client, "explain_cell", cell=asked.cell, lang=asked.lang
        )

    async def draw_in_position(
        self, asked: positions.PictureRequest, client: Client
    ) -> JSONResponse:
        """What a cell of any position is, as a picture to share; a GIF shows one step at a time."""
        wish = {"cell": asked.cell, "form": asked.format, "lang": asked.lang}
        return await self._ask_about(asked, client, "draw_cell", **wish)

    async def suppose_in_position(
        self, asked: positions.PositionSupposition, client: Client
    ) -> JSONResponse:
        """What would follow if a cell of any position were a mine, or safe."""
        wish = {"cell": asked.cell, "mined": asked.mined, "lang": asked.lang}
        return await self._ask_about(asked, client, "suppose_cell", **wish)

    async def compare_guesses(self, asked: positions.Position, client: Client) -> JSONResponse:
        """The best guesses in a position that forces one."""
        view = self._view(asked)
        return JSONResponse(await self._desk.guesses(Asker(client), view, lang=asked.lang))

    async def _ask_about(
        self, asked: positions.Position, client: str, task: str, **wish: object
    ) -> JSONResponse:
        view = self._view(asked)
        return JSONResponse(await self._desk.ask(Asker(client), task, view, **wish))

    def _view(self, asked: positions.Position) -> View:
        self._desk.check_size(len(asked.board), max(map(len, asked.board)))
        return View.from_rows(asked.board, asked.mines, Shape(asked.shape))

    # Files

    async def read_file(self, asked: files.FileRequest, client: Client) -> JSONResponse:
        """What a file of any known format holds: a board, a position or a game."""
        return JSONResponse(await self._desk.read_file(Asker(client), asked))

    async def certify_board(self, asked: files.CertifyRequest, client: Client) -> JSONResponse:
        """Whether a board needs a guess, and the certificate that proves it."""
        return JSONResponse(await self._desk.certify(Asker(client), asked.code, asked.first))

    # Traces

    async def trace_game(self, asked: traces.TraceRequest, client: Client) -> Response:
        """Every step of an engine that plays a game from its beginning, one page of them."""
        self._desk.transcript(asked.code)
        wish: Json = {"code": asked.code, "engine": asked.engine}
        return await self._page(asked.page, client, "trace_game", wish)

    async def trace_position(self, asked: traces.PositionTrace, client: Client) -> Response:
        """Every step of an engine that thinks about a position, one page of them."""
        wish = position_json(self._view(asked)) | {"engine": asked.engine}
        return await self._page(asked.page, client, "trace_position", wish)

    async def _page(self, page: int, client: str, task: str, wish: Json) -> Response:
        trace = await self._desk.trace(Asker(client), task, wish)
        return Response(trace.page(page), media_type="application/json")

    # Derivations

    async def show_derivation(
        self, asked: derivations.DerivationView, client: Client
    ) -> JSONResponse:
        """Where a certain cell, or a clause of a trace, comes from: a graph, laid out."""
        wish = {"unfolded": asked.unfolded, "lang": asked.lang}
        return await self._derive(asked, client, "show_derivation", wish)

    async def export_derivation(
        self, asked: derivations.DerivationExport, client: Client
    ) -> JSONResponse:
        """A derivation as a file for other tools."""
        return await self._derive(asked, client, "write_derivation", {"form": asked.format})

    async def _derive(
        self,
        asked: derivations.DerivationRequest,
        client: str,
        task: str,
        wish: Mapping[str, object],
    ) -> JSONResponse:
        if asked.code is not None:
            self._desk.transcript(asked.code)
        else:
            self._desk.check_size(len(asked.board or ()), max(map(len, asked.board or ())))
        of = asked.model_dump(include=_PROVED, exclude_none=True)
        if asked.board is not None:
            of["mines"] = asked.mines
        of["guests"] = list(self._desk.guests.names)
        return JSONResponse(await self._desk.derive(Asker(client), task, {"of": of, **wish}))

    # Puzzles

    async def list_techniques(self, lang: Lang = "en") -> JSONResponse:
        """The techniques that puzzles are about, easiest first, and the classes of puzzles."""
        return JSONResponse(techniques_json(lang))

    async def make_puzzle(self, asked: puzzles.PuzzleRequest, client: Client) -> JSONResponse:
        """A position from a real game in which a technique comes next: by id, day, seed or luck."""
        of = puzzle_id(asked.model_dump())
        return JSONResponse(await self._desk.puzzle(Asker(client), str(of)))

    async def judge_answer(self, asked: puzzles.PositionAnswer, client: Client) -> JSONResponse:
        """The verdict on an answer to a puzzle, and the reason."""
        wish = asked.model_dump(include={"cell", "mined", "lang", "crop"})
        return await self._ask_about(asked, client, "judge_answer", **wish)

    async def show_answer(self, asked: positions.Position, client: Client) -> JSONResponse:
        """What a puzzle was about, and why."""
        return await self._ask_about(asked, client, "show_answer", lang=asked.lang)

    async def rate_attempt(self, asked: puzzles.RateRequest) -> JSONResponse:
        """The ratings of a player and of a class of puzzles after an attempt, by Glicko-2."""
        return JSONResponse(rate_attempt(asked.model_dump()))

    # The course

    async def list_course(self, lang: Lang = "en") -> JSONResponse:
        """The exercises of the course that are ready, easiest first."""
        return JSONResponse(exercises_json(ready_exercises().values(), course_language(lang)))

    async def show_course_exercise(self, exercise: ExerciseId, lang: Lang = "en") -> JSONResponse:
        """An exercise of the course."""
        return JSONResponse(exercise_json(exercise_named(exercise), course_language(lang)))

    async def check_course_answer(
        self, exercise: ExerciseId, asked: exercises.CheckRequest
    ) -> JSONResponse:
        """The verdict on an answer, or on the steps made so far."""
        found, words = exercise_named(exercise), course_language(asked.lang)
        answer = asked.answer
        verdict = check_text(found, answer) if isinstance(answer, str) else found.check(answer)
        return JSONResponse(verdict_json(found, verdict, words))

    async def give_course_hint(
        self, exercise: ExerciseId, asked: exercises.CourseHintRequest
    ) -> JSONResponse:
        """A hint at what to do next."""
        found, words = exercise_named(exercise), course_language(asked.lang)
        return JSONResponse(course_hint_json(found, found.hint(asked.rung, words, asked.answer)))

    async def show_course_solution(self, exercise: ExerciseId, lang: Lang = "en") -> JSONResponse:
        """A right answer; for a proof, the shortest that is known."""
        return JSONResponse(solution_json(exercise_named(exercise), course_language(lang)))

    # Lessons

    async def list_lessons(self, lang: Lang = "en") -> JSONResponse:
        """The lessons of the course, in their order."""
        return JSONResponse(list_json(self._desk.library, lang))

    async def get_lesson(self, lesson: LessonName, lang: Lang = "en") -> JSONResponse:
        """The text, the boards and the exercises of a lesson."""
        return JSONResponse(lesson_json(self._desk.library, lesson, lang))

    async def check_lesson_answer(
        self, lesson: LessonName, asked: lessons.LessonCheckRequest
    ) -> JSONResponse:
        """The verdict on an answer to an exercise of a lesson, and a reason if it is wrong."""
        wish = (asked.exercise, asked.answer, asked.lang)
        return JSONResponse(check_json(self._desk.library, lesson, *wish))

    async def show_lesson_answer(
        self, lesson: LessonName, asked: lessons.LessonAnswerRequest
    ) -> JSONResponse:
        """A solution of an exercise of a lesson."""
        return JSONResponse(answer_json(self._desk.library, lesson, asked.exercise, asked.lang))


_PROVED = {*derivations.DerivationRequest.model_fields}


# The table


class _Path(NamedTuple):
    """A path, its handler, its answer (a model or an entry of the coach's schema) and options."""

    method: str
    path: str
    call: Callable[..., Any]
    answer: type | str
    refusals: Sequence[int]
    status: int = 200


_WHY = {
    400: "A value out of range, or an unknown host.",
    403: "A cross-site request.",
    404: "No such game.",
    409: "Not allowed in the current state of the game.",
    408: "Sent too slowly.",
    413: "Too long.",
    415: "Not JSON.",
    422: "Not as described here.",
    429: "Too many games.",
    431: "Too many headers.",
    503: "The analysis took too long, too many questions wait, or the game cannot be stored now.",
}
_READ, _SENT = (400, 403, 404, 408, 413, 422, 431, 503), (400, 403, 408, 413, 415, 422, 431, 503)

_GAME, _COURSE = "/games/{token}", "/course/exercises"
_PUZZLES = "/puzzles"
_TASK, _LESSON = f"{_COURSE}/{{exercise}}", "/lessons/{lesson}"
_TABLE = (  # the most frequent first: paths are tried in this order
    _Path("POST", f"{_GAME}/moves", Routes.make_move, games.Game, (*_SENT, 404, 409)),
    _Path("POST", f"{_GAME}/batch", Routes.make_moves, games.Game, (*_SENT, 404, 409)),
    _Path("POST", f"{_GAME}/ai", Routes.make_ai_move, games.AiMove, (*_SENT, 404, 409)),
    _Path("GET", f"{_GAME}/risks", Routes.get_risks, games.Odds, (*_READ, 409)),
    _Path("GET", _GAME, Routes.get_game, games.Game, _READ),
    _Path("POST", "/games", Routes.create_game, games.Game, (*_SENT, 409, 429), 201),
    _Path("POST", f"{_GAME}/undo", Routes.undo_move, games.UndoneGame, (*_SENT, 404, 409)),
    _Path("POST", f"{_GAME}/restart", Routes.restart_game, games.Game, (*_SENT, 404, 409)),
    _Path("POST", f"{_GAME}/hint", Routes.give_hint, "hint", (*_SENT, 404, 409)),
    _Path("GET", f"{_GAME}/flags", Routes.get_wrong_flags, games.WrongFlags, (*_READ, 409)),
    _Path("POST", f"{_GAME}/flags", Routes.flag_proved_mines, games.Flagged, (*_SENT, 404, 409)),
    _Path("GET", f"{_GAME}/explain", Routes.explain_cell, "explanation", (*_READ, 409)),
    _Path("POST", f"{_GAME}/suppose", Routes.suppose_cell, "supposition", (*_SENT, 404, 409)),
    _Path("GET", f"{_GAME}/review", Routes.review_game, "reviewed", (*_READ, 409)),
    _Path("GET", f"{_GAME}/remark", Routes.remark_on_move, "remark", (*_READ, 409)),
    _Path("GET", f"{_GAME}/missed", Routes.get_missed, "missed", (*_READ, 409)),
    _Path("GET", f"{_GAME}/chances", Routes.get_chances, games.Chances, (*_READ, 409)),
    _Path("GET", f"{_GAME}/code", Routes.get_code, games.Code, (*_READ, 409)),
    _Path("POST", f"{_GAME}/again", Routes.play_again, games.Game, (*_SENT, 404, 409, 429), 201),
    _Path("POST", "/analyse", Routes.analyse_position, positions.Analysis, _SENT),
    _Path("POST", "/analyse/hint", Routes.hint_in_position, "hint", _SENT),
    _Path("POST", "/analyse/explain", Routes.explain_in_position, "explanation", _SENT),
    _Path("POST", "/analyse/suppose", Routes.suppose_in_position, "supposition", _SENT),
    _Path("POST", "/analyse/guess", Routes.compare_guesses, "guessing", _SENT),
    _Path("POST", "/analyse/picture", Routes.draw_in_position, positions.PictureFile, _SENT),
    _Path("POST", "/analyse/trace", Routes.trace_position, traces.TracePage, _SENT),
    _Path("POST", "/trace", Routes.trace_game, traces.TracePage, _SENT),
    _Path("POST", "/files", Routes.read_file, files.FileContent, _SENT),
    _Path("POST", "/certify", Routes.certify_board, files.Certified, _SENT),
    _Path("POST", "/derivation", Routes.show_derivation, derivations.Derivation, _SENT),
    _Path("POST", "/derivation/file", Routes.export_derivation, derivations.DerivationFile, _SENT),
    _Path("GET", "/techniques", Routes.list_techniques, puzzles.Techniques, _READ),
    _Path("POST", "/puzzles/judge", Routes.judge_answer, puzzles.Judged, _SENT),
    _Path("POST", "/puzzles/rate", Routes.rate_attempt, puzzles.Attempt, _SENT),
    _Path("POST", "/puzzles/answer", Routes.show_answer, puzzles.PuzzleAnswer, _SENT),
    _Path("POST", "/puzzles", Routes.make_puzzle, puzzles.Puzzle, _SENT),
    _Path("POST", f"{_TASK}/check", Routes.check_course_answer, exercises.CourseVerdict, _SENT),
    _Path("POST", f"{_TASK}/hint", Routes.give_course_hint, exercises.CourseHint, _SENT),
    _Path("GET", f"{_TASK}/solution", Routes.show_course_solution, exercises.CourseSolution, _READ),
    _Path("GET", _TASK, Routes.show_course_exercise, exercises.CourseExercise, _READ),
    _Path("GET", _COURSE, Routes.list_course, exercises.CourseExercises, _READ),
    _Path("GET", "/lessons", Routes.list_lessons, lessons.LessonList, _READ),
    _Path("GET", _LESSON, Routes.get_lesson, lessons.LessonPage, _READ),
    _Path("POST", f"{_LESSON}/check", Routes.check_lesson_answer, lessons.LessonVerdict, _SENT),
    _Path("POST", f"{_LESSON}/answer", Routes.show_lesson_answer, lessons.LessonAnswer, _SENT),
    _Path("GET", "/info", Routes.get_info, info.Info, _READ),
)


def router_of(desk: Desk) -> APIRouter:
    """Return all routes with their answers."""
    router, routes = APIRouter(prefix="/api"), Routes(desk)
    for entry in _TABLE:
        call = getattr(routes, entry.call.__name__)
        router.add_api_route(
            entry.path,
            call,
            methods=[entry.method],
            status_code=entry.status,
            responses=_answers(entry),
            response_model=None,
            operation_id=entry.call.__name__,
        )
        if entry.path.startswith(_PUZZLES):
            old = entry.path.replace(_PUZZLES, "/exercises")  # scripts may still know this name
            router.add_api_route(old, call, methods=[entry.method], include_in_schema=False)
    return router


def _answers(entry: _Path) -> dict[int | str, dict[str, Any]]:
    if isinstance(entry.answer, str):
        schema = {"$ref": f"#/components/schemas/{values.coach_name(entry.answer)}"}
        good: dict[str, Any] = {"content": {"application/json": {"schema": schema}}}
    else:
        good = {"model": entry.answer}
    answers: dict[int | str, dict[str, Any]] = {entry.status: {"description": "Done.", **good}}
    for code in entry.refusals:
        answers[code] = {"description": _WHY[code], "model": values.Error}
    return answers
