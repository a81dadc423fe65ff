"""Random calls of the kernel as JSON: most arguments fit, some are hostile.

A program is a list of calls `[name, arguments]`. A class makes an object, and the methods after it
are called on that. What JSON cannot write is an object with the key `!`, its kind; `value_of`
in `values.py` makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

Json: TypeAlias = Any
Arguments: TypeAlias = dict[str, Json]

_INTEGERS = [-(2**70), -(2**63), -1, 0, 1, 2, 7, 8, 9, 255, 1001, 2**31 - 1, 2**31, 2**63, 2**64]
_OTHERS: list[Json] = ["", "square", None, True, 1.5, [], [1], [[0, 1]]]
_OTHERS += [{"!": "bytes", "hex": "0909"}, "\ud800"]
_QUESTIONS = (
    ["tell"] * 3 + ["deduce"] * 3 + ["learn", "derivation", "hint", "kb", "kb0", "counters"]
)
_QUESTIONS += ["clash", "hit_limit"]


def program(seed: int) -> Json:
    """Return the calls of one run, and how many threads make them."""
    return _Writer(Random(seed)).program()


class _Writer:
    """Draws calls; remembers the board of the last object, so that cells mostly fit."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._cells, self._games = 9, 1

    def program(self) -> Json:
        threads = 2 if self.chance(0.05) else 1
        kind = self._random.choice(_OBJECTS)
        calls = kind(self)
        return {"threads": threads, "calls": calls}

    # --- values -------------------------------------------------------------------------------

    def hostile(self) -> Json:
        """Return what hardly any argument may be."""
        if self.chance(0.5):
            return self._random.choice(_INTEGERS)
        if self.chance(0.5):
            return self._random.choice(_OTHERS)
        if self.chance(0.5):
            return {"!": self._random.choice(["object", "nan", "number", "iterator"])}
        return self.liar([self.cell() for _ in range(self.few(4))])

    def liar(self, items: list[Json]) -> Json:
        return {"!": "liar", "items": items, "length": self._random.choice([0, 1, 2, 5, -1, 2**62])}

    def mixed(self, arguments: Arguments) -> Arguments:
        """Return the arguments, now and then with one that is hostile, missing or unknown."""
        if self.chance(0.15) and arguments:
            arguments[self._random.choice(list(arguments))] = self.hostile()
        if self.chance(0.01) and arguments:
            del arguments[self._random.choice(list(arguments))]
        if self.chance(0.01):
            arguments["other"] = 1
        return arguments

    def chance(self, share: float) -> bool:
        return self._random.random() < share

    def few(self, most: int) -> int:
        return self._random.randint(0, most)

    def cell(self) -> int:
        if self.chance(0.03):
            return self._random.choice([-1, self._cells])
        return self._random.randrange(max(self._cells, 1))

    def cells(self, most: int = 6) -> Json:
        items = [self.cell() for _ in range(self.few(most))]
        if self.chance(0.7):
            items = sorted(set(items))
        return self.liar(items) if self.chance(0.03) else items

    def board(self) -> Arguments:
        most = (12, 30) if self.chance(0.1) else (5, 5)
        rows, cols = (self._random.randint(1, side) for side in most)
        self._cells = rows * cols
        return {
            "rows": rows,
            "cols": cols,
            "shape": self._random.choice(["square", "torus", "hex"]),
        }

    def mines(self) -> int:
        return self.few(self._cells if self.chance(0.3) else self._cells // 4 + 1)

    def seed(self) -> int:
        return self._random.choice([0, 1, 2**64 - 1, self._random.getrandbits(64)])

    def states(self) -> int:
        return self._random.choice([0, 1, 20, 500, 20_000])

    # --- functions ----------------------------------------------------------------------------

    def functions(self) -> list[Json]:
        return [self._random.choice(_FUNCTIONS)(self) for _ in range(1 + self.few(3))]

    def random_mines(self) -> Json:
        self._cells = self._random.choice([1, 5, 40, 300])
        arguments = {
            "cells": self._cells,
            "mines": self.mines(),
            "seed": self.seed(),
            "clear": self.cells(),
        }
        return ["random_mines", self.mixed(arguments)]

    def view(self) -> Arguments:
        arguments = self.board()
        density = self._random.random()
        codes = [
            self._random.choice([0, 1, 1, 2, 3, 8])
            if self.chance(density)
            else self._random.choice([9, 9, 9, 10, 11])
            for _ in range(self._cells)
        ]
        if self.chance(0.03):
            codes = codes[1:] + [12] * self.few(2)
        return {**arguments, "cells": {"!": "bytes", "hex": bytes(codes).hex()}}

    def problem(self) -> Arguments:
        self._cells = self._random.choice([0, 1, 4, 9, 20, 60])
        clues = []
        for _ in range(self.few(8)):
            cells = sorted({self.cell() for _ in range(self.few(6))})
            mines = self.few(len(cells)) + (self._random.choice([-1, 1]) if self.chance(0.1) else 0)
            clues.append({"!": "tuple", "items": [cells, mines]})
        if self.chance(0.03):
            clues.append(self.hostile())
        return {"cells": self._cells, "clues": clues}

    def prior(self) -> Arguments:
        arguments: Arguments = {"max_states": self.states(), "max_bytes": 2**24}
        if self.chance(0.5):
            arguments["total"] = self.mines()
        elif self.chance(0.5):
            arguments["over"] = self._cells + self.few(5)
        else:
            arguments["density"] = self._random.choice(
                [0.2, 0.5, 1e-9, 1e-300, 1 - 1e-16, 0.0, 1.0, {"!": "nan"}]
            )
        return arguments

    def count(self) -> Json:
        if self.chance(0.5):
            return ["count_view", self.mixed(self.view() | self.prior())]
        if self.chance(0.3):
            return ["count_views", self.mixed(self.views())]
        return ["count_problem", self.mixed(self.problem() | self.prior())]

    def views(self) -> Arguments:
        arguments, few = self.view(), self.few(6)
        cells = [arguments["cells"]] * few + [self.hostile()] * self.chance(0.03)
        return arguments | {
            "cells": cells,
            "totals": [self._random.choice([None, self.mines()]) for _ in cells],
            "threads": self._random.choice([1, 2, 5]),
            "max_states": self.states(),
        }

    def count_wins(self) -> Json:
        arguments = self.board()
        covered = sorted({self.cell() for _ in range(1 + self.few(10))})
        layouts = [[cell for cell in covered if self.chance(0.4)] for _ in range(1 + self.few(12))]
        unlike = [layout for i, layout in enumerate(layouts) if layout not in layouts[:i]]
        kept = unlike if self.chance(0.9) else layouts
        extra = {
            "covered": covered,
            "layouts": kept,
            "max_work": self._random.choice([0, 10, 10**6]),
        }
        return ["count_wins", self.mixed(arguments | extra)]

    def reach(self) -> Arguments:
        return {
            "hardest": self._random.choice(["single", "pair", "counting"]),
            "with_count": self.chance(0.5),
            "max_states": self.states(),
        }

    def is_solvable(self) -> Json:
        arguments = self.board()
        return [
            "is_solvable",
            self.mixed(arguments | {"mines": self.cells(), "first": self.cell()} | self.reach()),
        ]

    def no_guess(self) -> Json:
        arguments = self.board()
        extra = {
            "mines": self.mines(),
            "start": self._random.choice(["safe", "opening"]),
            "first": self.cell(),
            "seed": self.seed(),
            "skip": self._random.choice([0, 0, 1, 1000]),
            "tries": self.few(20),
            "too_easy": self._random.choice([None, None, "single", "pair", "counting"]),
            "repairs": self.chance(0.5),
        }
        return ["no_guess", self.mixed(arguments | extra | self.reach())]

    # --- games --------------------------------------------------------------------------------

    def manner(self) -> Arguments:
        policies = [
            "never-guess",
            "random",
            "safest",
            "safest-corner",
            "strategist-fast",
            "strategist",
        ]
        return {
            "finish": self._random.choice(["marking", "clearing"]),
            "policy": self._random.choice(policies if self._cells < 40 else policies[:-1]),
            "threads": self._random.choice([1, 1, 2, 3]),
            "max_states": self.states(),
            "unmarked": self.chance(0.5),
            "trace": self.chance(0.5),
        }

    def play_games(self) -> Json:
        arguments = self.board()
        start = self._random.choice(["list", "safe", "opening", "none"])
        extra = {
            "mines": self.mines(),
            "start": start,
            "detail": 1 + self.few(3) if start == "list" else self.cell(),
            "seeds": [self.seed() for _ in range(self.few(4))],
        }
        return ["play_games", self.mixed(arguments | extra | self.manner())]

    def play_layouts(self) -> Json:
        arguments = self.board()
        games = self.few(4)
        opens = self.chance(0.5)
        extra = {
            "mines": [self.cells() for _ in range(games)],
            "safe": [[] if opens else self.cells(1) for _ in range(games)],
            "first": [self.cell() if opens else None for _ in range(games)],
            "seeds": [self.seed() for _ in range(games)],
        }
        return ["play_layouts", self.mixed(arguments | extra | self.manner())]

    def games(self) -> list[Json]:
        calls = [self.play_games() if self.chance(0.6) else self.play_layouts()]
        names = [
            "endings",
            "moves",
            "proved",
            "guesses",
            "counts",
            "unmarked",
            "lost_at",
            "luck",
            "seconds",
        ]
        for _ in range(self.few(5)):
            kind = self._random.choice(["unmarked_cells", "trace", "property"])
            if kind == "property":
                calls.append([f"Games.{self._random.choice(names)}", {}])
            else:
                calls.append([f"Games.{kind}", self.mixed({"game": self._random.randint(-1, 4)})])
        return calls

    # --- objects ------------------------------------------------------------------------------

    def study(self) -> list[Json]:
        given = self.view() if self.chance(0.7) else self.problem()
        name = "study_view" if "rows" in given else "study_problem"
        calls = [[name, self.mixed(given | self.prior())]]
        return calls + [self._ask() for _ in range(self.few(8))]

    def _ask(self) -> Json:
        kind = self._random.choice(["numbers", "prospect", "chance", "sample", "fronts"])
        arguments: dict[str, Arguments] = {
            "numbers": {"cell": self.cell()},
            "prospect": {"cell": self.cell()},
            "chance": {"mines": self.cells(3), "safe": self.cells(3)},
            "sample": {"seed": self.seed()},
        }
        return [f"Study.{kind}", self.mixed(arguments.get(kind, {}))]

    def sights(self) -> Json:
        pairs: list[Json] = [
            [self.cell(), self._random.choice([0, 1, 1, 1, 2, 2, 3, 4, 8, 9])]
            for _ in range(self.few(4))
        ]
        if self.chance(0.03):
            pairs.append(self.hostile())
        return self.liar(pairs) if self.chance(0.02) else pairs

    def watcher(self) -> list[Json]:
        arguments = self.board()
        total = None if self.chance(0.3) else self.mines()
        calls = [["Watcher", self.mixed(arguments | {"total": total, "max_states": self.states()})]]
        return calls + [self._watch() for _ in range(self.few(14))]

    def _watch(self) -> Json:
        kind = self._random.choice(
            [
                "see",
                "see",
                "see",
                "learn",
                "deduce",
                "deduce",
                "risks",
                "guesses",
                "known",
                "counts",
            ]
        )
        if kind == "see":
            return ["Watcher.see", self.mixed({"sights": self.sights()})]
        if kind == "learn":
            return ["Watcher.learn", self.mixed({"cell": self.cell(), "is_mine": self.chance(0.5)})]
        if kind == "guesses":
            budget = "fast" if self._cells > 16 else self._random.choice(["fast", "normal"])
            most = self._random.choice([1, 1, 3, 1000])
            return [
                "Watcher.guesses",
                self.mixed({"budget": budget, "most": most, "excluded": self.cells(3)}),
            ]
        return [f"Watcher.{kind}", {}]

    def base(self) -> list[Json]:
        self._cells = self._random.choice([0, 1, 6, 12, 25])
        cells = list(range(self._cells))
        if self.chance(0.1):
            cells = [7 * cell for cell in cells]
        total = self._random.choice([-1, -1, self.mines(), self._cells])
        limits = {
            "width": self._random.choice([-1, 0, 2, 3, 99]),
            "count_limit": self.few(15),
            "max_clauses": self._random.choice([0, 5, 300]),
        }
        calls = [["KnowledgeBase", self.mixed({"cells": cells, "total": total} | limits)]]
        return calls + [self._tell() for _ in range(self.few(16))]

    def _tell(self) -> Json:
        kind = self._random.choice(_QUESTIONS)
        arguments: dict[str, Arguments] = {
            "tell": {"cells": self.cells(6), "mines": self._random.randint(-1, 5)},
            "learn": {"cell": self.cell(), "is_mine": self.chance(0.5)},
            "derivation": {"cell": self.cell()},
            "hint": {"number": self._random.randint(-1, 6)},
            "kb0": {"start": self.few(5)},
        }
        return [f"KnowledgeBase.{kind}", self.mixed(arguments.get(kind, {}))]

    # --- fleets -------------------------------------------------------------------------------

    def fleet(self) -> list[Json]:
        arguments = self.board()
        self._games = 1 + self.few(4)
        start = self._random.choice(["list", "safe", "opening", "none"])
        safe = (
            self.few(self._cells + 1) if start == "list" else self._random.choice([0, 0, 0, 1, 999])
        )
        extra = {"mines": self.mines(), "start": start, "safe_cells": safe, "games": self._games}
        calls = [["Fleet", self.mixed(arguments | extra)]]
        if self.chance(0.9):
            calls.append(self._begin())
        moves = range(self.few(10))
        return calls + [self._begin() if self.chance(0.15) else self._open() for _ in moves]

    def array(self, kind: str, items: list[int], *, rows: int = 0) -> Json:
        found: Json = {"!": "array", "type": kind, "items": items, "rows": rows}
        if self.chance(0.02):
            found["how"] = self._random.choice(["strided", "locked", "crooked", "list"])
        elif self.chance(0.02):
            found["type"] = self._random.choice(
                ["int8", "int32", "int64", "uint64", "bool", "float64", "bytes"]
            )
        elif self.chance(0.02):
            found["items"] = items[1:]
        elif self.chance(0.04):
            found["at"] = self.few(40)  # in memory that others share
        return found

    def which(self) -> Json:
        odd = [0, 1, 1, 1, 2, 255] if self.chance(0.05) else [0, 1, 1]
        return self.array("bool", [self._random.choice(odd) for _ in range(self._games)])

    def shown(self) -> Json:
        return self.array("int8", [-1] * (self._games * self._cells), rows=self._games)

    def _begin(self) -> Json:
        seeds = self.array("uint64", [self.seed() for _ in range(self._games)])
        return [
            "Fleet.begin",
            self.mixed({"seeds": seeds, "which": self.which(), "shown": self.shown()}),
        ]

    def _open(self) -> Json:
        arguments = {
            "cells": self.array("int64", [self.cell() for _ in range(self._games)]),
            "which": self.which(),
            "shown": self.shown(),
            "opened": self.array("int32", [0] * self._games),
            "status": self.array("int8", [0] * self._games),
        }
        return ["Fleet.open", self.mixed(arguments)]


_FUNCTIONS: list[Callable[[_Writer], Json]] = [
    _Writer.random_mines,
    _Writer.count,
    _Writer.count_wins,
    _Writer.is_solvable,
    _Writer.no_guess,
]

_OBJECTS: list[Callable[[_Writer], list[Json]]] = [
    _Writer.functions,
    _Writer.games,
    _Writer.study,
    _Writer.watcher,
    _Writer.base,
    _Writer.fleet,
]
