"""The library's lab without its extra."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("room", "module"),
    [
        ("run.store", "filelock"),
        ("run.store", "joblib"),
        ("run.rows", "polars"),
        ("report.results", "matplotlib"),
        ("report.results", "polars"),
    ],
)
def test_an_import_says_what_to_install(room: str, module: str) -> None:
    code = f"import sys; sys.modules['{module}'] = None; import mineproof.lab.{room}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: No module named '{module}';"
        f" the lab needs {module}: pip install 'mineproof[lab]'"
    )


def test_experiments_need_no_extra() -> None:
    code = "import sys; sys.modules['polars'] = None; import mineproof.lab.experiment_file"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_those_who_only_play_games_need_no_figures() -> None:
    code = "import sys; sys.modules['matplotlib'] = None; import mineproof.lab.run.runner"
    subprocess.run([sys.executable, "-c", code], check=True)
