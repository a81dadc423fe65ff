"""The help of `mineproof` itself: its commands in one line each, laid out as Typer does.

`main` gives Typer the same lines. Where Typer would look at more than the width and whether there
is a terminal, there is no page, and Typer itself writes it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing `typing` would take longer than all of this
if TYPE_CHECKING:
    from collections.abc import Iterator

ABOUT = "A Minesweeper AI that proves every move."

COMMANDS = {
    "play": "Let the AI play one game or many, or play one yourself.",
    "solve": "Find the best move of a position, what is certain there, and why.",
    "explain": (
        "Explain in plain words which cell of a position can be opened, or that a guess is needed."
    ),
    "prove": "Prove what a cell is: in sentences, as a tree, or in a format for other tools.",
    "check": "Check proofs and certificates that came as files, without any engine.",
    "review": "Judge each move of a game: proved, missed, guess or blunder.",
    "grade": "Rate how hard a board is, and list the guesses it forces.",
    "figures": "Show 3BV, openings, islands and ZiNi; for a replay, also speed and efficiency.",
    "convert": "Convert a file, or draw it as SVG or PNG; formats are chosen by file extension.",
    "serve": "Play, learn and analyse in the browser.",
    "tui": "Play in the terminal with keyboard and mouse, hints and an AI.",
    "generate": "Generate boards that can be solved without guessing.",
    "certify": "Tell whether a board can be cleared without a guess, and prove it.",
    "train": "Solve puzzles: find the certain cells in positions from real games.",
    "learn": (
        "List the lessons of the course, or read one and do its exercises; or do one exercise."
    ),
    "arena": "Let players meet on the same boards: how often each wins, how fast, and by how much.",
    "new": "Start an agent or an engine of your own: writes NAME.py and test_NAME.py.",
    "assess": "Grade a player: whether it is sound, what it misses, how it plays beside ours.",
    "engines": "List the engines, which find certain moves, and the agents, which play.",
    "levels": "List the levels with their size, mines and default start rule.",
    "lab": "Measure players: run experiments, report and compare results.",
}
"""The commands, in the order of the help."""

_OPTIONS = (
    ("--version", "", "Print the version and exit."),
    ("--install-completion", "", "Install completion for the current shell."),
    (
        *("--show-completion", ""),
        "Show completion for the current shell, to copy it or customize the installation.",
    ),
    ("--help", "-h", "Show this message and exit."),
)
_LEAST = 60
_USUAL = 80
_OTHERWISE = (
    *("FORCE_COLOR", "GITHUB_ACTIONS", "NO_COLOR", "PY_COLORS", "TERMINAL_WIDTH"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE", "_MINEPROOF_COMPLETE", "_TYPER_FORCE_DISABLE_TERMINAL"),
)
"""Variables by which Typer or rich may be told to do otherwise."""

_BOLD, _DIM, _CYAN, _GREEN, _YELLOW = "1", "2", "1;36", "1;32", "1;33"


class Screen:
    """Where help is printed: how wide it is, and whether it has colours."""

    def __init__(self, width: int, *, has_colours: bool) -> None:
        self.width = width
        self.has_colours = has_colours

    def paint(self, text: str, style: str) -> str:
        """Return a text in a style."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.has_colours and text else text


def screen() -> Screen | None:
    """Return where standard output goes; None if that is for Typer to find out."""
    out = sys.stdout
    if out is None or os.name != "posix" or any(map(os.environ.get, _OTHERWISE)):
        return None
    if (out.encoding or "").lower() != "utf-8" or (width := _width()) < _LEAST:
        return None
    is_terminal = out.isatty()
    if is_terminal and os.environ.get("TERM", "").lower() in ("", "dumb", "unknown"):
        return None
    return Screen(width, has_colours=is_terminal)


def _width() -> int:
    """Return the width of the terminal that any stream leads to, as rich finds it."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or _USUAL
        except OSError:
            continue
    return _USUAL


def help_page(seen: Screen) -> str:
    """Return the help, for a screen at least 60 wide."""
    usage = seen.paint("Usage: ", _YELLOW) + seen.paint(
        "mineproof [OPTIONS] COMMAND [ARGS]...", _BOLD
    )
    blank = " " * seen.width
    lines = [blank, _filled(seen, f" {usage}"), blank, _filled(seen, f" {ABOUT}"), blank]
    lines += _panel(seen, "Options", _option_rows(seen))
    lines += _panel(seen, "Commands", _command_rows(seen))
    return "\n".join([*lines, "", ""])


def _option_rows(seen: Screen) -> Iterator[str]:
    for name, short, about in _OPTIONS:
        head = seen.paint(f"{name:22}", _CYAN) + seen.paint(f"{short:10}", _GREEN)
        yield from _rows(seen, head, 32, about)


def _command_rows(seen: Screen) -> Iterator[str]:
    column = max(map(len, COMMANDS)) + 2
    for name, about in COMMANDS.items():
        yield from _rows(seen, seen.paint(f"{name:{column}}", _CYAN), column, about)


def _rows(seen: Screen, head: str, column: int, about: str) -> Iterator[str]:
    """Yield the lines of a row: a head, and text that is filled beside it."""
    for line in _lines(about, seen.width - column - 4):
        yield head + line
        head = " " * column


def _lines(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _panel(seen: Screen, title: str, rows: Iterator[str]) -> Iterator[str]:
    wide = seen.width - len(title) - 5
    yield seen.paint(f"╭─ {title} {'─' * wide}╮", _DIM)
    edge = seen.paint("│", _DIM)
    for row in rows:
        yield f"{edge} {_filled(seen, row, seen.width - 4)} {edge}"
    yield seen.paint(f"╰{'─' * (seen.width - 2)}╯", _DIM)


def _filled(seen: Screen, text: str, width: int | None = None) -> str:
    """Return a text with blanks up to a width; its colours take none."""
    bare = text
    while seen.has_colours and "\x1b" in bare:
        before, _, after = bare.partition("\x1b")
        bare = before + after.partition("m")[2]
    return text + " " * ((width or seen.width) - len(bare))
