"""SIGTERM is heard like Ctrl-C, but not while workers start."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from mineproof.lab.run.interrupts import Terminated, terminable, unheard


def test_sigterm_is_raised_and_then_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt) as stopped, terminable():
        signal.raise_signal(signal.SIGTERM)
    assert stopped.type is Terminated
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_workers_have_started(number: signal.Signals) -> None:
    steps: list[str] = []
    with pytest.raises(KeyboardInterrupt) as stopped, terminable():
        _start(number, steps)
    assert steps == ["started"]
    assert (stopped.type is Terminated) == (number == signal.SIGTERM)


def _start(number: signal.Signals, steps: list[str]) -> None:
    with unheard():
        signal.raise_signal(number)
        steps.append("started")
    steps.append("too far")


@pytest.fixture(autouse=True)
def _ctrl_c() -> Iterator[None]:
    """Hear Ctrl-C even if a background job started the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_sigterm_without_a_handler_is_left_to_the_system() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with unheard():
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
