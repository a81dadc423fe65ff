"""Runs commands in odd surroundings: `python surroundings.py NAME` with the commands as JSON.

A fork for each is far quicker than a new Python. Prints the answers as JSON.
"""

from __future__ import annotations

import fcntl
import json
import os
import struct
import sys
import termios
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from mineproof.app.main import main

LOADED_BEFORE = (
    "app.cli.explain",
    "app.cli.review",
    "app.cli.train",
    "app.cli.lab.report",
    "lab.run.runner",
    "lab.report.arena.files",
)


def answer(words: list[str], where: str) -> dict[str, object]:
    """Return what a command printed, and its exit code."""
    ours, theirs = os.openpty() if where == "narrow" else os.pipe()
    if where == "narrow":
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    if where == "cut":
        os.close(ours)
    child = os.fork()
    if child == 0:
        run(words, where, theirs)
    os.close(theirs)
    said = "" if where == "cut" else everything(ours)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"code": code, "out": said, "err": Path("errors").read_text(encoding="utf-8")}


def run(words: list[str], where: str, output: int) -> None:
    """Run a command in this fork, which ends here."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(os.open("errors", os.O_RDWR | os.O_CREAT | os.O_TRUNC), 2)
    os.close(output)
    sys.stdout = os.fdopen(1, "w", encoding="ascii" if where == "narrow" else "utf-8")
    if where == "closed":
        os.close(1)
        sys.stdout = None  # as Python begins without one
    code = 99
    try:
        code = main(words)
    except SystemExit as end:  # rich ends so where output ends early
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def everything(pipe: int) -> str:
    """Return what is written until the other end is closed, which a terminal tells by an error."""
    said = b""
    with suppress(OSError):
        while news := os.read(pipe, 1 << 16):
            said += news
    os.close(pipe)
    return said.decode("ascii", "backslashreplace")


if __name__ == "__main__":
    for module in LOADED_BEFORE:  # once, instead of in each fork
        import_module(f"mineproof.{module}")
    calls = json.load(sys.stdin)
    print(json.dumps({name: answer(words, sys.argv[1]) for name, words in calls.items()}))
