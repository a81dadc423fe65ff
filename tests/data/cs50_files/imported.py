"""A right file of one line: mineproof's own classes."""

from mineproof.adapters.cs50 import MinesweeperAI  # noqa: F401
