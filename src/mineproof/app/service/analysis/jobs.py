"""Jobs: tasks by lines, as an analyst in another process or another worker does them."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from mineproof.app.json.cells import Json
from mineproof.app.service.analysis import tasks
from mineproof.app.service.analyst import TaskFailed
from mineproof.errors import BadInput, Contradiction, Fault, LimitReached

_LOG = logging.getLogger(__name__)


def do_job(line: str | bytes) -> str:
    """Do the task of a line, and return the line with its answer or its error."""
    job = json.loads(line)
    return json.dumps(_do(job["task"], job["asked"]))


def _do(task: str, asked: Mapping[str, Any]) -> Json:
    try:
        return {"answer": tasks.do(task, asked)}
    except (BadInput, Contradiction, LimitReached, Fault) as error:
        return {"error": type(error).__name__, "message": str(error)}
    except MemoryError:
        message = "the analysis would take more memory than a worker may use"
        return {"error": LimitReached.__name__, "message": message}
    except Exception as bug:  # it costs an answer, not the worker; the log has the traceback
        _LOG.exception("the task %s failed", task)
        return {"error": TaskFailed.__name__, "message": f"{task}: {bug!r}"}
