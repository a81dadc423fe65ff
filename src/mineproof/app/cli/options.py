"""Options and arguments of the commands: their help, and which ones exclude each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from mineproof.agents import AGENTS
from mineproof.app.game.defaults import (
    DEEP_STRATEGIST,
    USUAL_AGENT,
    USUAL_ENGINE,
    USUAL_LEVEL,
    USUAL_STRATEGIST,
)
from mineproof.app.text.drawings import TARGETS
from mineproof.assess.starters import Kind
from mineproof.board.formats import FORMATS, format_names
from mineproof.board.grid import Shape
from mineproof.board.rules import LEVELS, Finish
from mineproof.coach.language import LANGUAGES
from mineproof.engines import ENGINES
from mineproof.engines.guess import Budget
from mineproof.errors import BadInput
from mineproof.logic.derivation.formats import FORMATS as PROOF_FORMATS
from mineproof.logic.pb.lines import VERSIONS
from mineproof.play.referee import USUAL_SECONDS
from mineproof.plugins.fence import Fence

USUAL_HOST, USUAL_PORT = "127.0.0.1", 8000

_GAME = "Game"
_BOARD = "Requirements for the board"
_GRADES = "Report"


class ReportForm(Enum):
    """The forms of a report about a player."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"
    GRADESCOPE = "gradescope"


def option(
    metavar: str,
    text: str,
    *names: str,
    usual: str | bool = True,
    panel: str | None = None,
    among: Collection[str] = (),
) -> object:
    """Describe an option with a value.

    `usual` describes its default; `among` has the values that a shell may complete.
    """

    def complete(incomplete: str) -> list[str]:
        return [name for name in among if name.startswith(incomplete)]

    return typer.Option(
        *names,
        metavar=metavar,
        help=text,
        show_default=usual,
        rich_help_panel=panel,
        autocompletion=complete if among else None,
    )


def switch(name: str, text: str, panel: str | None = None) -> object:
    """Describe an option without a value."""
    return typer.Option(name, help=text, rich_help_panel=panel)


def argument(metavar: str, text: str) -> object:
    """Describe an argument."""
    return typer.Argument(metavar=metavar, help=text)


