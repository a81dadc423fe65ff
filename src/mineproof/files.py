"""Atomic file writes: a reader finds the old file or the new one, never a part of either.

Data is written to a draft beside the file, synced, and renamed; then the folder is synced too. So
neither a full disk nor a power cut leaves half a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mineproof.errors import BadInput

DRAFT = ".draft"
"""The suffix of a file that is still being written."""


def check_new(file: str) -> None:
    """Raise BadInput at once if `file` exists already, or could not be written."""
    path = Path(file)
    if path.exists():
        raise BadInput(f"{file!r} exists; expected the name of a new file")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise BadInput(f"cannot write {file!r}: its folder is missing or not writable")


def save(file: str, data: str | bytes) -> None:
    """Write a file for a user; raise BadInput if that fails, and leave nothing behind."""
    with writable(Path(file)):
        write_atomically(Path(file), data.encode() if isinstance(data, str) else data)


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Turn an error of the disk into BadInput with one sentence."""
    try:
        yield
    except OSError as error:
        name = (error.filename or str(path)).removesuffix(DRAFT)
        raise BadInput(f"cannot write {name!r}: {error.strerror}") from None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file, or raise OSError and leave what was there before."""
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
    """Force the names in a folder to disk. Windows has no way to, and no need."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
