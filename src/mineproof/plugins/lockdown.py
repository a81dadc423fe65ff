"""Lockdown: asks the Linux kernel to deny this process what somebody's code has no use for.

Landlock (since Linux 5.13) denies writing outside of a folder; a filter of system calls (seccomp)
denies starting processes, signals to others, the network, and changes to the machine. Both are for
good, hold for root as well, and need no privileges. Where the kernel or the processor is another
one, nothing happens: limits on memory and time are all that is left.

Sources: the kernel's documents userspace-api/landlock.rst and userspace-api/seccomp_filter.rst; the
numbers of system calls are those of its headers for x86-64 and AArch64.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_NO_NEW_PRIVILEGES, _SET_FILTER = 38, 22  # prctl
_FILTER_MODE = 2


def _call(*arguments: object) -> int:
    """Make a system call by its number; return its result, -1 if it failed."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return int(library.syscall(*arguments))


def _prctl(option: int, *arguments: object) -> bool:
    library = ctypes.CDLL(None, use_errno=True)
    rest = [*arguments, *(ctypes.c_ulong(0),) * (4 - len(arguments))]
    return bool(library.prctl(option, *rest) == 0)


# Landlock

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))  # remove and make anything
_FIRST_WITH_TRUNCATE = 3


class _Beneath(ctypes.Structure):
    """A rule: what is allowed in a folder and below it, or with a file."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed", ctypes.c_uint64), ("place", ctypes.c_int32)]


def confine_writes(folder: Path) -> bool:
    """Deny this process to change anything outside of a folder; return whether that worked."""
    if sys.platform != "linux":
        return False
    version = _call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return False
    changes = _CHANGES | (_TRUNCATE if version >= _FIRST_WITH_TRUNCATE else 0)
    handled = ctypes.c_uint64(changes)
    rules = _call(_CREATE, ctypes.byref(handled), ctypes.c_size_t(8), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        _allow(rules, folder, changes)
        _allow(rules, Path(os.devnull), changes & (_WRITE_FILE | _TRUNCATE))
        return _prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1)) and _call(_RESTRICT, rules, 0) == 0
    finally:
        os.close(rules)


def _allow(rules: int, place: Path, rights: int) -> None:
    file = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Beneath(rights, file)
        _call(_ADD, rules, 1, ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(file)


# System calls


class _Machine(NamedTuple):
    """A processor: how a filter recognises it, and the numbers of what is denied on it."""

    audit: int
    denied: tuple[int, ...]
    clone: int
    kill: tuple[int, int]


# fork, vfork; tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal; ptrace,
# process_vm_writev; socket, io_uring_setup; setrlimit; mount, umount2, reboot, unshare, setns, bpf;
# chmod and chown in all their forms, which Landlock does not deny; the clock, the host's name.
_X86_64 = _Machine(
    audit=0xC000003E,
    denied=(
        *(57, 58, 200, 129, 297, 424, 101, 311, 41, 425, 160, 165, 166, 169, 272, 308, 321),
        *(90, 91, 268, 452, 92, 93, 94, 260, 164, 227, 170),
    ),
    clone=56,
    kill=(62, 234),
)
_AARCH64 = _Machine(
    audit=0xC00000B7,
    denied=(
        *(130, 138, 240, 424, 117, 271, 198, 425, 164, 40, 39, 142, 97, 268, 280),
        *(52, 53, 452, 55, 54, 170, 112, 161),
    ),
    clone=220,
    kill=(129, 131),
)
_MACHINES = {"x86_64": _X86_64, "aarch64": _AARCH64}

_CLONE3 = 435
_PRLIMIT = {"x86_64": 302, "aarch64": 261}
_THREAD = 0x10000  # the flag of a clone that is a thread
_OTHER_ABI = 0x40000000  # numbers from here on are those of x32

_NUMBER, _ARCHITECTURE, _FIRST, _THIRD = 0, 4, 16, 32  # offsets in what a filter sees
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _END, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000


class _Step(ctypes.Structure):
    """A step of a filter: an operation on a constant, and how many steps to skip if (not) so."""

    _fields_ = [
        ("code", ctypes.c_uint16),
        ("if_so", ctypes.c_uint8),
        ("if_not", ctypes.c_uint8),
        ("constant", ctypes.c_uint32),
    ]


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("steps", ctypes.POINTER(_Step))]


def confine_system_calls() -> bool:
    """Deny this process what can harm others; return whether that worked.

    Threads are allowed, and signals to itself.
    """
    machine = _MACHINES.get(platform.machine())
    if sys.platform != "linux" or machine is None:
        return False
    steps = [*_filter(machine, _PRLIMIT[platform.machine()], os.getpid())]
    array = (_Step * len(steps))(*steps)
    whole = _Filter(len(steps), array)
    if not _prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1)):
        return False
    return _prctl(_SET_FILTER, ctypes.c_ulong(_FILTER_MODE), ctypes.byref(whole))


def _filter(machine: _Machine, prlimit: int, myself: int) -> Iterator[_Step]:
    refused = _Step(_RETURN, 0, 0, _ERROR | errno.EPERM)
    allowed = _Step(_RETURN, 0, 0, _ALLOW)
    yield _Step(_LOAD, 0, 0, _ARCHITECTURE)
    yield _Step(_EQUAL, 1, 0, machine.audit)
    yield _Step(_RETURN, 0, 0, _END)
    yield _Step(_LOAD, 0, 0, _NUMBER)
    yield _Step(_AT_LEAST, 0, 1, _OTHER_ABI)
    yield refused
    for number in machine.denied:
        yield _Step(_EQUAL, 0, 1, number)
        yield refused
    # The C library tries clone3 first, whose flags no filter sees, and then clone.
    yield _Step(_EQUAL, 0, 1, _CLONE3)
    yield _Step(_RETURN, 0, 0, _ERROR | errno.ENOSYS)
    yield _Step(_EQUAL, 0, 4, machine.clone)
    yield _Step(_LOAD, 0, 0, _FIRST)
    yield _Step(_ANY_BIT, 1, 0, _THREAD)
    yield refused
    yield allowed
    for number in machine.kill:
        yield _Step(_EQUAL, 0, 4, number)
        yield _Step(_LOAD, 0, 0, _FIRST)
        yield _Step(_EQUAL, 1, 0, myself)
        yield refused
        yield allowed
    yield _Step(_EQUAL, 0, 4, prlimit)  # which may ask, and may not set
    yield _Step(_LOAD, 0, 0, _THIRD)
    yield _Step(_EQUAL, 1, 0, 0)
    yield refused
    yield allowed
    yield allowed
