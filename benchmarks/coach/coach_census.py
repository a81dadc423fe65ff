"""Which techniques a game asks for once single clues are used up, and how many clues they take.

Each game is played by `safest` with the engine `exact`. At every position where single clues give
no safe cell, the step that the coach shows next is counted: the first that is no single clue.
Positions where nothing is certain, so that the player has to guess, are counted apart. Run
`make bench-coach_census`; ARGS="--games 100 --level intermediate" takes others.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from mineproof.agents import agent_named
from mineproof.board.game import Game, GameStatus
from mineproof.board.view import View
from mineproof.coach.language import language
from mineproof.coach.steps.steps import Step, find_steps
from mineproof.coach.steps.techniques import StepLevel, title
from mineproof.engines.exact import Exact
from mineproof.play.match import Match
from mineproof.stats.intervals import wilson

ENGLISH = language("en")


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="how many games")
    parser.add_argument("--level", default="expert", help="the level, such as expert or 16x30/99")
    chosen = parser.parse_args()
    stuck = [view for seed in range(chosen.games) for view in stuck_views(chosen.level, seed)]
    steps = [step for step in map(next_step, stuck) if step is not None]
    print(
        f"{chosen.games} games of {chosen.level}/opening, seeds from 0, agent safest, engine exact:"
        f" {len(stuck)} positions without a safe cell by single clues."
        f" In {len(stuck) - len(steps)} of them nothing is certain."
        f" Share of the other {len(steps)} in %, with Wilson 95 % intervals."
    )
    show("technique", (title(step.technique, ENGLISH) for step in steps))
    show("two clues", map(form, (step for step in steps if step.level is StepLevel.L2)))
    show("level", (step.level.value for step in steps))
    show("clues", map(clues, steps))
    return 0


def stuck_views(level: str, seed: int) -> Iterator[View]:
    """Yield the positions of a game where single clues give no safe cell."""
    game = Game.new(level, "opening", seed=seed)
    for _ in Match(game, agent_named("safest", Exact())).turns():
        if game.status is GameStatus.PLAYING and not has_easy_cell(game.view):
            yield game.view


def has_easy_cell(view: View) -> bool:
    """Tell whether single clues give a safe cell; they come before all other steps."""
    for step in find_steps(view):
        if step.level is not StepLevel.L1:
            return False
        if not all(is_mine for _, is_mine in step.conclusions):
            return True
    return False


def next_step(view: View) -> Step | None:
    """Return the first step that is no single clue, None if nothing more is certain."""
    return next((step for step in find_steps(view) if step.level is not StepLevel.L1), None)


def form(step: Step) -> str:
    """Return whether the numbers have to be reduced before the pattern is seen."""
    return "reduced" if step.is_reduced else "as shown"


def clues(step: Step) -> str:
    """Return how many clues a step takes, as the table tells them apart."""
    if step.count is not None:
        return "the mine count and any clues"
    return str(len(step.clues)) if len(step.clues) <= 4 else "5 or more"


def show(what: str, found: Iterable[str]) -> None:
    """Print how often each was found, the most frequent first."""
    counts = Counter(found)
    total = counts.total()
    print(f"\n| {what} | positions | share |\n|---|---|---|")
    for name, times in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
        low, high = (100 * bound for bound in wilson(times, total))
        print(f"| {name} | {times} | {100 * times / total:.2f} ({low:.2f}-{high:.2f}) |")


if __name__ == "__main__":
    sys.exit(main())
