"""lookahead: the chance to survive a guess and the next one.

A guess shows a number, and each number leads to another position. If that has a certainly safe
cell, play goes on; if not, the best estimate at this depth is the risk of its safest cell. The
survival of a guess is the sum, over the numbers, of the chance that it is safe and shows this
number, times 1 or the safety of the next guess.

Once a zero is open, a learned value (`value.py`) corrects what survival alone says of the best.

`native/strategist/lookahead.hpp` does the same, counts only what a move touches, and explains the
rules below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log2

from mineproof.agents.strategist.features import Outlook, Position
from mineproof.agents.strategist.value import MOST, WINDOW, advantage
from mineproof.board.grid import Cell
from mineproof.board.view import View
from mineproof.counting.counted_odds import odds_of
from mineproof.counting.odds import Prior
from mineproof.engines.guess import TIE, Guess
from mineproof.logic.reader import read

BONUS = 1.15
"""The value of a certain next move before any zero is open."""

SLOPE_OF_WINS, USUAL_WIN = 0.7, 0.45
"""How a score becomes a chance to win, by many games."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The value of a cell: `score` is its survival with a bonus for a certain next move."""

    cell: Cell
    risk: float
    survival: float
    score: float
    is_dead: bool
    outlook: Outlook
    advantage: float = 0.0

    @property
    def promise(self) -> float:
        """Return a number in proportion to how often the cell should win."""
        return float(self.score**SLOPE_OF_WINS * exp(self.advantage / USUAL_WIN))

    @property
    def guess(self) -> Guess:
        """The cell as a guess, whose merit is its survival."""
        return Guess(self.cell, self.risk, self.survival)


class Lookahead:
    """Weighs the cells of a view in which none is certainly safe."""

    def __init__(
        self,
        view: View,
        risks: Mapping[Cell, float],
        numbers: Callable[[Cell], Sequence[float]],
        excluded: Collection[Cell] = (),
        prior: Prior | None = None,
    ) -> None:
        """Begin with the risks, and the chance of each number that a cell may show."""
        self._prior = prior
        self._view = view
        self._position = Position(view, risks)
        self._unsettled = self._position.unsettled
        self._excluded = excluded
        self._numbers = numbers
        self._certain = 1.0 if 0 in view.cells else BONUS

    def best(self, most: int, at_once: Cell | None = None) -> tuple[Guess, ...]:
        """Return at most `most` of the best guesses, first the one to take `at_once`."""
        first = [] if at_once is None else [self.weigh(at_once)]
        if at_once is not None and most == 1:
            return (first[0].guess,)
        can_judge = self._certain == 1.0 and self._view.mines is not None and self._prior is None
        window = WINDOW if can_judge and most == 1 else 0.0
        weighed = self._weigh_best(max(most, MOST) if can_judge else most, window, at_once)
        weighed = weighed[: max(most, MOST) - len(first)]
        if can_judge:
            judged = self._judged([*first, *weighed])
            first, weighed = judged[: len(first)], judged[len(first) :]
        weighed.sort(key=lambda each: (each.is_dead, -round(each.promise / TIE)))
        return tuple(each.guess for each in [*first, *weighed][:most])

    def _weigh_best(self, most: int, window: float, left_out: Cell | None) -> list[Weighed]:
        """Return the cells with the highest scores, best first, at most `most`."""
        weighed: list[Weighed] = []
        for cell in self._in_order():
            if cell == left_out:
                continue
            scores = sorted((each.score for each in weighed if not each.is_dead), reverse=True)
            goal = max(
                scores[most - 1] if len(scores) >= most else 0, window * max(scores, default=0)
            )
            if (1 - self._unsettled[cell]) * self._certain <= goal * (1 + TIE):
                break
            weighed.append(self.weigh(cell))
        weighed.sort(key=lambda each: (each.is_dead, -round(each.score / TIE)))
        return weighed[:most]

    def _judged(self, guesses: list[Weighed]) -> list[Weighed]:
        """Return guesses with their advantages by the learned value."""
        if len(guesses) < 2:
            return guesses
        best, second = sorted((each.survival for each in guesses), reverse=True)[:2]
        shared = tuple(self._position.features(best, second))

        def value(each: Weighed) -> float | None:
            if each.is_dead or each.score < WINDOW * best:
                return None
            own = self._position.features_of(each.cell, each.survival, each.outlook, best)
            return advantage((*shared, *own))

        values = [value(each) for each in guesses]
        known = [each for each in values if each is not None]
        mean = sum(known) / len(known) if known else 0.0
        return [
            each if found is None else replace(each, advantage=found - mean)
            for each, found in zip(guesses, values, strict=True)
        ]

    def weigh(self, cell: Cell) -> Weighed:
        """Return the value of one cell."""
        chances = {n: chance for n, chance in enumerate(self._numbers(cell)) if chance}
        safety = 1 - self._unsettled[cell]
        survival = score = certain = danger = entropy = 0.0
        for number, chance in chances.items():
            risk = self._danger_after(cell, number)
            survival += chance * (1 - risk)
            score += chance * (1 - risk if risk else self._certain)
            certain += 0.0 if risk else chance / safety
            danger += chance / safety * risk
            entropy -= chance / safety * log2(chance / safety)
        clear = chances.get(self._position.mines_around(cell), 0.0) / safety
        outlook = Outlook(clear, certain, danger, entropy)
        is_dead = len(chances) == 1
        return Weighed(cell, self._unsettled[cell], survival, score, is_dead, outlook)

    def _danger_after(self, cell: Cell, number: int) -> float:
        """Return the risk of the safest move once `cell` shows `number`; 0 if none is needed."""
        cells = bytearray(self._view.cells)
        cells[cell] = number
        after = odds_of(read(replace(self._view, cells=bytes(cells))), self._prior)
        certain = after.certain.values()
        is_won = len(certain) == len(after.risks)
        return 0.0 if is_won or not all(certain) else min(after.risks.values())

    def _in_order(self) -> list[Cell]:
        """Return the cells, safest first."""

        def order(cell: Cell) -> tuple[int, int, Cell]:
            return round(self._unsettled[cell] / TIE), self._covered_around(cell), cell

        return sorted(self._different(), key=order)

    def _different(self) -> Iterator[Cell]:
        """Yield the cells, but of those far from clues only one per number of neighbours."""
        floating = self._position.floating
        seen = set[int]()
        for cell in self._unsettled:
            if cell in self._excluded:
                continue
            near = [other for other in self._near(cell) if other in self._unsettled]
            if cell in floating and floating.issuperset(near):
                if len(near) in seen:
                    continue
                seen.add(len(near))
            yield cell

    def _near(self, cell: Cell) -> tuple[Cell, ...]:
        return self._view.grid.neighbours(cell)

    def _clues_around(self, cell: Cell) -> int:
        return sum(self._view.is_open(near) for near in self._near(cell))

    def _covered_around(self, cell: Cell) -> int:
        return len(self._near(cell)) - self._clues_around(cell)
