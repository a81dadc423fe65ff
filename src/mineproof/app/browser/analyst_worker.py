"""The analyst worker: tasks by lines.

JavaScript calls `do` with the line that the desk worker has asked for, and passes the answer on. It
ends the worker if that takes too long, and starts another one.
"""

from __future__ import annotations

from mineproof.app.service.analysis.jobs import do_job as do

__all__ = ["do"]
