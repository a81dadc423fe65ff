"""`python -m tools.play_picture FILE` draws `mineproof play` as an SVG, for the README."""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console

from mineproof.agents.entrant import Entrant
from mineproof.app.cli.play.frame import frame, scene
from mineproof.app.game.defaults import USUAL_ENGINE
from mineproof.board.game import Game
from mineproof.play.match import Match

_GAME = "medium/list#181"
_WIDTH, _HEIGHT = 84, 24


def draw(game_id: str = _GAME) -> str:
    """Return the picture of a game after the first move that needs more than single clues."""
    console = Console(record=True, width=_WIDTH, file=StringIO(), force_terminal=True)
    match = Match(Game.of(game_id), Entrant(engine=USUAL_ENGINE).hire())
    frames = [
        frame(scene(match, turn), _WIDTH, _HEIGHT)
        for turn in match.turns()
        if turn.author != "single"
    ]
    console.print(frames[0])
    svg = console.export_svg(title="mineproof play", unique_id="mineproof")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # no fonts from elsewhere


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(), encoding="utf-8")
