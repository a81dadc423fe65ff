"""Synthetic game rows: columns that a test does not set have default values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl
from tests.stats.synthetic_games import Played

from mineproof.lab.columns import COLUMNS, schema
from mineproof.lab.experiment import Experiment
from mineproof.lab.run.rows import play_chunk


def game_rows(games: Iterable[Mapping[str, object]], tallies: Iterable[str] = ()) -> pl.DataFrame:
    """Return a row for each game; seeds count up from 0."""
    lines = [{**_USUAL, "seed": seed, **game} for seed, game in enumerate(games)]
    return pl.DataFrame(lines, schema=schema(tallies))


_USUAL: dict[str, object] = {
    "entrant": "safest",
    "level": "beginner",
    "start": "safe",
    "finish": "clearing",
    "outcome": "won",
    "moves": 30,
    "guesses": 0,
    "left": 0,
    "luck": 0.0,
    "lost_at": None,
    "causes": None,
    "seconds": 0.25,
}


def played_rows(games: Sequence[Played], **common: object) -> pl.DataFrame:
    """Return the rows of made-up games."""
    columns = {name: [value] * len(games) for name, value in {**_USUAL, **common}.items()}
    columns["seed"] = list(range(len(games)))
    columns["outcome"] = ["won" if game.won else "lost" for game in games]
    columns["luck"] = [game.luck for game in games]
    return pl.DataFrame(columns, schema_overrides=COLUMNS).select(*COLUMNS)


def play(entrants: Sequence[str], settings: Sequence[str], games: int) -> pl.DataFrame:
    """Play real games, and return their rows."""
    experiment = Experiment.of("x", entrants, settings, games=games)
    return pl.concat(map(play_chunk, experiment.chunks()))
