"""Generation: boards that are certified to need no guess from their first cell.

Two methods:

- *Filter* is rejection sampling: layouts are dealt until one can be cleared. Each board that meets
  the wishes is then equally likely, and it has a game id.
- *Repair* moves mines where play gets stuck (`repair.py`). It works where hardly any dealt layout
  can be cleared, but makes some boards likelier than others; docs/generate.md says by how much.

By default the filter is tried first, and repair once its tries are used up. With either method a
board is accepted only after it was played from its first cell to its last, every move certain. If
the tries do not suffice, LimitReached is raised.

Try number k deals the layout of the k-th number in the stream of the seed. Python and the kernel
(`native/play/generate.hpp`) make the same tries, so a seed gives the same board everywhere, except
for boards whose counts exceed the limit of one and not of the other.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from mineproof.board.game import Act, Move
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.notation import Setting
from mineproof.board.rng import Rng
from mineproof.board.rules import Finish, Level, Start, StartRule
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.certificates.certificate import Certificate
from mineproof.coach.boards.certify import certify
from mineproof.coach.boards.days import DAILY_LEVEL, daily_seed
from mineproof.coach.boards.grade import Grade
from mineproof.coach.boards.reach import Solving
from mineproof.coach.boards.repair import repair
from mineproof.coach.boards.script import Script, write_script
from mineproof.coach.boards.wishes import Wishes, grade_layout
from mineproof.counting.kernel import Kernel, kernel
from mineproof.errors import BadInput, LimitReached

TRIES = 2000
"""How many layouts the filter tries by default; repair tries a tenth of that.

