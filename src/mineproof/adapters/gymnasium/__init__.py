"""Minesweeper as a Gymnasium environment, `mineproof/Minesweeper-v0`, and many boards at once.

It needs `pip install 'mineproof[gym]'`. Gymnasium 1 does not load plug-ins: an environment is
registered once its package is imported, explicitly or through the `package:id` name.

>>> import gymnasium
>>> gymnasium.make("mineproof.adapters.gymnasium:mineproof/Minesweeper-v0").spec.id
'mineproof/Minesweeper-v0'
"""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError as error:
    error.msg += "; the environments need gymnasium: pip install 'mineproof[gym]'"
    raise

from mineproof.adapters.gymnasium.env import MinesweeperEnv
from mineproof.adapters.gymnasium.rewards import REWARDS, Rewards
from mineproof.adapters.gymnasium.vector import MinesweeperVectorEnv

__all__ = ["ID", "REWARDS", "MinesweeperEnv", "MinesweeperVectorEnv", "Rewards", "register_envs"]

ID = "mineproof/Minesweeper-v0"


def register_envs() -> None:
    """Register the environment with Gymnasium.

    Called when this package is imported, and by the entry point `gymnasium.envs`, for versions that
    still use it.
    """
    if ID not in gymnasium.registry:
        gymnasium.register(
            id=ID,
            entry_point=f"{__name__}:MinesweeperEnv",
            vector_entry_point=f"{__name__}:MinesweeperVectorEnv",
        )


register_envs()
