"""Functions that play, and how their moves are judged."""

from __future__ import annotations

import pytest

from mineproof.agents.choice import Choice, Stuck
from mineproof.agents.own_moves.function import Function, move_of
from mineproof.board.game import Act, Game, Move
from mineproof.board.grid import Grid
from mineproof.board.view import View
from mineproof.engines.exact import Exact
from mineproof.engines.inference import Status
from mineproof.engines.single import Single
from mineproof.errors import Fault
from mineproof.play.match import Match
from mineproof.play.record import Outcome


def choice(move: object, picture: str, mines: int | None = None) -> Choice:
    view = View.from_picture(picture, mines)
    decision = Function(lambda _: move, Exact()).choose(view)
    assert isinstance(decision, Choice)
    return decision


def test_a_certain_move_is_proved_by_the_engine() -> None:
    found = choice("b1", "0# ##")
    assert found.move == Move(Act.OPEN, 1)
    assert found.deduction is not None
    assert found.deduction.engine == "exact"
    flag = choice("Fb1", "1#")
    assert flag.deduction is not None
    assert flag.deduction.is_mine


def test_any_other_move_is_a_guess_with_its_true_risk() -> None:
    assert choice("b1", "1#", mines=1).risk == 1.0  # proved to be a mine
    assert choice("c1", "1##", mines=2).is_guess
    assert choice("a1", "#1#", mines=1).risk == pytest.approx(0.5)
    wrong_flag = choice("Fb1", "0#")
    assert wrong_flag.is_guess
    assert wrong_flag.risk == 1.0


def test_the_engine_judges_only_as_far_as_it_sees() -> None:
    view = View.from_picture("### 121 000", mines=2)
    assert isinstance(found := Function(lambda _: "b1", Single()).choose(view), Choice)
    assert found.is_guess
    assert isinstance(found := Function(lambda _: "b1", Exact()).choose(view), Choice)
    assert not found.is_guess


def test_no_move_is_stuck() -> None:
    assert Function(lambda _: None, Exact()).choose(View.from_picture("1##")) == Stuck(
        Status.COMPLETE
    )


@pytest.mark.parametrize(
    ("value", "move"),
    [
        (4, Move(Act.OPEN, 4)),
        ("b2", Move(Act.OPEN, 4)),
        ("Fb2", Move(Act.FLAG, 4)),
        ((1, 1), Move(Act.OPEN, 4)),
        ([1, 1], Move(Act.OPEN, 4)),
        (Move(Act.FLAG, 4), Move(Act.FLAG, 4)),
        (None, None),
    ],
)
def test_moves_may_be_written_in_several_ways(value: object, move: Move | None) -> None:
    assert move_of(value, Grid(3, 3)) == move


@pytest.mark.parametrize(
    "value", [9, -1, "z9", "F", (1, 2, 3), (5, 5), 1.5, object(), Move(Act.CHORD, 1)]
)
def test_what_is_no_move_is_a_fault(value: object) -> None:
    with pytest.raises(Fault, match="it returned"):
        move_of(value, Grid(3, 3))


def test_the_view_has_all_that_was_seen_and_flagged() -> None:
    seen: list[str] = []

    def careful(view: View) -> str | int | None:
        seen.append(view.picture())
        flagged = any(map(view.is_flagged, view.covered_cells()))
        return view.hidden_cells()[0] if flagged else f"F{view.grid.name(view.grid.size - 1)}"

    game = Game.of("3x3/1/safe:b2#4")
    record = Match(game, Function(careful, Exact())).play()
    assert seen[0].count("#") == 8
    assert seen[1][-1] == "F"
    assert record.guesses == record.moves - 2  # neither the first cell nor the flag is a guess


def test_luck_has_no_bias_from_what_a_player_says() -> None:
    games = [Match(Game.of(f"4x4/4/safe#{seed}"), Function(lambda v: v.hidden_cells()[0], Exact())) for seed in range(300)]  # fmt: skip # noqa: E501
    records = [match.play() for match in games]
    luck = [record.luck for record in records if record.luck is not None]
    assert len(luck) == 300
    assert abs(sum(luck) / 300) < 0.1
    assert {record.outcome for record in records} >= {Outcome.LOST}


def test_a_player_gets_no_seed_that_leads_to_the_board() -> None:
    from mineproof.agents.own_moves.base import Mover, OwnMoves, Table

    seeds = []

    class Nosy(OwnMoves):
        name = "nosy"

        def sit_down(self, table: Table) -> Mover:
            seeds.append(table.seed)
            raise Fault("enough")

    for seed in (1, 2, 1):
        with pytest.raises(Fault):
            Match(Game.of(f"3x3/1/safe#{seed}"), Nosy(Exact()))
    assert seeds[0] == seeds[2] != seeds[1]
    assert not {1, 2} & set(seeds)
