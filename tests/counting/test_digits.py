"""Numbers of layouts in digits: exact however long, and the limit of the process stays."""

from __future__ import annotations

import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.counting.digits import digits, rounded


@pytest.mark.parametrize("power", [0, 1, 599, 600, 601, 1200, 4300, 12_041])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_long_numbers_are_exact(power: int, more: int) -> None:
    number = 10**power + more
    assert digits(number) == f"{Decimal(number):f}"  # decimals know no limit


@given(st.integers(0, 10**30))
def test_short_numbers_are_written_as_usual(number: int) -> None:
    assert digits(number) == str(number)


def test_the_limit_of_the_process_stays() -> None:
    before = sys.get_int_max_str_digits()
    digits(10**5000)
    assert sys.get_int_max_str_digits() == before
    with pytest.raises(ValueError, match="Exceeds the limit"):
        str(10**5000)


@given(st.integers(10**6, 10**300))
def test_a_number_is_rounded_as_a_float_is(number: int) -> None:
    assert rounded(number) == f"{number:.1e}"


def test_numbers_beyond_floats_are_rounded() -> None:
    assert rounded(2 * 10**308) == "2.0e+308"
    assert rounded(99 * 10**5000) == "9.9e+5001"
    assert rounded(999 * 10**5000) == "1.0e+5003"
