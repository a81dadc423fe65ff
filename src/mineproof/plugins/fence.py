"""Fence: limits for a process that runs somebody's code, so that it harms nothing outside.

The process has a folder of its own to work in, which is removed with it, and an environment without
anybody's settings. Its memory and the size of its files are bounded. On Linux it cannot start
processes, signal others, use the network, or write outside of its folder, as far as the kernel
helps: see `lockdown`.

It still reads what its user can read, and several files of the largest size may fill a disk.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from mineproof.errors import BadInput
from mineproof.plugins.lockdown import confine_system_calls, confine_writes

_MEGABYTE = 1 << 20
_LEAST_MEMORY = 128  # megabytes; Python and mineproof need about half of it
_MOST_MEMORY = 1 << 20


@dataclass(frozen=True, slots=True)
class Fence:
    """What somebody's code may use, in megabytes: address space, and the size of a file.

    >>> Fence(memory=12)
    Traceback (most recent call last):
        ...
    mineproof.errors.BadInput: 12 megabytes of memory; expected 128 to 1048576
    """

    memory: int = 1024
    file_size: int = 16

    def __post_init__(self) -> None:
        if not _LEAST_MEMORY <= self.memory <= _MOST_MEMORY:
            wish = f"expected {_LEAST_MEMORY} to {_MOST_MEMORY}"
            raise BadInput(f"{self.memory} megabytes of memory; {wish}")

    @classmethod
    def read(cls, words: list[str]) -> Fence:
        """Return a fence from the words of a command line, as `words` writes them."""
        return cls(*map(int, words))

    @property
    def words(self) -> tuple[str, ...]:
        """The fence as words of a command line."""
        return str(self.memory), str(self.file_size)

    def enter(self) -> None:
        """Confine this process to its current folder and these limits, for good."""
        folder = Path.cwd()
        _limit(self)
        confine_writes(folder)
        confine_system_calls()


def _limit(fence: Fence) -> None:
    import resource  # which Windows does not have

    limits = {
        resource.RLIMIT_AS: fence.memory * _MEGABYTE,
        resource.RLIMIT_FSIZE: fence.file_size * _MEGABYTE,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 256,
    }
    for each, most in limits.items():
        hard = resource.getrlimit(each)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(each, (least, least))


def clean_environment(folder: str) -> dict[str, str]:
    """Return the environment of a process that works in a folder, and knows of no other.

    Texts hash alike each time, so that a player who iterates over a set plays the same game twice.
    """
    return {
        "HOME": folder,
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",  # each thread of it reserves memory
        "PATH": os.defpath,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
        "TMPDIR": folder,
    }
