"""Options and arguments of the commands: their help, and which ones exclude each other."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Annotated

import typer

from mineproof.app.game.defaults import USUAL_AGENT, USUAL_ENGINE, USUAL_LEVEL, USUAL_STRATEGIST
from mineproof.board.formats import FORMATS
from mineproof.board.grid import Shape
from mineproof.board.rules import LEVELS, Finish
from mineproof.coach.language import LANGUAGES
from mineproof.errors import BadInput

USUAL_DELAY = 0.08
USUAL_HOST, USUAL_PORT = "127.0.0.1", 8000

_GAME = "Game"
_BOARD = "Requirements for the board"
_FLAG = ""  # a flag takes no value; without this Typer would print <bool> for one
_READABLE = ", ".join(form.name for form in FORMATS)

Version = Annotated[
    bool, typer.Option("--version", metavar=_FLAG, help="Print the version and exit.")
]
Level = Annotated[
    str | None,
    typer.Option(
        metavar="LEVEL",
        help=f"{', '.join(LEVELS)}, or ROWSxCOLS/MINES.",
        show_default=USUAL_LEVEL,
        rich_help_panel=_GAME,
    ),
]
Start = Annotated[
    str | None,
    typer.Option(
        metavar="RULE",
        help="list, list:COUNT, safe, safe:CELL, opening, opening:CELL or none.",
        show_default="set by the level",
        rich_help_panel=_GAME,
    ),
]
FinishRule = Annotated[
    Finish | None,
    typer.Option(
        "--finish",
        help="Win by marking every cell, or by clearing the safe ones.",
        show_default="set by the start rule",
        rich_help_panel=_GAME,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Seed of the game.", show_default="random", rich_help_panel=_GAME
    ),
]
GameId = Annotated[
    str | None,
    typer.Option(
        metavar="ID",
        help="Play the game with this id, such as medium/list16#42.",
        rich_help_panel=_GAME,
    ),
]
Games = Annotated[
    int,
    typer.Option(metavar="N", help="Number of games, on consecutive seeds.", rich_help_panel=_GAME),
]
Engine = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Engine that finds certain moves; a+b+... builds a cascade. See 'mineproof engines'.",
    ),
]
Agent = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Agent that plays when no move is certain. See 'mineproof engines'."
    ),
]
Comparer = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Strategist that ranks guesses: strategist, strategist-fast or strategist-deep."
        " If given, JSON output includes the ranked moves.",
        show_default=USUAL_STRATEGIST,
    ),
]
HideTotal = Annotated[
    bool,
    typer.Option("--hide-total", metavar=_FLAG, help="Hide the mine count from the player."),
]
Human = Annotated[
    bool, typer.Option("--human", metavar=_FLAG, help="Play yourself, by typing moves.")
]
Save = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Save the game as a transcript; FILE must not exist."),
]
Resume = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Continue the game saved in a transcript; needs --human."),
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch",
        metavar=_FLAG,
        help="Show the clauses of the resolution engine as they change; outside a terminal,"
        " print every move.",
    ),
]
Delay = Annotated[
    float,
    typer.Option(metavar="SECONDS", help="Time to show each move in a terminal."),
]
Json = Annotated[bool, typer.Option("--json", metavar=_FLAG, help="Print JSON instead of text.")]
Layouts = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Play the boards in FILE, one JSON object per line; - is standard input.",
    ),
]
Jsonl = Annotated[bool, typer.Option("--jsonl", metavar=_FLAG, help="Read and write JSON lines.")]
JsonlOut = Annotated[bool, typer.Option("--jsonl", metavar=_FLAG, help="Write JSON lines.")]
File = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="The position; - reads a text picture from standard input."
    ),
]
GameFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A transcript or replay file; - reads a transcript from standard input.",
    ),
]
MaybeGameFile = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A transcript, replay or board file; - reads a transcript from standard input.",
    ),
]
Boards = Annotated[
    list[str],
    typer.Argument(metavar="BOARD", help="Files or board URLs; - is standard input."),
]
Source = Annotated[
    str, typer.Argument(metavar="SOURCE", help="A file or board URL; - is standard input.")
]
Target = Annotated[
    str, typer.Argument(metavar="TARGET", help="A file that does not exist; - is standard output.")
]
FromFormat = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help=f"Input format: {_READABLE}.",
        show_default="from the file extension",
    ),
]
ToFormat = Annotated[
    str | None,
    typer.Option(
        "--to", metavar="FORMAT", help="Output format.", show_default="from the file extension"
    ),
]
Again = Annotated[
    int | None,
    typer.Option(metavar="N", help="Print the game as it was before move N, to replay from there."),
]
Whole = Annotated[
    bool,
    typer.Option("--all", metavar=_FLAG, help="List every move instead of grouping similar ones."),
]
CellName = Annotated[
    str | None,
    typer.Option("--cell", metavar="CELL", help="Explain this cell, such as b3."),
]
Rung = Annotated[
    int | None,
    typer.Option(metavar="N", help="Give a hint up to this rung, 0 to 6."),
]
Lang = Annotated[str, typer.Option(metavar="TAG", help=f"Language: {' or '.join(LANGUAGES)}.")]
Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Address to listen on; anything but the default exposes the page to other machines.",
    ),
]
Port = Annotated[
    int, typer.Option(metavar="N", min=0, max=65535, help="Port to listen on; 0 picks a free one.")
]
DataFile = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="FILE",
        help="Database for the games.",
        show_default="in your data directory",
    ),
]
Certified = Annotated[
    bool,
    typer.Option(
        "--no-guess",
        metavar=_FLAG,
        help="Play a board that can be solved without guessing.",
        rich_help_panel=_GAME,
    ),
]
GoOn = Annotated[
    str | None,
    typer.Option("--resume", metavar="FILE", help="Continue the game saved in a transcript."),
]
Light = Annotated[bool, typer.Option("--light", metavar=_FLAG, help="Start with the light theme.")]
NoOpen = Annotated[bool, typer.Option("--no-open", metavar=_FLAG, help="Do not open the browser.")]
Mines = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Total number of mines. Without it every layout that fits the clues counts as"
        " equally likely.",
        show_default="unknown",
    ),
]
GridShape = Annotated[Shape, typer.Option("--shape", help="Shape of the grid.")]

NoGuess = Annotated[
    bool,
    typer.Option("--no-guess", metavar=_FLAG, help="Always on; accepted for clarity."),
]
GenerateStart = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="CELL",
        help="First cell, such as d4, which becomes an opening; or opening:CELL or safe:CELL.",
        rich_help_panel=_GAME,
    ),
]
Count = Annotated[
    int,
    typer.Option(
        metavar="N", help="Number of boards, on consecutive seeds.", rich_help_panel=_GAME
    ),
]
Daily = Annotated[
    str | None,
    typer.Option(
        metavar="DATE",
        help="Daily board of DATE, YYYY-MM-DD or today; expert unless --level is given.",
        rich_help_panel=_GAME,
    ),
]
MaxLevel = Annotated[
    str | None,
    typer.Option(metavar="L1-L5", help="No step is harder than this.", rich_help_panel=_BOARD),
]
MinLevel = Annotated[
    str | None,
    typer.Option(metavar="L1-L5", help="At least one step is this hard.", rich_help_panel=_BOARD),
]
Steps = Annotated[
    list[str] | None,
    typer.Option(
        metavar="LEVEL:RANGE",
        help="Number of steps at a level, such as L3:2-5. May be repeated.",
        rich_help_panel=_BOARD,
    ),
]
Bbbv = Annotated[
    str | None,
    typer.Option(
        metavar="RANGE", help="3BV in this range, such as 150-200.", rich_help_panel=_BOARD
    ),
]
WithoutCount = Annotated[
    bool,
    typer.Option(
        "--without-count",
        metavar=_FLAG,
        help="Solvable without the mine count.",
        rich_help_panel=_BOARD,
    ),
]
GenerateMethod = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="filter deals until a board fits; repair moves mines where solving gets stuck.",
        show_default="filter, then repair",
    ),
]
Tries = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Maximum number of layouts to try per board.",
        show_default="by method and density",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", help="Boards to make in parallel.", show_default="one per core"),
]
ToFile = Annotated[
    str | None,
    typer.Option("--to", metavar="FILE", help="Write the boards to FILE, which must not exist."),
]
WithScript = Annotated[
    bool,
    typer.Option(
        "--script", metavar=_FLAG, help="Add the steps that solve each board to the JSON."
    ),
]
TechniqueName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Practise one technique, such as 1-2 or 'box logic'."),
]
StepLevelName = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="L1-L5",
        help="Practise steps of this level; for the size of the board see --board.",
        show_default="L2",
    ),
]
BoardLevel = Annotated[
    str,
    typer.Option("--board", metavar="LEVEL", help="Level of the boards; see 'mineproof levels'."),
]
Exercises = Annotated[int, typer.Option("--count", metavar="N", help="Number of exercises.")]
TrainSeed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Seed of the exercises.", show_default="random"),
]

_USUAL = {"engine": USUAL_ENGINE, "agent": USUAL_AGENT, "delay": USUAL_DELAY, "games": 1}
_SETTING = ("level", "start", "finish", "seed")
_OTHER_GAMES = ("game", "resume", "daily")
_SCREEN = ("watch", "delay", "json")
_CLASHES: Mapping[str, tuple[str, ...]] = {
    "game": (*_SETTING, "games"),
    "layouts": (*_SETTING, "game", "games", "human", "save", *_SCREEN),
    "human": ("engine", "agent", "hide_total", "games", *_SCREEN),
    "games": ("watch", "save"),
    "resume": (*_SETTING, "game", "games", "layouts"),
    "file": (*_SETTING, "game"),
}


def refuse_clashes(given: Mapping[str, object]) -> None:
    """Raise BadInput if two of the given options exclude each other."""
    used = {name for name, value in given.items() if _is_given(name, value)}
    for name, others in _CLASHES.items():
        for other in others:
            if name in used and other in used:
                raise BadInput(f"{_flag(name)} and {_flag(other)} cannot be combined")
    if "jsonl" in used and "layouts" not in used:
        raise BadInput("--jsonl needs --layouts FILE with the boards to play")
    if "resume" in used and "human" not in used:
        raise BadInput("--resume needs --human")


def refuse_two_games(given: Mapping[str, object]) -> None:
    """Raise BadInput if the options name more than one game; a daily board may have a level."""
    used = [name for name in _OTHER_GAMES if given[name] is not None]
    others = [name for name in (*_SETTING, "no_guess") if _is_given(name, given[name])]
    if used == ["daily"]:
        others = [name for name in others if name not in ("level", "start", "no_guess")]
    refuse_both(**{name: given[name] for name in [*used, *others[:1]]} if used else {})


def refuse_for_lines(**given: object) -> None:
    """Raise BadInput if an option was given that each JSON line states for itself."""
    for name, value in given.items():
        if value is not None:
            raise BadInput(f"--jsonl and {_flag(name)} cannot be combined")


def require_web() -> None:
    """Raise BadInput if the page's dependencies are not installed."""
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise BadInput("the page needs FastAPI and uvicorn: pip install 'mineproof[web]'")


def require_tui() -> None:
    """Raise BadInput if the terminal application's dependencies are not installed."""
    if find_spec("textual") is None:
        raise BadInput("the terminal application needs Textual: pip install 'mineproof[tui]'")


def refuse_both(**given: object) -> None:
    """Raise BadInput if more than one of these options was given."""
    used = [_flag(name) for name, value in given.items() if value is not None]
    if len(used) > 1:
        raise BadInput(f"{' and '.join(used)} cannot be combined")


def _is_given(name: str, value: object) -> bool:
    return value is not None and value is not False and value != _USUAL.get(name)


def _flag(name: str) -> str:
    return "GAME" if name == "file" else f"--{name.replace('_', '-')}"
