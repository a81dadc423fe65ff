"""Students' files: each mistake is found, with the smallest position, and none is invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.assess.students import CS50, KB, MISTAKES, Mistake
from tests.assess.test_broken_players import check_counterexample

from mineproof.assess.assessment import assess
from mineproof.assess.clauses import Clause, Kind

DECISIONS = 80


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_found_and_none_is_invented(mistake: Mistake, tmp_path: Path) -> None:
    report = assess(str(mistake.written(tmp_path)), positions=DECISIONS)
    assert {each.clause for each in report.broken} == mistake.broken, report.broken
    if Clause.SOUND in mistake.broken:
        check_counterexample(report)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("file", "kind"), [(CS50, Kind.CS50), (KB, Kind.KNOWLEDGE)])
def test_a_right_file_is_recognised_and_passes(file: Path, kind: Kind) -> None:
    report = assess(str(file), positions=DECISIONS)
    assert (report.kind, report.broken, report.stopped) == (kind, (), "")
