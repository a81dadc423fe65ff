"""CLOCK: the time that games are measured in."""

from __future__ import annotations

import os
import time

_HAS_CPU_TIME = os.name == "posix" and hasattr(time, "thread_time")

CLOCK = time.thread_time if _HAS_CPU_TIME else time.perf_counter
"""The clock of games: CPU time, so that other load on the machine hardly matters.

Windows measures CPU time in steps of 15 milliseconds, which is longer than most games; a browser
does not tell it at all.
"""
