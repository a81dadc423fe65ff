"""Starters: what `mineproof new` writes, with the name of the new player in place of `my_agent`.

They are code like any other: checked, tested, and played as they are.
"""

from __future__ import annotations

import keyword
import re
import sys
from enum import Enum

from mineproof.agents import AGENTS
from mineproof.engines import BUILT_IN
from mineproof.errors import BadInput

_TEST = "test_my_agent.py"


class Kind(Enum):
    """What can be started."""

    AGENT = "agent"
    ENGINE = "engine"


def class_name(name: str) -> str:
    """Return the name of the class of a player; raise BadInput if a file should not be called so.

    >>> class_name("very_careful")
    'VeryCareful'
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadInput(f"{name!r} as a name; expected a-z, 0-9 and _, such as very_careful")
    if name in (*AGENTS, *BUILT_IN, "mineproof") or name in sys.stdlib_module_names:
        raise BadInput(f"{name!r} is taken, by mineproof or by Python; expected another name")
    return "".join(part.capitalize() for part in name.split("_"))


def starter(kind: Kind, name: str) -> dict[str, str]:
    """Return the two files of a new player, by their names: the player and its test.

    >>> list(starter(Kind.AGENT, "careful"))
    ['careful.py', 'test_careful.py']
    """
    player, test = _read(f"my_{kind.value}.py"), _read(_TEST)
    return {
        f"{name}.py": _renamed(player, kind, name),
        f"test_{name}.py": _renamed(test, Kind.AGENT, name),
    }


def _read(file: str) -> str:
    from importlib.resources import files  # every command imports this module; few need it

    return files(__name__).joinpath(file).read_text(encoding="utf-8")


def _renamed(text: str, kind: Kind, name: str) -> str:
    return text.replace(f"My{kind.value.capitalize()}", class_name(name)).replace(
        f"my_{kind.value}", name
    )
