"""The strategist guesses alike, whatever flags its C++ was compiled with."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from mineproof.board.notation import Setting
from mineproof.counting.kernel import Kernel
from mineproof.play.bulk import play_seeds

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "native" / "tests" / "decisions.cpp"
AS_BUILT = ["-ffp-contract=off"]
FLAGS = {
    "plain": ["-O0", *AS_BUILT],
    "fastest": ["-O3", "-march=native", "-DNDEBUG", *AS_BUILT],
}


def decisions(flags: list[str], folder: Path) -> list[str]:
    """Return the lines of the program when it is built with these flags."""
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no compiler")
    program = folder / "decisions"
    include = f"-I{ROOT / 'native'}"
    subprocess.run([compiler, "-std=c++20", *flags, include, SOURCE, "-o", program], check=True)
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.long
def test_flags_change_nothing(tmp_path: Path, built: Kernel) -> None:
    plain, fastest = (decisions(flags, tmp_path) for flags in FLAGS.values())
    assert len(plain) > 600
    assert plain == fastest
    assert plain[0] == in_module(built, "expert/safe", "strategist-fast", "fast 0 0")


def in_module(built: Kernel, game: str, agent: str, title: str) -> str:
    """Return the first line as the installed module would print it."""
    played = play_seeds(built, Setting.parse(f"{game}#0"), agent, [0], threads=1, trace=True)
    guesses = [str(cell) for cell, _, is_guess in played.trace(0) if is_guess]
    return f"{title}: {' '.join(guesses)} {bits(played.luck[0])}"


def bits(number: float) -> str:
    """Return the bits of a number in hexadecimal digits.

    >>> bits(1.0)
    '3ff0000000000000'
    """
    return struct.pack(">d", number).hex()
