"""The changes to files are neither too rough nor too gentle to test anything."""

from __future__ import annotations

from random import Random

import pytest
from fuzz.formats import hostile_file, is_clean, valid_files

from mineproof.board.formats import FORMATS, Format

each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


@each_format
def test_some_changed_files_are_read_and_some_are_refused(form: Format) -> None:
    found = {is_clean(form, hostile_file(form, Random(seed))) for seed in range(150)}
    assert found == {True, False}
    assert all(is_clean(form, file) for file in valid_files(form))


@each_format
def test_every_beginning_of_a_file_is_read_or_refused(form: Format) -> None:
    for file in valid_files(form)[:4]:
        for end in range(min(len(file), 300)):
            is_clean(form, file[:end])
