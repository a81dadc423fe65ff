"""hint, explain, suppose, best_moves, review, generate: what the coach knows of view or game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

from mineproof.agents import strategist_named
from mineproof.agents.strategist.agent import Ranked
from mineproof.app.json.boards import board_json
from mineproof.app.json.coach import explanation_json, hint_json, supposition_json
from mineproof.app.json.review import review_json
from mineproof.app.json.values import moves_json
from mineproof.board.grid import CellLike
from mineproof.board.rules import Level, Start
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.coach import explanation as explanations
from mineproof.coach import hints
from mineproof.coach import review as reviews
from mineproof.coach import supposition as suppositions
from mineproof.coach.boards.generate import Generated, no_guess
from mineproof.coach.boards.wishes import Wishes, step_level
from mineproof.coach.language import language as language_named
from mineproof.coach.words.review_words import summary_words
from mineproof.counting.odds import Density
from mineproof.errors import Contradiction
from mineproof.facade import as_fields
from mineproof.facade.play import PlayedGame

_PROOF = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewHint(hints.Hint):
    """A hint for `view`; as text, its sentences from the lowest rung up."""

    view: View

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof explain --json` prints it."""
        return hint_json(self, self.view.grid)

    def __str__(self) -> str:
        return "\n".join(str(sentence) for rung in self.words for sentence in rung)


def hint(view: View, rung: int = _PROOF, *, language: str = "en", flags: bool = False) -> ViewHint:
    """Return a hint about which cell can be opened, which reveals as little as you like.

    The rungs: 0 is there a safe cell, 1 where, 2 the technique, 3 the clues, 4 the cells, 5 the
    proof, 6 the move. A hint holds its rung and those below. With `flags`, a mine without a flag
    is a move too. If no layout fits the view, the hint says so. Raises BadInput for another rung
    or an unknown language.

    >>> found = hint(View.from_picture("### 121 000"), 3)
    >>> found.level.name, found.clues, found.targets
    ('L2', (3, 4, 5), None)
    >>> print(*found.words[3])
    Look at the 1 at a2, the 2 at b2 and the 1 at c2.
    >>> print(*hint(View.from_picture("### 121 000"), 3, flags=True).words[3])
    Look at the 1 at a2 and the 2 at b2.
    """
    found = hints.hint(view, rung, language=language, flags=flags)
    return ViewHint(**as_fields(found), view=view)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewExplanation(explanations.Explanation):
    """What a cell of `view` is, and why; as text, one sentence a line."""

    view: View

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof explain --cell CELL --json` prints it."""
        return explanation_json(self, self.view.grid)

    def __str__(self) -> str:
        told = [sentence for sentences in self.told for sentence in sentences]
        return "\n".join(map(str, [*told, *self.remarks]))


def explain(view: View, cell: CellLike, *, language: str = "en") -> ViewExplanation:
    """Explain one cell: the steps that prove it safe or a mine, or how risky it is and why.

    For an uncertain cell, `doubt` has two layouts that fit, one with a mine there and one without.
    Raises Contradiction, with the clashing clues by name, if no layout fits the view.

    >>> print(explain(View.from_picture("01#1#1#"), "e1"))
    The 1 at b1 touches only one covered cell, c1.
    So c1 is a mine.
    The 1 at d1 already has its one mine, c1.
    So e1 is safe.
    """
    try:
        found = explanations.explain(view, view.grid.cell(cell), language=language)
    except Contradiction as clash:
        raise clash.named(view.grid.name) from None
    return ViewExplanation(**as_fields(found), view=view)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewSupposition(suppositions.Supposition):
    """What comes of supposing that a cell of `view` is a mine, or safe; as text, line by line."""

    view: View

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof explain --suppose CELL=mine --json` prints it."""
        return supposition_json(self, self.view.grid)

    def __str__(self) -> str:
        told = [sentence for sentences in self.told for sentence in sentences]
        return "\n".join(map(str, [*self.remarks, *told]))


def suppose(view: View, cell: CellLike, mined: bool, *, language: str = "en") -> ViewSupposition:
    """Suppose that a covered cell is a mine, or safe: the contradiction, or what would follow.

    Raises BadInput if the cell is not covered; Contradiction, with the clashing clues by name, if
    no layout fits the view anyway.

    >>> print(suppose(View.from_picture("## 11"), "a1", True))
    Suppose that a1 is a mine.
    The chance of that is 50%.
    Then b1 is safe.
    The 1 at a2 already has its one mine, a1.
    So b1 is safe.
    """
    try:
        found = suppositions.suppose(view, view.grid.cell(cell), mined, language=language)
    except Contradiction as clash:
        raise clash.named(view.grid.name) from None
    return ViewSupposition(**as_fields(found), view=view)


@dataclass(frozen=True, slots=True)
class BestMoves(Sequence[Ranked]):
    """The cells to open in `view`, best first, each with its risk and, if known, its chance to win.

    A chance that is estimated has an `error`: the most that its standard error can be.
    """

    view: View
    ranked: tuple[Ranked, ...]

    @property
    def names(self) -> list[str]:
        """The cells by name."""
        return self.view.names(each.cell for each in self.ranked)

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof solve --budget deep --json` adds it."""
        return moves_json(self.ranked, self.view.grid)

    @overload
    def __getitem__(self, index: int) -> Ranked: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Ranked, ...]: ...
    def __getitem__(self, index: int | slice) -> Ranked | tuple[Ranked, ...]:
        return self.ranked[index]

    def __len__(self) -> int:
        return len(self.ranked)


