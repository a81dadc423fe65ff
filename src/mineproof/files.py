"""Atomic file writes: a reader finds the old file or the new one, never a part of either.

Data is written to a draft beside the file, synced, and renamed; then the folder is synced too. So
neither a full disk nor a power cut leaves half a file.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mineproof.errors import BadInput

DRAFT = ".draft"
"""The suffix of a file that is still being written."""


def check_new(file: str) -> None:
    """Raise BadInput at once if `file` exists already, or could not be written."""
    path = Path(file)
    with writable(path):
        if path.exists():
            raise BadInput(f"{file!r} exists; expected the name of a new file")
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise BadInput(f"cannot write {file!r}: its folder is missing or not writable")


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Turn an error of the disk, or a name that no file can have, into BadInput."""
    try:
        yield
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        name = (error.filename if isinstance(error, OSError) else None) or path
        raise BadInput(f"cannot write {str(name)!r}: {_reason(error)}") from None


def save(file: str | Path, data: str | bytes) -> None:
    """Write a file; raise BadInput if that fails, which says whether it is the old or the new one.

    Whatever else is raised meanwhile, KeyboardInterrupt included, the file is one of the two.
    """
    path = Path(file)
    try:
        _replace(path, data.encode() if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        message = f"cannot write {str(path)!r}: {_reason(error)}; nothing was changed"
        raise BadInput(message) from None
    try:
        _sync_folder(path.parent)
    except OSError as error:
        message = f"{str(path)!r} is written, but a power cut may undo that: {_reason(error)}"
        raise BadInput(message) from None


class GrowingFile:
    """A text that is written piece by piece: a draft until it is finished. Raises BadInput.

    Without `finish`, as after a power cut, the draft is left and has all pieces up to then.
    """

    def __init__(self, file: str | Path) -> None:
        self._path = Path(file)
        self._draft = _draft_of(self._path)
        with writable(self._path):
            self._stream = self._draft.open("x", encoding="utf-8", newline="\n")

    def write(self, text: str) -> None:
        """Write a piece."""
        with writable(self._path):
            self._stream.write(text)
            self._stream.flush()

    def finish(self) -> None:
        """Give the file its name."""
        with writable(self._path):
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._draft.replace(self._path)
            _sync_folder(self._path.parent)


def _draft_of(path: Path) -> Path:
    # Others may own a file called *.draft, or write the same file now.
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")


def _replace(path: Path, data: bytes) -> None:
    draft = _draft_of(path)
    try:
        _write_synced(draft, data)
        draft.replace(path)
    except BaseException:
        with suppress(OSError, ValueError):
            draft.unlink()
        raise


def _write_synced(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Force the names in a folder to disk. Windows has no way to, and no need."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
