"""`make fuzz`: run targets for some minutes or inputs each, and tell what they found."""

from __future__ import annotations

import argparse
import math
import os
import secrets
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from fuzz.harness.session import Session
from fuzz.harness.supervisor import Plan
from fuzz.target import purpose, target_names

_MINUTES = 1.0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line."""
        print(message, file=sys.stderr)
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; return 0, or 1 with findings, 2 after wrong arguments, 130 after Ctrl-C."""
    parser = _parser()
    options = parser.parse_args(arguments)
    names = target_names()
    if options.list:
        print("\n".join(f"{name:12} {purpose(name)}" for name in names))
        return 0
    for unknown in sorted({*options.targets} - {*names}):
        parser.error(f"unknown target {unknown!r}; expected {', '.join(names)}")
    return Session(list(dict.fromkeys(options.targets)) or names, _plan(options)).run(options.jobs)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m fuzz", description=__doc__)
    add = parser.add_argument
    add("targets", nargs="*", metavar="TARGET", help="what to run; default: everything")
    add("--minutes", type=_number(float), help="for each target; default: 1, unless --inputs")
    add("--inputs", type=_number(int), help="for each target; 0 only replays the corpus")
    add("--seed", type=_number(int), help="repeats a run; default: a random one, which is shown")
    add("--jobs", type=_number(int, 1), default=os.cpu_count() or 1, help="targets side by side")
    add("--list", action="store_true", help="list the targets")
    return parser


def _number(kind: type[int] | type[float], least: int = 0) -> Callable[[str], int | float]:
    def read(text: str) -> int | float:
        try:
            number = kind(text)
        except ValueError:
            number = -1
        if not least <= number < math.inf:
            raise argparse.ArgumentTypeError(f"{text!r}; expected a number, {least} or more")
        return number

    return read


def _plan(options: argparse.Namespace) -> Plan:
    minutes = _MINUTES if options.minutes is None and options.inputs is None else options.minutes
    return Plan(
        seed=secrets.randbelow(2**32) if options.seed is None else options.seed,
        seconds=None if minutes is None else minutes * 60,
        inputs=options.inputs,
    )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C
    sys.exit(main())
