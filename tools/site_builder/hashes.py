"""Hashes: names that tell what is in a file or a folder."""

from __future__ import annotations

import base64
from hashlib import blake2b, sha256
from pathlib import Path


def digest_of(folder: Path, leave_out: str = "") -> str:
    """Return a short name for what the files of a folder hold, and where."""
    digest = blake2b(digest_size=8)
    files = (each for each in folder.rglob("*") if each.is_file())
    for file in sorted(each for each in files if not each.match(leave_out or "/")):
        digest.update(f"{file.relative_to(folder).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def integrity_of(data: bytes) -> str:
    """Return the hash by which a browser checks a file.

    >>> integrity_of(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(sha256(data).digest()).decode()}"
