"""A program that speaks the protocol, more or less: `programs.py MODE [FILE]`.

It opens the first hidden cell. What goes wrong, and when, is the mode. FILE gets a copy of every
line that it reads; for `replay` it holds the conversation instead.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
FILE = Path(sys.argv[2]) if len(sys.argv) > 2 else None
HELLO = {"type": "hello", "protocol": 1, "name": "test", "version": "7", "sees": "view"}
DEPTH = {"name": "depth", "type": "int", "default": 3, "min": 1, "max": 9}
WRONG = {  # answers to a turn
    "rubbish": b"hello?\n",
    "not_utf8": b'{"type":"move","act":"open","cell":[0,\xff]}\n',
    "error": b'{"type":"error","message":"no\\nidea"}\n',
    "wrong_cell": b'{"type":"move","act":"open","cell":["a",1]}\n',
    "outside": b'{"type":"move","act":"open","cell":[4,0]}\n',
    "open_cell": b'{"type":"move","act":"open","cell":[0,0]}\n',
    "twice": b'{"type":"stuck"}\n{"type":"stuck"}\n',
}
KNOWN = {  # answers to hello
    "wrong_protocol": {**HELLO, "protocol": 2},
    "news": {**HELLO, "sees": "news"},
    "options": {**HELLO, "options": [DEPTH, {"name": "book", "type": "text"}]},
    "refuses_options": {**HELLO, "options": [DEPTH]},
    "growing": {**HELLO, "colour": "green", "sees": "view"},
}


def write(data: bytes) -> None:
    """Write all of it."""
    while data:
        data = data[os.write(1, data) :]


def say(message: object) -> None:
    """Write a message."""
    write(json.dumps(message).encode() + b"\n")


def hang() -> None:
    """Do nothing for long."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def fail(message: str, code: int) -> None:
    """End with a message."""
    print("Traceback ...", message, sep="\n", file=sys.stderr, flush=True)
    os._exit(code)


def on_hello() -> None:
    """Answer hello, or not."""
    match MODE:
        case "dies_at_hello":
            fail("no licence", 4)
        case "hangs_at_hello":
            hang()
        case _:
            say(KNOWN.get(MODE, HELLO))


def on_turn(message: dict) -> None:  # type: ignore[type-arg]
    """Answer a turn, or not."""
    match MODE:
        case "dies":
            fail("out of cheese", 3)
        case "busy":
            while time.process_time() < 0.3:
                pass
            move(message)
        case "endless":
            while True:
                pass
        case "bears":  # a child that holds all pipes open
            if os.fork() == 0:
                hang()
            os._exit(9)
        case "forks":  # and both answer
            os.fork()
            move(message)
        case "changes":
            Path(__file__).write_text("no program", encoding="utf-8")
            move(message)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hangs" | "breeds":
            if MODE == "hangs" or os.fork() >= 0:
                hang()
        case "closes":
            os.close(1)
            hang()
        case "huge":
            write(b"x" * 100_000_000 + b"\n")
        case "floods" | "complains":
            for _ in range(20 if MODE == "complains" else 10**9):
                os.write(2, b"x" * 100_000 + b"\n")
            os.write(2, b"all is lost\n")
            move(message)
        case _ if MODE in WRONG:
            write(WRONG[MODE])
        case _:
            move(message)


def move(message: dict) -> None:  # type: ignore[type-arg]
    """Open the first hidden cell, or the last for one that sees only news."""
    if "view" not in message:
        say({"type": "stuck", "reason": "blind"})
        return
    rows = message["view"]
    row = next(i for i, each in enumerate(rows) if "#" in each)
    answer = {"type": "move", "act": "open", "cell": [row, rows[row].index("#")]}
    risks = [[0.5 if each == "#" else None for each in row] for row in rows]
    say({**answer, "certain": True, "risk": 0.25, "risks": risks, "reason": "first", "mood": 1})


def on_options(kind: str) -> None:
    """Accept options or a game, or not."""
    if f"refuses_{kind}" == MODE:
        say({"type": "error", "message": "not today"})
    else:
        say({"type": "ready"})


def main() -> None:
    """Answer lines."""
    held = FILE.open("ab", buffering=0) if FILE else None
    for line in sys.stdin.buffer:
        if held:
            held.write(line)
        message = json.loads(line)
        match message["type"]:
            case "hello":
                on_hello()
            case "options" | "game":
                on_options(message["type"])
            case "turn":
                on_turn(message)
            case "over" if MODE == "chatters":
                say({"type": "move", "act": "open", "cell": [0, 0]})
            case "over" if MODE == "leaves":
                return
            case "bye" if MODE == "stays":
                hang()


def replay() -> None:
    """Say what the conversation in FILE has for it, as long as mineproof does the same."""
    assert FILE
    with FILE.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("< "):
                write(line[2:].encode())
            elif (heard := sys.stdin.readline()) != line[2:]:
                fail(f"heard {heard.strip()}", 1)


if __name__ == "__main__":
    replay() if MODE == "replay" else main()
