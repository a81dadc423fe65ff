"""Results: outcomes on disk, so that a run goes on where it was stopped; and the table of them."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.mutate.mutations import Mutant
from tools.mutate.suite import Suite
from tools.mutate.trials import Outcome

EXPLAINED = Path(__file__).with_name("explained.toml")
"""Survivors that no test can notice or need notice, each with the reason."""


class Results:
    """The outcomes of one suite.

    An outcome holds while the module is unchanged; that of a killed mutant also depends on the file
    of the test that killed it, that of a survivor on all tests.
    """

    def __init__(self, suite: Suite, folder: Path) -> None:
        self._suite = suite
        self._folder = folder / "outcomes"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._all_tests = suite.digest(suite.test_files)

    def load(self, module: str) -> dict[str, Outcome]:
        """Return the outcomes of a module that still hold, by the mutant's name."""
        found = {}
        file = self._file(module)
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            row = json.loads(line)
            if row["holds"] == self._holds(module, row["by"]):
                mutant = Mutant(module, row["mutant"], range(0), None, -1, -1)
                found[row["mutant"]] = Outcome(mutant, row["verdict"], row["by"])
        return found

    def add(self, outcome: Outcome) -> None:
        """Write down one outcome."""
        row = {
            "mutant": outcome.mutant.name,
            "verdict": outcome.verdict,
            "by": outcome.by,
            "holds": self._holds(outcome.mutant.module, outcome.by),
        }
        with self._file(outcome.mutant.module).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def forget(self, module: str) -> None:
        """Forget the outcomes of a module."""
        self._file(module).unlink(missing_ok=True)

    def _file(self, module: str) -> Path:
        return self._folder / f"{module}.jsonl"

    def _holds(self, module: str, by: str) -> str:
        test = self._suite.root / by.partition("::")[0]
        tests = self._suite.digest([test]) if test.is_file() else self._all_tests
        return self._suite.digest([self._suite.modules[module]]) + tests


class Row(NamedTuple):
    """The figures of one module; `population` is how many mutants the sample was taken from."""

    module: str
    population: int
    outcomes: Sequence[Outcome]
    explained: frozenset[str]

    @property
    def survivors(self) -> list[Outcome]:
        """The mutants that no test noticed and nothing explains."""
        return [o for o in self.outcomes if o.verdict == "survived" and not self._is_explained(o)]

    @property
    def killed(self) -> float:
        """The share of mutants that a test noticed, in per cent."""
        noticed = sum(outcome.verdict != "survived" for outcome in self.outcomes)
        return 100 * noticed / max(1, len(self.outcomes))

    def _is_explained(self, outcome: Outcome) -> bool:
        return outcome.mutant.name in self.explained

    def cells(self) -> list[str]:
        """Return the row of the table."""
        counts = Counter(outcome.verdict for outcome in self.outcomes)
        tried, explained = len(self.outcomes), counts["survived"] - len(self.survivors)
        without = 100 * (tried - counts["survived"]) / max(1, tried - explained)
        size = str(tried) if tried == self.population else f"{tried} of {self.population}"
        figures = (counts["killed"], counts["timeout"], counts["survived"], explained)
        return [self.module, size, *map(str, figures), f"{self.killed:.1f}", f"{without:.1f}"]


HEAD = (
    "module",
    "mutants",
    "killed",
    "timeouts",
    "survived",
    "of these explained",
    "killed, %",
    "killed of the unexplained, %",
)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [HEAD, ["---"] * len(HEAD), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def explanations(file: Path = EXPLAINED) -> dict[str, dict[str, str]]:
    """Return the reason of each explained survivor, by module and by the mutant's name."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        module: {mutant: entry["why"] for entry in entries for mutant in entry["mutants"]}
        for module, entries in found.items()
    }
