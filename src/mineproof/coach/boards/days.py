"""Days: which board is that of a day."""

from __future__ import annotations

import datetime as dt

DAILY_LEVEL = "expert"


def daily_seed(date: dt.date) -> int:
    """Return the seed of a day: its year, month and day, written as one number.

    >>> daily_seed(dt.date(2026, 2, 1))
    20260201
    """
    return date.year * 10_000 + date.month * 100 + date.day
