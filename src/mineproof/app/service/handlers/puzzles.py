"""Requests about puzzles: which there are, one of them, answers and ratings."""

from __future__ import annotations

from mineproof.app.json.cells import Json
from mineproof.app.service.analysis import puzzles
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.positions import Position
from mineproof.app.service.messages.puzzles import PositionAnswer, PuzzleRequest, RateRequest
from mineproof.app.service.messages.values import LangQuery


async def list_techniques(_desk: Desk, _who: Asker, asked: LangQuery) -> Json:
    """The techniques that puzzles are about, easiest first, and the classes of puzzles."""
    return puzzles.techniques_json(asked.lang)


async def make_puzzle(desk: Desk, who: Asker, asked: PuzzleRequest) -> Json:
    """A position from a real game in which a technique comes next: by id, day, seed or luck."""
    found = puzzles.puzzle_id(asked.model_dump())
    return await desk.questions.ask_long(who, "make_puzzle", id=str(found))


async def judge_answer(desk: Desk, who: Asker, asked: PositionAnswer) -> Json:
    """The verdict on an answer to a puzzle, and the reason."""
    return await desk.ask_about(who, "judge_answer", asked)


async def show_answer(desk: Desk, who: Asker, asked: Position) -> Json:
    """What a puzzle was about, and why."""
    return await desk.ask_about(who, "show_answer", asked)


async def rate_attempt(_desk: Desk, _who: Asker, asked: RateRequest) -> Json:
    """The ratings of a player and of a class of puzzles after an attempt, by Glicko-2."""
    return puzzles.rate_attempt(asked.model_dump())
