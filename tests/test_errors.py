"""One root for every error, and messages that name the culprit."""

from __future__ import annotations

import pytest

from mineproof import errors
from mineproof.errors import BadInput, BadProof, Contradiction, LimitReached, MineproofError

ALL = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
]


@pytest.mark.parametrize("kind", ALL)
def test_every_error_has_the_one_root(kind: type[Exception]) -> None:
    assert issubclass(kind, MineproofError)


@pytest.mark.parametrize("kind", ALL)
def test_only_the_callers_mistake_is_a_value_error(kind: type[Exception]) -> None:
    others = (LimitReached, Contradiction, BadProof)
    assert issubclass(kind, ValueError) == issubclass(kind, BadInput)
    assert not issubclass(kind, BadInput) or not issubclass(kind, others)


@pytest.mark.parametrize(
    ("clues", "with_count", "message"),
    [
        ([], False, "no layout fits"),
        ([2], False, "no layout fits: the clue at c cannot be met"),
        ([], True, "no layout fits: the mine count cannot be met"),
        ([2, 0], False, "no layout fits: the clues at a, c clash"),
        ([1], True, "no layout fits: the clue at b and the mine count clash"),
    ],
)
def test_a_contradiction_names_who_clashes(
    clues: list[int], with_count: bool, message: str
) -> None:
    error = Contradiction(clues=clues, with_count=with_count).named("abc".__getitem__)
    assert str(error) == message
    assert (error.clues, error.with_count) == (tuple(sorted(clues)), with_count)
