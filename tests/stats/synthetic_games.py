"""Synthetic games: a few guesses of known risk, so that the true win rate is known, too.

Two players of the same game share the random draw of the first guess; later ones are independent.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Played(NamedTuple):
    won: bool
    luck: float


@dataclass(frozen=True)
class SyntheticPlayer:
    """A share of all games needs no guess; in the others all guesses must be survived."""

    no_guess: float
    shared: float
    own: tuple[float, ...]

    @property
    def win_rate(self) -> float:
        survived = math.prod(1 - risk for risk in (self.shared, *self.own))
        return self.no_guess + (1 - self.no_guess) * survived

    def play(self, board: random.Random, own: random.Random) -> Played:
        """Play the next game; each takes as many draws of `board` as the other."""
        needs_none, shared = board.random() < self.no_guess, board.random()
        guesses = [(self.shared, shared), *((risk, own.random()) for risk in self.own)]
        return Played(True, 0.0) if needs_none else _survive(guesses)


def _survive(guesses: Sequence[tuple[float, float]]) -> Played:
    luck = 0.0
    for risk, draw in guesses:
        if draw < risk:
            return Played(False, luck + risk - 1)
        luck += risk
    return Played(True, luck)


def games(player: SyntheticPlayer, number: int, *, seed: int, who: str = "") -> list[Played]:
    """Return games on the boards of `seed`; `who` decides what happens to the own guesses."""
    board, own = random.Random(seed), random.Random(f"{seed}/{who}")
    return [player.play(board, own) for _ in range(number)]
