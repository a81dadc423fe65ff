"""Checks of proofs in files: each kind of proof has its own checker, which trusts no engine.

KINDS is the list of what can be checked. A new kind is one entry: how its text is recognised, which
formula it needs beside it, and what checks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mineproof.app.game.grounds import (
    check_possible,
    hold_claims_to,
    hold_clauses_to,
    hold_inequalities_to,
)
from mineproof.app.game.json_proofs import check_json
from mineproof.app.text.words import counted
from mineproof.board.view import View
from mineproof.certificates.check import check as check_certificate
from mineproof.certificates.data import is_certificate, read_certificate
from mineproof.errors import BadInput, BadProof, LimitReached, MineproofError
from mineproof.logic.lrat_checker import check_lrat, claimed, parse_dimacs
from mineproof.logic.pb_checker import check_pb, parse_opb

MOST_BYTES = 256 * 2**20
"""How large a file may be."""

_MOST_CLAIMS = 12


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as text, the formula that it refutes if its kind has one, and a position.

    With a position, the proof may start from nothing but what the position shows.
    """

    text: str
    formula: str = ""
    view: View | None = None


class Kind(NamedTuple):
    """A kind of proof: how its text begins, the formula that it needs, and its checker.

    The checker returns what is proved, in words, or raises BadProof, BadInput or LimitReached.
    """

    name: str
    recognise: Callable[[str], bool]
    formula: str | None
    check: Callable[[Proof], str]


def check_files(
    files: Sequence[str], view: View | None = None
) -> Iterator[tuple[str, str | MineproofError]]:
    """Check the proofs in some files; yield each file with what it proves, or why it does not.

    Formulas stand among the files, or beside their proofs with the same name. Errors name the file:
    BadProof if a proof is refused, BadInput if it cannot be read, LimitReached if it takes too
    long. Raises BadInput if a file is no proof and no formula, Contradiction if no layout fits the
    view.
    """
    texts = {file: read_text(file) for file in files}
    kinds = {file: _kind(file, text) for file, text in texts.items()}
    proofs = {file: kind for file, kind in kinds.items() if isinstance(kind, Kind)}
    if not proofs:
        raise BadInput(f"no proof among {', '.join(files)}; expected {_names()}")
    if view is not None:
        check_possible(view)
    for file, kind in proofs.items():
        formulas = {other: texts[other] for other in texts if kinds[other] == kind.formula}
        yield file, _checked(file, kind, texts[file], formulas, view)


def read_text(file: str) -> str:
    """Return the text of a file; raise BadInput if it cannot be read."""
    try:
        data = Path(file).read_bytes()
        if len(data) > MOST_BYTES:
            raise BadInput(f"{file!r} is too large; expected at most {MOST_BYTES} bytes")
        return data.decode()
    except UnicodeDecodeError:
        raise BadInput(f"{file!r} is not text; expected a proof or a formula") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"cannot read {file!r}: {reason}") from None


def _checked(
    file: str, kind: Kind, text: str, formulas: Mapping[str, str], view: View | None
) -> str | MineproofError:
    try:
        return kind.check(Proof(text, _formula(file, kind, formulas), view))
    except BadProof as error:
        return BadProof(f"{file}: refused: {error}")
    except BadInput as error:
        return BadInput(f"{file}: {error}")
    except LimitReached as error:
        return LimitReached(f"{file}: neither accepted nor refused: {error}")


def _kind(file: str, text: str) -> Kind | str:
    """Return the kind of a proof, or the name of a formula's format."""
    for kind in KINDS:
        if kind.recognise(text):
            return kind
    for name, recognise in _FORMULAS.items():
        if recognise(text):
            return name
    raise BadInput(f"{file!r} is no proof; expected {_names()}")


def _names() -> str:
    return f"a proof: {', '.join(kind.name for kind in KINDS)}"


def _formula(file: str, kind: Kind, given: Mapping[str, str]) -> str:
    """Return the formula of a proof: the one of its name, or else the only one."""
    if kind.formula is None:
        return ""
    stem = Path(file).stem
    named = [text for other, text in given.items() if Path(other).stem == stem]
    if len(named) == 1 or len(given) == 1:
        return (named or list(given.values()))[0]
    beside = Path(file).with_suffix(_SUFFIXES[kind.formula])
    if given or not beside.is_file():
        raise BadInput(f"no formula for {file!r}; expected {beside.name!r} beside it, or one given")
    return read_text(str(beside))


