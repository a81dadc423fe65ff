"""Games of entrants, ours or guests: a guest has a referee, and many games of it have a host."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from mineproof.agents.base import Agent, Player
from mineproof.agents.choice import Choice, Decision
from mineproof.agents.entrant import Entrant
from mineproof.agents.own_moves.base import OwnMoves
from mineproof.board.game import Act, Game
from mineproof.board.grid import Grid
from mineproof.board.notation import Setting
from mineproof.board.view import View
from mineproof.engines.event import Listener
from mineproof.engines.inference import Inference
from mineproof.errors import Contradiction, Fault, IllegalMove, LimitReached
from mineproof.logic.checker import check
from mineproof.logic.reader import read
from mineproof.play.bulk import play_layouts
from mineproof.play.given_boards import GivenBoard
from mineproof.play.host.hosted import hosted
from mineproof.play.match import Match, Turn
from mineproof.play.record import Outcome, Record
from mineproof.play.referee import USUAL_SECONDS, Referee, too_late
from mineproof.plugins.alarm import Alarm


def match_of(
    game: Game,
    entrant: Entrant,
    listener: Listener | None = None,
    witness: Callable[[Turn], None] | None = None,
) -> Match:
    """Return the match of an entrant, not yet played; the faults of a guest lose it.

    In the main thread, a guest that takes too long is interrupted. `listener` hears the events of
    its engine, `witness` sees each turn.
    """
    referee = Referee(watch=Alarm.if_possible(too_late)) if entrant.is_guest else None
    agent = entrant.hire(listener)
    return Match(game, agent, tell_total=entrant.tell_total, referee=referee, witness=witness)


# Many games


def play_guest(
    setting: Setting, entrant: Entrant, seeds: Sequence[int], seconds: float = USUAL_SECONDS
) -> Iterator[Record]:
    """Play a setting with these seeds instead of its own; yield the records in order."""
    return _play(_Seeded(entrant, setting), seeds, seconds)


def play_boards(boards: Sequence[GivenBoard], entrant: Entrant) -> Iterator[Record]:
    """Play given boards; yield the records in order."""
    if entrant.is_guest:
        yield from _play(_Given(entrant, tuple(boards)), range(len(boards)), USUAL_SECONDS)
        return
    for (_, finish), group in groupby(boards, GivenBoard.kind):  # as many at once as possible
        given = [board.given for board in group]
        agent, tell_total = entrant.hire(), entrant.tell_total
        yield from play_layouts(given, agent, finish=finish, tell_total=tell_total)


@dataclass(frozen=True)
class _GuestGames(ABC):
    """Games of one entrant, by number."""

    entrant: Entrant

    @abstractmethod
    def match(self, number: int, referee: Referee) -> Match:
        """Return the match of a game."""

    @abstractmethod
    def describe(self, number: int) -> tuple[str, int, Grid]:
        """Return the name of a game, its seed and its grid."""

    def __call__(self, number: int, referee: Referee) -> Record:
        return self.match(number, referee).play()


@dataclass(frozen=True)
class _Seeded(_GuestGames):
    setting: Setting

    def match(self, number: int, referee: Referee) -> Match:
        game, entrant = Game.of(replace(self.setting, seed=number)), self.entrant
        return Match(game, entrant.hire(), tell_total=entrant.tell_total, referee=referee)

    def describe(self, number: int) -> tuple[str, int, Grid]:
        return str(replace(self.setting, seed=number)), number, self.setting.level.grid


@dataclass(frozen=True)
class _Given(_GuestGames):
    boards: tuple[GivenBoard, ...]

    def match(self, number: int, referee: Referee) -> Match:
        (given, finish), entrant = self.boards[number], self.entrant
        tell_total = entrant.tell_total
        return given.match(entrant.hire(), finish, tell_total=tell_total, referee=referee)

    def describe(self, number: int) -> tuple[str, int, Grid]:
        given = self.boards[number].given
        return "layout", given.seed, given.layout.grid


def _play(games: _GuestGames, numbers: Sequence[int], seconds: float) -> Iterator[Record]:
    if not games.entrant.needs_host:
        yield from (games(number, Referee(seconds)) for number in numbers)
        return
    results = hosted(games.entrant, games, numbers, seconds)
    for number, result in zip(numbers, results, strict=True):
        yield _lost_with_host(games, number, result) if isinstance(result, Fault) else result


def _lost_with_host(games: _GuestGames, number: int, fault: Fault) -> Record:
    """Return the record of a game whose host was ended: nothing is known but the reason."""
    name, seed, grid = games.describe(number)
    return Record(
        game=name,
        agent=games.entrant.agent,
        engine=games.entrant.engine,
        seed=seed,
        outcome=Outcome.LOST,
        moves=0,
        guesses=0,
        unmarked_cells=tuple(range(grid.size)),
        proved={},
        counters={},
        seconds=0.0,
        fault=str(fault),
    )


# One position


def conclude(entrant: Entrant, view: View) -> Inference:
    """Return what the engine of an entrant concludes from a view.

    A guest's proofs are checked: one that does not hold raises Fault, as any other failure of it.
    Raises Contradiction and LimitReached as `Engine.look` does.
    """
    engine = entrant.hire().engine
    if not entrant.is_guest:
        return engine.look(view)
    referee = Referee(watch=Alarm.if_possible(too_late))
    try:
        found = referee.time(lambda: engine.look(view))
        check(read(view), ((each.cell, each.is_mine, each.proof) for each in found.deductions))
        return found
    except (Contradiction, LimitReached):
        raise
    except Exception as error:
        raise failure(entrant.engine, referee.judge(error)) from None


def failure(name: str, reason: str) -> Fault:
    """Return the fault of a guest by its name."""
    return Fault(f"{name} failed: {reason}")


def ask(
    agent: Agent, view: View, seed: int, referee: Referee, *, marks_mines: bool = True
) -> Decision:
    """Return what an agent decides that joins a game here; raise as `ask_player` does."""
    return ask_player(agent, view, seed, referee, marks_mines=marks_mines)[1]


def ask_player(
    agent: Agent, view: View, seed: int, referee: Referee, *, marks_mines: bool = True
) -> tuple[Player, Decision]:
    """Return the player of an agent that joins a game here, and what it decides.

    Raises Fault if it takes too long, IllegalMove, and whatever else it raises.
    """
    join = agent.join
    if isinstance(agent, OwnMoves):
        join = partial(agent.join, seconds=referee.seconds)
    seconds = agent.seconds_allowed(referee.seconds)

    def decided() -> tuple[Player, Decision]:
        player = join(view, seed, marks_mines=marks_mines)
        return player, player.choose()

    player, decision = referee.time(decided, seconds)
    return player, _legal(decision, view)


def _legal(decision: Decision, view: View) -> Decision:
    if isinstance(decision, Choice):
        act, cell = decision.move
        if view.is_open(view.grid.check(cell)) or act is Act.CHORD:
            name = view.grid.name(cell)
            raise IllegalMove(f"{act.value} {name}; expected a covered cell to open or flag")
    return decision


def decide(
    entrant: Entrant,
    view: View,
    seed: int,
    *,
    marks_mines: bool = True,
    seconds: float = USUAL_SECONDS,
) -> Decision:
    """Return what an entrant would do in a position; raise Fault if a guest fails.

    Guests are asked in a host, so this may be called from any thread. Raises Contradiction or
    LimitReached as `Player.choose` does.
    """
    if not entrant.is_guest:
        return entrant.hire().join(view, seed, marks_mines=marks_mines).choose()
    question = _Question(entrant, view, marks_mines)
    if entrant.needs_host:
        (answer,) = hosted(entrant, question, [seed], seconds)
    else:
        answer = question(seed, Referee(seconds))
    if isinstance(answer, Fault):
        raise failure(entrant.name, str(answer))
    if isinstance(answer, Contradiction | LimitReached):
        raise answer
    return answer  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _Question:
    """What would an entrant do in this position? The seed of its guesses is the number."""

    entrant: Entrant
    view: View
    marks_mines: bool

    def __call__(
        self, seed: int, referee: Referee
    ) -> Decision | Fault | Contradiction | LimitReached:
        try:
            agent = self.entrant.hire()  # loading its code is no part of its move
            decision = ask(agent, self.view, seed, referee, marks_mines=self.marks_mines)
            return _portable(decision)
        except (Contradiction, LimitReached) as error:
            return error
        except Exception as error:
            return Fault(referee.judge(error))


def _portable(decision: Decision) -> Decision:
    """Return the same with the proof itself, not with what can find it in this process."""
    if not isinstance(decision, Choice) or decision.deduction is None:
        return decision
    deduction = decision.deduction
    return decision._replace(deduction=replace(deduction, reason=deduction.proof))
