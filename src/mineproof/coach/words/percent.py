"""Figures as the coach writes them."""

from __future__ import annotations


def percent(chance: float) -> str:
    """Return a chance in percent, without the sign; what is not certain is never 0 or 100.

    >>> [percent(chance) for chance in (0, 0.00001, 0.004, 0.21, 0.99999, 1)]
    ['0', '0.1', '0.4', '21', '99.9', '100']
    """
    hundredths = 100 * chance
    if 1 <= hundredths <= 99 or chance in (0, 1):
        return f"{hundredths:.0f}"
    return f"{min(max(hundredths, 0.1), 99.9):.1f}"
