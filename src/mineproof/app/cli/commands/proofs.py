"""`mineproof prove` and `check`: proofs that are written, and proofs that came as files."""

from __future__ import annotations

import typer

from mineproof.agents.entrant import Entrant
from mineproof.app.cli import options
from mineproof.app.game.defaults import USUAL_PROVER
from mineproof.app.text.streams import complain
from mineproof.board.grid import Shape
from mineproof.errors import BadProof
from mineproof.logic.derivation.formats import MOST_DRAWN
from mineproof.logic.pb.lines import USUAL_VERSION


def prove(
    file: options.File = "-",
    *,
    cell: options.ProofCell = None,
    every: options.AllCells = False,
    tree: options.Tree = False,
    form: options.ProofFormat = None,
    version: options.VeripbVersion = USUAL_VERSION,
    to: options.ProofFile = None,
    nodes: options.MostDrawn = MOST_DRAWN,
    engine: options.ProofEngine = USUAL_PROVER,
    mines: options.Mines = None,
    shape: options.GridShape = Shape.SQUARE,
    source: options.FromFormat = None,
) -> None:
    """Prove what a cell is: in sentences, as a tree, or in a format for other tools.

    The tree has the conclusion first and the clues as leaves; what is used twice is there once.

    The usual engine proves every certain cell by resolution. For DIMACS and LRAT, the proofs of
    other engines are turned into resolution as well.
    """
    from mineproof.app.cli.mine_count import MineCount
    from mineproof.app.cli.prove import Output, write_proof
    from mineproof.app.game.proofs import prove as find
    from mineproof.app.game.proofs import prove_all
    from mineproof.app.text.console import screen
    from mineproof.app.text.files import read_position

    options.refuse_both(cell=cell, all=every or None)
    output = Output.of(form, to, tree=tree, most=nodes, version=version)
    count, prover = MineCount.of(mines, None), Entrant(engine=engine).pinned()
    view = count.settle(read_position(file, count.mines, shape, source))
    if every:
        found = prove_all(view, prover)
    else:
        found = find(view, None if cell is None else view.grid.parse(cell), prover)
    write_proof(screen(), found, output)


def check(
    files: options.Proofs,
    *,
    position: options.Position = None,
    mines: options.Mines = None,
    shape: options.GridShape = Shape.SQUARE,
    source: options.FromFormat = None,
) -> None:
    """Check proofs and certificates that came as files, without any engine.

    A VeriPB proof needs its formula in OPB, an LRAT proof its formula in DIMACS: another FILE, or
    one beside it with the same name. A certificate and a proof in JSON need nothing else.

    The exit code is 0 if all are accepted, 1 if one is refused, otherwise 2 if one cannot be read
    or takes too long.
    """
    from mineproof.app.cli.mine_count import MineCount
    from mineproof.app.game.checks import check_files
    from mineproof.app.text.files import read_position

    view, code = None, 0
    if position is not None:
        count = MineCount.of(mines, None)
        view = count.settle(read_position(position, count.mines, shape, source))
    for file, found in check_files(files, view):
        if isinstance(found, str):
            print(f"{file}: accepted: {found}")
        else:
            code = 1 if isinstance(found, BadProof) else code or 2
            complain(str(found))
    if code:
        raise typer.Exit(code)
