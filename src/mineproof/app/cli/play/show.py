"""One game on the screen, move by move: a live display in a terminal, lines of text elsewhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator

from rich.console import Console
from rich.live import Live

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.play.frame import frame, scene
from mineproof.app.cli.play.report import game_over, options
from mineproof.app.json.values import game_json, turn_json
from mineproof.app.text.console import is_animated, write_json
from mineproof.app.text.saved_game import save_game
from mineproof.app.text.streams import unechoed
from mineproof.app.text.words import author, counted, reason
from mineproof.board.game import Game, Move
from mineproof.board.transcript import Transcript
from mineproof.engines.resolution import Event, EventLog
from mineproof.errors import BadInput
from mineproof.files import save
from mineproof.play.guests import match_of
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
) -> int:
    """Play a game in front of the user, print how it ended, and return the exit code.

    `keep` is the file to save its transcript in.
    """
    _check_delay(delay)
    log = EventLog(KEPT_EVENTS) if watch else None
    match = match_of(game, entrant, log.note if log else None)
    last: Turn | None = None
    moves: list[Move] = []
    try:
        for last in _shown(console, match, log, delay):
            moves.append(last.move)
            if watch and not is_animated(console):
                console.print(move_line(last, game))
    except KeyboardInterrupt:
        again = f"play it again: mineproof play --game {game.setting}{options(entrant)}"
        console.print(f"stopped after {counted(len(moves), 'move')}; {again}")
        code = 130
    else:
        game_over(console, match, last, entrant)
        code = 0
    if keep is not None:
        save_game(console, keep, Transcript.of(game, moves))
    return code


def _shown(console: Console, match: Match, log: EventLog | None, delay: float) -> Iterable[Turn]:
    return animate(console, match, log, delay) if is_animated(console) else match.turns()


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
            sleep(delay if author(turn) in (easiest, "rules") else delay * _LINGER)
        if turn:
            show(turn)  # what the engine tried after the last move


def move_line(turn: Turn, game: Game) -> str:
    """Return a move, who found it and why, in one line."""
    act, cell = turn.move
    name = game.grid.name
    return f"{act.value:5} {name(cell):4} {author(turn):10} {' '.join(reason(turn, game.view))}"


def write_game(
    game: Game, entrant: Entrant, *, watch: bool = False, keep: str | None = None
) -> int:
    """Play a game, write it as one JSON object, with its moves if wanted; return the exit code."""
    match = match_of(game, entrant)
    moves, turns = [], []
    for turn in match.turns():
        moves.append(turn.move)
        turns.append(turn_json(turn, game.view))
    transcript = Transcript.of(game, moves)
    if keep is not None:
        save(keep, f"{transcript}\n")
    write_json(game_json(match, transcript) | ({"turns": turns} if watch else {}))
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