Version = Annotated[bool, switch("--version", "Print the version and exit.")]
Level = Annotated[
    str | None,
    option(
        "LEVEL",
        f"{', '.join(LEVELS)}, or ROWSxCOLS/MINES.",
        usual=USUAL_LEVEL,
        panel=_GAME,
        among=LEVELS,
    ),
]
Start = Annotated[
    str | None,
    option(
        "RULE",
        "list, list:COUNT, list:SHARE%, safe, safe:CELL, opening, opening:CELL or none.",
        usual="set by the level",
        panel=_GAME,
    ),
]
FinishRule = Annotated[
    Finish | None,
    typer.Option(
        "--finish",
        help="Win by marking every cell, clearing the safe ones, flagging the mines, or clearing a"
        " fair board: it punishes guesses that are not needed, and no others.",
        show_default="set by the start rule",
        rich_help_panel=_GAME,
    ),
]
Seed = Annotated[int | None, option("N", "Seed of the game.", usual="random", panel=_GAME)]
GameId = Annotated[
    str | None, option("ID", "Play the game with this id, such as medium/list16#42.", panel=_GAME)
]
Games = Annotated[int, option("N", "Number of games, on consecutive seeds.", panel=_GAME)]
Engine = Annotated[
    str,
    option(
        "NAME",
        "Engine that finds certain moves: see 'mineproof engines'; or your own, FILE.py:NAME."
        " a+b+... builds a cascade.",
        among=ENGINES,
    ),
]
Agent = Annotated[
    str,
    option(
        "NAME",
        "Agent that plays: see 'mineproof engines'; or your own, FILE.py:NAME.",
        among=AGENTS,
    ),
]
Helper = Annotated[
    str | None,
    option(
        "NAME",
        "Agent that helps: see 'mineproof engines'; or your own, FILE.py:NAME.",
        "--agent",
        usual=f"{USUAL_STRATEGIST}; {USUAL_AGENT} if the engine knows no risks",
        among=AGENTS,
    ),
]
Comparer = Annotated[
    str | None,
    option(
        "NAME",
        "Strategist that ranks guesses: strategist, strategist-fast or strategist-deep."
        " If given, JSON output includes the ranked moves.",
        usual=DEEP_STRATEGIST,
    ),
]
GuessBudget = Annotated[
    Budget | None,
    typer.Option(
        "--budget",
        help="How much comparing the guesses may cost: fast is milliseconds, deep about a second.",
        show_default=Budget.DEEP.value,
    ),
]
HideTotal = Annotated[bool, switch("--hide-total", "Hide the mine count from the player.")]
Check = Annotated[
    bool,
    switch(
        "--check",
        "Check the proof of every certain move before it is made, and say what that costs; a"
        " refused proof ends the game, with exit code 1.",
    ),
]
Human = Annotated[bool, switch("--human", "Play yourself, by typing moves.")]
Save = Annotated[str | None, option("FILE", "Save the game as a transcript; FILE must not exist.")]
Resume = Annotated[
    str | None, option("FILE", "Continue the game saved in a transcript; needs --human.")
]
Watch = Annotated[
    bool,
    switch(
        "--watch",
        "Go through the game step by step, with what the engine knows: Space, Enter, b, a, q;"
        " outside a terminal, print every move, with a single engine also every step between.",
    ),
]
Trace = Annotated[
    str | None,
    option("FILE", "Write each step of the game and its clauses as JSON lines; a new FILE."),
]
Answer = Annotated[bool, switch("--answer", "Show the mines beside the board at the end.")]
Delay = Annotated[
    float | None,
    option(
        "SECONDS",
        "Time to show each move in a terminal; --watch then needs no keys.",
        usual="0.08",
    ),
]
Json = Annotated[bool, switch("--json", "Print JSON instead of text.")]
Layouts = Annotated[
    str | None,
    option("FILE", "Play the boards in FILE, one JSON object per line; - is standard input."),
]
Jsonl = Annotated[bool, switch("--jsonl", "Read and write JSON lines.")]
JsonlOut = Annotated[bool, switch("--jsonl", "Write JSON lines.")]
File = Annotated[
    str, argument("FILE", "A board in any notation, a game or a replay; - is standard input.")
]
GameFile = Annotated[str, argument("GAME", "A transcript or replay file; - is standard input.")]
MaybeGameFile = Annotated[
    str | None,
    argument("GAME", "A transcript, replay or board file; - is standard input."),
]
Boards = Annotated[list[str], argument("BOARD", "Files or board URLs; - is standard input.")]
Source = Annotated[str, argument("SOURCE", "A file or board URL; - is standard input.")]
Target = Annotated[str, argument("TARGET", "A file that does not exist; - is standard output.")]
FromFormat = Annotated[
    str | None,
    option(
        "FORMAT",
        f"Input format: {format_names()}.",
        "--from",
        usual="by file extension, then content",
        among=[form.name for form in FORMATS],
    ),
]
ToFormat = Annotated[
    str | None,
    option(
        "FORMAT",
        f"Output format: {', '.join(TARGETS)}.",
        "--to",
        usual="from the file extension",
        among=TARGETS,
    ),
]
At = Annotated[
    int | None,
    option("N", "Take a game as it was after N moves.", "--at", usual="after its last move"),
]
Draw = Annotated[
    str | None,
    option(
        "FILE",
        "Also draw the board with what is certain and the risks, as a new .svg or .png file.",
        "--draw",
    ),
]
Again = Annotated[
    int | None, option("N", "Print the game as it was before move N, to replay from there.")
]
Whole = Annotated[bool, switch("--all", "List every move instead of grouping similar ones.")]
Everything = Annotated[bool, switch("--all", "Show the risk of each cell and every proof.")]
CellName = Annotated[str | None, option("CELL", "Explain this cell, such as b3.", "--cell")]
Suppose = Annotated[
    str | None, option("CELL=mine", "Suppose that a cell is a mine, or safe: b3=mine, b3=safe.")
]
Rung = Annotated[int | None, option("N", "Give a hint up to this rung, 0 to 6.")]
Flags = Annotated[
    bool,
    typer.Option(
        "--flags/--no-flags", help="Whether a mine to flag is a move too, not only a safe cell."
    ),
]
GameFlags = Annotated[
    bool | None,
    typer.Option(
        "--flags/--no-flags",
        help="Whether help flags mines too, not only opens cells; default: if the game needs it.",
    ),
]
Prover = Annotated[
    str | None,
    option(
        "NAME", "Give the proof of this engine, for the next step or --cell; yours is FILE.py:NAME."
    ),
]
ProofCell = Annotated[
    str | None,
    option("CELL", "Prove this cell, such as b3.", "--cell", usual="the first that is proved"),
]
AllCells = Annotated[
    bool, switch("--all", "Prove every cell that the engine settles, in one output.")
]
VeripbVersion = Annotated[
    str,
    option("VERSION", "Version of VeriPB's format.", "--veripb", among=VERSIONS),
]
ProofEngine = Annotated[
    str,
    option(
        "NAME",
        "Engine that proves it: see 'mineproof engines'; yours is FILE.py:NAME.",
        "--engine",
        among=ENGINES,
    ),
]
Tree = Annotated[bool, switch("--tree", "Show the derivation as a tree.")]
ProofFormat = Annotated[
    str | None,
    option(
        "FORMAT",
        f"Output format: {', '.join(PROOF_FORMATS)}.",
        "--format",
        usual="by the extension of --to, or text",
        among=PROOF_FORMATS,
    ),
]
ProofFile = Annotated[str | None, option("FILE", "Write to FILE, which must not exist.", "--to")]
Proofs = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Proofs, and formulas that they need.")
]
Position = Annotated[
    str | None,
    option("FILE", "Accept no clue or count that the position in FILE does not show."),
]
ExplainedFile = Annotated[
    str | None,
    option(
        "FILE",
        "Draw the explanation as a new .svg or .png file, or its sentences one by one as .gif.",
        "--to",
    ),
]
MostDrawn = Annotated[
    int, option("N", "Nodes to draw before the rest is folded; 0 draws all.", "--nodes")
]
Lang = Annotated[
    str | None,
    option(
        "TAG",
        f"Language: {' or '.join(LANGUAGES)}.",
        usual="of your locale, or en",
        among=LANGUAGES,
    ),
]
PlayerName = Annotated[
    str | None,
    argument(
        "PLAYER",
        "FILE.py of a student, FILE.py:NAME, or any name of an engine, an agent, or AGENT/ENGINE.",
    ),
]
Positions = Annotated[
    int | None,
    option("N", "Number of positions.", usual="200 for an engine, 1000 for an agent"),
]
AllEngines = Annotated[bool, switch("--all", "Also list the slow engines for comparison.")]
SampleSeed = Annotated[int | None, option("N", "Seed of the positions.", usual="0")]
AnswerSeconds = Annotated[
    float | None, option("S", "Longest time for an answer.", usual=f"{USUAL_SECONDS:g}")
]
Memory = Annotated[int | None, option("MB", "Most memory for a player.", usual=str(Fence().memory))]
Minutes = Annotated[
    float | None, option("N", "Most time for all games together.", usual="no limit")
]
PointsFile = Annotated[
    Path | None, option("FILE", "Boards, limits and points of a class; see docs/teaching.md.")
]
ReportFormat = Annotated[
    ReportForm, typer.Option("--format", help="Form of the report.", rich_help_panel=_GRADES)
]
ReportTarget = Annotated[
    Path | None, option("FILE", "Write the report to a file.", "--to", panel=_GRADES)
]
MakeFolder = Annotated[
    Path | None, option("FOLDER", "Write a ready homework, and grade nobody.", "--make")
]
AllPictures = Annotated[bool, switch("--all", "Show a position for every technique it misses.")]
NewKind = Annotated[Kind, argument("KIND", "What to start.")]
NewName = Annotated[str, argument("NAME", "Its name, such as very_careful.")]
ToFolder = Annotated[Path, option("FOLDER", "Where to write the files.", "--to", usual="here")]
Host = Annotated[
    str,
    option(
        "ADDRESS",
        "Address to listen on; anything but the default exposes the page to other machines.",
    ),
]
Port = Annotated[int, option("N", "Port to listen on, up to 65535; 0 picks a free one.")]
DataFile = Annotated[
    str | None, option("FILE", "Database for the games.", "--data", usual="in your data directory")
]
Origin = Annotated[
    str | None,
    option("URL", "Where a reverse proxy offers the page, such as https://mines.example."),
]
TrustedProxies = Annotated[
    list[str] | None,
    option(
        "ADDRESS",
        "Address or network of a proxy, whose X-Forwarded-For is believed. May be repeated.",
        "--proxy",
    ),
]
OfferedAgents = Annotated[
    list[str] | None,
    option("NAME", "Offer your own agent on the page, FILE.py:NAME. May be repeated.", "--agent"),
]
OfferedEngines = Annotated[
    list[str] | None,
    option("NAME", "Offer your own engine on the page, FILE.py:NAME. May be repeated.", "--engine"),
]
Certified = Annotated[
    bool, switch("--no-guess", "Play a board that can be solved without guessing.", panel=_GAME)
]
GoOn = Annotated[str | None, option("FILE", "Continue the game saved in a transcript.", "--resume")]
Light = Annotated[bool, switch("--light", "Start with the light theme.")]
NoOpen = Annotated[bool, switch("--no-open", "Do not open the browser.")]
Mines = Annotated[
    str | None,
    option(
        "N|usual",
        "Total number of mines, or the usual one of the board's size. Without it every layout that"
        " fits the clues counts as equally likely.",
        usual="unknown",
    ),
]
MineDensity = Annotated[
    float | None,
    option("D", "Share of mines to expect where their number is unknown, between 0 and 1."),
]
GridShape = Annotated[Shape, typer.Option("--shape", help="Shape of the grid.")]

