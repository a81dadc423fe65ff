"""The kernel as WebAssembly answers as the native one does, and survives any request.

Most tests of the kernel are about whichever MINEPROOF_KERNEL chooses; a long test here runs them on
WebAssembly.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mineproof
from mineproof.agents.base import Player
from mineproof.agents.choice import Decision
from mineproof.agents.strategist.agent import StrategistFast
from mineproof.agents.strategist.guesses import best_guesses
from mineproof.board.game import Game
from mineproof.board.view import View
from mineproof.counting import kernel as kernels
from mineproof.counting.kernel import MAX_STATES, Kernel, describe, kernel
from mineproof.counting.wasm import module
from mineproof.counting.wasm.fields import number, numbers, octets, text
from mineproof.counting.wasm.hosts import Trapped, WasmtimeHost
from mineproof.counting.wasm.module import PARTS, WasmKernel
from mineproof.engines.exact import Exact
from mineproof.engines.guess import Budget, Guesses
from mineproof.errors import BadInput, Contradiction, LimitReached
from mineproof.play.match import Match

ROOT = Path(__file__).parents[2]
FILE = ROOT / "build/wasm/kernel.wasm"
NOT_BUILT = 'The WebAssembly kernel is not built; run "make wasm".'
NEAR = 1e-14
"""How close two risks must be: exp and log differ in the last bit between C libraries."""


@pytest.fixture(scope="module")
def host() -> WasmtimeHost:
    if not FILE.exists():
        pytest.skip(NOT_BUILT)
    return WasmtimeHost(FILE)


@pytest.fixture(scope="module")
def wasm(host: WasmtimeHost) -> Kernel:
    return cast(Kernel, WasmKernel(host))


# --- the same interface ---------------------------------------------------------------------------


def stub() -> ast.Module:
    return ast.parse((Path(mineproof.__file__).parent / "_native.pyi").read_text())


def arguments(function: ast.FunctionDef) -> list[tuple[str, str | None]]:
    """The names of arguments and their defaults, without `self` and what passes the instance."""
    given = [*function.args.posonlyargs, *function.args.args]
    defaults: list[ast.expr | None] = [None] * (len(given) - len(function.args.defaults))
    pairs = [*zip(given, [*defaults, *function.args.defaults], strict=True)]
    pairs += zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    named = [(arg.arg, None if value is None else value_of(value)) for arg, value in pairs]
    return [pair for pair in named if pair[0] not in {"self", "instance"}]


def value_of(default: ast.expr) -> str:
    return repr(eval(ast.unparse(default), vars(module)))


def functions(tree: ast.Module, owner: str | None) -> dict[str, list[tuple[str, str | None]]]:
    body = tree.body
    if owner is not None:
        (found,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == owner)
        body = found.body
    return {node.name: arguments(node) for node in body if isinstance(node, ast.FunctionDef)}


def test_offers_what_the_stub_says() -> None:
    ours = ast.parse(Path(module.__file__).read_text())
    native, offered = functions(stub(), None), functions(ours, "WasmKernel")
    for name in PARTS - {"Watcher"}:
        assert offered[name] == native[name], name
    assert set(offered) - {"__init__"} == PARTS - {"Watcher"}


def test_a_watcher_offers_what_the_stub_says() -> None:
    ours = functions(ast.parse(Path(module.__file__).read_text()), "Watcher")
    assert ours == functions(stub(), "Watcher")


def test_a_study_offers_what_the_stub_says() -> None:
    ours = functions(ast.parse(Path(module.__file__).read_text()), "Study")
    theirs = functions(stub(), "Study")
    assert {name: ours[name] for name in theirs} == theirs


# --- the same answers -----------------------------------------------------------------------------


def same_counts(one: Kernel.Counted, other: Kernel.Counted) -> None:
    assert one.certain == other.certain
    assert one.floating == other.floating
    assert (one.floating_risk is None) == (other.floating_risk is None)
    assert one.floating_risk is None or one.floating_risk == pytest.approx(other.floating_risk)
    assert one.risk_by_cell() == pytest.approx(other.risk_by_cell(), rel=NEAR)
    assert len(one.risks) == len(other.risks)


def views(name: str, key: str) -> list[View]:
    path = ROOT / name
    return [View.from_rows(c["board"], c["mines"]) for c in json.loads(path.read_text())[key]]


def test_counts_as_the_native_kernel(built: Kernel, wasm: Kernel) -> None:
    for view in views("tests/data/counted_positions.json", "positions"):
        asked = asked_of(view)
        if (counted := counted_by(built, asked)) is None:
            with pytest.raises(Contradiction, match="no layout fits"):
                wasm.count_view(*asked)
        else:
            same_counts(wasm.count_view(*asked), counted)


def counted_by(chosen: Kernel, asked: tuple[int, int, str, bytes, int | None]) -> Any:
    try:
        return chosen.count_view(*asked)
    except Contradiction:
        return None


VIEW = View.from_picture("#101# #211# ##### #####", mines=6)
ASKED = (4, 5, "square", VIEW.cells, VIEW.mines)


def test_studies_as_the_native_kernel(built: Kernel, wasm: Kernel) -> None:
    one, other = built.study_view(*ASKED), wasm.study_view(*ASKED)
    same_counts(other, one)
    for cell in VIEW.covered_cells():
        assert other.numbers(cell) == pytest.approx(one.numbers(cell), rel=NEAR)
        assert other.prospect(cell) == pytest.approx(one.prospect(cell), rel=NEAR)
    assert other.chance([10], [11]) == pytest.approx(one.chance([10], [11]), rel=NEAR)
    assert [other.sample(seed) for seed in range(20)] == [one.sample(seed) for seed in range(20)]
    assert other.fronts() == one.fronts()


CALLS: list[Callable[[Kernel], object]] = [
    lambda k: k.random_mines(480, 99, 2**64 - 1, [0, 1]),
    lambda k: k.count_wins(1, 3, "square", [0, 1, 2], [[0], [1], [2]]),
    lambda k: k.count_wins(1, 3, "square", [0, 1, 2], [[0], [1], [2]], max_work=1),
    lambda k: k.is_solvable(
        rows=2, cols=5, shape="square", mines=[2], first=0, hardest="counting", with_count=True
    ),
    lambda k: k.no_guess(
        rows=16, cols=30, shape="hex", mines=99, start="opening", first=0, seed=2**63, skip=1,
        tries=500, hardest="pair", with_count=False, too_easy="single", repairs=True,
    ),
    lambda k: k.study_problem(3, [([0, 1], 1), ([1, 2], 1)]).fronts(),
    lambda k: [c and c.risk_by_cell() for c in k.count_views(1, 2, "hex", [b"\t\t"] * 2, [1, 3])],
    lambda k: k.count_problem(3, [([0, 1], 1)], over=9).risk_by_cell(),
    lambda k: k.count_problem(3, [([0, 1], 1)], density=0.2).risk_by_cell(),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_answers_as_the_native_kernel(
    built: Kernel, wasm: Kernel, call: Callable[[Kernel], object]
) -> None:
    assert call(wasm) == call(built)


REFUSED: list[Callable[[Kernel], object]] = [
    lambda k: k.count_view(*ASKED, max_states=1),
    lambda k: k.count_view(*ASKED[:-1], 10**40),
    lambda k: k.count_view(4, 5, "round", VIEW.cells),
    lambda k: k.count_view(4, 4, "square", VIEW.cells),
    lambda k: k.count_view(4, 1001, "square", VIEW.cells),
    lambda k: k.count_view(1, 1, "square", b"\x0c"),
    lambda k: k.count_view(*ASKED[:-1], density=2.0),
    lambda k: k.count_view(*ASKED[:-1], over=3),
    lambda k: k.count_problem(2, [([0, 2], 1)]),
    lambda k: k.count_problem(2, [([0, 0], 1)]),
    lambda k: k.study_problem(200, [(range(200), 100)]).fronts(),
    lambda k: k.study_problem(2, [([0, 1], 1)]).numbers(0),
    lambda k: k.study_view(*ASKED).chance([10], [10]),
    lambda k: k.study_view(*ASKED).sample(-1),
    lambda k: k.random_mines(9, 8, 1, [4, 4, 0]),
    lambda k: k.count_wins(1, 2, "square", [0, 0], [[0]]),
    lambda k: k.count_wins(1, 2, "square", [0, 1], []),
    lambda k: k.count_wins(1, 200, "square", range(129), [[0]]),
    lambda k: k.count_wins(1, 2, "square", [0], [[1]]),
    lambda k: k.count_wins(1, 2, "square", [0, 1], [[1], [1]]),
    lambda k: k.Watcher(1, 1, "square", 2, 9),
    lambda k: k.Watcher(1, 5, "square", 1, 99).see([(0, 9)]),
    lambda k: k.Watcher(1, 5, "square", 1, 99).see([(0, 1), (0, 2)]),
    lambda k: k.Watcher(1, 5, "square", 1, 99).guesses("quick", 1, []),
]  # fmt: skip


@pytest.mark.parametrize("call", REFUSED)
def test_refuses_in_the_words_of_the_native_kernel(
    built: Kernel, wasm: Kernel, call: Callable[[Kernel], object]
) -> None:
    errors = (ValueError, Contradiction, LimitReached, OverflowError)
    with pytest.raises(errors) as theirs:
        call(built)
    with pytest.raises(type(theirs.value)) as ours:
        call(wasm)
    assert str(ours.value) == str(theirs.value)


# --- the same guesses -----------------------------------------------------------------------------


def stuck(levels: list[str], first_seed: int = 0) -> Iterator[View]:
    """Yield the positions in which a strategist had to guess, in games of these levels in turn."""
    found: list[View] = []

    class Watched(StrategistFast):
        def guess(self, player: Player) -> Decision:
            found.append(player.watcher.view)
            return super().guess(player)

    for seed in range(first_seed, first_seed + 1000):
        Match(Game.of(f"{levels[seed % len(levels)]}#{seed}"), Watched(Exact())).play()
        yield from found
        found.clear()


def guesses(chosen: Kernel | None, view: View, budget: Budget) -> Guesses:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_KERNEL", "python" if chosen is None else "native")
        patch.setattr(kernels, "_built", lambda: chosen)
        return best_guesses(view, budget)


def assert_agree(view: View, native: Kernel, wasm: Kernel, *, twin: bool) -> None:
    one, other = guesses(native, view, Budget.FAST), guesses(wasm, view, Budget.FAST)
    assert one.how is other.how
    assert [each.cell for each in one.best] == [each.cell for each in other.best]
    if twin:
        third = guesses(None, view, Budget.FAST)
        assert third.how is one.how
        assert [each.cell for each in third.best] == [each.cell for each in one.best]
    risks = native.count_view(*asked_of(view)).risk_by_cell()
    assert wasm.count_view(*asked_of(view)).risk_by_cell() == pytest.approx(risks, rel=NEAR)


def asked_of(view: View) -> tuple[int, int, str, bytes, int | None]:
    return view.grid.rows, view.grid.cols, view.grid.shape.value, view.cells, view.mines


LEVELS = ["beginner/opening:e5", "intermediate/safe:a1", "expert/opening:h8"]


def test_guesses_as_the_native_kernel(built: Kernel, wasm: Kernel) -> None:
    for view in islice(stuck(LEVELS), 30):
        assert_agree(view, built, wasm, twin=False)


def test_playouts_as_in_the_native_kernel(built: Kernel, wasm: Kernel) -> None:
    for view in islice(stuck(LEVELS[2:]), 3):
        one, other = (guesses(each, view, Budget.NORMAL) for each in (built, wasm))
        assert [each.cell for each in one.best] == [each.cell for each in other.best]


@pytest.mark.long
@pytest.mark.parametrize("first_seed", range(0, 10_000, 1000))
def test_three_kernels_guess_alike(built: Kernel, wasm: Kernel, first_seed: int) -> None:
    """Native, WebAssembly and Python's twin, in the first 50 positions from each of ten seeds.

    No position is left out, whatever its number of layouts. The best cells are compared, in their
    order, and between the first two also every risk.
    """
    positions = [*islice(stuck(LEVELS, first_seed), 50)]
    assert len(positions) == 50
    for view in positions:
        assert_agree(view, built, wasm, twin=True)


SUITES = [
    "tests/counting",
    "tests/engines/test_exact.py",
    "tests/engines/test_study.py",
    "tests/engines/parts/test_exact_kernel.py",
    "tests/agents/strategist",
    "tests/coach/boards/test_generate.py",
    "tests/coach/boards/test_reach.py",
]
"""Where everything that the WebAssembly kernel offers is tested."""


@pytest.mark.long
@pytest.mark.usefixtures("wasm")
def test_the_tests_of_the_kernel_pass_on_wasm() -> None:
    environment = os.environ | {"MINEPROOF_KERNEL": "wasm"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--tb=short", "-rsfE"]
    done = subprocess.run(
        [*command, "--ignore-glob=*/test_wasm*.py", *SUITES],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    skipped = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
    assert all(line.endswith("only the native kernel can do this") for line in skipped), skipped


# --- whatever is asked ----------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["Fleet", "KnowledgeBase", "play_games"])
def test_lacks_what_only_mass_production_needs(
    monkeypatch: pytest.MonkeyPatch, wasm: Kernel, part: str
) -> None:
    monkeypatch.setattr(kernels, "_chosen", lambda: wasm)
    assert kernel() is wasm
    assert kernel("count_view", "Watcher") is wasm
    assert kernel(part) is None


@pytest.mark.usefixtures("wasm")
def test_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "wasm")
    assert describe() == "kernel as WebAssembly"
    monkeypatch.setenv("MINEPROOF_WASM", "/nowhere/kernel.wasm")
    with pytest.raises(BadInput, match=r"wasm, but /nowhere/kernel\.wasm cannot be read: No such"):
        describe()


STARTS = [
    b"",
    number("rows", 2) + number("cols", 2) + text("shape", "hex"),
    number("rows", 2) + number("cols", 2) + text("shape", "hex") + octets(bytes(4)),
    number("study", 1) + numbers("cell", [1]),
    number("cells", 3) + number("clues", 2) + number("mines", 1) + numbers("cell", [0, 2]),
]


@settings(max_examples=300)
@given(st.data())
def test_no_request_makes_it_fail(host: WasmtimeHost, data: st.DataObject) -> None:
    names = [e.name for e in host._module.exports if e.name not in OTHER_EXPORTS]
    name = data.draw(st.sampled_from(sorted(names)))
    parts = st.one_of(st.sampled_from(STARTS), st.integers(-9, 9).map(lambda n: number("n", n)))
    junk = st.one_of(parts, st.binary(max_size=40), st.integers(-(2**63), 2**63 - 1).map(packed))
    request = b"".join(data.draw(st.lists(junk, max_size=6)))
    reply = host.call(name, request)
    assert 0 <= int.from_bytes(reply[:8], "little") <= 5


def test_the_first_request_may_be_empty(host: WasmtimeHost) -> None:
    del host
    assert b"a request ends early" in WasmtimeHost(FILE).call("count_view", b"")


OTHER_EXPORTS = {"memory", "_initialize", "reserve", "reply"}


def packed(value: int) -> bytes:
    return number("n", value)


def test_needs_nothing_from_its_host(host: WasmtimeHost) -> None:
    assert not host._module.imports
    assert str(ROOT).encode() not in FILE.read_bytes()
    assert b"/home/" not in FILE.read_bytes()


def test_what_nobody_needs_is_freed(host: WasmtimeHost) -> None:
    wasm = WasmKernel(host)
    study = wasm.study_view(*ASKED)
    handle = study._handle
    assert host.call("study_fronts", handle)[:8] == bytes(8)
    del study
    gc.collect()
    wasm.count_view(*ASKED)
    assert b"there is no study" in host.call("study_fronts", handle)


def test_begins_anew_when_it_has_failed(host: WasmtimeHost) -> None:
    class Failing:
        fails = False

        def call(self, name: str, request: bytes, /) -> bytes:
            if self.fails:
                self.fails = False
                host._instance = None
                raise Trapped("unreachable")
            return host.call(name, request)

    failing = Failing()
    wasm = WasmKernel(failing)
    study = wasm.study_view(*ASKED)
    failing.fails = True
    with pytest.raises(RuntimeError, match="has failed in count_view: unreachable"):
        wasm.count_view(*ASKED)
    assert wasm.count_view(*ASKED).floating == 5
    with pytest.raises(RuntimeError, match="this study was lost"):
        study.fronts()
    replaced = wasm.study_view(*ASKED)
    del study
    gc.collect()
    assert replaced.fronts()


def test_a_trap_is_told_and_forgotten(tmp_path: Path) -> None:
    import wasmtime

    source = """(module (memory (export "memory") 1)
        (func (export "_initialize"))
        (func (export "reserve") (param i32) (result i32) (i32.const 8))
        (func (export "reply") (result i32) (i32.const 0))
        (func (export "well") (param i32) (result i32) (i32.const 8))
        (func (export "ill") (param i32) (result i32) unreachable))"""
    path = tmp_path / "tiny.wasm"
    path.write_bytes(wasmtime.wat2wasm(source))
    host = WasmtimeHost(path)
    with pytest.raises(Trapped, match="unreachable"):
        host.call("ill", b"")
    assert host.call("well", b"") == bytes(8)


@pytest.mark.long
def test_a_count_that_needs_too_much_memory_reaches_a_limit(wasm: Kernel) -> None:
    cells = bytes(9 if r % 2 or c % 2 else 2 for r in range(60) for c in range(60))
    with pytest.raises(LimitReached):
        wasm.count_view(60, 60, "square", cells, None, max_states=1 << 30)
    watcher: Any = wasm.Watcher(60, 60, "square", None, MAX_STATES)
    assert watcher.counts == 0
