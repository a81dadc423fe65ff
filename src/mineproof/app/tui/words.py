"""Words of the terminal application: the page's, and some of its own in words/TAG.json.

Both are read in place, so the page and the terminal use the same terms. An entry is a text
with placeholders such as {n}; one that depends on a number is a table of texts: `=0` and the like
for a specific number, `one` for 1, and `other`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from mineproof.coach.language import Language, language

Entry: TypeAlias = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, and the coach's."""

    coach: Language
    entries: Mapping[str, Entry]

    def say(self, key: str, **values: object) -> str:
        """Return the text of a key; the value `n` decides between its forms.

        >>> words_of("en").say("play.wrong_flags", n=0), words_of("en").say("rung.3")
        ('No flag is provably wrong.', 'Clues')
        """
        entry = self.entries[key]
        text = entry if isinstance(entry, str) else _form(entry, values.get("n"))
        return text.format(**values)

    def say_or(self, key: str, usual: str) -> str:
        """Return the text of a key, or a fallback if there is none."""
        return self.say(key) if key in self.entries else usual


def _form(forms: Mapping[str, str], number: object) -> str:
    if f"={number}" in forms:
        return forms[f"={number}"]
    return forms["one"] if number == 1 and "one" in forms else forms["other"]


@cache
def words_of(tag: str) -> Words:
    """Return the words of a language by its tag; raise UnknownName if there is none."""
    coach = language(tag)
    rooms = (files("mineproof.app") / "static" / "lang", files(__package__) / "words")
    entries: dict[str, Entry] = {}
    for room in rooms:
        entries |= json.loads((room / f"{coach.tag}.json").read_text(encoding="utf-8"))
    return Words(coach, entries)


def clock(seconds: float) -> str:
    """Return seconds as players read them.

    >>> clock(5.9), clock(754), clock(3723)
    ('0:05', '12:34', '1:02:03')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