# What each kind proves


def check_veripb(proof: Proof) -> str:
    """Return what a VeriPB proof proves, in words; raise BadProof if it is refused."""
    formula = parse_opb(proof.formula)
    claims = formula.claims
    if proof.view is not None:
        hold_inequalities_to(formula.given, proof.view)
        hold_claims_to(claims, proof.view)
    lines = check_pb(formula, proof.text)
    return f"{_prove(lines, 'line')} {_claimed(claims, 'or' if formula.is_clause else 'and')}"


def _check_lrat(proof: Proof) -> str:
    clauses = parse_dimacs(proof.formula)
    claims = [(_variable(abs(each), proof.view), each > 0) for each in claimed(clauses)]
    if proof.view is not None:
        hold_clauses_to(clauses[:-1], proof.view)
        hold_claims_to(claims, proof.view)
    steps = check_lrat(clauses, proof.text)
    return f"{_prove(steps, 'step')} {_claimed(claims)}"


def _variable(number: int, view: View | None) -> str:
    """Return the name of the cell that a variable stands for, if there is such a cell."""
    if view is None or number > view.grid.size:
        return f"variable {number}"
    return view.grid.name(number - 1)


def _check_json(proof: Proof) -> str:
    claims, nodes = check_json(proof.text, proof.view)
    return f"{_prove(nodes, 'node')} {_claimed(claims)}"


def _check_certificate(proof: Proof) -> str:
    if proof.view is not None:
        raise BadInput("a certificate has its own board; expected no position")
    certificate = read_certificate(proof.text)
    checked = check_certificate(certificate)
    name = certificate.layout.grid.name
    first = ", ".join(map(name, certificate.first))
    count = "" if certificate.with_count else " without the mine count"
    proofs = counted(checked.conclusions, "proof")
    made = f"{counted(checked.steps, 'step')} with {proofs} show{'s' * (checked.steps == 1)} that"
    shown = f"no guess is needed from {first}{count}"
    if certificate.needs_guess:
        layouts = counted(len(certificate.layouts), "layout")
        shown = f"{first} leads to a forced guess{count}, and {layouts} that no cell is safe"
    has_notes = certificate.note or any(step.note for step in certificate.steps)
    return f"{made} {shown}{'; its notes are not checked' if has_notes else ''}"


def _prove(number: int, noun: str) -> str:
    """Return that so many of a proof's parts prove something.

    >>> _prove(1, "step"), _prove(2, "line")
    ('1 step proves that', '2 lines prove that')
    """
    return f"{counted(number, noun)} prove{'s' * (number == 1)} that"


def _claimed(claims: Sequence[tuple[str, bool]], joint: str = "and") -> str:
    """Return claims in words.

    >>> _claimed([("b3", False), ("c3", True)])
    'b3 is safe and c3 is a mine'
    """
    words = [f"{name} is {'a mine' if is_mine else 'safe'}" for name, is_mine in claims]
    if len(words) > _MOST_CLAIMS:
        words = [
            *words[: _MOST_CLAIMS - 1],
            f"{len(words) - _MOST_CLAIMS + 1} more cells are certain",
        ]
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


# What can be checked


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] == "{" and '"nodes"' in text


def _is_lrat(text: str) -> bool:
    return re.match(r"\s*[0-9]+ (d |(-?[0-9]+ )*0 [0-9 ]*0\s)", text) is not None


KINDS: tuple[Kind, ...] = (
    Kind("certificate", is_certificate, None, _check_certificate),
    Kind("veripb", lambda text: text.startswith("pseudo-Boolean proof"), "opb", check_veripb),
    Kind("json", _is_json, None, _check_json),
    Kind("lrat", _is_lrat, "dimacs", _check_lrat),
)

_FORMULAS: Mapping[str, Callable[[str], bool]] = {
    "opb": lambda text: re.match(r"\s*(\*|@|[+-]?[0-9]+ ~?[A-Za-z_])", text) is not None,
    "dimacs": lambda text: re.search(r"^p cnf ", text, re.MULTILINE) is not None,
}
_SUFFIXES: Mapping[str, str] = {"opb": ".opb", "dimacs": ".cnf"}
