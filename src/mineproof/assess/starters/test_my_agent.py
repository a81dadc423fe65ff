"""What `mineproof assess my_agent.py:MyAgent` checks, as a test for pytest."""

from pathlib import Path

from mineproof.assess.assessment import assess

PLAYER = f"{Path(__file__).with_name('my_agent.py')}:MyAgent"


def test_the_contract_is_kept() -> None:
    """It is sound, gives the same answers again, and makes no errors."""
    report = assess(PLAYER, positions=50)
    assert not report.faults, report.faults[0]
