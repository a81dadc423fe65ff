"""`mineproof new` writes files that keep the contract as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from mineproof.agents.entrant import Entrant
from mineproof.assess.assessment import assess
from mineproof.assess.starters import Kind, class_name, starter
from mineproof.errors import BadInput


@pytest.mark.parametrize("kind", Kind)
def test_a_starter_keeps_the_contract_under_its_new_name(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Entrant, "needs_host", False)
    player, test = starter(kind, "very_careful")
    text = starter(kind, "very_careful")[player]
    (tmp_path / player).write_text(text, encoding="utf-8")
    report = assess(f"{tmp_path / player}:VeryCareful", positions=10)
    assert (report.broken, report.is_engine) == ((), kind is Kind.ENGINE)
    assert "very_careful.py:VeryCareful" in starter(kind, "very_careful")[test]
    assert not any(word in text for word in ("my_agent", "MyAgent", "my_engine", "MyEngine"))


@pytest.mark.parametrize("name", ["Careful", "2x", "very-careful", "", "a/b", "class", "é"])
def test_a_name_must_be_a_module_name(name: str) -> None:
    with pytest.raises(BadInput, match="as a name; expected a-z, 0-9 and _"):
        class_name(name)


@pytest.mark.parametrize("name", ["safest", "single", "random", "statistics", "mineproof"])
def test_a_name_must_not_be_taken(name: str) -> None:
    with pytest.raises(BadInput, match="is taken, by mineproof or by Python"):
        class_name(name)
