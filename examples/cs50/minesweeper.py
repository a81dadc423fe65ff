"""Put this file beside CS50's `runner.py`, in place of the `minesweeper.py` that is there."""

from mineproof.adapters.cs50 import Minesweeper, MinesweeperAI, Sentence

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
