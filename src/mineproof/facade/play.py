"""play: let an agent play a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from mineproof.agents import AgentLike, agent_of
from mineproof.board.game import Game
from mineproof.board.notation import Setting
from mineproof.board.rules import Level, Start
from mineproof.board.transcript import Transcript
from mineproof.engines import engine_of
from mineproof.engines.base import Engine
from mineproof.facade import as_fields
from mineproof.play.match import Match
from mineproof.play.record import Record


@dataclass(frozen=True, slots=True, repr=False)
class PlayedGame(Record):
    """The record of a game, with the match as it stands at its end, and all moves."""

    match: Match = field(kw_only=True, compare=False)
    transcript: Transcript = field(kw_only=True, compare=False)

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof play --json` prints it."""
        from mineproof.app.json.values import game_json

        return game_json(self.match, self.transcript)


def play(
    level: Level | str = "easy",
    start: Start | str | None = None,
    *,
    seed: int = 0,
    engine: str | Engine | type[Engine] = "cascade",
    agent: AgentLike = "never-guess",
) -> PlayedGame:
    """Let an agent play one game to its end.

    The agent is given by name (`my.py:Careful` for your own), by its class, or as a function from
    a view to a move. An Agent object has an engine of its own; `engine` is for all others. What
    your own player does wrong is raised. Without a seed it is the game of seed 0, as with
    `Game.new`.

    >>> game = play("easy", seed=1)
    >>> game.outcome.value, game.guesses, str(game.transcript).split()[:3]
    ('won', 0, ['easy/list#1', 'd8', 'e8'])
    """
    game = Game.of(Setting.make(level, start, seed))
    match = Match(game, agent_of(agent, engine_of(engine)))
    moves = [turn.move for turn in match.turns()]
    transcript = Transcript.of(game, moves)
    return PlayedGame(**as_fields(match.record), match=match, transcript=transcript)
