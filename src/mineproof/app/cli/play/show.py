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
from mineproof.app.cli.play.report import game_over, options
from mineproof.app.cli.play.traced import Traced
from mineproof.app.json.values import game_json, turn_json
from mineproof.app.text.console import is_animated, write_json
from mineproof.app.text.saved_game import save_game
from mineproof.app.text.streams import unechoed
from mineproof.app.text.words import counted, reason
from mineproof.board.game import Game, Move
from mineproof.board.transcript import Transcript
from mineproof.engines import parse_engine
from mineproof.engines.cascade import Cascade
from mineproof.engines.event import Event, EventLog
from mineproof.errors import BadInput
from mineproof.files import save
from mineproof.play.match import Match, Turn

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
    delay: float,
    watch: bool = False,
    keep: str | None = None,
    trace: str | None = None,
    answer: bool = False,
) -> int:
    """Play a game in front of the user, print how it ended, and return the exit code.

    `keep` is the file to save its transcript in, `trace` that for its steps. With `answer` all
    mines are shown at the end.
    """
    _check_delay(delay)
    is_text = watch and _is_text(console, entrant)
    log = EventLog(KEPT_EVENTS) if watch and not is_text else None
    shown = partial(console.print, soft_wrap=True) if is_text and _is_traced(entrant) else None
    traced = Traced(game, entrant, trace, shown, log.note if log else None)
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
        traced.close(ended=False)
        again = f"play it again: mineproof play --game {game.setting}{options(entrant)}"
        console.print(f"stopped after {counted(len(moves), 'move')}; {again}")
        code = 130
    else:
        traced.close(ended=True)
        game_over(console, traced.match, last, entrant, answer=answer)
        code = 0
    if keep is not None:
        save_game(console, keep, Transcript.of(game, moves))
    return code


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
    traced = Traced(game, entrant, trace)
    match, moves, turns = traced.match, [], []
    for turn in match.turns():
        traced.follow()
        moves.append(turn.move)
        turns.append(turn_json(turn, game.view))
    traced.close(ended=True)
    transcript = Transcript.of(game, moves)
    if keep is not None:
        save(keep, f"{transcript}\n")
    solved = {"answer": game.layout.picture().split("\n")} if answer else {}
    write_json(game_json(match, transcript) | solved | ({"turns": turns} if watch else {}))
    return 0


def _check_delay(delay: float) -> None:
    if not 0 <= delay <= 60:
        raise BadInput(f"a delay of {delay} seconds; expected 0 to 60")


def pass_by(log: EventLog) -> Iterator[list[Event]]:
    """Yield the end of the log as it grew since the last call, in a few steps."""
    events, fresh = list(log.events), log.take_fresh()
    pace = max(1, math.ceil(fresh / _EVENT_FRAMES))
    for left in (*range(fresh - pace, 0, -pace), 0):
        seen = len(events) - left
        yield events[max(0, seen - _SHOWN_EVENTS) : seen]
