"""Analyst: whoever does tasks that may take long, for whom, and how it is asked from afar.

To an analyst in another process or another worker a question is a line of JSON,
`{"task": NAME, "asked": {...}}`. Its answer is `{"answer": {...}}`, or the name and the message of
an error; `analysis/jobs.py` makes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from mineproof import errors
from mineproof.app.json.cells import Json
from mineproof.errors import Overdue


class Asker(NamedTuple):
    """Where a request comes from, and what its path names: a game, an exercise or a lesson."""

    address: str
    topic: str = ""


class Analyst(Protocol):
    """Something that does tasks."""

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        """Return the answer; raise Overdue after this many seconds, or what the task raises."""


class TaskFailed(Exception):
    """A bug of ours ended a task; the log of whoever did it has the traceback."""


def overdue(seconds: float) -> Overdue:
    """Return what is raised when a task was stopped after this many seconds."""
    return Overdue(f"the analysis took longer than {seconds:g} seconds and was stopped")


def write_job(task: str, asked: Mapping[str, Any]) -> str:
    """Return the line that asks for a task."""
    return json.dumps({"task": task, "asked": asked})


def read_answer(line: str | bytes) -> Json:
    """Return the answer in a line; raise the error that it tells of."""
    told = json.loads(line)
    if "error" in told:
        raise getattr(errors, told["error"], TaskFailed)(told["message"])
    found: Json = told["answer"]
    return found
