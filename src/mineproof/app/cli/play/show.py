"""One game on the screen, move by move: a live display in a terminal, lines of text elsewhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from rich.console import Console
from rich.live import Live

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.play.frame import frame, scene
from mineproof.app.cli.play.report import exit_code, game_over
from mineproof.app.cli.play.stepper import Shown, can_step, step_through, stopped
from mineproof.app.cli.play.traced import Traced, trace_file
from mineproof.app.json.values import game_json, turn_json
from mineproof.app.text.console import is_animated, write_json
from mineproof.app.text.saved_game import save_game
from mineproof.app.text.streams import unechoed
from mineproof.app.text.words import reason
from mineproof.board.game import Game, Move
from mineproof.board.transcript import Transcript
from mineproof.engines import parse_engine
from mineproof.engines.cascade import Cascade
from mineproof.engines.event import Event, EventLog
from mineproof.errors import BadInput
from mineproof.files import save
from mineproof.play.match import Match, Turn
from mineproof.play.steps import Step

USUAL_DELAY = 0.08
"""Seconds for which a move is shown."""

_LINGER = 8
"""How many times longer to show a move that the simplest engine does not find."""

KEPT_EVENTS = 500
_EVENT_FRAMES = 40
"""Most frames in which the events of one move scroll by."""

_SHOWN_EVENTS = 60
"""Most events that a frame can show, however tall the terminal."""


def show_game(
    console: Console,
    game: Game,
    entrant: Entrant,
    *,
    delay: float | None = None,
    watch: bool = False,
    keep: str | None = None,
    trace: str | None = None,
    answer: bool = False,
) -> int:
    """Play a game in front of the user, print how it ended, and return the exit code.

    A game that is watched in a terminal is stepped through with keys, unless there is a `delay`,
    the seconds for each move. `keep` is the file to save its transcript in, `trace` that for its
    steps. With `answer` all mines are shown at the end.
    """
    _check_delay(delay)
    with trace_file(trace, game.grid.name) as write:
        if watch and delay is None and can_step(console):
            shown = step_through(console, game, entrant, write, answer=answer)
        else:
            pace = USUAL_DELAY if delay is None else delay
            shown = _show(console, game, entrant, write, pace, watch=watch, answer=answer)
    if keep is not None:
        save_game(console, keep, Transcript.of(game, shown.moves))
    return shown.code


def _show(
    console: Console,
    game: Game,
    entrant: Entrant,
    write: Callable[[Step], None] | None,
    delay: float,
    *,
    watch: bool,
    answer: bool,
) -> Shown:
    """Play a game by itself, and print how it ended."""
    is_text = watch and _is_text(console, entrant)
    log = EventLog(KEPT_EVENTS) if watch and not is_text else None
    shown = partial(console.print, soft_wrap=True) if is_text and _is_traced(entrant) else None
    traced = Traced(game, entrant, write, shown, log.note if log else None)
    last: Turn | None = None
    moves: list[Move] = []
    try:
        for last in _shown(console, traced.match, log, delay, is_text=is_text):
            moves.append(last.move)
            line = move_line(last, game) if is_text else ""
            traced.follow(line)
            if line and not shown:
                console.print(line)
    except KeyboardInterrupt:
        traced.follow()
        return stopped(console, game, entrant, moves, code=130)
    traced.end()
    game_over(console, traced.match, last, entrant, answer=answer)
    return Shown(exit_code(traced.match), moves)


def _is_text(console: Console, entrant: Entrant) -> bool:
    """Tell whether a watched game is written line by line: a trace also where NO_COLOR is set."""
    return not is_animated(console) or (console.no_color and _is_traced(entrant))


def _is_traced(entrant: Entrant) -> bool:
    """Tell whether each step is written: with a cascade, only the moves are."""
    return entrant.engine != Cascade.name and len(parse_engine(entrant.engine)) == 1


def _shown(
    console: Console, match: Match, log: EventLog | None, delay: float, *, is_text: bool
) -> Iterable[Turn]:
    if is_text or not is_animated(console):
        return match.turns()
    return animate(console, match, log, delay)


def animate(
    console: Console,
    match: Match,
    log: EventLog | None,
    delay: float,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterable[Turn]:
    """Play a match and yield its moves, each shown in place of the one before."""
    easiest = match.agent.engine.parts[0].name

    def show(turn: Turn) -> None:
        for events in pass_by(log) if log else (None,):
            live.update(frame(scene(match, turn, events), *console.size), refresh=True)
            sleep(delay / 4)

    with unechoed(), Live(console=console, auto_refresh=False, transient=True) as live:
        turn = None
        for turn in match.turns():
            show(turn)
            yield turn
            sleep(delay if turn.author in (easiest, "rules") else delay * _LINGER)
        if turn:
            show(turn)  # what the engine tried after the last move


def move_line(turn: Turn, game: Game) -> str:
    """Return a move, who found it and why, in one line."""
    act, cell = turn.move
    name = game.grid.name
    return f"{act.value:5} {name(cell):4} {turn.author:10} {' '.join(reason(turn, game.view))}"


def write_game(
    game: Game,
    entrant: Entrant,
    *,
    watch: bool = False,
    keep: str | None = None,
    trace: str | None = None,
    answer: bool = False,
) -> int:
    """Play a game, write it as one JSON object, and return the exit code.

    `watch` adds its moves, `answer` the solved board.
    """
    moves, turns = [], []
    with trace_file(trace, game.grid.name) as write:
        traced = Traced(game, entrant, write)
        match = traced.match
        for turn in match.turns():
            traced.follow()
            moves.append(turn.move)
            turns.append(turn_json(turn, game.view))
        if write:
            traced.end()
    transcript = Transcript.of(game, moves)
    if keep is not None:
        save(keep, f"{transcript}\n")
    solved = {"answer": game.layout.picture().split("\n")} if answer else {}
    write_json(game_json(match, transcript) | solved | ({"turns": turns} if watch else {}))
    return exit_code(match)


def _check_delay(delay: float | None) -> None:
    if delay is not None and not 0 <= delay <= 60:
        raise BadInput(f"a delay of {delay} seconds; expected 0 to 60")


def pass_by(log: EventLog) -> Iterator[list[Event]]:
    """Yield the end of the log as it grew since the last call, in a few steps."""
    events, fresh = list(log.events), log.take_fresh()
    pace = max(1, math.ceil(fresh / _EVENT_FRAMES))
    for left in (*range(fresh - pace, 0, -pace), 0):
        seen = len(events) - left
        yield events[max(0, seen - _SHOWN_EVENTS) : seen]
