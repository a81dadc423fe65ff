"""Files that are there whole or not at all, and errors of the disk in one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mineproof.errors import BadInput

DRAFT = ".draft"
"""How the name of a file ends while it is written."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in one sentence what is wrong with a disk, or a folder on it."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot write {error.filename or str(path)!r}: {error.strerror}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, whatever stops this process or machine."""
    draft = path.with_name(path.name + DRAFT)
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk. Windows has no way to, and no need."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