NoGuess = Annotated[bool, switch("--no-guess", "Always on; accepted for clarity.")]
GenerateStart = Annotated[
    str | None,
    option(
        "CELL",
        "First cell, such as d4, which becomes an opening; or opening:CELL or safe:CELL.",
        "--start",
        panel=_GAME,
    ),
]
Count = Annotated[int, option("N", "Number of boards, on consecutive seeds.", panel=_GAME)]
Daily = Annotated[
    str | None,
    option(
        "DATE",
        "Daily board of DATE, YYYY-MM-DD or today; expert unless --level is given.",
        panel=_GAME,
    ),
]
MaxLevel = Annotated[str | None, option("L1-L5", "No step is harder than this.", panel=_BOARD)]
MinLevel = Annotated[str | None, option("L1-L5", "At least one step is this hard.", panel=_BOARD)]
Steps = Annotated[
    list[str] | None,
    option(
        "LEVEL:RANGE", "Number of steps at a level, such as L3:2-5. May be repeated.", panel=_BOARD
    ),
]
Bbbv = Annotated[str | None, option("RANGE", "3BV in this range, such as 150-200.", panel=_BOARD)]
WithoutCount = Annotated[
    bool, switch("--without-count", "Solvable without the mine count.", panel=_BOARD)
]
Solver = Annotated[
    str | None,
    option(
        "NAME", "Solvable by this engine alone; yours is FILE.py:NAME.", "--engine", panel=_BOARD
    ),
]
GenerateMethod = Annotated[
    str | None,
    option(
        "NAME",
        "filter deals until a board fits; repair moves mines where solving gets stuck.",
        "--method",
        usual="filter, then repair",
    ),
]
Tries = Annotated[
    int | None,
    option("N", "Maximum number of layouts to try per board.", usual="by method and density"),
]
Jobs = Annotated[int | None, option("N", "Boards to make in parallel.", usual="one per core")]
ToFile = Annotated[
    str | None, option("FILE", "Write the boards to FILE, which must not exist.", "--to")
]
WithScript = Annotated[bool, switch("--script", "Add the steps that solve each board to the JSON.")]
BoardFile = Annotated[
    str,
    argument("BOARD", "A board or game: a file, URL, game id or id of Mines; - is standard input."),
]
FirstCell = Annotated[
    str,
    option(
        "CELL",
        "First cell, such as b3; 'any' tries all; 'default' is the one in the file, or any.",
        "--first",
    ),
]
Reasoner = Annotated[
    str | None,
    option(
        "ENGINE",
        "Accept only what this engine proves; see 'mineproof engines'.",
        "--reach",
        among=ENGINES,
    ),
]
CountUnknown = Annotated[bool, switch("--without-count", "Do not use the mine count.")]
ShowScript = Annotated[bool, switch("--script", "Print the certificate, with every step.")]
CertificateFile = Annotated[
    str | None,
    option("FILE", "Write the certificate to FILE, as JSON if it ends in .json.", "--to"),
]
ProofsPath = Annotated[
    str | None,
    option(
        "PATH",
        "Write the proof of each step as OPB and VeriPB into a new folder PATH, or one of all "
        "steps if PATH ends in .pbp.",
        "--proofs",
        "--proof",
    ),
]
WithCertificate = Annotated[
    str | None,
    option("FOLDER", "Write a certificate of each board into FOLDER.", "--certificate"),
]
TechniqueName = Annotated[
    str | None, option("NAME", "Practise one technique, such as 1-2 or 'box logic'.")
]
TechniqueLevel = Annotated[
    str | None,
    option("L1-L5", "Practise techniques of this level.", usual="L2"),
]
BoardLevel = Annotated[
    str | None,
    option(
        "LEVEL",
        "Level of the boards; see 'mineproof levels'.",
        "--level",
        usual="expert",
        among=LEVELS,
    ),
]
OldBoardLevel = Annotated[str | None, typer.Option("--board", hidden=True)]
Exercises = Annotated[int, option("N", "Number of exercises.", "--count")]
LessonKey = Annotated[
    str | None,
    typer.Argument(metavar="[LESSON]", help="Number or name of a lesson.", show_default="the list"),
]
Lessons = Annotated[
    Path | None, option("FOLDER", "Add the lessons in a folder, one TOML file each.")
]
PublicUrl = Annotated[
    str | None, option("URL", "Where shared links lead, such as a static site of this page.")
]
Streak = Annotated[bool, typer.Option("--streak", help="Go on until the first fault.")]
DailyPuzzle = Annotated[
    str | None, option("DATE", "Daily puzzle of DATE, YYYY-MM-DD or today.", "--daily")
]
TrainSeed = Annotated[int | None, option("N", "Seed of the exercises.", "--seed", usual="random")]

