"""MinesweeperEnv: one clearing game after another, by Gymnasium's rules.

An action opens a cell, counted in reading order. An observation has -1 for each hidden cell and the
number of each open one. Opening an open cell changes nothing. `info` has the cells that may be
opened (`action_mask`) and the `seed` of the board, from which `Game` can set it up again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, Space

from mineproof.adapters.gymnasium.boards import UNSEEN, Observation, board_of, mask_of, setting_of
from mineproof.adapters.gymnasium.labels import Labels
from mineproof.adapters.gymnasium.pictures import Image, as_json, draw, view_text
from mineproof.adapters.gymnasium.rewards import Rewards, RewardWish
from mineproof.board.game import Game, GameStatus
from mineproof.board.notation import Setting
from mineproof.board.rules import Level, Start
from mineproof.board.view import HIDDEN
from mineproof.errors import BadInput

SEED_BITS = 53
"""Enough that no board repeats, and few enough for a float to hold a seed exactly."""

RENDER_MODES = ("ansi", "rgb_array")
METADATA: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}

Info: TypeAlias = dict[str, Any]
StepResult: TypeAlias = tuple[Observation, float, bool, bool, Info]


class MinesweeperEnv(gymnasium.Env[Observation, np.int64]):
    """One board at a time.

    `start` is the start rule, by default that of the level: under `safe` the first opened cell is
    not a mine, under `opening` it shows 0. `rewards` is the name of a scheme, or its parts.
    `labels` names an agent: `info` then has what is certain, all risks and the agent's move.

    >>> env = MinesweeperEnv("beginner", start="opening")
    >>> board, info = env.reset(seed=1)
    >>> board, reward, is_over, _, info = env.step(30)
    >>> int(board[3, 3]), reward, is_over, int(info["action_mask"].sum())
    (0, 0.0, False, 38)
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        level: Level | str = "beginner",
        start: Start | str | None = None,
        *,
        rewards: RewardWish = "win",
        labels: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raise BadInput if there is no such level, start, scheme or agent."""
        self.setting = setting_of(level, start)
        self.render_mode = check_mode(render_mode)
        self.observation_space = board_space(self.setting)
        self.action_space = Discrete(self.setting.level.grid.size)
        self.game = Game.of(self.setting)
        self._rewards = Rewards.of(rewards)
        self._labels = None if labels is None else Labels(labels, self.setting)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin another game, on a random board or the one of the option `seed`."""
        super().reset(seed=seed)
        wished = seed_wished(options)
        drawn = int(self.np_random.integers(1 << SEED_BITS)) if wished is None else wished
        self.game = Game.of(replace(self.setting, seed=drawn))
        return board_of(self.game.view), self._info()

    def step(self, action: np.int64 | int) -> StepResult:
        """Open a cell; raise BadInput if it does not exist, or the game is over."""
        game, cell = self.game, self._cell(action)
        opened = len(game.open(cell)) if game.view.cells[cell] == HIDDEN else 0
        is_won, is_lost = game.status is GameStatus.WON, game.status is GameStatus.LOST
        earned = self._rewards.earned(opened, share(self.setting), is_won, is_lost)
        return board_of(game.view), float(earned), is_won or is_lost, False, self._info()

    def render(self) -> str | Image | None:
        """Return the board as text or as an image, depending on `render_mode`."""
        if self.render_mode is None:
            return None
        return view_text(self.game.view) if self.render_mode == "ansi" else draw(self.game.view)

    def text(self) -> str:
        """Return the board as text with the names of rows and columns, for a language model."""
        return view_text(self.game.view)

    def json(self) -> Info:
        """Return the board as plain values, for a language model."""
        return as_json(self.game.view)

    def _cell(self, action: np.int64 | int) -> int:
        if not self.action_space.contains(action):
            last = self.setting.level.grid.size - 1
            raise BadInput(f"action {action!r}; expected a cell from 0 to {last}")
        if self.game.status is not GameStatus.PLAYING:
            raise BadInput(f"the game is {self.game.status.value}; expected a reset before a step")
        return int(action)

    def _info(self) -> Info:
        game = self.game
        assert game.setting is not None
        info = {"action_mask": mask_of(board_of(game.view)), "seed": game.setting.seed}
        if self._labels is not None:
            info |= self._labels.of(game.view, is_over=game.status is not GameStatus.PLAYING)
        return info


# What MinesweeperVectorEnv has in common with it


def board_space(setting: Setting) -> Space[Observation]:
    """Return the space of observations."""
    grid = setting.level.grid
    return cast(Space[Observation], Box(UNSEEN, 8, (grid.rows, grid.cols), np.int8))


def share(setting: Setting) -> float:
    """Return the share of one safe cell among all safe cells."""
    return 1 / max(1, setting.level.grid.size - setting.level.mines)


def check_mode(render_mode: str | None) -> str | None:
    """Return the render mode; raise BadInput if it is unknown."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadInput(f"render mode {render_mode!r}; expected {' or '.join(RENDER_MODES)}")
    return render_mode


def seed_wished(options: Mapping[str, Any] | None) -> int | None:
    """Return the option `seed`, the only one; raise BadInput for any other."""
    rest = dict(options or {})
    seed = rest.pop("seed", None)
    if rest:
        raise BadInput(f"unknown option {next(iter(rest))!r}; expected seed")
    if seed is not None and not isinstance(seed, int | np.integer):
        raise BadInput(f"option seed {seed!r}; expected a whole number")
    return None if seed is None else int(seed)
