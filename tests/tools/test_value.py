"""The training of the learned value, on a small scale from the first game to the weights."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tools.value import draw as drawing
from tools.value.__main__ import best, gain, in_lines
from tools.value.draw import EXPERT, Examples, Run, draw, read, runs

from mineproof.agents.strategist import value
from mineproof.agents.strategist.features import COUNT

ROOT = Path(__file__).parents[2]
RUNS = [Run(EXPERT, "opening", 93, seed, 12) for seed in (1, 100)]


@pytest.mark.long
def test_a_tiny_value_is_trained_from_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = pytest.importorskip("tools.value.network")
    if shutil.which("make") is None or shutil.which("c++") is None:
        pytest.skip("there is no compiler")
    subprocess.run(["make", "-s", "build/examples"], cwd=ROOT, check=True)
    files = list(draw(ROOT / "build" / "examples", tmp_path, RUNS, 2))
    assert [file.name for file in files] == [run.name for run in RUNS]
    examples = read(files, COUNT)
    assert len(examples.starts) > 10
    assert examples.wins.min() >= 0
    assert examples.wins.max() <= 1
    assert (examples.sizes >= 2).all()

    first, again = (
        [*network.train(examples, seed=1, epochs=30)][-1].advantages(examples) for _ in range(2)
    )
    assert first == pytest.approx(again)
    missed = network.centred(examples.wins.astype(float), examples) - network.by_score(examples)
    assert ((missed - first) ** 2).sum() < (missed**2).sum()  # it has learned something

    *_, trained = network.train(examples, seed=1, epochs=30)
    file = tmp_path / "weights.txt"
    file.write_text(in_lines(network.whole(trained)))
    monkeypatch.setattr(value, "WEIGHTS", file)
    value._network.cache_clear()
    own = [value.advantage([float(x) for x in row]) for row in examples.features[:50]]
    value._network.cache_clear()
    floats = network.SHARE * trained.network.predict(trained.scale.inputs(examples.features[:50]))
    assert own == pytest.approx(list(floats / network.VALUE_UNIT), abs=5e-3)


def test_runs_have_seeds_of_their_own() -> None:
    every = runs(96)
    assert len({run.name for run in every}) == 96
    assert min(run.seed for run in every) == drawing.SEEDS
    assert sorted({(run.level, run.start) for run in every}) == [
        ((16, 16, 40), "opening"),
        ((16, 16, 40), "safe"),
        ((16, 30, 99), "opening"),
        ((16, 30, 99), "safe"),
    ]
    assert [run.first for run in every[:8]] == [0, 93, 0, 93, 0, 93, 0, 34]


def test_a_gain_is_that_of_the_first_best_guess() -> None:
    wins = np.array([0.5, 0.7, 0.4, 0.2], np.float32)
    examples = Examples(np.zeros((4, COUNT), np.float32), wins, np.array([0, 2]))
    merits = np.array([0.0, 1.0, 3.0, 3.0])
    assert list(best(examples, merits)) == [1, 2]
    assert gain(examples, merits) == "+10.000 (7.071) points per decision, 50% other guesses"
