"""Take the picture of the terminal application for the documents: part of `make screenshots`.

With a folder as its argument it takes more, in both themes and several sizes, for whoever works on
the look.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mineproof.agents import agent_named
from mineproof.agents.entrant import Entrant
from mineproof.app.game.defaults import USUAL_ENGINE, USUAL_STRATEGIST
from mineproof.app.game.new_game import NewGame
from mineproof.app.tui.application import Application
from mineproof.app.tui.words import words_of
from mineproof.board.game import Act, Game, Move
from mineproof.board.transcript import Transcript
from mineproof.engines import engine_named
from mineproof.logic.reader import read
from mineproof.play.match import Match

IMAGES = Path(__file__).parent.parent / "docs" / "images"


@dataclass(frozen=True)
class Shot:
    """One picture: a game by its code, the keys that are pressed, and the terminal."""

    name: str
    code: str
    keys: Sequence[str] = ()
    size: tuple[int, int] = (80, 24)
    is_light: bool = False
    language: str = "en"


def read_by_single_clues(setting: str) -> str:
    """Return a game in which all that single clues tell has been opened and flagged."""
    engine = engine_named("single")
    match = Match(Game.of(setting), agent_named("never-guess", engine))
    moves = [turn.move for turn in match.turns()]
    mines = engine.infer(read(match.game.view)).mines
    return str(Transcript.of(match.game, [*moves, *(Move(Act.FLAG, mine) for mine in mines)]))


HINT = read_by_single_clues("intermediate/opening:d4#1")
EXPERT = read_by_single_clues("expert/opening:d4#63")
WON = ("beginner/opening:d4#3 d4", ("a",) * 40)
FOR_DOCS = Shot("tui", HINT, ("H",) * 6, (104, 24))
_WIDE = (140, 30)

OTHERS = (
    FOR_DOCS,
    Shot("light", HINT, ("H",) * 6, (104, 24), is_light=True),
    Shot("expert", EXPERT, ("H",) * 5),
    Shot("risks", EXPERT, ("percent_sign",), _WIDE),
    Shot("risks-light", EXPERT, ("percent_sign",), _WIDE, is_light=True),
    Shot("end", *WON),
    Shot("review", WON[0], (*WON[1], "v", "up", "up")),
    Shot("setup", "beginner/safe#1", ("n",)),
    Shot("setup-light", "beginner/safe#1", ("n",), is_light=True),
    Shot("help", "beginner/safe#1", ("question_mark",)),
    Shot("hex", "hex:9x11/16/opening:d4#3 d4", ("H",) * 5),
    Shot("small", "40x60/300/opening#1", ("right", "space"), (44, 14)),
    Shot("zh", HINT, ("H",) * 6, (104, 24), language="zh-TW"),
)


async def take(shot: Shot, folder: Path) -> None:
    """Take one picture; the clock of its game stands still."""
    session = NewGame(code=shot.code).deal()
    entrant, words = Entrant(USUAL_STRATEGIST, USUAL_ENGINE), words_of(shot.language)
    app = Application(session, words, entrant, is_light=shot.is_light, now=lambda: 0.0)
    async with app.run_test(size=shot.size) as pilot:
        for key in shot.keys:
            await pilot.press(key)
            while app.table.is_thinking:
                await pilot.pause(0.02)
        await pilot.pause(0.3)
        (folder / f"{shot.name}.svg").write_text(tidy(app.export_screenshot()), encoding="utf-8")


def tidy(svg: str) -> str:
    """Return a picture that is the same each time, and asks nobody for fonts."""
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    return (
        "\n".join(filter(str.strip, re.sub(r"terminal-\d+", "mineproof", svg).split("\n"))) + "\n"
    )


def main() -> None:
    """Take one picture for the documents, or all into a folder."""
    if len(sys.argv) < 2:
        asyncio.run(take(FOR_DOCS, IMAGES))
        return
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for shot in OTHERS:
        asyncio.run(take(shot, folder))


if __name__ == "__main__":
    main()
