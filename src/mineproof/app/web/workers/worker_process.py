"""The worker process: jobs as lines on standard input, answers on standard output.

Its first line reports that it is ready. It ends when its input does, even in the middle of a job:
the server is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from mineproof.app.service.analysis.jobs import do_job


def main(most_bytes: int) -> None:
    """Do tasks until the input ends, in so much memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    limit_memory(most_bytes)
    say("ready")
    for line in lines(sys.stdin.buffer):
        say(do_job(line))


def say(line: str) -> None:
    """Write one line, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


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
