"""`make exercises` finds exercises to resolve in games, and writes games.json of the course.

The same games are played in the same order, so the same exercises are found. It takes a few
minutes, most of them for the shortest derivations of the hardest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from mineproof.course.exercises.resolution.games import Goal, goals

FILE = Path(__file__).parents[1] / "src/mineproof/course/exercises/data/games.json"

SETTINGS = ("6x6/6/opening", "7x7/10/list", "8x8/12/opening", "8x8/14/opening")
SEEDS = range(80)

EACH = 8
"""How many exercises there are of each difficulty."""

MOST_GIVEN = (8, 11, 14, 18, 24)
"""The most clauses to be given, by difficulty."""

WIDTH = 2
"""The limit of the engine, under which every third of the harder exercises stands."""


def main() -> None:
    """Write the file."""
    found = sorted(select(), key=lambda data: data["difficulty"])  # a stable sort
    FILE.write_text(text(found), encoding="utf-8")
    print(f"{len(found)} exercises in {FILE}")


def select() -> Iterator[dict[str, Any]]:
    """Yield exercises until there are enough of each difficulty, no two of them alike."""
    taken: Counter[int] = Counter()
    shapes, games = set(), set()
    for goal in candidates():
        if goal.shape in shapes or goal.game in games:
            continue
        shapes.add(goal.shape)
        data = variant(goal, taken)
        difficulty = difficulty_of(data)
        if len(goal.given) <= MOST_GIVEN[difficulty - 1] and taken[difficulty] < EACH:
            taken[difficulty] += 1
            games.add(goal.game)
            name = f"resolve-{difficulty}-{taken[difficulty]}"
            yield {"id": name, "difficulty": difficulty} | data


def candidates() -> Iterator[Goal]:
    """Yield the goals of all games, a game of each setting in turn."""
    names = (f"{setting}#{seed}" for seed in SEEDS for setting in SETTINGS)
    return chain.from_iterable(map(goals, names))


def variant(goal: Goal, taken: Counter[int]) -> dict[str, Any]:
    """Return the exercise, under the engine's limit if it is hard and its turn has come."""
    free = goal.data()
    is_turn = (taken[3] + taken[4] + taken[5]) % 3 == 2
    return replace(goal, width=WIDTH).data() if is_turn and difficulty_of(free) >= 3 else free


def difficulty_of(data: dict[str, Any]) -> int:
    """Return 1 to 5 for 2, 3, 4, 5 and more steps."""
    return min(len(data["shortest"]) - 1, 5)


def text(found: list[dict[str, Any]]) -> str:
    """Return the exercises as JSON, one per line."""
    lines = [json.dumps(data, ensure_ascii=False) for data in found]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    main()
