"""Games of entrants, ours or guests: a guest has a referee, and many games of it have a host."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mineproof.agents.entrant import Entrant
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.engines.resolution import Listener
from mineproof.errors import Fault
from mineproof.play.host.hosted import hosted
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record
from mineproof.play.referee import USUAL_SECONDS, Alarm, Referee


def match_of(game: Game, entrant: Entrant, listener: Listener | None = None) -> Match:
    """Return the match of an entrant, not yet played; the faults of a guest lose it.

    In the main thread, a guest that takes too long is interrupted.
    """
    referee = Referee(watch=Alarm.if_possible()) if entrant.is_guest else None
    agent = entrant.hire(listener)
    return Match(game, agent, tell_total=entrant.tell_total, referee=referee)


def play_guest(
    setting: Setting, entrant: Entrant, seeds: Sequence[int], seconds: float = USUAL_SECONDS
) -> Iterator[Record]:
    """Play a setting with these seeds instead of its own; yield the records in order."""
    task = _GuestGames(setting, entrant)
    if entrant.needs_host:
        results = hosted(entrant, task, seeds, seconds)
    else:
        results = (task(seed, Referee(seconds)) for seed in seeds)
    for seed, result in zip(seeds, results, strict=True):
        yield (
            _lost_with_host(setting, entrant, seed, result) if isinstance(result, Fault) else result
        )


@dataclass(frozen=True)
class _GuestGames:
    """Games of one setting, by their seeds."""

    setting: Setting
    entrant: Entrant

    def __call__(self, seed: int, referee: Referee) -> Record:
        game, agent = Game.of(replace(self.setting, seed=seed)), self.entrant.hire()
        return Match(game, agent, tell_total=self.entrant.tell_total, referee=referee).play()


def _lost_with_host(setting: Setting, entrant: Entrant, seed: int, fault: Fault) -> Record:
    """Return the record of a game whose host was ended: nothing is known but the reason."""
    return Record(
        game=str(replace(setting, seed=seed)),
        agent=entrant.agent,
        engine=entrant.engine,
        seed=seed,
        outcome=Outcome.LOST,
        moves=0,
        guesses=0,
        unmarked_cells=tuple(range(setting.level.grid.size)),
        proved={},
        counters={},
        seconds=0.0,
        fault=str(fault),
    )
