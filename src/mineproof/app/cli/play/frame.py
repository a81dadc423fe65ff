"""One frame of a game on screen: the board, the last move with its reason, and the progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mineproof.app.cli.play.report import describe_game, marks, name_game
from mineproof.app.text.board import Marks, Window, board, board_size
from mineproof.app.text.trace_words import event_words
from mineproof.app.text.words import clamp, move_words, reason
from mineproof.board.view import View
from mineproof.engines.event import Event
from mineproof.play.match import Match, Turn

_PANEL = 34
"""Narrowest column of text that is worth placing beside the board."""


@dataclass(frozen=True, slots=True)
class PlayScene:
    """All that one frame shows."""

    game_id: str
    game: str
    view: View
    marks: Marks
    headline: str
    reason: Sequence[str]
    facts: Sequence[str]
    events: Sequence[str] | None


def scene(match: Match, turn: Turn, events: Sequence[Event] | None = None) -> PlayScene:
    """Return what to show after a move."""
    game, name = match.game, match.game.grid.name
    return PlayScene(
        game_id=name_game(game),
        game=describe_game(game),
        view=game.view,
        marks=marks(match, turn),
        headline=f"{move_words(turn.move, game.finish, name)} ({turn.author})",
        reason=reason(turn, game.view),
        facts=facts(match),
        events=None if events is None else [event_words(event, name) for event in events],
    )


def facts(match: Match) -> list[str]:
    """Return the progress of a match in a few short lines."""
    game, counters = match.game, match.player.watcher.counters
    settled = game.grid.size - len(match.player.untouched)
    lines = [f"{settled} of {game.grid.size} cells settled"]
    if "kb" in counters:
        lines.append(f"KB {counters['kb']} clauses, KB0 {counters['kb0']} units")
    proved = (f"{part.name} {match.proved[part.name]}" for part in match.agent.engine.parts)
    return [*lines, f"proved: {', '.join(proved)}"]


def frame(scene: PlayScene, width: int, height: int) -> RenderableType:
    """Return the board with the text beside it if there is room, otherwise below."""
    columns = board_size(scene.view.grid)[1]
    room = width - columns - 3
    if room < _PANEL:
        return _stacked(scene, width, height)
    window = Window.around(scene.view.grid, scene.marks.last, height - 1, columns)
    grid = Table.grid(padding=(0, 3, 0, 0))
    side = _panel(scene, _beside(scene, room), room, height - 1)
    grid.add_row(board(scene.view, scene.marks, window), side)
    return grid


def _beside(scene: PlayScene, width: int) -> list[Text]:
    lines = [Text(scene.game_id, "bold"), *_dim([scene.game], width)]
    return [*lines, Text(), *_dim(scene.facts, width), Text()]


def _stacked(scene: PlayScene, width: int, height: int) -> RenderableType:
    below = max(5, height - 1 - board_size(scene.view.grid)[0])
    window = Window.around(scene.view.grid, scene.marks.last, height - 1 - below, width)
    head = _dim([" · ".join([scene.game_id, *scene.facts])], width, 1 if scene.events else 2)
    words = replace(scene, reason=(" ".join(scene.reason),))
    return Group(board(scene.view, scene.marks, window), _panel(words, head, width, below))


def _dim(paragraphs: Sequence[str], width: int, height: int = 3) -> list[Text]:
    lines = (clamp([paragraph], width, height) for paragraph in paragraphs)
    return [Text(line, "dim") for paragraph in lines for line in paragraph]


def _panel(scene: PlayScene, head: Sequence[Text], width: int, height: int) -> Text:
    """Return the text of a frame: head, move, reason, and events in the remaining space."""
    room = max(1, height - len(head) - 1)
    for_reason = room if scene.events is None else max(1, room // 2)
    why = clamp(scene.reason, width, for_reason)
    events = _events(scene.events or (), width, room - for_reason)
    padding = [Text()] * (for_reason - len(why) if events else 0)
    return Text("\n").join(
        [
            *head,
            Text(scene.headline, "bold"),
            *map(Text, why),
            *padding,
            *(Text(event, "cyan") for event in events),
        ]
    )


def _events(events: Sequence[str], width: int, height: int) -> list[str]:
    """Return the latest events that fit, one line each."""
    latest = events[-height:] if height > 0 else []
    return [event if len(event) <= width else f"{event[: width - 1]}…" for event in latest]
