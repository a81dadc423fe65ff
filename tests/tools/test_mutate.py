"""The tool behind `make mutate`, on a toy: what it changes, what it notices, what it keeps."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.mutate import trials
from tools.mutate.__main__ import ROOT, SUITES
from tools.mutate.children import Ending
from tools.mutate.mutations import mutants, mutate
from tools.mutate.results import Row, explanations, table
from tools.mutate.suite import Suite
from tools.mutate.trials import Outcome, Trial

TOY = '''
"""A toy."""

LIMIT = 3


def clamp(number: int) -> int:
    """Return the number, or the limit if it is larger."""
    assert number > -100, "far too small"
    if number > LIMIT:
        return LIMIT
    return number


def forgotten(number: int) -> int:
    return number + 1
'''

TESTS = """
from toy.sums import LIMIT, clamp


def test_small_numbers_stay():
    assert clamp(2) == 2


def test_large_numbers_do_not():
    assert clamp(9) == LIMIT == 3
"""

RUN = """
import json, sys
from pathlib import Path
from tools.mutate.mutations import mutants
from tools.mutate.run import run
from tools.mutate.suite import Suite

suite = Suite(Path.cwd(), Path("toy"), ("sums",), (Path("tests"),))
chosen = {"sums": mutants("sums", suite.source("sums"))}
for _ in range(2):
    outcomes = run(suite, Path.cwd() / "kept", chosen)["sums"]
    print(json.dumps({o.mutant.name: [o.verdict, o.by] for o in outcomes}))
"""

INI = """
[pytest]
addopts = -pno:schemathesis
filterwarnings = error
"""  # a plugin that takes a second to load

SMALL, LARGE = (
    f"tests/test_sums.py::test_{name}" for name in ("small_numbers_stay", "large_numbers_do_not")
)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for path, text in {
        "toy/sums.py": TOY,
        "tests/conftest.py": "import toy.sums",
        "tests/test_sums.py": TESTS,
        "tests/test_other.py": "def test_nothing_of_the_toy(): pass",
        "pytest.ini": INI,
    }.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def test_survivors_are_found_and_the_others_killed_by_name(toy: Path) -> None:
    pytest.importorskip("coverage")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{toy}"}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=toy,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    survived = {name for name, (verdict, _) in first.items() if verdict == "survived"}
    assert survived == {
        "clamp: number > LIMIT -> number >= LIMIT",  # no test could tell
        "forgotten: return number + 1 -> return None",
        "forgotten: number + 1 -> number - 1",
        "forgotten: number + 1 -> number",
        "forgotten: 1 -> 2 in return number + 1",
        "forgotten: 1 -> 0 in return number + 1",
    }
    assert first["clamp: return number -> return None"] == ["killed", SMALL]
    assert first["clamp: if number > LIMIT: -> if False:"] == ["killed", LARGE]
    assert first["module: 3 -> 4 in LIMIT = 3"] == ["killed", LARGE]
    assert second == first
    assert done.stderr.count("Measuring") == 1  # the second run had everything
    assert (toy / "toy/sums.py").read_text(encoding="utf-8") == TOY


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("x = sorted(y)", ["x = list(y)"]),
        ("x = min(y, key=len)", ["x = max(y, key=len)", "x = min(y)"]),
        ("x = a and b", ["x = a or b", "x = b", "x = a"]),
        ("x = not a", ["x = a"]),
        ("x = cells - known", ["x = cells + known", "x = cells"]),
        ("x = True", ["x = False"]),
        ("x = 7", ["x = 8", "x = 6"]),
        ("x = [i for i in y if i]", ["x = [i for i in y]"]),
        ("x = y[a:]", ["x = y[a + 1:]", "x = y[a - 1:]"]),
        ("x = range(n)", ["x = range(n + 1)", "x = range(n - 1)"]),
        ("x.y += z", ["x.y -= z", "pass"]),
        ("raise ValueError('text')", ["pass"]),
        ("x(y)", ["pass"]),
        ("def f(): return None", []),
        ("assert x > 1", []),
        ("'a text'", []),
        ("x: TypeAlias = y | z", []),
    ],
)
def test_what_a_statement_may_become(statement: str, changed: list[str]) -> None:
    found = mutants("module", statement)
    assert [ast.unparse(mutate(statement, mutant)) for mutant in found] == changed
    assert len({mutant.name for mutant in found}) == len(found)


def test_where_threads_forbid_forks_every_mutant_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "_run_import", lambda *_: Ending("a test", "failed", False))
    suite = Suite(tmp_path, Path("toy"), ("sums",), (Path("tests"),), can_fork=False)
    tried = [Trial(mutant, {"a test": 0.1}) for mutant in mutants("sums", TOY)]
    outcomes: list[Outcome] = []
    trials.run_trials(suite, tried, tmp_path, outcomes.append)
    assert [outcome.mutant for outcome in outcomes] == [trial.mutant for trial in tried]
    assert {outcome.verdict for outcome in outcomes} == {"killed"}


def test_both_percentages_are_told() -> None:
    some = mutants("m", "x = a < b < c")
    verdicts = ("killed", "timeout", "survived", "survived")
    outcomes = [Outcome(mutant, verdict) for mutant, verdict in zip(some, verdicts, strict=True)]
    row = Row("m", 4, outcomes, frozenset({some[2].name}))
    assert [o.mutant for o in row.survivors] == [some[3]]
    assert table([row]).splitlines()[-1] == "| m | 4 | 1 | 1 | 2 | 1 | 50.0 | 66.7 |"


def test_explained_survivors_are_mutants_that_exist() -> None:
    files = {module: suite for suite in SUITES for module in suite.modules}
    for module, reasons in explanations().items():
        names = {mutant.name for mutant in mutants(module, files[module].source(module))}
        assert set(reasons) <= names, module
        assert all(reasons.values())