_USUAL = {"engine": USUAL_ENGINE, "agent": USUAL_AGENT, "games": 1}
_SETTING = ("level", "start", "finish", "seed")
_OTHER_GAMES = ("game", "resume", "daily")
_SCREEN = ("watch", "trace", "answer", "delay", "json")
_CLASHES: Mapping[str, tuple[str, ...]] = {
    "game": (*_SETTING, "games"),
    "layouts": (*_SETTING, "game", "games", "human", "save", *_SCREEN),
    "human": ("engine", "agent", "hide_total", "check", "games", *_SCREEN),
    "games": ("watch", "save", "trace", "answer"),
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
    needs_human = {"resume", "daily", "no_guess"} & used
    if given.get("flags") is not None:  # --no-flags too
        needs_human.add("flags")
    for name in sorted(needs_human):
        if "human" not in used:
            raise BadInput(f"{_flag(name)} needs --human")


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


def train_levels(
    technique_level: str | None, level: str | None, board: str | None
) -> tuple[str | None, str | None]:
    """Return the level of the techniques and that of the boards; raise BadInput if one is doubled.

    As in earlier versions, --level may be L1 to L5, and --board is the level of the boards.

    >>> train_levels("L3", "easy", None), train_levels(None, "L3", "easy")
    (('L3', 'easy'), ('L3', 'easy'))
    """
    if level is not None and re.fullmatch("[Ll][0-9]+", level):
        refuse_both(technique_level=technique_level, level=level)
        return level, board
    refuse_both(level=level, board=board)
    return technique_level, level or board


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
    return {"file": "GAME", "form": "--from", "player": "PLAYER"}.get(
        name, f"--{name.replace('_', '-')}"
    )
