"""Languages: the templates of everything the coach says, and how sentences are built from them.

Every sentence is a template in `languages/TAG.toml`, one file per language, with the same keys in
all of them. A template names the values to fill in: `The {number} at {clue} ...`. Where a language
distinguishes singular and plural, the entry is a table with `one` and `many`, chosen by the part
`count`. The coach has no other text; a new language is one more file.

A Sentence knows the cells it names, so that a screen can highlight them. It is built from parts
that know theirs, because the order of the names depends on the language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter

from mineproof.errors import UnknownName
from mineproof.logic.problem import Cell, Namer

LANGUAGES = ("en", "zh-TW")
"""The tags of the languages, the default first."""

_TRADITIONAL = frozenset({"", "tw", "hk", "mo", "hant"})
"""What may follow `zh` in the name of a language that `zh-TW` speaks."""

_IDEOGRAPH = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_BETWEEN_IDEOGRAPHS = re.compile(rf"(?<={_IDEOGRAPH}) +(?={_IDEOGRAPH})")
"""Blanks that a template has for Latin names, where Chinese words stand instead."""

MOST_NAMES = 12
"""Longer lists of cells are counted, not named."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a part of one, with the cells it is about.

    `cells` are those it names, each once, in the order of the text; `unnamed` are those of sets
    too large to be named, which it only counts.
    """

    text: str
    cells: tuple[Cell, ...] = ()
    unnamed: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Language:
    """The templates of one language."""

    tag: str
    templates: Mapping[str, Mapping[str, str | Mapping[str, str]]]

    def say(self, key: str, **parts: object) -> str:
        """Return the sentence of `key`, such as "steps.full", with its parts filled in.

        >>> language("en").say("words.and", most="a1, b2", last="c3")
        'a1, b2 and c3'
        """
        return _BETWEEN_IDEOGRAPHS.sub("", self._template(key, parts).format(**parts))

    def tell(self, key: str, **parts: object) -> Sentence:
        """Return the same with the cells that its parts are about, in the order of the text.

        >>> both = language("en").cells([2, 1], "abc".__getitem__)
        >>> language("en").tell("words.and", most=both, last=Sentence("a", (0,)))
        Sentence(text='{c, b} and a', cells=(2, 1, 0), unnamed=())
        """
        fields = [field for _, field, _, _ in Formatter().parse(self._template(key, parts))]
        return _spoken(self.say(key, **parts), [parts.get(field or "") for field in fields])

    def _template(self, key: str, parts: Mapping[str, object]) -> str:
        group, _, name = key.partition(".")
        template = self.templates[group][name]
        if isinstance(template, str):
            return template
        return template["one" if parts.get("count") == 1 else "many"]

    def listing(self, names: Iterable[str]) -> str:
        """Join names as in a sentence.

        >>> language("en").listing(["a1", "b2", "c3"])
        'a1, b2 and c3'
        """
        *most, last = names
        if not most:
            return last
        return self.say("words.and", most=self.say("words.comma").join(most), last=last)

    def join(self, parts: Sequence[Sentence]) -> Sentence:
        """Join parts of a sentence in the same way."""
        return _spoken(self.listing(str(part) for part in parts), parts)

    def number(self, number: int) -> str:
        """Return a small number in words, a large one in digits.

        >>> language("en").number(2), language("en").number(12)
        ('two', '12')
        """
        words = self._template("words.numbers", {}).split()
        return words[number] if number < len(words) else self.say("words.large", number=number)

    def cells(self, cells: Iterable[Cell], name: Namer) -> Sentence:
        """Return cells as a set; a single one by its name, many by how many they are.

        >>> str(language("en").cells([0, 2], "abc".__getitem__))
        '{a, c}'
        """
        return self._named(tuple(cells), name, self._set)

    def list_cells(self, cells: Iterable[Cell], name: Namer) -> Sentence:
        """Return a list of cells; many by how many they are.

        >>> str(language("en").list_cells([0, 2], "abc".__getitem__))
        'a and c'
        """
        return self._named(tuple(cells), name, self.listing)

    def _set(self, names: Iterable[str]) -> str:
        return self.say("words.set", cells=self.say("words.comma").join(names))

    def _named(
        self, cells: tuple[Cell, ...], name: Namer, join: Callable[[Iterable[str]], str]
    ) -> Sentence:
        if len(cells) > MOST_NAMES:
            return Sentence(self.say("words.many", count=len(cells)), (), cells)
        names = [name(cell) for cell in cells]
        return Sentence(names[0] if len(names) == 1 else join(names), cells)


def _spoken(text: str, parts: Iterable[object]) -> Sentence:
    """Return a text with the cells that its parts are about, each once."""
    told = [part for part in parts if isinstance(part, Sentence)]
    named = dict.fromkeys(cell for part in told for cell in part.cells)
    unnamed = dict.fromkeys(cell for part in told for cell in part.unnamed)
    return Sentence(text, tuple(named), tuple(cell for cell in unnamed if cell not in named))


@cache
def language(name: str) -> Language:
    """Return a language by its tag, or as a locale spells it; raise UnknownName.

    >>> [language(name).tag for name in ("zh-tw", "zh_TW.UTF-8", "zh", "en_GB")]
    ['zh-TW', 'zh-TW', 'zh-TW', 'en']
    """
    tag = tag_of(name)
    if tag is None:
        raise UnknownName(f"unknown language {name!r}; expected {' or '.join(LANGUAGES)}")
    text = (files("mineproof.coach") / "languages" / f"{tag}.toml").read_text(encoding="utf-8")
    return Language(tag, tomllib.loads(text))


def tag_of(name: str) -> str | None:
    """Return the tag of the language that a tag or a locale names; None if it is not spoken.

    >>> tag_of("zh-Hant-TW"), tag_of("zh_CN"), tag_of("C")
    ('zh-TW', None, None)
    """
    words = re.split("[.@]", name, maxsplit=1)[0].lower().replace("_", "-").split("-")
    if words[0] == "en":
        return "en"
    return "zh-TW" if words[0] == "zh" and _TRADITIONAL.intersection(words[1:] or [""]) else None


def percent(chance: float) -> str:
    """Return a chance in percent, without the sign; only certainties are 0 or 100.

    >>> [percent(chance) for chance in (0, 0.00001, 0.004, 0.21, 0.99999, 1)]
    ['0', '0.1', '0.4', '21', '99.9', '100']
    """
    hundredths = 100 * chance
    if 1 <= hundredths <= 99 or chance in (0, 1):
        return f"{hundredths:.0f}"
    return f"{min(max(hundredths, 0.1), 99.9):.1f}"
