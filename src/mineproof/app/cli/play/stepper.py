"""A game in the terminal, step by step, with keys: forward and back, and what the engine knows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.play.report import exit_code, game_over, name_game, options
from mineproof.app.game.story import GameStory, Story
from mineproof.app.text.board import Marks, Window, board, board_size
from mineproof.app.text.console import is_animated
from mineproof.app.text.keys import ReadKey, typed_keys
from mineproof.app.text.knowledge import step_lines
from mineproof.app.text.words import clamp, counted, diagnosis
from mineproof.board.game import Game, Move
from mineproof.play.steps import Step

KEYS = "Space: step   Enter: to the next mark   b: back   a: play on   q: quit"
_PACE = 0.05
"""Seconds for each step that is played on."""

_PANEL = 40
"""Narrowest column of text that is worth placing beside the board."""


class Shown(NamedTuple):
    """What came of a game that was shown: the exit code, and the moves that were made."""

    code: int
    moves: Sequence[Move]


def can_step(console: Console) -> bool:
    """Tell whether a game can be stepped through: in a terminal, with colours, and with keys."""
    is_typed = sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()
    return is_animated(console) and not console.no_color and is_typed


def step_through(
    console: Console,
    game: Game,
    entrant: Entrant,
    write: Callable[[Step], None] | None = None,
    *,
    answer: bool = False,
) -> Shown:
    """Let the user step through a game, and print how it ended, or how to see it again.

    `write` is called with each step when it happens.
    """
    story = GameStory(game, entrant, write)
    try:
        with typed_keys() as read, Live(console=console, auto_refresh=False, screen=True) as live:
            walk(story, read, lambda: live.update(frame(story, *console.size), refresh=True))
    except KeyboardInterrupt:
        return stopped(console, game, entrant, story.moves, code=130)
    if not story.is_last:
        return stopped(console, game, entrant, story.moves, code=0)
    last = story.turns[-1] if story.turns else None
    game_over(console, story.match, last, entrant, answer=answer)
    return Shown(exit_code(story.match), story.moves)


def stopped(
    console: Console, game: Game, entrant: Entrant, moves: Sequence[Move], code: int
) -> Shown:
    """Say how to see a game again that was left before its end."""
    again = f"play it again: mineproof play --game {game.setting}{options(entrant)}"
    console.print(f"stopped after {counted(len(moves), 'move')}; {again}")
    return Shown(code, moves)


def walk(story: Story, read: ReadKey, draw: Callable[[], None]) -> None:
    """Follow the keys until the user leaves: by q, or by going on after the last step."""
    while True:
        draw()
        key = read(None)
        if key in ("q", "", "escape") or (story.is_last and key in ("space", "enter", "right")):
            return
        if key in ("space", "right"):
            story.forward()
        elif key == "enter":
            story.to_next_mark()
        elif key in ("b", "left", "backspace"):
            story.back()
        elif key == "a":
            _play_on(story, read, draw)


def _play_on(story: Story, read: ReadKey, draw: Callable[[], None]) -> None:
    """Go on by itself until a key is pressed."""
    while not story.is_last and read(_PACE) is None:
        story.forward()
        draw()


# What is seen


def frame(story: GameStory, width: int, height: int) -> RenderableType:
    """Return the board with what the engine knows beside it if there is room, otherwise below."""
    rows, columns = board_size(story.grid)
    marks = Marks(story.step.get("cell"))
    room = width - columns - 3
    if room < _PANEL:
        below = max(10, height - rows - 1)
        window = Window.around(story.grid, marks.last, height - below - 1, width)
        return Group(board(story.view, marks, window), _panel(story, width, below))
    window = Window.around(story.grid, marks.last, height - 1, columns)
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row(board(story.view, marks, window), _panel(story, room, height - 1))
    return table


def _panel(story: GameStory, width: int, height: int) -> Text:
    """Return the text of a frame: the game, the step, what is known, and the keys."""
    keys = [Text(line, "dim") for line in clamp([KEYS], width, 2)]
    why = diagnosis(story.match) if story.is_last else []
    room = max(1, height - len(keys) - 1)
    told = step_lines(story.step, story.state, story.grid.name, why, width=width, height=room)
    gap = [Text()] * (room - len(told))
    lines = [Text(name_game(story.match.game), "bold"), *told, *gap, *keys]
    return Text("\n").join(lines[: max(1, height)])
