"""The runner: draws inputs of one target in this process, tries them, and shrinks what fails."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded
from hypothesis.strategies import SearchStrategy

from fuzz.harness.corpus import Finding, load
from fuzz.harness.shrink import smallest
from fuzz.target import Json, Target

# What a seed gives depends on it: hypothesis begins a batch with small inputs.
_BATCH = 500

_SETTINGS = settings(
    max_examples=_BATCH,
    database=None,
    deadline=None,
    derandomize=False,
    phases=(Phase.generate, Phase.shrink),
    print_blob=False,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    verbosity=Verbosity.quiet,
)

_Origin: TypeAlias = tuple[str, str, int | None]


class _Over(BaseException):
    """The run ends in the middle of a batch; not an Exception, so hypothesis lets it pass."""


class Runner:
    """One run of one target. The seed grows by one with each batch, or with each made input."""

    def __init__(
        self,
        target: Target,
        first_seed: int,
        is_over: Callable[[int], bool],
        note: Callable[[int, Json], None],
    ) -> None:
        """Begin; `is_over` is asked with the inputs tried, `note` is told before each try."""
        self._target = target
        self._is_over = is_over
        self._note = note
        self.seed = first_seed
        self.tried = 0
        self._reported: set[_Origin] = set()
        self._failure: tuple[Json, Exception] | None = None

    def replay(self, file: Path) -> Finding | None:
        """Try an input of the corpus; return the finding if it fails."""
        case = load(file)
        try:
            self._note(self.seed, case.input)
            self._target.check(case.input)
        except Exception as error:
            return self._finding(case.input, error, case.seed)
        return None

    def run(self) -> Iterator[Finding]:
        """Yield findings until the run is over; what fails at the same line is one finding."""
        inputs = self._target.inputs
        while not self._is_over(self.tried):
            try:
                self._draw(inputs) if isinstance(inputs, SearchStrategy) else self._make(inputs)
            except _Over:
                return
            if self._failure:
                yield self._finding(*self._failure, self.seed)
            self.seed += 1

    def _draw(self, strategy: SearchStrategy[Json]) -> None:
        """Try one batch of inputs that hypothesis draws; it ends early with a failure."""
        self._failure = None

        @_SETTINGS
        @seeded(self.seed)
        @given(strategy)
        def batch(value: Json) -> None:
            if not self._failure and self._is_over(self.tried):
                raise _Over
            self._watch(value)

        try:
            batch()
        except Exception:
            if not self._failure:
                raise  # the strategy's own

    def _make(self, maker: Callable[[int], Json]) -> None:
        self._failure = None
        value = maker(self.seed)
        if self._fails(value):
            smallest(value, self._fails, self._target.smaller)

    def _fails(self, value: Json) -> bool:
        try:
            self._watch(value)
        except Exception:
            return True
        return False

    def _watch(self, value: Json) -> None:
        """Try an input and remember the last failure, which after shrinking is the smallest."""
        self._note(self.seed, value)
        self.tried += 1
        try:
            self._target.check(value)
        except Exception as error:
            if self._failure and _origin(error) != _origin(self._failure[1]):
                return  # another bug; it will be found again without this one
            if _origin(error) not in self._reported:
                self._failure = value, error
                raise

    def _finding(self, value: Json, error: Exception, seed: int | None) -> Finding:
        self._reported.add(_origin(error))
        return Finding(value, "".join(traceback.format_exception(error)[-2:]).strip(), seed)


def _origin(error: Exception) -> _Origin:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return type(error).__name__, frame.filename, frame.lineno
