"""The kernel's binding is a border: it checks all it is given, and refuses a second thread."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from fuzz.values import Liar

from mineproof.counting.kernel import Kernel
from mineproof.errors import Contradiction

pytestmark = pytest.mark.usefixtures("built")  # threads, signals, fleets and lists that lie

GAMES, CELLS = 3, 16


class Arrays:
    """The arrays of a fleet of three games with sixteen cells each, all selected."""

    def __init__(self, games: int = GAMES, cells: int = CELLS) -> None:
        self.seeds = np.arange(games, dtype=np.uint64)
        self.cells = np.zeros(games, np.int64)
        self.which = np.ones(games, np.bool_)
        self.shown = np.full((games, cells), -1, np.int8)
        self.opened = np.zeros(games, np.int32)
        self.status = np.zeros(games, np.int8)

    def begin(self, fleet: Kernel.Fleet) -> None:
        fleet.begin(self.seeds, self.which, self.shown)

    def open(self, fleet: Kernel.Fleet) -> None:
        fleet.open(self.cells, self.which, self.shown, self.opened, self.status)


def fleet(native: Kernel, mines: int = 3) -> Kernel.Fleet:
    return native.Fleet(4, 4, "square", mines, "safe", 0, GAMES)


# --- Fleet ------------------------------------------------------------------------------------


def test_a_fleet_takes_only_true_and_false(native: Kernel) -> None:
    arrays, ships = Arrays(), fleet(native)
    arrays.begin(ships)
    before = arrays.shown.copy()
    arrays.which = np.array([1, 7, 0], np.uint8).view(np.bool_)
    message = "which has the byte 7 in game 1; expected 0 or 1"
    for call in (arrays.begin, arrays.open):
        with pytest.raises(ValueError, match=message):
            call(ships)
    assert (arrays.shown == before).all()


def overlapping(arrays: Arrays) -> Iterator[str]:
    """Make arrays overlap, pair by pair; tell which."""
    memory = np.zeros(64 * GAMES * CELLS, np.int8)
    arrays.shown = memory[: GAMES * CELLS].reshape(GAMES, CELLS)
    arrays.status = memory[5 : 5 + GAMES]
    yield "shown and status"
    arrays.status = np.zeros(GAMES, np.int8)
    arrays.opened = memory[8 : 8 + 4 * GAMES].view(np.int32)
    yield "shown and opened"
    arrays.shown = np.full((GAMES, CELLS), -1, np.int8)
    arrays.cells = memory[: 8 * GAMES].view(np.int64)
    yield "opened and cells"
    arrays.opened = np.zeros(GAMES, np.int32)
    arrays.status = memory[:GAMES]
    yield "status and cells"
    arrays.cells = np.zeros(GAMES, np.int64)
    arrays.which = memory[:GAMES].view(np.bool_)
    yield "status and which"


def test_a_fleet_refuses_arrays_that_overlap(native: Kernel) -> None:
    arrays, ships = Arrays(), fleet(native)
    arrays.begin(ships)
    for pair in overlapping(arrays):
        with pytest.raises(ValueError, match=f"the arrays {pair} overlap; expected separate"):
            arrays.open(ships)
    seeds = np.zeros(GAMES * CELLS // 8, np.uint64)
    shown = seeds.view(np.int8).reshape(GAMES, CELLS)
    with pytest.raises(ValueError, match="the arrays shown and seeds overlap"):
        ships.begin(seeds[:GAMES], np.ones(GAMES, np.bool_), shown)


def test_a_fleet_refuses_arrays_it_could_not_write_to(native: Kernel) -> None:
    arrays, ships = Arrays(), fleet(native)
    arrays.begin(ships)
    room = np.zeros(8 * GAMES, np.int8)
    shift = 1 if room.ctypes.data % 4 == 0 else 0
    arrays.opened = room[shift : shift + 4 * GAMES].view(np.int32)
    with pytest.raises(ValueError, match="the array opened is not aligned"):
        arrays.open(ships)
    arrays.opened = np.zeros(GAMES, np.int64)
    with pytest.raises(TypeError):  # a converted copy would get the numbers
        arrays.open(ships)
    arrays = Arrays()
    arrays.shown.flags.writeable = False
    with pytest.raises(TypeError):
        arrays.begin(ships)


def test_a_wrong_cell_moves_no_game(native: Kernel) -> None:
    arrays, ships = Arrays(), fleet(native)
    arrays.begin(ships)
    arrays.cells[GAMES - 1] = CELLS
    with pytest.raises(ValueError, match="cell 16 in game 2; expected 0 to 15"):
        arrays.open(ships)
    assert (arrays.shown == -1).all()
    arrays.cells[GAMES - 1] = 0
    arrays.open(ships)
    assert (arrays.opened > 0).all()  # the first games had not been moved


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ((3, 3, "square", 0, "list", 10, 1), "safe cells 10 is out of range; expected 0 to 9"),
        ((3, 3, "square", 2, "list", 8, 1), "mines 2 is out of range; expected 0 to 1"),
        ((1, 1, "square", 1, "safe", 0, 1), "mines 1 is out of range; expected 0 to 0"),
        ((2, 2, "torus", 1, "opening", 0, 1), "mines 1 is out of range; expected 0 to 0"),
        ((1000, 1000, "square", 1, "safe", 0, 1074), "1074 games of 1000000 cells; expected 10737"),
        ((3, 3, "square", 1, "safe", 0, 0), "games 0 is out of range"),
    ],
)
def test_a_fleet_has_a_size_that_can_be(
    native: Kernel, kind: tuple[int, int, str, int, str, int, int], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.Fleet(*kind)


@pytest.mark.parametrize("start", ["list", "safe", "opening", "none"])
def test_the_smallest_fleets_play(native: Kernel, start: str) -> None:
    arrays = Arrays(games=1, cells=1)
    ships = native.Fleet(1, 1, "torus", 0, start, 1 if start == "list" else 0, 1)
    arrays.begin(ships)
    arrays.open(ships)
    assert (arrays.status[0], arrays.shown[0, 0]) == (1, 0)


def test_cells_may_change_while_a_fleet_works(native: Kernel) -> None:
    """What another thread writes into the arrays is never used unchecked."""
    games, side = 64, 40
    arrays, is_over = Arrays(games, side * side), threading.Event()
    ships = native.Fleet(side, side, "square", 300, "safe", 0, games)

    def disturb() -> None:
        while not is_over.is_set():
            arrays.cells[:] = 2**40
            arrays.which.view(np.uint8)[:] = 3
            arrays.cells[:] = 5
            arrays.which[:] = True

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(200):
            for call in (arrays.begin, arrays.open):
                with suppress(ValueError):
                    call(ships)
    finally:
        is_over.set()
        thread.join()


# --- one call at a time -----------------------------------------------------------------------


def busy_fleet(native: Kernel) -> tuple[Callable[[], object], Callable[[], object]]:
    games, side = 512, 100
    arrays, ships = Arrays(games, side * side), native.Fleet(side, side, "hex", 9, "none", 0, games)
    other = Arrays(games, side * side)
    return lambda: arrays.begin(ships), lambda: other.begin(ships)


def busy_watcher(native: Kernel) -> tuple[Callable[[], object], Callable[[], object]]:
    watcher = native.Watcher(16, 30, "square", 99, 20_000_000)
    watcher.see([(0, 1)])
    return lambda: watcher.guesses("normal", 40, []), lambda: watcher.counts


def busy_study(native: Kernel) -> tuple[Callable[[], object], Callable[[], object]]:
    cells = bytes([9] * 300 + [2 if i % 2 else 9 for i in range(300)] + [9] * 300)
    study = native.study_view(30, 30, "square", cells, 200)
    return lambda: [study.prospect(0) for _ in range(3)], lambda: study.sample(1)


def busy_base(native: Kernel) -> tuple[Callable[[], object], Callable[[], object]]:
    bases = [native.KnowledgeBase([], -1, 0, 0, 0)]

    def deduce() -> None:
        bases[0] = native.KnowledgeBase(range(40), -1, 4, 0, 6000)
        for cell in range(32):
            bases[0].tell(range(cell, cell + 8), 4)
        bases[0].deduce()

    return deduce, lambda: bases[0].clash


@pytest.mark.parametrize("busy", [busy_fleet, busy_watcher, busy_study, busy_base])
def test_one_call_at_a_time(
    native: Kernel, busy: Callable[[Kernel], tuple[Callable[[], object], Callable[[], object]]]
) -> None:
    work, ask = busy(native)
    refused: list[RuntimeError] = []
    is_over = threading.Event()

    def keep_busy() -> None:
        while not is_over.is_set():
            try:
                work()
            except RuntimeError as error:  # the other thread was first
                refused.append(error)

    thread = threading.Thread(target=keep_busy, daemon=True)
    thread.start()
    end = time.monotonic() + 60
    while not refused and time.monotonic() < end:
        try:
            ask()
        except RuntimeError as error:
            refused.append(error)
    is_over.set()
    thread.join()
    assert "is busy in another thread" in str(refused[0])


# --- Watcher ----------------------------------------------------------------------------------


def test_a_watcher_learns_no_opposite(native: Kernel) -> None:
    watcher = native.Watcher(3, 3, "square", 2, 100)
    watcher.learn(4, True)
    watcher.learn(4, True)
    watcher.see([(0, 1)])
    before = watcher.known()
    message = "cell {} would have to be both safe and mined"
    with pytest.raises(Contradiction, match=message.format(4)):
        watcher.learn(4, False)
    with pytest.raises(Contradiction, match=message.format(0)):
        watcher.learn(0, True)
    with pytest.raises(Contradiction, match=message.format(4)):
        watcher.see([(8, 1), (4, 1)])
    assert watcher.known() == before
    assert watcher.deduce()[2] == "found"  # nothing is broken


def test_a_cell_shows_one_number(native: Kernel) -> None:
    watcher = native.Watcher(3, 3, "square", 2, 100)
    watcher.see([(0, 1), (0, 1)])
    watcher.see([(0, 1)])
    for sights in ([(8, 0), (0, 2)], [(8, 1), (8, 2)]):
        with pytest.raises(Contradiction, match=r"cell \d would have to show both 1 and 2"):
            watcher.see(sights)
    assert watcher.known() == {0: False}


def test_a_position_without_a_layout_has_no_guesses(native: Kernel) -> None:
    watcher = native.Watcher(3, 3, "hex", 8, 0)
    watcher.learn(4, False)
    watcher.see([(7, 2), (3, 2), (4, 4)])
    watcher.learn(2, False)
    assert watcher.guesses("fast", 1, [8]) == ([], "contradiction")
    assert watcher.risks() == ({}, "contradiction")
    assert watcher.deduce() == ([], [], "contradiction")


def test_a_number_that_cannot_be_leaves_no_risks(native: Kernel) -> None:
    watcher = native.Watcher(2, 3, "square", None, 1000)
    watcher.see([(0, 4)])
    assert watcher.risks() == ({}, "contradiction")
    assert watcher.guesses("deep", 9, [])[1] == "contradiction"


# --- lists ------------------------------------------------------------------------------------


def calls_with(native: Kernel, items: Any) -> dict[str, Callable[[], object]]:
    """Every call that takes a list, with this one."""
    watcher = native.Watcher(3, 3, "square", 2, 100)
    study = native.study_view(1, 2, "square", b"\t\t", 1)
    play: Any = {"finish": "marking", "policy": "safest"}
    board: Any = {"rows": 3, "cols": 3, "shape": "square", "with_count": True, "hardest": "single"}
    return {
        "clear": lambda: native.random_mines(9, 1, 1, items),
        "seeds": lambda: native.play_games(3, 3, "square", 1, "none", 0, seeds=items, **play),
        "mines": lambda: native.is_solvable(mines=items, first=8, **board),
        "covered": lambda: native.count_wins(3, 3, "square", items, [[]]),
        "layouts": lambda: native.count_wins(3, 3, "square", [0, 1], [items]),
        "safe": lambda: study.chance([], items),
        "excluded": lambda: watcher.guesses("fast", 1, items),
        "sights": lambda: watcher.see(
            [(i, 1) for i in items] if isinstance(items, list) else items
        ),
        "first": lambda: native.play_layouts(
            3, 3, "square", [[], []], [[], []], items, seeds=[1, 2], **play
        ),
    }


NAMES = ["clear", "seeds", "mines", "covered", "layouts", "safe", "excluded", "sights", "first"]


@pytest.mark.parametrize(
    ("name", "length", "word"),
    [
        *((name, 2, "fewer") for name in NAMES),
        *((name, 1, "more") for name in NAMES if name != "first"),
    ],
)
def test_a_list_that_lies_about_its_length_is_named(
    native: Kernel, name: str, length: int, word: str
) -> None:
    items = [(0, 1), (1, 1)] if name == "sights" else [0, 1]
    liar = Liar(items if length == 1 else items[:1], length)
    with pytest.raises(ValueError, match=f"^{name} has {word} entries than its length of {length}"):
        calls_with(native, liar)[name]()


def test_a_sight_that_lies_about_its_length_asks_for_no_memory(native: Kernel) -> None:
    watcher = native.Watcher(3, 3, "square", 2, 100)
    with pytest.raises(ValueError, match="entries in a sight; expected 2 at most"):
        watcher.see([Liar([0, 1], 2**62)])  # type: ignore[list-item]


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_of_the_wrong_type_is_named(native: Kernel, name: str) -> None:
    with pytest.raises(TypeError, match=f"^an entry of {name} is of type str; expected a"):
        calls_with(native, ("x", "y"))[name]()


def test_layouts_are_different(native: Kernel) -> None:
    with pytest.raises(ValueError, match="one layout is listed twice"):
        native.count_wins(1, 3, "square", [0, 1, 2], [[0], [1], [0, 0]])


# --- the end ----------------------------------------------------------------------------------

WORK = {
    "a count": """
