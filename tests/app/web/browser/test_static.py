"""The page's files: complete, small, from no one else, and in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mineproof.coach.diagnosis import Cause
from mineproof.engines.event import Happening

LANGUAGES = ("en", "zh-TW")
# Keys that are put together from a stem and a name.
STEMS = {
    "ai": ("open", "flag", "chord", "mark_open", "mark_flag"),
    "by": ("guess", "rules"),
    "card": ("safe", "mine", "risk"),
    "group": ("usual", "no-guess", "marking", "flagging", "fair"),
    "history": ("wins_now", "time_now", "speed_now", "efficiency_now"),
    "picture": ("svg", "png", "gif"),
    "left": tuple(each.value for each in Cause),
    "logic": ("kb", "kb0", "units"),
    "learn": (
        *("yes", "no", "conflict", "model", "decide"),
        *(
            f"type_{each}"
            for each in ("number", "fraction", "text", "clause", "clauses", "literals")
        ),
    ),
    "nav": ("play", "puzzles", "learn", "resolve", "logic", "analyse", "review", "statistics"),
    "review": ("won", "lost", "playing"),
    "rung": tuple("0123456"),
    "rung.ask": tuple("0123456"),
    "rung.ask.guess": tuple("345"),
    "rung.guess": tuple("345"),
    "shape": ("square", "torus", "hex"),
    "status": ("ready_clearing", "ready_marking", "ready_flagging", "ready_fair"),
    "try": ("blunder", "risk", "unknown"),
    "verdict": ("safe", "mine", "open", "uncertain", "unknown"),
}
OPEN_STEMS = (
    "act",
    "agent",
    "agent_name",
    "cell",
    "compare",
    "engine",
    "engine_name",
    "example",
    "finish",
    "games",
    "guess",
    "kind",
    "level",
    "outcome",
    "puzzle",
    "sign",
    "start",
    "stats",
    "step",
    "store",
    "tour",
    "tree",
    "try",
)


def words(static: Path, tag: str) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = json.loads(
        (static / "lang" / f"{tag}.json").read_text()
    )
    return found


def sources(static: Path) -> str:
    scripts = (path.read_text() for path in sorted((static / "js").rglob("*.js")))
    return "\n".join([(static / "index.html").read_text(), *scripts])


def test_languages_have_the_same_keys(static: Path) -> None:
    first, *others = (list(words(static, tag)) for tag in LANGUAGES)
    assert all(keys == first for keys in others)


def test_languages_have_the_same_places_for_values(static: Path) -> None:
    tables = [words(static, tag) for tag in LANGUAGES]
    for key in tables[0]:
        places = [set(re.findall(r"\{(\w+)\}", _longest(table[key]))) for table in tables]
        assert all(each == places[0] for each in places), key


def _longest(entry: str | dict[str, str]) -> str:
    return entry if isinstance(entry, str) else entry["other"]


def test_every_key_is_there_and_is_used(static: Path) -> None:
    text, known = sources(static), set(words(static, "en"))
    plain = set(re.findall(r'data-t(?:-label|-title)?="([\w.]+)"', text))
    plain |= {key for key in re.findall(r'"([a-z]+\.[\w.]+)"', text) if key in known}
    asked = set(re.findall(r'\bt\("([\w.]+)"', text))
    built = {f"{stem}.{name}" for stem, names in STEMS.items() for name in names}
    assert asked | built <= known
    left = {key for key in known - plain - asked - built if key.split(".")[0] not in OPEN_STEMS}
    assert left == set()


def test_every_step_has_words(static: Path) -> None:
    """One sentence or one for each variant, which sentence.js puts together, and a short name."""
    known = set(words(static, "en"))
    kinds = {each.value for each in Happening} | {"begin", "move", "end"}
    assert {f"kind.{kind}" for kind in kinds} <= known
    for kind in kinds:
        assert any(re.fullmatch(rf"step\.{kind}(_\w+)?", key) for key in known), kind


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(static: Path) -> None:
    """The security policy forbids both; here it is seen without a browser."""
    page = (static / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert re.findall(r"<script[^>]*>(?!</script>)", page) == []
    for path in _files(static):
        found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'`)]*", path.read_text())
        assert [url for url in found if "www.w3.org" not in url] == [], path.name


def test_what_is_needed_first_is_asked_for_at_once(static: Path) -> None:
    """No module is found out about only when another has come; those for later views wait."""
    page = (static / "index.html").read_text()
    asked = re.findall(r'(?:href|src)="(js/[\w/]+\.js)"', page)
    assert len(asked) == len(set(asked))
    first = _imported(static, "js/main.js")
    assert set(asked) == first
    everything = set(first).union(*(_imported(static, name) for name in _later(static)))
    everything |= {f"js/{room}types.js" for room in ("", "files/", "learn/", "worker/")}
    assert everything == {str(path.relative_to(static)) for path in (static / "js").rglob("*.js")}


def _later(static: Path) -> set[str]:
    """Return the modules that are loaded when they are needed."""
    found = set()
    for path in (static / "js").rglob("*.js"):
        text = path.read_text()
        for name in re.findall(r'import\("(\.[\w./]+)"\)', text):
            found.add(_beside(static, path, name))
        for name in re.findall(r'new Worker\(new URL\("([\w.]+)", import.meta.url\)', text):
            found.add(_beside(static, path, name))
    assert len(found) >= 4
    return found


def _imported(static: Path, name: str) -> set[str]:
    """Return a module and all that it cannot do without."""
    found, queue = {name}, [name]
    while queue:
        path = static / queue.pop()
        names = re.findall(r'^import [^;]*?"(\.[\w./]+)";', path.read_text(), re.MULTILINE)
        fresh = {_beside(static, path, name) for name in names} - found
        found |= fresh
        queue += fresh
    return found


def _beside(static: Path, path: Path, name: str) -> str:
    """Return the module that another one calls by this name."""
    return str((path.parent / name).resolve().relative_to(static.resolve()))


def test_functions_and_files_are_short(static: Path) -> None:
    for path in (static / "js").rglob("*.js"):
        assert len(path.read_text().splitlines()) <= 350, path.name


def _files(static: Path) -> Iterator[Path]:
    return (path for path in static.rglob("*") if path.suffix in {".html", ".css", ".js", ".json"})


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_text_is_empty(static: Path, tag: str) -> None:
    for key, entry in words(static, tag).items():
        assert _longest(entry).strip(" ，,") or key.endswith(".join"), key
