"""The kernel draws the same mines as Python, refuses nonsense, and may be absent."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nanobind.stubgen import StubGen

import mineproof
from mineproof.board.rng import MAX_SEED, Rng
from mineproof.counting import kernel as kernels
from mineproof.counting.kernel import Kernel, describe, kernel
from mineproof.errors import BadInput


@st.composite
def draws(draw: st.DrawFn) -> tuple[int, int, int, list[int]]:
    cells = draw(st.integers(1, 500))
    clear = draw(st.lists(st.integers(0, cells - 1), max_size=20))
    mines = draw(st.integers(0, cells - len(set(clear))))
    return cells, mines, draw(st.integers(0, MAX_SEED)), clear


@given(draws())
def test_same_mines_as_python(native: Kernel, draw: tuple[int, int, int, list[int]]) -> None:
    cells, mines, seed, clear = draw
    pool = [cell for cell in range(cells) if cell not in clear]
    assert native.random_mines(*draw) == Rng(seed).choose(pool, mines)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        ((0, 0, 1, []), "cells 0 is out of range; expected 1 to 16777216"),
        ((-9, 0, 1, []), "cells -9 is"),
        ((2**24 + 1, 0, 1, []), "cells 16777217 is"),
        ((10**40, 0, 1, []), "cells 1000"),
        ((9, -1, 1, []), "mines -1 is out of range; expected 0 to 9"),
        ((9, 8, 1, [4, 4, 0]), "mines 8 is out of range; expected 0 to 7"),
        ((9, 1, -1, []), "seed -1 is out of range; expected 0 to 18446744073709551615"),
        ((9, 1, 2**64, []), "seed 18446744073709551616 is"),
        ((9, 1, 1, [0, 9]), "clear cell 9 is out of range; expected 0 to 8"),
        ((9, 1, 1, [-1]), "clear cell -1 is"),
    ],
)
def test_refuses_what_is_out_of_range(
    native: Kernel, draw: tuple[int, int, int, list[int]], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.random_mines(*draw)


def test_the_stub_tells_what_the_kernel_offers(built: Kernel) -> None:
    # If it does not: python -m nanobind.stubgen -m mineproof._native -o src/mineproof/_native.pyi
    assert isinstance(built, ModuleType)
    generator = StubGen(built)
    generator.put(built)
    stub = Path(mineproof.__file__).parent / "_native.pyi"
    assert stub.read_text() == generator.get()


def test_what_is_built_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise every test that needs the kernel would be skipped.
    is_built = find_spec("mineproof._native") is not None
    monkeypatch.delenv("MINEPROOF_KERNEL", raising=False)
    assert (kernel() is not None) == is_built
    assert describe().startswith("native kernel" if is_built else "pure Python")


@pytest.mark.parametrize("wish", ["", "auto", "native"])
def test_the_kernel_is_handed_out(monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    found = object()
    monkeypatch.setenv("MINEPROOF_KERNEL", wish)
    monkeypatch.setattr(kernels, "_built", lambda: found)
    assert kernel() is found


def test_python_does_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    assert kernel() is None
    assert describe() == "pure Python: MINEPROOF_KERNEL=python; everything works, slower"


@pytest.mark.parametrize("wish", ["", "auto"])
def test_a_kernel_that_is_not_built_is_no_error(monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", wish)
    monkeypatch.setattr(kernels, "_built", lambda: None)
    assert describe() == "pure Python: the native kernel is not built; everything works, slower"


def test_native_insists_on_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "native")
    monkeypatch.setattr(kernels, "_built", lambda: None)
    with pytest.raises(BadInput, match="MINEPROOF_KERNEL=native, but the native kernel is not"):
        kernel()


def test_any_other_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "fast")
    with pytest.raises(
        BadInput, match="MINEPROOF_KERNEL is 'fast'; expected auto, native, wasm or python"
    ):
        describe()
