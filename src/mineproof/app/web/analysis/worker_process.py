"""The worker process: tasks as JSON lines on standard input, answers on standard output.

Its first line reports that it is ready. Then each line in is `{"task": NAME, "asked": {...}}`, and
each line out is `{"answer": {...}}`, or the name and message of an error. It ends when its input
does, even in the middle of a task: the server is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from mineproof.app.json.cells import Json
from mineproof.app.web.analysis import tasks
from mineproof.errors import BadInput, Contradiction, Fault, LimitReached


def main(most_bytes: int) -> None:
    """Do tasks until the input ends, in so much memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    limit_memory(most_bytes)
    say({"ready": True})
    for line in lines(sys.stdin.buffer):
        say(respond(json.loads(line)))


def say(told: Json) -> None:
    """Write one line, at once."""
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def respond(job: Json) -> Json:
    """Return the answer to one line, or its error."""
    task, asked = job["task"], job["asked"]
    assert isinstance(task, str)
    assert isinstance(asked, dict)
    try:
        return {"answer": tasks.do(task, asked)}
    except (BadInput, Contradiction, LimitReached, Fault) as error:
        return {"error": type(error).__name__, "message": str(error)}
    except MemoryError:
        message = "the analysis would take more memory than a worker may use"
        return {"error": LimitReached.__name__, "message": message}


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; the process ends with it, whatever it is doing."""
    queue: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(stream, queue), daemon=True).start()
    while True:
        yield queue.get()


def _listen(stream: BinaryIO, queue: SimpleQueue[bytes]) -> None:
    for line in stream:
        queue.put(line)
    os._exit(0)


def limit_memory(most_bytes: int) -> None:
    """Cap the memory of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):  # Windows, or a lower limit is set
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


if __name__ == "__main__":
    main(int(sys.argv[1]))
