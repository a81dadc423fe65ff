"""Whatever fails while a file is written: it is the old one or the new one, and that is told."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest
from tests.faulty_files import (
    Fault,
    check_told,
    each_fault,
    faults_at_every_step,
    outcome,
    short_writes,
)

from mineproof.errors import BadInput
from mineproof.files import DRAFT, check_new, save

NEW = b"the new content\n" * 1000
STEPS = ["open", "write", "fsync", "close", "replace"]
STEPS += ["open", "fsync", "close"] if os.name != "nt" else []
"""First the draft, then its folder, which makes the new name last."""


@each_fault
@pytest.mark.parametrize("old", [None, b"the old content\n"])
def test_a_file_is_the_old_one_or_the_new_one(
    tmp_path: Path, fault: Fault, old: bytes | None
) -> None:
    steps, ends = [], []
    for number, faults in enumerate(faults_at_every_step(fault)):
        (folder := tmp_path / str(number)).mkdir()
        file = folder / "game"
        if old is not None:
            file.write_bytes(old)
        told = outcome(faults, partial(save, file, NEW))
        there = file.read_bytes() if file.exists() else None
        check_told(told, file, is_new=there == NEW)
        assert there in (old, NEW)
        left = [path for path in folder.iterdir() if path != file]
        assert not left or fault.is_lasting
        assert all(path.suffix == DRAFT for path in left)
        steps.append(faults.step)
        ends.append(there == NEW)
    assert ends == sorted(ends)
    assert steps == [*STEPS, None]


def test_short_writes_are_continued(tmp_path: Path) -> None:
    with short_writes():
        save(tmp_path / "game", NEW)
    assert (tmp_path / "game").read_bytes() == NEW


def test_another_persons_draft_is_left_alone(tmp_path: Path) -> None:
    (draft := tmp_path / "game.draft").write_text("mine")
    save(tmp_path / "game", "text\n")
    assert draft.read_text() == "mine"


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800", "x" * 300])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(BadInput, match=r"^cannot write .*; nothing was changed$"):
        save(name, "text\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_that_is_not_text(tmp_path: Path) -> None:
    check_new(name := os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    save(name, "text\n")
    assert Path(name).read_text() == "text\n"
