"""What the coach says, in several languages.

Every sentence is a template in `languages/TAG.toml`, one file a language, with the same keys in all
of them. A template holds names for what is computed: `The {number} at {clue} ...`. Where a language
tells one from many, the entry is a table with `one` and `many`, chosen by the part `count`. Nothing
else in the coach is worded anywhere; a new language is one more file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from mineproof.errors import UnknownName

LANGUAGES = ("en", "zh-TW")
"""The languages by their tags, the usual one first."""


@dataclass(frozen=True, slots=True)
class Language:
    """The templates of one language."""

    tag: str
    templates: Mapping[str, Mapping[str, str | Mapping[str, str]]]

    def say(self, key: str, **parts: object) -> str:
        """Return the sentence of `key`, as "steps.full", with its parts filled in.

        >>> language("en").say("words.cells", count=2, cells="a1, b2")
        'a1, b2'
        """
        group, _, name = key.partition(".")
        template = self.templates[group][name]
        if not isinstance(template, str):
            template = template["one" if parts.get("count") == 1 else "many"]
        return template.format(**parts)

    def listing(self, names: Iterable[str]) -> str:
        """Join names as one does in a sentence.

        >>> language("en").listing(["a1", "b2", "c3"])
        'a1, b2 and c3'
        """
        *most, last = names
        if not most:
            return last
        return self.say("words.and", most=self.say("words.comma").join(most), last=last)


@cache
def language(tag: str) -> Language:
    """Return a language by its tag; raise UnknownName."""
    if tag not in LANGUAGES:
        raise UnknownName(f"unknown language {tag!r}; want {' or '.join(LANGUAGES)}")
    text = (files("mineproof.coach") / "languages" / f"{tag}.toml").read_text(encoding="utf-8")
    return Language(tag, tomllib.loads(text))
