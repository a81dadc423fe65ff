"""`mineproof generate`: boards that need no guess, on consecutive seeds.

Threads make them in parallel, since the kernel does most of the work without the GIL. Boards are
written in the order of their seeds, each as soon as it is ready; Ctrl-C keeps those already made.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from mineproof.agents.entrant import Entrant
from mineproof.app.json.boards import board_json
from mineproof.app.text.console import progress_bar, screen
from mineproof.board.grid import Cell
from mineproof.board.layout import Layout
from mineproof.board.rng import MAX_SEED
from mineproof.board.rules import Finish
from mineproof.certificates.text import write_text
from mineproof.coach.boards.generate import Generated, Method, no_guess
from mineproof.coach.boards.wishes import ANY, STEP_LEVELS, Range, Wishes, step_level
from mineproof.coach.steps.techniques import StepLevel
from mineproof.errors import BadInput
from mineproof.files import check_new, save, writable
from mineproof.play.given_boards import Given, GivenBoard
from mineproof.play.guests import failure, play_boards
from mineproof.play.record import Outcome

_MOST_JOBS = 256


@dataclass(frozen=True, slots=True)
class Order:
    """A number of boards on consecutive seeds; `solver` must clear them, if it is given."""

    level: str
    start: str
    seed: int
    count: int
    wishes: Wishes
    method: Method | None = None
    tries: int | None = None
    jobs: int = 1
    solver: Entrant | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadInput(f"{self.count} boards; expected 1 or more")
        if not 0 <= self.seed <= MAX_SEED - self.count + 1:
            raise BadInput(f"seed {self.seed} and {self.count} boards; expected seeds below 2**64")
        if not 1 <= self.jobs <= _MOST_JOBS:
            raise BadInput(f"{self.jobs} jobs; expected 1 to {_MOST_JOBS}")

    def board(self, seed: int, is_over: Callable[[], bool]) -> Generated:
        """Return the board of one seed; `is_over` can end the search early."""
        return no_guess(
            self.level,
            seed,
            start=self.start,
            wishes=self.wishes,
            method=self.method,
            tries=self.tries,
            is_over=is_over,
            accept=self._is_solved,
        )

    def _is_solved(self, layout: Layout, first: Cell) -> bool:
        """Tell whether the solver clears a board; raise Fault if it is a guest and fails."""
        if self.solver is None:
            return True
        solver = replace(self.solver, tell_total=self.wishes.with_count)
        board = GivenBoard(Given(layout, first=first), Finish.CLEARING)
        (record,) = play_boards([board], solver)
        if record.fault is not None:
            raise failure(solver.full_engine, record.fault)
        return record.outcome is Outcome.WON

    def boards(self) -> Iterator[Generated]:
        """Yield the boards in order, and start only a few ahead of the one yielded."""
        end = threading.Event()
        with ThreadPoolExecutor(self.jobs) as pool:
            waiting = deque[Future[Generated]]()
            try:
                for seed in range(self.seed, self.seed + self.count):
                    waiting.append(pool.submit(self.board, seed, end.is_set))
                    if len(waiting) > 4 * self.jobs:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                end.set()
                pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Output:
    """Where the boards are written, and in which form."""

    as_json: bool = False
    as_lines: bool = False
    with_script: bool = False
    file: str | None = None
    certificates: str | None = None

    def __post_init__(self) -> None:
        if self.as_json and self.as_lines:
            raise BadInput("--json and --jsonl cannot be combined")
        if self.with_script and not (self.as_json or self.as_lines):
            raise BadInput("--script needs --json or --jsonl")
        if self.file is not None:
            check_new(self.file)
        if self.certificates is not None:
            folder = Path(self.certificates)
            with writable(folder):
                folder.mkdir(parents=True, exist_ok=True)

    @property
    def is_stream(self) -> bool:
        """Whether each board is written as soon as it is ready."""
        return self.file is None and not self.as_json

    def text(self, board: Generated) -> str:
        """Return the text of one board."""
        if self.as_json or self.as_lines:
            return json.dumps(board_json(board, with_script=self.with_script))
        return " ".join(str(board.transcript).split())

    def certify(self, board: Generated) -> None:
        """Write the certificate of a board into the folder for them, if there is one.

        Raises BadInput if there is a file of its name already.
        """
        if self.certificates is not None:
            file = str(Path(self.certificates) / f"{board.seed}.cert")
            check_new(file)
            save(file, write_text(board.certificate))

    def whole(self, texts: Sequence[str]) -> str:
        """Return the text of all boards together."""
        if self.as_json:
            return f'{{"boards": [{", ".join(texts)}]}}\n'
        return "".join(f"{text}\n" for text in texts)


def generate(order: Order, output: Output) -> int:
    """Make the boards, write them, and return the exit code."""
    texts: list[str] = []
    if output.is_stream:
        made = _make(order, output, lambda text: _write(f"{text}\n"))
    else:
        made = _make(order, output, texts.append)
        _hand_over(output, output.whole(texts))
    return _leave(order, made)


def _hand_over(output: Output, text: str) -> None:
    if output.file is None:
        _write(text)
    else:
        save(output.file, text)


def _make(order: Order, output: Output, take: Callable[[str], None]) -> int:
    """Make boards until there are enough or the user stops; return how many were made."""
    made = 0
    try:
        with progress_bar() as progress:
            task = progress.add_task("boards", total=order.count)
            for board in order.boards():
                output.certify(board)
                take(output.text(board))
                made += 1
                progress.advance(task)
    except KeyboardInterrupt:
        pass
    return made


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _leave(order: Order, made: int) -> int:
    if made == order.count:
        return 0
    rest = f"--seed {order.seed + made} --count {order.count - made}"
    how = f"to continue, use {rest} and the same other options"
    screen(stderr=True).print(f"stopped after {made} of {order.count} boards; {how}")
    return 130


# From words to values


def wishes_of(
    *,
    max_level: str | None,
    min_level: str | None,
    without_count: bool,
    bbbv: str | None,
    steps: Sequence[str],
) -> Wishes:
    """Return the wishes that the options describe; raise BadInput."""
    return Wishes(
        max_level=step_level(max_level) if max_level else STEP_LEVELS[-1],
        min_level=step_level(min_level) if min_level else STEP_LEVELS[0],
        with_count=not without_count,
        bbbv=Range.parse(bbbv) if bbbv else ANY,
        steps=dict(map(_steps_wish, steps)),
    )


def _steps_wish(text: str) -> tuple[StepLevel, Range]:
    level, _, wish = text.partition(":")
    if not wish:
        raise BadInput(f"{text!r} has no range; expected LEVEL:RANGE, such as L3:2-5")
    return step_level(level), Range.parse(wish)


def method_named(name: str | None) -> Method | None:
    """Return the method of this name; raise BadInput."""
    if name is None:
        return None
    for method in Method:
        if method.value == name:
            return method
    raise BadInput(
        f"unknown method {name!r}; expected {' or '.join(each.value for each in Method)}"
    )
