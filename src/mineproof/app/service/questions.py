"""Questions: what a request asks the analyst, within which time, and what is not asked twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mineproof.app.json.cells import Json, position_json
from mineproof.app.service.analyst import Analyst, Asker
from mineproof.app.service.limits import Limits
from mineproof.app.service.memory import Comparison, Memory
from mineproof.app.service.traces import Trace
from mineproof.board.view import View
from mineproof.coach.rungs import RUNGS
from mineproof.errors import Overdue

_WEAK_SECONDS = 60.0
"""How long a comparison is kept for which there was too little time: soon there may be more."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Asks the analyst. Each question may raise Overdue, or whatever its task raises."""

    analyst: Analyst
    limits: Limits
    clock: Callable[[], float]
    memory: Memory

    async def ask(self, who: Asker, task: str, **asked: object) -> dict[str, Any]:
        """Return the answer to a question that people wait for."""
        return await self.analyst.ask(task, asked, self.limits.analysis_seconds, who)

    async def ask_long(self, who: Asker, task: str, **asked: object) -> dict[str, Any]:
        """Return the answer to a question about a whole game, which may take longer."""
        return await self.analyst.ask(task, asked, self.limits.review_seconds, who)

    async def about(self, who: Asker, task: str, view: View, **asked: object) -> dict[str, Any]:
        """Return the answer to a question about a position."""
        return await self.ask(who, task, **position_json(view), **asked)

    async def hint(self, who: Asker, view: View, rung: int, **wish: object) -> Json:
        """Return a hint at one rung; guesses are compared once for all rungs."""
        top = RUNGS[-1] if rung else RUNGS[0]  # that a guess is needed is said before comparing
        told = await self._compare(who, "give_hint", view, **wish, rung=top)
        found: Json = told["rungs"][rung]
        return found

    async def guesses(self, who: Asker, view: View, **wish: object) -> Json:
        """Return the best guesses in a position that forces one."""
        return await self._compare(who, "compare_guesses", view, **wish)

    async def trace(self, who: Asker, task: str, **asked: object) -> Trace:
        """Return a trace, which is made unless it was asked for lately."""
        key = json.dumps([task, asked], sort_keys=True)
        found = self.memory.traces.get(key)
        if found is None:
            told = await self.ask_long(who, task, **asked)
            found = Trace(told["head"], told["pages"])
            self.memory.traces.keep(key, found)
        return found

    async def _compare(self, who: Asker, task: str, view: View, **wish: object) -> dict[str, Any]:
        """Return an answer about guesses, which is asked for unless it was lately."""
        question = position_json(view) | wish
        key = json.dumps([task, question], sort_keys=True)
        kept = self.memory.comparisons.get(key)
        if kept is None or kept.until < self.clock():
            kept = await self._within_time(who, task, question)
            self.memory.comparisons.keep(key, kept)
        told: dict[str, Any] = json.loads(kept.text)
        return told

    async def _within_time(self, who: Asker, task: str, question: Json) -> Comparison:
        """Return an answer with the strongest budget that fits half of the time.

        On a machine that is too slow or too busy for it, a weaker one then has all of the time;
        that answer is good for all rungs of a hint, but not for ever.
        """
        from mineproof.engines.guess import strongest  # with all engines: most questions need none

        whole = self.limits.analysis_seconds
        half = whole / 2
        strong, weak = ({**question, "budget": strongest(s).value} for s in (half, half / 4))
        try:
            return Comparison(json.dumps(await self.analyst.ask(task, strong, half, who)))
        except Overdue:
            told = await self.analyst.ask(task, weak, whole, who)
            return Comparison(json.dumps(told), self.clock() + _WEAK_SECONDS)
