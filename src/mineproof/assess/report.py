"""Report: what an assessment found, each thing with its smallest position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mineproof.assess.clauses import Clause, Kind
from mineproof.assess.findings import Play
from mineproof.assess.missed import By
from mineproof.assess.positions import Position
from mineproof.board.grid import Cell, Grid
from mineproof.board.layout import Layout


@dataclass(frozen=True, slots=True)
class Example:
    """A position that shows something about a cell; `layout` fits it, and proves a claim wrong.

    `is_mine` is what the player says about the cell, or what it has missed.
    """

    position: Position
    cell: Cell | None
    is_mine: bool
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """A clause that was broken in `count` positions; `detail` says what happened in the example."""

    clause: Clause
    count: int
    detail: str
    example: Example | None

    @property
    def sentence(self) -> str:
        """What the player does in the example."""
        example = self.example
        if example is None or example.cell is None:
            is_code = self.clause is Clause.SETS  # which begins with the name of a method
            return f"{self.detail if is_code else self.detail[:1].upper() + self.detail[1:]}."
        grid = example.position.grid
        words = _SENTENCES[self.clause].format(
            cell=grid.name(example.cell),
            kind="a mine" if example.is_mine else "safe",
            opposite="safe" if example.is_mine else "a mine",
            move="flags" if example.is_mine else "opens",
        )
        detail = _named(self.detail, grid)
        return words.removesuffix(".") + f": {detail}." if detail else words

    def __str__(self) -> str:
        picture = self.example.position.view.picture() if self.example else ""
        return f"{self.clause.value} Broken {self.count} times. {self.sentence}\n{picture}"


_SENTENCES = {
    Clause.WORKS: "It fails at {cell}.",
    Clause.SOUND: "It calls {cell} {kind}, and that is not certain.",
    Clause.PROOFS: "It calls {cell} {kind} with a proof that proves nothing.",
    Clause.BLUNDERS: "It {move} {cell}, which one number shows to be {opposite}.",
    Clause.SETS: "It mistreats its sets at {cell}.",
    Clause.REPEATS: "Asked again, it answers something else than {cell}.",
    Clause.CLASHES: "It is wrong about the clue at {cell}.",
    Clause.COMPLETE: "It misses {cell}, which is {kind}.",
    Clause.RISKS: "It is wrong about the risk of {cell}.",
    Clause.NAMES: "With other cell numbers it says something else about {cell}.",
    Clause.MONOTONE: "With one more true clue it no longer finds that {cell} is {kind}.",
    Clause.STEPWISE: "Told one clue after another, it says something else about {cell}.",
    Clause.WATCHING: "Watching the game, it says something else about {cell}.",
}

_SET = re.compile(r"(\d+ of )\[([\d, ]+)\]")


def _named(detail: str, grid: Grid) -> str:
    """Return a message of the checker with names where it has sets of cells by number."""

    def names(found: re.Match[str]) -> str:
        cells = [int(number) for number in found[2].split(",")]
        return f"{found[1]}{{{', '.join(grid.names(cells))}}}"

    return _SET.sub(names, detail)


@dataclass(frozen=True, slots=True)
class Missed:
    """How often something certain was within reach by a technique or an engine, and missed.

    `there` is None if only what was missed was looked at.
    """

    by: By
    missed: int
    there: int | None
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """How a player of ours has played the same games, the same number of them."""

    name: str
    play: Play


@dataclass(frozen=True, slots=True)
class Report:
    """What an assessment found. `stopped` says why it ended early, if it did."""

    name: str
    kind: Kind
    positions: int
    broken: tuple[Broken, ...]
    techniques: tuple[Missed, ...]
    engines: tuple[Missed, ...]
    play: Play | None = None
    beside: Beside | None = None
    stopped: str = ""

    @property
    def is_engine(self) -> bool:
        """Whether an engine was assessed."""
        return self.kind is Kind.ENGINE

    @property
    def faults(self) -> tuple[Broken, ...]:
        """The broken clauses that matter."""
        return tuple(each for each in self.broken if not each.clause.is_remark)

    @property
    def remarks(self) -> tuple[Broken, ...]:
        """The broken clauses that are mere weaknesses."""
        return tuple(each for each in self.broken if each.clause.is_remark)

    @property
    def kept(self) -> tuple[Clause, ...]:
        """The clauses that were kept."""
        broken = {each.clause for each in self.broken}
        return tuple(each for each in self.kind.clauses if each not in broken)
