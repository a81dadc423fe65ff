"""Calls of the WebAssembly kernel: one at a time, with its errors raised as Python's."""

from __future__ import annotations

from collections import deque
from threading import RLock
from weakref import finalize

from mineproof.counting.wasm.fields import Reply, number
from mineproof.counting.wasm.hosts import Host, Trapped
from mineproof.errors import Contradiction, LimitReached

_DONE, _BAD_VALUE, _CONTRADICTION, _COUNT_CONTRADICTION, _LIMIT, _UNSUPPORTED = range(6)


class Instance:
    """The kernel's functions, by name, and which of its objects are still needed."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._lock = RLock()
        self._is_busy = False
        self._forgotten: deque[tuple[int, str, int]] = deque()
        self.life = 0
        """How often it has failed; each time its objects are lost."""

    def ask(self, name: str, *fields: bytes) -> Reply:
        """Call a function, and return its reply after the status.

        Raises what the native kernel would; RuntimeError if the module fails, and if a signal
        handler calls while a call is under way.
        """
        with self._lock:
            if self._is_busy:
                raise RuntimeError("the kernel is busy with the call that this one interrupts")
            self._is_busy = True
            try:
                self._forget()
                return self._reply(name, b"".join(fields))
            finally:
                self._is_busy = False

    def keep(self, owner: object, kind: str, handle: int) -> None:
        """Have the object of a handle freed when its owner is gone.

        That may be at any moment, in the middle of a call too: so it is noted, and done at the
        beginning of the next.
        """
        note = finalize(owner, self._forgotten.append, (self.life, kind, handle))
        note.atexit = False

    def _forget(self) -> None:
        while self._forgotten:
            life, kind, handle = self._forgotten.popleft()
            if life == self.life:
                self._reply(f"{kind}_forget", number(kind, handle))

    def _reply(self, name: str, request: bytes) -> Reply:
        try:
            reply = Reply(self._host.call(name, request))
        except Trapped as error:
            self.life += 1
            raise RuntimeError(f"the WebAssembly kernel has failed in {name}: {error}") from error
        except MemoryError as error:
            raise LimitReached(str(error)) from error
        if (status := reply.number()) != _DONE:
            raise _error(status, reply.text())
        return reply


def _error(status: int, message: str) -> Exception:
    match status:
        case _ if status == _BAD_VALUE:
            return ValueError(message)
        case _ if status == _CONTRADICTION:
            return Contradiction(message)
        case _ if status == _COUNT_CONTRADICTION:
            return Contradiction(message, with_count=True)
        case _ if status == _LIMIT:
            return LimitReached(message)
    assert status == _UNSUPPORTED, status
    return OverflowError(message)


class Remote:
    """An object that lives in the module, and is freed there when this one is."""

    kind: str

    def __init__(self, instance: Instance, handle: int) -> None:
        self._instance = instance
        self._life = instance.life
        self._handle = number(self.kind, handle)
        instance.keep(self, self.kind, handle)

    def _ask(self, name: str, *fields: bytes) -> Reply:
        if self._life != self._instance.life:
            raise RuntimeError(f"this {self.kind} was lost when the WebAssembly kernel failed")
        return self._instance.ask(f"{self.kind}_{name}", self._handle, *fields)
