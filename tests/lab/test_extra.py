"""The lab without its extra, and the rest of the program without it."""

from __future__ import annotations

import subprocess
import sys

import pytest

MODULES = ("filelock", "joblib", "matplotlib", "polars")


def without(*modules: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run some Python as if these modules were not installed."""
    gone = f"import sys; sys.modules |= dict.fromkeys({modules})\n"
    command = [sys.executable, "-c", gone + code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", ["filelock", "joblib", "polars"])
def test_an_import_says_what_to_install(module: str) -> None:
    done = without(module, code="import mineproof.lab.run.rows")
    assert done.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: No module named '{module}';"
        f" the lab needs {module}: pip install 'mineproof[lab]'"
    )


def test_those_who_only_play_games_need_no_figures() -> None:
    assert without("matplotlib", code="import mineproof.lab.run.runner").returncode == 0


@pytest.mark.parametrize("words", ["engines", "play --games 2 --level easy", "train --help"])
def test_other_commands_need_none_of_it(words: str) -> None:
    code = f"from mineproof.app.main import main; sys.exit(main({words.split()}))"
    done = without(*MODULES, code=code)
    assert (done.returncode, done.stderr) == (0, "")


def test_experiments_are_read_without_it() -> None:
    assert without(*MODULES, code="import mineproof.lab.experiment_file").returncode == 0
