"""Rungs: how much a hint reveals, from whether a cell is safe to the move itself; see `hints`."""

from __future__ import annotations

RUNGS = range(7)
