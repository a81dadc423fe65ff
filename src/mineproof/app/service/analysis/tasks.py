"""Analysis tasks: JSON in, JSON out.

Worker processes (`worker_process.py`) do them. They get pictures, never a layout, so nothing they
say about a running game can depend on more than its view. Only reviews get the layout, once the
game is over, and the judge of a prove-it game, who lays the next one; and the task that generates a
board knows nothing of the game.

In a picture, `*` is a known mine: one that is visible, or marked in the marking game, which checks
its marks.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from mineproof.app.game.assist import assistance, seed_of
from mineproof.app.json.cells import Json, places
from mineproof.app.json.coach import explanation_json, hint_json, missed_json, supposition_json
from mineproof.app.json.review import guessing_json, remark_json, review_json
from mineproof.app.json.values import (
    certain_json,
    frontier_json,
    layouts_json,
    odds_json,
    risks_json,
)
from mineproof.app.service.analysis.assistance import assistance_json
from mineproof.app.service.analysis.certificates import certify_board
from mineproof.app.service.analysis.derivations import show_derivation, write_derivation
from mineproof.app.service.analysis.files import read_file
from mineproof.app.service.analysis.puzzles import judge_answer, make_puzzle, show_answer
from mineproof.app.service.analysis.traces import trace_game, trace_position
from mineproof.app.service.guests import offered
from mineproof.app.text.drawings import draw_explanation, draw_frames
from mineproof.board.drawings.captions import Frame
from mineproof.board.game import Act, Move
from mineproof.board.grid import Grid, Shape
from mineproof.board.judge import Court
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rng import Rng
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach.boards.generate import no_guess
from mineproof.coach.explanation import explain
from mineproof.coach.forced_guess import rank_guesses
from mineproof.coach.frames import still_of
from mineproof.coach.hints import climb_to_clash, hint
from mineproof.coach.language import language
from mineproof.coach.missed import missed
from mineproof.coach.review import remark_on, review
from mineproof.coach.rungs import RUNGS
from mineproof.coach.steps.leads import without_flags, wrong_flags
from mineproof.coach.supposition import suppose
from mineproof.coach.words.voice import Voice
from mineproof.engines.cascade import Cascade
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget
from mineproof.engines.inference import Deduction, Inference
from mineproof.errors import Contradiction, IllegalMove, LimitReached
from mineproof.play.chances import chances_of
from mineproof.play.guests import decide

GUEST_SECONDS = 3.0
"""How long a guest may think: less than the server waits for a worker, so that it gets a reason."""


def do(task: str, asked: Mapping[str, Any]) -> Json:
    """Do a task by its name; raise BadInput, Contradiction or LimitReached.

    >>> from mineproof.app.json.cells import position_json
    >>> do("find_wrong_flags", position_json(View.from_picture("### 11F")))
    {'wrong': [[1, 2]]}
    """
    rest = dict(asked)
    if task in _OF_GAMES:
        return _OF_GAMES[task](**rest)
    view = View.from_rows(rest.pop("board"), rest.pop("mines"), Shape(rest.pop("shape")))
    try:
        return _TASKS[task](view, **rest)
    except Contradiction as clash:
        raise clash.named(view.grid.name) from None


# Positions


def give_hint(view: View, rung: int, lang: str, flags: bool, budget: str) -> Json:
    """Return the hint at each rung up to one; with `flags`, a mine to flag is a move too."""
    found = hint(view, rung, language=lang, flags=flags, budget=Budget(budget))
    return {"rungs": [hint_json(found.down_to(each), view.grid) for each in RUNGS[: rung + 1]]}


def explain_cell(view: View, cell: str, lang: str) -> Json:
    """Return what the coach says about a cell, given by name."""
    return explanation_json(explain(view, view.grid.parse(cell), language=lang), view.grid)


def draw_position(view: View, cell: str | None, form: str, lang: str) -> Json:
    """Return a picture: its name, its bytes in base 64, and in words what it tells.

    It shows the position, or the explanation of a cell.
    """
    if cell is None:
        count = _mines_told(view, lang)
        data, text = draw_frames(view, [Frame(count)], form), f"{view.picture()}\n{count}".rstrip()
    else:
        told = explain(view, view.grid.parse(cell), language=lang)
        data, text = draw_explanation(view, told, form), still_of(told).caption
    name = f"{cell or 'position'}.{form}"
    return {"file": name, "base64": b64encode(data).decode(), "text": text}


def _mines_told(view: View, lang: str) -> str:
    """Return how many mines there are, in words; nothing if it is not known."""
    if view.mines is None:
        return ""
    return language(lang).say("steps.total", count=view.mines, mines=view.mines)


def suppose_cell(view: View, cell: str, mined: bool, lang: str) -> Json:
    """Return what comes of supposing that a cell, given by name, is a mine or safe."""
    supposed = suppose(view, view.grid.parse(cell), mined, language=lang)
    return supposition_json(supposed, view.grid)


def compare_guesses(view: View, lang: str, budget: str) -> Json:
    """Return the best guesses, in a position that forces one."""
    guessing = rank_guesses(without_flags(view), budget=Budget(budget))
    return guessing_json(guessing, view.grid, language(lang))


def find_wrong_flags(view: View) -> Json:
    """Return the flags that are provably wrong."""
    return {"wrong": places(view.grid, wrong_flags(view))}


def count_risks(view: View, *, brief: bool = False) -> Json:
    """Return risks, certain cells, and how many layouts fit; raise LimitReached."""
    counted, grid = Exact().look(view), view.grid
    odds = {"layouts": layouts_json(counted)}
    if brief:
        return odds | {"risks": None} | frontier_json(counted, view) | _settled(counted, grid)
    return odds | {"risks": risks_json(counted.risks, grid)} | certain_json(counted, grid)


def _settled(counted: Inference, grid: Grid) -> Json:
    """Return the certain cells from the counts alone: proofs of thousands would take seconds."""
    certain = counted.odds.certain if counted.odds else {}
    safe, mines = (
        sorted(c for c, mined in certain.items() if mined is each) for each in (False, True)
    )
    return {"safe": places(grid, safe), "mines": places(grid, mines)}


def analyse_position(view: View, lang: str, *, brief: bool = False) -> Json:
    """Return all verdicts on a position, or which clues clash in it."""
    try:
        counted = Exact().look(view)  # the fastest at finding a clash
        inference = Cascade().look(view)
    except Contradiction as clash:
        return _impossible(view, clash, lang)
    odds = _brief_odds(counted, view) if brief else odds_json(counted, view.grid)
    status = {"status": inference.status.value, "clash": None}
    found_by = {"by": _by_engine(inference.deductions, view.grid)}
    return status | certain_json(inference, view.grid) | odds | found_by


def _brief_odds(counted: Inference, view: View) -> Json:
    nothing: Json = {"layouts": None, "risks": None, "frontier": None, "elsewhere": None}
    try:
        return nothing | {"layouts": layouts_json(counted)} | frontier_json(counted, view)
    except LimitReached:
        return nothing


def _by_engine(deductions: Sequence[Deduction], grid: Grid) -> Json:
    engines = dict.fromkeys(deduction.engine for deduction in deductions)
    return {
        engine: places(grid, sorted(d.cell for d in deductions if d.engine == engine))
        for engine in engines
    }


def _impossible(view: View, clash: Contradiction, lang: str) -> Json:
    told = climb_to_clash(Voice(language(lang), view), clash)
    text = " ".join(str(sentence) for sentence in told.words[5])
    who = {"clues": places(view.grid, clash.clues), "with_count": clash.with_count, "text": text}
    nothing: Json = {"safe": [], "mines": [], "risks": None, "layouts": None, "by": {}}
    return {"status": "impossible", "clash": who, **nothing}


# The next move


def choose_move(
    view: View,
    *,
    engine: str,
    agent: str,
    lang: str,
    flags: bool,
    hide_total: bool = False,
    guests: Sequence[str] = (),
) -> Json:
    """Return what a player would do, and why.

    With `hide_total` it does not know the mine count. A guess depends on the view alone. A wrong
    flag is removed before its cell is opened. `guests` are the names of somebody's code that the
    server offers. Raises Fault if a guest fails.
    """
    entrant, seed = offered(agent, engine, guests), seed_of(view)
    view = replace(view, mines=None) if hide_total else view
    decision = decide(entrant, view, seed, marks_mines=flags, seconds=GUEST_SECONDS)
    found = assistance(decision, view, language(lang), flags=flags)
    return assistance_json(found, view, lang)


# A new board


def generate_board(game_id: str) -> Json:
    """Return the mines of a board that needs no guess from the first cell of this setting."""
    setting = Setting.parse(game_id)
    made = no_guess(setting.level, setting.seed, start=setting.start)
    return {"mines": sorted(made.layout.mines)}


# A prove-it game


def judge_opening(
    view: View, cells: Sequence[int], laid: Sequence[int], state: Sequence[int]
) -> Json:
    """Return the verdict on opening some cells, as text; null if all stays as it was."""
    a, b, c, d = state
    layout = Layout(view.grid, frozenset(laid))
    verdict = Court().judged(view, cells, layout, Rng.at((a, b, c, d)))
    return {"verdict": None if verdict is None else verdict.word}


def judge_game(transcript: str) -> Json:
    """Return the verdicts on all openings of a game, up to a move that the rules forbid."""
    court = Court()
    with suppress(IllegalMove):  # whoever replays it will see
        Transcript.parse(transcript).end(court)
    return {"verdicts": court.text}


# A finished game


def review_game(transcript: str, lang: str, pictured: bool) -> Json:
    """Return the review of a game; `pictured` adds the board after each move."""
    played = Transcript.parse(transcript)
    boards = _boards(played) if pictured else None
    return review_json(review(played), language(lang)) | {"boards": boards}


def remark_move(transcript: str, number: int, cell: str | None, lang: str) -> Json:
    """Return the remark on one move of a game, or on opening another cell in its place."""
    played = Transcript.parse(transcript)
    instead = None if cell is None else Move(Act.OPEN, played.grid.parse(cell))
    return remark_json(remark_on(played, number, instead), played.grid, language(lang))


def find_missed(transcript: str, lang: str) -> Json:
    """Return what the player of a lost prove-it game has missed."""
    played = Transcript.parse(transcript)
    found = missed(played.end(), played.moves[-1], lang)
    assert found is not None, "the desk asks about lost prove-it games only"
    return missed_json(found, played.grid)


def count_chances(transcript: str) -> Json:
    """Return the chance of winning a game, before its first move and after each."""
    played = Transcript.parse(transcript)
    guesses = [remark.number - 1 for remark in review(played).guesses]
    chances = chances_of(played, guesses)
    return {"win": list(chances.win), "at": list(chances.at)}


def _boards(transcript: Transcript) -> list[list[str]]:
    game = transcript.begin()
    boards = []
    for move in transcript.moves:
        game.play(move)
        boards.append(game.view.picture().split("\n"))
    return boards


_OF_GAMES: Mapping[str, Callable[..., Json]] = {
    task.__name__: task
    for task in (
        generate_board,
        judge_game,
        make_puzzle,
        review_game,
        remark_move,
        find_missed,
        count_chances,
        trace_game,
        show_derivation,
        write_derivation,
        read_file,
        certify_board,
    )
}
_TASKS: Mapping[str, Callable[..., Json]] = {
    task.__name__: task
    for task in (
        give_hint,
        explain_cell,
        draw_position,
        suppose_cell,
        compare_guesses,
        find_wrong_flags,
        count_risks,
        analyse_position,
        choose_move,
        judge_answer,
        judge_opening,
        show_answer,
        trace_position,
    )
}
