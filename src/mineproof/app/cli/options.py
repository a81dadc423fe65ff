"""The options and arguments of the commands: their help, and which of them exclude each other."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Annotated

import typer

from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE, USUAL_LEVEL
from mineproof.board.formats import FORMATS
from mineproof.board.grid import Shape
from mineproof.board.rules import LEVELS, Finish
from mineproof.coach.language import LANGUAGES
from mineproof.errors import BadInput

USUAL_DELAY = 0.08
USUAL_HOST, USUAL_PORT = "127.0.0.1", 8000

_GAME = "Which game"
_FORMATS = ", ".join(form.name for form in FORMATS)

Version = Annotated[bool, typer.Option("--version", help="Print the version and exit.")]
Level = Annotated[
    str | None,
    typer.Option(
        help=f"{', '.join(LEVELS)}, or ROWSxCOLS/MINES; else {USUAL_LEVEL}.",
        rich_help_panel=_GAME,
    ),
]
Start = Annotated[
    str | None,
    typer.Option(
        help="list, list:K, safe, safe:CELL, opening, opening:CELL, none; else the level's usual.",
        rich_help_panel=_GAME,
    ),
]
FinishRule = Annotated[
    Finish | None,
    typer.Option(
        "--finish",
        help="Mark every cell, or clear the safe ones; else the start's usual.",
        rich_help_panel=_GAME,
    ),
]
Seed = Annotated[int | None, typer.Option(help="Which game; else any.", rich_help_panel=_GAME)]
GameId = Annotated[
    str | None,
    typer.Option(metavar="ID", help="A game by its id: medium/list16#42.", rich_help_panel=_GAME),
]
Games = Annotated[
    int,
    typer.Option(help="How many games, on seeds that follow each other.", rich_help_panel=_GAME),
]
Engine = Annotated[
    str,
    typer.Option(
        help="What finds certain moves; `mineproof engines` lists them, a+b makes a cascade."
    ),
]
Agent = Annotated[
    str,
    typer.Option(help="What is done when no move is certain; `mineproof engines` lists them."),
]
Comparer = Annotated[
    str | None,
    typer.Option(help="Who compares moves, and adds them to JSON: strategist, -fast or -deep."),
]
HideTotal = Annotated[bool, typer.Option("--hide-total", help="Do not tell the mine count.")]
Human = Annotated[bool, typer.Option("--human", help="Play yourself, by typing.")]
Save = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Save the game as a transcript, in a new file."),
]
Resume = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Go on where a transcript ends, with --human."),
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch",
        help="Show the clauses of `resolution` as they come; outside a terminal, every move.",
    ),
]
Delay = Annotated[
    float,
    typer.Option(help="Seconds that a move is shown in a terminal."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Layouts = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Play given boards, one JSON object a line; - is standard input."
    ),
]
Jsonl = Annotated[bool, typer.Option("--jsonl", help="JSON lines in and out.")]
File = Annotated[
    str, typer.Argument(metavar="FILE", help="The position; - is standard input, a picture.")
]
GameFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A transcript or a replay file; - is standard input, a transcript."
    ),
]
MaybeGameFile = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="A transcript, a replay file or a board; - is standard input, a transcript.",
    ),
]
Boards = Annotated[
    list[str],
    typer.Argument(metavar="BOARD...", help="A file, or an address; - is standard input."),
]
Source = Annotated[
    str, typer.Argument(metavar="A", help="A file, or an address; - is standard input.")
]
Target = Annotated[str, typer.Argument(metavar="B", help="A new file; - is standard output.")]
FromFormat = Annotated[
    str | None,
    typer.Option("--from", metavar="NAME", help=f"The format that is read: {_FORMATS}."),
]
ToFormat = Annotated[
    str | None,
    typer.Option("--to", metavar="NAME", help="The format that is written, if B does not tell."),
]
Again = Annotated[
    int | None,
    typer.Option(metavar="N", help="Print the game up to before move N, to play on from there."),
]
Whole = Annotated[bool, typer.Option("--all", help="List every move, however many are alike.")]
CellName = Annotated[
    str | None,
    typer.Option("--cell", metavar="CELL", help="Explain this cell, by its name, as b3."),
]
Rung = Annotated[
    int | None,
    typer.Option(metavar="N", help="Give a hint of this rung, 0 to 6."),
]
Lang = Annotated[str, typer.Option(help=f"The language: {' or '.join(LANGUAGES)}.")]
Host = Annotated[
    str, typer.Option(help="The address to listen at; another than the usual one lets others in.")
]
Port = Annotated[
    int, typer.Option(min=0, max=65535, help="The port to listen at; 0 is any that is free.")
]
DataFile = Annotated[
    str | None,
    typer.Option("--data", metavar="FILE", help="Where games are kept; else in your data folder."),
]
Certified = Annotated[
    bool,
    typer.Option("--no-guess", help="A board that needs no guess.", rich_help_panel=_GAME),
]
GoOn = Annotated[
    str | None,
    typer.Option("--resume", metavar="FILE", help="Go on where a transcript ends."),
]
Light = Annotated[bool, typer.Option("--light", help="Begin with the light theme.")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")]
Mines = Annotated[int | None, typer.Option(help="The mine count, if it is known.")]
GridShape = Annotated[Shape, typer.Option("--shape", help="How the grid is joined together.")]

_WISHES = "What the board is to be like"
NoGuess = Annotated[
    bool,
    typer.Option("--no-guess", help="Say so: boards that need a guess are never made."),
]
GenerateStart = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="CELL",
        help="The first cell, as d4, an opening; or opening:CELL, safe:CELL.",
        rich_help_panel=_GAME,
    ),
]
Count = Annotated[
    int,
    typer.Option(help="How many boards, on seeds that follow each other.", rich_help_panel=_GAME),
]
Daily = Annotated[
    str | None,
    typer.Option(
        metavar="DATE", help="The board of a day: 2026-02-01, or today.", rich_help_panel=_GAME
    ),
]
MaxLevel = Annotated[
    str | None,
    typer.Option(
        metavar="L1-L5", help="No step is to be harder than this.", rich_help_panel=_WISHES
    ),
]
MinLevel = Annotated[
    str | None,
    typer.Option(
        metavar="L1-L5", help="Some step is to be as hard as this.", rich_help_panel=_WISHES
    ),
]
Steps = Annotated[
    list[str] | None,
    typer.Option(
        metavar="LEVEL:RANGE", help="So many steps of a level: L3:2-5.", rich_help_panel=_WISHES
    ),
]
Bbbv = Annotated[
    str | None,
    typer.Option(metavar="RANGE", help="The 3BV: 150-200.", rich_help_panel=_WISHES),
]
WithoutCount = Annotated[
    bool,
    typer.Option("--without-count", help="The mine count is not needed.", rich_help_panel=_WISHES),
]
GenerateMethod = Annotated[
    str | None,
    typer.Option("--method", metavar="NAME", help="filter or repair; else one after the other."),
]
Tries = Annotated[
    int | None, typer.Option(metavar="N", help="How many layouts are tried for a board.")
]
Jobs = Annotated[
    int | None, typer.Option(metavar="J", help="How many boards are made at once; else one a core.")
]
ToFile = Annotated[
    str | None, typer.Option("--to", metavar="FILE", help="Write the boards to a new file.")
]
WithScript = Annotated[
    bool, typer.Option("--script", help="Add the steps that clear the board, to JSON.")
]
TechniqueName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Exercises on one technique, as 1-2 or 'box logic'."),
]
StepLevelName = Annotated[
    str | None,
    typer.Option("--level", metavar="L1-L5", help="Exercises of one step level; else L2."),
]
BoardLevel = Annotated[
    str, typer.Option("--board", metavar="LEVEL", help="The level of the boards.")
]
Exercises = Annotated[int, typer.Option("--count", help="How many exercises.")]
TrainSeed = Annotated[int | None, typer.Option("--seed", help="Which exercises; else any.")]

_USUAL = {"engine": USUAL_ENGINE, "agent": USUAL_AGENT, "delay": USUAL_DELAY, "games": 1}
_SETTING = ("level", "start", "finish", "seed")
_OTHER_GAMES = ("game", "resume", "daily")
_SCREEN = ("watch", "delay", "json")
_CLASHES: Mapping[str, tuple[str, ...]] = {
    "game": (*_SETTING, "games"),
    "layouts": (*_SETTING, "game", "games", "human", "save", *_SCREEN),
    "human": ("agent", "hide_total", "games", *_SCREEN),
    "games": ("watch", "save"),
    "resume": (*_SETTING, "game", "games", "layouts"),
    "file": (*_SETTING, "game"),
}


def refuse_clashes(given: Mapping[str, object]) -> None:
    """Raise BadInput if two of the options that were given do not go together."""
    used = {name for name, value in given.items() if _is_said(name, value)}
    for name, others in _CLASHES.items():
        for other in others:
            if name in used and other in used:
                raise BadInput(f"{_flag(name)} and {_flag(other)} do not go together")
    if "jsonl" in used and "layouts" not in used:
        raise BadInput("--jsonl wants --layouts FILE, the boards to be played")
    if "resume" in used and "human" not in used:
        raise BadInput("--resume wants --human: a person plays on")


def refuse_two_games(given: Mapping[str, object]) -> None:
    """Raise BadInput if options name more than one game; the day of a board may have a level."""
    used = [name for name in _OTHER_GAMES if given[name] is not None]
    others = [name for name in (*_SETTING, "no_guess") if _is_said(name, given[name])]
    if used == ["daily"]:
        others = [name for name in others if name not in ("level", "start", "no_guess")]
    refuse_both(**{name: given[name] for name in [*used, *others[:1]]} if used else {})


def refuse_for_lines(**given: object) -> None:
    """Raise BadInput if an option was given that each line says for itself."""
    for name, value in given.items():
        if value is not None:
            raise BadInput(f"--jsonl and {_flag(name)} do not go together")


def require_web() -> None:
    """Raise BadInput if what the page needs is not installed."""
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise BadInput("the page needs FastAPI and uvicorn: pip install 'mineproof[web]'")


def require_tui() -> None:
    """Raise BadInput if what the terminal application needs is not installed."""
    if find_spec("textual") is None:
        raise BadInput("the terminal application needs Textual: pip install 'mineproof[tui]'")


def refuse_both(**given: object) -> None:
    """Raise BadInput if more than one of these options was given."""
    used = [_flag(name) for name, value in given.items() if value is not None]
    if len(used) > 1:
        raise BadInput(f"{' and '.join(used)} do not go together")


def _is_said(name: str, value: object) -> bool:
    return value is not None and value is not False and value != _USUAL.get(name)


def _flag(name: str) -> str:
    return "GAME" if name == "file" else f"--{name.replace('_', '-')}"
