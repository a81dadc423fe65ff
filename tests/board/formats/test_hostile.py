"""Files that are not what they seem: each is read, or refused in one line, and nothing else.

`make bench-hostile` does the same with many more files.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.board.formats.hostile import hostile_files, is_clean, right_files

from mineproof.board.formats import FORMATS, Format

COUNT = 500
each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


@each_format
def test_changed_files_are_read_or_refused(form: Format) -> None:
    found = [is_clean(form, file) for file in hostile_files(form, COUNT)]
    assert len(found) == COUNT
    assert any(found), "no file was read: the changes are too rough to test anything"
    assert not all(found), "no file was refused: the changes are too gentle to test anything"


@each_format
def test_the_same_files_every_time(form: Format) -> None:
    assert list(hostile_files(form, 20)) == list(hostile_files(form, 20))
    assert all(is_clean(form, file) for file in right_files(form))


@each_format
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(form: Format, data: bytes) -> None:
    is_clean(form, data)


@each_format
@given(text=st.text("0123456789xXHFMm?*.#&=bacdvw[]|:/ \n\r\t\ufeff²五", max_size=100))
def test_any_text_is_read_or_refused(form: Format, text: str) -> None:
    is_clean(form, text.encode())


@each_format
def test_every_beginning_of_a_file_is_read_or_refused(form: Format) -> None:
    for file in right_files(form)[:4]:
        for end in range(min(len(file), 300)):
            is_clean(form, file[:end])
