"""Guesses as the kernel tells them, and what their merit says about winning."""

from __future__ import annotations

import pytest

from mineproof.engines.guess import Guess, Guesses, How

TOLD = [(7, 0.25, 0.5), (3, 0.5, 0.125)]


def test_the_kernel_s_answer_is_read_in_order() -> None:
    guesses = Guesses.read(TOLD, "lookahead")
    assert guesses == Guesses((Guess(7, 0.25, 0.5), Guess(3, 0.5, 0.125)), How.LOOKAHEAD)


@pytest.mark.parametrize(
    ("how", "wins"),
    [
        ("endgame", (0.5, 0.125)),
        ("games", (0.5, 0.125)),
        ("lookahead", (None, None)),
        ("safest", (None, None)),
    ],
)
def test_a_chance_to_survive_is_no_chance_to_win(how: str, wins: tuple[float | None, ...]) -> None:
    assert Guesses.read(TOLD, how).wins == wins
