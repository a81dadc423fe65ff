"""A server as the system runs it, and how to talk to it."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "mineproof", "serve", "--no-open"]


@dataclass(frozen=True)
class Running:
    """A server that runs, and where."""

    process: subprocess.Popen[str]
    line: str

    @property
    def address(self) -> str:
        return self.line.split()[3].rstrip("/")

    def ask(self, path: str, body: object = None, *, post: bool = False) -> Any:
        """Return what is answered, and the status if it is a refusal."""
        data = json.dumps(body or {}).encode() if post or body else None
        request = urllib.request.Request(
            self.address + path, data, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)


@contextmanager
def serving(data: Path, *words: str) -> Iterator[Running]:
    """Run a server on any free port, and see to it that it ends."""
    command = [*COMMAND, "--port", "0", "--data", str(data), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield Running(process, process.stdout.readline())
    finally:
        process.kill()
        process.communicate()
