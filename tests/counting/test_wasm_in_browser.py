"""The kernel in Pyodide in Chromium, by way of kernel.js: as on the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from tests.app.web.browser.npm import module
from tools.pyodide import open_pyodide
from tools.wasm import KERNEL

from mineproof.board.view import View
from mineproof.counting.kernel import Kernel

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[str], str]]:
    module("pyodide/pyodide.mjs")
    if not KERNEL.exists():
        pytest.skip('The WebAssembly kernel is not built; run "make wasm".')
    with open_pyodide() as run:
        yield run


def test_counts_in_a_browser(run: Callable[[str], str], native: Kernel) -> None:
    view = View.from_picture("#101# #211# ##### #####", mines=6)
    found = run(f"""
import json
from mineproof.counting.kernel import describe, kernel
counted = kernel().count_view(4, 5, "square", {view.cells!r}, 6)
json.dumps([describe(), counted.certain.hex(), list(counted.risk_by_cell().values())])""")
    counted = native.count_view(4, 5, "square", view.cells, 6)
    who, certain, risks = json.loads(found)
    assert who == "kernel as WebAssembly"
    assert certain == counted.certain.hex()
    assert risks == pytest.approx(list(counted.risk_by_cell().values()), rel=1e-14)


def test_a_failure_in_a_browser_loses_no_more_than_its_call(run: Callable[[str], str]) -> None:
    found = run("""
from mineproof.counting.kernel import kernel
chosen = kernel()
try:
    chosen._instance.ask("nonsense")
except RuntimeError as error:
    said = str(error)
said + "; " + str(chosen.random_mines(2, 1, 1, [0]))""")
    assert "has failed in nonsense: " in found
    assert found.endswith("the kernel has no function nonsense; [1]")
