"""Digests of games and answers, one line for each subject: the same on every installation.

Run as a script by the Python to be tested; it needs mineproof and the standard library only.
Floating-point numbers go in with twelve digits, for the last bits may depend on the compiler. A
few subjects differ between the kernel and Python, or with the engine `sat`, as documented; their
names say which it was.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import islice

import mineproof
from mineproof import Game, LimitReached, View
from mineproof.agents import AGENTS, agent_named
from mineproof.board.game import GameStatus
from mineproof.coach.language import LANGUAGES
from mineproof.counting.kernel import kernel
from mineproof.engines import ENGINES, engine_named
from mineproof.play.match import Match

SETTINGS = (
    ("easy", "list"),
    ("beginner", "safe"),
    ("beginner", "opening"),
    ("cs50", "none"),
    ("6x7/12", "list:4"),
    ("torus:7x6/8", "opening"),
    ("hex:8x8/12", "safe"),
    ("1x12/3", "none"),
)
SEEDS = range(4)
_KERNEL = "/native" if kernel() else "/python"
_SAT = "/sat" if find_spec("pysolvers") else ""
_WITH_PLAYOUTS = ("strategist", "strategist-deep")


def games() -> Iterator[Game]:
    """Yield games as far as one clue at a time gets."""
    for level, start in SETTINGS:
        for seed in SEEDS:
            game = Game.new(level, start, seed=seed)
            Match(game, agent_named("never-guess", engine_named("single"))).play()
            yield game


def positions() -> Iterator[View]:
    """Yield the views of games that are stuck."""
    return (game.view for game in games() if game.status is GameStatus.PLAYING)


def layouts() -> Iterator[object]:
    """Yield where the mines are."""
    for game in games():
        yield [str(game.setting), sorted(game.layout.mines), game.view.picture()]


def transcripts() -> Iterator[object]:
    """Yield games of the agents that play alike with and without the kernel."""
    return _played([agent for agent in AGENTS if agent not in _WITH_PLAYOUTS])


def playouts() -> Iterator[object]:
    """Yield games of the others, and hints about guesses, which use playouts too."""
    yield from _played(_WITH_PLAYOUTS)
    for view in positions():
        if not mineproof.analyse(view).deductions:
            yield str(mineproof.hint(view))


def _played(agents: Sequence[str]) -> Iterator[object]:
    for agent in agents:
        for level, start in SETTINGS:
            played = mineproof.play(level, start, seed=5, agent=agent)
            yield [agent, str(played.transcript), played.outcome.value]


def records() -> Iterator[object]:
    """Yield what is recorded about games: who proved what depends on the engines there are."""
    for level, start in SETTINGS:
        yield _lasting(mineproof.play(level, start, seed=6, agent="safest").to_json())


def _lasting(record: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if "seconds" not in name}


def answers() -> Iterator[object]:
    """Yield what each engine concludes, with its proofs."""
    for engine in ENGINES:
        if engine != "sat" or find_spec("pysolvers"):
            for view in islice(positions(), 8):
                yield _answer(view, engine)


def _answer(view: View, engine: str) -> object:
    try:
        return mineproof.analyse(view, engine).to_json()
    except LimitReached as limit:
        return str(limit)


def odds() -> Iterator[object]:
    """Yield how likely each cell is a mine."""
    for view in positions():
        found = mineproof.study(view)
        yield [found.layouts, sorted(found.risks.items())]


def samples() -> Iterator[object]:
    """Yield random layouts: kernel and Python draw different ones from the same seed."""
    for view in positions():
        yield sorted(mineproof.study(view).sample(3))


def guesses() -> Iterator[object]:
    """Yield how guesses compare without playouts."""
    for view in positions():
        yield mineproof.best_moves(view, agent="strategist-fast").to_json()


def words() -> Iterator[object]:
    """Yield hints and explanations where some cell is safe, in all languages.

    Elsewhere a hint compares guesses, for which the kernel plays more games.
    """
    certain = (view for view in positions() if mineproof.analyse(view).safe)
    for view in islice(certain, 6):
        for language in LANGUAGES:
            yield [str(mineproof.hint(view, rung, language=language)) for rung in range(7)]
            hidden = next(cell for cell in range(view.grid.size) if not view.is_open(cell))
            yield mineproof.explain(view, hidden, language=language).to_json()


def reviews() -> Iterator[object]:
    """Yield judged games."""
    for level, start in SETTINGS[:3]:
        played = mineproof.play(level, start, seed=7, agent="safest")
        yield mineproof.review(played).to_json()


def boards() -> Iterator[object]:
    """Yield generated boards, with their certificates."""
    for seed in SEEDS:
        yield mineproof.generate("beginner", seed=seed).to_json(with_script=True)


def rows() -> Iterator[object]:
    """Yield the rows of an experiment and the numbers of its report."""
    from mineproof.lab.experiment import Experiment
    from mineproof.lab.report.results import summary_table
    from mineproof.lab.run.rows import play_chunk

    lab = Experiment.of("matrix", ["safest", "exact"], ["beginner/safe"], games=20)
    for chunk in lab.chunks():
        table = play_chunk(chunk).drop("seconds")
        yield table.rows()
        yield summary_table(play_chunk(chunk)).select("entrant", "won", "won_low", "lost").rows()


def environments() -> Iterator[object]:
    """Yield observations."""
    from mineproof.adapters.gymnasium import MinesweeperEnv

    env = MinesweeperEnv("beginner", "safe")
    for seed in SEEDS:
        seen, _ = env.reset(seed=seed)
        yield seen.tolist()
        yield [env.step(cell)[0].tolist() for cell in (0,)]


SUBJECTS: dict[Callable[[], Iterator[object]], str | None] = {
    layouts: None,
    transcripts: None,
    playouts: None,
    records: None,
    answers: None,
    odds: None,
    samples: None,
    guesses: None,
    words: None,
    reviews: None,
    boards: None,
    rows: "polars",
    environments: "gymnasium",
}
"""What is digested, and the module that it needs."""


def digest(values: Iterator[object]) -> str:
    """Return the digest of some values."""
    text = hashlib.sha256()
    for value in values:
        text.update(json.dumps(_rounded(value), sort_keys=True).encode())
    return text.hexdigest()[:16]


def _rounded(value: object) -> object:
    match value:
        case float():
            return f"{value:.12g}"
        case dict():
            return {str(key): _rounded(each) for key, each in value.items()}
        case list() | tuple():
            return [_rounded(each) for each in value]
        case _:
            return value


def main(wanted: Sequence[str]) -> None:
    """Print a line for each subject, or for those named."""
    for subject, module in SUBJECTS.items():
        is_wanted = not wanted or subject.__name__ in wanted
        if is_wanted and (module is None or find_spec(module)):
            which = _KERNEL if subject in (playouts, samples) else ""
            which += _SAT if subject in (answers, records) else ""
            print(f"{subject.__name__}{which}", digest(subject()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
