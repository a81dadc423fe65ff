"""The routes: every request that there is, its handler and its answer, by their names.

Whoever carries requests, FastAPI or a worker in the browser, reads this table. A path names at most
one thing: a game, an exercise or a lesson. A POST has its message in the body, a GET in the query.
What a name stands for is loaded when it is first wanted: a browser waits for every module.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias, get_type_hints

from mineproof.app.json.cells import Json
from mineproof.app.service.refusals.refusal import Refusal, not_allowed, nothing_at

Handler: TypeAlias = Callable[..., Awaitable[Json | str]]

PREFIX = "/api"
"""What every path begins with, as a client sends it."""


class Route(NamedTuple):
    """A request: its method and path, its handler, its answer, and how it may be refused.

    The handler is a function in `handlers`. The answer is a model in `messages`, or, without a dot,
    an entry of the coach's schema.
    """

    method: str
    path: str
    handler: str
    answer: str
    refusals: tuple[int, ...]
    status: int = 200

    @property
    def names(self) -> str | None:
        """What the path names, if anything."""
        return next((part[1:-1] for part in self.path.split("/") if part.startswith("{")), None)

    @property
    def handle(self) -> Handler:
        """The handler itself."""
        found: Handler = _loaded("handlers", self.handler)
        return found

    @property
    def message(self) -> Any:
        """The type of the message: that of the handler's last parameter."""
        return _message(self.handler)

    @property
    def model(self) -> Any:
        """The model of the answer; None if the coach's schema describes it."""
        return _loaded("messages", self.answer) if "." in self.answer else None

    @property
    def former_path(self) -> str | None:
        """Another path that scripts may still know, if there is one."""
        old = self.path.replace("/puzzles", "/exercises")
        return None if old == self.path else old


_READ, _SENT = (400, 403, 404, 408, 413, 422, 431, 503), (400, 403, 408, 413, 415, 422, 431, 503)
_PLAYED = (*_SENT, 404, 409)
_LOOKED = (*_READ, 409)