def best_moves(
    view: View, agent: str = "strategist-deep", *, density: float | Fraction | None = None
) -> BestMoves:
    """Return the cells that are certainly safe; if none is, the best guesses of a strategist.

    A guess comes with its risk and its chance to win the game, where that could be worked out, and
    the standard error of that chance at most. `strategist` takes a tenth of the time and misses the
    best guess more often.
    `density` is the share of mines to expect where the mine count is unknown, as in `analyse`.
    Empty if every covered cell is certainly a mine or flagged. Raises Contradiction if no layout
    fits, LimitReached if there is too much to count, BadInput if the agent is no strategist.

    >>> best = best_moves(View.from_picture("1## ###", mines=2))
    >>> best.names[0], best[0].risk, round(best[0].win, 3)
    ('c1', 0.5, 0.333)
    """
    prior = None if density is None else Density(density)
    return BestMoves(view, strategist_named(agent).rank(view, prior))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview(reviews.Review):
    """A game with a remark on each move; as text, its summary."""

    language: str

    def to_json(self) -> dict[str, object]:
        """Return this as `mineproof review --json` prints it."""
        return review_json(self, language_named(self.language))

    def __str__(self) -> str:
        return "\n".join(map(str, summary_words(self, language_named(self.language))))


def review(game: Transcript | PlayedGame | str, *, language: str = "en") -> GameReview:
    """Judge each move of a game: proved, missed, guess or blunder.

    The game is a transcript or its text, or what `play` returns. Raises BadInput if the text is not
    a transcript, IllegalMove if the rules forbid one of its moves.

    >>> found = review("layout/clearing .*. ... a1 a2 c1")
    >>> [remark.verdict.value for remark in found.remarks]
    ['best guess', 'lucky', 'proved']
    """
    words = language_named(language)  # an unknown language is refused before the work
    transcript = game.transcript if isinstance(game, PlayedGame) else game
    if isinstance(transcript, str):
        transcript = Transcript.parse(transcript)
    return GameReview(**as_fields(reviews.review(transcript)), language=words.tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGuessBoard(Generated):
    """A board that needs no guess; `script` is its certificate. As text, its transcript."""

    def to_json(self, *, with_script: bool = False) -> dict[str, object]:
        """Return this as `mineproof generate --jsonl` prints it, with `--script` if you want."""
        return board_json(self, with_script=with_script)

    def __str__(self) -> str:
        return str(self.transcript)


def generate(
    level: Level | str = "expert",
    start: Start | str = "opening",
    *,
    seed: int = 0,
    max_level: str = "L5",
    min_level: str = "L1",
    tries: int | None = None,
) -> NoGuessBoard:
    """Return a board that can be cleared from its first cell without a guess.

    The same arguments give the same board. `max_level` and `min_level` say how hard its hardest
    step may and must be, from L1 (a single clue) to L5 (the mine count). Raises BadInput if no game
    can be set up like this, LimitReached if `tries` layouts were not enough.

    >>> board = generate("beginner", seed=7, max_level="L1")
    >>> board.game_id, board.layout.number("d4"), board.grade.level.name
    ('beginner/opening:d4#8399740662962568306', 0, 'L1')
    """
    wishes = Wishes(max_level=step_level(max_level), min_level=step_level(min_level))
    found = no_guess(level, seed, start=start, wishes=wishes, tries=tries)
    return NoGuessBoard(**as_fields(found))
