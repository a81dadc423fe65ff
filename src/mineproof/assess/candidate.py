"""Candidate: a player to be assessed, recognised by its name or by what its file holds.

The code of a stranger is never loaded here: a student's file answers from a fenced process and is
judged outside of it; engines and agents, which need our classes, are loaded in a fenced host.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from mineproof.agents import GROUP as AGENT_GROUP
from mineproof.agents.base import Agent
from mineproof.agents.entrant import USUAL_AGENT, Entrant
from mineproof.assess.clauses import Kind
from mineproof.engines import GROUP as ENGINE_GROUP
from mineproof.engines.exact import Exact
from mineproof.errors import BadInput, Fault
from mineproof.play.host.fenced import Fenced
from mineproof.play.host.hosted import Yard, hosted
from mineproof.play.referee import Referee
from mineproof.plugins.fence import Fence
from mineproof.plugins.source import find_file, is_reference, registered

_FILES = {"cs50": Kind.CS50, "kb": Kind.KNOWLEDGE}
_SIGNS = {
    "cs50": re.compile(
        r"^(class MinesweeperAI\b|from .+ import .*\bMinesweeperAI\b)", re.MULTILINE
    ),
    "kb": re.compile(r"^(def play\s*\(|from .+ import .*\bplay\b)", re.MULTILINE),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player to be assessed: an entrant, or a file that answers from a fenced process.

    `file` is empty, or an agent with the absolute path of its file, such as `kb:/home/me/my.py`.
    """

    name: str
    kind: Kind
    entrant: Entrant = field(default_factory=Entrant)
    file: str = ""
    fence: Fence = field(default_factory=Fence)

    @classmethod
    def of(cls, entrant: Entrant) -> Candidate:
        """Return the candidate for an entrant."""
        kind = Kind.ENGINE if entrant.agent == USUAL_AGENT else Kind.AGENT
        return cls(entrant.name, kind, entrant)

    @property
    def is_engine(self) -> bool:
        """Whether its engine is to be assessed, since its agent adds nothing."""
        return self.kind is Kind.ENGINE

    @property
    def needs_host(self) -> bool:
        """Whether it shares a process with whoever judges it, which must not be this one."""
        return not self.file and self.entrant.needs_host

    @property
    def tell_total(self) -> bool:
        """Whether it can be told the mine count; CS50's AI has no ear for it."""
        return self.entrant.tell_total and self.kind is not Kind.CS50

    def hire(self) -> Agent:
        """Return a new agent."""
        return Fenced(Exact(), self.file, self.fence) if self.file else self.entrant.hire()


def recognise(text: str, yard: Yard) -> Candidate:
    """Return the candidate that a text names; raise BadInput if it names none.

    That is any name of a player, or the path of a file alone, which is recognised by its content.
    """
    text = text.strip()
    head, colon, path = text.partition(":")
    if colon and head in _FILES:
        return _in_file(head, path, text, yard.fence)
    if text.endswith(".py"):
        return _in_file(_sign(text), text, text, yard.fence)
    if _is_stranger(text):
        return Candidate.of(parse_in_host(text, yard))
    return Candidate.of(Entrant.parse(text))


def _in_file(agent: str, path: str, name: str, fence: Fence) -> Candidate:
    find_file(path)
    absolute = Path(path).expanduser().resolve()
    return Candidate(name, _FILES[agent], file=f"{agent}:{absolute}", fence=fence)


def _sign(path: str) -> str:
    """Return the agent that plays a file, by its text; nothing of it is run."""
    text = find_file(path).text
    for agent, sign in _SIGNS.items():
        if sign.search(text):
            return agent
    wish = "expected one of them, or FILE.py:NAME"
    raise BadInput(f"{path} has neither a class MinesweeperAI nor a function play; {wish}")


def _is_stranger(text: str) -> bool:
    """Tell whether a name stands for code that would have to be loaded."""
    known = {*registered(AGENT_GROUP), *registered(ENGINE_GROUP)}
    parts = [part.partition("(")[0] for part in re.split(r"[/+]", text)]
    return not text.startswith("exec") and any(is_reference(p) or p in known for p in parts)


def parse_in_host(text: str, yard: Yard) -> Entrant:
    """Return the entrant that a text names, without loading its code here; raise BadInput."""
    seconds = 60.0  # its code may take that long to load, as everywhere
    (found,) = hosted(_Nobody(), _Parse(text, str(Path.cwd())), [0], seconds, yard)
    if isinstance(found, BadInput):
        raise found
    if isinstance(found, Fault):
        raise BadInput(f"cannot load {text!r}: {found}")
    return found  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _Nobody:
    """The guest of a host that has yet to learn who plays."""

    def hire(self) -> None:
        """Load nothing."""


@dataclass(frozen=True)
class _Parse:
    text: str
    folder: str

    def __call__(self, _: int, __: Referee) -> Entrant | BadInput:
        try:
            return Entrant.parse(self.text, Path(self.folder))
        except BadInput as error:
            return error
