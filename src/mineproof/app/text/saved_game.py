"""Save or print a played game, with the command that reviews it."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.console import Console

from mineproof.board.transcript import Transcript
from mineproof.files import save


def save_game(console: Console, file: str, transcript: Transcript) -> None:
    """Save a transcript, and say how to review it."""
    save(file, f"{transcript}\n")
    console.print(f"review it: mineproof review {shlex.quote(file)}")


def hand_over(console: Console, transcript: Transcript, keep: str | None) -> None:
    """Save the transcript; without a file, or if that fails, print it for the review."""
    try:
        if keep is not None:
            save_game(console, keep, transcript)
    finally:
        if transcript.moves and (keep is None or not Path(keep).exists()):
            words = shlex.quote(" ".join(str(transcript).split()))
            console.print(f"review it: echo {words} | mineproof review", soft_wrap=True)