_GAME, _COURSE, _LESSON = "/games/{token}", "/course/exercises", "/lessons/{lesson}"
_TASK = f"{_COURSE}/{{exercise}}"
ROUTES = (  # the most frequent first: paths are tried in this order
    Route("POST", f"{_GAME}/moves", "games.make_move", "games.Game", _PLAYED),
    Route("POST", f"{_GAME}/batch", "games.make_moves", "games.Game", _PLAYED),
    Route("POST", f"{_GAME}/ai", "assist.make_ai_move", "games.AiMove", _PLAYED),
    Route("GET", f"{_GAME}/risks", "assist.get_risks", "games.Odds", _LOOKED),
    Route("GET", _GAME, "games.get_game", "games.Game", _READ),
    Route("POST", "/games", "games.create_game", "games.Game", (*_SENT, 409, 429), 201),
    Route("POST", f"{_GAME}/undo", "games.undo_move", "games.UndoneGame", _PLAYED),
    Route("POST", f"{_GAME}/restart", "games.restart_game", "games.Game", _PLAYED),
    Route("POST", f"{_GAME}/hint", "assist.give_hint", "hint", _PLAYED),
    Route("GET", f"{_GAME}/flags", "assist.get_wrong_flags", "games.WrongFlags", _LOOKED),
    Route("POST", f"{_GAME}/flags", "assist.flag_proved_mines", "games.Flagged", _PLAYED),
    Route("GET", f"{_GAME}/explain", "assist.explain_cell", "explanation", _LOOKED),
    Route("POST", f"{_GAME}/suppose", "assist.suppose_cell", "supposition", _PLAYED),
    Route("GET", f"{_GAME}/review", "reviews.review_game", "reviewed", _LOOKED),
    Route("GET", f"{_GAME}/remark", "reviews.remark_on_move", "remark", _LOOKED),
    Route("GET", f"{_GAME}/missed", "reviews.get_missed", "missed", _LOOKED),
    Route("GET", f"{_GAME}/chances", "reviews.get_chances", "games.Chances", _LOOKED),
    Route("GET", f"{_GAME}/code", "games.get_code", "games.Code", _LOOKED),
    Route("POST", f"{_GAME}/again", "games.play_again", "games.Game", (*_PLAYED, 429), 201),
    Route("POST", "/analyse", "positions.analyse_position", "positions.Analysis", _SENT),
    Route("POST", "/analyse/hint", "positions.hint_in_position", "hint", _SENT),
    Route("POST", "/analyse/explain", "positions.explain_in_position", "explanation", _SENT),
    Route("POST", "/analyse/suppose", "positions.suppose_in_position", "supposition", _SENT),
    Route("POST", "/analyse/guess", "positions.compare_guesses", "guessing", _SENT),
    Route("POST", "/analyse/picture", "positions.draw_in_position", "positions.PictureFile", _SENT),
    Route("POST", "/analyse/trace", "proofs.trace_position", "traces.TracePage", _SENT),
    Route("POST", "/trace", "proofs.trace_game", "traces.TracePage", _SENT),
    Route("POST", "/files", "positions.read_file", "files.FileContent", _SENT),
    Route("POST", "/certify", "positions.certify_board", "files.Certified", _SENT),
    Route("POST", "/derivation", "proofs.show_derivation", "derivations.Derivation", _SENT),
    Route(
        "POST", "/derivation/file", "proofs.export_derivation", "derivations.DerivationFile", _SENT
    ),
    Route("GET", "/techniques", "puzzles.list_techniques", "puzzles.Techniques", _READ),
    Route("POST", "/puzzles/judge", "puzzles.judge_answer", "puzzles.Judged", _SENT),
    Route("POST", "/puzzles/rate", "puzzles.rate_attempt", "puzzles.Attempt", _SENT),
    Route("POST", "/puzzles/answer", "puzzles.show_answer", "puzzles.PuzzleAnswer", _SENT),
    Route("POST", "/puzzles", "puzzles.make_puzzle", "puzzles.Puzzle", _SENT),
    Route("POST", f"{_TASK}/check", "course.check_course_answer", "exercises.CourseVerdict", _SENT),
    Route("POST", f"{_TASK}/hint", "course.give_course_hint", "exercises.CourseHint", _SENT),
    Route(
        "GET", f"{_TASK}/solution", "course.show_course_solution", "exercises.CourseSolution", _READ
    ),
    Route("GET", _TASK, "course.show_course_exercise", "exercises.CourseExercise", _READ),
    Route("GET", _COURSE, "course.list_course", "exercises.CourseExercises", _READ),
    Route("GET", "/lessons", "lessons.list_lessons", "lessons.LessonList", _READ),
    Route("GET", _LESSON, "lessons.get_lesson", "lessons.LessonPage", _READ),
    Route(
        "POST", f"{_LESSON}/check", "lessons.check_lesson_answer", "lessons.LessonVerdict", _SENT
    ),
    Route("POST", f"{_LESSON}/answer", "lessons.show_lesson_answer", "lessons.LessonAnswer", _SENT),
    Route("GET", "/info", "info.get_info", "info.Info", _READ),
)


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | Refusal:
    """Return the route of a request and what its path names, or why there is none.

    >>> route, named = find_route("GET", "/api/games/abc/code")
    >>> route.handler, named
    ('games.get_code', {'token': 'abc'})
    >>> find_route("PUT", "/api/info")[:2]
    (405, 'PUT is not allowed at /api/info')
    """
    head, *parts = path.removeprefix("/").split("/")
    routes = [*_routes_to(parts)] if f"/{head}" == PREFIX else []
    for route, named in routes:
        if route.method == method:
            return route, named
    allowed = ", ".join(route.method for route, _ in routes)
    return not_allowed(method, path, allowed) if routes else nothing_at(path)


def _routes_to(parts: list[str]) -> Iterator[tuple[Route, dict[str, str]]]:
    """Yield all routes whose path has these parts, and what it names."""
    for route in ROUTES:
        for path in filter(None, (route.path, route.former_path)):
            wanted = path.split("/")[1:]
            if len(wanted) == len(parts) and all(map(_fits, wanted, parts)):
                pairs = zip(wanted, parts, strict=True)
                yield route, {wish[1:-1]: part for wish, part in pairs if wish.startswith("{")}


def _fits(wish: str, part: str) -> bool:
    return part != "" if wish.startswith("{") else wish == part


@cache
def _loaded(room: str, name: str) -> Any:
    module, _, own = name.partition(".")
    return getattr(import_module(f"mineproof.app.service.{room}.{module}"), own)


@cache
def _message(handler: str) -> Any:
    *_, message, _answer = get_type_hints(_loaded("handlers", handler)).values()
    return message
