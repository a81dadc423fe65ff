"""A checked player makes the same moves, and none whose proof is refused."""

from __future__ import annotations

import pytest
from tests.guests.unproved import MadeUp, Proofless

from mineproof.agents.base import Agent, Player
from mineproof.agents.checked import ACCEPTED, REFUSED, UNDECIDED
from mineproof.agents.choice import Choice, Decision
from mineproof.agents.entrant import Entrant
from mineproof.agents.never_guess import NeverGuess
from mineproof.board.game import Act, Game, Move
from mineproof.board.view import View
from mineproof.engines.inference import Deduction
from mineproof.engines.single import Single
from mineproof.logic import checker
from mineproof.logic.problem import fact
from mineproof.logic.proof import Clue
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

PLAYERS = [
    Entrant(),
    Entrant(engine="cascade", tell_total=False),
    Entrant("safest", "single+exact"),
    Entrant("strategist-fast", "exact"),
    Entrant(engine="sat"),
    Entrant(engine="dpll"),
    Entrant(engine="brute"),
    Entrant(engine="seed-tuples"),
]


def moves(entrant: Entrant, game: str, *, check: bool) -> tuple[list[Move], Record]:
    agent = entrant.hire()
    agent.checks_proofs = check
    match = Match(Game.of(game), agent, tell_total=entrant.tell_total)
    return [turn.move for turn in match.turns()], match.record


@pytest.mark.parametrize("entrant", PLAYERS, ids=lambda each: each.name)
@pytest.mark.parametrize("start", ["list6", "opening"])
def test_checks_change_no_move(entrant: Entrant, start: str) -> None:
    level = "4x4/3" if entrant.engine == "brute" else "beginner"
    game = f"{level}/{start}#6"
    (free, _), (checked, record) = (moves(entrant, game, check=on) for on in (False, True))
    assert checked == free
    assert record.counters[ACCEPTED] >= sum(record.proved.values()) > 0
    assert record.counters[REFUSED] == record.counters[UNDECIDED] == 0


def test_a_move_with_a_bad_proof_is_not_made() -> None:
    agent = NeverGuess(MadeUp())
    agent.checks_proofs = True
    match = Match(Game.of("easy/list9#3"), agent)
    before = match.game.view
    record = match.play()
    assert (record.outcome, record.moves) == (Outcome.LOST, 0)
    assert match.game.view == before
    assert record.refused_at is not None
    assert View.from_picture(record.refused_at, mines=10) == before
    assert record.fault is not None
    assert record.fault.startswith("the checker refused made-up's proof that ")
    assert record.counters[REFUSED] == 1
    agent.checks_proofs = False
    assert Match(Game.of("easy/list9#3"), agent).play().moves > 0


def test_an_engine_without_proofs_is_told_so() -> None:
    agent = NeverGuess(Proofless())
    agent.checks_proofs = True
    record = Match(Game.of("easy/list9#3"), agent).play()
    assert record.fault is not None
    assert record.fault.startswith("proofless gives no proof that b8 is safe; expected ")


def test_what_the_checker_cannot_decide_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    free, _ = moves(Entrant(), "expert/opening#5", check=False)
    monkeypatch.setattr(checker, "MAX_NODES", 1)
    checked, record = moves(Entrant(), "expert/opening#5", check=True)
    assert checked == free
    assert record.counters[UNDECIDED] > 0
    assert record.counters[REFUSED] == 0


class _Sure(Agent):
    """Calls its guesses certain."""

    name = "sure"

    def guess(self, player: Player) -> Decision:
        cell = player.candidates()[0]
        made_up = Deduction(cell, False, Clue(fact(cell, False)), self.name)
        return Choice(Move(Act.OPEN, cell), made_up)


def test_a_proof_of_the_agent_itself_is_checked_too() -> None:
    agent = _Sure(Single())
    agent.checks_proofs = True
    record = Match(Game.of("3x3/2/none#1"), agent).play()
    assert record.fault is not None
    assert record.fault.startswith("the checker refused sure's proof that a1 is safe")
    assert record.moves == 0


def test_proofs_of_the_kernel_do_not_depend_on_when_they_are_asked_for() -> None:
    def watched(*, at_once: bool) -> list[str]:
        match = Match(Game.of("expert/opening#5"), NeverGuess(Entrant().hire().engine))
        choices = [turn.choice for turn in match.turns()]
        found = [each.deduction for each in choices if each and each.deduction]
        order = found if at_once else found[::-1]
        texts = {each.cell: repr(each.proof) for each in order}
        return [texts[each.cell] for each in found]

    assert watched(at_once=True) == watched(at_once=False)
    assert len(watched(at_once=True)) > 50
