"""Numbers as text: times, rates and differences, each with its interval or deviation."""

from __future__ import annotations

import math

from mineproof.stats.intervals import Interval


def seconds(value: float) -> str:
    """Return a time in words.

    >>> seconds(75.0), seconds(0.01234), seconds(0.00001234)
    ('75.0 s', '12.3 ms', '12.3 µs')
    """
    if value < 1e-3:
        return f"{value * 1e6:.1f} µs"
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.1f} s"


def rate_text(rate: float, interval: Interval | None = None) -> str:
    """Return a rate as a percentage, with as many decimals as its interval is worth.

    >>> rate_text(0.5), rate_text(0.41123, Interval(0.408, 0.4144))
    ('50.0 %', '41.12 % (40.80 to 41.44)')
    """
    if interval is None:
        return f"{rate:.1%}".replace("%", " %")
    low, high = interval
    places = 2 if high - low < 0.01 else 1
    return f"{rate * 100:.{places}f} % ({low * 100:.{places}f} to {high * 100:.{places}f})"


def points(difference: float, interval: Interval) -> str:
    """Return a difference of rates in percentage points.

    >>> points(0.0123, Interval(-0.001, 0.0255))
    '+1.23 (-0.10 to +2.55)'
    """
    low, high = interval
    return f"{difference * 100:+.2f} ({low * 100:+.2f} to {high * 100:+.2f})"


def points_error(difference: float, error: float) -> str:
    """Return a difference of rates in percentage points, with its standard error.

    >>> points_error(0.0123, 0.0015)
    '+1.23 ± 0.15'
    """
    return f"{difference * 100:+.2f} ± {error * 100:.2f}"


def significant(value: float, digits: int = 3) -> str:
    """Return a positive number with so many significant digits, and no exponent.

    >>> significant(1234567), significant(41.26), significant(0.0123456), significant(16000, 2)
    ('1,230,000', '41.3', '0.0123', '16,000')
    """
    places = digits - 1 - math.floor(math.log10(value)) if value else 0
    return f"{round(value, places):,.{max(0, places)}f}"


def spread(mean: float, deviation: float | None) -> str:
    """Return a mean with its standard deviation.

    >>> spread(12.345, 3.2), spread(2.0, None)
    ('12.3 ± 3.2', '2.0')
    """
    return f"{mean:.1f}" + ("" if deviation is None else f" ± {deviation:.1f}")


def time_spread(mean: float, deviation: float | None) -> str:
    """Return a mean time with its standard deviation.

    >>> time_spread(0.0123, 0.004)
    '12.3 ms ± 4.0 ms'
    """
    return seconds(mean) + ("" if deviation is None else f" ± {seconds(deviation)}")