One in six expert boards with an opening can be cleared; with 120 mines, one in 250.
"""

DENSE = 0.3
"""Above this share of mines the filter, too, tries only a tenth as many."""

_STREAM = 0x67656E6572617465


class Method(Enum):
    """How a board was made."""

    FILTER = "filter"
    REPAIR = "repair"


@dataclass(frozen=True, slots=True)
class Generated:
    """A board that needs no guess, and how it was made.

    `setting` is that of the dealt layout; a filtered board is exactly that game, with its id.
    `tries` counts the dealt layouts, including those of the filter if it was tried first.
    """

    setting: Setting
    layout: Layout
    first: Cell
    seed: int
    method: Method
    tries: int
    with_count: bool

    @property
    def game_id(self) -> str | None:
        """The game id, if there is one."""
        return str(self.setting) if self.method is Method.FILTER else None

    @property
    def transcript(self) -> Transcript:
        """The board and its first move, as a transcript."""
        board = GivenLayout(self.layout, Finish.CLEARING)
        return Transcript(board, (Move(Act.OPEN, self.first),))

    @property
    def script(self) -> Script:
        """The steps that clear it, for anyone to check; computed in 0.1 s on an expert board."""
        return write_script(self.layout, self.first, with_count=self.with_count)

    @property
    def certificate(self) -> Certificate:
        """The same with a proof of each step, for `mineproof check`; takes as long."""
        found = certify(self.layout, self.first, with_count=self.with_count).certificate
        assert found is not None, "a board that needs no guess has a certificate"
        return found

    @property
    def grade(self) -> Grade:
        """How hard it is; takes as long as the script."""
        return grade_layout(self.layout, self.first)


def no_guess(
    level: Level | str,
    seed: int,
    *,
    start: Start | str = "opening",
    wishes: Wishes | None = None,
    method: Method | None = None,
    tries: int | None = None,
    is_over: Callable[[], bool] = lambda: False,
    accept: Callable[[Layout, Cell], bool] = lambda layout, first: True,  # noqa: ARG005
) -> Generated:
    """Return a board of `level` that needs no guess, the same for the same arguments.

    `start` is `opening` or `safe`, optionally with the first cell. Raises BadInput if there is no
    such game, LimitReached if `tries` layouts do not suffice. `is_over` is polled; if it returns
    True, KeyboardInterrupt is raised, because a thread other than the main one gets no Ctrl-C.
    `accept` is a further wish: it gets a layout that meets all others, and the first cell.

    >>> board = no_guess("expert", 7, start="opening:c5")
    >>> board.method.value, board.tries, board.game_id
    ('filter', 2, 'expert/opening:c5#3767865635344533893')
    >>> no_guess("16x30/200", 7).method.value
    'repair'
    """
    order = _Order.make(level, start, seed, wishes or Wishes())
    plan = _plan(order.level, method, tries)
    made = 0
    for way, most in plan:
        for found in _candidates(order, way, most):
            if is_over():
                raise KeyboardInterrupt
            layout = found.layout
            if layout is None or not order.wishes.are_met(layout, order.first):
                continue
            if accept(layout, order.first):
                return order.generated(layout, found.seed, way, made + found.tries)
        made += most
    told = " and ".join(f"{most} tries by {way.value}" for way, most in plan)
    raise LimitReached(f"no {order} in {told}; expected another seed, more tries or fewer wishes")


def daily(date: dt.date, level: Level | str = DAILY_LEVEL) -> Generated:
    """Return the board of a day, the same everywhere.

    >>> daily(dt.date(2026, 2, 1)).seed
    20260201
    """
    return no_guess(level, daily_seed(date))


@dataclass(frozen=True, slots=True)
class _Order:
    """A request for a board."""

    level: Level
    start: Start
    first: Cell
    seed: int
    wishes: Wishes

    @classmethod
    def make(cls, level: Level | str, start: Start | str, seed: int, wishes: Wishes) -> _Order:
        setting = Setting.make(level, start, seed, Finish.CLEARING)
        if setting.start.rule not in (StartRule.SAFE, StartRule.OPENING):
            raise BadInput(
                f"start {setting.start}; expected opening or safe, which have a first cell"
            )
        first = setting.start.first_cell(setting.level.grid)
        return cls(setting.level, setting.start, first, seed, wishes)

    @property
    def clear(self) -> tuple[Cell, ...]:
        return self.start.clear_cells(self.level.grid, self.first)

    def generated(self, layout: Layout, dealt: int, method: Method, tries: int) -> Generated:
        first = self.level.grid.place(self.first)
        start = Start(self.start.rule, first=first)
        setting = Setting.make(self.level, start, dealt, Finish.CLEARING)
        with_count = self.wishes.reach.with_count
        return Generated(setting, layout, self.first, self.seed, method, tries, with_count)

    def __str__(self) -> str:
        wishes = f" ({self.wishes})" if str(self.wishes) else ""
        first = self.level.grid.name(self.first)
        return f"board of {self.level} without a guess from {first}{wishes}, seed {self.seed},"


_PORTIONS = {Method.FILTER: 2000, Method.REPAIR: 20}
"""How many tries the kernel makes at a time: about a tenth of a second."""


class _Found(NamedTuple):
    """How many tries were made, the seed of the last, and the layout it gave, if any.

    The layout is within reach and not too easy.
    """

    tries: int
    seed: int
    layout: Layout | None


def _plan(level: Level, method: Method | None, tries: int | None) -> list[tuple[Method, int]]:
    """Return the methods to try, and how often."""
    if tries is not None and tries < 1:
        raise BadInput(f"{tries} tries; expected 1 or more")
    most = TRIES if tries is None else tries
    few = max(1, most // 10)
    if method is not None:
        return [(method, most if method is Method.FILTER or tries else few)]
    is_dense = level.mines > DENSE * level.grid.size
    return [(Method.FILTER, few if is_dense else most), (Method.REPAIR, few)]


def _candidates(order: _Order, method: Method, most: int) -> Iterator[_Found]:
    """Make the first `most` tries; yield what is found and, to report progress, empty tries."""
    native = kernel()
    if native is None:
        yield from _candidates_in_python(order, method, most)
        return
    made = 0
    while made < most:
        found = _ask(native, order, method, made, min(most - made, _PORTIONS[method]))
        made += found.tries
        yield found._replace(tries=made)


def _ask(native: Kernel, order: _Order, method: Method, skip: int, tries: int) -> _Found:
    grid, wishes = order.level.grid, order.wishes
    made, seed, mines = native.no_guess(
        rows=grid.rows,
        cols=grid.cols,
        shape=grid.shape.value,
        mines=order.level.mines,
        start=order.start.rule.value,
        first=order.first,
        seed=order.seed,
        skip=skip,
        tries=tries,
        hardest=wishes.reach.hardest.value,
        with_count=wishes.reach.with_count,
        too_easy=None if wishes.too_easy is None else wishes.too_easy.hardest.value,
        repairs=method is Method.REPAIR,
    )
    return _Found(made, seed, None if mines is None else Layout(grid, frozenset(mines)))


def _candidates_in_python(order: _Order, method: Method, most: int) -> Iterator[_Found]:
    seeds = Rng(order.seed ^ _STREAM)
    for number in range(1, most + 1):
        seed = seeds.next()
        try:
            yield _Found(number, seed, _try(order, method, seed))
        except LimitReached:
            yield _Found(number, seed, None)


def _try(order: _Order, method: Method, seed: int) -> Layout | None:
    """Deal the layout of a seed; return it, or its repair, if it can be accepted."""
    level, reach, too_easy = order.level, order.wishes.reach, order.wishes.too_easy
    layout = Layout.random(level.grid, level.mines, Rng(seed), order.clear)
    if method is Method.REPAIR:
        repaired = repair(layout, order.first, order.clear, reach, seed)
        if repaired is None:
            return None
        layout = repaired
    elif not Solving(order.first, reach).play(layout):
        return None
    is_easy = too_easy is not None and Solving(order.first, too_easy).play(layout)
    return None if is_easy else layout
