"""Files for `mineproof check` of every kind, changed: what it accepts is true in every layout.

What an engine proves about a small position, or the certificate of a small board, is written as
files. Then characters, words, lines and values of JSON are changed, exchanged and dropped. Every
claim that is accepted for the position, in the words that people read, is compared with all its
layouts; a certificate that is accepted, with the board. The rest is refused in one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.certificates import is_cleared
from fuzz.layouts import Layouts
from fuzz.mutation import changed_text, changed_words, check_refusal
from fuzz.positions import from_json, position
from fuzz.target import Json, Target
from mineproof.agents.entrant import Entrant
from mineproof.app.game.checks import check_files
from mineproof.app.game.proofs import Proved, prove, prove_all
from mineproof.board.grid import Grid, Shape
from mineproof.board.layout import Layout
from mineproof.board.view import View
from mineproof.certificates.data import certificate_json, is_certificate, read_certificate
from mineproof.certificates.text import write_text
from mineproof.coach.boards.certify import certify
from mineproof.engines import ENGINES
from mineproof.errors import BadInput, Contradiction, LimitReached, MineproofError
from mineproof.logic.pb.lines import VERSIONS
from mineproof.logic.problem import fact
from mineproof.logic.proof import literal

Texts = dict[str, str]

_MORE = re.compile(r"[0-9]+ more cells are certain")
_ODD: tuple[Json, ...] = (
    None,
    True,
    [],
    {},
    [[]],
    "",
    "a1",
    "the moon",
    0,
    -1,
    1.5,
    float("inf"),
    2**70,
)


def _make(seed: int) -> Json:
    dice = Random(seed)
    kind = dice.choice(list(_WRITERS))
    given = position(seed)
    try:
        texts = _WRITERS[kind](dice, given)
    except (BadInput, Contradiction, LimitReached):  # nothing is certain, or no layout fits
        texts = {"proof.json": '{"nodes": []}'}
    if dice.random() < 9 / 10:
        name = dice.choice(list(texts))
        texts[name] = _changed(dice, texts[name], list(texts.values()))
    is_alone = kind == "certificate" or dice.random() < 1 / 10
    return {"position": None if is_alone else given, "texts": texts}


# Files as they are written


def _proved(dice: Random, given: Json) -> Proved:
    view, prover = from_json(given), Entrant(engine=dice.choice(list(ENGINES)))
    if dice.random() < 1 / 2:
        return prove_all(view, prover)
    return prove(view, None, prover)


def _veripb(dice: Random, given: Json) -> Texts:
    proved, version = _proved(dice, given), dice.choice(list(VERSIONS))
    forms = {"proof.opb": "opb", "proof.pbp": "veripb"}
    return {name: str(proved.export(form, version=version)) for name, form in forms.items()}


def _lrat(dice: Random, given: Json) -> Texts:
    proved = _proved(dice, given)
    forms = {"proof.cnf": "dimacs", "proof.lrat": "lrat"}
    return {name: str(proved.export(form)) for name, form in forms.items()}


def _json(dice: Random, given: Json) -> Texts:
    return {"proof.json": str(_proved(dice, given).export("json"))}


def _certificate(dice: Random, given: Json) -> Texts:  # noqa: ARG001 - the signature of a writer
    grid = Grid(dice.randint(2, 4), dice.randint(2, 4), dice.choice(list(Shape)))
    mines = dice.sample(range(grid.size), dice.randint(0, grid.size // 3))
    first = dice.choice([cell for cell in range(grid.size) if cell not in mines])
    found = certify(Layout(grid, frozenset(mines)), first, with_count=dice.random() < 3 / 4)
    if found.certificate is None:
        raise BadInput("no certificate")
    if dice.random() < 1 / 2:
        return {"board.cert": write_text(found.certificate)}
    return {"board.json": json.dumps(certificate_json(found.certificate))}


_WRITERS: Mapping[str, Callable[[Random, Json], Texts]] = {
    "veripb": _veripb,
    "lrat": _lrat,
    "json": _json,
    "certificate": _certificate,
}


# Changes


def _changed(dice: Random, text: str, texts: list[str]) -> str:
    if dice.random() < 1 / 4:
        return changed_text(dice, texts)
    if not text.startswith("{"):
        return changed_words(dice, text, texts)
    lines = text.splitlines()
    place = dice.randrange(len(lines))
    value = json.loads(lines[place])
    for _ in range(dice.choice((1, 1, 2, 3))):
        _change_value(dice, value)
    lines[place] = json.dumps(value)
    return "\n".join(lines) + "\n"


def _change_value(dice: Random, value: Json) -> None:
    """Change a value somewhere in a value: drop it, or put another one there, often an odd one."""
    places = list(_places(value))
    if not places:
        return
    (holder, key), (other, place) = dice.choice(places), dice.choice(places)
    match dice.randrange(4):
        case 0:
            del holder[key]
        case 1:
            holder[key] = dice.choice(_ODD)
        case 2 if isinstance(holder[key], int):
            holder[key] += dice.choice((-1, 1))
        case _:
            holder[key] = json.loads(json.dumps(other[place]))


def _places(value: Json) -> Iterator[tuple[Json, str | int]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def _smaller(value: Json) -> Iterator[Json]:
    for name, text in value["texts"].items():
        for size in (len(text) // parts for parts in (2, 4, 8, 16) if len(text) >= parts):
            for start in range(0, len(text), size):
                less = text[:start] + text[start + size :]
                yield {**value, "texts": {**value["texts"], name: less}}


# What is accepted


def _check(value: Json) -> None:
    view = None if value["position"] is None else from_json(value["position"])
    with TemporaryDirectory() as folder:
        files = []
        for name, text in value["texts"].items():
            files.append(Path(folder) / name)
            files[-1].write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            found = list(check_files(list(map(str, files)), view))
        except BadInput as error:
            check_refusal(error)
            return
        except Contradiction:
            assert view is not None
            assert not Layouts(view).count, "a position that can be is said to be impossible"
            return
    for file, outcome in found:
        _judge(value["texts"][Path(file).name], outcome, view)


def _judge(text: str, outcome: str | MineproofError, view: View | None) -> None:
    TARGET.tally["files"] += 1
    if not isinstance(outcome, str):
        assert "\n" not in str(outcome), "a refusal of several lines"
        return
    TARGET.tally["accepted"] += 1
    assert outcome.isprintable(), f"what is told cannot be printed: {outcome!r}"
    if view is not None:
        _judge_claims(outcome, view)
    elif is_certificate(text):
        _judge_certificate(text)


def _judge_certificate(text: str) -> None:
    found = read_certificate(text)
    cleared = is_cleared(found.layout, found.first, found.with_count)
    assert cleared != found.needs_guess, f"accepted, but not true: {text}"


def _judge_claims(told: str, view: View) -> None:
    """Check that what is told holds in every layout of a position, of which there must be one."""
    layouts = Layouts(view)
    assert layouts.count, f"accepted about an impossible position: {told}"
    words = re.fullmatch(r"[0-9]+ [a-z]+ proves? that (.+)", told)
    assert words is not None, f"accepted, but nothing is claimed: {told}"
    parts = [part for part in re.split(r", | and | or ", words[1]) if not _MORE.fullmatch(part)]
    claims = [(view.grid.parse(part.split()[0]), part.endswith(" a mine")) for part in parts]
    assert all(re.fullmatch(r"[a-z]+[0-9]+ is (safe|a mine)", part) for part in parts), told
    if " or " in told:
        assert layouts.entail(frozenset(literal(*each) for each in claims)), f"not true: {told}"
    else:
        assert all(layouts.entail(fact(*each)) for each in claims), f"not true: {told}"


TARGET = Target(inputs=_make, check=_check, smaller=_smaller)
