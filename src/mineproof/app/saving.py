"""Files that are written: whole or not at all, and never in the place of another."""

from __future__ import annotations

import os
from pathlib import Path

from mineproof.errors import BadInput


def check_new(file: str) -> None:
    """Raise BadInput at once if `file` is there already, or could not be written."""
    path = Path(file)
    if path.exists():
        raise BadInput(f"{file!r} exists; want the name of a new file")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise BadInput(f"cannot write {file!r}: its folder is not there, or not ours to write to")


def save(file: str, text: str) -> None:
    """Write a text into a new file, as `save_bytes` does."""
    save_bytes(file, text.encode())


def save_bytes(file: str, data: bytes) -> None:
    """Write a new file: first under another name, so that nobody ever sees a part of it.

    Raises BadInput if it cannot be written.
    """
    path = Path(file)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise BadInput(f"cannot write {file!r}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
