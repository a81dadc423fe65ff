"""Requests about a finished game: its review, its chances, and what was missed."""

from __future__ import annotations

from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.desk import Desk
from mineproof.app.service.messages.games import RemarkQuery
from mineproof.app.service.messages.values import LangQuery


async def review_game(desk: Desk, who: Asker, asked: LangQuery) -> Json:
    """What could have been known at each move of a finished game, with the board after each."""
    transcript = desk.finished(who.topic, "its review").transcript
    cells = len(transcript.moves) * transcript.grid.size
    wish = {"lang": asked.lang, "pictured": cells <= desk.limits.pictured_cells}
    return await desk.questions.ask_long(who, "review_game", transcript=str(transcript), **wish)


async def remark_on_move(desk: Desk, who: Asker, asked: RemarkQuery) -> Json:
    """The verdict on one move of a finished game, or on opening another cell in its place."""
    transcript = desk.finished(who.topic, "its review").transcript
    number = len(transcript.moves) if asked.move is None else asked.move
    wish = {"number": number, "cell": asked.cell, "lang": asked.lang}
    return await desk.questions.ask(who, "remark_move", transcript=str(transcript), **wish)


async def get_missed(desk: Desk, who: Asker, asked: LangQuery) -> Json:
    """Why a prove-it game is lost, with the proof that its player has missed."""
    played = str(desk.lost_by_guess(who.topic).transcript)
    return await desk.questions.ask_long(who, "find_missed", transcript=played, lang=asked.lang)


async def get_chances(desk: Desk, who: Asker, _asked: None) -> Json:
    """The chance of winning a finished game, before its first move and after each."""
    played = str(desk.finished(who.topic, "its chances").transcript)
    return await desk.questions.ask_long(who, "count_chances", transcript=played)
