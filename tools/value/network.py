"""The network of the learned value: trained with floats, written as whole numbers.

It is trained on differences: of the guesses of one position, how much more than their mean does
each win? What the score of two moves says already is taken off before, so the network learns what
that misses. The weights are rounded as native/strategist/value.hpp reads them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits
from tools.value.draw import Examples, Floats

from mineproof.agents.strategist.lookahead import SLOPE_OF_WINS, USUAL_WIN
from mineproof.agents.strategist.value import HIDDEN, MOST_INPUT, UNIT, VALUE_UNIT, WEIGHT_UNIT

Numbers = NDArray[np.float64]

SURVIVAL = 9
"""The place of the score of two moves among the features."""

SHARE = 0.7
"""How much of what is found is kept: the playouts are simpler than the play that follows."""

STAGES = ((4e-3, 10), (2e-3, 10), (7e-4, 8), (2e-4, 6), (5e-5, 4))
"""Learning rates, and for how many epochs each."""

BATCH, DECAY = 1024, 1e-4


class Scale(NamedTuple):
    """How features become inputs: multiplied, then less a shift."""

    factors: Numbers
    shifts: Numbers

    @classmethod
    def of(cls, features: Floats) -> Scale:
        """Return the scale that gives each feature a mean of 0 and a deviation of 1."""
        deviations = features.std(axis=0, dtype=np.float64)
        factors = np.round(UNIT * WEIGHT_UNIT / np.maximum(deviations, 1e-3)) / WEIGHT_UNIT / UNIT
        shifts = np.round(features.mean(axis=0, dtype=np.float64) * factors * UNIT) / UNIT
        return cls(factors, shifts)

    def inputs(self, features: Floats) -> Floats:
        """Return the inputs of the network."""
        scaled = features * self.factors - self.shifts
        return np.clip(scaled, -MOST_INPUT, MOST_INPUT).astype(np.float32)


class Trained(NamedTuple):
    """A network with the scale of its inputs."""

    scale: Scale
    network: MLPRegressor

    def advantages(self, examples: Examples) -> Numbers:
        """Return what each guess should win more than the others of its position."""
        values = self.network.predict(self.scale.inputs(examples.features))
        return SHARE * centred(values.astype(np.float64) / VALUE_UNIT, examples)


def centred(values: Numbers, examples: Examples) -> Numbers:
    """Return values less their mean over the guesses of each position."""
    means = np.add.reduceat(values, examples.starts) / examples.sizes
    return values - np.repeat(means, examples.sizes)


def by_score(examples: Examples) -> Numbers:
    """Return what each guess should win more than the others by the score of two moves alone."""
    score = examples.features[:, SURVIVAL].astype(np.float64)
    return centred(SLOPE_OF_WINS * USUAL_WIN * np.log(score), examples)


def train(examples: Examples, seed: int, epochs: int | None = None) -> Iterator[Trained]:
    """Train a network; yield it after each stage, which has at most so many `epochs`."""
    scale = Scale.of(examples.features)
    inputs = scale.inputs(examples.features)
    missed = centred(examples.wins.astype(np.float64), examples) - by_score(examples)
    targets = (missed * VALUE_UNIT).astype(np.float32)
    network = MLPRegressor(
        hidden_layer_sizes=HIDDEN,
        alpha=DECAY,
        batch_size=min(BATCH, len(targets)),
        random_state=seed,
        warm_start=True,
        n_iter_no_change=10**6,
    )
    for rate, most in STAGES:
        network.set_params(learning_rate_init=rate, max_iter=min(most, epochs or most))
        # One thread, so that sums are in the same order everywhere.
        with warnings.catch_warnings(), threadpool_limits(1):
            warnings.simplefilter("ignore", ConvergenceWarning)
            network.fit(inputs, targets)
        yield Trained(scale, network)


def whole(trained: Trained) -> list[int]:
    """Return all numbers of a network as value.hpp wants them."""
    scale, network = trained
    numbers = [*_rounded(scale.factors * UNIT * WEIGHT_UNIT), *_rounded(scale.shifts * UNIT)]
    last = len(network.coefs_) - 1
    for i, (weights, biases) in enumerate(zip(network.coefs_, network.intercepts_, strict=True)):
        factor = WEIGHT_UNIT * (SHARE if i == last else 1.0)
        numbers += _rounded(weights.T.ravel() * factor)
        numbers += _rounded(biases * UNIT * factor)
    return numbers


def _rounded(values: Numbers) -> list[int]:
    return [round(float(value)) for value in values]
