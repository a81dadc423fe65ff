"""Phrasebook: English sentences in other languages, by their form; one file per language.

Errors come from everywhere in the library and are English sentences, with a fixed form each: what
is wrong, and what was expected. A file maps each form, with placeholders such as {cell}, to its
translation; `values` are words that fill placeholders. A sentence within a sentence, {error}, is
translated by itself; a {name} is what one types, and stays. What has no entry stays English; the
tests find it in the source.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from urllib.parse import parse_qs

from mineproof.app.json.text import parse_json
from mineproof.coach.language import LANGUAGES, tag_of


@dataclass(frozen=True, slots=True)
class Phrase:
    """The form of a sentence, and its translation."""

    form: re.Pattern[str]
    translation: str


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """All forms of a language, those with the most fixed text first, and words for values."""

    phrases: tuple[Phrase, ...]
    values: Mapping[str, str]

    def translate(self, sentence: str) -> str:
        """Return a sentence in this language; as it is if its form is unknown.

        >>> phrasebook("zh-TW").translate("b3 is flagged; expected a hidden cell to open")
        'b3 插著旗子；只能打開還蓋著的格子'
        """
        for phrase in self.phrases:
            if found := phrase.form.fullmatch(sentence):
                told = {name: self._value(name, value) for name, value in found.groupdict().items()}
                return phrase.translation.format(**told)
        return sentence

    def _value(self, name: str, value: str) -> str:
        if name == "error":
            return self.translate(value)
        return value if name == "name" else self.values.get(value, value)


@cache
def phrasebook(tag: str) -> Phrasebook:
    """Return the phrasebook of a language; English needs none, so it has no phrases."""
    if tag == LANGUAGES[0]:
        return Phrasebook((), {})
    text = (files(__package__) / f"{tag}.toml").read_text(encoding="utf-8")
    told: dict[str, dict[str, str]] = tomllib.loads(text)
    forms = sorted(told["refusals"], key=_fixed, reverse=True)
    phrases = tuple(Phrase(_pattern(form), told["refusals"][form]) for form in forms)
    return Phrasebook(phrases, told["values"])


def _fixed(form: str) -> int:
    return sum(len(text) for text, *_ in Formatter().parse(form))


_VALUE = "'.*'|\".*\"|(?:(?!: ).)+?"
"""A value is quoted, or has no colon: that would be the end of another sentence."""


def _pattern(form: str) -> re.Pattern[str]:
    parts = [(re.escape(text), name) for text, name, *_ in Formatter().parse(form)]
    return re.compile("".join(text + (_group(name) if name else "") for text, name in parts))


def _group(name: str) -> str:
    return f"(?P<{name}>{'.+' if name == 'error' else _VALUE})"


def language_of(query: str, body: str | bytes, header: str) -> str:
    """Return the language in which a request wants its answer.

    That is `lang` in its address or its body, else the first one of `Accept-Language` that we
    speak, else English.
    """
    asked = parse_qs(query).get("lang", [])
    accepted = (each.partition(";")[0] for each in header.split(","))
    names = [*asked, _in_body(body), *accepted]
    return next((tag for name in names if (tag := tag_of(name.strip()))), LANGUAGES[0])


def _in_body(body: str | bytes) -> str:
    try:
        told = parse_json(body)
    except ValueError:
        return ""
    lang = told.get("lang") if isinstance(told, dict) else None
    return lang if isinstance(lang, str) else ""
