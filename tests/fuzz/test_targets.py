"""Each fuzzer on some inputs of a fixed seed, and every input that was ever a finding."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from fuzz.harness.corpus import CORPUS, cases, load
from fuzz.harness.supervisor import Count, Plan, run
from fuzz.target import purpose, target_named, target_names

INPUTS = 50
SOME = {"http": 10}  # whose inputs are many requests each
RUNS = [
    *[(name, SOME.get(name, INPUTS)) for name in target_names()],
    *[pytest.param(name, INPUTS, marks=pytest.mark.long) for name in SOME],
]
FILES = [file for name in target_names() for file in cases(name)]


@pytest.mark.parametrize(("name", "inputs"), RUNS)
def test_nothing_is_found_in_the_first_inputs(name: str, inputs: int, tmp_path: Path) -> None:
    count = Count()
    run(name, Plan(seed=0, inputs=inputs, corpus=tmp_path), count, Event())
    assert [finding.raised for finding in count.findings.values()] == []
    assert count.tried == inputs


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_was_found_once_is_mended(file: Path) -> None:
    target_named(file.parent.name).check(load(file).input)


def test_every_folder_of_the_corpus_has_its_target() -> None:
    folders = CORPUS.iterdir() if CORPUS.exists() else []
    assert {folder.name for folder in folders} <= {*target_names()}


@pytest.mark.parametrize("name", target_names())
def test_every_target_says_what_it_checks(name: str) -> None:
    assert purpose(name).endswith(".")
