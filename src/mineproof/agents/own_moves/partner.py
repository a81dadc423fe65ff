"""Partner: a program that has said hello, and is kept for many games.

Between two games, partners wait for the next one with the same command and options, whoever plays
it. Two games at once have two partners.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from mineproof.agents.own_moves.process import Bounds, Process
from mineproof.agents.own_moves.protocol import (
    Limits,
    bye_line,
    check_options,
    game_line,
    hello_line,
    options_line,
    read_hello,
    read_ready,
)
from mineproof.agents.own_moves.table import Table
from mineproof.errors import BadInput, Fault
from mineproof.plugins.spec import Option, Value

READY_SECONDS = 10.0
"""How long a program may take to start, and to be ready for a game."""

_LONGEST = 1 << 20  # bytes
_T = TypeVar("_T")


class Command(NamedTuple):
    """The executable of a program, its name and arguments, and its options.

    `has_folder` says that it works in a folder of its own.
    """

    path: str
    words: tuple[str, ...]
    options: tuple[Option, ...]
    has_folder: bool = False

    @classmethod
    def parse(cls, text: str, options: Sequence[Option]) -> Command:
        """Return the command of a text, which no shell reads; raise BadInput if there is none."""
        if os.name != "posix":
            raise BadInput("exec: works on POSIX systems only")
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadInput(f"{text!r} as a command: {str(error).lower()}") from None
        path = shutil.which(words[0]) if words else None
        if path is None:
            name = words[0] if words else text
            raise BadInput(f"no command {name!r}; expected a program, as in exec:node my.js")
        return cls(path, tuple(words), tuple(options))


class Partner:
    """A program that has said hello and accepted its options; raises Fault if it has not.

    Raises BadInput if the options are not those of the program.
    """

    def __init__(self, command: Command) -> None:
        self.command = command
        self.process = Process(command.path, command.words, has_folder=command.has_folder)
        self._games = 0
        self.hello = self._ask(hello_line(), read_hello)
        if command.options:
            self._set(dict(command.options))

    def _set(self, options: Mapping[str, Value]) -> None:
        try:
            check_options(self.hello, options)
        except BadInput:
            self.process.kill()
            raise
        self._ask(options_line(options), read_ready)

    def begin(self, table: Table, limits: Limits) -> None:
        """Begin a game; raise Fault if the program is not ready for it."""
        self._games += 1
        self._ask(game_line(self._games, table, limits), read_ready)

    def _ask(self, line: bytes, read: Callable[[bytes], _T]) -> _T:
        try:
            return self.process.ask(line, read, Bounds(READY_SECONDS, _LONGEST, "answer"))
        except Fault:  # also one that it has reported: there is no game to go on with
            self.process.kill()
            raise


def engage(command: Command) -> Partner:
    """Return a partner, one that waits or a new one; raise Fault or BadInput."""
    return _waiting(command) or Partner(command)


def seat(command: Command, table: Table, limits: Limits) -> Partner:
    """Return a partner who has begun a game; raise Fault or BadInput.

    One that has left or gone mad after its last game is replaced: that game is over.
    """
    if partner := _waiting(command):
        with suppress(Fault):
            partner.begin(table, limits)
            return partner
    partner = Partner(command)
    partner.begin(table, limits)
    return partner


def _waiting(command: Command) -> Partner | None:
    for each in tuple(_idle):
        if each.command == command:
            with suppress(ValueError):  # another thread was faster
                _idle.remove(each)
                return each
    return None


def release(partner: Partner) -> None:
    """Let a partner wait for the next game, if it is still there."""
    if partner.process.is_alive:
        _idle.append(partner)
        _idle.dismiss(_idle.most)


def dismiss_all() -> None:
    """End all partners that wait; the next game starts a new one."""
    _idle.dismiss(0)


class _Idle(list[Partner]):
    """Partners that wait, those that have waited longest first.

    There is no lock, since the garbage collector may call `release` at any time: each operation on
    a list is atomic by itself.
    """

    most = 4

    def dismiss(self, most: int) -> None:
        """End those that are too many."""
        with suppress(IndexError):
            while len(self) > most:
                self.pop(0).process.end(bye_line())

    def close(self) -> None:
        """End all, also those that come later."""
        self.most = 0
        self.dismiss(0)

    def forget(self) -> None:
        """Leave the partners of the original process alone, in a fork of it."""
        for each in self:
            each.process.forget()
        self.clear()


_idle = _Idle()
atexit.register(_idle.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.forget)
