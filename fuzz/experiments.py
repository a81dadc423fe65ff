"""Experiment files: mutated TOML and JSON, and fields with values that nobody means."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random

from fuzz.mutation import changed_text, check_refusal, smaller
from fuzz.target import Json, Target
from mineproof.errors import BadInput
from mineproof.lab.experiment import Experiment
from mineproof.lab.experiment_file import parse_experiment, read_experiment, write_experiment

_EXPERIMENTS = Path(__file__).parents[1] / "experiments"
_BOARD = '{"rows": 2, "cols": 2, "mines": [[0, 0]], "safe": [[1, 1]]}\n'

_FIELDS: dict[str, Json] = {
    "name": "fuzzed",
    "about": "What each engine wins",
    "notes": "Nothing",
    "entrants": [
        "single",
        "random/subset",
        {"engine": "resolution", "options": {"width": 3}, "name": "wide"},
        {"agent": "safest", "hide_total": True},
    ],
    "ceiling": "wide",
    "levels": ["easy", "4x4/3", "torus:5x5/4"],
    "starts": ["list", "none"],
    "settings": ["medium/list16", "expert/safe"],
    "finish": "marking",
    "games": 1000,
    "first_seed": 7,
    "chunk": 10,
    "reduced": 5,
    "boards": "boards.jsonl",
    "digest": "0" * 64,
}
_USUAL = ("name", "entrants", "games", "about", "notes")
_GAMES = (("levels",), ("levels", "starts"), ("settings",), ("boards",))
_ODD: tuple[Json, ...] = (
    *(None, True, 0, -1, 1, 10**9, 10**15, 2**63, 2**64, 10**4000, 0.5, 1e300, "", "any", "\0"),
    *("\ud800", "\udcff", "../x", "x" * 3000, [], {}, [[]], [None], {"": 0}, ["easy"] * 200),
)


def _input(seed: int) -> Json:
    """Return text that was changed anywhere, or fields of which one was, or none."""
    dice = Random(seed)
    form = dice.choice(("toml", "json"))
    if dice.random() < 0.5:
        return {"form": form, "data": changed_text(dice, _samples()[form])}
    fields = _meant(dice)
    if dice.random() < 0.8:
        name = dice.choice([*fields])
        fields[name] = spoilt(dice, fields[name])
    return {"form": form, "data": json.dumps(fields) if form == "json" else _toml(fields)}


@cache
def _samples() -> dict[str, list[str]]:
    files = sorted(_EXPERIMENTS.glob("*.toml"))
    return {
        "toml": [file.read_text("utf-8") for file in files],
        "json": [text for file in files for text in _written(file)],
    }


def _written(file: Path) -> list[str]:
    """Return an experiment as JSON, or nothing if a player of it is not installed."""
    try:
        return [write_experiment(read_experiment(file))]
    except BadInput:
        return []


def _meant(dice: Random) -> dict[str, Json]:
    """Return fields that fit together, or almost."""
    names = {*_USUAL, *dice.choice(_GAMES), *dice.sample([*_FIELDS], dice.choice((0, 1, 1, 2, 3)))}
    return {name: value for name, value in _FIELDS.items() if name in names}


def spoilt(dice: Random, value: Json) -> Json:
    """Return JSON with one value replaced, dropped or repeated, at any depth."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        name = dice.choice([*value])
        return {**value, name: spoilt(dice, value[name])}
    if isinstance(value, list) and value and dice.random() < 0.8:
        i = dice.randrange(len(value))
        new = dice.choice(([], [value[i]] * 2, [spoilt(dice, value[i])]))
        return [*value[:i], *new, *value[i + 1 :]]
    return dice.choice(_ODD)


def _toml(fields: dict[str, Json]) -> str:
    return "".join(f"{name} = {_toml_value(value)}\n" for name, value in fields.items())


def _toml_value(value: Json) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(name)} = {_toml_value(each)}" for name, each in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    return hex(value) if isinstance(value, int) and value > 2**64 else json.dumps(value)


def _check(value: Json) -> None:
    try:
        experiment = _read(value["form"], value["data"])
    except BadInput as error:
        check_refusal(error)
        TARGET.tally["refused"] += 1
        return
    TARGET.tally["read"] += 1
    again = parse_experiment(write_experiment(experiment))
    assert (again, again.id) == (experiment, experiment.id)
    try:
        if experiment.boards is None or value["form"] == "toml":  # else there may be fewer boards
            _check_chunks(experiment)
        _check_chunks(experiment.in_reduced_size())
    except BadInput as error:  # the boards are not there
        check_refusal(error)


def _read(form: str, text: str) -> Experiment:
    if form == "json":
        return parse_experiment(text)
    (_folder() / "a.toml").write_bytes(text.encode(errors="surrogatepass"))
    return read_experiment(_folder() / "a.toml")


@cache
def _folder() -> Path:
    """Return a folder of this process with a file of boards."""
    folder = Path(_kept().name)
    (folder / "boards.jsonl").write_text(_BOARD * 5)
    return folder


@cache
def _kept() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()  # removed when the process ends


def _check_chunks(experiment: Experiment) -> None:
    chunks = experiment.chunks()
    for number in {0, len(chunks) // 2, len(chunks) - 1}:
        chunk = chunks[number]
        assert chunk.number == number
        assert 1 <= len(chunk) <= experiment.games
    if len(chunks) <= 100:
        assert sum(map(len, chunks)) == experiment.total


TARGET = Target(inputs=_input, check=_check, smaller=smaller)
