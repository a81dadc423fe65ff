"""What a part was played with: facts about this process and the machine it runs on."""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path

from mineproof.counting.kernel import describe
from mineproof.play.bulk import cores
from mineproof.version import __version__


def facts() -> dict[str, str]:
    """Return version, kernel or twin, processor, cores, system and Python, in words.

    >>> sorted(facts())
    ['cores', 'kernel', 'processor', 'python', 'system', 'version']
    """
    return {"version": __version__, "kernel": describe(), "cores": str(cores()), **_machine()}


@cache
def _machine() -> dict[str, str]:
    return {
        "processor": _processor() or platform.processor() or platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    """Return the processor's name as Linux tells it, nothing elsewhere."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else ""