cells = bytes(9 if (row % 3 == 1 or col % 3 == 1) else 3 for row in range(60) for col in range(60))
# then
while True:
    try:
        native.count_view(60, 60, "square", cells, None, max_states=2**30)
    except mineproof.errors.MineproofError:
        pass
""",
    "games": """
while True:
    native.play_games(16, 30, "square", 99, "opening", 1, "clearing", "strategist", range(64),
                      threads=2)
""",
    "no_guess": """
native.no_guess(rows=1, cols=1000, shape="hex", mines=900, start="safe", first=0, seed=1, skip=0,
                tries=10**9, hardest="counting", with_count=True, too_easy=None, repairs=False)
""",
    "resolution": """
base = native.KnowledgeBase(range(60), -1, 30, 0, 10**9)
for cell in range(50):
    base.tell(range(cell, cell + 9), 4)
# then
while True:
    base.deduce()
""",
    "a fleet": """
import numpy as np
fleet = native.Fleet(100, 100, "square", 99, "none", 0, 64)
seeds, which = np.zeros(64, np.uint64), np.ones(64, np.bool_)
shown = np.zeros((64, 10**4), np.int8)
while True:
    fleet.begin(seeds, which, shown)
""",
    "count_wins": """
import itertools
layouts = list(itertools.combinations(range(20), 5))
while True:
    native.count_wins(4, 5, "square", range(20), layouts)
