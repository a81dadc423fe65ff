"""Save or print a played game, with the command that reviews or continues it."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.console import Console

from mineproof.board.game import GameStatus
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.files import save


def save_game(console: Console, file: str, transcript: Transcript) -> None:
    """Save a transcript, and say how to review it."""
    save(file, f"{transcript}\n")
    console.print(_review(file))


def keep_game(file: str, transcript: Transcript) -> str:
    """Save a person's game, and return the command that continues it, or reviews it if it is over.

    Raises BadInput if it cannot be saved.
    """
    save(file, f"{transcript}\n")
    if is_over(transcript):
        return _review(file)
    return f"continue it: mineproof play --human --resume {shlex.quote(file)}"


def hand_over(console: Console, transcript: Transcript, keep: str | None) -> None:
    """Save a person's game; without a file, or if that fails, print it for the review.

    A game that is not over is not printed if its board would show the mines.
    """
    try:
        if keep is not None:
            console.print(keep_game(keep, transcript))
    finally:
        if (keep is None or not Path(keep).exists()) and may_be_printed(transcript):
            words = shlex.quote(" ".join(str(transcript).split()))
            console.print(f"review it: echo {words} | mineproof review", soft_wrap=True)


def may_be_printed(transcript: Transcript) -> bool:
    """Tell whether there is anything to review, and nothing that the player should not see."""
    shows_mines = isinstance(transcript.board, GivenLayout)
    return bool(transcript.moves) and (not shows_mines or is_over(transcript))


def is_over(transcript: Transcript) -> bool:
    """Tell whether a game is won or lost."""
    return transcript.end().status is not GameStatus.PLAYING


def _review(file: str) -> str:
    return f"review it: mineproof review {shlex.quote(file)}"
