"""`mineproof prove`: the proof of one cell in sentences, as a tree, or for other tools."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import PurePath

from rich.console import Console
from rich.text import Text

from mineproof.app.cli.solve import proofs
from mineproof.app.game.proofs import Proved
from mineproof.errors import BadInput
from mineproof.files import check_new, save
from mineproof.logic.derivation.formats import FORMATS, format_named
from mineproof.logic.derivation.labels import claim_label, summary
from mineproof.logic.pb.lines import version_named

_SUFFIXES = {form.suffix: form.name for form in FORMATS.values()}


@dataclass(frozen=True, slots=True)
class Output:
    """How a proof is written, and where; None is the screen, and sentences."""

    form: str | None
    file: str | None
    most: int
    version: str

    @classmethod
    def of(
        cls, form: str | None, file: str | None, *, tree: bool, most: int, version: str
    ) -> Output:
        """Return what the options mean; raise BadInput if there is no such output."""
        if most < 0:
            raise BadInput(f"--nodes {most}; expected 0 or more")
        version_named(version)
        if form is not None:
            format_named(form)
        if file is not None:
            check_new(file)
            form = _format_of(file) if form is None else _fitting(form, file)
        is_told = form in (None, "text") and not tree
        return cls(None if is_told else form or "text", file, most, version)


def _format_of(file: str) -> str:
    """Return the format that a file's suffix means.

    >>> _format_of("b3.TEX")
    'latex'
    """
    form = _SUFFIXES.get(_suffix(file))
    if form is None:
        raise BadInput(
            f"unknown format of {file!r}; expected --format with one of {', '.join(FORMATS)}"
        )
    return form


def _fitting(form: str, file: str) -> str:
    """Return the format; raise BadInput if the file's suffix means another."""
    if _SUFFIXES.get(_suffix(file), form) != form:
        raise BadInput(
            f"{form} in {file!r}; expected a name that ends with .{FORMATS[form].suffix}"
        )
    return form


def _suffix(file: str) -> str:
    return PurePath(file).suffix.lower().removeprefix(".")


def write_proof(console: Console, found: Proved, output: Output) -> None:
    """Write a proof as it was asked for."""
    if output.form is None and output.file is None:
        for line in _told(found):
            console.print(line)
        return
    written = _written(found, output)
    if output.file is not None:
        save(output.file, written)
    elif isinstance(written, str):
        sys.stdout.write(written)
    else:
        sys.stdout.buffer.write(written)


def _written(found: Proved, output: Output) -> str | bytes:
    if output.form is not None:
        return found.export(output.form, output.most, output.version)
    return "".join(f"{line.plain}\n" for line in _told(found))


def _told(found: Proved) -> list[Text]:
    """Return a proof in sentences, cell by cell, after its length."""
    name = found.view.grid.name
    if found.is_all:
        head = f"{len(found.chain)} cells are certain"
    else:
        derivation = found.derivation
        head = f"{claim_label(derivation.conclusion.claim, name)}: {summary(derivation)}"
    told = [line for proof in proofs(found.chain, name) for line in proof]
    return [Text(head, "bold"), *told]