""",
    "guesses": """
watcher = native.Watcher(16, 30, "square", 99, 20_000_000)
watcher.see([(0, 0)])
while watcher.deduce()[2] == "found":
    pass
# then
while True:
    watcher.guesses("deep", 50, [])
""",
}

PROGRAM = """
import sys, threading, time
import mineproof.errors
from mineproof import _native as native
sys.setswitchinterval(1e-4)

def work():
    {work}

threads = [threading.Thread(target=work, daemon=True) for _ in range(2)]
for thread in threads:
    thread.start()
time.sleep({sleep})
"""


@pytest.mark.parametrize("work", WORK)
@pytest.mark.usefixtures("native")
def test_the_interpreter_ends_while_a_thread_works(work: str) -> None:
    body = WORK[work].strip().replace("\n", "\n    ")
    program = PROGRAM.format(work=body, sleep=0.2)
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


# --- Ctrl-C -----------------------------------------------------------------------------------

LONG = {name: WORK[name] for name in ("a count", "games", "no_guess", "resolution", "guesses")} | {
    "no_guess on small boards": """
native.no_guess(rows=2, cols=2, shape="torus", mines=1, start="safe", first=0, seed=1, skip=0,
                tries=10**9, hardest="counting", with_count=True, too_easy="single", repairs=False)
