"""`mineproof certify`: does a board need a guess? The verdict, the script, and the certificate."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from rich.console import Console
from rich.text import Text

from mineproof.app.cli.play.report import print_boards
from mineproof.app.json.certificates import certified_json
from mineproof.app.text.board import Marks, Window, board, board_size
from mineproof.app.text.console import progress_bar, screen, write_json
from mineproof.app.text.words import counted, listing, size_words
from mineproof.board.grid import Cell
from mineproof.board.transcript import Transcript
from mineproof.board.view import View
from mineproof.certificates.certificate import Certificate
from mineproof.certificates.check import check
from mineproof.certificates.data import certificate_json
from mineproof.certificates.text import write_text
from mineproof.coach.boards.certify import Certified, Verdict
from mineproof.coach.boards.certify import certify as certified
from mineproof.coach.boards.grade import Grade
from mineproof.coach.boards.starts import Board, Start, needs_no_guess
from mineproof.engines import BUILT_IN, engine_named, parse_engine
from mineproof.engines.base import Engine
from mineproof.errors import BadInput, UnknownName
from mineproof.files import check_new, save
from mineproof.logic.derivation.formats import FORMATS
from mineproof.logic.pb.cutting_planes import opb, veripb
from mineproof.logic.pb.lines import USUAL_VERSION, VERSIONS, Version
from mineproof.logic.problem import Namer
from mineproof.logic.proof import Proof

ANY, USUAL = "any", "default"
"""What may stand in place of a first cell."""

_OTHER_SUFFIXES = {f".{form.suffix}" for form in FORMATS.values()} | {".cert"}
"""Names of single files, which no folder for proofs should have."""


@dataclass(frozen=True, slots=True)
class Question:
    """From which first cell, with or without the mine count, and by whose proofs."""

    first: str
    with_count: bool
    engine: Engine | None

    def start(self, of: Board) -> Start | None:
        """Return the start that is meant; None if all of them are."""
        if self.first == USUAL:
            return of.usual()
        return None if self.first == ANY else of.start(of.grid.parse(self.first))

    def ask(self, start: Start) -> Certified:
        """Return the verdict on a start."""
        return certified(start.layout, start.first, with_count=self.with_count, engine=self.engine)

    def passes(self, start: Start) -> bool:
        """Tell whether a start needs no guess."""
        return needs_no_guess(start, with_count=self.with_count, engine=self.engine)


@dataclass(frozen=True, slots=True)
class Output:
    """The file for a certificate, and where its proofs go as OPB and VeriPB.

    `proofs` is a folder for a proof of each step, or a file `NAME.pbp` for one proof of all steps,
    whose formula is written to `NAME.opb`; both are in a version of VeriPB's format.
    """

    file: str | None = None
    proofs: str | None = None
    version: Version = VERSIONS[USUAL_VERSION]

    def __post_init__(self) -> None:
        for path in (self.file, self.proofs, self._formula):
            if path is not None:
                check_new(str(path))
        if self.proofs is None:
            return
        if self.file is not None and Path(self.file) in (Path(self.proofs), self._formula):
            raise BadInput(f"{self.file!r} for the certificate and for proofs; expected two names")
        if self._formula is None and PurePath(self.proofs).suffix.lower() in _OTHER_SUFFIXES:
            raise BadInput(
                f"proofs in {self.proofs!r}; expected a name without extension, for a folder, or"
                " one that ends in .pbp"
            )

    @property
    def _formula(self) -> Path | None:
        """Where the formula of all steps goes; None if each step has its own."""
        path = Path(self.proofs or "")
        return path.with_suffix(".opb") if path.suffix == ".pbp" else None

    def write(self, certificate: Certificate | None) -> list[str]:
        """Write what was asked for; return a sentence for each path without anything to write."""
        if certificate is None:
            asked = [path for path in (self.file, self.proofs) if path is not None]
            return [_unwritten(path, "there is no certificate") for path in asked]
        if self.file is not None:
            is_json = PurePath(self.file).suffix.lower() == ".json"
            data = json.dumps(certificate_json(certificate)) + "\n" if is_json else None
            save(self.file, data or write_text(certificate))
        if self.proofs is None:
            return []
        if not certificate.steps:
            return [_unwritten(self.proofs, "the certificate has no step")]
        self._write_proofs(Path(self.proofs), certificate)
        return []

    def _write_proofs(self, path: Path, certificate: Certificate) -> None:
        """Write formulas and their proofs; what a step takes as given was proved before."""
        name, steps = certificate.layout.grid.name, check(certificate).proofs
        if self._formula is not None:
            self._write_proof(path, [proof for step in steps for proof in step], name)
            return
        path.mkdir()
        for number, proofs in enumerate(steps, start=1):
            self._write_proof(path / f"{number:04}.pbp", proofs, name)

    def _write_proof(self, path: Path, proofs: Sequence[Proof], name: Namer) -> None:
        """Write a proof, and its formula beside it."""
        save(str(path.with_suffix(".opb")), opb(proofs, name, self.version, whole=True))
        save(str(path), veripb(proofs, name, self.version, whole=True))


def _unwritten(path: str, why: str) -> str:
    return f"{path!r} was not written: {why}"


@dataclass(frozen=True, slots=True)
class Tried:
    """The starts that were tried, and those of them that need no guess."""

    starts: Sequence[Start]
    passed: Sequence[Start]
    is_whole: bool

    @property
    def best(self) -> Start:
        """The start to certify: the first that passed, or else the one that opens most."""
        return (self.passed or self.starts)[0]

    @property
    def cells(self) -> list[Cell]:
        """All first cells that need no guess."""
        return _cells(self.passed)


def reasoner(name: str | None) -> Engine | None:
    """Return the engine of this name; raise UnknownName unless it is one of ours."""
    if name is None:
        return None
    for spec in parse_engine(name):
        if spec.name not in BUILT_IN:
            raise UnknownName(f"unknown engine {name!r}; expected {', '.join(BUILT_IN)}")
    return engine_named(name)


def certify(
    transcript: Transcript,
    question: Question,
    *,
    as_json: bool,
    shows_script: bool,
    output: Output,
) -> int:
    """Answer a question about a board, and return the exit code: 1 if a guess is needed."""
    of = Board(transcript)
    start, tried = question.start(of), None
    if start is None:
        tried = _try_all(of, question)
        start = tried.best
    answer = _Answer(of, question, start, tried)
    answer.keep(output)
    if as_json:
        write_json(answer.json())
    else:
        answer.show(screen())
    if shows_script and answer.found.certificate is not None:
        sys.stdout.write(write_text(answer.found.certificate))
    if tried is not None and not tried.is_whole:
        return 130
    return 0 if answer.found.verdict is Verdict.NO_GUESS else 1


def _try_all(of: Board, question: Question) -> Tried:
    """Try every first cell, until Ctrl-C."""
    starts, tried, passed = of.starts(), list[Start](), list[Start]()
    if not starts:
        raise BadInput("every cell is a mine; expected a board with a safe cell")
    try:
        with progress_bar() as progress:
            task = progress.add_task("first cells", total=len(starts))
            for start in starts:
                if question.passes(start):
                    passed.append(start)
                tried.append(start)
                progress.advance(task)
    except KeyboardInterrupt:
        return Tried(tried or starts[:1], passed, is_whole=False)
    return Tried(tried, passed, is_whole=True)


def _cells(starts: Iterable[Start]) -> list[Cell]:
    return sorted(cell for start in starts for cell in (*start.first, *start.others))


class _Answer:
    """The verdict on one start, after many were tried or none."""

    def __init__(self, of: Board, question: Question, start: Start, tried: Tried | None) -> None:
        self.of, self.question, self.start, self.tried = of, question, start, tried
        self.found = question.ask(start)

    def keep(self, output: Output) -> None:
        """Write what should be written, and say what was not."""
        for told in output.write(self.found.certificate):
            screen(stderr=True).print(told)

    def json(self) -> dict[str, object]:
        """Return it as plain data."""
        found = certified_json(self.found, self.start.first)
        if self.tried is None:
            return found
        passed = [list(self.of.grid.place(cell)) for cell in self.tried.cells]
        return found | {"tried": len(_cells(self.tried.starts)), "passed": passed}

    def show(self, console: Console) -> None:
        """Print it in words."""
        name, grid, found = self.of.grid.name, self.of.grid, self.found
        if self.tried is not None:
            console.print(_tried_words(self.of, self.tried))
        size = size_words(grid, len(self.start.layout.mines))
        console.print(Text(f"{size}, first {listing(map(name, self.start.first))}", "dim"))
        console.print(Text(_headline(found, self.question), "bold"))
        if found.steps:
            console.print(_levels(found))
        if found.verdict is Verdict.BEYOND:
            safe = listing(map(name, found.safe))
            console.print(f"safe all the same, by stronger reasoning: {safe}")
        if found.verdict is not Verdict.NO_GUESS:
            _show_boards(console, found)


def _headline(found: Certified, question: Question) -> str:
    who = "" if question.engine is None else f" by {question.engine.name}"
    count = "" if question.with_count else ", without the mine count"
    match found.verdict:
        case Verdict.NO_GUESS:
            return f"no guess is needed{who}{count}; hardest step {_level(found)}"
        case Verdict.GUESS:
            left = counted(len(found.view.covered_cells()), "unsettled cell")
            return f"a guess is forced{count}: none of {left} is certainly safe"
        case Verdict.BEYOND:
            return f"{who.strip()[3:]} proves no safe cell here{count}, though there is one"


def _level(found: Certified) -> str:
    return f"{found.level.name} ({found.level.value})"


def _levels(found: Certified) -> str:
    counts = Grade(found.steps, ()).counts
    each = [f"{level.name} {number}" for level, number in counts.items() if number]
    return f"{counted(len(found.steps), 'step')} of a person: {', '.join(each)}"


def _tried_words(of: Board, tried: Tried) -> str:
    cells, number = len(_cells(tried.starts)), len(tried.cells)
    stopped = "" if tried.is_whole else " (stopped early)"
    told = f"{number} of {counted(cells, 'first cell')} need no guess{stopped}"
    if not number:
        return f"{told}; the one that opens most cells:"
    return f"{told}: {listing(map(of.grid.name, tried.cells))}"


def _show_boards(console: Console, found: Certified) -> None:
    """Print the position, and two layouts that fit it."""
    window = Window.whole(found.view.grid, console.width if console.is_terminal else None)
    console.print(board(found.view, window=window), soft_wrap=True)
    if found.certificate is None:
        return
    layouts = _two(found.certificate)
    console.print("\ntwo layouts that fit (m is a mine, s is safe):")
    boards = [
        board(found.view, Marks(certain=_filled(found.view, each)), window) for each in layouts
    ]
    print_boards(console, boards, 2 * board_size(found.view.grid)[1] + 3)
    console.print(Text(_shown_words(found.certificate), "dim"))


def _two(certificate: Certificate) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the board's own layout, and of the others the one that differs most from it."""
    own = certificate.layout.mines
    return own, max(certificate.layouts, key=lambda each: len(each ^ own))


def _filled(view: View, mines: frozenset[Cell]) -> dict[Cell, bool]:
    return {cell: cell in mines for cell in view.hidden_cells()}


def _shown_words(certificate: Certificate) -> str:
    number = counted(len(certificate.layouts), "layout")
    return (
        f"the certificate has {number}: every covered cell is a mine there, or has a twin that is,"
        " a cell beside the same open cells"
    )
