"""Entrants by name: ours, and plug-ins from a file, a module or a package."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from mineproof import agents, engines
from mineproof.agents.base import Agent
from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.engines.resolution import Resolution
from mineproof.errors import BadInput, UnknownName
from mineproof.play.match import Match

CODE = """
from mineproof.agents.base import Agent
from mineproof.agents.choice import Choice
from mineproof.board.game import Act, Move
from mineproof.engines.single import Single

class Leftmost(Agent):
    name = "leftmost"

    def __init__(self, engine=None, *, limit: float = 0.5):
        super().__init__(engine)
        self.limit = limit

    def guess(self, player):
        return Choice(Move(Act.OPEN, player.candidates()[0]))

class Half(Agent):
    name = "half"

class Alone(Single):
    name = "alone"

class Disguised(Single):
    pass

class Unarmed(Agent):
    name = "unarmed"

    def __init__(self, engine=None):
        raise RuntimeError("no model")

    def guess(self, player): ...

class Demanding(Single):
    name = "demanding"

    def __init__(self, width):
        self.width = width

def last(view, skip: int = 0):
    return view.hidden_cells()[-1 - skip]

def nothing():
    return 0

NUMBER = 5
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "players.py"
    path.write_text(CODE, encoding="utf-8")
    return path


def test_a_name_may_be_an_agent_or_an_engine_or_both(file: Path) -> None:
    def parts(text: str) -> tuple[str, str]:
        entrant = Entrant.parse(text)
        return entrant.agent, entrant.engine

    assert parts(f"{file}:Leftmost") == (f"{file}:Leftmost", "exact")
    assert parts(f"{file}:last") == (f"{file}:last", "exact")
    assert parts(f"{file}:Alone") == ("never-guess", f"{file}:Alone")
    assert parts(f"{file}:Leftmost/subset") == (f"{file}:Leftmost", "subset")
    assert parts(f"random/{file}:Alone") == ("random", f"{file}:Alone")
    assert parts(f"{file}:Leftmost(limit=0.2)/{file}:Alone+exact") == (
        f"{file}:Leftmost(limit=0.2)",
        f"{file}:Alone+exact",
    )


def test_options_in_a_name_are_those_of_a_table() -> None:
    entrant = Entrant.parse("resolution(width=3)")
    assert entrant == Entrant(engine="resolution", options=(("width", 3),))
    (engine,) = entrant.hire().engine.parts
    assert isinstance(engine, Resolution)
    assert engine.name == "resolution"
    assert Entrant.parse("single+resolution(width=3)").hire().engine.name == "single+resolution"


def test_texts_as_options_may_be_quoted() -> None:
    entrant = Entrant.parse("""resolution(width=any, hints="at once", units='safe first')""")
    (engine,) = entrant.hire().engine.parts
    assert isinstance(engine, Resolution)
    assert (engine.width, engine.hints, engine.units) == (None, "at once", "safe first")
    assert Entrant(engine=entrant.full_engine) == replace(entrant, sources=())


def test_options_reach_the_agent(file: Path) -> None:
    agent = Entrant.parse(f"{file}:Leftmost(limit=0.2)").hire()
    assert agent.limit == 0.2  # type: ignore[attr-defined]
    assert agent.name == f"{file}:Leftmost(limit=0.2)"


def test_what_is_named_plays(file: Path) -> None:
    names = [f"{file}:Leftmost", f"{file}:last(skip=1)", f"{file}:Alone", f"random/{file}:Alone"]
    matches = [Match(Game.of("beginner/safe#3"), Entrant.parse(name).hire()) for name in names]
    records = [match.play() for match in matches]
    assert all(record.moves > 1 for record in records)
    assert [record.engine for record in records] == ["exact", "exact", "alone", "alone"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "{}:Nobody",
            "has no 'Nobody'; expected Leftmost, Half, Alone, Disguised, Unarmed, Demanding",
        ),
        ("{}:Half", "lacks guess"),
        ("random/{}:Disguised", "has no name of its own; expected name = 'disguised'"),
        ("{}:NUMBER", "is no agent; expected an Agent class or a function of a view"),
        ("{}:nothing", "takes no view; expected a function of a view"),
        ("{}:Leftmost(width=3)", "has no option 'width'; expected limit"),
        ("{}:last(skip=x)", "option skip is x; expected a whole number"),
        ("random/{}:Leftmost", "is no engine; expected a class derived from Engine"),
        ("{}:Alone/exact", "is no agent"),
        ("{}:Unarmed", r"^cannot load '.*': RuntimeError: no model \(players.py, line "),
        ("{}:Demanding", "missing 1 required positional argument: 'width'"),
        ("builtins:max", "no signature found"),
        ("leftest", "unknown engine 'leftest'; expected single"),
        ("leftest/exact", "unknown agent 'leftest'; expected never-guess"),
    ],
)
def test_what_cannot_play_is_refused(file: Path, name: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Entrant.parse(name.format(file))


def test_a_pinned_entrant_plays_where_its_file_is_not(file: Path) -> None:
    entrant = Entrant.parse(f"{file}:last")
    sent = pickle.loads(pickle.dumps(entrant))
    file.unlink()
    assert sent == entrant
    assert isinstance(sent.hire(), Agent)
    with pytest.raises(BadInput, match="cannot read"):
        Entrant(entrant.agent).pinned()


def test_a_changed_file_is_another_entrant(file: Path) -> None:
    before = Entrant.parse(f"{file}:last")
    assert Entrant.parse(f"{file}:last") == before
    file.write_text(CODE + "\n", encoding="utf-8")
    assert Entrant.parse(f"{file}:last") != before


def test_guests_are_told_from_ours(file: Path) -> None:
    assert Entrant.parse(f"{file}:last").is_guest
    assert Entrant.parse(f"random/{file}:Alone").is_guest
    assert Entrant.parse(f"{file}:last").needs_host
    for agent in agents.AGENTS:
        assert not Entrant(agent).is_guest
    for engine in engines.ENGINES:
        assert not Entrant(engine=engine).needs_host


def test_an_entrant_is_not_checked_before_it_is_pinned() -> None:
    absent = Entrant("no/such/file.py:Player")
    assert replace(absent, name="x").name == "x"
    with pytest.raises(UnknownName):
        Entrant("nobody").pinned()