""",
    "no_guess that skips": """
while True:
    native.no_guess(rows=2, cols=2, shape="torus", mines=1, start="safe", first=0, seed=1,
                    skip=10**9, tries=1, hardest="single", with_count=True, too_easy=None,
                    repairs=False)
""",
    "count_wins": """
import itertools
layouts = list(itertools.combinations(range(24), 8))[:300_000]
# then
native.count_wins(4, 6, "square", range(24), layouts)
""",
    "a fleet": """
import numpy as np
fleet = native.Fleet(1000, 1000, "square", 9999, "none", 0, 1000)
seeds, which = np.zeros(1000, np.uint64), np.ones(1000, np.bool_)
shown = np.zeros((1000, 10**6), np.int8)
# then
fleet.begin(seeds, which, shown)
""",
}

INTERRUPTED = """
import os, signal, threading, time
import mineproof.errors
from mineproof import _native as native

def hear(*_):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt

signal.signal(signal.SIGINT, hear)

def interrupt():
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)

{before}
try:
    threading.Thread(target=interrupt, daemon=True).start()
    {work}
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.parametrize("work", LONG)
@pytest.mark.usefixtures("native")
def test_ctrl_c_is_heard(work: str) -> None:
    before, _, long = LONG[work].rpartition("# then\n")
    program = INTERRUPTED.format(before=before, work=long.strip().replace("\n", "\n    "))
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "heard\n", "")


