"""MinesweeperVectorEnv: thousands of boards, stepped together in the kernel.

Observations, rewards and infos equal, bit for bit, those of as many MinesweeperEnv in Gymnasium's
SyncVectorEnv. `autoreset_mode` decides when a finished board is reset: with the next step (the
default), in the same step, or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mineproof.adapters.gymnasium.boards import Observation, mask_of, setting_of, view_of
from mineproof.adapters.gymnasium.env import (
    METADATA,
    SEED_BITS,
    Info,
    board_space,
    check_mode,
    seed_wished,
    share,
)
from mineproof.adapters.gymnasium.fleets import LOST, PLAYING, WON, Which, fleet_of
from mineproof.adapters.gymnasium.labels import Labels
from mineproof.adapters.gymnasium.pictures import Image, draw, view_text
from mineproof.adapters.gymnasium.rewards import Rewards, RewardWish
from mineproof.board.rules import Level, Start
from mineproof.board.view import View
from mineproof.errors import BadInput

Actions: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[Any]


class MinesweeperVectorEnv(VectorEnv[Observation, Actions, Values]):
    """`num_envs` boards of one kind; the other arguments are those of MinesweeperEnv.

    >>> envs = MinesweeperVectorEnv(1000, level="expert")
    >>> boards, infos = envs.reset(seed=1)
    >>> boards, rewards, are_over, _, infos = envs.step(np.zeros(1000, np.int64))
    >>> boards.shape, bool(are_over.any())
    ((1000, 16, 30), False)
    """

    metadata: dict[str, Any] = {**METADATA, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        level: Level | str = "beginner",
        start: Start | str | None = None,
        *,
        rewards: RewardWish = "win",
        labels: str | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Raise BadInput for what a MinesweeperEnv refuses, and for an impossible `num_envs`."""
        self.setting = setting_of(level, start)
        self.num_envs = num_envs
        self.render_mode = check_mode(render_mode)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = board_space(self.setting)
        self.single_action_space = Discrete(self.setting.level.grid.size)
        self._fleet = fleet_of(self.setting, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rewards = Rewards.of(rewards)
        self._labels = None if labels is None else Labels(labels, self.setting)
        self._shown = np.full((num_envs, self.setting.level.grid.size), -1, np.int8)
        self._seeds = np.zeros(num_envs, np.uint64)
        self._is_over = np.zeros(num_envs, np.bool_)
        self._streams: list[np.random.Generator | None] = [None] * num_envs

    # Resetting

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Restart all games, or those selected by the option `reset_mask`.

        A single seed is that of the first board, and the others count on from it.
        """
        rest = dict(options or {})
        which = self._which(rest.pop("reset_mask", None))
        for number, each in enumerate(self._each_seed(seed)):
            if each is not None and which[number]:
                self._streams[number] = seeding.np_random(each)[0]
        self._begin(which, seed_wished(rest))
        return self._boards(), self._infos(which)

    def _which(self, mask: Any) -> Which:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_ or not given.any():
            wanted = f"{self.num_envs} booleans, at least one of them true"
            raise BadInput(
                f"reset_mask of shape {given.shape} and type {given.dtype}; expected {wanted}"
            )
        return given

    def _each_seed(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return range(seed, seed + self.num_envs)
        if len(seed) != self.num_envs:
            raise BadInput(
                f"{len(seed)} seeds; expected one for each of {self.num_envs} environments"
            )
        return seed

    def _begin(self, which: Which, wished: int | None = None) -> None:
        for number in np.flatnonzero(which):
            self._seeds[number] = self._draw(number) if wished is None else wished
        self._is_over &= ~which
        self._fleet.begin(self._seeds, which, self._shown)

    def _draw(self, number: int | np.intp) -> int:
        """Return the seed of the next board of one environment, from its own stream."""
        stream = self._streams[number]
        if stream is None:
            stream = self._streams[number] = seeding.np_random()[0]
        return int(stream.integers(1 << SEED_BITS))

    # Stepping

    def step(self, actions: Actions) -> tuple[Observation, Values, Values, Values, Info]:
        """Open a cell on each board; raise BadInput if there is no such cell."""
        cells = self._cells(actions)
        fresh = self._is_over.copy()
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._begin(fresh)
        elif fresh.any():
            number = int(np.flatnonzero(fresh)[0])
            raise BadInput(
                f"the game of environment {number} is over; expected a reset before a step"
            )
        rewards = self._open(cells, ~fresh)
        infos: Info = {}
        is_over = self._is_over.copy()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and is_over.any():
            infos = self._final(is_over)
            self._begin(is_over)
        everyone = np.ones(self.num_envs, np.bool_)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._boards(), rewards, is_over, truncated, infos | self._infos(everyone)

    def _cells(self, actions: Actions) -> Actions:
        cells = np.ascontiguousarray(actions, np.int64)
        if cells.shape != (self.num_envs,):
            raise BadInput(f"actions of shape {cells.shape}; expected ({self.num_envs},)")
        wrong = np.flatnonzero((cells < 0) | (cells >= self.setting.level.grid.size))
        if wrong.size:
            most = self.setting.level.grid.size - 1
            raise BadInput(f"action {cells[wrong[0]]}; expected a cell from 0 to {most}")
        return cells

    def _open(self, cells: Actions, which: Which) -> Values:
        """Open cells on some boards, and return their rewards."""
        opened, status = np.zeros(self.num_envs, np.int32), np.zeros(self.num_envs, np.int8)
        self._fleet.open(cells, which, self._shown, opened, status)
        self._is_over |= status != PLAYING
        is_won, is_lost = (status == WON).astype(int), (status == LOST).astype(int)
        earned = self._rewards.earned(opened, share(self.setting), is_won, is_lost)
        return np.where(which, earned, 0.0)

    # Infos

    def _boards(self) -> Observation:
        grid = self.setting.level.grid
        return self._shown.copy().reshape(self.num_envs, grid.rows, grid.cols)

    def _infos(self, which: Which) -> Info:
        """Return an array for each key, and under `_key` which boards have a value."""
        grid = self.setting.level.grid
        masks = mask_of(self._shown.reshape(self.num_envs, grid.rows, grid.cols))
        masks[~which] = 0
        told = {"action_mask": masks, "seed": np.where(which, self._seeds, 0).astype(np.int64)}
        told |= self._labelled(which)
        return told | {f"_{key}": which.copy() for key in told}

    def _labelled(self, which: Which) -> Info:
        if self._labels is None:
            return {}
        columns: dict[str, Values] = {}
        for number in np.flatnonzero(which):
            for key, label in self._labels.of(
                self._view(number), is_over=self._is_over[number]
            ).items():
                column = columns.setdefault(key, _zeros(self.num_envs, label))
                column[number] = label
        return columns

    def _final(self, is_over: Which) -> Info:
        """Return the final observations and infos of the boards that are over."""
        last = np.full(self.num_envs, None, object)
        boards = self._boards()
        for number in np.flatnonzero(is_over):
            last[number] = boards[number]
        told: Info = {"final_obs": last, "final_info": self._infos(is_over)}
        return told | {f"_{key}": is_over.copy() for key in told}

    def _view(self, number: int | np.intp) -> View:
        level = self.setting.level
        return view_of(self._shown[number], level.grid, level.mines)

    def render(self) -> tuple[str | Image, ...] | None:
        """Return all boards as text or as images, depending on `render_mode`."""
        if self.render_mode is None:
            return None
        look = view_text if self.render_mode == "ansi" else draw
        return tuple(look(self._view(number)) for number in range(self.num_envs))


def _mode(wish: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(wish)
    except ValueError:
        wanted = ", ".join(mode.value for mode in AutoresetMode)
        raise BadInput(f"autoreset mode {wish!r}; expected {wanted}") from None


def _zeros(count: int, like: Any) -> Values:
    shaped = np.asarray(like)
    return np.zeros((count, *shaped.shape), shaped.dtype)
