"""Broken players are caught, each with a picture; right ones pass.

Most are asked in this process, since a host takes longer to start than they to be caught.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.guests.roads import AGENTS as AGENTS_ON_ROADS
from tests.guests.roads import PROGRAM, installed

from mineproof.agents.entrant import Entrant
from mineproof.assess.assessment import assess
from mineproof.assess.candidate import Candidate
from mineproof.assess.clauses import Clause, Kind
from mineproof.assess.games import judged_game
from mineproof.assess.report import Report
from mineproof.assess.sample import Sample
from mineproof.assess.truth import look
from mineproof.play.referee import Referee

PLAYERS = Path(__file__).parents[1] / "data" / "broken_players"
CS50 = PLAYERS.with_name("cs50_files")
QUICK = 12
DECISIONS = 60

ENGINES = {
    "UnsoundSubset": Clause.SOUND,
    "OffByOne": Clause.SOUND,
    "StaleCounts": Clause.SOUND,
    "SharedFacts": Clause.SOUND,
    "ChangedSets": Clause.WORKS,
    "BadProofs": Clause.PROOFS,
    "OtherOrders": Clause.REPEATS,
    "FalseComplete": Clause.COMPLETE,
    "FalseRisks": Clause.RISKS,
    "FalseClashes": Clause.CLASHES,
    "Raising": Clause.WORKS,
}
AGENTS = {
    "FalseProofs": Clause.SOUND,
    "Boaster": Clause.SOUND,
    "Dice": Clause.REPEATS,
    "forgotten_flag": Clause.BLUNDERS,
    "suicidal": Clause.BLUNDERS,
}
FILES = {
    "changed_set": Clause.WORKS,
    "repeats": Clause.WORKS,
    "overlap": Clause.SOUND,
    "stale_counts": Clause.SOUND,
    "forgetful": Clause.BLUNDERS,
    "no_flags": Clause.BLUNDERS,
}
RIGHT_FILES = ("right", "imported")
RIGHT_AGENTS = ("RightAgent", "one_by_one")


def check_caught(report: Report, clause: Clause) -> None:
    (broken,) = [each for each in report.faults if each.clause is clause]
    assert broken.example is not None
    assert broken.sentence.endswith(".")
    if clause is Clause.SOUND:
        check_counterexample(report)


def check_counterexample(report: Report) -> None:
    """The layout fits the picture, and the claim is wrong in it."""
    (broken,) = [each for each in report.faults if each.clause is Clause.SOUND]
    example = broken.example
    assert example is not None
    layout, cell, view = example.layout, example.cell, example.position.known
    assert layout is not None
    assert cell is not None
    assert layout.is_mine(cell) != example.is_mine
    assert all(layout.number(clue) == view.number(clue) for clue in view.open_cells())
    assert not layout.mines.intersection(view.open_cells())
    assert view.mines in (None, len(layout.mines))
    assert cell not in {True: look(view).mines, False: look(view).safe}[example.is_mine]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ENGINES)
def test_a_broken_engine_is_caught(name: str) -> None:
    check_caught(assess(f"{PLAYERS}/engines.py:{name}", positions=QUICK), ENGINES[name])


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", AGENTS)
def test_a_broken_agent_is_caught(name: str) -> None:
    check_caught(assess(f"{PLAYERS}/agents.py:{name}", positions=DECISIONS), AGENTS[name])


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", FILES)
def test_a_broken_cs50_file_is_caught(name: str) -> None:
    check_caught(assess(f"cs50:{CS50}/{name}.py", positions=DECISIONS), FILES[name])


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", RIGHT_FILES)
def test_a_right_cs50_file_passes(name: str) -> None:
    assert assess(f"cs50:{CS50}/{name}.py", positions=DECISIONS).broken == ()


def test_a_shape_that_a_player_does_not_play_is_no_fault() -> None:
    entrant = Entrant(f"cs50:{CS50}/right.py").pinned()
    sample = Sample.usual(Kind.AGENT)
    found = judged_game(Candidate.of(entrant), sample, 3, Referee(), None)
    assert (found.play.declined, found.breaches) == ({"torus": 1}, [])


def test_a_right_engine_passes() -> None:
    report = assess(f"{PLAYERS}/engines.py:Right", positions=QUICK)
    assert (report.broken, report.positions, report.stopped) == ((), QUICK, "")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", RIGHT_AGENTS)
def test_a_right_agent_passes(name: str) -> None:
    report = assess(f"{PLAYERS}/agents.py:{name}", positions=DECISIONS)
    assert report.broken == ()
    assert report.positions >= DECISIONS


@pytest.mark.usefixtures("here")
def test_a_sound_engine_whose_answers_depend_on_order_is_weak() -> None:
    report = assess(f"{PLAYERS}/engines.py:LooksOnce", positions=QUICK)
    assert report.faults == ()
    assert Clause.STEPWISE in {each.clause for each in report.remarks}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("agent", AGENTS_ON_ROADS.values(), ids=AGENTS_ON_ROADS)
def test_a_player_is_judged_alike_on_every_road(agent: str, tmp_path: Path) -> None:
    """It opens the first hidden cell; the program also boasts that it is sure."""
    with installed(tmp_path):
        report = assess(agent, positions=10)
    clause = Clause.SOUND if agent.startswith("exec:") else Clause.BLUNDERS
    check_caught(report, clause)


@pytest.mark.parametrize(
    ("mode", "detail"),
    [
        ("dies", "its process ended with exit code 3 (out of cheese)"),
        ("hangs", "no move within 0.3 seconds"),
        ("open_cell", "illegal move: open a1; expected a covered cell to open or flag"),
    ],
)
def test_a_program_that_fails_breaks_its_contract(mode: str, detail: str) -> None:
    report = assess(f"{PROGRAM} {mode}", positions=3, seconds=0.3)
    (broken,) = report.faults
    assert (broken.clause, broken.detail) == (Clause.WORKS, detail)


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("engines.py:Endless", "no move within 1 seconds"),
        ("engines.py:Dying", "its process ended with exit code 7"),
        ("agents.py:Leaving", "its process ended with exit code 3"),
    ],
)
def test_one_that_hangs_or_dies_is_given_up_with_its_position(name: str, detail: str) -> None:
    report = assess(f"{PLAYERS}/{name}", positions=40, seconds=1)
    (broken,) = report.faults
    assert (broken.clause, broken.count, broken.detail) == (Clause.WORKS, 3, detail)
    assert broken.example is not None
    assert broken.example.position.opened
    assert report.stopped