FULL = [
    ("square", 1, 1, 0, "safe"),
    ("torus", 3, 3, 0, "opening"),
    ("torus", 4, 4, 7, "opening"),
    ("hex", 1, 1000, 999, "safe"),
    ("square", 30, 30, 0, "opening"),
]


@pytest.mark.parametrize("repairs", [False, True])
@pytest.mark.parametrize("board", FULL)
def test_boards_that_the_first_cell_clears_are_tried_once(
    native: Kernel, board: tuple[str, int, int, int, str], repairs: bool
) -> None:
    shape, rows, cols, mines, start = board

    def search(too_easy: str | None) -> tuple[int, bool]:
        tries, _, found = native.no_guess(
            rows=rows, cols=cols, shape=shape, mines=mines, start=start, first=0, seed=1, skip=0,
            tries=10**9, hardest="counting", with_count=True, too_easy=too_easy, repairs=repairs,
        )  # fmt: skip
        return tries, found is not None

    assert search(None) == (1, True)
    assert search("single") == (10**9, False)


def test_no_games_have_no_moves(native: Kernel) -> None:
    games = native.play_games(
        2, 2, "square", 1, "safe", 0, "clearing", "safest", [], unmarked=True, trace=True
    )
    for ask in (games.trace, games.unmarked_cells):
        with pytest.raises(ValueError, match="game 0; expected none, since no game was played"):
            ask(0)
