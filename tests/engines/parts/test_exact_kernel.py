"""The kernel that watches a game finds what Python finds, and Python proves it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mineproof.agents import agent_named
from mineproof.board.game import Game
from mineproof.board.grid import Grid, Shape
from mineproof.board.view import Sight, View
from mineproof.counting.kernel import Kernel
from mineproof.counting.odds import Density
from mineproof.engines.base import ReasoningWatcher, Watcher
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.engines.parts.exact_kernel import KernelWatcher
from mineproof.engines.single import Single
from mineproof.errors import Contradiction, LimitReached
from mineproof.logic.checker import Checker
from mineproof.logic.proof_words import proof_sentences
from mineproof.logic.reader import Reader
from mineproof.play.match import Match


def both(view: View) -> tuple[Watcher, Watcher]:
    """Return the kernel's and Python's watcher after they have seen `view`."""
    fast = Exact().watch(view.grid, view.mines)
    assert isinstance(fast, KernelWatcher)
    cells = range(view.grid.size)
    slow = ReasoningWatcher(Exact().begin(cells, view.mines), view.grid)
    sights = [Sight(cell, view.number(cell)) for cell in view.open_cells()]
    for watcher in (fast, slow):
        watcher.see(sights)
    return fast, slow


def deduce_all(watcher: Watcher) -> None:
    while watcher.deduce():
        pass


PICTURES = [
    ("### 111", 1, Shape.SQUARE),
    ("#### 1221 ####", None, Shape.SQUARE),
    ("##### 12121 #####", 3, Shape.SQUARE),
    ("#1# #2# #1#", 2, Shape.SQUARE),
    ("#1#1#", 1, Shape.SQUARE),
    ("##1# #### #### 1###", 3, Shape.TORUS),
    ("#2# 2## ###", 3, Shape.HEX),
    ("### ###", 0, Shape.SQUARE),
    ("### ###", 6, Shape.SQUARE),
    ("000 000", 0, Shape.SQUARE),
]


@pytest.mark.parametrize(("picture", "mines", "shape"), PICTURES)
@pytest.mark.usefixtures("native")
def test_same_deductions_in_the_same_order(picture: str, mines: int | None, shape: Shape) -> None:
    fast, slow = both(View.from_picture(picture, mines, shape))
    while found := slow.deduce():
        assert fast.deduce() == found
        assert fast.known == slow.known
    assert (fast.deduce(), fast.status) == ((), slow.status)
    assert fast.counters == slow.counters
    assert fast.risks() == pytest.approx(slow.risks(), rel=1e-12)


# In the marking game all that is deduced is played, so the turns hold every deduction.
PLAYED = ["intermediate/safe/marking#5", "hard/list#3", "hex:9x9/16/opening/marking#1"]


def play(game: str) -> Match:
    return Match(Game.of(game), agent_named("safest", Exact()))


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.usefixtures("native")
def test_every_proof_is_accepted(game: str) -> None:
    match = play(game)
    cells, reader = range(match.game.grid.size), Reader(match.game.grid)
    checker = Checker(cells, match.game.mines)

    def tell(sights: Sequence[Sight]) -> None:
        for cell, _ in sights:
            checker.learn(cell, False)
        for constraint in reader.read(sights):
            checker.tell(constraint)

    tell(match.game.handed_out)
    for turn in match.turns():
        if turn.choice and (deduction := turn.choice.deduction):
            checker.check(deduction.cell, deduction.is_mine, deduction.proof)
        tell(turn.sights)


def proofs(match: Match) -> list[tuple[str, ...]]:
    """Play to the end, and only then put every proof into words."""
    found = [turn.choice.deduction for turn in match.turns() if turn.choice]
    return [
        proof_sentences(deduction.proof, match.game.grid.name) for deduction in found if deduction
    ]


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.usefixtures("native")
def test_every_proof_is_the_one_of_python(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = proofs(play(game))
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    assert proofs(play(game)) == fast


@pytest.mark.usefixtures("native")
def test_a_sight_may_be_seen_twice() -> None:
    watcher = Exact().watch(Grid(1, 3), None)
    for _ in range(2):
        watcher.see([Sight(0, 1)])
    assert [(d.cell, d.is_mine) for d in watcher.deduce()] == [(1, True)]


@pytest.mark.parametrize("picture", ["1", "0#2", "2#", "#1# 0#0 #1#", "1#0", "## 11 12 ##", "3#1"])
@pytest.mark.usefixtures("native")
def test_contradictions_are_told_as_python_tells_them(picture: str) -> None:
    fast, slow = both(View.from_picture(picture))
    with pytest.raises(Contradiction) as told:
        deduce_all(slow)
    with pytest.raises(Contradiction) as seen:
        deduce_all(fast)
    assert (str(seen.value), seen.value.clues) == (str(told.value), told.value.clues)


def test_a_mine_count_that_cannot_be_met_is_a_contradiction() -> None:
    with pytest.raises(Contradiction, match="the mine count cannot be met"):
        Exact().watch(Grid(2, 2), 5)
    watcher = Exact().watch(Grid(1, 3), 1)
    watcher.see([Sight(1, 2)])
    with pytest.raises(Contradiction, match="the mine count cannot be met"):
        deduce_all(watcher)


@pytest.mark.usefixtures("native")
def test_a_limit_of_work_is_no_error_until_risks_are_wanted() -> None:
    view = View.from_picture("#### 1221 ####", 4)
    watcher = Exact(max_states=1).watch(view.grid, view.mines)
    watcher.see([Sight(cell, view.number(cell)) for cell in view.open_cells()])
    deduce_all(watcher)
    assert watcher.status is Status.LIMIT
    with pytest.raises(LimitReached, match="more than 1 states"):
        watcher.risks()


@pytest.mark.usefixtures("native")
def test_a_mine_that_it_is_told_is_known() -> None:
    watcher = Exact().watch(Grid(1, 3), None)
    assert watcher.status is Status.COMPLETE
    watcher.see([Sight(1, 1)])
    watcher.learn(0)
    assert watcher.known[0] is True
    assert [(d.cell, d.is_mine) for d in watcher.deduce()] == [(2, False)]


def test_the_limit_of_python_is_the_status_of_both(
    native: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = View.from_picture("#### 1221 ####", 4)
    watcher = Exact(max_states=1).watch(view.grid, view.mines)
    watcher.see([Sight(cell, view.number(cell)) for cell in view.open_cells()])
    unable = Unable(native.Watcher(3, 4, "square", 4, 1))
    monkeypatch.setattr(watcher, "_native", unable)
    deduce_all(watcher)
    assert watcher.status is Status.LIMIT


def test_what_the_kernel_cannot_count_is_left_to_python(
    native: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast, slow = both(View.from_picture("#1#1#", 1))
    monkeypatch.setattr(fast, "_native", Unable(native.Watcher(1, 5, "square", 1, 99)))
    assert fast.deduce() == slow.deduce()
    assert fast.known == slow.known
    assert fast.risks() == slow.risks() == {}


class Unable:
    """A watcher of the kernel that can neither deduce nor tell risks."""

    def __init__(self, native: Kernel.Watcher) -> None:
        self.learn, self.known = native.learn, native.known
        native.see([(1, 1), (3, 1)])

    def deduce(self) -> tuple[list[int], list[int], str]:
        return [], [], "unsupported"

    def risks(self) -> tuple[dict[int, float], str]:
        return {}, "unsupported"


def test_other_engines_watch_in_python() -> None:
    assert isinstance(Single().watch(Grid(3, 3), 1), ReasoningWatcher)
    assert isinstance(Exact(prior=Density(0.2)).watch(Grid(3, 3), None), ReasoningWatcher)


def test_without_the_kernel_exact_watches_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINEPROOF_KERNEL", "python")
    assert isinstance(Exact().watch(Grid(3, 3), 1), ReasoningWatcher)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ((0, 3, "square", 1, 9), "rows 0 is out of range"),
        ((3, 1001, "square", 1, 9), "cols 1001 is out of range"),
        ((3, 3, "flat", 1, 9), "unknown shape 'flat'"),
        ((3, 3, "square", 10, 9), "total 10 is out of range; expected 0 to 9"),
        ((3, 3, "square", -1, 9), "total -1 is out of range"),
        ((3, 3, "square", 1, -1), "max_states -1 is out of range"),
    ],
)
def test_the_kernel_watches_no_game_that_cannot_be(
    native: Kernel, game: tuple[int, int, str, int, int], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        native.Watcher(*game)


def test_the_kernel_sees_no_cell_that_cannot_be(native: Kernel) -> None:
    watcher = native.Watcher(2, 2, "square", 1, 100)
    for sight, message in [((4, 0), "cell 4 is"), ((-1, 0), "cell -1 is"), ((0, 9), "number 9 is")]:
        with pytest.raises(ValueError, match=f"^{message} out of range"):
            watcher.see([(1, 1), sight])
    assert watcher.known() == {}  # nothing of a wrong list is taken in
    with pytest.raises(ValueError, match="cell 4 is out of range; expected 0 to 3"):
        watcher.learn(4, False)
