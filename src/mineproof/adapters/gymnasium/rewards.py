"""Rewards: what a step is worth to a learner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from mineproof.errors import BadInput, UnknownName

RewardWish: TypeAlias = "str | Mapping[str, float]"
"""The name of a scheme, or its parts by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewards:
    """The rewards for winning, losing, all safe cells together, and a step that opens nothing.

    Each opened cell earns its share of `progress`, so a won game has earned all of it.
    """

    win: float = 0.0
    loss: float = 0.0
    progress: float = 0.0
    wasted: float = 0.0

    @classmethod
    def of(cls, wish: RewardWish) -> Rewards:
        """Return the rewards with this name, or these parts; raise BadInput if there are none.

        >>> Rewards.of("progress").win, Rewards.of({"win": 5}).loss
        (1.0, 0.0)
        """
        if isinstance(wish, str):
            if wish not in REWARDS:
                raise UnknownName(f"unknown rewards {wish!r}; expected {', '.join(REWARDS)}")
            return REWARDS[wish]
        parts = [field.name for field in fields(cls)]
        for name, value in wish.items():
            if name not in parts or isinstance(value, bool) or not isinstance(value, int | float):
                wanted = f"a number for {', '.join(parts)}"
                raise BadInput(f"unexpected {value!r} for the reward {name!r}; expected {wanted}")
        return cls(**wish)

    def earned(self, opened: Any, share: float, is_won: Any, is_lost: Any) -> Any:
        """Return the rewards of steps, where each opened cell is worth `share` of all.

        Takes numbers and booleans, or arrays of them.
        """
        goes_on = 1 - is_won - is_lost
        gained = self.win * is_won + self.loss * is_lost + self.progress * share * opened
        return gained + self.wasted * (opened == 0) * goes_on


REWARDS: Mapping[str, Rewards] = {
    "win": Rewards(win=1.0),
    "win-loss": Rewards(win=1.0, loss=-1.0),
    "progress": Rewards(win=1.0, loss=-1.0, progress=1.0, wasted=-0.01),
}
"""The named schemes."""
