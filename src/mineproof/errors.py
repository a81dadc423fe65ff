"""Every error that mineproof raises on purpose, under one root.

Four families, never mixed: the caller's mistake (`BadInput` and below), the position's
fault (`Contradiction`), a player's (`Fault`), and our own bug (`BadProof`, `BadPlay`, which nobody
catches).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class MineproofError(Exception):
    """The root: catch this to catch every error below."""


class BadInput(MineproofError, ValueError):
    """The caller passed a value that makes no sense; the message names it and what was expected."""


class Malformed(BadInput):
    """A request has not the form that it should have."""


class BadGrid(BadInput):
    """No grid has such a size, cell or name."""


class BadPicture(BadInput):
    """A text does not picture a position."""


class BadSetting(BadInput):
    """No game can be set up this way: level, start rule, finish, seed or game id."""


class BadTranscript(BadInput):
    """A text is not the transcript of a game."""


class BadFile(BadInput):
    """The bytes are not a file of the expected format."""


class BadPart(BadInput):
    """A file is not the expected part of a run."""


class IllegalMove(BadInput):
    """The rules do not allow this move now."""


class UnknownName(BadInput):
    """A registry has no entry of this name."""


class UnknownGame(BadInput):
    """There is no game with this token, or it has been deleted."""


class NotNow(BadInput):
    """The request does not fit the present state of the game."""


class LimitReached(MineproofError):
    """The work would pass a stated limit; nothing is wrong with the position."""


class Undecided(MineproofError):
    """A quick judge cannot tell what opening these cells does; a thorough one may."""

    def __init__(self, cells: Sequence[int]) -> None:
        super().__init__("this position cannot be judged quickly")
        self.cells = tuple(cells)


class WorkersLost(MineproofError):
    """Workers have died, or their cluster is gone; what they have not returned must be redone."""


class Overdue(LimitReached):
    """The work has taken longer than it may."""


class Busy(LimitReached):
    """Too many others want the same; the same request may succeed later."""


class TooMany(LimitReached):
    """Someone has as many games as one may have."""


class Contradiction(MineproofError):
    """No layout fits the constraints.

    `clues` holds the cells that show the clashing numbers, in reading order; `with_count` tells
    that the total mine count is part of the clash.
    """

    def __init__(
        self,
        message: str = "no layout fits",
        clues: Sequence[int] = (),
        *,
        with_count: bool = False,
    ) -> None:
        super().__init__(message)
        self.clues = tuple(sorted(clues))
        self.with_count = with_count

    def named(self, name: Callable[[int], str]) -> Contradiction:
        """Return this error with a message that names the clashing clues.

        >>> str(Contradiction(clues=[3, 1], with_count=True).named("abcd".__getitem__))
        'no layout fits: the clues at b, d and the mine count clash'
        """
        parties = [f"the clue{'s' * (len(self.clues) > 1)} at {', '.join(map(name, self.clues))}"]
        parties = (parties if self.clues else []) + ["the mine count"] * self.with_count
        if not parties:
            return self
        verb = "clash" if len(self.clues) + self.with_count > 1 else "cannot be met"
        message = f"no layout fits: {' and '.join(parties)} {verb}"
        return Contradiction(message, self.clues, with_count=self.with_count)


class Fault(MineproofError):
    """A player failed: it raised an error, broke the rules, took too long, or its process died."""


class Reported(Fault):
    """A program reports in good order that it cannot answer; it may go on with the next game."""


class RefusedProof(Fault):
    """The checker refuses the proof of a move, which is therefore not made."""


class BadProof(MineproofError):
    """A proof does not prove its claim: a bug in the engine that made it."""


class BadPlay(MineproofError):
    """Games could not be played to their end: a bug; the message names the chunk."""
