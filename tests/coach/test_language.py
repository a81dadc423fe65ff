"""All languages say the same things, and everything that can be said is said somewhere."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import mineproof
from mineproof.coach.language import LANGUAGES, Sentence, language
from mineproof.errors import UnknownName

SOURCE = Path(mineproof.__file__).parent
OTHERS = [tag for tag in LANGUAGES if tag != "en"]


def entries(tag: str) -> dict[str, Mapping[str, str]]:
    """Return the templates of a language by their keys, each in its forms."""
    return {
        f"{group}.{name}": {"": entry} if isinstance(entry, str) else entry
        for group, names in language(tag).templates.items()
        for name, entry in names.items()
    }


def placeholders(forms: Mapping[str, str]) -> set[str]:
    parsed = (part for text in forms.values() for part in string.Formatter().parse(text))
    return {field for _, field, _, _ in parsed if field is not None} - {"count"}


def test_there_is_a_file_for_each_language_and_no_other() -> None:
    files = (SOURCE / "coach" / "languages").glob("*.toml")
    assert sorted(file.stem for file in files) == sorted(LANGUAGES)


@pytest.mark.parametrize("tag", OTHERS)
def test_all_languages_have_the_same_keys_in_the_same_order(tag: str) -> None:
    assert list(entries(tag)) == list(entries("en"))


@pytest.mark.parametrize("tag", OTHERS)
def test_all_languages_have_the_same_placeholders(tag: str) -> None:
    for key, forms in entries("en").items():
        assert placeholders(entries(tag)[key]) == placeholders(forms), key


@pytest.mark.parametrize("tag", LANGUAGES)
def test_an_entry_is_one_text_or_has_the_forms_one_and_many(tag: str) -> None:
    for key, forms in entries(tag).items():
        assert set(forms) in ({""}, {"one", "many"}), key
        assert all(text.strip() for text in forms.values()), key
        if "one" in forms:
            assert placeholders({"": forms["one"]}) <= placeholders({"": forms["many"]}), key


def test_no_english_is_left_in_other_languages() -> None:
    """A word of Latin letters in Chinese is a placeholder, the name of a sign, or forgotten."""
    for key, forms in entries("zh-TW").items():
        for text in forms.values():
            left = re.sub(r"\{\w*\}", "", text)
            assert not re.search(r"[A-Za-z]{2,}", left), key


# --- keys in the source ---------------------------------------------------------------------------


@cache
def spoken() -> tuple[str, ...]:
    """Return the keys in the source, as patterns: what is computed of a key may be anything.

    The terminal application has words of its own.
    """
    groups, found = {key.partition(".")[0] for key in entries("en")}, list[str]()
    for file in SOURCE.rglob("*.py"):
        if "tui" in file.parts:
            continue
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        inside = {
            id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values
        }
        texts = [pattern(node) for node in nodes if id(node) not in inside]
        found += (text for text in texts if text and text.partition(r"\.")[0] in groups)
    return tuple(found)


def pattern(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str() as text) if re.fullmatch(r"\w+\.\w+", text):
            return re.escape(text)
        case ast.JoinedStr(values=[ast.Constant(value=str() as head), *rest]) if "." in head:
            parts = [head, *(getattr(each, "value", "") for each in rest)]
            texts = [re.escape(part) if isinstance(part, str) else r"\w+" for part in parts]
            return "".join(texts)
        case _:
            return None


def test_every_key_is_said_somewhere() -> None:
    patterns = set(spoken())
    unused = [key for key in entries("en") if not any(re.fullmatch(p, key) for p in patterns)]
    assert unused == []


def test_every_key_in_the_source_exists() -> None:
    keys = entries("en")
    missing = [each for each in spoken() if not any(re.fullmatch(each, key) for key in keys)]
    assert missing == []


# --- putting sentences together -------------------------------------------------------------------


def test_one_and_many() -> None:
    english = language("en")
    assert english.say("steps.are_safe", count=1, cells="a1") == "a1 is safe"
    assert english.say("steps.are_safe", count=2, cells="a1 and b1") == "a1 and b1 are safe"


def test_cells_come_in_the_order_of_the_text() -> None:
    first, second = Sentence("c3", (2,)), Sentence("{a1, b2}", (0, 1))
    told = language("en").tell("steps.both", mines=first, safe=second)
    assert (told.text, told.cells) == ("{a1, b2} and c3", (0, 1, 2))
    again = language("en").tell("steps.both", mines=first, safe=first)
    assert again.cells == (2,)


def test_large_sets_are_counted() -> None:
    name = "a{}".format
    assert language("en").cells(range(12), name).unnamed == ()
    crowd = language("zh-TW").cells(range(13), name)
    assert (crowd.text, crowd.cells, crowd.unnamed) == ("13 個格子", (), tuple(range(13)))


def test_large_numbers_are_figures() -> None:
    assert [language("en").number(n) for n in (0, 9, 10)] == ["no", "nine", "10"]
    assert [language("zh-TW").number(n) for n in (2, 10)] == ["兩", " 10 "]


def test_blanks_stand_beside_latin_names_only() -> None:
    chinese = language("zh-TW")
    assert chinese.listing(["上方三分之一", "左側三分之一"]) == "上方三分之一與左側三分之一"
    assert chinese.listing(["a1", "b2"]) == "a1 與 b2"


def test_unknown_languages() -> None:
    with pytest.raises(UnknownName, match="unknown language 'xx'; expected en or zh-TW"):
        language("xx")
